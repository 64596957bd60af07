"""The answer to a letter: in full or as an excerpt, its copies, and how many letters somebody is sent in answer."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cache, partial
from itertools import chain, count, islice

from judge.game.names import Stage
from judge.game.people.messages import Person
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.handlers.letter_context import LetterContext, has_commands, own_subject, unknown_game_joined
from judge.handlers.outgoing import (
    COPY_PREFIX,
    DIGEST_PREFIX,
    MailThread,
    OutgoingLetter,
    Outsider,
    as_outsider,
    letter_to_outsider,
    letter_to_person,
    pictures_of_answers,
)
from judge.handlers.plain_words import MOST_GLANCED_AT, is_order
from judge.handlers.seats import seat_partners
from judge.handlers.services import MOST_NAMED, Services, contained
from judge.handlers.session import Session
from judge.handlers.wishes import line_for_newcomer
from judge.mail.identity import reply_address
from judge.mail.letter import Letter
from judge.notation.effort import bounded_effort, unless_spent
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.games import game_rows
from judge.reports.language import LetterText, say
from judge.reports.layout import one_line
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    Outcome,
    RefusedPart,
    SeveralFaults,
    TextAnswer,
    UnreadableReason,
)
from judge.reports.plain_letters import write_plain_answer, write_plain_news
from judge.reports.quoted_lines import (
    LetterExcerpt,
    StrangerLetter,
    write_answer_limit_reached,
    write_confirmation_postponed,
    write_unreadable,
    write_welcome,
)
from judge.reports.seats import write_strategist_copy
from judge.requests.asked import CorrectProofRequest, LetterToEditorRequest, PlaceTextRequest
from judge.requests.mastery import CorrectPositionRequest, TerminateRequest
from judge.requests.press import ReplyToPressRequest, SendPressRequest, WriteDiaryRequest
from judge.requests.questions import WhatIfRequest
from judge.requests.requests import Line
from judge.requests.seats import JoinGameRequest, OpenGameRequest
from judge.requests.small_talk import asks_for_no_mail
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.store.records import LetterPicture, Occasion, Transaction
from judge.system.files import AttachedFile

# --- limits on how many letters somebody is sent; past them letters are still read and carried out


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


# --- the answer


_MOST_LINES = 5
_LONGEST = 48
_LONGEST_WORD = 24
_WORD = re.compile(r"\S+")
_SCHEME = re.compile(r"://|\bwww\.", re.IGNORECASE)
_DOMAIN = re.compile(r".\.\w")

_FREE_TEXT = (
    SendPressRequest
    | ReplyToPressRequest
    | WriteDiaryRequest
    | LetterToEditorRequest
    | PlaceTextRequest
    | CorrectProofRequest
    | WhatIfRequest
    | CorrectPositionRequest
    | TerminateRequest
)
"""Requests behind whose verb any text may stand; only the verb is quoted."""


def excerpt_of(case: LetterContext, address: Address) -> LetterExcerpt:
    """Return the commands and orders of a letter, the first few of them, each cut short."""
    on = Session(case.game, case.person(address))
    is_shown = unless_spent(_is_command_or_order, otherwise=False)
    with bounded_effort(MOST_GLANCED_AT):
        known = [one for line in case.lines if is_shown(on, line) for one in _written_lines(line)]
    excerpt = LetterExcerpt(
        tuple(known[:_MOST_LINES]), max(0, len(known) - _MOST_LINES), is_own_data=case.is_about_own_data
    )
    spoken = case.spoken if case.is_to_be_asked else None
    return replace(excerpt, is_spoken=True, left=len(spoken.left), by_lot=spoken.by_lot) if spoken else excerpt


def _written_lines(line: Line) -> Sequence[str]:
    """What is quoted of a line; of one that enters a game the settings below it, too."""
    if isinstance(line.request, OpenGameRequest | JoinGameRequest):
        return [cut_short(one) for one in line.text.splitlines()]
    return [_line_excerpt(line)]


def _is_command_or_order(on: Session, line: Line) -> bool:
    if isinstance(line.request, PossibleOrder):
        return on.game is not None and bool(on.game.powers_of(on.person.address)) and is_order(on, line.text)
    return line.changes_something


def _line_excerpt(line: Line) -> str:
    if isinstance(line.request, _FREE_TEXT):
        return f"{cut_short(line.text.strip().partition(' ')[0])} …"
    return cut_short(line.text)


def shortened_answers(answers: Sequence[AnsweredLine]) -> tuple[AnsweredLine, ...]:
    """Return the first few lines with their answers, each line cut short.

    They are for somebody who may not have written the letter. The answers to questions stay whole, for their words are
    the judge's; links are left out everywhere.
    """
    others = count()
    told = [one for one in answers if isinstance(one.answer, TextAnswer) or next(others) < _MOST_LINES]
    return tuple(AnsweredLine(cut_short(one.line), _shortened_answer(one.answer, one.line)) for one in told)


def cut_short(line: str, most: int = _LONGEST) -> str:
    """Return the beginning of the first line of a text, without links."""
    first = line.strip().partition("\n")[0]
    return one_line(_WORD.sub(lambda word: "…" if _is_link(word[0]) else word[0], first), most)


def _is_link(word: str) -> bool:
    """Whether a word is a link: with a scheme, with ``www.``, or a domain before a slash (``example.org/a``).

    Each character is looked at a fixed number of times, for a word may be as long as a letter.
    """
    before_slashes = (piece.rpartition("/")[0] for piece in word.split("@"))
    return _SCHEME.search(word) is not None or any(map(_DOMAIN.search, before_slashes))


def _shortened_answer(answer: LineAnswer, line: str) -> LineAnswer:
    match answer:
        case TextAnswer(file=AttachedFile()) | TextAnswer(pictures=(LetterPicture(shows="map" | "sheet"),)):
            return Done(Outcome.FILE_WITHHELD)
        case TextAnswer(text, pictures=(LetterPicture(language=language, shows="now"),)):
            return TextAnswer("\n\n".join((text, say(language, "maps.withheld"))))
        case InvalidCommand() | RefusedPart():
            return _moved_to_excerpt(answer, line)
        case SeveralFaults(faults):
            few = faults[:_MOST_LINES]
            return SeveralFaults(
                tuple(one if isinstance(one, Refused) else _moved_to_excerpt(one, line) for one in few)
            )
        case _:
            return answer


def _moved_to_excerpt(fault: InvalidCommand | RefusedPart, line: str) -> InvalidCommand | RefusedPart:
    """Return a fault with its place in the shortened line; that of the ellipsis if the words at fault are cut off."""
    end = len(cut_short(line))
    is_kept = line[: fault.end].strip() == cut_short(line)[: fault.end].strip()
    start, stop = (fault.start, fault.end) if is_kept else (end - cut_short(line).endswith("…"), end)
    if isinstance(fault, RefusedPart):
        return replace(fault, start=start, end=stop)
    return replace(fault, word=cut_short(fault.word, _LONGEST_WORD), start=start, end=stop)


def _welcome_newcomer(case: LetterContext, own: Sequence[GameName], nowhere: str, lines: Sequence[str]) -> LetterText:
    """Return the words to somebody who has no part in the game that they write of, if they write of any.

    They name the games that the sender does have a part in. ``nowhere`` is the name of a game that does not exist, in
    which they asked for a seat; ``lines`` those that would do what they wish for.
    """
    services, sender, language = case.services, case.sender, case.language
    newcomer = StrangerLetter(
        game=case.game.name if case.game and not lines else "",
        nowhere=nowhere,
        plays=tuple(own),
        wants_no_more=asks_for_no_mail(case.letter.subject, case.letter.text),
        lines=tuple(lines),
        is_to_digest=case.answers(DIGEST_PREFIX),
        has_played=bool(services.games_of(sender, Stage.OVER, most=1)),
    )
    return write_welcome(newcomer, game_rows(services.list_of_games(sender), language), language)


MOST_ATTACHMENTS = 20
"""Attachments that one answer names."""

_MOST_STRUCK_LINES = 100
"""Struck out lines that one answer names."""

_MOST_ATTACHED_LINES = 40
"""Lines that are searched for orders in all attachments of a letter together."""


def answer_unread_parts(session: Session, letter: Letter) -> Session:
    """Answer each line that is struck out, then each attachment."""
    with bounded_effort(MOST_GLANCED_AT):
        parts = tuple(_unread_parts_of(session, letter))
    for words, outcome in parts:
        session = session.told(words, Done(outcome))
    return session


def _unread_parts_of(session: Session, letter: Letter) -> Iterator[tuple[str, Outcome]]:
    """Yield each struck out line and each attachment with its outcome.

    An attachment that holds an order has an outcome of its own.
    """
    yield from ((line, Outcome.WORDS_STRUCK_OUT) for line in letter.struck[:_MOST_STRUCK_LINES])
    left, is_one = _MOST_ATTACHED_LINES, unless_spent(is_order, otherwise=False)
    for name in letter.attachments[:MOST_ATTACHMENTS]:
        texts = (text for bearer, text in letter.attached_texts if bearer == name)
        lines = [*islice(filter(str.strip, chain.from_iterable(map(str.splitlines, texts))), left)]
        left -= len(lines)
        ordered = any(is_one(session, line) for line in lines)
        yield name, Outcome.ATTACHMENT_WITH_ORDERS if ordered else Outcome.ATTACHMENT


def acknowledge(case: LetterContext, session: Session, proof: str) -> OutgoingLetter:
    """Every line answered; for a person of the game, to the registered address, whoever wrote.

    Where nothing proves who did, little of the letter stands in it, no picture and no file.
    """
    person, game = session.person, session.view
    answers, subject = session.answers, own_subject(case.letter.subject)
    if not proof:
        answers, subject = shortened_answers(answers), ""
    words = contained(
        lambda: write_acknowledgement(game, person, answers, subject, proof, case.kept.arrived),
        lambda: write_plain_answer(game.name if game else "", person.language, answers),
        "a letter is answered in short",
    )
    find = partial(pictures_of_answers, session.game, person, answers)
    pictures = contained(find, lambda: (), "an answer leaves without its pictures") if proof else ()
    files = tuple(one.answer.file for one in answers if isinstance(one.answer, TextAnswer) and one.answer.file)
    if game and person.address in game.people:
        occasion = Occasion.ANSWER if proof else case.occasion(Occasion.GUIDANCE)  # anybody may have asked for them
        letter = letter_to_person(case.services, game, person, words, case.thread, occasion)
        return replace(letter, pictures=pictures, files=files)
    letter = letter_to_outsider(
        case.services, as_outsider(person), words, case.thread, case.occasion(Occasion.GUIDANCE)
    )
    return replace(letter, pictures=pictures, files=files)


def copied(case: LetterContext, session: Session) -> Iterator[OutgoingLetter]:
    """What those who share the writer's seat are shown of the letter, each in their language."""
    for person, answers in seat_partners(session):
        game = session.game
        assert game is not None
        words = contained(
            partial(_words_for_partner, game, person, session.person, answers),
            partial(write_plain_news, game.name, person.language),
            "a copy for who shares a seat is a plain letter",
        )
        number = game.readers[person.address]
        thread = MailThread(COPY_PREFIX, (case.kept.id, number))
        yield letter_to_person(case.services, game, person, words, thread, Occasion.NEWS)


