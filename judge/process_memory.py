"""How much memory a process takes, and whatever it has begun."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_bytes(pid: int) -> Iterator[tuple[int, int]]:
    """A process and all that descend from it, each with its resident memory (proc_pid_statm(5)), as far as they live.

    Nothing on a machine that does not tell.
    """
    with suppress(FileNotFoundError, ProcessLookupError):
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
        if pages:  # one that has ended and was not waited for has none
            yield pid, pages * _PAGE
    for thread in Path(f"/proc/{pid}/task").glob("*"):  # a child belongs to the thread that has begun it
        children = ""
        with suppress(FileNotFoundError, ProcessLookupError):
            children = (thread / "children").read_text(encoding="ascii")
        for child in children.split():
            yield from resident_bytes(int(child))
