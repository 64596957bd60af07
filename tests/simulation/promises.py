"""What must hold of a simulated judge after every step, and of all of it in the end; read beside it from its files."""

import sqlite3
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from judge.formats.record.verifying import verify
from judge.game.apply import apply, fold_events
from judge.game.deadlines.deadline import ClockSet, OutageOver
from judge.game.deadlines.rules import SHORTEST_OUTAGE
from judge.game.messages import Event
from judge.game.phases.messages import CloseReason, PhaseClosed
from judge.game.settings import GameName
from judge.game.state import Game
from judge.mail.headers import headers_of
from judge.shell.operate import fsck
from judge.store.event_json import read_event
from judge.store.outbox import NOBODY
from judge.store.overview import open_read_only
from judge.store.rows import ArrivedLetter, fingerprint, format_timestamp
from judge.system.clock import LARGEST_DRIFT
from tests.long.invariants import INVARIANTS, Invariant, Moment
from tests.long.witnesses import Counts, Positions, who_is_counted_had_not_written
from tests.simulation.people import THANKS, Mail
from tests.simulation.relay import Taken

_NO_TIME = datetime.min.replace(tzinfo=UTC)
MOST_COPIES = 3
"""Of a letter whose last dot nobody answered: at once, after an hour, after twelve."""


class BrokenPromiseError(Exception):
    """Something that must always hold does not; the message says what."""


def must(holds: object, what: str) -> None:
    """BrokenPromiseError that says what, unless it holds."""
    if not holds:
        raise BrokenPromiseError(what)


