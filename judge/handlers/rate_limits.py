"""Limits on how many letters somebody is sent; past them letters are still read and carried out."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache

from judge.game.people.address_book import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.handlers.outgoing import MailThread, OutgoingLetter
from judge.handlers.services import Services
from judge.reports.quoted_lines import write_answer_limit_reached, write_confirmation_postponed
from judge.store.records import Occasion

_HOUR, _DAY = timedelta(hours=1), timedelta(days=1)


MOST_COPIES_A_DAY = 30
"""Letters sent again to one person in a day: a whole year of reports."""


@dataclass(frozen=True)
class RateLimit:
    """At most so many letters within any span of that length."""

    most: int
    within: timedelta


_OF_QUESTIONS = (RateLimit(10, _HOUR), RateLimit(20, _DAY))
_OF_GUIDANCE = (RateLimit(12, _HOUR), RateLimit(40, _DAY))
_OF_STRANGERS = (RateLimit(6, _DAY),)

RATE_LIMITS = {
    Occasion.ANSWER: (RateLimit(30, _HOUR), RateLimit(100, _DAY)),
    Occasion.QUESTION: _OF_QUESTIONS,
    Occasion.VOUCHED: _OF_QUESTIONS,
    Occasion.NEWCOMER: _OF_QUESTIONS,
    Occasion.GUIDANCE: _OF_GUIDANCE,
    Occasion.SIGNED_GUIDANCE: _OF_GUIDANCE,
    Occasion.STRANGER: _OF_STRANGERS,
    Occasion.SIGNED_STRANGER: _OF_STRANGERS,
    Occasion.ADMINS: (RateLimit(30, _DAY),),
}
"""The limits of each occasion, counted apart, for each mailbox (whatever tag stands behind its plus sign).

So whoever writes in a player's name cannot use up the player's answers. Somebody new who asks, opens, joins or confirms
meets none of them: six a day are for letters that hold no command, which machines send for ever. Letters that
something speaks for are counted apart: whoever forges a From cannot use up those.
"""

_SPOOFABLE_OCCASIONS = (Occasion.NEWCOMER, Occasion.GUIDANCE, Occasion.STRANGER)
"""Letters that anybody can have sent to anybody by a forged From; limited in all as well."""

MOST_TO_A_DOMAIN, MOST_TO_ALL = 40, 200
"""Such letters within an hour to the mailboxes of one mail domain, and to all there are."""

RESERVED_FOR_NEW_MAILBOXES, RESERVED_FOR_NEW_DOMAINS = 10, 50
"""How many of them are only for mailboxes, and for mail domains, that have had none for a day."""

MOST_UNANSWERED = 10
"""Such letters within a day to a mailbox of which no letter has ever been proven, the one that says so among them."""

MOST_POSTPONED_IN_ALL = 1000
"""Letters of people without a part in a game that wait because too many were answered."""

MOST_POSTPONED_OF_NEWCOMER = 10
"""Of them those in the name of one mailbox."""

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
    until = services.clock.now() + full.within
    return (_last_answer(services, answer, until),) if _may_tell(services, answer.to, answer.occasion, full) else ()


def postponement_of(services: Services, person: Person, thread: MailThread, occasion: Occasion) -> Postponement | None:
    """Return until when a question must wait, None where it may be asked at once."""
    full = _limit_reached(services, person.address, occasion)
    if full is None:
        return None
    until = services.clock.now() + full.within
    words = write_confirmation_postponed(person.language, until, person.zone)
    thread = replace(thread, begins="later", cause=(*thread.cause, "later"))  # the question itself is still to be asked
    own = services.config.judge.address
    letter = OutgoingLetter(
        person.address, words, thread, own, Occasion.LATER, person.language, person.zone, form=person.form
    )
    is_told = _may_tell(services, person.address, occasion, full, Occasion.LATER)
    return Postponement(until, (letter,) if is_told else ())


def _limit_reached(services: Services, to: Address, occasion: Occasion) -> RateLimit | None:
    """Return the limit of a mailbox that one more letter would exceed, None if there is none.

    The last letter to a mailbox that has never answered is the one that says so.
    """
    now, limits = services.clock.now(), RATE_LIMITS.get(occasion, ())

    @cache
    def sent(within: timedelta) -> int:
        return services.store.posted_since(to, (occasion,), now - within)

    is_far = not limits or sent(max(limit.within for limit in limits)) < min(limit.most for limit in limits)
    reached = None if is_far else next((limit for limit in limits if sent(limit.within) >= limit.most), None)
    if reached is None and occasion in _SPOOFABLE_OCCASIONS and _is_nearly_full(services, to, MOST_UNANSWERED - 1):
        return RateLimit(MOST_UNANSWERED, _DAY)
    return reached


def _is_nearly_full(services: Services, to: Address, most: int) -> bool:
    """Return whether a mailbox that has never answered has had so many letters in a day that a forged From causes."""
    told = (*_SPOOFABLE_OCCASIONS, Occasion.ENOUGH, Occasion.LATER)
    return services.store.posted_since(to, told, services.clock.now() - _DAY) >= most and not (
        services.store.has_proven(to) or services.store.language_of(to)
    )


def _may_tell(
    services: Services, to: Address, occasion: Occasion, full: RateLimit, told: Occasion = Occasion.ENOUGH
) -> bool:
    """Return whether a letter may say that a limit is reached: once while it is, and not beyond another limit."""
    if services.store.posted_since(to, (told,), services.clock.now() - full.within):
        return False
    return occasion not in _SPOOFABLE_OCCASIONS or not _is_nearly_full(services, to, MOST_UNANSWERED)


def is_never_answered(services: Services, to: Address, occasion: Occasion) -> bool:
    """Return whether neither an answer would be sent now nor a letter that says that there is none."""
    full = _limit_reached(services, to, occasion)
    return full is not None and not _may_tell(services, to, occasion, full)


def spoofable_limit_until(services: Services, to: Address) -> datetime | None:
    """Return until when no letter leaves that a forged From may have caused, None where it may leave.

    The limit is that of the mail domain, or of all mailboxes together. A part of each is kept for mailboxes, and for
    domains, that have had no such letter for a day.
    """
    store, now = services.store, services.clock.now()
    _, _, domain = to.rpartition("@")
    domain = domain.lower()

    def sent_to(which: str | None, within: timedelta = _HOUR) -> int:
        return store.posted_widely(which, _SPOOFABLE_OCCASIONS, now - within)

    to_domain, to_all = sent_to(domain), sent_to(None)
    is_known_box = to_domain >= MOST_TO_A_DOMAIN - RESERVED_FOR_NEW_MAILBOXES and bool(
        store.posted_since(to, _SPOOFABLE_OCCASIONS, now - _DAY)
    )
    is_known_domain = to_all >= MOST_TO_ALL - RESERVED_FOR_NEW_DOMAINS and bool(sent_to(domain, _DAY))
    is_full = is_known_box or is_known_domain or to_domain >= MOST_TO_A_DOMAIN or to_all >= MOST_TO_ALL
    return now + _HOUR if is_full else None


def has_room(services: Services, to: Address, occasion: Occasion) -> bool:
    """Return whether a letter may leave that anybody may have caused, by the limits of its mailbox and of all."""
    return _limit_reached(services, to, occasion) is None and (
        occasion not in _SPOOFABLE_OCCASIONS or spoofable_limit_until(services, to) is None
    )


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
