"""Edith at her table, Mallory who would write in her name, and what a letter of theirs brings about."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from email.message import EmailMessage
from pathlib import Path

from judge.config import IdentityConfig
from judge.game.orders.messages import OrderGiven
from judge.shell.local_game import GAME, LocalGame
from tests.mail.domains import NameService, letter
from tests.shared.by_mail import box, happened, send
from tests.shared.seated import lay_seated_table

EDITH, GRETA, MALLORY = "edith@example.net", "greta@example.org", "mallory@example.com"
GAME_BOX = f"judge+{GAME}@localhost"
RELAY = "mx.judge.example"
ORDER = "F LON - NTH"
PASS = "dkim=pass (1024-bit key) header.d=example.net header.s=rome"


def laid(folder: Path, names: NameService, identity: IdentityConfig) -> Iterator[LocalGame]:
    table = lay_seated_table(folder, identity=identity, keys=names.keys)
    yield table
    table.judge.stop()


def from_edith(
    table: LocalGame, text: str = ORDER, to: str = GAME_BOX, headers: Mapping[str, str] | None = None
) -> bytes:
    """A letter with her From, honest or not."""
    return letter(EDITH, to, text, table.clock, headers)


@dataclass(frozen=True)
class Brought:
    """What a letter brought about: an order, and the letters that others had for it."""

    obeyed: bool
    edith: Sequence[EmailMessage]
    mallory: Sequence[EmailMessage]

    @property
    def is_held(self) -> bool:
        """Nothing has happened, Edith is asked, and nobody else hears of it."""
        subjects = [str(mail["Subject"]) for mail in self.edith]
        return not self.obeyed and subjects == ["[rome] Did you write this?"] and not self.mallory


def bring(table: LocalGame, raw: bytes, to: str = GAME_BOX, envelope: str = MALLORY) -> Brought:
    """Hand a letter in at the door."""
    orders = len(happened(table, OrderGiven))
    known = {mail["Message-ID"] for address in (EDITH, MALLORY) for mail in box(table, address)}
    send(table, envelope, to, raw)
    edith, mallory = ([mail for mail in box(table, who) if mail["Message-ID"] not in known] for who in (EDITH, MALLORY))
    return Brought(len(happened(table, OrderGiven)) > orders, edith, mallory)


def words(mail: EmailMessage) -> str:
    """The text on one line, with spaces for all blanks."""
    return " ".join(str(mail.get_content()).split())


def stamped(raw: bytes, *results: str, server: str = RELAY) -> bytes:
    """The letter below what a mail server says of it."""
    said = "".join(f";\r\n\t{result}" for result in results)
    return f"Authentication-Results: {server}{said}\r\n".encode() + raw
