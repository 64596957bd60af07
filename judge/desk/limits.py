"""How many answers a correspondent gets: past that, letters are read and carried out all the same."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.desk.office import Office
from judge.desk.post import Draft
from judge.desk.resend import Series
from judge.game.person import Person
from judge.game.state import Game
from judge.reports.doorstep import write_enough
from judge.store.values import Occasion

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


MOST_COPIES_A_DAY = 30
"""Letters sent again to one person: a whole year of reports."""


@dataclass(frozen=True)
class Limit:
    """At most so many letters within a span, whatever its beginning."""

    most: int
    within: timedelta


LIMITS = {
    Occasion.ANSWER: (Limit(30, _HOUR), Limit(100, _DAY)),
    Occasion.QUESTION: (Limit(5, _DAY),),
    Occasion.DOORSTEP: (Limit(3, _DAY),),
}
"""For each occasion its own, so that whoever writes in a player's name cannot use up the player's answers."""


def within_limits(office: Office, answer: Draft) -> tuple[Draft, ...]:
    """The answer; where the correspondent has had enough of them one last letter that says so, and after it nothing."""
    now = office.clock.now()
    for limit in LIMITS.get(answer.occasion, ()):
        since = now - limit.within
        if office.store.posted_since(answer.to, (answer.occasion,), since) >= limit.most:
            said = office.store.posted_since(answer.to, (Occasion.ENOUGH,), since)
            return () if said else (_enough(office, answer, now + limit.within),)
    return (answer,)


def series_of(office: Office, game: Game | None, person: Person) -> Series:
    """The letters to a person of a game, as far as asking for them again goes."""
    reader = game.readers.get(person.address) if game else None
    if game is None or reader is None:
        return Series()
    copied = office.store.posted_since(person.address, (Occasion.COPY,), office.clock.now() - _DAY)
    return Series(office.store.last_number(game.name, reader), MOST_COPIES_A_DAY - copied)


def _enough(office: Office, answer: Draft, until: datetime) -> Draft:
    """The last letter, in place of the answer; a reply to it that is no answer is an ordinary letter."""
    is_answer = answer.occasion is Occasion.ANSWER
    return replace(
        answer,
        words=write_enough(answer.game, answer.language, until, answer.zone),
        reply_to=answer.reply_to if is_answer else office.config.judge.address,
        occasion=Occasion.ENOUGH,
    )
