"""What the worst letters known cost: a table of processor time, for a player's own and for a stranger's.

``python -m bench.worst`` sends each of them straight into a judge with a game of seven under way, without any socket.
"""

import gc
import sys
import tempfile
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from time import process_time

from bench.old_games import keep_old_games, old_game
from bench.siege import WRITER, Siege, besieged
from judge.store.store import Store
from tests.shared.worst_letters import ALL, letter

MOST_SECONDS = 0.3
"""Processor time that one letter may take, on a machine at rest."""

YARDSTICK = 0.06
"""Seconds that playing an old game took on two cores at rest: what is dear elsewhere is held to it."""

_TRIES = 3
_STRANGER = "stranger@example.net"
WARM_UP = letter(
    b"A PAR - BUR\r\nParis marches to Burgundy, I hope\r\nA PAT - BURR\r\nOPEN y WITH ZONE UTC\r\nHELP\r\n"
)
"""What is read from files once in the life of a judge is no letter's cost."""


OLD_GAMES, YEARS = 200, 25
"""Finished games, of fifty phases and more than a thousand events each, among which a stranger asks."""

QUESTIONS = {"hello": b"Hello!\r\n", "LIST": b"LIST\r\n", "RECORD": b"RECORD\r\n"}


def main() -> None:
    """Print the tables; a letter that costs too much is marked, and the exit code tells."""
    sys.stdout.write(f"this machine takes {_calibration():.2f} s for what tells it from others: an old game played\n\n")
    with besieged() as siege:
        siege.send(WARM_UP, siege.recipients[0])
        gc.freeze()  # as in the process that reads letters
        too_dear = _table(siege, ALL)
    too_dear += _among_old_games()
    sys.stdout.write(f"{too_dear} letters cost more than {MOST_SECONDS} s of processor time\n")
    sys.exit(bool(too_dear))


def _table(siege: Siege, letters: Mapping[str, bytes]) -> int:
    """A row for each letter; how many of them cost too much."""
    sys.stdout.write(f"{'letter':45} {'kB':>6} {'player':>8} {'stranger':>8}\n")
    too_dear = 0
    for name, raw in letters.items():
        own = _seconds(siege, raw, siege.recipients[0], WRITER)
        foreign = _seconds(siege, raw.replace(WRITER.encode(), _STRANGER.encode(), 1), siege.recipients[2], _STRANGER)
        is_dear = max(own, foreign) > MOST_SECONDS
        too_dear += is_dear
        verdict = "too much" if is_dear else "kept"
        sys.stdout.write(f"{name:45} {len(raw) // 1000:6} {own:8.2f} {foreign:8.2f} {verdict}\n")
    return too_dear


def _among_old_games() -> int:
    """What a stranger's questions cost a judge just started with many finished games, the first time and later."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "data" / "judge.db", lambda: datetime.now(UTC))
        keep_old_games(store, OLD_GAMES, YEARS)
        store.close()
        siege = Siege(Path(folder))
        try:
            siege.send(letter(b"HELP\r\n"), siege.recipients[0])
            return sum(_asked(siege, name, text) for name, text in QUESTIONS.items())
        finally:
            siege.close()


def _asked(siege: Siege, name: str, text: bytes) -> bool:
    first, later = (
        _seconds(siege, letter(text, b"X-Number: %d\r\n" % number), siege.recipients[2], f"{name}{number}@example.net")
        for number in range(2)
    )
    is_dear = max(first, later) > MOST_SECONDS
    verdict = "too much" if is_dear else "kept"
    sys.stdout.write(f"{f'{name} among {OLD_GAMES} old games':45} {first:15.3f} {later:8.3f} {verdict}\n")
    return is_dear


def _calibration() -> float:
    begun = process_time()
    old_game("calibration", YEARS)
    return process_time() - begun


def at_rest(seconds: float) -> float:
    """What something would have taken at rest that has just taken so long: others slow the processor down."""
    return seconds * min(1.0, YARDSTICK / _calibration())


def _seconds(siege: Siege, raw: bytes, recipient: str, sender: str) -> float:
    """What a letter costs; where it is too much, the least of three times: others may use the machine."""
    least = MOST_SECONDS
    for number in range(_TRIES):
        tried = b"X-Try: %d\r\n%s" % (number, raw.replace(WRITER.encode(), sender.encode(), 1))
        begun = process_time()
        siege.send(tried, recipient, sender)
        seconds = process_time() - begun
        seconds = at_rest(seconds) if seconds > MOST_SECONDS else seconds
        least = seconds if number == 0 else min(least, seconds)
        if least <= MOST_SECONDS:
            break
    return least


if __name__ == "__main__":
    main()
