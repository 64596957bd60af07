"""Letters out: words with all an envelope needs, each with an id that is a function of what it tells."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256

from judge.desk.office import Office
from judge.game.deadlines.appointments import Appointment
from judge.game.deadlines.news import Extended, TimeChanged
from judge.game.events import Event
from judge.game.mastery.news import Offer
from judge.game.news import Notice
from judge.game.notices import notices
from judge.game.people.news import MoveToConfirm
from judge.game.person import Person
from judge.game.phases.events import PhaseClosed
from judge.game.phases.news import Ended, Results
from judge.game.press.news import Press
from judge.game.seats.news import Started
from judge.game.settings import Address, GameName, Language
from judge.game.sight import as_known
from judge.game.state import Game
from judge.mail.addresses import confirmation_address, reply_address
from judge.reports.words import Words
from judge.reports.write import write_notice
from judge.rules.rulebook import Sight
from judge.store.values import Occasion

_OF_TIME = (Started, Results, Extended, TimeChanged, Ended)
"""News that tell of a deadline, if only that there is none any more."""


@dataclass(frozen=True)
class Thread:
    """Where a letter hangs: its own id, the letter it answers, the ids above it (RFC 5322 3.6.4).

    An id of the letter's place in the series of its reader, where it is ``by_place``, tells that reader nothing but
    what they know: how many letters they have had.
    """

    message_id: str
    answers: str | None = None
    above: tuple[str, ...] = ()
    by_place: bool = False


@dataclass(frozen=True)
class Draft:
    """A letter that is written and not sealed: ``reader`` is set where it takes the next number of a series.

    ``tells_time`` when it tells of a deadline; ``entries`` are those it brings for the reader's calendar.
    """

    to: Address
    words: Words
    thread: Thread
    reply_to: str
    occasion: Occasion
    language: Language
    zone: str = "UTC"
    game: GameName | None = None
    reader: int | None = None
    tells_time: bool = False
    entries: tuple[Appointment, ...] = ()


def news(office: Office, before: Game | None, game: Game, events: Sequence[Event]) -> tuple[Draft, ...]:
    """The letters that tell what ``events`` did to the game that stood as ``before`` and stands as ``game``.

    The id of a letter is made of the game, the version the events follow and the letter's place among them, so a
    letter written twice after a crash is the same letter. In fog a version would betray how many orders others have
    given, so how many units they have: there it is sealed, as long as the letter has no place in a series.
    """
    seen = before.version if before else 0
    above = _above(office, game, events)
    told = notices(before, events)
    is_foggy = game.book.sight is not Sight.ALL
    ids = (f"{_seal(game, seen, place) if is_foggy else f'{seen}.{place}'}" for place in _places(game, told))
    return tuple(
        _told(office, game, notice, Thread(f"<{game.name}.{one}@{_host(office)}>", above=above, by_place=is_foggy))
        for one, notice in zip(ids, told, strict=True)
    )


def _seal(game: Game, seen: int, place: str) -> str:
    return sha256(f"{game.seed} {seen} {place}".encode()).hexdigest()[:32]


def _places(game: Game, told: Sequence[Notice]) -> Iterator[str]:
    """The place of each letter among those told with it.

    Press is counted for each reader apart, under their own number, so that it does not show who else gets it, nor by
    that who wrote it.
    """
    counted: Counter[str] = Counter()
    for notice in told:
        series = f"press.{game.readers[notice.to]}." if isinstance(notice.news, Press) else ""
        yield f"{series}{counted[series]}"
        counted[series] += 1


def _told(office: Office, game: Game, notice: Notice, thread: Thread) -> Draft:
    """One piece of news; what goes to another mailbox than the person's bears nothing that lets one act for them."""
    person, words = game.people[notice.to], write_notice(as_known(game, notice.to), notice)
    mailbox = replace(person, address=notice.at or person.address)
    match notice.news:
        case MoveToConfirm(code=code) | Offer(code=code):
            return to_confirm(office, mailbox, words, thread, f"{game.name}.{code}")
        case _ if notice.at:
            return to_stranger(office, mailbox.address, words, thread, person.language)
        case _:
            letter = to_person(office, game, person, words, thread, Occasion.NEWS)
            return replace(letter, tells_time=isinstance(notice.news, _OF_TIME))


def _above(office: Office, game: Game, events: Sequence[Event]) -> tuple[str, ...]:
    """What a mail program hangs the letter under: the game, then the phase it speaks of."""
    closed = next((event for event in events if isinstance(event, PhaseClosed)), None)
    phase = closed.before.phase if closed else game.position.phase if game.position else None
    root = f"<{game.name}@{_host(office)}>"
    return (root, f"<{game.name}.{phase}@{_host(office)}>") if phase else (root,)


def to_person(
    office: Office, game: Game, person: Person, words: Words, thread: Thread, occasion: Occasion = Occasion.ANSWER
) -> Draft:
    """A letter to a person of a game; a plain reply to it acts for that person."""
    reply_to = reply_address(office.config.judge.address, game.name, person.token)
    reader = game.readers[person.address]
    return Draft(person.address, words, thread, reply_to, occasion, person.language, person.zone, game.name, reader)


def to_stranger(office: Office, to: Address, words: Words, thread: Thread, language: Language) -> Draft:
    """A letter to somebody who has no seat; a reply to it is an ordinary letter to the judge."""
    return Draft(to, words, thread, office.config.judge.address, Occasion.DOORSTEP, language)


def to_confirm(office: Office, person: Person, words: Words, thread: Thread, code: str) -> Draft:
    """A confirmation request: a plain reply to it proves that what it asks about is theirs."""
    reply_to = confirmation_address(office.config.judge.address, code)
    return Draft(person.address, words, thread, reply_to, Occasion.QUESTION, person.language, person.zone)


def _host(office: Office) -> str:
    return office.config.judge.address.rpartition("@")[2]
