"""Seven correspondents with a judge on one machine, who play recorded phases by letter."""

import smtplib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import UTC, datetime
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import SMTP
from email.policy import default as modern
from email.utils import format_datetime, make_msgid
from functools import lru_cache
from pathlib import Path

from judge.config import ClockConfig, Config, FolderConfig, IdentityConfig, JudgeConfig, SiteConfig, SmtpConfig
from judge.game.settings import GameName, Language, Token
from judge.game.state import Game
from judge.handlers.outgoing import MASTER_PRESS_PREFIX, PLAYER_PRESS_PREFIX
from judge.handlers.services import fresh_secret
from judge.languages import Spoken
from judge.mail.dkim_keys import DkimKeyLookup
from judge.mail.maildir import mailbox_of
from judge.rules.board import Power
from judge.service.app import Judge
from judge.system.clock import Clock, SettableClock

_ATTRIBUTION: Mapping[Language, str] = Spoken({"en": "On {when}, {who} wrote:", "fr": "Le {when}, {who} a écrit :"})
"""The line a mail program puts above a quoted letter."""


@dataclass
class Correspondent:
    """One player; ``notation`` is that of their orders, ``language`` that of their letters."""

    address: str
    power: Power
    language: Language
    notation: str
    server: tuple[str, int]
    mailbox: Path
    clock: Clock
    read: list[EmailMessage] = field(default_factory=list)
    _seen: set[str] = field(default_factory=set)

    def write(self, to: str, text: str, subject: str = "", headers: Mapping[str, str] | None = None) -> None:
        """Send a letter; SMTPException when the judge does not take it."""
        message = EmailMessage(policy=SMTP)
        message["From"], message["To"], message["Subject"] = self.address, to, subject
        message["Date"] = format_datetime(self.clock.now())
        message["Message-ID"] = make_msgid(domain="example.org")
        for name, value in (headers or {}).items():
            message[name] = value
        message.set_content(text)
        with smtplib.SMTP(*self.server, "localhost", timeout=600) as line:  # by that name, which nobody looks up
            line.send_message(message)

    def answer(self, text: str) -> None:
        """Reply to the judge's last letter as a mail program does: the new lines, then the old letter quoted."""
        last = self.last()
        self.write(last["Reply-To"], self._above_old(text, last), f"Re: {last['Subject']}")

    def answer_press(self, text: str) -> None:
        """Reply to the last letter of press in the same manner, below it in the thread (RFC 5322 3.6.4)."""
        last = self.last(is_press=True)
        above = " ".join([*str(last["References"]).split(), last["Message-ID"]])
        headers = {"In-Reply-To": last["Message-ID"], "References": above}
        subject = last["Subject"] if last["Subject"].startswith("Re: ") else f"Re: {last['Subject']}"
        self.write(last["Reply-To"], self._above_old(text, last), subject, headers)

    def last(self, *, is_press: bool = False) -> EmailMessage:
        """Return the last letter that has come from the judge itself, or of press."""
        return [letter for letter in self.read if is_press_letter(letter) is is_press][-1]

    def _above_old(self, text: str, old: EmailMessage) -> str:
        quoted = "".join(f"> {line}\n" for line in text_of(old).splitlines())
        attribution = _ATTRIBUTION[self.language].format(when=old["Date"], who=old["From"])
        return f"{text}\n\n{attribution}\n{quoted}"

    def fetch(self) -> Sequence[EmailMessage]:
        """Read the letters that have come since last time, oldest first."""
        new = self.mailbox / "new"
        paths = sorted(new.iterdir(), key=_delivered) if new.is_dir() else []
        letters = [_read(path) for path in paths if path.name not in self._seen]
        self._seen.update(path.name for path in paths)
        self.read += letters
        return letters


def _delivered(path: Path) -> tuple[int, int]:
    """When a letter was written; of those of one tick of the clock, the one that got its inode first."""
    found = path.stat()
    return found.st_mtime_ns, found.st_ino


def is_press_letter(letter: EmailMessage) -> bool:
    """Whether a letter is press, to be told by its id."""
    return str(letter["Message-ID"]).startswith((f"<{PLAYER_PRESS_PREFIX}.", f"<{MASTER_PRESS_PREFIX}."))


