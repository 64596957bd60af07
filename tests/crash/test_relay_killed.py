"""A judge that is killed while letters leave by a relay repeats one of them at most, wherever in its life that is.

One in twenty-five of the lines is drawn, the same each time; ``make kill`` takes every one.
"""

import threading
from collections import Counter
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from judge.config import DkimConfig, RelayConfig
from judge.paths import deliver
from judge.store import data_folder, outbox
from judge.store.store import Store
from tests.crash.killed import PROCESSES
from tests.crash.lives import Line, assassin, lines_of, some_of
from tests.mail.sink import Sink
from tests.shared.outgoing import Room

ALICE = "alice@example.org"
BEFORE, UNMARKED, MORE = deliver.MOST_UNMARKED, 3, 5
"""So many letters leave before, after which they are marked together; of those behind them so many before a kill."""

LINES = lines_of(
    deliver.deliver_due,
    deliver._SendingRound.note,
    deliver._SendingRound._note_sent,
    deliver._SendingRound.mark_sent,
    Store.note_sent,
    Store.catch_up,
    data_folder.HandedOverLetters.add,
    data_folder.HandedOverLetters.clear,
    outbox.mark_sent,
)


def send_until(folder: Path, port: int, end: Line) -> None:
    """One life, which ends at a line while letters are marked together and some have left unmarked."""
    kill = assassin(end)
    left: list[FrameType] = []

    def watch(frame: FrameType, event: str, given: object) -> Any:
        if event == "call" and frame.f_code is deliver._SendingRound._note_sent.__code__:
            left.append(frame)
        return kill(frame, event, given) and watch if event == "call" or len(left) > UNMARKED else watch

    threading.settrace(watch)
    room = Room(folder, RelayConfig("127.0.0.1", port), DkimConfig())
    room.post(*[ALICE] * BEFORE)
    room.send()
    room.post(*[ALICE] * MORE)
    sender = threading.Thread(target=room.send)  # a thread that begins now is watched
    sender.start()
    sender.join()
    room.close()


@pytest.mark.parametrize("end", some_of(LINES), ids=str)
def test_a_kill_repeats_at_most_one_letter(tmp_path: Path, sink: Sink, port: int, end: Line) -> None:
    process = PROCESSES.Process(target=send_until, args=(tmp_path, port, end))
    process.start()
    process.join(600)
    room = Room(tmp_path, RelayConfig("127.0.0.1", port), DkimConfig())
    room.send()
    room.close()
    copies = Counter(sink.subjects)
    assert len(copies) == BEFORE + MORE
    assert sum(copies.values()) - len(copies) <= 1
