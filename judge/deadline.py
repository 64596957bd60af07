"""The path of one deadline: from the hour that has come to the phase judged and everyone told."""

from judge.desk.invite import with_entries
from judge.desk.office import Office
from judge.desk.post import news
from judge.desk.seal import seal
from judge.desk.take_up import with_plans
from judge.game.after import after_all
from judge.game.ring import alarm, ring
from judge.store.values import Alarm, Change, Fate


def meet(office: Office, hour: Alarm) -> Change | None:
    """Do what an hour brings to its game: remind, extend or close; None when there is no such game.

    Which hour is due is the timeline's business (step 1); every letter that arrived before it has been settled when
    this is called. An hour that brings nothing only sets the next alarm.
    """
    before = office.game(hour.game)  # 2
    if before is None:
        return None
    now = office.clock.now()
    rung = ring(before, hour.at, now)  # 3: verdicts, position, next deadline go into the event
    events = with_plans(before, rung, now)
    game = after_all(before, events) or before
    letters = with_entries(before, game, news(office, before, game, events), now)  # 4 and 5: who sees what, in words
    change = Change(
        letter=None,
        fate=Fate.DONE,
        game=hour.game,
        seen=before.version,
        events=events,
        alarm=alarm(game),
        outgoing=seal(office, letters),
    )
    office.store.commit(change)  # 6
    return change
