"""Two worlds that differ in what somebody must not learn, and what each letter brings those who must not learn it."""

import re
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import timedelta
from difflib import unified_diff
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.policy import default as modern
from email.utils import format_datetime
from itertools import zip_longest
from pathlib import Path

from judge.play.correspondent import text_of
from judge.receive import settle
from judge.store.values import Change, KeptLetter
from tests.fog.tables import GAME, OWN, Desk, sit_down

_SECRET = re.compile(
    rb"(?<=judge[+]ok[.])[a-z0-9.-]{16,}?(?=@)|(?<=code )[A-Z0-9]{6}\b|(?<=judge[+])[a-z0-9-]+[.][a-z0-9]{16}(?=@)"
)
"""Codes and reply addresses, drawn by lot for every letter and every person."""

_ID = re.compile(rb"(?<=[.])[a-z2-7]{32}(?=@localhost>)")
"""What ids are made of, which nobody can read; tests/test_gunboat.py holds that they tell nothing."""

PACT = 'name = "pact"\nbase = "seuil"\n\n[war.strategists]\nAADLERON = 2\n'
"""A board on which one seat may be shared."""

OF_THE_GAME = OWN.replace("@", f"+{GAME}@")
_NEXT = 10**6

Letters = Sequence[tuple[str, bytes]]
"""Letters out, each with the address it goes to."""


@dataclass(frozen=True)
class Worlds:
    """The two; letters to ``owners`` may differ, for they are theirs whose secret it is."""

    one: Desk
    other: Desk
    owners: Collection[str]

    @property
    def both(self) -> tuple[Desk, Desk]:
        """The two worlds."""
        return self.one, self.other

    def told_apart(self, sender: str, text: str, *, bearer: str = "") -> str:
        """What letters tell the worlds apart at once when somebody writes this; nothing of it is kept."""
        one, other = (answers(desk, sender, text, bearer) for desk in self.both)
        return difference(one, other, self.owners)

    def brings_about(self, sender: str, text: str) -> bool:
        """Whether anything happens to the game."""
        return any(settled(desk, sender, text).events for desk in self.both)


def written(desk: Desk, sender: str, text: str, bearer: str = "") -> KeptLetter:
    """A letter as if it had just come, to the reply address of the sender, or of ``bearer``, or of nobody (``-``)."""
    to = OF_THE_GAME if bearer == "-" else desk.reply_address(bearer or sender)
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, "a question"
    message["Date"], message["Message-ID"] = format_datetime(desk.clock.now()), "<asked@example.org>"
    message.set_content(text)
    return KeptLetter(_NEXT, desk.clock.now(), "smtp", sender, to, bytes(message), confirmed=False, tries=0)


def settled(desk: Desk, sender: str, text: str, bearer: str = "") -> Change:
    """What a letter would bring about; nothing of it is kept."""
    return settle(desk.office, written(desk, sender, text, bearer))


def answers(desk: Desk, sender: str, text: str, bearer: str = "") -> Letters:
    """Every letter that this one would bring about."""
    return [(one.to, one.raw) for one in settled(desk, sender, text, bearer).outgoing]


def sent(desk: Desk) -> Letters:
    """Every letter there has been, oldest first."""
    with closing(sqlite3.connect(desk.folder / "judge.db")) as db:
        rows = db.execute("SELECT recipient, raw FROM outbox ORDER BY id")
        return [(to, bytes(raw)) for to, raw in rows]


def difference(one: Letters, other: Letters, owners: Collection[str] = ()) -> str:
    """The first letter to anybody but the owners that is not the same in both; empty where all are."""
    mine, theirs = (
        [(to, _ID.sub(b"...", _SECRET.sub(b"...", raw))) for to, raw in all_ if to not in owners]
        for all_ in (one, other)
    )
    for first, second in zip_longest(mine, theirs):
        if first != second:
            return "\n".join(unified_diff(_shown(first), _shown(second), lineterm="", n=1))
    return ""


def _shown(letter: tuple[str, bytes] | None) -> Sequence[str]:
    if letter is None:
        return ["no letter"]
    to, raw = letter
    read = BytesParser(EmailMessage, policy=modern).parsebytes(raw)
    return [f"to {to}", *raw.decode().partition("\r\n\r\n")[0].splitlines(), *text_of(read).splitlines()]


@contextmanager
def copied(desk: Desk, folder: Path) -> Iterator[Desk]:
    """A judge with all that this one has kept, to try things out on."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(desk.folder / "judge.db")) as own, closing(sqlite3.connect(folder / "judge.db")) as db:
        own.backup(db)
    copy = sit_down(folder, desk.clock.now())
    copy.written = desk.written
    try:
        yield copy
    finally:
        copy.close()


def enter(desk: Desk, who: str, *lines: str) -> None:
    """Somebody new writes this, and says that it was them."""
    desk.write(who, "\n".join(lines), OWN)
    desk.confirm(who)
    desk.later(timedelta(minutes=1))
