"""Whole conversations with a judge, through real sockets and real Maildirs, as text.

A story is a file. A line ``>>> who, day hour`` begins a letter to the judge: its recipient (``judge``, an address,
``reply`` to the judge's last letter, ``press`` for a reply to the last letter of press, ``press of NAME`` for one to
what somebody else has got, ``below`` for a reply in the thread of the judge's last letter, ``in GAME`` for the writer's
own address there), perhaps a subject, an empty line, its text. A line ``--- day hour`` lets the clock run to that hour.
A line ``<<< who`` begins a letter of the judge, of which some readers' letters show the subject alone. The judge's
letters are what is compared.
"""

import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path

from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, text_of
from tests.shared.keyed import without_game_fingerprints

_HEAD = re.compile(r"^(?:>>> (?P<writer>\S+), (?P<at>.+)|--- (?P<until>.+)|<<< (?P<reader>\S+))$", re.MULTILINE)


@dataclass(frozen=True)
class LetterIn:
    """A letter to the judge, as the story has it."""

    writer: str
    at: datetime
    source: str

    @property
    def recipient(self) -> str:
        return self.source.splitlines()[0].removeprefix("To: ")

    @property
    def subject(self) -> str:
        line = self.source.splitlines()[1]
        return line.removeprefix("Subject: ") if line.startswith("Subject: ") else ""

    @property
    def text(self) -> str:
        return self.source.split("\n\n", 1)[1]


@dataclass(frozen=True)
class Hour:
    """The clock runs to this moment."""

    at: datetime


