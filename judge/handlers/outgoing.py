"""Letters to be sent: words with all that an envelope needs, each with its place in a mail thread.

It bears a mark made of what is its reader's alone: the number of the letter among theirs, and its hour.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import sha256

from judge.game.apply import Trail, fold_events, notices_of
from judge.game.deadlines.messages import PhaseExtended, ScheduleNews
from judge.game.deadlines.rules import CalendarEntry
from judge.game.mastery.messages import GameMovedNews, GameOfferedNews, PlayersToldOfMove
from judge.game.messages import Event, Notice
from judge.game.people.messages import MoveAskedNews, Person
from judge.game.people.rules import put_off_until
from judge.game.phases.messages import GameEnded, PhaseClosed, PhaseClosedNews
from judge.game.practice.messages import LessonNews, LessonOpened
from judge.game.press.messages import PressNews, PressSent, PressWriter, WatchersTold
from judge.game.published import Publicity, publicity_of
from judge.game.seats.messages import GameStarted, GameStartedNews
from judge.game.settings import Address, GameName, Language, LetterForm, MapForm, PictureSubject
from judge.game.state import Game
from judge.game.visibility import as_seen_by, sees_all
from judge.handlers.services import Services, contained, fresh_secret
from judge.mail.compose import Invitation, MessageFields, PictureSlot, compose
from judge.mail.identity import bounce_address, confirmation_address, game_address, press_reply_address, reply_address
from judge.reports.html_letter import write_html
from judge.reports.language import LetterText, last_lines
from judge.reports.line_answers import AnsweredLine, TextAnswer
from judge.reports.notices import write_notice
from judge.reports.people import calendar_entry_text
from judge.reports.phrasing import phrasing_for
from judge.reports.plain_letters import write_plain_news
from judge.reports.press import press_sender
from judge.rules.board_file import can_be_drawn
from judge.rules.position import Position
from judge.store.records import ComposedLetter, LetterPicture, Occasion, PressTold, SeriesPlace, ToldPress
from judge.store.rows import format_timestamp
from judge.system.files import AttachedFile
from judge.zine.season_prose import phase_prose

# --- the pictures that letters bear: which, for whom, in which place; what becomes of one that is not there


def pictures_of_news(trail: Trail, notice: Notice) -> tuple[LetterPicture, ...]:
    """Return the pictures that go with a piece of news, as its reader wishes: the map; at the end the chart, too.

    In a page the part of the board with the reader's units stands below the map, which a telephone shows small.
    """
    game = trail.game
    assert game is not None
    place = next((place for place, event in enumerate(trail.events) if _is_told(event, notice)), None)
    if place is None or game.position is None:
        return ()
    number = (trail.before.version if trail.before else 0) + place + 1
    is_end = isinstance(notice.news, GameEnded)
    shown: list[PictureSubject] = ["map"] if can_be_drawn(game.board) else []
    shown += ["chart"] if is_end and game.centre_history.years else []
    event: Event = trail.events[place]
    if isinstance(event, WatchersTold):
        untold = trail.steps[place].before.untold[0]
        number, event = untold.number, untold.event
    reader = game.people[notice.to]
    if not isinstance(event, PhaseClosed):
        shown += ["near"] * bool(shown and isinstance(event, GameStarted) and _has_near(game, reader, game.position))
        return tuple(_pictures(game, reader, number, shown, str(game.position.phase)))
    shown += ["near"] * bool(shown and _has_near(game, reader, event.before))
    told = tuple(_pictures(game, reader, number, shown, str(event.before.phase)))
    if not shown or reader.maps is not MapForm.NOW:
        return told
    return (*told, *_pictures(game, reader, number, ("now",), str(event.judgement.after.phase)))


_MANY_REGIONS = 40
"""From how many regions on a telephone shows the names on a board too small to be read."""


def _has_near(game: Game, reader: Person, position: Position) -> bool:
    """Whether a page bears the part of the board with its reader's units; beside ``NOW`` it would be the third."""
    is_page = reader.form is LetterForm.HTML and reader.wanted_map is MapForm.PNG
    has_units = any(position.units_of(power) for power in game.powers_of(reader.address))
    return is_page and has_units and len(game.board.regions) >= _MANY_REGIONS


