"""What was promised survives: a judge that is killed, a full disk, another process that writes."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock

ROOT = Path(__file__).parents[2]

KEEP_FOR_EVER = """
import itertools, os, sys
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread
from judge.store.store import Store

store = Store(Path(sys.argv[1]), lambda: datetime.now(UTC))

def keep(name):
    for number in itertools.count():
        text = f"{name} {number}"
        kept = store.keep("smtp", None, "judge@example.net", text.encode() * 50).result()
        os.write(1, f"{kept} {text}\\n".encode())  # one call, so that no thread writes into another's line

for name in "abc":
    Thread(target=keep, args=[name]).start()
"""

COMMIT_FOR_EVER = """
import itertools, sys
from datetime import UTC, datetime
from pathlib import Path
from judge.store.store import Store
from judge.store.records import ComposedLetter, LetterStatus, SeriesPlace, Transaction
from tests.store.event_samples import SAMPLES

store = Store(Path(sys.argv[1]), lambda: datetime.now(UTC))
two = SAMPLES["game-opened"], SAMPLES["player-joined"]
for number in itertools.count():
    letter = store.keep("smtp", None, "judge@example.net", b"%d" % number).result()
    place = SeriesPlace(1, letter)
    out = ComposedLetter(f"<{number}@example.net>", "rome", "alice@example.org", "judge@example.net", b"", place)
    store.commit(Transaction(letter, LetterStatus.DONE, "rome", 2 * number, two, None, (out,)))
    print(number, flush=True)
"""

FILL_THE_DISK = """
import resource, sys
from datetime import UTC, datetime
from pathlib import Path
from judge.store.store import Store

store = Store(Path(sys.argv[1]), lambda: datetime.now(UTC))
keep = lambda text: store.keep("smtp", None, "judge@example.net", text).result()
keep(b"before")
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, most))
try:
    keep(b"too big for this disk" * 100_000)
except OSError as error:
    print("refused:", type(error).__name__)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
keep(b"after")
store.close()
"""


@contextmanager
def child(script: str, path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another Python that runs a script on the file."""
    command = [sys.executable, "-c", script, str(path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        yield process


def killed_after(lines: int, script: str, path: Path) -> list[str]:
    """What a child had said when it was killed, just after so many lines."""
    with child(script, path) as process:
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(lines)]
        os.kill(process.pid, signal.SIGKILL)
        said += process.stdout.readlines()
    return [line.strip() for line in said if line.endswith("\n")]


@pytest.mark.parametrize("lines", [1, 40, 300])
def test_every_letter_answered_for_is_there_after_a_kill(path: Path, clock: SettableClock, lines: int) -> None:
    promised = killed_after(lines, KEEP_FOR_EVER, path)
    assert len(promised) >= lines
    store = Store(path, clock.now)
    kept = {}
    while letter := store.next_letter():
        kept[letter.id] = letter.raw
        store.commit(Transaction(letter.id, LetterStatus.DONE))
    store.close()
    for line in promised:
        number, text = line.split(" ", 1)
        assert kept[int(number)] == text.encode() * 50


@pytest.mark.parametrize("lines", [1, 50])
def test_a_change_is_whole_or_absent_after_a_kill(path: Path, clock: SettableClock, lines: int) -> None:
    promised = killed_after(lines, COMMIT_FOR_EVER, path)
    assert len(promised) >= lines
    store = Store(path, clock.now)
    changes = len(store.events(GameName("rome"))) // 2
    assert len(store.events(GameName("rome"))) == 2 * changes
    assert changes in {len(promised), len(promised) + 1}
    assert store.last_number(GameName("rome"), 1) == changes
    unread = store.next_letter()
    assert unread is None or unread.raw == b"%d" % changes
    store.close()


def test_a_full_disk_refuses_the_letter_and_harms_no_other(path: Path, clock: SettableClock) -> None:
    with child(FILL_THE_DISK, path) as process:
        said, _ = process.communicate(timeout=600)
    assert said.startswith("refused:")
    assert process.returncode == 0
    store = Store(path, clock.now)
    read = []
    while letter := store.next_letter():
        read.append(letter.raw)
        store.commit(Transaction(letter.id, LetterStatus.DONE))
    assert read == [b"before", b"after"]
    store.close()


def test_two_processes_may_share_the_file(path: Path, store: Store) -> None:
    with child(KEEP_FOR_EVER, path) as process:
        assert process.stdout is not None
        process.stdout.readline()
        kept = [store.keep("shell", None, "judge@example.net", b"%d" % number).result() for number in range(20)]
        process.kill()
    assert len(set(kept)) == 20
