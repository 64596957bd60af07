"""A judge besieged: a game of seven under way, letters sent at it, what goes out held against the judge's promises."""

import socket
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from pathlib import Path

from judge.config import Config, FolderConfig, JudgeConfig, SmtpConfig
from judge.game.apply import apply_all, fold_events
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.phases.close import next_alarm
from judge.game.refusals import Refused
from judge.game.seats.messages import JoinGame, OpenGame
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.mail.dkim_keys import DkimKeyLookup
from judge.mail.maildir import make_maildir
from judge.paths.receive import Intake, inbox_of
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.service.app import Judge
from judge.store.records import OutboxRow, Transaction
from judge.store.retention import Junk
from judge.store.rows import LetterStatus
from judge.system.clock import SettableClock

GAME = GameName("rome")
WRITER = Address("france@example.org")
MOST_LETTERS_OUT = 20 * 8 + 30 + 2 * 8
"""Letters that one letter may cause: press to seven players and their master, copies of old ones, the next phase."""

MOST_BYTES_OUT = 32 * 1024 * 1024
"""Bytes of all of them: a text of 256 Ki characters sent to eight, encoded at its worst, and echoed."""

_PATIENCE = 60.0
_START = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
_OURS = frozenset(
    {"from", "reply-to", "to", "subject", "date", "message-id", "in-reply-to", "references", "list-id", "precedence"}
    | {"auto-submitted", "x-auto-response-suppress", "x-loop", "x-judge-letter"}
    | {"mime-version", "content-type", "content-transfer-encoding"}
)


class BrokenPromiseError(AssertionError):
    """The judge did with a letter what it never should; the message says what."""


def _no_keys(_: str) -> None:
    """No name service is asked about letters made up by the thousand."""


