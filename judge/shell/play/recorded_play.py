"""Recorded games, played from their first letter to their last report."""

import json
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from judge.game.folded_log import valid_phases
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.settings import Language
from judge.game.state import Game
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.language import say
from judge.rules.board import Power
from judge.rules.book_text import Citing
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.verdicts import Bounced
from judge.shell.play.local_game import GAME, Correspondent, LocalGame, open_and_join, start_local_game
from judge.shell.play.screen import Gallery, Screen, print_zine
from judge.system.files import packaged

# --- recorded games: the orders of every phase, and the positions that follow


GAMES = packaged("games")


@dataclass(frozen=True)
class RecordedPhase:
    """One phase: orders and units in the standard notation; ``centres`` after the last phase of an autumn only."""

    phase: Phase
    orders: Mapping[Power, tuple[str, ...]]
    units: Mapping[Power, tuple[str, ...]]
    centres: Mapping[Power, tuple[str, ...]] | None

    def differences(self, after: Position) -> tuple[str, ...]:
        """Return how a position differs from the record, in words; empty if it does not."""
        powers = sorted({*self.units, *(unit.power for unit in after.units.values())})
        found = [
            f"{self.phase} {power}: units {' '.join(mine)} against {' '.join(theirs)}"
            for power in powers
            if (mine := tuple(sorted(map(str, after.units_of(power)))))
            != (theirs := tuple(sorted(self.units.get(power, ()))))
        ]
        for power, theirs in (self.centres or {}).items():
            mine = tuple(after.centres_of(power))
            if mine != tuple(sorted(theirs)):
                found.append(f"{self.phase} {power}: centres {' '.join(mine)} against {' '.join(theirs)}")
        return tuple(found)


def recorded_games() -> tuple[str, ...]:
    """Return the names of the recorded games."""
    return tuple(sorted(path.stem for path in GAMES.glob("*.json")))


def load_record(name: str) -> tuple[RecordedPhase, ...]:
    """The phases of a recorded game, in order; FileNotFoundError when there is none of that name."""
    told = json.loads((GAMES / f"{name}.json").read_text(encoding="utf-8"))
    return tuple(_phase(entry) for entry in told["phases"])


def _phase(entry: Mapping[str, object]) -> RecordedPhase:
    return RecordedPhase(
        Phase.parse(str(entry["phase"])),
        orders=_by_power(entry["orders"]),
        units=_by_power(entry["units"]),
        centres=_by_power(entry["centers"]) if "centers" in entry else None,
    )


def _by_power(told: object) -> Mapping[Power, tuple[str, ...]]:
    assert isinstance(told, dict)
    return {Power(power): tuple(items) for power, items in told.items()}


# --- plays a recorded game from its first letter to its last report


def play_phase(table: LocalGame, recorded: RecordedPhase, press: Mapping[Power, str]) -> Sequence[str]:
    """Play one phase: everyone's orders by letter, then the deadline if a unit has no order.

    ``press`` is what some players add to their letters. Return how the result differs from the record, in words. A
    phase in which nobody has anything to write is passed over by the judge; then the record must have no change.
    """
    position = table.game.open_position
    if position is None or position.phase != recorded.phase:
        return recorded.differences(_last_position(table.game))
    for power, player in table.players.items():
        lines = [_as_written(line, position, table.game, player) for line in recorded.orders.get(power, ())]
        if lines:
            player.answer("\n".join([*lines, *press.get(power, "").splitlines()]))
    table.settle()
    _let_the_deadline_pass(table, recorded.phase)
    return recorded.differences(_last_position(table.game))


def _let_the_deadline_pass(table: LocalGame, phase: Phase) -> None:
    """Drive the clock past the deadline, unless the last letter has closed the phase already."""
    game = table.game
    if game.deadline and game.open_position and game.open_position.phase == phase:
        table.clock.advance_to(game.deadline.at)
        table.judge.wake()
        table.settle()


def _last_position(game: Game) -> Position:
    assert game.position is not None
    return game.position


def _as_written(line: str, position: Position, game: Game, player: Correspondent) -> str:
    """A recorded order as this player writes it."""
    order = read_order(line, position, game.board, player.power, load_notation("standard"))
    assert not isinstance(order, Misread), order
    return write_order(order, position, game.board, load_notation(player.notation))


_PRESS: Mapping[str, Mapping[str, str]] = {
    "S1901M": {
        "ENGLAND": "PRESS TO FRANCE\nShall we leave the Channel empty, you and I?\nENDPRESS",
        "ITALY": "PRESS TO ALL\nItaly wishes everyone a long and honest game.\nENDPRESS",
    },
    "F1901M": {
        "FRANCE": "PRESSE À ANGLETERRE, ALLEMAGNE\nLa Belgique me suffit, foi de gentilhomme.\nFIN PRESSE",
        "RUSSIA": "PRESS TO TURKEY\nThe Black Sea is wide enough for both of us.\nENDPRESS",
    },
}