def _is_told(event: Event, notice: Notice) -> bool:
    """Whether a piece of news tells of an event that letters show on a map."""
    match event, notice.news:
        case PhaseClosed(number=number), PhaseClosedNews(event=PhaseClosed(number=told)):
            return number == told
        case WatchersTold(), PhaseClosedNews():
            return True
        case LessonOpened(), LessonNews(opened=opened):
            return event == opened
        case (GameStarted(), GameStartedNews()) | (GameEnded(), GameEnded()) | (PlayersToldOfMove(), GameMovedNews()):
            return True
        case _:
            return False


def pictures_of_answers(
    game: Game | None, reader: Person, answers: Iterable[AnsweredLine]
) -> tuple[LetterPicture, ...]:
    """Return the pictures that answers to a letter bear; the chart, if one of them tells the centres by years."""
    told = [one.answer for one in answers if isinstance(one.answer, TextAnswer)]
    charted = [one.charted for one in told if one.charted]
    asked = tuple(dict.fromkeys(picture for one in told for picture in one.pictures))
    if game is None or not charted:
        return asked
    phase = str(game.position.phase if game.position else "")
    return (*asked, *_pictures(game, reader, charted[-1], ["chart"], phase))


def _pictures(
    game: Game, reader: Person, number: int, shown: Iterable[PictureSubject], phase: str
) -> Iterator[LetterPicture]:
    if reader.wanted_map is MapForm.NO:
        return
    for subject in shown:
        around = game.powers_of(reader.address) if subject == "near" else ()
        yield replace(picture_for(game, reader, number), shows=subject, phase=phase, orders_of=around)


def picture_for(game: Game, reader: Person, number: int) -> LetterPicture:
    """Return a picture of a game after an event as somebody may see it, in the form they wish; else as PNG."""
    powers = None if sees_all(game, reader.address) else game.powers_of(reader.address)
    form = "svg" if reader.wanted_map is MapForm.SVG else "png"
    return LetterPicture(game.name, number, powers, reader.language, reader.notation, form)


# --- their places


def with_place(picture: LetterPicture, message_id: str, host: str) -> LetterPicture:
    """Return a picture of the letter with that id, with a name for its place that nobody can know before."""
    digest = sha256(f"{picture.shows} {picture.file} {message_id}".encode()).hexdigest()[:24]
    return replace(picture, content_id=f"{picture.shows}.{digest}@{host}")


def picture_slots(pictures: Sequence[LetterPicture], *, is_page: bool) -> tuple[PictureSlot, ...]:
    """Return the places of pictures in a letter; mail programs show PNG in place, and others as a file.

    Of each subject the first one is shown in place, of the examples of a rule each; a sheet never, as it is for paper.
    """
    shown = [one for one in reversed(pictures) if one.form == "png" and one.shows != "sheet"]
    first: dict[PictureSubject, LetterPicture] = {one.shows: one for one in shown}
    in_place = [one for one in shown if one.shows == "rule" or first[one.shows] is one] if is_page else []
    return tuple(PictureSlot(one.content_id, one.file, one.form, one in in_place) for one in pictures)


# --- why one is not there


class NotDrawnError(Exception):
    """There is no picture: drawing it failed, took too long, or ended its process twice."""


class NotYetDrawnError(Exception):
    """There is no picture yet: it is being drawn, or others before it."""


class StoreUnreadError(Exception):
    """There is no picture yet: the disk or the database failed, which is no picture's fault."""


# --- the letters


def phase_references(services: Services, game: Game, events: Sequence[Event]) -> tuple[str, ...]:
    """Return the ids a mail program hangs a letter under: the game's, then that of the phase it speaks of."""
    closed = next((event for event in events if isinstance(event, PhaseClosed)), None)
    phase = closed.before.phase if closed else game.position.phase if game.position else None
    root = f"<{game.name}@{services.host}>"
    return (root, f"<{game.name}.{phase}@{services.host}>") if phase else (root,)


