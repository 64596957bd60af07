"""The issues that docs/ shows: ``python -m tests.zine.documents`` writes docs/zine-fr.* and docs/zine-en.* anew.

They are compiled from a store as any issue is: six games, one of each rule book, a war, two of them over; a tournament;
what every issue has, in standing/.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.clockwork import clockwork_orders
from judge.config import Config, FolderConfig
from judge.game.apply import apply_all, fold_events
from judge.game.deadlines.deadline import Deadline
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined, StandbyAdded
from judge.game.settings import (
    Access,
    Address,
    GameName,
    Language,
    PlayingStrength,
    PressRules,
    PressSignature,
    Reader,
    Settings,
    Token,
)
from judge.game.state import Game, GivenOrder
from judge.rules.board import Power, Year
from judge.shell.zine import IssueWish, issue_of_store
from judge.store.overview import open_read_only
from judge.store.records import NewEditorLetter, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.zine.forms import FORMS, write_form
from judge.zine.issue import Issue
from tests.shared.recorded_logs import opened, recorded_log

DOCS = Path(__file__).parent.parent.parent / "docs"
STANDING = Path(__file__).parent / "standing"
NOW = datetime(2026, 2, 22, 18, 0, tzinfo=UTC)
TITLES: Mapping[Language, str] = {"fr": "L'Estafette", "en": "The Estafette"}

TOLD = ("florence", "arras", "bruges", "caen", "seuil", "naples")
"""The games that are told of, one of each rule book."""

PLAYERS = ("Anton Berg", "Camille Roux", "Edith Marsh", "Florence Petit", "Ivan Orlov", "Meg Hallam", "Paolo Conti")
TEAMS = ("Lions", "Cygnes", "Lions", "Cygnes", "Cygnes", "Lions", "Lions")
KNOWN = Settings(access=Access(anonymous=False))
LOGS: Mapping[str, str] = {"geneva": "two", "lyon": "three", "milan": "four", "naples": "five"}
"""The games of the tournament, with the recorded game that each is."""


def address_of(player: str) -> Address:
    return Address(f"{player.split(maxsplit=1)[0].lower()}@example.org")


def renamed(log: Sequence[Event], name: str, turn: int, by: timedelta = timedelta()) -> Iterator[Event]:
    """A log as that of a game of another name, its powers dealt to these players from another one on, and later."""
    first = log[0]
    assert isinstance(first, GameOpened)
    powers = list(fold_events(log[:1]).board.powers)  # type: ignore[union-attr]
    for event in log:
        match event:
            case GameOpened():
                yield replace(event, game=GameName(name), at=event.at + by)
            case PlayerJoined(player=player):
                power = next(one for one in powers if player.address.startswith(f"{one.lower()}@"))
                yield replace(event, player=_dealt(powers.index(power), turn), at=event.at + by)
            case GameStarted(deadline=deadline):
                seats = {power: _dealt(place, turn).address for place, power in enumerate(powers)}
                yield replace(event, seats=seats, deadline=_later(deadline, by), at=event.at + by)
            case PhaseClosed(deadline=deadline):
                yield replace(event, deadline=deadline and _later(deadline, by), at=event.at + by)
            case _:
                yield replace(event, at=event.at + by)


def _dealt(place: int, turn: int) -> Person:
    address = address_of(PLAYERS[(place + turn) % len(PLAYERS)])
    return Person(address, Token(f"{address[:4]}token{turn}"))


def _later(deadline: Deadline, by: timedelta) -> Deadline:
    return Deadline(deadline.at + by, deadline.opened + by)


# --- the games


@dataclass(frozen=True)
class Letter:
    """A letter to all in a phase."""

    phase: str
    by: Power
    text: str
    how: PressSignature = PressSignature.WHITE


def _played(name: str, record: str, settings: Settings, phases: int, turn: int, *written: Letter) -> tuple[Event, ...]:
    """So many phases of a recorded game under another rule book, the last closed three days ago; press in its phase."""
    log = recorded_log(record, settings, phases)
    by = NOW - timedelta(days=3) - log[-1].at
    return tuple(renamed(tuple(_with_press(log, written)), name, turn, by))


def _with_press(log: Sequence[Event], written: Sequence[Letter]) -> Iterator[Event]:
    """A log with each letter in the middle of the phase that it names."""
    for event in log:
        if isinstance(event, PhaseClosed):
            at, phase = event.at - timedelta(hours=12), event.before.phase
            for letter in (letter for letter in written if letter.phase == str(phase)):
                yield PressSent(letter.by, (), letter.text, held=False, at=at, signature=letter.how, phase=phase)
        yield event
    last = fold_events(log)
    assert last is not None
    assert last.position is not None
    for letter in (letter for letter in written if letter.phase == str(last.position.phase)):
        at = log[-1].at + timedelta(hours=12)
        yield PressSent(letter.by, (), letter.text, held=False, at=at, signature=letter.how, phase=last.position.phase)


SIGNED = PressRules(signatures=tuple(PressSignature))


def under_way() -> tuple[Event, ...]:
    """A game by the rules of 18centres in its fourth year, in which people write to all; two wait for a seat."""
    letters = (
        Letter(
            "S1904M", Power("FRANCE"), "Paris à toutes les chancelleries :\nla Méditerranée est fermée pour travaux."
        ),
        Letter("S1904M", Power("RUSSIA"), "La Galicie n'est à personne -- donc elle est à moi."),
        Letter("S1904R", Power("TURKEY"), "Constantinople, this morning.\nWhoever holds Rumania holds a hot chestnut."),
        Letter(
            "S1904R",
            Power("ITALY"),
            "To whom it may concern: fleets do not walk over the Alps.\nAsk Trieste.",
            PressSignature.GREY,
        ),
    )
    log = _played("florence", "one", Settings(rulebook="18centres", press=SIGNED), 12, 2, *letters)
    return (*log, *(StandbyAdded(_dealt(place, 5), NOW - timedelta(days=2)) for place in (0, 1)))


def by_mail() -> tuple[Event, ...]:
    """A game of five by the rules of 1971, ordered by clockwork players: its first year."""
    log = list(opened(Settings(board="1971-five", rulebook="1971"), name="arras"))
    game = fold_events(log)
    assert game is not None
    day = 8
    while game.position and game.position.phase.year == 1801:
        events = close_at_deadline(_by_clockwork(game), NOW - timedelta(days=day))
        log += events
        game, day = apply_all(game, events), day - 1
        assert game is not None
    return tuple(log)


def on_the_web() -> tuple[Event, ...]:
    """A game by the rules of FAF in its fourth year."""
    return _played("bruges", "three", Settings(rulebook="faf", last_year=Year(1907)), 19, 3)


def with_notes(log: Sequence[Event]) -> tuple[Event, ...]:
    """A log with what two players have noted for themselves."""
    longer = list(log)
    for power, phase, text in (
        ("ITALY", "S1901M", "Ne croire personne. Commencer par Vienne."),
        ("GERMANY", "F1906M", "Encore un automne, et l'on verra Brest autrement."),
    ):
        place, closed = next(
            (at, one)
            for at, one in enumerate(longer)
            if isinstance(one, PhaseClosed) and str(one.before.phase) == phase
        )
        longer.insert(place, DiaryWritten(Power(power), Reader(3), text, closed.before.phase, closed.at))
    return tuple(longer)


def at_the_club() -> tuple[Event, ...]:
    """A game by the rules of Battle soop in its third year."""
    letters = (
        Letter("F1903M", Power("ENGLAND"), "À vendre : une flotte en mer du Nord, peu servie."),
        Letter("F1903M", Power("GERMANY"), "J'achète.", PressSignature.GREY),
    )
    return _played("caen", "four", Settings(rulebook="soop", press=SIGNED), 14, 4, *letters)


def a_war() -> tuple[Event, ...]:
    """A war of three turns on a board with troops, ordered by clockwork players; then all agree on a draw."""
    settings = Settings(board="seuil", rulebook="stim", access=Access(anonymous=False))
    log = list(opened(settings, name="seuil"))
    game = fold_events(log)
    assert game is not None
    for day in range(1, 10):
        events = close_at_deadline(_by_clockwork(game), NOW - timedelta(days=12 - day))
        log += events
        game = apply_all(game, events)
        assert game is not None
    log.append(game_ended(game, game.position, Ending.DRAW, game.survivors, NOW - timedelta(days=2)))
    return tuple(log)


def _by_clockwork(game: Game) -> Game:
    position = game.position
    assert position is not None
    orders = {
        power: clockwork_orders(game.board, game.book, position, power, PlayingStrength.FAIR, "estafette")
        for power in game.board.powers
    }
    return replace(
        game, orders={power: tuple(GivenOrder(one, 1, None) for one in given) for power, given in orders.items()}
    )


def to_its_term(log: Sequence[Event]) -> tuple[Event, ...]:
    """A game that is over: of one that was not, its last year has come, and who has most has won."""
    game = fold_events(log)
    assert game is not None
    if game.ended:
        return tuple(log)
    position, after = game.position, log[-1].at + timedelta(hours=1)
    assert position is not None
    ahead = max(game.board.powers, key=lambda power: len(position.centres_of(power)))
    return (*log, game_ended(game, position, Ending.TERM, (ahead,), after))


def not_begun() -> tuple[Event, ...]:
    """A game of seven years that waits for three players."""
    return tuple(renamed(opened(Settings(rulebook="faf", last_year=Year(1907)))[:5], "vienna", 1, timedelta(days=40)))


CUP = f"""title = {{ fr = "Coupe d'hiver", en = "Winter Cup" }}
games = {list(LOGS)}