def read_story(text: str) -> tuple[str, tuple[LetterIn | Hour, ...]]:
    """What stands above the first letter, and what happens; the judge's letters are left out."""
    heads = list(_HEAD.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    happenings: list[LetterIn | Hour] = []
    for head, end in zip(heads, ends, strict=True):
        if head["writer"]:
            happenings.append(LetterIn(head["writer"], _moment(head["at"]), text[head.end() : end].strip("\n") + "\n"))
        elif head["until"]:
            happenings.append(Hour(_moment(head["until"])))
    return text[: heads[0].start()], tuple(happenings)


def with_guests(table: LocalGame, names: Iterable[str]) -> LocalGame:
    """The table with more people at it, who play no power of their own yet; ``name@example.org`` writes for each."""
    (one, *_), config = table.players.values(), table.judge.services.config
    guests = {
        Power(name.upper()): Correspondent(
            f"{name}@example.org",
            Power(name.upper()),
            "en",
            "standard",
            one.server,
            mailbox_of(config.folders.mailboxes, f"{name}@example.org"),
            table.clock,
        )
        for name in names
    }
    return replace(table, players={**table.players, **guests})


@dataclass
class Conversation:
    """A table, and how many letters of each reader have been written down already; of ``glanced_at`` the subjects."""

    table: LocalGame
    readers: tuple[str, ...]
    glanced_at: tuple[str, ...] = ()
    shown: Counter[str] = field(default_factory=Counter)
    read: Callable[[EmailMessage], str] = field(default_factory=lambda: as_text)

    def tell(self, title: str, happenings: tuple[LetterIn | Hour, ...]) -> str:
        """Let it all happen, and write down the whole conversation as the readers saw it."""
        self.skip()
        return title + "".join(map(self._told, happenings))

    def skip(self) -> None:
        """Leave out what the readers have received so far."""
        self.shown = Counter({reader: len(self._player(reader).read) for reader in self._all()})

    def letters_out(self) -> Iterator[str]:
        """The letters that have come since last time, as their readers see them."""
        for reader in self._all():
            for letter in self._player(reader).read[self.shown[reader] :]:
                text = "" if reader in self.glanced_at else f"{self.read(letter)}\n"
                yield f"<<< {reader}\n{self._sender(letter)}Subject: {letter['Subject']}\n\n{text}"
        self.skip()

    def _all(self) -> tuple[str, ...]:
        return (*self.glanced_at, *self.readers)

    def _sender(self, letter: EmailMessage) -> str:
        """Who a letter is from, where that is not the judge itself."""
        name: str = letter["From"].addresses[0].display_name
        return "" if name == self.table.judge.services.config.judge.name else f"From: {name}\n"

    def _told(self, happening: LetterIn | Hour) -> str:
        self.table.clock.advance_to(happening.at)
        when = f"{happening.at:%Y-%m-%d %H:%M}"
        match happening:
            case LetterIn(writer, _, source):
                head = f">>> {writer}, {when}\n{source}\n"
                self._send(writer, happening)
            case Hour():
                head = f"--- {when}\n\n"
        self.table.judge.wake()
        self.table.settle()
        return head + "".join(self.letters_out())

    def _player(self, name: str) -> Correspondent:
        return next(player for player in self.table.players.values() if player.address.partition("@")[0] == name)

    def _send(self, writer: str, letter: LetterIn) -> None:
        player = self._player(writer)
        own = self.table.judge.services.config.judge.address
        if letter.recipient == "press":
            player.answer_press(letter.text.rstrip("\n"))
            return
        if letter.recipient.startswith("press of "):
            asked = self._player(letter.recipient.removeprefix("press of ")).last(is_press=True)
            player.write(str(asked["Reply-To"]), letter.text, letter.subject)
            return
        if letter.recipient == "below":
            last = player.last()
            above = {"In-Reply-To": last["Message-ID"], "References": last["Message-ID"]}
            player.write(str(last["Reply-To"]), letter.text, f"Re: {last['Subject']}", above)
            return
        if letter.recipient.startswith("in "):
            player.write(address_in(player, letter.recipient.removeprefix("in ")), letter.text, letter.subject)
            return
        recipient = {"judge": own, "reply": str(player.last()["Reply-To"]) if player.read else own}
        player.write(recipient.get(letter.recipient, letter.recipient), letter.text, letter.subject)


def address_in(player: Correspondent, game: str) -> str:
    """The reply address of somebody in a game, as the letters that they have got bear it."""
    return next(str(one["Reply-To"]) for one in player.read if f"+{game}." in str(one["Reply-To"]))


def as_text(letter: EmailMessage) -> str:
    """A letter as plain text."""
    text = text_of(letter).replace("\N{NO-BREAK SPACE}", " ")
    return text + "".join(map(_entry, letter.iter_attachments()))


def _entry(part: EmailMessage) -> str:
    """An entry for a calendar as it stands in the letter; of a picture its kind."""
    content = part.get_content() if part.get_content_maintype() == "text" else ""
    return f"\n[{part['Content-Type']}]\n{content}"


def _moment(text: str) -> datetime:
    return datetime.strptime(text, "%Y-%m-%d %H:%M").replace(tzinfo=UTC)


_CODE = re.compile(r"(?<=[Cc]ode)(\s+)[A-Z0-9]{6}\b")
"""The code that a question shows, drawn by lot for each."""


_TOKEN = re.compile(r"(?<=\.)[a-z2-7]{16}@")
"""The secret of somebody's reply address, drawn likewise."""


def compare(told: str, path: Path) -> None:
    """The conversation must read as the file does; with UPDATE_LETTERS set, the file is written for someone to read."""
    told = without_game_fingerprints(_TOKEN.sub("aaaaaaaaaaaaaaaa@", _CODE.sub(r"\1ABC123", told)))
    if os.environ.get("UPDATE_LETTERS"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def readers_of(title: str) -> tuple[str, ...]:
    """The last line of a story's title names those whose letters are shown."""
    return tuple(title.strip().splitlines()[-1].removeprefix("Read by: ").split(", "))


def guests_of(title: str) -> list[str]:
    """The line before names those who come besides the seven, if there are any."""
    return _named(title, "Guests: ")


def glanced_at_of(title: str) -> tuple[str, ...]:
    """A line names those of whose letters the subjects are shown, if there are any."""
    return tuple(_named(title, "By subject: "))


def _named(title: str, head: str) -> list[str]:
    named = [line.removeprefix(head) for line in title.splitlines() if line.startswith(head)]
    return [name for line in named for name in line.split(", ")]
