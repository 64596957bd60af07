"""A judge at its desk without doors: letters in and out as bytes, two tables that differ only in what has happened."""

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.policy import default as modern
from email.utils import format_datetime
from pathlib import Path

from judge.config import ClockConfig, Config, FolderConfig, JudgeConfig
from judge.game.messages import Event
from judge.game.settings import Address, GameName, Token
from judge.game.state import Game
from judge.handlers.services import Services
from judge.service.timeline import Timeline
from judge.shell.local_game import text_of
from judge.store.event_json import dump_event
from judge.store.records import LetterPicture
from judge.store.store import Store
from judge.system.clock import SettableClock

GAME = GameName("rome")
OPENING_DAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
OWN = JudgeConfig().address


@dataclass
class Desk:
    """A judge driven by hand; every letter out stays in its store."""

    folder: Path
    clock: SettableClock
    services: Services
    timeline: Timeline
    written: int = 0
    addresses: dict[str, str] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The whole game, as only the judge knows it."""
        game = self.services.game(GAME)
        assert game is not None
        return game

    @property
    def log(self) -> tuple[Event, ...]:
        """All that has happened."""
        return self.services.store.events(GAME)

    def write(self, sender: str, text: str, to: str | None = None) -> None:
        """A letter to the judge, as a reply to the last letter of the game where there is one; then all it brings."""
        self.written += 1
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"] = sender, to or self.reply_address(sender)
        message["Subject"] = "orders"
        message["Date"] = format_datetime(self.clock.now())
        message["Message-ID"] = f"<{self.written}@example.org>"
        message.set_content(text)
        self.services.store.keep("smtp", sender, message["To"], bytes(message)).result()
        self.settle()

    def settle(self) -> None:
        """Everything that is due, in its order."""
        while self.timeline.step():
            pass

    def reply_address(self, reader: str) -> str:
        """Where a reply of this reader goes."""
        game = self.services.game(GAME)
        person = game.people.get(Address(reader)) if game else None
        own, host = OWN.split("@")
        return f"{own}+{GAME}.{person.token}@{host}" if person else OWN

    def confirm(self, sender: str) -> None:
        """Yes, it was me."""
        asked = BytesParser(EmailMessage, policy=modern).parsebytes(self.letters(sender)[-1])
        self.write(sender, "Yes, that was me.", str(asked["Reply-To"]))

    def let_time_pass(self) -> None:
        """To the end of the open phase."""
        closes_at = self.game.closes_at
        assert closes_at is not None
        self.clock.advance_to(closes_at)
        self.settle()

    def later(self, length: timedelta = timedelta(hours=2)) -> None:
        """Some time, so that nobody has had too many answers within it."""
        self.clock.advance_to(self.clock.now() + length)
        self.settle()

    def letters(self, reader: str) -> Sequence[bytes]:
        """Every letter to a reader as it goes over the wire, oldest first."""
        with closing(sqlite3.connect(self.folder / "judge.db")) as db:
            rows = db.execute("SELECT raw FROM outbox WHERE recipient = ? ORDER BY id", [reader])
            return [bytes(raw) for (raw,) in rows]

    def pictures(self, reader: str) -> Sequence[LetterPicture]:
        """The pictures of the letters to a reader, oldest first, without their places in the letters."""
        store, series = self.services.store, self.game.readers.get(Address(reader))
        last = store.last_number(GAME, series) if series else 0
        found = (store.numbered(GAME, series, number) for number in range(1, last + 1) if series)
        return [replace(one, content_id="") for letter in found if letter for one in letter.pictures]

    def texts(self, reader: str) -> Sequence[str]:
        """What a reader's mail program shows of them, subjects too."""
        parsed = (BytesParser(EmailMessage, policy=modern).parsebytes(raw) for raw in self.letters(reader))
        return [f"{letter['Subject']}\n{text_of(letter)}" for letter in parsed]

    @property
    def stuck(self) -> list[str]:
        """Letters the judge could not settle."""
        aside = self.services.config.folders.mailboxes / "set-aside"
        return sorted(str(path) for path in aside.rglob("*") if path.is_file())

    def close(self) -> None:
        """Put the pen down."""
        self.services.store.close()


def sit_down(folder: Path, at: datetime = OPENING_DAY) -> Desk:
    """A judge whose files lie in a folder, with a clock that stands still."""
    folders = FolderConfig(folder, *(folder / name for name in ("archive", "mailboxes", "tournaments", "boards")))
    config = Config(judge=JudgeConfig(), folders=folders, clock=ClockConfig(sweep_seconds=3600))
    clock = SettableClock(at)
    services = Services(
        config, Store(folder / "judge.db", clock.now), clock, lambda _: None, lambda: Token("seedofthelots")
    )
    return Desk(folder, clock, services, Timeline(services))


@contextmanager
def desk_of(folder: Path) -> Iterator[Desk]:
    """A judge for as long as it is needed."""
    desk = sit_down(folder)
    try:
        yield desk
    finally:
        desk.close()


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


def go_on_from(desk: Desk, other: Desk) -> None:
    """Have a desk that nobody has written to go on from where another one stands."""
    desk.close()
    theirs, own = (sqlite3.connect(one.folder / "judge.db") for one in (other, desk))
    with closing(theirs), closing(own):
        theirs.backup(own)
    vars(desk).update(vars(sit_down(desk.folder, other.clock.now())) | {"written": other.written})


def seat(desk: Desk, opening: str, players: Sequence[str], *, english: bool = False) -> None:
    """Open a game with these words behind its name; the first of the players opens it, all of them join."""
    for player in players:
        begin = f"{'OPEN' if english else 'OUVRIR'} {GAME} {opening}\n" if player == players[0] else ""
        desk.write(player, f"{begin}{'JOIN' if english else 'JOUER'} {GAME}\n", OWN)
        desk.confirm(player)


def twin(desk: Desk, folder: Path, change: Callable[[Event], Event]) -> Desk:
    """Another judge with all that this one has kept, but for what the last event brought, which is changed."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(desk.folder / "judge.db")) as own, closing(sqlite3.connect(folder / "judge.db")) as db:
        own.backup(db)
        number = len(desk.log)
        text = dump_event(change(desk.log[-1]))
        db.execute("UPDATE events SET event = ? WHERE game = ? AND number = ?", [text, GAME, number])
        db.commit()
    other = sit_down(folder, desk.clock.now())
    other.written = desk.written
    return other
