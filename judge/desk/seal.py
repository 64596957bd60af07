"""Letters sealed: each takes its number, an envelope sender of its own, the form of mail."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from judge.desk.office import Office, fresh_secret
from judge.desk.post import Draft, Thread
from judge.game.deadlines.appointments import Appointment
from judge.game.person import Person
from judge.game.state import Game
from judge.mail.addresses import bounce_address, reply_address
from judge.mail.compose import Sheet, compose, compose_again
from judge.mail.invitation import Invitation
from judge.reports.pages import again_mark, numbered
from judge.reports.people import entry_told
from judge.store.values import Occasion, Outgoing, Place, Queued


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