def text_of(letter: EmailMessage) -> str:
    """Return what a mail program shows of a letter of the judge; attached calendar entries are left out."""
    body = letter.get_body(("plain",)) or letter
    text: str = body.get_content()
    return text


_READING = modern.clone(header_factory=lru_cache(maxsize=512)(modern.header_factory))
"""Parses a header once, which is looked at again and again."""


def _read(path: Path) -> EmailMessage:
    return BytesParser(EmailMessage, policy=_READING).parsebytes(path.read_bytes())


GAME = GameName("rome")
_OPENING_DAY = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
_PLAYERS: Mapping[str, tuple[str, Language, str]] = {
    "AUSTRIA": ("anton@example.org", "en", "standard"),
    "ENGLAND": ("edith@example.net", "en", "standard"),
    "FRANCE": ("florence@example.com", "fr", "18centres"),
    "GERMANY": ("greta@example.org", "en", "standard"),
    "ITALY": ("ivo@example.net", "en", "standard"),
    "RUSSIA": ("raisa@example.com", "en", "standard"),
    "TURKEY": ("tarik@example.org", "en", "standard"),
}
_PATIENCE = 600
"""Seconds for everything that seven letters bring about, before something must be wrong."""


class StuckError(Exception):
    """The judge did not finish its work in time."""


@dataclass(frozen=True)
class LocalGame:
    """The judge with its clock, and the correspondents by power."""

    judge: Judge
    clock: SettableClock
    players: Mapping[Power, Correspondent]

    def settle(self) -> None:
        """Wait until the judge has nothing left to do, then let everyone read their mail."""
        if not self.judge.settle(timeout=_PATIENCE):
            raise StuckError(f"the judge is still busy after {_PATIENCE} seconds")
        for player in self.players.values():
            player.fetch()

    @property
    def game(self) -> Game:
        """The game as the judge's log has it."""
        game = self.judge.services.game(GAME)
        assert game is not None
        return game


def no_dkim_keys(_: str) -> None:
    """Return no DKIM key: nobody signs letters, and no DNS server is asked."""


def start_local_game(
    folder: Path,
    identity: IdentityConfig | None = None,
    keys: DkimKeyLookup = no_dkim_keys,
    seed: Callable[[], Token] = fresh_secret,
    now: datetime = _OPENING_DAY,
    site: SiteConfig = SiteConfig(),  # noqa: B008
) -> LocalGame:
    """Start a judge on free loopback ports with all its files below ``folder``, at the hour ``now``."""
    config = Config(
        judge=JudgeConfig(operator="operator@example.org"),
        smtp=SmtpConfig(port=0),
        identity=identity or IdentityConfig(),
        folders=FolderConfig(*(folder / one.name for one in fields(FolderConfig))),
        clock=ClockConfig(sweep_seconds=3600),
        site=site,
    )
    clock = SettableClock(now)
    judge = Judge(config, clock, keys, seed)
    judge.start()
    server = (config.smtp.host, judge.door.port)
    players = {
        Power(power): Correspondent(
            address, Power(power), language, notation, server, mailbox_of(config.folders.mailboxes, address), clock
        )
        for power, (address, language, notation) in _PLAYERS.items()
    }
    return LocalGame(judge, clock, players)


def open_and_join(table: LocalGame, settings: str = "") -> None:
    """Open the game by letter and take the seven seats; every new player confirms their letter.

    ``settings`` are the words after those of the OPEN line.
    """
    own = table.judge.services.config.judge.address
    first, *others = table.players.values()
    first.write(
        own,
        f"OPEN {GAME} RULES 2023\nHOUR 21:00 ZONE Europe/Paris MOVEMENT 7d {settings}\nJOIN {GAME} AS {first.power}\n",
    )
    table.settle()
    first.answer("Yes, that was me.")
    table.settle()
    for player in others:
        word = "JOUER" if player.language == "fr" else "JOIN"
        player.write(own, f"{word} {GAME} {player.power}\n")
    table.settle()
    for player in others:
        player.answer("Oui, c'est bien moi." if player.language == "fr" else "Yes, that was me.")
    table.settle()
