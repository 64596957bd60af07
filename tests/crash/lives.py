"""One life of a judge in a process of its own, ended by SIGKILL at a chosen line of the code."""

import os
import random
import signal
import smtplib
import threading
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from judge.config import ClockConfig, Config, FolderConfig, SmtpConfig
from judge.service.app import Judge
from judge.system.clock import SettableClock


@dataclass(frozen=True)
class Line:
    """A line of a function: where a life ends, just before it would have run."""

    file: str
    function: str
    number: int

    def __str__(self) -> str:
        return f"{Path(self.file).stem}.{self.function}:{self.number}"


@dataclass(frozen=True)
class Mail:
    """A letter as a client sends it."""

    sender: str
    recipient: str
    raw: bytes


def lines_of(*functions: Any) -> tuple[Line, ...]:
    """Every line of some functions."""
    found: dict[Line, None] = {}
    for function in functions:
        code: CodeType = function.__code__
        for _, _, number in code.co_lines():
            if number is not None and number > code.co_firstlineno:
                found[Line(code.co_filename, code.co_name, number)] = None
    return tuple(found)


def some_of(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """One in twenty-five of some lines; with JUDGE_KILLED_AT=all, all (``make kill``)."""
    if os.environ.get("JUDGE_KILLED_AT") == "all":
        return lines
    return tuple(random.Random(1).sample(lines, -(-len(lines) // 25)))


def config_of(folder: Path) -> Config:
    return Config(
        smtp=SmtpConfig(port=0),
        folders=FolderConfig(folder / "data", folder / "archive", folder / "mailboxes"),
        clock=ClockConfig(sweep_seconds=3600),
    )


def live(folder: Path, moment: datetime, mail: Mail | None, end: Line | None, *, awake: bool = True) -> None:
    """Start a judge on what lies in ``folder``, send it a letter, let it do all there is to do, stop it.

    A file ``accepted`` shows that the client was told 250. At ``end`` the process dies on the spot.
    ``awake`` when a judge ran up to that moment, so that there is no outage to be made up for.
    """
    if end:
        threading.settrace(assassin(end))
    judge = Judge(config_of(folder), SettableClock(moment))
    if awake:
        judge.services.store.heartbeat(judge.services.clock.heartbeat())
    judge.start()
    if mail:
        send(judge, mail)
        (folder / "accepted").touch()
    assert judge.settle(timeout=600)
    judge.stop()


def send(judge: Judge, mail: Mail) -> None:
    with smtplib.SMTP("127.0.0.1", judge.door.port, timeout=600) as line:
        line.sendmail(mail.sender, [mail.recipient], mail.raw)


def assassin(end: Line) -> Any:
    """A trace function that ends the process just before a line runs."""

    def watch(frame: FrameType, event: str, _: object) -> Any:
        if frame.f_code.co_filename != end.file or frame.f_code.co_name != end.function:
            return None
        if event == "line" and frame.f_lineno == end.number:
            os.kill(os.getpid(), signal.SIGKILL)
        return watch

    return watch
