"""How many answers a correspondent gets: past that, letters are read and carried out all the same."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from judge.desk.office import Office
from judge.desk.post import Draft, Thread
from judge.game.person import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.reports.doorstep import write_enough, write_put_off
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
    Occasion.QUESTION: (Limit(10, _HOUR), Limit(20, _DAY)),
    Occasion.VOUCHED: (Limit(10, _HOUR), Limit(20, _DAY)),
    Occasion.NEWCOMER: (Limit(10, _HOUR), Limit(20, _DAY)),
    Occasion.GUIDANCE: (Limit(12, _HOUR), Limit(40, _DAY)),
    Occasion.DOORSTEP: (Limit(3, _DAY),),
}
"""For each occasion its own, so that whoever writes in a player's name cannot use up the player's answers.

Somebody new who asks, opens, joins, confirms meets none of them: three a day are for letters that hold no command,
which machines send for ever. A mailbox is one, whatever tag stands behind its plus sign. Questions about letters that
something speaks for are counted apart: whoever forges a player's From cannot use up those.
"""

WIDE = (Occasion.NEWCOMER, Occasion.GUIDANCE, Occasion.DOORSTEP)
"""Letters that anybody can have sent to anybody, by writing in their name: limited in all as well."""

MOST_TO_A_DOMAIN, MOST_TO_ALL = 40, 200
"""Such letters within an hour to the mailboxes of one mail domain, and to all there are."""

MOST_PUT_OFF_IN_ALL = 1000
"""Letters of people without a part in a game that wait because so many were answered already."""

MOST_PUT_OFF = 100
"""Letters in somebody's name that wait to be asked about; whatever comes then is the operator's to look at."""


@dataclass(frozen=True)
class Series:
    """The letters to a person of a game: the number of the last, how many may still be sent again today."""

    last: int = 0
    copies: int = 0


@dataclass(frozen=True)
class PutOff:
    """A question must wait ``until`` then; ``told`` is the letter that says so, nothing where it has been said."""

    until: datetime
    told: tuple[Draft, ...]


def within_limits(office: Office, answer: Draft) -> tuple[Draft, ...]:
    """The answer; where the correspondent has had enough of them one last letter that says so, and after it nothing."""
    full = reached(office, answer.to, answer.occasion)
    if full is None:
        return (answer,)
    now = office.clock.now()
    said = office.store.posted_since(answer.to, (Occasion.ENOUGH,), now - full.within)
    return () if said else (_enough(office, answer, now + full.within),)


def put_off(office: Office, person: Person, thread: Thread, occasion: Occasion) -> PutOff | None:
    """When a question may be asked that is one too many now; None where it may be asked at once."""
    full = reached(office, person.address, occasion)
    if full is None:
        return None
    now = office.clock.now()
    said = office.store.posted_since(person.address, (Occasion.LATER,), now - full.within)
    words = write_put_off(person.language, now + full.within, person.zone)
    thread = replace(thread, begins="later", cause=(*thread.cause, "later"))  # the question itself is still to be asked
    own = office.config.judge.address
    letter = Draft(person.address, words, thread, own, Occasion.LATER, person.language, person.zone)
    return PutOff(now + full.within, () if said else (letter,))


def reached(office: Office, to: Address, occasion: Occasion) -> Limit | None:
    """The limit of somebody's mailbox that one more letter would go beyond; looked up before any work is done."""
    now = office.clock.now()
    for limit in LIMITS.get(occasion, ()):
        if office.store.posted_since(to, (occasion,), now - limit.within) >= limit.most:
            return limit
    return None


def is_silent(office: Office, to: Address, occasion: Occasion) -> bool:
    """Whether an answer would not leave, nor a last letter in its place: then there is nothing to find out for it."""
    full = reached(office, to, occasion)
    since = office.clock.now() - full.within if full else None
    return since is not None and office.store.posted_since(to, (Occasion.ENOUGH,), since) > 0


def crowded(office: Office, to: Address) -> datetime | None:
    """Until when nothing leaves that anybody can have sent to ``to``, because their domain or all had enough of it."""
    now = office.clock.now()
    _, _, domain = to.rpartition("@")
    to_domain = office.store.posted_widely(domain.lower(), WIDE, now - _HOUR)
    is_full = to_domain >= MOST_TO_A_DOMAIN or office.store.posted_widely(None, WIDE, now - _HOUR) >= MOST_TO_ALL
    return now + _HOUR if is_full else None


def series_of(office: Office, game: Game, person: Person) -> Series:
    """The letters to a person of a game, as far as asking for them again goes."""
    reader = game.readers.get(person.address)
    if reader is None:
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
