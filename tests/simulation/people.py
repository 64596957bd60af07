"""The people of the simulation: they read what the relay brings them, and write by chance to many games at once."""

import heapq
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from itertools import count
from random import Random

from judge.game.settings import GameName
from judge.game.state import Game
from judge.mail.headers import headers_of
from judge.mail.letter import write_bounce
from judge.rules.board import Power
from judge.shell.local_game import text_of
from tests.long.by_letters import Season, Writer
from tests.long.people import DAY, HOUR, Habit, writes_at

THANKS = "Thanks a lot!"
OWN = "judge@localhost"
OPENINGS = (
    "RULES 2023",
    "RULES 18centres",
    "RULES 1971",
    "RULES faf",
    "RULES soop",
    "RULES stim",
    "RULES 2023 BOARD duel",
    "RULES 2023 BOARD seuil",
)
LENGTHS = ("7d", "7d", "3d", "2d")
SETTINGS = "HOUR 21:00 ZONE Europe/Paris ABSENCES 21 PRESS-KINDS white grey GRACE 12h FORFEIT 2"
NEITHER_HERE_NOR_THERE = (
    "",
    "Hello?",
    "LIST",
    "HELP",
    "HELP PRESS",
    "A XYZ - QQQ\nfrobnicate the\n\x07\x00 thing",
    "Sehr geehrte Damen und Herren, kaufen Sie jetzt https://shop.example.com/",
    "JOIN nowhere",
    "OPEN",
    "PRESS TO ALL\nno end of it",
    "PLAY ANY",
    "MY DATA",
    "GAZETTE",
)
ASIDE = (
    "STATUS",
    "HISTORY",
    "RESEND",
    "WITHDRAW",
    "DIGEST daily",
    "DIGEST off",
    "WHY",
    "PROVE",
    THANKS,
    "BOARD",
)
_MARK = re.compile(rb"secret([a-z]+)x?(\d+)word")
_GONE = 0.01
"""The share of people whose mailbox is gone: what leaves for them bounces."""


@dataclass(frozen=True)
class Mail:
    """A letter to the judge: its envelope (None for the null sender), its bytes; ``dropped`` into ``mailboxes/in``."""

    sender: str | None
    recipient: str
    raw: bytes
    dropped: bool = False


@dataclass
class Person(Writer):
    """Somebody with a mailbox, of which the last letter of the judge in each game is kept."""

    address: str
    notation: str = "standard"
    habit: Habit = Habit.PUNCTUAL
    is_gone: bool = False
    last: dict[str, EmailMessage | bytes] = field(default_factory=dict)


class Match(Season):
    """A game as its people see it; who may read a secret word is told by powers, for seats change hands."""

    def __init__(
        self, name: GameName, opening: str, seated: list[Person], seed: str, games: dict[GameName, Game]
    ) -> None:
        super().__init__(self, Random(f"{seed} {name}"), name=name, mark=f"{name}x")
        self.opening = opening
        self.seated = seated
        self.planned: object = None
        self.begun: datetime | None = None
        self.meant: dict[str, tuple[str, tuple[Power, ...]]] = {}
        self._games = games

    @property
    def game(self) -> Game:
        """The game as whoever looks at the log has it."""
        return self._games[self.name]

    def word(self, writer: Writer, *readers: Power) -> str:
        word = super().word(writer, *readers)
        self.meant[word] = (writer.address, readers)
        return word


