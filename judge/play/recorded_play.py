"""Plays a recorded game from its first letter to its last report, and shows it."""

import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from email.message import EmailMessage
from pathlib import Path

import click

from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.play.correspondent import Correspondent
from judge.play.local_game import GAME, LocalGame, open_and_join, play_phase, start_local_game
from judge.play.recorded_game import RecordedPhase, load_record, recorded_games
from judge.rules.board import Power
from judge.rules.position import PhaseKind

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
    say(
        f"\nEverything lies in {place}:\n"
        f"  mailboxes/   one Maildir per player:   mutt -f {place}/mailboxes/{reader.address}\n"
        f"  archive/     the game as plain text:   less {place}/archive/{GAME}/*.txt\n"
        "\nNext, start a judge of your own and write it a first letter by hand:\n"
        "  .venv/bin/python judge.py serve\n"
        "  .venv/bin/python judge.py letter --from you@example.org HELP      (in another terminal)"
    )


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
