"""Programs that want a terminal: they are shown one, and keys are pressed once they ask for them."""

import os
import pty
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from select import select

from tests.mta.postfix import PATIENCE

_WAITED = 5
"""Seconds after which a program that shows nothing more has not read its key."""


def in_terminal(command: Sequence[str | Path], home: Path, keys: Mapping[bytes, bytes]) -> None:
    """Run a program to its end; each key of ``keys`` is written when what stands before it has been shown.

    A program may forget the keys that come while it draws its screen: the last one is written again where it waits on.
    """
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True, cwd=home,
        env=os.environ | {"TERM": "xterm", "HOME": str(home), "LINES": "24", "COLUMNS": "80", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    os.close(follower)
    shown: list[bytes] = []

    def read() -> None:
        left, last = dict(keys), b""
        with suppress(OSError):
            while True:
                if not select([leader], [], [], _WAITED)[0]:
                    os.write(leader, last)
                    continue
                shown.append(os.read(leader, 4096))
                for seen in [seen for seen in left if seen in b"".join(shown)]:
                    last = left.pop(seen)
                    os.write(leader, last)
                if not shown[-1]:
                    return

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        assert process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(b"".join(shown).decode(errors="replace")[-2000:]) from None
    reader.join()
    os.close(leader)