class People:
    """Everybody, what they plan to write and when; driven by whoever has the clock."""

    def __init__(self, seed: str, games: int, known: dict[GameName, Game]) -> None:
        self.random = Random(f"{seed} people")
        self.known = known
        self.matches: dict[GameName, Match] = {}
        self.persons = [
            Person(
                f"person{number}@{self.random.choice(('example.org', 'example.net', 'example.com'))}",
                self.random.choice(("standard", "standard", "standard", "18centres")),
                self.random.choice(tuple(Habit)),
                self.random.random() < _GONE,
            )
            for number in range(4 + 5 * games)
        ]
        self.by_address = {one.address: one for one in self.persons}
        self.agenda: list[tuple[datetime, int, str, tuple[str, ...]]] = []
        self.played: dict[tuple[GameName, Power], set[str]] = defaultdict(set)
        self._seed, self._most = seed, games
        self._order, self._numbers, self._names = count(), count(1), count()

    # --- what is planned

    def later(self, at: datetime, what: str, *about: str) -> None:
        """Plan something: an act, and what it is about."""
        heapq.heappush(self.agenda, (at, next(self._order), what, about))

    def open_games(self, now: datetime) -> None:
        """Open as many games as are wanting; one that has ended, or has not begun for long, counts no more."""
        under_way = [one for one in self.matches.values() if not self._is_over(one, now)]
        for _ in range(self._most - len(under_way)):
            number = next(self._names)
            name = GameName("g" + "".join("abcdefghij"[int(digit)] for digit in f"{number:02}"))
            opening = f"{OPENINGS[number % len(OPENINGS)]} MOVEMENT {self.random.choice(LENGTHS)}"
            seats = 2 if "duel" in opening else 7
            match = Match(name, opening, self.random.sample(self.persons, seats), self._seed, self.known)
            match.begun = now
            self.matches[name] = match
            self.later(now + self.random.random() * 2 * DAY, "open", name)
            for day in (3, 5, 9):
                for one in match.seated[1:]:
                    self.later(now + (day + self.random.random()) * DAY, "join", name, one.address)

    def _is_over(self, match: Match, now: datetime) -> bool:
        game = self.known.get(match.name)
        is_late = match.begun is not None and now - match.begun > 14 * DAY
        return game.ended is not None if game and game.position else is_late

    def look(self, name: GameName, now: datetime, judges_now: datetime) -> None:
        """Something has happened in a game: when a phase has opened, everybody thinks of when to write."""
        game, match = self.known[name], self.matches.get(name)
        for power, player in game.seats.items():
            self.played[name, power].add(str(player))
        opening = (game.phases_closed, len(game.undone), game.timekeeping.paused is not None)
        if match is None or game.open_position is None or game.deadline is None or opening == match.planned:
            return
        match.planned = opening
        due = now + (game.deadline.at - judges_now)
        chance = Random(f"{self._seed} {name} {opening}")
        for address in dict.fromkeys(map(str, game.seats.values())):
            person = self.by_address.get(address)
            at = writes_at(chance, person.habit, now, max(due, now)) if person else None
            if at:
                self.later(at, "orders", name, address)
        if game.timekeeping.paused:
            self.later(now + 2 * DAY, "resume", name)
        for _ in range(chance.randrange(3)):
            self.later(now + chance.random() * max(due - now, HOUR), "aside", name, chance.choice(self.persons).address)

    # --- what they read

    def deliver(self, to: str, envelope: str, raw: bytes, now: datetime, chance: Random) -> None:
        """A letter has come: it is kept where it may be answered, a question is answered."""
        person = self.by_address.get(to)
        if person is None:
            return
        if person.is_gone and envelope:
            self.later(now + chance.random() * HOUR, "bounce", to, envelope)
            return
        head = headers_of(raw)
        reply = head.first("reply-to") or ""
        if "+ok." in reply:
            lot = chance.random()
            text = "Yes, that was me." if lot < 0.94 else "No." if lot < 0.97 else "What is this?"
            if lot < 0.99:
                self.later(now + (chance.random() ** 3) * DAY, "reply", to, reply, text, head.first("message-id") or "")
        elif found := re.search(r"\+([a-z]+)\.", reply):
            person.last[found[1]] = raw

    def secrets_in(self, raw: bytes, to: str) -> Iterator[str]:
        """The secret words of a letter that its reader must not know."""
        for mark in _MARK.finditer(raw.replace(b"=\r\n", b"")):
            word = mark[0].decode()
            match = self.matches[GameName(mark[1].decode().rstrip("x"))]
            writer, powers = match.meant[word]
            if to != writer and not match.game.ended and not any(to in self.played[match.name, one] for one in powers):
                yield word

    # --- what they write

    def act(self, now: datetime, chance: Random) -> list[Mail]:
        """Do the next thing that is planned; the letters that come of it."""
        _, _, what, about = heapq.heappop(self.agenda)
        if what == "again":
            return [Mail(about[0] or None, about[1], bytes.fromhex(about[2]))]
        mails = list(self._written(what, about, now, chance))
        lot = chance.random()
        for one in mails:
            if lot < 0.04:
                again = one.raw if lot < 0.02 else b"Received: by relay.example.net; once more\r\n" + one.raw
                self.later(now + chance.random() * 12 * HOUR, "again", one.sender or "", one.recipient, again.hex())
        if 0.04 < lot < 0.06:
            for one in mails:
                self.later(now + 3 * DAY * chance.random(), "again", one.sender or "", one.recipient, one.raw.hex())
            return []
        return mails

    def try_again(self, mail: Mail, now: datetime) -> None:
        """A letter that was not taken is sent once more, as mail servers do."""
        self.later(now + HOUR / 4, "again", mail.sender or "", mail.recipient, mail.raw.hex())

    def _written(self, what: str, about: tuple[str, ...], now: datetime, chance: Random) -> Iterator[Mail]:
        match what:
            case "reply":
                to, reply, text, above = about
                yield self._mail(to, reply, text, now, chance, above)
            case "bounce":
                to, envelope = about
                yield Mail(None, envelope, write_bounce(OWN, to, "5.1.1", "550 5.1.1 Unknown user"))
            case "nonsense":
                writer = chance.choice([*self.by_address, "stranger@example.com"])
                text = "FORGET ME" if chance.random() < 0.02 else chance.choice(NEITHER_HERE_NOR_THERE)
                yield self._mail(writer, OWN, text, now, chance)
            case _:
                yield from self._of_game(what, self.matches[GameName(about[0])], about[1:], now, chance)

    def _of_game(self, what: str, of: Match, about: tuple[str, ...], now: datetime, chance: Random) -> Iterator[Mail]:
        game, first = self.known.get(of.name), of.seated[0]
        person = self.by_address[about[0]] if about else first
        if what == "open" and game is None:
            of.begun = now
            self.later(now + DAY, "open", of.name)
            lines = f"OPEN {of.name} {of.opening}\n{SETTINGS}\nJOIN {of.name}\n"
            yield self._mail(first.address, OWN, lines, now, chance)
        elif what == "join" and game and not game.position and person.address not in {*map(str, game.seats.values())}:
            yield self._mail(person.address, OWN, f"JOIN {of.name}\n", now, chance)
        elif what == "orders" and game and game.position and not game.ended:
            of.random = chance
            text = of.letter(person).strip() or "STATUS"
            yield self._answer(person, of.name, text, now, chance)
            if chance.random() < 0.1:
                self.later(now + chance.random() * DAY, "orders", of.name, person.address)
        elif what == "resume" and game and game.timekeeping.paused:
            yield self._answer(self.by_address.get(str(game.master), first), of.name, "RESUME", now, chance)
        elif what == "aside":
            yield self._answer(person, of.name, chance.choice(ASIDE), now, chance)

    def _answer(self, person: Person, name: GameName, text: str, now: datetime, chance: Random) -> Mail:
        """A reply to the last letter of a game, which stands below it now and then."""
        last = person.last.get(name)
        if last is None:
            return self._mail(person.address, OWN, f"GAME {name}\n{text}", now, chance)
        if isinstance(last, bytes):
            last = person.last[name] = BytesParser(EmailMessage, policy=modern).parsebytes(last)
        if chance.random() < 0.2:
            old = "".join(f"> {line}\n" for line in text_of(last).splitlines())
            text = f"{text}\n\nOn {last['Date']}, {last['From']} wrote:\n{old}"
        return self._mail(person.address, str(last["Reply-To"]), text, now, chance, str(last["Message-ID"]))

    def _mail(self, sender: str, to: str, text: str, now: datetime, chance: Random, above: str = "") -> Mail:
        head = [
            f"From: {sender}",
            f"To: {to}",
            "Subject: Re: a game" if above else "Subject: a letter",
            f"Date: {now:%a, %d %b %Y %H:%M:%S} +0000",
            f"Message-ID: <{next(self._numbers)}.{self._seed}@example.org>",
            *([f"In-Reply-To: {above}"] if above else []),
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: 8bit",
        ]
        body = "".join(f"{line}\r\n" for line in text.replace("\x00", "").split("\n"))
        raw = "".join(f"{line}\r\n" for line in head).encode() + b"\r\n" + body.encode()
        return Mail(sender, to, raw, dropped=chance.random() < 0.08)

    def soon(self, now: datetime, chance: Random, length: timedelta) -> None:
        """Strangers and players write something that belongs to no game."""
        self.later(now + chance.random() * length, "nonsense")
