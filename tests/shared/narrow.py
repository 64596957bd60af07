"""Disks with no room left, files that cannot be written, made without any privilege."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager

from judge.store.store import Store

_NOBODY = 65534


@contextmanager
def quota(most: int) -> Iterator[None]:
    """No file of this process may grow beyond so many bytes, as under a quota."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@contextmanager
def no_more_pages(store: Store) -> Iterator[None]:
    """The database has as many pages as it may have, as on a disk that is full."""

    def pragma(words: str) -> int:
        return int(store._writer.submit(lambda db: db.execute(f"PRAGMA {words}").fetchone()[0]).result())

    pragma(f"max_page_count = {pragma('page_count')}")
    try:
        yield
    finally:
        pragma(f"max_page_count = {2**30}")


@contextmanager
def read_only(store: Store) -> Iterator[None]:
    """The database may be read and not written, as in a file system that was mounted so."""

    def only(word: str) -> None:
        store._writer._db.execute(f"PRAGMA query_only = {word}")

    only("ON")
    try:
        yield
    finally:
        only("OFF")


@contextmanager
def without_privileges() -> Iterator[None]:
    """Rights of files bind this process too, where it is root's."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)
