"""The path of an outage: from the last heartbeat to the deadlines moved and everyone told."""

from judge.game.alarms import compensate_clock_set_back, next_alarm
from judge.game.apply import Trail
from judge.game.deadlines.new_deadlines import SHORTEST_OUTAGE
from judge.game.deadlines.new_deadlines import compensate_outage as moved
from judge.game.seats.start import extend_muster_after_outage
from judge.game.settings import GameName
from judge.handlers.outgoing import letters_of_news
from judge.handlers.services import Services
from judge.handlers.transaction import new_transaction, with_calendar_entries
from judge.store.heartbeat import LostTime
from judge.store.records import Transaction


def make_up_outage(services: Services, name: GameName, owed: LostTime | None) -> Transaction | None:
    """Give one game back the time since the last heartbeat; None where there is none to give back.

    The same where its clock has been put forward since; one that has been set back takes back what it gave.

    To be called before any letter is read or any deadline run: letters that came meanwhile, by whatever way, then find
    the deadline where it is now. The event contains the outage, so that after a crash none is given back twice.
    """
    now = services.clock.now()
    if owed is None or abs(now - owed.since) <= SHORTEST_OUTAGE:
        return None
    before = services.game(name)
    if before is None:
        return None
    if owed.since > now:
        events = compensate_clock_set_back(before, owed.since, now)
        services.store.postpone(name, next_alarm(before))  # what was put off to an hour that has become far away
    else:
        events = (
            *moved(before, owed.since, now, by_clock=owed.by_clock),
            *extend_muster_after_outage(before, owed.since, now),
        )
    if not events:
        return None
    trail = Trail(before).on(events)
    transaction = new_transaction(services, trail, with_calendar_entries(trail, letters_of_news(services, trail), now))
    services.store.commit(transaction)
    return transaction
