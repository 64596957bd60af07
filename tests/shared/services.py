"""The services of a judge without doors, for tests that carry out lines by themselves."""

from collections.abc import Sequence
from datetime import datetime
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from judge.config import Config, FolderConfig
from judge.game.apply import fold_events
from judge.game.messages import Event
from judge.game.settings import GameName
from judge.handlers.services import Services
from judge.handlers.session import LineContext
from judge.store.event_json import dump_event, read_event
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SystemClock


def context(
    now: datetime,
    name: str | None = None,
    *,
    number: int = 7,
    log: Sequence[Event] = (),
    written: datetime | None = None,
    arrived: datetime | None = None,
) -> LineContext:
    """What lines of a letter are carried out with that comes at that moment; ``log`` is all that the store holds."""
    services = _services(tuple(map(dump_event, log)))
    return LineContext(services, GameName(name) if name else None, number, written, arrived or now, now)


@cache
def _services(log: tuple[str, ...]) -> Services:
    folder = TemporaryDirectory()
    _FOLDERS.append(folder)
    path, clock = Path(folder.name), SystemClock()
    folders = FolderConfig(path, *(path / name for name in ("archive", "mailboxes", "tournaments", "boards")))
    store = Store(path / "judge.db", clock.now)
    events = tuple(map(read_event, log))
    game = fold_events(events)
    if game:
        assert store.commit(Transaction(None, LetterStatus.DONE, game=game.name, seen=0, events=events))
    return Services(Config(folders=folders), store, clock)


_FOLDERS: list[TemporaryDirectory[str]] = []
"""Removed when the tests end."""
