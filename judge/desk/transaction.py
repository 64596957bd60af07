"""What is written in one transaction of all that has happened to a game in one go."""

from collections.abc import Sequence

from judge.desk.office import Office
from judge.desk.post import Draft
from judge.desk.seal import seal
from judge.game.ring import alarm
from judge.game.trail import Trail
from judge.store.values import Change, Fate


def change_of(
    office: Office, trail: Trail, letters: Sequence[Draft], *, letter: int | None = None, fate: Fate = Fate.DONE
) -> Change:
    """The events, the next alarm, the letters out; ``letter`` is the number of the one that is settled by it."""
    game = trail.game
    assert game is not None
    return Change(
        letter=letter,
        fate=fate,
        game=game.name,
        seen=trail.before.version if trail.before else 0,
        events=trail.events,
        alarm=alarm(game),
        outgoing=seal(office, letters),
    )
