"""Other programs on the road of mail, each a process of its own on loopback, by the lines that operators are given."""

import signal
import socket
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.mta.postfix import PATIENCE, until
from tests.mta.stage import HERE

DEPLOYED = HERE / "deploy"


def deployed(name: str, replaced: Mapping[str, str]) -> str:
    """A file of deploy/, in which what stands for this machine is replaced; each of it must be there."""
    text = (DEPLOYED / name).read_text(encoding="utf-8")
    for old, new in replaced.items():
        assert old in text, f"{name} no longer says {old}"
        text = text.replace(old, new)
    return text


@contextmanager
def running(
    command: Sequence[str | Path], log: Path, port: int, environment: Mapping[str, str] | None = None
) -> Iterator[None]:
    """A program in the foreground, from when somebody listens at its port to the end of the block."""
    with log.open("ab") as said:
        process = subprocess.Popen(command, stdout=said, stderr=said, env=environment)
    try:
        until(lambda: _answers(port) or process.poll() is not None, log.read_text)
        assert process.poll() is None, log.read_text()
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=PATIENCE).close()
    except OSError:
        return False
    return True
