"""Kills are no letter's fault, and a letter that brings down its reader is not read for ever."""

import ctypes
import os
import shutil
import signal
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bench.kill import storm
from judge.game.deadlines.messages import PhaseExtended
from judge.game.orders.messages import OrderGiven
from judge.handlers.services import SMTP
from judge.mail.dkim_keys import DkimKeyLookup
from judge.paths import receive
from judge.paths.receive import settle_letter
from judge.service import pools
from judge.service.app import Judge
from judge.service.pools import NotReadError, ReaderFailedError, settle_isolated
from judge.shell.local_game import GAME
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.crash.killed import OPENED, PROCESSES, check, run, turkeys_letter
from tests.crash.lives import config_of, lines_of
from tests.mail.domains import letter, signed
from tests.shared.seated import lay_seated_table
from tests.shared.shares import share_of

EDITH, GRETA = "edith@example.net", "greta@example.org"
GAME_BOX = f"judge+{GAME}@localhost"


def test_a_letter_in_hand_at_one_kill_after_another_counts_once(folder: Path, letter_in_peace: Path) -> None:
    mail = turkeys_letter(folder)
    assert run(folder, OPENED, mail, lines_of(receive.settle_letter)[0])
    for end in [*lines_of(pools._outcome)[:1] * 3, lines_of(receive.receive)[1]]:
        assert run(folder, OPENED, None, end)
    assert not run(folder, OPENED, None, None)
    check(folder, letter_in_peace, closed=1)
    assert not (folder / "mailboxes" / "set-aside").exists()


def test_kills_at_random_instants_harm_no_letter(tmp_path: Path) -> None:
    toll = storm(tmp_path, kills=4, seed=1)
    assert toll.is_clean, str(toll)


# --- letters that bring down their reader: the look-up of a key in the reader itself does it


def by_a_segfault(name: str) -> bytes | None:
    if "example.net" in name:
        ctypes.string_at(0)
    return None


def by_ending(name: str) -> bytes | None:
    if "example.net" in name:
        os._exit(0)
    return None


def by_a_signal_of_the_kernel(name: str) -> bytes | None:
    """As the kernel ends what takes too much memory."""
    if "example.net" in name:
        os.kill(os.getpid(), signal.SIGKILL)
    return None


def by_going_on_for_ever(name: str) -> bytes | None:
    while "example.net" in name:
        pass
    return None


def stopped(name: str) -> bytes | None:
    """As a service manager stops all processes of a service."""
    if "example.net" in name:
        os.kill(os.getpid(), signal.SIGTERM)
    return None


def harmless(_: str) -> bytes | None:
    return None


@pytest.fixture(scope="session")
def seated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, datetime]:
    """A folder with a game of seven in it, and the hour."""
    folder = tmp_path_factory.mktemp("seated")
    table = lay_seated_table(folder)
    table.judge.stop()
    return folder, table.clock.now()


@pytest.fixture
def at(seated: tuple[Path, datetime], tmp_path: Path) -> Path:
    return shutil.copytree(seated[0], tmp_path / "judge")


def opened(folder: Path, now: datetime, keys: DkimKeyLookup) -> Judge:
    judge = Judge(config_of(folder), SettableClock(now + timedelta(minutes=2)), keys)
    judge.timeline.services = replace(judge.services, keys=keys)  # where a letter is read, not beside that
    return judge


def keep_letters(store: Store, now: datetime) -> int:
    """One that brings down its reader, behind it one that asks for help."""
    clock = SettableClock(now)
    deadly = store.keep(SMTP, EDITH, GAME_BOX, signed(letter(EDITH, GAME_BOX, "F LON - NTH", clock), "example.net"))
    store.keep(SMTP, GRETA, GAME_BOX, letter(GRETA, GAME_BOX, "HELP", clock)).result()
    return deadly.result()


def live(folder: Path, now: datetime, keys: DkimKeyLookup) -> None:
    judge = opened(folder, now, keys)
    judge.services.store.heartbeat(judge.services.clock.heartbeat())
    judge.start()
    assert judge.settle(timeout=600)
    judge.stop()


def boxes(folder: Path) -> dict[str, str]:
    """The newest letters to both, as one text each."""
    found = {}
    for who in (EDITH, GRETA):
        paths = sorted((folder / "mailboxes" / who / "new").iterdir(), key=lambda path: path.stat().st_mtime_ns)
        found[who] = paths[-1].read_text(encoding="utf-8", errors="replace")
    return found


def test_a_letter_that_kills_the_judge_does_so_once_and_its_writer_is_told(
    at: Path, seated: tuple[Path, datetime]
) -> None:
    _, now = seated
    judge = opened(at, now, harmless)
    keep_letters(judge.services.store, now)
    judge.stop()
    ends = []
    for _ in range(2):
        process = PROCESSES.Process(target=live, args=(at, now, by_a_segfault))
        process.start()
        process.join(600)
        ends.append(process.exitcode)
    assert ends == [-signal.SIGSEGV, 0]
    (aside,) = (at / "mailboxes" / "set-aside" / "new").iterdir()
    assert b"F LON - NTH" in aside.read_bytes()
    assert "failed over it three times" in " ".join(boxes(at)[EDITH].split())
    assert "HELP" in boxes(at)[GRETA], "whoever wrote behind it is answered"