def _words_for_partner(game: Game, person: Person, writer: Person, answers: Sequence[AnsweredLine]) -> LetterText:
    return write_strategist_copy(as_seen_by(game, person.address), person, writer, answers)


def guide_stranger(case: LetterContext) -> Transaction:
    """Tell somebody who has no part in the game that nothing was changed, and what to write next."""
    nowhere = cut_short(unknown_game_joined(case.lines)) if case.game is None else ""
    wished = (line.request for line in case.lines if isinstance(line.request, SuggestedCommand))
    lines = (line_for_newcomer(case.person(case.sender).notation, one, case.services) for one in wished if one.names)
    told = case.spoken.told if case.spoken else ()
    own = _own_games(case)
    words = _welcome_newcomer(case, own, nowhere, told or tuple(islice(filter(None, lines), 1)))
    answers = _to_sender(case, words)
    return case.settled(*(replace(one, reply_to=_way_into(case, own) or one.reply_to) for one in answers))


def _own_games(case: LetterContext) -> tuple[GameName, ...]:
    """Return the games that the sender has a part in."""
    own = case.services.games_of(case.sender, Stage.OPENING, Stage.RUNNING, most=MOST_NAMED)
    return tuple(one.name for one in own if case.sender in one.audience)


def _way_into(case: LetterContext, own: Sequence[GameName]) -> str:
    """Return the reply address of the only game that the sender has a part in; empty where there are others."""
    game = case.services.game(own[0]) if len(own) == 1 else None
    person = game.people.get(case.sender) if game else None
    if game is None or person is None:
        return ""
    return reply_address(case.services.config.judge.address, game.name, person.token)


