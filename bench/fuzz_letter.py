"""Letters nobody would write, sent through the whole judge: from the bytes that are kept to the answers that go out.

Run ``python -m bench.fuzz_letter --seconds 600``. A letter of the corpus is changed at random, kept, settled, and what
goes out is held against the judge's promises; whatever breaks one is written to ``--keep``. Where ``atheris`` is
installed, ``--guided`` lets it choose the changes by the code they reach.
"""

import random
import re
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from importlib import import_module
from pathlib import Path

import click

from judge.app import Judge
from judge.clock import SettableClock
from judge.config import Config, FolderConfig, JudgeConfig, SmtpConfig
from judge.game.close import alarm
from judge.game.commands import JoinGame, OpenGame, Person
from judge.game.decide import decide
from judge.game.events import Event
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game, after_all
from judge.rules.board import Power
from judge.rules.boardfile import load_board
from judge.store.values import Change, Fate, Waiting

CORPUS = Path(__file__).parent.parent / "tests" / "mail" / "letters"
GAME = GameName("rome")
WRITER = Address("france@example.org")
MOST_LETTERS_OUT = 20 * 8 + 30 + 2 * 8
"""Letters that one letter may cause: press to seven players and their master, copies of old ones, the next phase."""

MOST_BYTES_OUT = 32 * 1024 * 1024
"""Bytes of all of them: a text of 256 Ki characters sent to eight, encoded at its worst, and echoed."""

_START = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
_OURS = frozenset(
    {"from", "reply-to", "to", "subject", "date", "message-id", "in-reply-to", "references", "list-id", "precedence"}
    | {"auto-submitted", "x-auto-response-suppress", "x-loop", "x-judge-letter"}
    | {"mime-version", "content-type", "content-transfer-encoding"}
)


class BrokenPromiseError(AssertionError):
    """The judge did with a letter what it never should; the message says what."""


class Siege:
    """A judge that nobody starts, with a game of seven under way, and one letter after the other for it to settle."""

    def __init__(self, folder: Path) -> None:
        folders = FolderConfig(folder / "data", folder / "archive", folder / "mailboxes")
        self._aside = folders.mailboxes / "set-aside" / "new"
        self._clock = SettableClock(_START)
        self._judge = Judge(Config(judge=JudgeConfig(), smtp=SmtpConfig(port=0), folders=folders), self._clock)
        self._people = tuple(_seated(self._judge))

    @property
    def recipients(self) -> tuple[str, ...]:
        """The addresses a letter may come to: with the writer's token, with another's, without, with a wrong code."""
        own, other = (next(p.token for p in self._people if (p.address == WRITER) is mine) for mine in (True, False))
        details = (f"+{GAME}.{own}", f"+{GAME}.{other}", "", f"+{GAME}", "+ok.abcdefghijklmnop", "+bounce")
        return tuple(f"judge{detail}@localhost" for detail in details)

    def send(self, raw: bytes, recipient: str, sender: str | None = WRITER) -> tuple[Waiting, ...]:
        """Have one letter settled; BrokenPromiseError when a promise is broken. What went out is answered."""
        store = self._judge.office.store
        self._clock.advance_to(self._clock.now() + timedelta(minutes=2))
        store.keep("smtp", sender, recipient, raw).result()
        if not self._judge.step():
            return ()  # the very same letter, kept already
        while self._judge.step():
            _demand(not self._aside.exists(), "a letter could not be settled")
        _demand(not self._aside.exists(), "a letter could not be settled")
        out = self._sent()
        _demand(len(out) <= MOST_LETTERS_OUT, f"one letter caused {len(out)}")
        _demand(sum(len(letter.raw) for letter in out) <= MOST_BYTES_OUT, "the answers are too large")
        return out

    def send_broken(self, raw: bytes, recipient: str, sender: str | None = WRITER) -> tuple[Waiting, ...]:
        """Have one letter settled that cannot be, until it is given up; what went out is answered."""
        store = self._judge.office.store
        store.keep("smtp", sender, recipient, raw).result()
        while self._judge.step():
            pass
        return self._sent()

    def close(self) -> None:
        """Put everything away."""
        self._judge.office.store.close()

    def _sent(self) -> tuple[Waiting, ...]:
        """Everything that waits in the outbox, looked at and gone."""
        store, now = self._judge.office.store, self._clock.now()
        sent: tuple[Waiting, ...] = ()
        while waiting := store.outgoing(now):
            for letter in waiting:
                self._check(letter)
                store.mark_sent(letter.id, now)
            sent = (*sent, *waiting)
        return sent

    def _check(self, letter: Waiting) -> None:
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
    now = judge.office.clock.now()
    master = Person(Address("master@example.org"), Token("mastersecret7zq0"))
    events = _happened(decide(None, OpenGame(GAME, Settings(), master, "seed"), now))
    game = after_all(None, events)
    yield master
    for number, power in enumerate(load_board("standard").powers):
        person = Person(Address(f"{power.lower()}@example.org"), Token(f"{number}players7ecretz"))
        joined = _happened(decide(game, JoinGame(person, (Power(power),)), now))
        game, events = after_all(game, joined), (*events, *joined)
        yield person
    assert isinstance(game, Game)
    judge.office.store.commit(Change(None, Fate.DONE, GAME, 0, events, alarm(game)))


def _happened(decided: tuple[Event, ...] | Refused) -> tuple[Event, ...]:
    assert not isinstance(decided, Refused)
    return decided