def press_references(services: Services, game: Game, notice: Notice) -> tuple[str, ...]:
    """Return the ids that press hangs under: the game's, then that of its writer and readers together.

    They are those it names, so that a reply hangs with what it replies to, whatever the subjects are. Press that does
    not say who wrote it, or whom it is for, hangs with its phase, and with the first letter of its exchange.
    """
    if not isinstance(notice.news, PressNews) or notice.news.writer in {PressWriter.UNSIGNED, PressWriter.OBSERVER}:
        return ()
    to = notice.news.to
    if to.unnamed:
        return ()
    named = {notice.news.writer, *to.powers, *((PressWriter.MASTER,) if to.master else ())}
    names = sorted(one.value if isinstance(one, PressWriter) else one for one in named)
    among = "everyone" if to.are_everyone or to.observers else " ".join(names)
    return (
        f"<{game.name}@{services.host}>",
        f"<{game.name}.press.{services.opaque_id(game.name, among)}@{services.host}>",
    )


# --- the address for replies to a letter of press: made when the letter gets its number, read when a reply comes


_MARK_LENGTH = 8
"""Letters and digits: who writes is proved by the token beside them."""


def takes_replies(reply_to: str) -> bool:
    """Whether a reply address has room for a mark."""
    return press_reply_address(reply_to, "x" * _MARK_LENGTH) is not None


def marked_address(services: Services, reply_to: str, game: GameName, place: SeriesPlace, at: datetime) -> str:
    """Return the address for replies to the press that a letter of that number and hour tells."""
    mark = _mark(services, game, place.reader, place.number, format_timestamp(at))
    return press_reply_address(reply_to, mark) or reply_to


def _mark(services: Services, game: GameName, reader: int, number: int, queued: str) -> str:
    """A restored database may use a number again, but not at the same moment."""
    return services.opaque_id("press", game, reader, number, queued)[:_MARK_LENGTH]


def press_of_mark(services: Services, game: Game, reader: int, mark: str) -> PressSent | None:
    """Return the press that the letter with this mark told its reader; None where there is none."""
    told = services.store.press_told(game.name, reader)
    marked = (one for one in told if _mark(services, game.name, reader, one.number, one.queued) == mark)
    return _press_told(services, game, next(marked, None))


def press_of_message(services: Services, game: Game, reader: int, message_id: str) -> PressSent | None:
    """Return the press that the letter of this Message-ID told its reader; None where there is none."""
    told = services.store.press_told(game.name, reader)
    return _press_told(services, game, next((one for one in told if one.message_id == message_id), None))


def _press_told(services: Services, game: Game, letter: ToldPress | None) -> PressSent | None:
    event = services.store.event(game.name, letter.told.press) if letter else None
    return event if isinstance(event, PressSent) else None


def first_of_thread(services: Services, game: Game, reader: int, thread: int) -> str | None:
    """Return the Message-ID of the first letter to a reader of an exchange of press; None before it."""
    told = services.store.press_told(game.name, reader)
    return next((letter.message_id for letter in reversed(told) if letter.told.thread == thread), None)


# --- letters to be sent: words with all that an envelope needs, each with its place in a mail thread


# --- written


ANSWER_PREFIX = "answer"
COPY_PREFIX = "copy"
"""The prefix of the Message-IDs of answers."""

DIGEST_PREFIX = "digest"
"""What the Message-ID of a digest begins with."""

MASTER_PRESS_PREFIX, PLAYER_PRESS_PREFIX = "by_master", "by_player"
"""What the ids of press begin with, the master's and others'; no game can be called so."""

_DEADLINE_NEWS = (GameStartedNews, PhaseClosedNews, PhaseExtended, ScheduleNews, GameEnded, GameMovedNews)
"""News that tell of a deadline, if only that there is none any more."""


@dataclass(frozen=True)
class MailThread:
    """Where a letter stands in a mail thread: its own id, the one it answers, those above it (RFC 5322 3.6.4).

    The id ``begins`` with a readable prefix and goes on with what nobody can read. That is made of the letter's number
    in the series of its reader, so that it depends on nothing that is not theirs. It is made of ``cause`` where the
    letter has no such number, or where a second letter of the same cause must be the same letter (``once``).
    """

    begins: str
    cause: tuple[str | int, ...]
    answers: str | None = None
    above: tuple[str, ...] = ()
    once: bool = False


