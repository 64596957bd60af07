"""Plays a recorded game from its first letter to its last report, and shows it."""

import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

import click

from judge.game.folded_log import valid_phases
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.state import Game
from judge.maps.chart import ChartView, draw_chart
from judge.maps.picture import draw_map
from judge.maps.view import MapView
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.packaged import packaged
from judge.play.local_game import GAME, Correspondent, LocalGame, open_and_join, start_local_game
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power
from judge.rules.position import Phase, PhaseKind, Position

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


def play_recorded_game(name: str, folder: Path | None, say: Callable[[str], None]) -> bool:
    """Play a recorded game in ``folder`` (a temporary one if None); return whether every position is as recorded."""
    if name not in recorded_games():
        say(f"There is no recorded game “{name}”; there are {', '.join(recorded_games())}.")
        return False
    place = folder or Path(tempfile.mkdtemp(prefix="judge-play-"))
    record = load_record(name)
    table = start_local_game(place)
    say(f"Seven correspondents play the recorded game “{name}” by mail, through 127.0.0.1:{table.judge.door.port}.")
    try:
        (place / "config.toml").write_text(_CONFIG, encoding="utf-8")
        open_and_join(table)
        differences = _play_all(table, record, say)
        _close_with(table, place, record, differences, say)
    finally:
        table.judge.stop()
    return not differences


def _play_all(table: LocalGame, record: tuple[RecordedPhase, ...], say: Callable[[str], None]) -> tuple[str, ...]:
    """Play phase by phase under a progress bar; where there is no terminal to draw it on, each year is a line."""
    differences: list[str] = []
    years: set[int] = set()
    with click.progressbar(record, item_show_func=lambda phase: str(phase.phase) if phase else "") as phases:
        for phase in phases:
            year = phase.phase.year
            phases.label = str(year)
            if not sys.stdout.isatty() and year not in years:
                say(f"  {year}")
            years.add(year)
            press = {Power(power): text for power, text in _PRESS.get(str(phase.phase), {}).items()}
            differences += play_phase(table, phase, press)
    return tuple(differences)


def _close_with(
    table: LocalGame,
    place: Path,
    record: tuple[RecordedPhase, ...],
    differences: tuple[str, ...],
    say: Callable[[str], None],
) -> None:
    """The last report as one player received it, what was checked, and where everything lies."""
    reader = next(player for player in table.players.values() if player.language == "fr")
    say(f"\nThe last report and the end of the game, as {reader.address} received them:\n")
    for letter in _last_news(reader):
        say(_as_received(letter))
    letters = sum(len(player.read) for player in table.players.values())
    movements = sum(phase.phase.kind is PhaseKind.MOVEMENT for phase in record)
    if differences:
        say("Positions that differ from the record:\n  " + "\n  ".join(differences))
    else:
        say(f"All {len(record)} positions ({movements} of them after moves) are as recorded; {letters} letters read.")
    say(_how_phases_closed(table))
    _draw_phases(table, place / "maps")
    say(
        f"\nEverything lies in {place}:\n"
        f"  mailboxes/   one Maildir per player:   mutt -f {place}/mailboxes/{reader.address}\n"
        f"  archive/     the game as plain text:   less {place}/archive/{GAME}/*.txt\n"
        f"  maps/        a map of each phase and centres.svg, the centres by year: to be opened in a browser\n"
        f"  config.toml  for the shell:  .venv/bin/python judge.py --config {place}/config.toml game {GAME}\n"
        "\nNext, start a judge of your own and write it a first letter by hand:\n"
        "  .venv/bin/python judge.py serve\n"
        "  .venv/bin/python judge.py letter --from you@example.org HELP      (in another terminal)"
    )


def _draw_phases(table: LocalGame, folder: Path) -> None:
    """Leave a map of each phase with its orders, and the chart of the game."""
    folder.mkdir(exist_ok=True)
    game = table.game
    position = _last_position(game)
    whole = Phrasing("en", load_notation("standard"), game.board_at(position), position)
    chart = draw_chart(ChartView(whole, game.centre_history, GAME))
    (folder / "centres.svg").write_text(chart, encoding="utf-8")
    for event in valid_phases(table.judge.services.store.events(GAME)):
        phrasing = Phrasing("en", load_notation("standard"), game.board_at(event.before), event.before)
        drawn = draw_map(MapView(phrasing, GAME, event.judgement))
        (folder / f"{event.number:03}-{event.before.phase}.svg").write_text(drawn, encoding="utf-8")


def _how_phases_closed(table: LocalGame) -> str:
    events = table.judge.services.store.events(GAME)
    reasons = Counter(event.because for event in events if isinstance(event, PhaseClosed))
    early, late = reasons[CloseReason.COMPLETE], reasons[CloseReason.DEADLINE]
    return f"{early} phases closed when everyone had written, {late} at their deadline."


def _last_news(reader: Correspondent) -> Sequence[EmailMessage]:
    """The two newest letters that do not answer one of the reader's own."""
    return [letter for letter in reader.read if letter["Auto-Submitted"] == "auto-generated"][-2:]


def _as_received(letter: EmailMessage) -> str:
    headers = "\n".join(
        f"{name}: {str(letter[name]).strip()}" for name in ("From", "Reply-To", "To", "Subject", "Date")
    )
    text = "\n".join(f"  {line}".rstrip() for line in f"{headers}\n\n{letter.get_content()}".splitlines())
    return f"{text}\n"
