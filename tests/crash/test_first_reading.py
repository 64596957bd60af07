"""Every letter is read in a process apart: whatever it does there, the judge goes on, and the next letter is read."""

import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import NoReturn

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.phases import close
from judge.game.phases.messages import CloseFailed
from judge.game.settings import GameName
from judge.handlers.services import Services
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.paths.deadline import decide_deadline
from judge.paths.receive import settle_letter
from judge.rules.board import Power
from judge.rules.orders import Hold
from judge.service.pools import LetterReader, ReaderFailedError, ReadingLimits
from judge.service.timeline import Timeline
from judge.shell.local_game import GAME, LocalGame
from judge.store.records import Transaction
from judge.store.rows import Alarm, KeptLetter, LetterStatus
from judge.system.clock import SettableClock
from tests.shared.by_mail import bytes_of, reply_to
from tests.shared.seated import lay_seated_table

EDITH = "edith@example.net"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


@pytest.fixture
def reader() -> Iterator[LetterReader]:
    reader = LetterReader(ReadingLimits(60, 1))
    yield reader
    reader.close()


def keep(table: LocalGame, text: str) -> KeptLetter:
    store = table.judge.services.store
    return store.letter(store.keep("smtp", EDITH, reply_to(table, "ENGLAND"), bytes_of(EDITH, text)).result())


def by_a_signal(_: Services, __: KeptLetter) -> Transaction:
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError


def by_going_on_for_ever(_: Services, __: KeptLetter) -> Transaction:
    while True:
        pass


def by_a_bug(_: Services, __: KeptLetter) -> Transaction:
    raise ZeroDivisionError


def read_again_now(services: Services, kept: KeptLetter) -> Transaction:
    return Transaction(kept.id, LetterStatus.SET_ASIDE, again=services.clock.now())


def as_its_own_answer(_: Services, kept: KeptLetter) -> Transaction:
    return Transaction(kept.id, LetterStatus.ROBOT, digest=kept.raw)


@pytest.mark.parametrize("deadly", [by_a_signal, by_going_on_for_ever, by_a_bug])
def test_a_letter_that_ends_its_reader_ends_nothing_else(
    table: LocalGame, reader: LetterReader, deadly: object
) -> None:
    services, kept = table.judge.services, keep(table, "F LON - NTH")
    with pytest.raises(ReaderFailedError):
        reader.settle(services, kept, deadly)  # type: ignore[arg-type]
    assert reader.settle(services, kept, settle_letter).events, "the next one is read"


def test_one_process_reads_letter_after_letter_and_sees_what_came_of_them(
    table: LocalGame, reader: LetterReader
) -> None:
    services = table.judge.services
    for text in ("F LON - NTH", "F EDI - NWG", "STATUS"):
        transaction = reader.settle(services, keep(table, text), settle_letter)
        assert services.store.commit(transaction)
        table.clock.advance_to(table.clock.now() + timedelta(minutes=1))
    assert b"NWG" in transaction.outgoing[0].raw
    assert transaction.outgoing[0].at == services.store.letter(transaction.letter or 0).arrived


def test_its_clock_is_the_judges_even_where_that_has_been_set_back(table: LocalGame, reader: LetterReader) -> None:
    services, kept = table.judge.services, keep(table, "F LON - NTH")
    for days in (2, 1):
        clock = SettableClock(table.clock.now() + timedelta(days=days))
        assert reader.settle(replace(services, clock=clock), kept, read_again_now).again == clock.now()


def test_letters_of_the_timeline_are_read_there_as_they_are_here(table: LocalGame, reader: LetterReader) -> None:
    services = table.judge.services
    timeline = Timeline(services)
    timeline.read_in(reader)
    before = len(services.store.events(GAME))
    keep(table, "F LON - NTH\r\nF EDI - NWG")
    while timeline.step():
        pass
    assert len(services.store.events(GAME)) == before + 2
    assert services.store.next_letter() is None


def test_a_letter_that_always_ends_it_is_set_aside_after_three_times(
    table: LocalGame, reader: LetterReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    services = table.judge.services
    timeline = Timeline(services)
    timeline.read_in(reader)
    keep(table, "F LON - NTH")
    with monkeypatch.context() as deadly:
        deadly.setattr("judge.service.timeline.settle_letter", by_a_signal)
        while timeline.step():
            pass
    assert services.store.next_letter() is None
    assert services.game(GameName(GAME))
    assert LetterStatus.SET_ASIDE.value in str(services.store._reader.execute("SELECT state FROM letters").fetchall())


def end(*_: object) -> NoReturn:
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


NO_CLOSE = ("judge_phase", end)


def with_a_deadly_close(services: Services, kept: KeptLetter) -> Transaction:
    """Settle a letter in a process in which no phase can be judged."""
    setattr(close, *NO_CLOSE)
    return settle_letter(services, kept)


def at_an_hour_that_is_deadly(services: Services, alarm: Alarm) -> Transaction | None:
    setattr(close, *NO_CLOSE)
    return decide_deadline(services, alarm)


def test_a_letter_whose_close_always_ends_it_counts_and_the_phase_stays_open(
    table: LocalGame, reader: LetterReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = table.game.position
    assert position
    orders = {
        power: "\n".join(
            write_order(Hold(unit.at.province), position, table.game.board, load_notation(player.notation))
            for unit in position.units_of(power)
        )
        for power, player in table.players.items()
    }
    for power, player in table.players.items():
        if power != "ENGLAND":
            player.answer(orders[power])
    table.settle()
    services, clock = table.judge.services, table.clock
    timeline = Timeline(services)
    timeline.read_in(reader)
    kept = keep(table, orders[Power("ENGLAND")])
    with monkeypatch.context() as fault:
        fault.setattr("judge.service.timeline.settle_letter", with_a_deadly_close)
        fault.setattr("judge.service.timeline.decide_deadline", at_an_hour_that_is_deadly)
        while timeline.step():
            pass
        assert not (services.config.folders.mailboxes / "set-aside").exists()
        assert any(isinstance(one, OrderGiven) and one.letter == kept.id for one in services.store.events(GAME))
        assert table.game.phases_closed == 0
        assert sum(isinstance(one, CloseFailed) for one in services.store.events(GAME)) == 1
        (stuck,) = services.store.overview().stuck
        assert stuck.tries == 1
    clock.advance_to(stuck.again)
    while timeline.step():
        pass
    assert table.game.phases_closed == 1


def test_a_reader_that_has_ended_between_two_letters_is_started_anew(table: LocalGame, reader: LetterReader) -> None:
    services = table.judge.services
    assert services.store.commit(reader.settle(services, keep(table, "F LON - NTH"), settle_letter))
    assert reader.pid
    os.kill(reader.pid, signal.SIGKILL)
    os.waitid(os.P_PID, reader.pid, os.WEXITED | os.WNOWAIT)
    assert reader.settle(services, keep(table, "F EDI - NWG"), settle_letter).events


def test_a_letter_of_any_size_reaches_it_and_what_comes_of_it_comes_back(
    table: LocalGame, reader: LetterReader
) -> None:
    kept = keep(table, "")
    for size in (0, 1, 64 * 1024 - 8, 64 * 1024, 5_000_000):
        large = replace(kept, raw=b"x" * size)
        assert reader.settle(table.judge.services, large, as_its_own_answer).digest == large.raw
