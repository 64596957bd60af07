"""What the worst letters known cost: a table of processor time, for a player's own and for a stranger's.

``python -m bench.worst`` sends each of them straight into a judge with a game of seven under way, without any socket.
"""

import sys
from collections.abc import Mapping
from time import process_time

from bench.siege import WRITER, Siege, besieged
from tests.worst_letters import GROWN, WORST, letter

MOST_SECONDS = 0.3
"""Processor time that one letter may take."""

_STRANGER = "stranger@example.net"
WARM_UP = letter(b"A PAR - BUR\r\nA PAT - BURR\r\nOPEN y WITH ZONE UTC\r\nHELP\r\n")
"""What is read from files once in the life of a judge is no letter's cost."""


def main() -> None:
    """Print the table; a letter that costs too much is marked, and the exit code tells."""
    with besieged() as siege:
        siege.send(WARM_UP, siege.recipients[0])
        too_dear = _table(siege, WORST | GROWN)
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
        sys.stdout.write(f"{name:45} {len(raw) // 1000:6} {own:8.2f} {foreign:8.2f}{' too much' * is_dear}\n")
    return too_dear


def _seconds(siege: Siege, raw: bytes, recipient: str, sender: str) -> float:
    begun = process_time()
    siege.send(raw, recipient, sender)
    return process_time() - begun


if __name__ == "__main__":
    main()
