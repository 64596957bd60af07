"""Every game that can be played proves itself: its record verifies, what is stored agrees, PROVE holds."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from judge.config import Config, FolderConfig
from judge.formats.record.facts import PageForm
from judge.formats.record.logs import log_of_pages
from judge.formats.record.verifying import Cast, verify
from judge.formats.record.whole import record_of
from judge.game.apply import Trail, apply_all, fold_events
from judge.game.decide import decide
from judge.game.mastery.messages import Terminate
from judge.game.messages import Event
from judge.game.orders.messages import GiveOrder
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refused
from judge.game.settings import GameName, Language, Settings
from judge.game.state import Game
from judge.handlers.outgoing import letters_of_news
from judge.handlers.proofs import accepted_sets
from judge.handlers.services import Services
from judge.handlers.transaction import new_transaction
from judge.paths.archive import write_missing_pages
from judge.reports.orders import fingerprint_in_force, fingerprinted, judged_fingerprint
from judge.rules.board import Board, Location, Power, UnitKind
from judge.rules.board_file import board_names, load_board
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, Move, Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import rulebook_names
from judge.shell.operate import fsck
from judge.store.overview import open_read_only
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.long.writing import orders_for, without_needless_coast
from tests.shared.recorded_logs import MASTER, OPENED, opened
from tests.shared.shares import is_whole

ROME = GameName("rome")
LANGUAGES: tuple[Language, ...] = ("en", "fr")
GAMES = st.tuples(
    st.sampled_from(sorted(rulebook_names())),
    st.sampled_from(sorted({*board_names()})),
    st.integers(0, 2**32),
    st.sampled_from(LANGUAGES),
)


def played(book: str, board: str, seed: int, phases: int) -> tuple[list[Event], list[tuple[Power, str]]]:
    """The log of a game that chance plays and its master ends; with it each fingerprint as it was acknowledged."""
    random = Random(seed)
    log = list(opened(Settings(rulebook=load_board(board).rulebook or book, board=board)))
    game, marks = fold_events(log), list[tuple[Power, str]]()
    assert game
    for phase in range(1, phases + 1):
        position, at = game.open_position, OPENED + timedelta(days=phase)
        if position is None:
            break
        for number, order, power in _given(random, game, position):
            events = decide(game, GiveOrder(game.seats[power], order, 100 * phase + number, at), at)
            accepted = () if isinstance(events, Refused) else events
            log += accepted
            game = apply_all(game, accepted)
        marks += [(power, fingerprint_in_force(game, power)) for power in game.orders]
        closed = close_at_deadline(game, at + timedelta(hours=1))
        log += closed
        game = apply_all(game, closed)
    if not game.ended:
        ended = decide(game, Terminate(MASTER.address, "It is late."), OPENED + timedelta(days=90))
        assert not isinstance(ended, Refused)
        log += ended
    return log, marks


def _given(random: Random, game: Game, position: Position) -> Iterator[tuple[int, Order, Power]]:
    """Orders of every kind, with and without the coasts that need not be written, each in the letter of its power."""
    board = game.board_at(position)
    convoys = [*_convoys(random, board, position)] if position.phase.kind is PhaseKind.MOVEMENT else []
    for number, power in enumerate(board.powers):
        if power not in game.seats or random.random() < 0.1:
            continue
        own = {unit.at.province for unit in position.units_of(power)}
        orders = [*orders_for(random, board, position, power), *(one for one in convoys if province_of(one) in own)]
        for order in orders:
            yield number, without_needless_coast(order, board, position) if random.random() < 0.5 else order, power


def _convoys(random: Random, board: Board, position: Position) -> Iterator[Order]:
    """For each fleet at sea beside an army perhaps its convoy to another coast of that sea, whoever's army it is."""
    for sea, fleet in sorted(position.units.items()):
        if fleet.kind is not UnitKind.FLEET or sea not in board.convoyable or random.random() < 0.4:
            continue
        around = sorted({one.province for one in board.neighbours(UnitKind.FLEET, Location(sea))})
        armies = [at for at in around if at in position.units and position.units[at].kind is UnitKind.ARMY]
        goals = [at for at in around if at not in armies and at not in board.convoyable]
        if armies and goals:
            at, to = random.choice(armies), random.choice(goals)
            carried: list[Order] = [Move(at, Location(to), by_sea=random.random() < 0.5), Convoy(sea, at, to)]
            yield from (one for one in carried if why_illegal(board, position, one) is None)


def stored(log: Sequence[Event], folder: Path) -> list[str]:
    """What fsck finds wrong with a game kept as the judge keeps it, with its letters out and its archive."""
    clock = SettableClock(OPENED)
    names = ("archive", "mailboxes", "tournaments", "boards", "templates", "languages")
    config = Config(folders=FolderConfig(folder, *(folder / name for name in names)))
    with closing(Store(folder / "judge.db", clock.now)) as store:
        services, start = Services(config, store, clock), 0
        for place, event in enumerate(log, 1):
            if isinstance(event, PhaseClosed) or place == len(log):
                trail = Trail(store.game(ROME)).on(log[start:place])
                assert store.commit(new_transaction(services, trail, letters_of_news(services, trail)))
                start = place
        write_missing_pages(services, ROME)
    with open_read_only(folder / "judge.db") as found:
        return [fault for _, faults in fsck(found, config.folders.archive) for fault in faults]


@settings(
    max_examples=60 if is_whole() else 3,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    phases=[
        Phase.explicit,
        Phase.reuse,
        Phase.generate,
    ],  # a game is told whole by its seed; making it smaller takes long
)
@given(GAMES)
def test_every_game_that_can_be_played_proves_itself(drawn: tuple[str, str, int, Language]) -> None:
    book, board, seed, language = drawn
    log, marks = played(book, board, seed, phases=6)
    for form in (None, PageForm(language, load_board(board).notation or "standard")):
        texts = record_of(log, form)
        found = verify(texts)
        assert found.difference is None
    again = log_of_pages(found, ROME, Cast(), found.seed)
    assert verify(record_of(again, form)).difference is None, "taken over by another judge it verifies, too"
    _prove(log, marks)
    with TemporaryDirectory() as folder:
        assert stored(log, Path(folder)) == []


def _prove(log: Sequence[Event], marks: Sequence[tuple[Power, str]]) -> None:
    """PROVE shows every set that was acknowledged, and those of the pages, with the lines of its fingerprint."""
    game = fold_events(log)
    assert game
    shown = set()
    for reader in {game.readers[player] for player in game.seats.values()}:
        for one in accepted_sets(log, reader):
            mark, lines = fingerprinted(game, one)
            hashed = sha256("".join(f"{line}\n" for line in (one.salt, *lines)).encode()).hexdigest()
            assert hashed.startswith(mark.replace("-", ""))
            shown.add((one.power, mark))
    on_pages = {
        (power, judged_fingerprint(game, event, power))
        for event in log
        if isinstance(event, PhaseClosed)
        for power in event.salts
    }
    assert {one for one in marks if one[1]} <= on_pages <= shown
