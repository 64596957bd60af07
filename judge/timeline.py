"""The timeline: of all that waits, letters and hours, the oldest is settled first."""

import logging
import sqlite3
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from judge import deadline, zine
from judge.apart import Decide, NotReadError, decide_apart
from judge.archive import has_news, keep_up
from judge.beats import Leap
from judge.desk.given_up import give_up
from judge.desk.office import Office, fresh_secret
from judge.game.deadlines.move import AN_OUTAGE
from judge.game.settings import GameName
from judge.mail.maildir import set_aside
from judge.outage import make_up
from judge.receive import receive, settle
from judge.store.heartbeat import Owed
from judge.store.trouble import is_of_the_house
from judge.store.values import Alarm, Change, Fate, KeptLetter

_log = logging.getLogger("judge")

_AGAIN = timedelta(minutes=10)
"""After how long a deadline that could not be met is tried again."""

_TRIES = 3
"""How often reading a letter may fail before a person must look at it."""


class Timeline:
    """What waits at one office. A letter or an hour that fails blocks no other; one thread at a time drives it."""

    def __init__(self, office: Office) -> None:
        """Nothing is settled before the first ``step``."""
        self.office = office
        self._name = fresh_secret()
        self._unwritten: set[GameName] = set()

    def catch_up(self) -> None:
        """Write the pages that are missing, then give back the time in which nobody kept the deadlines."""
        for name in self.office.store.games():
            self._write_pages(name)
        self._give_back()
        zine.plan(self.office)

    def step(self) -> bool:
        """Settle the oldest thing that waits, a letter or an hour; False when nothing does.

        A judge that was suspended, machine and all, first gives the time back like one that has been started again;
        so does one whose wall clock has leapt, once that is believed.

        A letter that came up to the very instant of a deadline counts; so the store is asked to finish keeping
        what has arrived before an hour is acted on.
        """
        store = self.office.store
        if self._has_slept():
            self._give_back()
        if leap := self.office.clock.stood():
            self._believe(leap)
        hour = store.next_alarm()
        due = hour is not None and hour.at <= self.office.clock.now()
        if due:
            store.settle()
        letter = store.next_letter()
        if letter and not (hour and due and hour.at < letter.arrived):
            self._receive(letter)
        elif hour and due:
            self._meet(hour)
        else:
            return False
        return True

    def _receive(self, letter: KeptLetter) -> None:
        """Settle one letter; one that has failed too often is put where a person finds it, and blocks nobody.

        Trouble of the disk or the database is raised: it is not the letter's, and nothing is settled before it ends.
        """
        if not letter.begun_by:
            self.office.store.begin(letter.id, self._name)
        if letter.tries >= _TRIES:
            self._set_aside(letter)
            return
        try:
            self._archive(receive(self.office, letter, self._how(letter, settle)))
        except Exception as error:
            if _says_nothing(error):
                raise
            # A bug must not keep other letters waiting; this one is next again until its tries are used up.
            self.office.store.note_failure(letter.id)
            _log.exception("letter %s could not be settled", letter.id)

    def _how(self, letter: KeptLetter, decide: Decide) -> Decide:
        """How a letter is decided upon: in a process of its own where a judge that began to read it ended over it.

        Whether it was killed or died of the letter nobody can tell; what that process dies of is the letter's.
        """
        is_suspect = letter.begun_by not in {"", self._name}
        return partial(decide_apart, decide=decide) if is_suspect else decide

    def _set_aside(self, letter: KeptLetter) -> None:
        """Put a letter where a person finds it, and tell its sender."""
        set_aside(self.office.config.folders.mailboxes / "set-aside", f"letter-{letter.id}", letter.raw)
        self.office.store.commit(self._given_up(letter))
        _log.error("letter %s failed %s times; it lies in mailboxes/set-aside", letter.id, _TRIES)

    def _given_up(self, letter: KeptLetter) -> Change:
        """Tell its sender, unless that fails as well."""
        try:
            return self._how(letter, give_up)(self.office, letter)
        except Exception as error:
            if _says_nothing(error):
                raise
            # Whatever is wrong with this letter must not keep it among those that wait.
            _log.exception("nobody could be told of letter %s", letter.id)
            return Change(letter.id, Fate.SET_ASIDE)

    def _meet(self, hour: Alarm) -> None:
        """Do what an hour brings; a game that cannot be judged is looked at again later, and blocks no other game."""
        try:
            if hour.game and self.office.store.owed(hour.game):
                self._pay(hour.game, None)  # its hours are where they should be only afterwards
            else:
                self._archive(deadline.meet(self.office, hour) if hour.game else zine.publish(self.office))
        except Exception:  # noqa: BLE001
            later = self.office.clock.now() + _AGAIN
            self.office.store.postpone(hour.game, later)
            _log.exception("the hour of %s could not be met; next try %s", hour.game or "the gazette", later)

    def _archive(self, change: Change | None) -> None:
        """Note what happened, never who said what, and write the pages it adds."""
        if change:
            happened = ", ".join(type(event).__name__ for event in change.events) or change.fate.value
            _log.info("%s: %s", change.game or ("gazette" if change.issue else f"letter {change.letter}"), happened)
        if change and change.game and has_news(change.events):
            self._write_pages(change.game)

    def _write_pages(self, name: GameName) -> None:
        """Write the pages of a game that are missing; one that cannot be read keeps no other from going on."""
        try:
            keep_up(self.office, name)
        except Exception:  # noqa: BLE001
            # What happened has happened; a page follows from the log, and is written when that is possible.
            if name not in self._unwritten:
                _log.exception("a page of %s could not be written yet", name)
            self._unwritten.add(name)
        else:
            self._unwritten.discard(name)

    def write_late_pages(self) -> None:
        """Write the pages that could not be written before: there may be room by now."""
        for name in sorted(self._unwritten):
            self._write_pages(name)

    def _give_back(self) -> None:
        """Give every game the time back in which the judge did not run; from now on it does.

        A game that cannot be told keeps no other from going on: what it lost is written down, and tried again before
        any of its hours is met. Trouble of the disk or the database is raised, with the outage still to be made up for.
        """
        store, last = self.office.store, self.office.store.last_beat()
        since = last.at if last else None
        for name in store.games():
            try:
                self._pay(name, since)
            except Exception as error:
                if is_of_the_house(error) or since is None:
                    raise
                store.owe(name, since, self.office.clock.now() + _AGAIN)
                _log.exception("the time %s lost could not be given back; next try in %s", name, _AGAIN)
        store.beat(self.office.clock.beat())

    def _believe(self, leap: Leap) -> None:
        """Go by a wall clock that has stood; what was written first holds, whatever becomes of the judge meanwhile."""
        self.office.store.believe(leap, replace(self.office.clock.beat(), at=leap.now, doubt=None))
        self.office.clock.believe()
        self._give_back()
        zine.plan(self.office)

    def _pay(self, name: GameName, since: datetime | None) -> None:
        """Make up for an outage, for an earlier one too that the game has not been given back."""
        store = self.office.store
        before = store.owed(name)
        self._archive(make_up(self.office, name, before or (Owed(since) if since else None)))
        if before:
            store.paid(name)

    def _has_slept(self) -> bool:
        """Whether more than an outage has passed since the last beat, though nobody has stopped the judge."""
        clock, last = self.office.clock, self.office.store.last_beat()
        return clock.runs and last is not None and clock.now() - last.at > AN_OUTAGE

    def beat(self) -> None:
        """Note that somebody keeps the deadlines; after a gap not before the time has been given back."""
        try:
            if not self._has_slept():
                self.office.store.beat(self.office.clock.beat())
        except (sqlite3.Error, OSError):
            # What counts as an outage begins at the last note that could be made.
            _log.exception("it could not be noted that the judge runs")


def _says_nothing(error: Exception) -> bool:
    """Whether an error says nothing of the letter that was being read."""
    return isinstance(error, NotReadError) or is_of_the_house(error)
