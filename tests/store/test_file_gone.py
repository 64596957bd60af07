"""The file pulled away while the judge runs: nothing more is accepted into nowhere."""

from collections.abc import Callable
from pathlib import Path

import pytest

from judge.store.connection import is_infrastructure_error
from judge.store.store import Store
from judge.system.clock import SettableClock


def unlink(path: Path) -> None:
    path.unlink()


def move(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def replace(path: Path) -> None:
    copy = path.with_name("copy.db")
    copy.write_bytes(path.read_bytes())
    copy.rename(path)


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("elsewhere"))


@pytest.mark.parametrize("pull_away", [unlink, move, replace, move_the_folder])
def test_nothing_is_kept_once_the_file_has_lost_its_name(
    tmp_path: Path, clock: SettableClock, pull_away: Callable[[Path], None]
) -> None:
    path = tmp_path / "data" / "judge.db"
    store = Store(path, clock.now)
    store.keep("smtp", "alice@example.org", "judge@localhost", b"one").result()
    pull_away(path)
    for ask in (
        lambda: store.keep("smtp", "alice@example.org", "judge@localhost", b"two").result(),
        lambda: store.heartbeat(clock.heartbeat()),
        store.next_letter,
    ):
        with pytest.raises(OSError, match="was moved, deleted or replaced while the judge runs") as trouble:
            ask()
        assert is_infrastructure_error(trouble.value), "no letter is blamed for it"
    store.close()


def test_a_file_put_back_is_written_again(tmp_path: Path, clock: SettableClock) -> None:
    path = tmp_path / "judge.db"
    store = Store(path, clock.now)
    path.rename(tmp_path / "elsewhere.db")
    with pytest.raises(OSError, match="was moved"):
        store.keep("smtp", "alice@example.org", "judge@localhost", b"one").result()
    (tmp_path / "elsewhere.db").rename(path)
    assert store.keep("smtp", "alice@example.org", "judge@localhost", b"one").result() == 1
    store.close()