@dataclass(frozen=True)
class OutgoingLetter:
    """A letter that is written but not yet addressed.

    ``reader`` is set where it takes the next number of a series; ``tells_deadline`` when it tells of a deadline;
    ``entries`` are for the reader's calendar; ``pictures`` and ``files`` go with it. ``html`` is a finished page, empty
    where it is made of the words; ``unsubscribe`` is the line that ends what the letter belongs to, empty for none.
    ``sender`` is the name that it comes from, empty for the judge's own; ``press`` is what it tells, if replies to it
    are press. One that is ``put_off`` leaves with its reader's digest, by that moment.
    """

    to: Address
    words: LetterText
    thread: MailThread
    reply_to: str
    occasion: Occasion
    language: Language
    zone: str = "UTC"
    game: GameName | None = None
    reader: int | None = None
    tells_deadline: bool = False
    entries: tuple[CalendarEntry, ...] = ()
    form: LetterForm = LetterForm.TEXT
    pictures: tuple[LetterPicture, ...] = ()
    files: tuple[AttachedFile, ...] = ()
    html: str = ""
    unsubscribe: str = ""
    sender: str = ""
    press: PressTold | None = None
    put_off: datetime | None = None


def letters_of_news(services: Services, trail: Trail) -> tuple[OutgoingLetter, ...]:
    """Return the letters that tell what a trail of events did to a game.

    A letter without a number in a series is identified by the game's version before the events and by its place
    among these letters; so a letter written again after a crash is the same letter.
    """
    game = trail.game
    assert game is not None
    seen = trail.before.version if trail.before else 0
    above, notices, now = phase_references(services, game, trail.events), notices_of(trail), services.clock.now()
    digests = services.store.digest_readers({notice.to for notice in notices})
    then, letters = _as_it_was(services, trail, game), []
    for place, notice in enumerate(notices):
        thread = MailThread(
            _id_prefix(game, notice),
            (game.name, seen, place),
            _answered_press(services, game, notice),
            press_references(services, game, notice) or above,
        )
        reader = digests.get(notice.to)
        due = put_off_until(game, notice, reader.digest, now) if reader else None
        told = _without_number(notice) if due else notice
        letters.append(replace(_letter_of_notice(services, trail, then, told, thread), put_off=due))
    return tuple(letters)


def _without_number(notice: Notice) -> Notice:
    """Return a notice as a digest tells it: no plain reply to that is press."""
    news = notice.news
    return replace(notice, news=replace(news, number=0)) if isinstance(news, PressNews) else notice


def _answered_press(services: Services, game: Game, notice: Notice) -> str | None:
    """Return the Message-ID of the first letter to its reader of the exchange in which press is a reply."""
    if not isinstance(notice.news, PressNews) or notice.news.re is None:
        return None
    return first_of_thread(services, game, game.readers[notice.to], notice.news.thread)


def _id_prefix(game: Game, notice: Notice) -> str:
    """Return the prefix of a letter's Message-ID; by it a reply to press is recognised."""
    if not isinstance(notice.news, PressNews):
        return game.name
    return MASTER_PRESS_PREFIX if notice.news.writer is PressWriter.MASTER else PLAYER_PRESS_PREFIX


def _letter_of_notice(
    services: Services, trail: Trail, then: Game, notice: Notice, thread: MailThread
) -> OutgoingLetter:
    """Return the letter of one piece of news, told by the game as it was ``then``.

    A letter to another mailbox than the person's contains nothing by which one could act for them.
    """
    game = trail.game
    assert game is not None
    person = game.people[notice.to]
    if isinstance(notice.news, PressNews):
        return _letter_of_press(services, game, person, notice, thread)
    words = _words_of(then, person, notice)
    mailbox = replace(person, address=notice.at or person.address)
    match notice.news:
        case MoveAskedNews(code=code) | GameOfferedNews(code=code):
            return confirmation_question(services, mailbox, words, thread, f"{game.name}.{code}")
        case _ if notice.at:
            return letter_to_outsider(services, as_outsider(mailbox), words, thread)
        case _:
            letter = letter_to_person(services, game, person, words, thread, Occasion.NEWS)
            find = partial(pictures_of_news, trail, notice)
            pictures = contained(find, lambda: (), "a letter leaves without its pictures")
            ends = f"UNWATCH {game.name}" if notice.to in game.observers else ""
            is_deadline = isinstance(notice.news, _DEADLINE_NEWS)
            return replace(letter, tells_deadline=is_deadline, pictures=pictures, unsubscribe=ends)