MOST_UNREAD_PARTS_TOLD = 5
"""Struck out lines and attachments that are named to somebody who may not have written the letter."""


def answer_unreadable_letter(case: LetterContext) -> Transaction:
    """Tell the sender of a letter without a readable line what was found in it instead.

    A reply to an answer in which nothing at all was found is left without one.
    """
    person = case.person(case.sender)
    unread_parts = islice(_unread_parts_of(Session(case.game, person), case.letter), MOST_UNREAD_PARTS_TOLD)
    found = tuple((cut_short(words), outcome) for words, outcome in unread_parts)
    trouble = _why_unreadable(case.letter, is_attached=bool(found))
    if case.replies_to_answer and trouble is UnreadableReason.EMPTY:
        return case.settled()
    if trouble is UnreadableReason.EMPTY and case.game is None:
        return guide_stranger(case)
    return case.settled(*_to_sender(case, write_unreadable(trouble, person.language, found)))


def _why_unreadable(letter: Letter, *, is_attached: bool) -> UnreadableReason:
    if letter.is_too_styled:
        return UnreadableReason.TOO_STYLED
    if letter.struck:
        return UnreadableReason.STRUCK_ONLY
    return UnreadableReason.ATTACHMENT_ONLY if is_attached else UnreadableReason.EMPTY


def _to_sender(case: LetterContext, words: LetterText) -> tuple[OutgoingLetter, ...]:
    occasion = case.occasion(Occasion.GUIDANCE if has_commands(case.lines) else Occasion.STRANGER)
    sender = Outsider(case.sender, case.language, case.form)
    return within_limits(case.services, letter_to_outsider(case.services, sender, words, case.thread, occasion))