def suspect(store: Store, letter: int) -> None:
    """Leave the file as a judge does that ends while it reads a letter, and find it so."""
    store._mark.set(letter)
    store.note_interrupted()


DEADLY = (by_ending, by_a_signal_of_the_kernel, by_going_on_for_ever)


@pytest.mark.parametrize("deadly", share_of(DEADLY, 3, "kills"))
def test_whatever_a_suspect_letter_does_to_its_reader_counts_while_the_judge_lives(
    at: Path, seated: tuple[Path, datetime], deadly: DkimKeyLookup, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pools, "SECONDS_FOR_A_LETTER", 1)
    judge = opened(at, seated[1], deadly)
    store = judge.services.store
    suspect(store, keep_letters(store, seated[1]))
    tries = []
    while (waiting := store.next_letter()) and waiting.sender == EDITH:
        tries.append(waiting.tries)
        judge.timeline.step()
    judge.stop()
    assert tries == [0, 1, 2, 3]
    assert len(list((at / "mailboxes" / "set-aside" / "new").iterdir())) == 1


def test_a_reader_that_was_stopped_says_nothing_of_its_letter(at: Path, seated: tuple[Path, datetime]) -> None:
    judge = opened(at, seated[1], stopped)
    store = judge.services.store
    suspect(store, keep_letters(store, seated[1]))
    for _ in range(4):
        with pytest.raises(NotReadError):
            judge.timeline.step()
    waiting = store.next_letter()
    judge.stop()
    assert waiting
    assert (waiting.sender, waiting.tries) == (EDITH, 0)


def test_a_letter_whose_reader_cannot_begin_is_put_off_and_nothing_waits_for_it(
    at: Path, seated: tuple[Path, datetime], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = opened(at, seated[1], harmless)
    store, clock = judge.services.store, judge.services.clock
    assert isinstance(clock, SettableClock)
    suspect(store, keep_letters(store, seated[1]))
    deadline = judge.services.game(GAME).deadline  # type: ignore[union-attr]
    assert deadline
    clock.advance_to(deadline.at)
    with monkeypatch.context() as no_time:
        no_time.setattr(pools, "SECONDS_TO_START", 0)
        while judge.timeline.step():
            pass
    assert isinstance(store.events(GAME)[-1], PhaseExtended), "nobody has written that could be read"
    assert (store.next_letter(), store.put_off()) == (None, 1)
    assert not (at / "mailboxes" / "set-aside").exists()
    clock.advance_to(deadline.at + timedelta(minutes=11))
    while judge.timeline.step():
        pass
    assert store.put_off() == 0
    judge.stop()


def test_a_suspect_letter_that_does_no_harm_is_carried_out(at: Path, seated: tuple[Path, datetime]) -> None:
    judge = opened(at, seated[1], harmless)
    store = judge.services.store
    to = f"judge+{GAME}.{judge.services.game(GAME).people[EDITH].token}@localhost"  # type: ignore[union-attr,index]
    sent = store.keep(SMTP, EDITH, to, letter(EDITH, to, "F LON - NTH", SettableClock(seated[1]))).result()
    suspect(store, sent)
    assert judge.timeline.step()
    given = [event for event in store.events(GAME) if isinstance(event, OrderGiven)]
    judge.stop()
    assert [event.letter for event in given] == [sent]


def test_where_no_process_can_be_started_nothing_is_said_of_the_letter(at: Path, seated: tuple[Path, datetime]) -> None:
    judge = opened(at, seated[1], harmless)
    store = judge.services.store
    keep_letters(store, seated[1])
    waiting = store.next_letter()
    assert waiting
    database = at / "data" / "judge.db"
    database.rename(at / "data" / "elsewhere.db")
    database.mkdir()
    with pytest.raises(NotReadError):
        settle_isolated(judge.services, waiting, settle_letter)
    database.rmdir()
    (at / "data" / "elsewhere.db").rename(database)
    judge.stop()


def fails(*_: object) -> None:
    message = "a bug"
    raise ValueError(message)


def lacks_room(*_: object) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(("decide", "error"), [(fails, ReaderFailedError), (lacks_room, NotReadError)])
def test_an_error_in_the_other_process_is_the_letters_unless_it_is_of_the_house(
    at: Path, seated: tuple[Path, datetime], decide: Callable[..., None], error: type[Exception]
) -> None:
    judge = opened(at, seated[1], harmless)
    keep_letters(judge.services.store, seated[1])
    waiting = judge.services.store.next_letter()
    assert waiting
    with pytest.raises(error, match=r"a bug|No space left"):
        settle_isolated(judge.services, waiting, decide)  # type: ignore[arg-type]
    judge.stop()