class Followed:
    """A game, folded event by event beside the judge."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.version = 0
        counts, positions = Counts(), Positions()
        self._invariants: tuple[Invariant, ...] = (
            *INVARIANTS,
            who_is_counted_had_not_written,
            counts.the_counts_are_those_of_the_log,
            positions.going_back_finds_the_very_position,
        )

    def on(self, event: Event, number: int) -> Game:
        """Fold one more event, and have everything hold of it."""
        game = apply(self.game, event)
        self.version += 1
        must(number == self.version, f"{game.name}: event {number} follows {self.version - 1}")
        moment = Moment(self.game or game, event, game, number)
        for holds in self._invariants:
            must(holds(moment), f"{game.name}, event {number}: {holds.__doc__}\n{event}")
        self.game = game
        return game


@dataclass
class Promises:
    """What was promised: letters that were answered 250, or dropped and gone; what the relay has taken."""

    root: Path
    accepted: dict[bytes, datetime] = field(default_factory=dict)
    dropped: set[bytes] = field(default_factory=set)
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    untold: Counter[tuple[str, str]] = field(default_factory=Counter)
    kills: int = 0
    games: dict[GameName, Game] = field(default_factory=dict)
    tallies: Counter[str] = field(default_factory=Counter)
    _followed: dict[GameName, Followed] = field(default_factory=dict)
    _unseen: dict[bytes, datetime] = field(default_factory=dict)
    _last: int = 0
    _rewritten: float = 0
    _due: dict[GameName, tuple[timedelta, int]] = field(default_factory=dict)
    _db: sqlite3.Connection | None = None

    # --- what is promised

    def note_accepted(self, mail: Mail, at: datetime) -> None:
        """A letter was answered 250."""
        mark = fingerprint(ArrivedLetter(at, "smtp", mail.sender, mail.recipient, mail.raw))
        self._unseen.setdefault(mark, at)
        self.accepted.setdefault(mark, at)
        self.tallies["letters accepted"] += 1

    def note_dropped(self, mail: Mail) -> None:
        """A letter was dropped into the Maildir that the judge reads."""
        raw = mail.raw.replace(b"\r\n", b"\n")
        self.dropped.add(fingerprint(ArrivedLetter(_NO_TIME, "maildir", None, mail.recipient, raw)))
        self.tallies["letters dropped"] += 1

    def note_taken(self, one: Taken) -> str:
        """The relay has a letter: the outbox knows it; its Message-ID."""
        named = str(headers_of(one.raw).first("message-id"))
        rows = self._rows("SELECT recipient FROM outbox WHERE message_id = ?", named)
        must(
            any(to == one.to or to.endswith(NOBODY) for (to,) in rows),
            f"{named} has left to {one.to}, and is not in the outbox",
        )
        self.taken[named, one.to] += 1
        self.untold[named, one.to] += not one.told
        copies, unsure = self.taken[named, one.to], self.untold[named, one.to]
        must(unsure <= MOST_COPIES, f"{named} was sent {unsure} times though it may have arrived")
        self.tallies["letters out"] += 1
        if copies - unsure > 1:
            self.tallies["letters out twice"] += 1
            again = self.tallies["letters out twice"]
            must(again <= self.kills, f"{named} has left {copies} times: {again} were repeated by {self.kills} kills")
        return named

    # --- what holds after every step

    def look(self, ran: timedelta, judges_now: datetime) -> list[tuple[GameName, Event]]:
        """Read what is new in the log, and check it; ``ran`` is how long there has been a judge, by a right clock."""
        self._read_again()
        rows = self._rows(
            "SELECT rowid, game, number, letter, event FROM events WHERE rowid > ? ORDER BY rowid", self._last
        )
        found = []
        for rowid, name, number, letter, text in rows:
            self._last = rowid
            event = read_event(text)
            was = self.games.get(name)
            self.games[name] = self._followed.setdefault(name, Followed()).on(event, number)
            if letter is not None:
                ((state, confirmed),) = self._rows("SELECT state, confirmed FROM letters WHERE id = ?", letter)
                must(state != "new" or confirmed, f"{name}: event {number} is of letter {letter}, which is not settled")
            if isinstance(event, PhaseClosed):
                self._check_close(was, event, ran)
            self._note_hour(was, self.games[name], ran, judges_now)
            found.append((name, event))
            self.tallies["events"] += 1
        return found

    def _read_again(self) -> None:
        """Where somebody was forgotten, the logs are others, and come to other people."""
        rewritten = sum(number for (number,) in self._rows("SELECT rewritten FROM games"))
        if rewritten != self._rewritten:
            self._rewritten = rewritten
            for name, followed in self._followed.items():
                rows = self._rows("SELECT event FROM events WHERE game = ? ORDER BY number", name)
                followed.game = fold_events([read_event(text) for (text,) in rows[: followed.version]])
                assert followed.game
                self.games[name] = followed.game
            self.tallies["logs rewritten"] += 1

    def _note_hour(self, was: Game | None, game: Game, ran: timedelta, judges_now: datetime) -> None:
        """After how long a phase is to close; what makes up for an outage or a leap takes nothing from that."""
        step = game.deadline.steps[-1] if game.deadline and game.deadline.steps else None
        if game.closes_at is None or isinstance(step, OutageOver | ClockSet):
            return
        if was is None or was.closes_at != game.closes_at or game.name not in self._due:
            self._due[game.name] = (ran + (game.closes_at - judges_now), self.tallies["leap"])

    def _check_close(self, was: Game | None, event: PhaseClosed, ran: timedelta) -> None:
        """What had arrived by the deadline was settled before it, and nobody has lost time."""
        self.tallies["phases"] += 1
        if event.because is not CloseReason.DEADLINE or was is None or was.closes_at is None:
            return
        due, leaps = self._due[was.name]
        lost = due - ran - SHORTEST_OUTAGE * (self.tallies["leap"] - leaps)
        must(lost <= LARGEST_DRIFT, f"{was.name} closed {lost} before its time")
        self._note_seen()
        late = [at for at in self._unseen.values() if at <= was.closes_at]
        must(not late, f"{was.name} closed at {was.closes_at} before letters of {late} were taken in")
        rows = self._rows(
            "SELECT id, arrived FROM letters WHERE state = 'new' AND tries = 0 AND arrived <= ?",
            format_timestamp(was.closes_at),
        )
        must(not rows, f"{was.name} closed at {was.closes_at} before letters {rows} were read")

    def _note_seen(self) -> None:
        for mark in [mark for mark in self._unseen if self._rows("SELECT 1 FROM letters WHERE fingerprint = ?", mark)]:
            del self._unseen[mark]

    # --- what holds once all is done

    def check_all(self, archive: Path) -> None:
        """Every letter is settled and answered once, every letter out has left, all files agree."""
        self._note_seen()
        must(not self._unseen, f"{len(self._unseen)} letters were answered 250 and are nowhere")
        kept = {mark for (mark,) in self._rows("SELECT fingerprint FROM letters")}
        must(self.dropped <= kept, "a letter that was dropped into the Maildir is nowhere")
        waiting = self._rows("SELECT id, state, tries FROM letters WHERE state = 'new'")
        must(not waiting, f"letters {waiting} are not settled")
        asides = [*self.root.glob("mailboxes/set-aside/new/letter-*")]
        must(not asides, f"{asides} were set aside, for the judge failed over them")
        self._check_answered()
        self._check_left()
        faults = list(self.faults(archive))
        must(not faults, "\n".join(faults))
        must(not self._rows("SELECT * FROM stuck"), "a game stands still")

    def _check_answered(self) -> None:
        """Whoever wrote, and was read, has had one answer, but for a yes or a no and for mere thanks."""
        rows = self._rows(
            """SELECT id, (SELECT count(*) FROM outbox WHERE letter = letters.id AND outbox.recipient = author
                   AND occasion IN ('answer', 'guidance', 'doorstep', 'signed-guidance', 'signed-doorstep', 'enough')),
               (SELECT count(*) FROM outbox WHERE letter = letters.id AND outbox.recipient = author)
               FROM letters WHERE state = 'done' AND author IS NOT NULL AND recipient NOT LIKE '%+ok.%'"""
        )
        for letter, answers, all_of_it in rows:
            must(answers <= 1, f"letter {letter} was answered {answers} times")
            ((raw,),) = self._rows("SELECT raw FROM letter_bytes WHERE letter = ?", letter) or ((THANKS.encode(),),)
            must(all_of_it or THANKS.encode() in raw, f"letter {letter} was not answered")

    def _check_left(self) -> None:
        for named, to, state, why in self._rows("SELECT message_id, recipient, state, why FROM outbox"):
            count = self.taken[named, to]
            must(state != "waiting", f"{named} to {to} has not left: {why}")
            must(
                state != "sent" or count or to.endswith(NOBODY),
                f"{named} to {to} is said to have left, and the relay has not got it",
            )

    def faults(self, archive: Path) -> Iterator[str]:
        """What fsck and verify find."""
        with open_read_only(self.root / "data" / "judge.db") as store:
            for what, faults in fsck(store, archive):
                yield from (f"{what}: {fault}" for fault in faults)
        for folder in sorted(path for path in archive.glob("*") if path.is_dir()):
            pages = {page.name: page.read_text(encoding="utf-8") for page in folder.glob("*.t*")}
            if difference := verify(pages).difference:
                yield f"{folder.name}: {difference}"

    # --- the files

    def _rows(self, sql: str, *given: object) -> list[tuple]:  # type: ignore[type-arg]
        if self._db is None:
            path = self.root / "data" / "judge.db"
            if not path.exists() or not path.stat().st_size:
                return []
            self._db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        try:
            return self._db.execute(sql, given).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):  # its first start has not come that far
                return []
            raise

    def close(self) -> None:
        """Look no more."""
        if self._db:
            self._db.close()
