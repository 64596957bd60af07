"""Letters that were set aside because nothing proves whose they are: they have no file in mailboxes/set-aside."""

from datetime import datetime, timedelta
from pathlib import Path

from sqlite_utils import Database

from judge.store.records import format_timestamp

TOLD_FOR = timedelta(days=7)
"""How long the operator is told of them."""


def set_aside_without_file(db: Database, mailboxes: Path, now: datetime) -> tuple[int, ...]:
    """Return the numbers of those that came of late, oldest first, but for those that lie in ``mailboxes`` as a file.

    ``now`` is UTC.
    """
    rows = db.execute(
        "SELECT id FROM letters WHERE state = 'set-aside' AND again IS NULL AND arrived > ? ORDER BY arrived, id",
        [format_timestamp(now - TOLD_FOR)],
    )
    lying = {path.name.partition(".")[0] for path in (mailboxes / "set-aside").glob("*/letter-*")}
    return tuple(number for (number,) in rows if f"letter-{number}" not in lying)
