"""Letters out: words with all an envelope needs, each with an id that is a function of what it tells."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.desk.office import Office
from judge.game.deadlines.appointments import Appointment
from judge.game.deadlines.messages import Extended, TimeChanged
from judge.game.mastery.messages import Offer
from judge.game.messages import Event, Notice
from judge.game.notices import notices_of
from judge.game.people.messages import MoveToConfirm
from judge.game.person import Person
from judge.game.phases.messages import Ended, PhaseClosed, Results
from judge.game.press.messages import Press, Writer
from judge.game.seats.news import Started
from judge.game.settings import Address, GameName, Language
from judge.game.sight import as_known
from judge.game.state import Game
from judge.game.trail import Trail
from judge.mail.addresses import confirmation_address, reply_address
from judge.reports.pages import Words
from judge.reports.write import write_notice
from judge.store.values import Occasion

ANSWER = "answer"
"""What the ids of answers begin with."""

MASTERS, PLAYERS = "by_master", "by_player"
"""What the ids of press begin with, the master's and others'; no game can be called so."""

_OF_TIME = (Started, Results, Extended, TimeChanged, Ended)
"""News that tell of a deadline, if only that there is none any more."""


@dataclass(frozen=True)
class Thread:
    """Where a letter hangs: what its own id is made of, the letter it answers, the ids above it (RFC 5322 3.6.4).

    The id ``begins`` with a word and goes on with what nobody can read. It is made of the letter's place in the series
    of its reader, so that it hangs on nothing that is not theirs; of its ``cause`` where it has no such place, or where
    a second letter of the same cause must be the same letter (``once``).
    """

    begins: str
    cause: tuple[str | int, ...]
    answers: str | None = None
    above: tuple[str, ...] = ()
    once: bool = False


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


def news(office: Office, trail: Trail) -> tuple[Draft, ...]:
    """The letters that tell what has happened to a game.

    A letter without a place in a series is told from others by the version that the events follow and its own place
    among those told with it, so a letter written twice after a crash is the same letter.
    """
    game = trail.game
    assert game is not None
    seen = trail.before.version if trail.before else 0
    above = _above(office, game, trail.events)
    return tuple(
        _told(
            office,
            game,
            notice,
            Thread(_begins(game, notice), (game.name, seen, place), above=_conversation(office, game, notice) or above),
        )
        for place, notice in enumerate(notices_of(trail))
    )


def _begins(game: Game, notice: Notice) -> str:
    """What the id of a letter begins with; press is known by it when it is replied to."""
    if not isinstance(notice.news, Press):
        return game.name
    return MASTERS if notice.news.writer is Writer.MASTER else PLAYERS


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
    root = f"<{game.name}@{office.host}>"
    return (root, f"<{game.name}.{phase}@{office.host}>") if phase else (root,)


def _conversation(office: Office, game: Game, notice: Notice) -> tuple[str, ...]:
    """What press hangs under: the game, then the letters among those whom it names as its writer and readers.

    So an answer hangs with what it answers, whatever their subjects are. Nothing but its phase holds a letter together
    with others that does not say who has written it.
    """
    if not isinstance(notice.news, Press) or notice.news.writer in {Writer.UNSIGNED, Writer.OBSERVER}:
        return ()
    to = notice.news.to
    named = {notice.news.writer, *to.powers, *((Writer.MASTER,) if to.master else ())}
    names = sorted(one.value if isinstance(one, Writer) else one for one in named)
    among = "everyone" if to.are_everyone or to.observers else " ".join(names)
    return f"<{game.name}@{office.host}>", f"<{game.name}.press.{office.opaque(game.name, among)}@{office.host}>"


def to_person(
    office: Office, game: Game, person: Person, words: Words, thread: Thread, occasion: Occasion = Occasion.ANSWER
) -> Draft:
    """A letter to a person of a game; a plain reply to it acts for that person."""
    reply_to = reply_address(office.config.judge.address, game.name, person.token)
    reader = game.readers[person.address]
    return Draft(person.address, words, thread, reply_to, occasion, person.language, person.zone, game.name, reader)


def to_stranger(
    office: Office,
    to: Address,
    words: Words,
    thread: Thread,
    language: Language,
    occasion: Occasion = Occasion.DOORSTEP,
) -> Draft:
    """A letter to somebody who has no seat; a reply to it is an ordinary letter to the judge."""
    return Draft(to, words, thread, office.config.judge.address, occasion, language)


def to_confirm(office: Office, person: Person, words: Words, thread: Thread, code: str) -> Draft:
    """A confirmation request: a plain reply to it proves that what it asks about is theirs."""
    reply_to = confirmation_address(office.config.judge.address, code)
    return Draft(person.address, words, thread, reply_to, Occasion.QUESTION, person.language, person.zone)
