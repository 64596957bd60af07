"""Letters out: words with all an envelope needs, then sealed: numbered, with an id, in the form of mail."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from judge.desk.office import Office, fresh_secret
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
from judge.mail.addresses import bounce_address, confirmation_address, reply_address
from judge.mail.compose import Sheet, compose, compose_again
from judge.mail.invitation import Invitation
from judge.reports.pages import Words, again_mark, numbered
from judge.reports.people import entry_told
from judge.reports.write import write_notice
from judge.store.values import Occasion, Outgoing, Place, Queued

# --- written


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


# --- sealed


def seal(office: Office, drafts: Iterable[Draft]) -> tuple[Outgoing, ...]:
    """The letters as they go out, each with the number that follows the last one of its series.

    The store takes them only while those numbers are the next ones.
    """
    now = office.clock.now()
    taken: Counter[tuple[str, int]] = Counter()
    return tuple(_sealed(office, draft, _next_place(office, draft, taken), now) for draft in drafts)


def _next_place(office: Office, draft: Draft, taken: Counter[tuple[str, int]]) -> Place | None:
    if draft.game is None or draft.reader is None:
        return None
    series = draft.game, draft.reader
    taken[series] += 1
    return Place(draft.reader, office.store.last_number(*series) + taken[series])


def _sealed(office: Office, draft: Draft, place: Place | None, now: datetime) -> Outgoing:
    game = draft.game or ""
    words = numbered(draft.words, draft.language, game, place.number) if place else draft.words
    thread, own = draft.thread, office.config.judge
    message_id = _id(office, thread, game, place)
    sheet = Sheet(
        sender_name=own.name,
        sender_address=own.address,
        reply_to=draft.reply_to,
        to=draft.to,
        subject=words.subject,
        text=words.text,
        message_id=message_id,
        date=now,
        in_reply_to=thread.answers,
        references=(*thread.above, *((thread.answers,) if thread.answers else ())),
        list_id=f"{game or 'judge'}.{office.host}",
        automatic="replied" if thread.answers else "generated",
        series=f"{game} {place.number}" if place else "",
        invitations=tuple(_invitation(office, draft, entry, now) for entry in draft.entries),
    )
    return Outgoing(
        message_id, draft.game, draft.to, _fresh_envelope(office), compose(sheet), place, draft.occasion, now
    )


def _id(office: Office, thread: Thread, game: str, place: Place | None) -> str:
    cause = (game, place.reader, place.number) if place and not thread.once else thread.cause
    return f"<{thread.begins}.{office.opaque(thread.begins, *cause)}@{office.host}>"


def _invitation(office: Office, draft: Draft, entry: Appointment, now: datetime) -> Invitation:
    """An entry for the calendar of the reader; one phase of a game is one entry, whoever reads it."""
    own = office.config.judge.address
    summary, text = entry_told(draft.game or "", entry, draft.language)
    return Invitation(
        uid=f"{draft.game}.{entry.phase}@{office.host}",
        sequence=entry.sequence,
        at=entry.at,
        stamp=now,
        summary=summary,
        text=text,
        organizer=own,
        attendee=draft.to,
        is_cancelled=entry.is_cancelled,
    )


def copies(office: Office, game: Game, person: Person, numbers: Sequence[int], request: int) -> Iterator[Outgoing]:
    """Letters of a person's own series once more, in the same words; ``request`` numbers the letter that asked.

    A copy has an id of its own, or mail programs would fold it away with the one that never came. It goes to where
    the person is now, for a reply.
    """
    reader = game.readers[person.address]
    for number in numbers:
        posted = office.store.numbered(game.name, reader, number)
        if posted:
            yield _copy(office, game, person, posted, Place(reader, number), request)


def _copy(office: Office, game: Game, person: Person, posted: Queued, place: Place, request: int) -> Outgoing:
    own, now = office.config.judge.address, office.clock.now()
    message_id = f"<{game.name}.{office.opaque('again', game.name, place.reader, place.number, request)}@{office.host}>"
    raw = compose_again(
        posted.raw,
        to=person.address,
        reply_to=reply_address(own, game.name, person.token),
        message_id=message_id,
        date=now,
        mark=again_mark(person.language),
    )
    return Outgoing(message_id, game.name, person.address, _fresh_envelope(office), raw, place, Occasion.COPY, now)


def _fresh_envelope(office: Office) -> str:
    """An envelope sender nobody can guess: what comes back to it was caused by the one letter it was used for."""
    return bounce_address(office.config.judge.address, fresh_secret())
