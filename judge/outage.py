"""The path of an outage: from the last hour the judge was known to run to the deadlines moved and everyone told."""

from judge.desk.office import Office
from judge.desk.post import news
from judge.desk.transaction import change_of, with_entries
from judge.game.deadlines.move import AN_OUTAGE
from judge.game.deadlines.move import make_up as moved
from judge.game.ring import alarm, set_back
from judge.game.seats.filling import made_up
from judge.game.settings import GameName
from judge.game.trail import Trail
from judge.store.heartbeat import Owed
from judge.store.values import Change


def make_up(office: Office, name: GameName, owed: Owed | None) -> Change | None:
    """Give one game back the time since the judge was last known to run; None where there is none to give back.

    So too where its clock has been put forward since; one that has been set back takes back what it gave.

    To be called before any letter is read or any hour met: letters that came meanwhile, through whatever door, then
    find the deadline where it is now. The event bears the outage, so that after a crash none is given back twice.
    """
    now = office.clock.now()
    if owed is None or abs(now - owed.since) <= AN_OUTAGE:
        return None
    before = office.game(name)
    if before is None:
        return None
    if owed.since > now:
        events = set_back(before, owed.since, now)
        office.store.postpone(name, alarm(before))  # what was put off to an hour that has become far away
    else:
        events = *moved(before, owed.since, now, by_clock=owed.by_clock), *made_up(before, owed.since, now)
    if not events:
        return None
    trail = Trail(before).on(events)
    change = change_of(office, trail, with_entries(trail, news(office, trail), now))
    office.store.commit(change)
    return change
