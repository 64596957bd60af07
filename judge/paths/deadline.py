"""The path of one deadline, and of an outage: from the alarm to everyone told."""

from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

from judge.game.apply import Trail
from judge.game.deadlines.rules import SHORTEST_OUTAGE
from judge.game.deadlines.rules import compensate_outage as moved
from judge.game.mastery.messages import LettersLost
from judge.game.messages import Event
from judge.game.phases.close import close_failed, compensate_clock_set_back, due_events, next_alarm
from judge.game.seats.rules import extend_muster_after_outage
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.outgoing import letters_of_news
from judge.handlers.plans import closed_early, with_plans_taken_up
from judge.handlers.services import Services, contained
from judge.handlers.transaction import SOONEST_RETRY, new_transaction, with_calendar_entries, with_game_fingerprints
from judge.store.records import Transaction
from judge.store.rows import Alarm, LetterStatus, LostTime, StuckGame

# --- the path of one deadline: from the alarm to the phase judged and everyone told


def decide_deadline(services: Services, alarm: Alarm) -> Transaction | None:
    """What is to be written of an hour in a game: reminded, extended or closed; None when there is no such game.

    The timeline decides which hour is due (step 1) and writes what is returned (step 6); every letter that arrived
    before it has been settled when this is called. An hour at which nothing is due only sets the next alarm, or closes
    a phase early that could not be closed so before.
    """
    before = services.game(alarm.game)  # 2
    if before is None:
        return None
    now = services.clock.now()
    due = due_events(before, alarm.at, now)
    trail = Trail(before).on(due) if due else closed_early(before, now)  # 3: verdicts, position, next deadline
    trail = with_game_fingerprints(services, with_plans_taken_up(trail, now))
    letters = with_calendar_entries(trail, letters_of_news(services, trail), now)  # 4 and 5: who sees what, in words
    return new_transaction(services, trail, letters)


# --- the path of a fault: from a deadline that the judge has failed over to everyone told, once, and to its next try


_LATEST_RETRY = timedelta(hours=6)


def note_stuck(services: Services, name: GameName, why: str, *, is_due: bool) -> Transaction:
    """What is to be written of a game that the judge has failed over: everyone told, if its hour ``is_due``, once.

    It is tried again after as long as it has failed, but for some minutes and some hours. A game that cannot even be
    read is noted alone.
    """
    now, known = services.clock.now(), services.store.stuck(name)
    since = known.since if known else now
    again = now + min(max(now - since, SOONEST_RETRY), _LATEST_RETRY)
    stuck = StuckGame(name, since, again, (known.tries if known else 0) + 1, why)
    bare = Transaction(None, LetterStatus.DONE, name, services.store.version(name), stuck=stuck)
    tell = partial(_told_of_failure, services, name, now)
    told = contained(tell, lambda: None, "the players of a game are not told") if is_due else None
    return replace(told or bare, stuck=stuck)


def _told_of_failure(services: Services, name: GameName, now: datetime) -> Transaction | None:
    before = services.game(name)
    failed = close_failed(before, now)
    if not failed:
        return None
    trail = Trail(before).on(failed)
    return new_transaction(services, trail, letters_of_news(services, trail))


# --- the path of an outage: from the last heartbeat to the deadlines moved and everyone told


_MOST_EVENTS = 8
"""Events that make up for one outage, at most."""


def make_up_outage(services: Services, name: GameName, owed: LostTime | None) -> Transaction | None:
    """Give one game back the time since the last heartbeat; None where there is none to give back.

    The same where its clock has been put forward since; one that has been set back takes back what it gave.

    To be called before any letter is read or any deadline run: letters that came meanwhile, by whatever way, then find
    the deadline where it is now. The event contains the outage, so that after a crash none is given back twice.
    """
    now = services.clock.now()
    before = services.game(name)
    if owed is None or before is None:
        return None
    told = _told_of_letters(services, before, owed, now)
    events = (*told, *_moved_by(services, before, owed, now))
    if not events:
        return None
    trail = Trail(before).on(events)
    transaction = new_transaction(services, trail, with_calendar_entries(trail, letters_of_news(services, trail), now))
    services.store.commit(transaction)
    return transaction


def _told_of_letters(services: Services, game: Game, owed: LostTime, now: datetime) -> tuple[Event, ...]:
    """The event that tells which letters a running game has lost; none where that is its last deed already."""
    if not owed.with_letters or game.ended:
        return ()
    last = services.store.events(game.name)[-_MOST_EVENTS:]
    is_told = any(isinstance(event, LettersLost) and event.since == owed.since for event in last)
    return () if is_told else (LettersLost(owed.since, now),)


def _moved_by(services: Services, game: Game, owed: LostTime, now: datetime) -> tuple[Event, ...]:
    """The events that move the hours of a game by the time it has lost."""
    if abs(now - owed.since) <= SHORTEST_OUTAGE:
        return ()
    if owed.since > now:
        services.store.postpone(game.name, next_alarm(game))  # what was put off to an hour that has become far away
        return compensate_clock_set_back(game, owed.since, now)
    return (
        *moved(game, owed.since, now, by_clock=owed.by_clock),
        *extend_muster_after_outage(game, owed.since, now),
    )