[players]
""" + "".join(
    f'"{address_of(player)}" = {{ name = "{player}", team = "{team}" }}\n'
    for player, team in zip(PLAYERS, TEAMS, strict=True)
)

LETTERS = (
    ("fr", "Un lecteur de Lyon", "Bravo pour la carte : on la lit enfin sans loupe.\nÀ quand une partie à sept ans ?"),
    ("en", "", "Who will stop England? Nobody in your last issue seemed to wonder."),
)

EDITORIAL: Mapping[Language, str] = {
    "fr": "Voici le premier numéro. Quatre parties finies, une guerre qui s'achève, et Florence où chacun retient son "
    "souffle : l'hiver a été long pour les diplomates.\n\nLes règles n'ont pas changé : on écrit avant la date limite, "
    "on ne croit personne, et l'on remercie toujours le maître de jeu.\n",
    "en": "This is the first issue. Four games are over, a war has come to its end, and in Florence everybody holds "
    "their breath: it has been a long winter.\n\nThe rules are what they were: write before the deadline, "
    "believe nobody, and always thank the game master.\n",
}


@contextmanager
def stored() -> Iterator[Path]:
    """The folder of a judge that has stored all of it."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        store = Store(folder / "judge.db", lambda: NOW)
        logs = [under_way(), by_mail(), on_the_web(), at_the_club(), a_war(), not_begun()]
        logs += [
            to_its_term(tuple(renamed(recorded_log(record, KNOWN), name, turn)))
            for turn, (name, record) in enumerate(LOGS.items())
        ]
        for log in (*logs[:-1], with_notes(logs[-1])):
            game = fold_events(log)
            assert game is not None
            store.commit(Transaction(None, LetterStatus.DONE, game.name, 0, log))
        written = tuple(
            NewEditorLetter(f"reader{place}@example.org", NOW, language, signature, text)
            for place, (language, signature, text) in enumerate(LETTERS)
        )
        store.commit(Transaction(None, LetterStatus.DONE, to_editor=written))
        store.close()
        (folder / "tournaments").mkdir()
        (folder / "tournaments" / "cup.toml").write_text(CUP, encoding="utf-8")
        yield folder


def documented_issue(folder: Path, language: Language) -> Issue:
    """The issue in a language."""
    editorial = folder / f"editorial.{language}.txt"
    editorial.write_text(EDITORIAL[language], encoding="utf-8")
    copy_day = (NOW + timedelta(days=28)).date()
    wish = IssueWish(
        (language,), TOLD, title=TITLES[language], editorial=editorial, standing=STANDING, copy_day=copy_day
    )
    config = Config(folders=FolderConfig(folder, *(folder / name for name in ("archive", "boxes", "tournaments"))))
    with open_read_only(folder / "judge.db") as found:
        return issue_of_store(found, config, wish, NOW).issue


def documents() -> Iterator[tuple[Path, bytes]]:
    """Every file of docs/ that shows an issue, with what it must hold."""
    with stored() as folder:
        for language in TITLES:
            issue = documented_issue(folder, language)
            yield from ((DOCS / f"zine-{language}.{form}", write_form(issue, form)) for form in FORMS)


if __name__ == "__main__":
    for path, written in documents():
        path.write_bytes(written)
