"""Offer the line that does what a letter wishes for, and take it once its writer says yes."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from judge.handlers.deadlines import day_of_arrival
from judge.handlers.letter_context import LetterContext, lines_of_letter, written_anew
from judge.handlers.offers import offers_meant, words_behind_assent
from judge.handlers.session import GameSession, LineContext, Session
from judge.handlers.which_offers import read_whole
from judge.handlers.yes_or_no import Assent, first_word_of_assent
from judge.mail.identity import read_recipient
from judge.mail.letter import read_letter
from judge.reports.language import days_text
from judge.reports.line_answers import Done, Fate, InvalidCommand, LineAnswer, Outcome, Unknown, fate_of
from judge.requests.dates import read_days
from judge.requests.deadlines import TellAbsenceRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import Line
from judge.requests.suggestions import PossibleOrder, SuggestedCommand
from judge.requests.suggestions import near as wish_in
from judge.requests.vocabulary import form_of, verb_of

_BY_YES = frozenset({"vote", "unvote", "absence", "extend", "take", "wait", "nowait"})
"""Verbs of the lines that a yes takes. What cannot be undone, as to give up a seat, needs its line."""

_LATEST_YES = 1
"""Lines above the yes: a greeting."""

HandleLines = Callable[[Session, LineContext, Sequence[Line]], Session]


def with_wish_offered(session: Session, context: LineContext) -> Session:
    """Return the session in which a yes has done what the letter wishes for.

    Only where it wishes for one thing, and nothing else waits for a yes.
    """
    there = session.in_game
    if there is None or not (wish := _wish_of(there, context)) or _waits(there):
        return session
    told = Done(Outcome.WISH_OFFERED, wish)
    return replace(
        there, answers=tuple(replace(one, answer=told) if _wished_by(one.answer) else one for one in there.answers)
    )


def _waits(session: GameSession) -> bool:
    left = any(one.offers for one in session.game.left_open if one.power in session.powers)
    return left or any(fate_of(one.answer) is Fate.OFFERED for one in session.answers)


def _wished_by(answer: LineAnswer) -> str:
    """Return the one line that an answer names for a wish, if a yes may take it; empty for any other answer."""
    if not isinstance(answer, InvalidCommand) or answer.what is not Unknown.COMMAND_WISHED or len(answer.hints) != 1:
        return ""
    (line,) = answer.hints
    return line if verb_of(line)[0] in _BY_YES else ""


def _wish_of(session: GameSession, context: LineContext) -> str:
    """Return the one line that does what is wished for, its days as dates; empty for none or several."""
    wishes = {line for one in session.answers if (line := _wished_by(one.answer))}
    if len(wishes) != 1:
        return ""
    (wish,) = wishes
    request = read_lines(wish)[0].request
    if not isinstance(request, TellAbsenceRequest):
        return wish
    days = read_days(request.words.text, day_of_arrival(session, context)) if request.words else ()
    language = session.person.language
    return f"{form_of('verbs', 'absence', language)} {days_text(days[0], days[-1], language)}" if days else ""


def with_wish_taken(case: LetterContext, start: Session, lines: Sequence[Line], handle: HandleLines) -> Sequence[Line]:
    """Return the lines of a letter, with that which a yes takes in its place.

    It is the one that the letter wished for whose answer is replied to, read once more: a wish that cannot be
    fulfilled any longer is none.
    """
    at, wish = _answered(case, start, lines, handle, Assent.YES)
    if not wish:
        return lines
    said = lines[at]
    rest = "" if read_whole(said.text, 1) else words_behind_assent(said.text)
    below = [Line(rest, wish_in(rest))] if rest else []
    return [*lines[:at], Line(said.text, read_lines(wish)[0].request), *below, *lines[at + 1 :]]


def with_wish_refused(
    case: LetterContext, start: Session, done: Session, lines: Sequence[Line], handle: HandleLines
) -> Session:
    """Return the session in which a no to an answer that offered to do what was wished for is told to be one."""
    at, wish = _answered(case, start, lines, handle, Assent.NO)
    if not wish:
        return done
    told = Done(Outcome.WISH_DROPPED, wish)
    return replace(
        done,
        answers=tuple(
            replace(one, answer=told) if one.line == lines[at].text and one.answer in _NO_MORE else one
            for one in done.answers
        ),
    )


_NO_MORE = frozenset(map(Done, (Outcome.NOTHING_TO_REFUSE, Outcome.PLAIN_WORDS)))
"""What a no is told where no order is offered."""


def _answered(
    case: LetterContext, start: Session, lines: Sequence[Line], handle: HandleLines, said: Assent
) -> tuple[int, str]:
    """Return the number of the line that answers what a letter wishes for, and the line that does it; else nothing."""
    there, context = start.in_game, case.context(case.services.clock.now())
    at = next((at for at, line in enumerate(lines[: _LATEST_YES + 1]) if _assent_of(line.text)), None)
    if there is None or at is None or context.assent_to in {None, context.number} or offers_meant(there, context):
        return 0, ""
    is_words = isinstance(lines[at].request, PossibleOrder | SuggestedCommand)
    if not is_words or _assent_of(lines[at].text) is not said:
        return 0, ""
    return at, _wish_of_letter(case, there, context.assent_to, handle)


def _assent_of(line: str) -> Assent | None:
    whole = read_whole(line, 1)
    return first_word_of_assent(line) if whole is None else Assent.YES if whole else Assent.NO


def _wish_of_letter(case: LetterContext, start: GameSession, number: int | None, handle: HandleLines) -> str:
    """Return the line that does what an earlier letter of the same writer wishes for; empty where there is none.

    The letter must have come to its writer's own reply address, or have been confirmed.
    """
    try:
        kept = case.services.store.letter(number or 0)
    except KeyError:
        return ""
    letter, recipient = read_letter(kept.raw), read_recipient(kept.recipient, case.services.config.judge.address)
    written = written_anew(case.services, letter)
    is_own = recipient is not None and (kept.confirmed or recipient.token == start.person.token)
    if written is None or recipient is None or letter.sender != case.sender or not is_own:
        return ""
    earlier = replace(case, kept=kept, letter=written)
    context = replace(earlier.context(case.services.clock.now()), assent_to=None)
    read = handle(start, context, lines_of_letter(written, recipient)).in_game
    return _wish_of(read, context) if read else ""
