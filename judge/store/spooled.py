"""Letters of the spool that the worker has not taken into the store yet."""

from pathlib import Path

from sqlite_utils import Database

from judge.store.inbox import fingerprint, id_of
from judge.store.overview import Waiting
from judge.store.spool import arrived_letters


def waiting_for_worker(db: Database, spool: Path) -> Waiting:
    """How many wait, since when the oldest does; one that the worker has may lie in the spool for a while."""
    with arrived_letters(spool) as letters:
        waiting = [letter.at for letter in letters if id_of(db, fingerprint(letter)) is None]
    return Waiting(len(waiting), min(waiting, default=None))
