"""Limits on how many letters somebody is sent; past them letters are still read and carried out."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from judge.game.people.address_book import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.handlers.outgoing import MailThread, OutgoingLetter
from judge.handlers.services import Services
from judge.reports.unprocessed_letters import write_answer_limit_reached, write_confirmation_postponed
from judge.store.records import Occasion

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


MOST_COPIES_A_DAY = 30
"""Letters sent again to one person in a day: a whole year of reports."""


@dataclass(frozen=True)
class RateLimit:
    """At most so many letters within any span of that length."""

    most: int
    within: timedelta


RATE_LIMITS = {
    Occasion.ANSWER: (RateLimit(30, _HOUR), RateLimit(100, _DAY)),
    Occasion.QUESTION: (RateLimit(10, _HOUR), RateLimit(20, _DAY)),
    Occasion.VOUCHED: (RateLimit(10, _HOUR), RateLimit(20, _DAY)),
    Occasion.NEWCOMER: (RateLimit(10, _HOUR), RateLimit(20, _DAY)),
    Occasion.GUIDANCE: (RateLimit(12, _HOUR), RateLimit(40, _DAY)),
    Occasion.STRANGER: (RateLimit(3, _DAY),),
}
"""The limits of each occasion, counted apart, for each mailbox (whatever tag stands behind its plus sign).

So whoever writes in a player's name cannot use up the player's answers. Somebody new who asks, opens, joins or confirms
meets none of them: three a day are for letters that hold no command, which machines send for ever. Questions about
letters that something speaks for are counted apart: whoever forges a player's From cannot use up those.
"""

_SPOOFABLE_OCCASIONS = (Occasion.NEWCOMER, Occasion.GUIDANCE, Occasion.STRANGER)
"""Letters that anybody can have sent to anybody by a forged From; limited in all as well."""

MOST_TO_A_DOMAIN, MOST_TO_ALL = 40, 200
"""Such letters within an hour to the mailboxes of one mail domain, and to all there are."""

MOST_POSTPONED_IN_ALL = 1000
"""Letters of people without a part in a game that wait because too many were answered."""

MOST_POSTPONED = 100
"""Letters in one person's name that wait to be asked about; further ones are left to the operator."""


@dataclass(frozen=True)
class LetterSeries:
    """The numbered letters to a person of a game: the last number, how many may be sent again today."""

    last: int = 0
    copies: int = 0


@dataclass(frozen=True)
class Postponement:
    """A question must wait ``until`` then.

    ``told`` is the letter that says so, empty where it has been said.
    """

    until: datetime
    told: tuple[OutgoingLetter, ...]


def within_limits(services: Services, answer: OutgoingLetter) -> tuple[OutgoingLetter, ...]:
    """Return the answer; past the limit one last letter that says so, and after it nothing."""
    full = _limit_reached(services, answer.to, answer.occasion)
    if full is None:
        return (answer,)
    now = services.clock.now()
    said = services.store.posted_since(answer.to, (Occasion.ENOUGH,), now - full.within)
    return () if said else (_last_answer(services, answer, now + full.within),)


def postponement_of(services: Services, person: Person, thread: MailThread, occasion: Occasion) -> Postponement | None:
    """Return until when a question must wait, None where it may be asked at once."""
    full = _limit_reached(services, person.address, occasion)
    if full is None:
        return None
    now = services.clock.now()
    said = services.store.posted_since(person.address, (Occasion.LATER,), now - full.within)
    words = write_confirmation_postponed(person.language, now + full.within, person.zone)
    thread = replace(thread, begins="later", cause=(*thread.cause, "later"))  # the question itself is still to be asked
    own = services.config.judge.address
    letter = OutgoingLetter(
        person.address, words, thread, own, Occasion.LATER, person.language, person.zone, form=person.form
    )
    return Postponement(now + full.within, () if said else (letter,))


def _limit_reached(services: Services, to: Address, occasion: Occasion) -> RateLimit | None:
    """Return the limit of a mailbox that one more letter would exceed, None if there is none."""
    now, limits = services.clock.now(), RATE_LIMITS.get(occasion, ())

    @cache
    def sent(within: timedelta) -> int:
        return services.store.posted_since(to, (occasion,), now - within)

    if not limits or sent(max(limit.within for limit in limits)) < min(limit.most for limit in limits):
        return None  # as it is for nearly everybody
    return next((limit for limit in limits if sent(limit.within) >= limit.most), None)


def is_never_answered(services: Services, to: Address, occasion: Occasion) -> bool:
    """Return whether neither an answer would be sent now nor a letter that says that there is none."""
    full = _limit_reached(services, to, occasion)
    since = services.clock.now() - full.within if full else None
    return since is not None and services.store.posted_since(to, (Occasion.ENOUGH,), since) > 0


def spoofable_limit_until(services: Services, to: Address) -> datetime | None:
    """Return until when no letter leaves that a forged From may have caused, None where it may leave.

    The limit is that of the mail domain, or of all mailboxes together.
    """
    now = services.clock.now()
    _, _, domain = to.rpartition("@")
    to_domain = services.store.posted_widely(domain.lower(), _SPOOFABLE_OCCASIONS, now - _HOUR)
    is_full = (
        to_domain >= MOST_TO_A_DOMAIN
        or services.store.posted_widely(None, _SPOOFABLE_OCCASIONS, now - _HOUR) >= MOST_TO_ALL
    )
    return now + _HOUR if is_full else None


def letter_series_of(services: Services, game: Game, person: Person) -> LetterSeries:
    """Return how many letters a person of a game has been sent, and how many may be sent again today."""
    reader = game.readers.get(person.address)
    if reader is None:
        return LetterSeries()
    copied = services.store.posted_since(person.address, (Occasion.COPY,), services.clock.now() - _DAY)
    return LetterSeries(services.store.last_number(game.name, reader), MOST_COPIES_A_DAY - copied)


def _last_answer(services: Services, answer: OutgoingLetter, until: datetime) -> OutgoingLetter:
    """Return the last letter, in place of the answer; a reply to it is an ordinary letter."""
    is_answer = answer.occasion is Occasion.ANSWER
    return replace(
        answer,
        words=write_answer_limit_reached(answer.game, answer.language, until, answer.zone),
        reply_to=answer.reply_to if is_answer else services.config.judge.address,
        occasion=Occasion.ENOUGH,
        pictures=(),
    )