class Siege:
    """A judge that nobody starts, with a game of seven under way, and one letter after the other for it to settle."""

    def __init__(self, folder: Path, keys: DkimKeyLookup = _no_keys) -> None:
        folders = FolderConfig(folder / "data", folder / "archive", folder / "mailboxes")
        self._aside = folders.mailboxes / "set-aside" / "new"
        self._clock = SettableClock(_START)
        config = Config(judge=JudgeConfig(), smtp=SmtpConfig(port=0), folders=folders)
        self._judge = Judge(config, self._clock, keys)
        self._people = tuple(_seated(self._judge))
        self._is_open = False
        self.hasten = timedelta(minutes=2)
        """How long after the one before a letter comes."""

    @property
    def clock(self) -> SettableClock:
        """The clock of the judge; it goes on with every letter."""
        return self._clock

    @property
    def put_off(self) -> int:
        """How many letters wait to be read later."""
        return self._judge.services.store.put_off()

    def has_game(self, name: str) -> bool:
        """Whether there is a game of that name."""
        return self._judge.services.game(GameName(name)) is not None

    def tidied(self) -> Junk:
        """What strangers have sent and is still there, once the judge has tidied up."""
        while self._judge.timeline.tidy():
            pass
        return self._judge.services.store.overview().junk

    @property
    def recipients(self) -> tuple[str, ...]:
        """The addresses a letter may come to: with the writer's token, with another's, without, with a wrong code."""
        own, other = (next(p.token for p in self._people if (p.address == WRITER) is mine) for mine in (True, False))
        details = (f"+{GAME}.{own}", f"+{GAME}.{other}", "", f"+{GAME}", "+ok.abcdefghijklmnop", "+bounce")
        return tuple(f"judge{detail}@localhost" for detail in details)

    def send(self, raw: bytes, recipient: str, sender: str | None = WRITER) -> tuple[OutboxRow, ...]:
        """Have one letter settled; BrokenPromiseError when a promise is broken. What went out is answered."""
        self._clock.advance_to(self._clock.now() + self.hasten)
        self._judge.services.store.keep("smtp", sender, recipient, raw).result()
        return self._settled()

    def hand_in(self, raw: bytes, recipient: str, sender: str = WRITER) -> tuple[OutboxRow, ...]:
        """Have one letter come in by the door, as the bytes after DATA, and settled; what went out is answered.

        What stands behind a dot alone on its line is heard as commands, as it would be from anybody.
        """
        self._clock.advance_to(self._clock.now() + self.hasten)
        begin = f"EHLO x\r\nMAIL FROM:<{sender}> SMTPUTF8\r\nRCPT TO:<{recipient}>\r\nDATA\r\n"
        said = self._told(begin.encode() + raw + b"\r\n.\r\nQUIT\r\n")
        _demand(b"\r\n451 " not in said, "the door failed")
        _demand(said.count(b"\r\n354 ") > 0, "no letter was asked for")
        return self._settled()

    def drop(self, raw: bytes) -> tuple[OutboxRow, ...]:
        """Have one letter lie in the Maildir that is read as mail, and settled; what went out is answered."""
        inbox = inbox_of(self._judge.services)
        make_maildir(inbox)
        (inbox / "new" / f"{self._clock.now().timestamp()}").write_bytes(raw)
        Intake(self._judge.services).take_in()
        return self._settled()

    def _told(self, words: bytes) -> bytes:
        """What a client hears who says all this at once, QUIT at the end."""
        if not self._is_open:
            self._judge.open_door()
            self._is_open = True
        with closing(socket.create_connection(("127.0.0.1", self._judge.door.port), timeout=_PATIENCE)) as line:
            line.sendall(words)
            with line.makefile("rb") as answers:
                return answers.read()

    def _settled(self) -> tuple[OutboxRow, ...]:
        """What goes out once nothing is left to be read; nothing when the very same letter was kept already."""
        while self._judge.timeline.step() or self._judge.services.store.next_letter():  # one may await a key
            _demand(not self._aside.exists(), "a letter could not be settled")
        _demand(not self._aside.exists(), "a letter could not be settled")
        out = self._sent()
        _demand(len(out) <= MOST_LETTERS_OUT, f"one letter caused {len(out)}")
        _demand(sum(len(letter.raw) for letter in out) <= MOST_BYTES_OUT, "the answers are too large")
        return out

    def send_broken(self, raw: bytes, recipient: str, sender: str | None = WRITER) -> tuple[OutboxRow, ...]:
        """Have one letter settled that cannot be, until it is given up; what went out is answered."""
        store = self._judge.services.store
        store.keep("smtp", sender, recipient, raw).result()
        while self._judge.timeline.step():
            pass
        return self._sent()

    def close(self) -> None:
        """Put everything away."""
        self._judge.door.stop()
        self._judge.stop()

    def _sent(self) -> tuple[OutboxRow, ...]:
        """Everything that waits in the outbox, looked at and gone."""
        store, now = self._judge.services.store, self._clock.now()
        sent: tuple[OutboxRow, ...] = ()
        while waiting := store.outgoing(now):
            for letter in waiting:
                self._check(letter)
                store.note_sent(letter, now)
                store.catch_up()
            sent = (*sent, *waiting)
        return sent

    def _check(self, letter: OutboxRow) -> None:
        """A letter out has the headers we write and no other, one recipient, and nobody else's secret."""
        message = message_from_bytes(letter.raw)
        for name in message:
            _demand(name.lower() in _OURS, f"a header {name!r} is not ours")
        _demand(len(message.get_all("To", [])) == 1, "not one To")
        _demand(b"\0" not in letter.raw, "a NUL goes out")
        words = letter.raw + b"".join(_decoded(message))
        for person in self._people:
            if person.address != letter.to:
                _demand(person.token.encode() not in words, f"the secret of {person.address} goes to {letter.to}")


def _decoded(message: object) -> Iterator[bytes]:
    for part in message.walk():  # type: ignore[attr-defined]
        payload = part.get_payload(decode=True)
        yield payload if isinstance(payload, bytes) else b""


def _demand(kept: bool, promise: str) -> None:
    if not kept:
        raise BrokenPromiseError(promise)


def _seated(judge: Judge) -> Iterator[Person]:
    """Seat seven players under their own master, as their letters would have."""
    now = judge.services.clock.now()
    master = Person(Address("master@example.org"), Token("mastersecret7zq0"))
    events = _happened(decide(None, OpenGame(GAME, Settings(), master, "seed"), now))
    game = fold_events(events)
    assert game
    yield master
    for number, power in enumerate(load_board("standard").powers):
        person = Person(Address(f"{power.lower()}@example.org"), Token(f"{number}players7ecretz"))
        joined = _happened(decide(game, JoinGame(person, (Power(power),)), now))
        game, events = apply_all(game, joined), (*events, *joined)
        yield person
    assert isinstance(game, Game)
    judge.services.store.commit(Transaction(None, LetterStatus.DONE, GAME, 0, events, next_alarm(game)))


def _happened(decided: tuple[Event, ...] | Refused) -> tuple[Event, ...]:
    assert not isinstance(decided, Refused)
    return decided


@contextmanager
def besieged(keys: DkimKeyLookup = _no_keys) -> Iterator[Siege]:
    """A siege in a folder that is gone at its end; ``keys`` are those that mail domains sign with."""
    with tempfile.TemporaryDirectory() as folder:
        siege = Siege(Path(folder), keys)
        try:
            yield siege
        finally:
            siege.close()