def _as_it_was(services: Services, trail: Trail, game: Game) -> Game:
    """Return the game by which news is told: where those who watch are told of a phase later, as it stood then."""
    told = next((step for step in trail.steps if isinstance(step.event, WatchersTold)), None)
    if told is None:
        return game
    then = fold_events(services.store.events(game.name)[: told.before.untold[0].number])
    assert then is not None
    return replace(then, address_book=game.address_book)


def _letter_of_press(
    services: Services, game: Game, person: Person, notice: Notice, thread: MailThread
) -> OutgoingLetter:
    """Return a letter of press: it comes from whoever signs it, and a plain reply goes to its circle."""
    news = notice.news
    assert isinstance(news, PressNews)
    if not takes_replies(_reply_address(services, game, person)):
        news = replace(news, number=0)
    words = _words_of(game, person, replace(notice, news=news))
    letter = letter_to_person(services, game, person, words, thread, Occasion.NEWS)
    told = PressTold(news.number, news.thread) if news.number else None
    sender = contained(partial(press_sender, game, news, person.language), str, "press bears the name of the judge")
    return replace(letter, sender=sender, press=told)


def _words_of(game: Game, person: Person, notice: Notice) -> LetterText:
    """Return the words of one piece of news; where the judge fails to write them, plain ones that give nothing away."""
    press = notice.news.text if isinstance(notice.news, PressNews) else None
    find = partial(_prose_of, game, person, notice)
    prose = contained(find, str, "results are told without prose")
    return contained(
        lambda: write_notice(as_seen_by(game, notice.to), notice, prose),
        lambda: write_plain_news(game.name, person.language, press),
        "news are told in a plain letter",
    )


def _prose_of(game: Game, person: Person, notice: Notice) -> str:
    """Return a phase in the prose of the zine, for who plays nothing; empty where strangers may not read its orders."""
    match notice.news:
        case PhaseClosedNews(event, ()) if publicity_of(game) is Publicity.WHOLE:
            return phase_prose(game, event, phrasing_for(game, person, event.before))
    return ""


def _reply_address(services: Services, game: Game, person: Person) -> str:
    return reply_address(services.config.judge.address, game.name, person.token)


def letter_to_person(
    services: Services,
    game: Game,
    person: Person,
    words: LetterText,
    thread: MailThread,
    occasion: Occasion = Occasion.ANSWER,
) -> OutgoingLetter:
    """Return a letter to a person of a game; a plain reply to it acts for that person."""
    reply_to = _reply_address(services, game, person)
    reader = game.readers[person.address]
    return OutgoingLetter(
        person.address,
        words,
        thread,
        reply_to,
        occasion,
        person.language,
        person.zone,
        game.name,
        reader,
        form=person.form,
    )


@dataclass(frozen=True)
class Outsider:
    """Somebody as no person of a game: where letters reach them, how they read."""

    address: Address
    language: Language
    form: LetterForm


def as_outsider(person: Person) -> Outsider:
    """Return a person as somebody outside: nothing of a game goes with a letter to them."""
    return Outsider(person.address, person.language, person.form)


def letter_to_outsider(
    services: Services, to: Outsider, words: LetterText, thread: MailThread, occasion: Occasion = Occasion.STRANGER
) -> OutgoingLetter:
    """Return a letter to somebody who has no seat; a reply to it is an ordinary letter to the judge."""
    own = services.config.judge
    return OutgoingLetter(to.address, words, thread, own.address, occasion, to.language, own.zone, form=to.form)


def confirmation_question(
    services: Services, person: Person, words: LetterText, thread: MailThread, code: str
) -> OutgoingLetter:
    """Return a question by letter; a plain reply to it proves whose the mailbox is."""
    reply_to = confirmation_address(services.config.judge.address, code)
    return OutgoingLetter(
        person.address, words, thread, reply_to, Occasion.QUESTION, person.language, person.zone, form=person.form
    )


# --- sealed


def address_letters(services: Services, drafts: Iterable[OutgoingLetter]) -> tuple[ComposedLetter, ...]:
    """Return the letters as they are sent, each with the next number of its series.

    The store takes them only while those numbers are still the next ones.
    """
    now = services.clock.now()
    taken: Counter[tuple[str, int]] = Counter()
    return tuple(_address_letter(services, draft, _next_place(services, draft, taken), now) for draft in drafts)