_CONFIG = """# The judge that played the recorded game, for the commands of the shell.
[folders]
data = "data"
archive = "archive"
mailboxes = "mailboxes"
tournaments = "tournaments"
"""


def play_recorded_game(name: str, folder: Path | None, screen: Screen) -> bool:
    """Play a recorded game in ``folder`` (a temporary one if None); return whether every position is as recorded."""
    place = folder or Path(tempfile.mkdtemp(prefix="judge-play-"))
    record = load_record(name)
    table = start_local_game(place)
    smtp = table.judge.services.config.smtp
    screen.say("play.begins", record=name, host=smtp.host, port=table.judge.door.port)
    gallery = Gallery(place / "maps", say(screen.language, "play.title", record=name), screen.language)
    screen.say("play.watch", page=gallery.page)
    try:
        (place / "config.toml").write_text(_CONFIG, encoding="utf-8")
        open_and_join(table)
        differences = _play_all(table, record, screen, gallery)
        gallery.close(table.game)
        printed = print_zine(table.judge.services.store.events(GAME), place, screen.language, table.clock.now())
        reader = _reader(table, screen.language)
        rule = _close_with(table, reader, record, differences, screen)
        drawn = gallery.add_file("rule.png", rule) if rule else None
    finally:
        table.judge.stop()
    screen.next_steps(place, gallery.page, drawn, printed, reader.address)
    return not differences


def _play_all(table: LocalGame, record: Sequence[RecordedPhase], screen: Screen, gallery: Gallery) -> tuple[str, ...]:
    """Play phase by phase; each that is over is a line on the screen and a map in the gallery."""
    differences: list[str] = []
    shown = 0
    with screen.progress(len(record)) as progress:
        for phase in record:
            press = {Power(power): text for power, text in _PRESS.get(str(phase.phase), {}).items()}
            differences += play_phase(table, phase, press)
            closed = tuple(valid_phases(table.judge.services.store.events(GAME)))
            for event in closed[shown:]:
                gallery.add_phase(table.game, event, screen.phase(table.game, event))
            shown = len(closed)
            progress.advance(progress.task_ids[0])
    return tuple(differences)


def _close_with(
    table: LocalGame,
    reader: Correspondent,
    record: Sequence[RecordedPhase],
    differences: Sequence[str],
    screen: Screen,
) -> bytes:
    """Show the last report as a player received it, how the game ended, what was checked; return a rule's picture."""
    report, end = _last_news(reader)
    picture = b""
    screen.say("play.report", reader=reader.address)
    screen.letter(report)
    if asked := _dispute_of(table, reader):
        reader.answer(asked)
        table.settle()
        screen.say("play.dispute")
        screen.letter(reader.last())
        picture = _picture_in(reader.last())
    screen.say("play.ended", subject=str(end["Subject"]).strip().removeprefix(f"[{GAME}] "))
    if differences:
        screen.differences(differences)
    else:
        letters = sum(len(player.read) for player in table.players.values())
        movements = sum(phase.phase.kind is PhaseKind.MOVEMENT for phase in record)
        screen.say("play.checked", n=len(record), movements=movements, letters=letters)
    reasons = Counter(
        event.because for event in table.judge.services.store.events(GAME) if isinstance(event, PhaseClosed)
    )
    early, late = reasons[CloseReason.COMPLETE], reasons[CloseReason.DEADLINE]
    screen.say("play.closed", early=screen.count("play.early", early), late=screen.count("play.late", late))
    return picture


def _picture_in(letter: EmailMessage) -> bytes:
    """The picture that comes with a letter, as PNG; empty for none."""
    pictures = (part for part in letter.walk() if part.get_content_type() == "image/png")
    return next((part.get_content() for part in pictures), b"")


def _dispute_of(table: LocalGame, reader: Correspondent) -> str:
    """Return the lines that dispute the last move of a player that failed and ask for the rule; empty for none."""
    closed = [event for event in table.judge.services.store.events(GAME) if isinstance(event, PhaseClosed)]
    for event in reversed(closed):
        cites = Citing(table.game.book.name, table.game.board_at(event.before), event.judgement)
        for verdict in event.judgement.verdicts[reader.power]:
            rule = cites.rule_of(verdict)
            if verdict.unit and rule and isinstance(verdict.reason, Bounced):
                return say(reader.language, "play.lines", phase=event.before.phase, unit=verdict.unit, rule=rule.number)
    return ""


def _reader(table: LocalGame, language: Language) -> Correspondent:
    """The player with the most centres at the end, of those who read this language."""
    position = _last_position(table.game)
    readers = (player for player in table.players.values() if player.language == language)
    return max(readers, key=lambda player: len(position.centres_of(player.power)))


def _last_news(reader: Correspondent) -> Sequence[EmailMessage]:
    """The two newest letters that do not answer one of the reader's own."""
    return [letter for letter in reader.read if letter["Auto-Submitted"] == "auto-generated"][-2:]
