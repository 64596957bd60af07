"""A judge's outbox with a relay behind it, under a clock that is set by hand."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.config import Config, DkimConfig, FolderConfig, RelayConfig
from judge.game.people.messages import Person
from judge.game.seats.messages import GameOpened
from judge.game.settings import Access, Address, GameName, Settings, Token
from judge.handlers.services import Services
from judge.paths.deliver import LetterPictures, deliver_due
from judge.paths.painter import draw_letter_picture
from judge.store.records import ComposedLetter, Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store
from judge.system.clock import SettableClock

ROME = GameName("rome")
START = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
MASTER = "master@example.net"


class Room:
    """A judge's outbox with a relay behind it, and a game whose master may play or not."""

    def __init__(
        self, folder: Path, relay: RelayConfig, dkim_config: DkimConfig, *, master_plays: bool = False
    ) -> None:
        self.clock = SettableClock(START)
        self._path = folder / "judge.db"
        self.store = Store(self._path, self.clock.now)
        folders = FolderConfig(folder, folder / "archive", folder / "mailboxes")
        self.services = Services(Config(relay=relay, folders=folders, dkim=dkim_config), self.store, self.clock)
        self._count = 0
        settings = Settings(access=Access(master_plays=master_plays))
        game = GameOpened(ROME, settings, Person(Address(MASTER), Token("token")), "seed", START)
        if not self.store.is_game(ROME):
            assert self.store.commit(Transaction(None, LetterStatus.DONE, ROME, events=(game,)))

    def post(self, *to: str, game: GameName | None = ROME) -> None:
        for person in to:
            self._count += 1
            raw = f"From: judge@localhost\r\nTo: {person}\r\nSubject: {self._count}\r\n\r\nBonjour\r\n".encode()
            letter = ComposedLetter(f"<{self._count}@localhost>", game, person, "judge+bounce@localhost", raw)
            assert self.store.commit(Transaction(None, LetterStatus.DONE, outgoing=(letter,)))

    def close(self) -> None:
        self.store.close()

    @property
    def handed_over(self) -> Path:
        """The file of what was handed over and is not marked."""
        return self._path.with_name("handed-over")

    def cut_power(self) -> None:
        """Die and start, and nothing is there that was not synced to the disk."""
        self.handed_over.write_text("")
        self.die_and_start()

    def die_and_start(self) -> None:
        """What is in no file is forgotten."""
        self.store.close()
        self.store = Store(self._path, self.clock.now)
        self.services = replace(self.services, store=self.store)

    def send(self) -> None:
        while deliver_due(self.services, LetterPictures(self.services, draw_letter_picture)):
            pass

    def wait(self, **length: float) -> None:
        self.clock.advance_to(self.clock.now() + timedelta(**length))
        self.send()
