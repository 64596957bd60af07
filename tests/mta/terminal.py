"""Programs that want a terminal: they are shown one, and keys are pressed once they ask for them."""

import os
import pty
import subprocess
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from tests.mta.postfix import PATIENCE


def in_terminal(command: Sequence[str | Path], home: Path, keys: Mapping[bytes, bytes]) -> None:
    """Run a program to its end; each key of ``keys`` is written once, when what stands before it has been shown."""
    leader, follower = pty.openpty()
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, start_new_session=True, cwd=home,
        env=os.environ | {"TERM": "xterm", "HOME": str(home), "LINES": "24", "COLUMNS": "80", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    os.close(follower)
    shown: list[bytes] = []

    def read() -> None:
        left = dict(keys)
        with suppress(OSError):
            while said := os.read(leader, 4096):
                shown.append(said)
                for seen in [seen for seen in left if seen in b"".join(shown)]:
                    os.write(leader, left.pop(seen))

    reader = threading.Thread(target=read, daemon=True)
    reader.start()
    try:
        assert process.wait(PATIENCE) == 0
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(b"".join(shown).decode(errors="replace")[-2000:]) from None
    reader.join()
    os.close(leader)
