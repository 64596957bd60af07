"""The path of one deadline: from the alarm to the phase judged and everyone told."""

from judge.game.alarms import due_events
from judge.game.apply import Trail
from judge.handlers.game_fingerprints import with_game_fingerprints
from judge.handlers.outgoing import letters_of_news
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.services import Services
from judge.handlers.transaction import new_transaction, with_calendar_entries
from judge.store.records import Alarm, Transaction


def decide_deadline(services: Services, alarm: Alarm) -> Transaction | None:
    """What is to be written of an hour in a game: reminded, extended or closed; None when there is no such game.

    The timeline decides which hour is due (step 1) and writes what is returned (step 6); every letter that arrived
    before it has been settled when this is called. An hour at which nothing is due only sets the next alarm.
    """
    before = services.game(alarm.game)  # 2
    if before is None:
        return None
    now = services.clock.now()
    trail = Trail(before).on(
        due_events(before, alarm.at, now)
    )  # 3: verdicts, position, next deadline go into the event
    trail = with_game_fingerprints(services, with_plans_taken_up(trail, now))
    letters = with_calendar_entries(trail, letters_of_news(services, trail), now)  # 4 and 5: who sees what, in words
    return new_transaction(services, trail, letters)
