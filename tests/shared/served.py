"""A judge in a process of its own, and letters to it."""

import os
import re
import signal
import smtplib
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from pathlib import Path

HERE = Path(__file__).parents[2]
PATIENCE = 600
"""Seconds after which something must be wrong."""


def configure(folder: Path, relay: str = "") -> Path:
    path = folder / "config.toml"
    path.write_text(f"[smtp]\nport = 0\n[clock]\nsweep_seconds = 1\n{relay}", encoding="utf-8")
    return path


@contextmanager
def serving(config: Path, signals: int = 1) -> Iterator[int]:
    """A judge in a process of its own; its port. It is told to stop by SIGTERM, and must stop cleanly."""
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(config), "serve"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, cwd=HERE, env=os.environ | {"PYTHONUNBUFFERED": "1"}
    )
    assert process.stdout
    try:
        found = re.search(r"listens on 127\.0\.0\.1:(\d+)", process.stdout.readline())
        assert found
        yield int(found[1])
        for _ in range(signals):
            process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == 0
        assert "stopped" in process.stdout.read()
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def letter(text: str, recipient: str = "judge@localhost") -> EmailMessage:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "alice@example.org", recipient, "A question"
    message["Message-ID"] = f"<{abs(hash(text))}@example.org>"
    message.set_content(text)
    return message


def send(port: int, text: str, recipient: str = "judge@localhost") -> None:
    with smtplib.SMTP("127.0.0.1", port, timeout=PATIENCE) as line:
        line.send_message(letter(text, recipient))


def until(found: Callable[[], object]) -> None:
    """Come back when something has happened; fail when it takes longer than patience."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end
        os.sched_yield()


def subjects(folder: Path) -> list[str]:
    letters = (folder / "mailboxes" / "alice@example.org" / "new").glob("*")
    return sorted(str(message_from_bytes(path.read_bytes())["Subject"]) for path in letters)