def _next_place(services: Services, draft: OutgoingLetter, taken: Counter[tuple[str, int]]) -> SeriesPlace | None:
    if draft.game is None or draft.reader is None:
        return None
    series = draft.game, draft.reader
    taken[series] += 1
    return SeriesPlace(draft.reader, services.store.last_number(*series) + taken[series])


def _address_letter(
    services: Services, draft: OutgoingLetter, place: SeriesPlace | None, now: datetime
) -> ComposedLetter:
    """Return the letter as it is sent; where the judge fails over that, its words alone, or at last plain ones."""
    bare = replace(draft, form=LetterForm.TEXT, entries=(), pictures=(), html="", sender="")
    seal = partial(_seal_letter, services, place=place, now=now)

    def in_plain_words() -> ComposedLetter:
        return seal(replace(bare, words=write_plain_news(draft.game or "", draft.language), files=()))

    def in_words_alone() -> ComposedLetter:
        return contained(partial(seal, bare), in_plain_words, "a letter leaves as a plain one")

    return contained(partial(seal, draft), in_words_alone, "a letter leaves as words alone")


def _seal_letter(services: Services, draft: OutgoingLetter, place: SeriesPlace | None, now: datetime) -> ComposedLetter:
    game = draft.game or ""
    thread, own = draft.thread, services.config.judge
    message_id = message_id_of(services, thread, game, place)
    is_page = draft.form is LetterForm.HTML
    pictures = tuple(with_place(one, message_id, services.host) for one in draft.pictures)
    slots = picture_slots(pictures, is_page=is_page)
    shown = [(one.shows, slot.content_id) for one, slot in zip(pictures, slots, strict=True) if slot.is_in_place]
    reply_to = draft.reply_to
    if draft.press and draft.game and place:
        reply_to = marked_address(services, reply_to, draft.game, place, now)
    last_line = last_lines(draft.language, game, place.number if place else None)
    to = game_address(own.address, draft.game) if draft.game else draft.reply_to
    sheet = MessageFields(
        sender_name=draft.sender or own.name,
        sender_address=own.address,
        reply_to=reply_to,
        to=draft.to,
        subject=draft.words.subject,
        text=f"{draft.words.text}{last_line}\n" if last_line else draft.words.text,
        message_id=message_id,
        date=now,
        in_reply_to=thread.answers,
        references=(*thread.above, *((thread.answers,) if thread.answers else ())),
        list_id=f"{game or 'judge'}.{services.host}",
        automatic="replied" if thread.answers and not draft.press else "generated",
        series=f"{game} {place.number}" if place else "",
        invitations=tuple(_invitation(services, draft, entry, now) for entry in draft.entries),
        html=(draft.html or write_html(draft.words, draft.language, last_line, shown, to)) if is_page else "",
        pictures=slots,
        files=draft.files,
        unsubscribe=draft.unsubscribe,
    )
    sender, raw = fresh_envelope_sender(services), compose(sheet)
    letter = ComposedLetter(message_id, draft.game, draft.to, sender, raw, place, draft.occasion, now, pictures)
    return replace(letter, press=draft.press)


def message_id_of(services: Services, thread: MailThread, game: str = "", place: SeriesPlace | None = None) -> str:
    """Return the Message-ID of a letter: of its place in a series, else of its cause."""
    cause = (game, place.reader, place.number) if place and not thread.once else thread.cause
    return f"<{thread.begins}.{services.opaque_letter_id(thread.begins, *cause)}@{services.host}>"


def _invitation(services: Services, draft: OutgoingLetter, entry: CalendarEntry, now: datetime) -> Invitation:
    """Return a calendar entry for the reader; one phase of a game is one entry, whoever reads it."""
    summary, text = calendar_entry_text(draft.game or "", entry, draft.language)
    return Invitation(
        uid=f"{draft.game}.{entry.phase}@{services.host}",
        sequence=entry.sequence,
        at=entry.at,
        stamp=now,
        summary=summary,
        text=text,
        organizer=services.config.judge.address,
        attendee=draft.to,
        is_cancelled=entry.is_cancelled,
    )


def fresh_envelope_sender(services: Services) -> str:
    """Return an envelope sender nobody can guess; a bounce to it was caused by this one letter."""
    return bounce_address(services.config.judge.address, fresh_secret())