@contextmanager
def besieged() -> Iterator[Siege]:
    """A siege in a folder that is gone at its end."""
    with tempfile.TemporaryDirectory() as folder:
        siege = Siege(Path(folder))
        try:
            yield siege
        finally:
            siege.close()


# --- letters nobody would write

PIECES = (
    b"From: |Subject: |To: |Content-Type: |Content-Transfer-Encoding: |multipart/mixed; boundary=|"
    b"multipart/alternative; |text/html|text/plain; charset=|format=flowed; delsp=yes|base64|quoted-printable|utf-7|"
    b"utf-16|idna|=?utf-8?q?=0D=0ABcc:|"
    b'?=|name*0*=|%0d%0a|<|>|@|\r\n|\n|\r|\r\n\r\n|\r\n.\r\n|--|--a\r\n|--a--|; |"|=E9|\xe9|\xff|\x00|\xe2\x80\xae|'
    b"On 5 Jan 20:00 x wrote:|-- |> |<blockquote>|<!--|<div style='white-space:pre'>|&#x110000;|&nbsp;|+AAo-|"
    b"PRESS TO ALL\n|ENDPRESS\n|BROADCAST\n|STATUS\n|HELP\n|CLEAR\n|SET NOTATION |PHASE F1901M\n|WHY |WHATIF\n|"
    b"RESEND 1\n|OPEN x\n|JOIN rome\n|IF |A PAR - BUR\n|A PAR S A MAR - BUR\n|"
    b"F BRE - MAO; A MAR H\n|BUILD A PAR\n|A |F | - "
).split(b"|")
_REPLACED = re.compile(
    rb"^(?:From|Message-ID|Auto-Submitted|Precedence|List-Id):.*\r?\n(?:[ \t].*\r?\n)*", re.MULTILINE | re.IGNORECASE
)


def corpus() -> tuple[bytes, ...]:
    """The letters of the tests, each as the writer's own."""
    return tuple(as_the_writers(path.read_bytes()) for path in sorted(CORPUS.glob("*.eml")))


def as_the_writers(raw: bytes) -> bytes:
    """A letter under the From of the player who is besieged with, and never a twin of another."""
    return b"From: " + WRITER.encode() + b"\r\n" + _REPLACED.sub(b"", raw)


def changed(raw: bytes, others: Sequence[bytes], chance: random.Random) -> bytes:
    """A letter after a few changes at random."""
    for _ in range(chance.randint(1, 8)):
        raw = chance.choice(_CHANGES)(raw, chance.choice(others), chance)
    return raw


def _place(raw: bytes, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(raw))
    return start, min(len(raw), start + chance.choice((0, 1, 2, 8, 64, 512)))


def _insert(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + chance.choice(PIECES) + raw[chance.choice((start, end)) :]


def _drop(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + raw[end:]


def _flip(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + chance.randbytes(end - start) + raw[end:]


def _repeat(raw: bytes, _: bytes, chance: random.Random) -> bytes:
    start, end = _place(raw, chance)
    return raw[:start] + raw[start:end] * chance.choice((2, 3, 10, 100, 1000)) + raw[end:]


def _splice(raw: bytes, other: bytes, chance: random.Random) -> bytes:
    return raw[: chance.randint(0, len(raw))] + other[chance.randint(0, len(other)) :]


_CHANGES: tuple[Callable[[bytes, bytes, random.Random], bytes], ...] = (
    _insert,
    _insert,
    _drop,
    _flip,
    _repeat,
    _splice,
)
_LETTERS_OF_ONE_SIEGE = 90
"""After about a hundred in a day a correspondent gets no more answers."""


@click.command()
@click.option("--seconds", default=60, show_default=True, help="How long to go on.")
@click.option("--seed", default=1, show_default=True, help="What the chances are drawn from.")
@click.option("--keep", type=click.Path(path_type=Path), default=Path("broken"), show_default=True)
@click.option("--guided", is_flag=True, help="Let atheris choose the changes by the code they reach.")
def main(seconds: int, seed: int, keep: Path, *, guided: bool) -> None:
    """Send letters nobody would write through the whole judge, until the time is up or a promise is broken."""
    if guided:
        _run_guided(seconds)
        return
    chance, letters, end = random.Random(seed), corpus(), time.monotonic() + seconds
    sent, answered, slowest = 0, 0, 0.0
    while time.monotonic() < end:
        with besieged() as siege:
            for _ in range(_LETTERS_OF_ONE_SIEGE):
                raw = changed(chance.choice(letters), letters, chance)
                begun = time.process_time()
                try:
                    answered += bool(siege.send(raw, chance.choice(siege.recipients)))
                except Exception:
                    keep.mkdir(exist_ok=True)
                    (keep / f"{seed}-{sent}.eml").write_bytes(raw)
                    raise
                sent, slowest = sent + 1, max(slowest, time.process_time() - begun)
    click.echo(f"{sent} letters, {answered} of them answered; the slowest took {slowest:.2f} s; no promise was broken")


def _run_guided(seconds: int) -> None:
    atheris = import_module("atheris")
    sent = iter(range(sys.maxsize))
    with besieged() as siege:

        def one(raw: bytes) -> None:
            siege.send(as_the_writers(raw), siege.recipients[next(sent) % 2])

        atheris.Setup([sys.argv[0], f"-max_total_time={seconds}", str(CORPUS)], one)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
