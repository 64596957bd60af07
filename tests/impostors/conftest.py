"""A table whose judge asks a name service of ours."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.config import IdentityConfig
from judge.shell.local_game import LocalGame
from tests.impostors.scene import RELAY, laid
from tests.mail.domains import NameService


@pytest.fixture
def names() -> NameService:
    service = NameService()
    for domain in ("example.net", "example.org", "example.com"):
        service.publish(domain)
    return service


@pytest.fixture
def table(tmp_path: Path, names: NameService) -> Iterator[LocalGame]:
    yield from laid(tmp_path, names, IdentityConfig())


@pytest.fixture
def behind(tmp_path: Path, names: NameService) -> Iterator[LocalGame]:
    """A table whose judge stands behind a mail server of the operator's; the DNS knows no keys."""
    names.records.clear()
    yield from laid(tmp_path, names, IdentityConfig(authserv_id=RELAY))
