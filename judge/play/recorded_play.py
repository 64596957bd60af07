"""Plays a recorded game from its first letter to its last report."""

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
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
from judge.play.gallery import Gallery
from judge.play.local_game import GAME, Correspondent, LocalGame, open_and_join, start_local_game
from judge.play.printed import print_zine
from judge.play.record import RecordedPhase, load_record
from judge.play.screen import Screen
from judge.reports.language import say
from judge.rules.board import Power
from judge.rules.position import Phase, PhaseKind, Position


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
        _close_with(table, reader, record, differences, screen)
    finally:
        table.judge.stop()
    screen.next_steps(place, gallery.page, printed, reader.address)
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
) -> None:
    """Show the last report as a player received it, how the game ended, and what was checked."""
    report, end = _last_news(reader)
    screen.say("play.report", reader=reader.address)
    screen.letter(report)
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


def _reader(table: LocalGame, language: Language) -> Correspondent:
    """The player with the most centres at the end, of those who read this language."""
    position = _last_position(table.game)
    readers = (player for player in table.players.values() if player.language == language)
    return max(readers, key=lambda player: len(position.centres_of(player.power)))


def _last_news(reader: Correspondent) -> Sequence[EmailMessage]:
    """The two newest letters that do not answer one of the reader's own."""
    return [letter for letter in reader.read if letter["Auto-Submitted"] == "auto-generated"][-2:]
