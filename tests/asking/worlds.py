"""Two worlds that differ in what somebody must not learn, and what each letter brings those who must not learn it."""

import re
import sqlite3
from collections.abc import Collection, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import timedelta
from difflib import unified_diff
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.policy import default as modern
from email.utils import format_datetime
from itertools import zip_longest

from judge.paths.receive import settle_letter
from judge.shell.local_game import text_of
from judge.store.records import Transaction
from judge.store.rows import KeptLetter
from tests.fog.tables import GAME, OWN, Desk
from tests.shared.keyed import GAME_FINGERPRINT

_SECRET = re.compile(
    rb"(?<=judge[+]ok[.])[a-z0-9.-]{16,}?(?=@)|(?<=code )[A-Z0-9]{6}\b|(?<=judge[+])[a-z0-9-]+[.][a-z0-9]{16}(?=[@.])"
)
"""Codes and reply addresses, drawn by lot for every letter and every person."""

_ID = re.compile(rb"(?<=[.])[a-z2-7]{32}(?=@localhost>)")
"""What ids are made of, which nobody can read; tests/fog/test_gunboat.py holds that they tell nothing."""

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
    _settled: dict[tuple[str, str, str], tuple[Transaction, Transaction]] = field(default_factory=dict)

    @property
    def both(self) -> tuple[Desk, Desk]:
        """The two worlds."""
        return self.one, self.other

    def told_apart(self, sender: str, text: str, *, bearer: str = "") -> str:
        """What letters tell the worlds apart at once when somebody writes this; nothing of it is kept."""
        one, other = map(_letters, self._in_both(sender, text, bearer))
        return difference(one, other, self.owners)

    def brings_about(self, sender: str, text: str) -> bool:
        """Whether anything happens to the game."""
        return any(change.events for change in self._in_both(sender, text))

    def _in_both(self, sender: str, text: str, bearer: str = "") -> tuple[Transaction, Transaction]:
        """What a letter would bring about in each; asked once, for nothing else ever happens in them."""
        key = sender, text, bearer
        if key not in self._settled:
            self._settled[key] = settled(self.one, *key), settled(self.other, *key)
        return self._settled[key]


def written(desk: Desk, sender: str, text: str, bearer: str = "") -> KeptLetter:
    """A letter as if it had just come, to the reply address of the sender, or of ``bearer``, or of nobody (``-``)."""
    to = OF_THE_GAME if bearer == "-" else desk.reply_address(bearer or sender)
    message = EmailMessage(policy=SMTP)
    message["From"], message["To"], message["Subject"] = sender, to, "a question"
    message["Date"], message["Message-ID"] = format_datetime(desk.clock.now()), "<asked@example.org>"
    message.set_content(text)
    return KeptLetter(_NEXT, desk.clock.now(), "smtp", sender, to, bytes(message), confirmed=False, tries=0)


def settled(desk: Desk, sender: str, text: str, bearer: str = "") -> Transaction:
    """What a letter would bring about; nothing of it is kept."""
    return settle_letter(desk.services, written(desk, sender, text, bearer))


def answers(desk: Desk, sender: str, text: str, bearer: str = "") -> Letters:
    """Every letter that this one would bring about."""
    return _letters(settled(desk, sender, text, bearer))


def _letters(change: Transaction) -> Letters:
    return [(one.to, one.raw) for one in change.outgoing]


def sent(desk: Desk) -> Letters:
    """Every letter there has been, oldest first."""
    with closing(sqlite3.connect(desk.folder / "judge.db")) as db:
        rows = db.execute("SELECT recipient, raw FROM outbox ORDER BY id")
        return [(to, bytes(raw)) for to, raw in rows]


def difference(one: Letters, other: Letters, owners: Collection[str] = ()) -> str:
    """The first letter to anybody but the owners that is not the same in both; empty where all are."""
    mine, theirs = (
        [
            (to, GAME_FINGERPRINT.sub(b"...", _ID.sub(b"...", _SECRET.sub(b"...", raw))))
            for to, raw in all_
            if to not in owners
        ]
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


def enter(desk: Desk, who: str, *lines: str) -> None:
    """Somebody new writes this, and says that it was them."""
    desk.write(who, "\n".join(lines), OWN)
    desk.confirm(who)
    desk.later(timedelta(minutes=1))
