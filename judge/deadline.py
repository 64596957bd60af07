"""The path of one deadline: from the hour that has come to the phase judged and everyone told."""

from judge.desk.office import Office
from judge.desk.post import news
from judge.desk.take_up import with_plans
from judge.desk.transaction import change_of, with_entries
from judge.game.ring import ring
from judge.game.trail import Trail
from judge.store.values import Alarm, Change


def meet(office: Office, hour: Alarm) -> Change | None:
    """Do what an hour brings to its game: remind, extend or close; None when there is no such game.

    Which hour is due is the timeline's business (step 1); every letter that arrived before it has been settled when
    this is called. An hour that brings nothing only sets the next alarm.
    """
    before = office.game(hour.game)  # 2
    if before is None:
        return None
    now = office.clock.now()
    trail = Trail(before).on(ring(before, hour.at, now))  # 3: verdicts, position, next deadline go into the event
    trail = with_plans(trail, now)
    letters = with_entries(trail, news(office, trail), now)  # 4 and 5: who sees what, in words
    change = change_of(office, trail, letters)
    office.store.commit(change)  # 6
    return change
