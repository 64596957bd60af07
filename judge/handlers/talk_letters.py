"""Answer a letter that gives no order: offer those of its subject, or passed on; tell whoever calls for a person so."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from functools import partial

from judge.handlers.letter_context import own_subject
from judge.handlers.offers import is_first_answer
from judge.handlers.orders import take_line
from judge.handlers.plain_words import (
    MOST_GLANCED_AT,
    is_near_order,
    join_wrapped_lines,
    named_units,
    names_places,
)
from judge.handlers.services import contained
from judge.handlers.session import GameSession, Held, LineContext, Session
from judge.mail.letter import Letter
from judge.mail.quoted_letters import words_passed_on
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.reports.line_answers import Done, Fate, OrderAccepted, OrdersOffered, Outcome, fate_of
from judge.requests.governing import Governs, denies_or_conditions, sentences_of, takes_back
from judge.requests.read_lines import read_lines
from judge.requests.small_talk import about_subject, calls_for_answer
from judge.requests.suggestions import PossibleOrder, SuggestedCommand

_MOST_LINES = 40
"""Lines of what is passed on that are read; orders for a whole board take fewer."""


def answer_talk(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which a letter of plain words has an answer: what its subject orders, what it passes on.

    Else that nobody can tell. A letter that only thanks, greets or speaks to others has none.
    """
    session = _offer_passed_on(_offer_subject(session, letter, context), letter, context)
    there = session.in_game
    if there is None or not there.answers or there.left_open or (there.held and there.held.how is Governs.ADDRESSES):
        return session
    if any(one.answer != Done(Outcome.PLAIN_WORDS) for one in there.answers):
        return session
    said = [one for answered in there.answers for one in sentences_of(answered.line)]
    call = calls_for_answer(letter.text, said, partial(_names_something, there))
    at = next((at for at, one in enumerate(there.answers) if call and call in one.line), None)
    if at is None:
        return session
    told = replace(there.answers[at], answer=Done(Outcome.FOR_A_PERSON))
    return replace(there, answers=(*there.answers[:at], told, *there.answers[at + 1 :]))


def _names_something(session: GameSession, sentence: str) -> bool:
    return bool(named_units(session, sentence)) or names_places(session, sentence)


def _offer_subject(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which the orders are offered that stand in the subject of a letter without any.

    Not where the letter takes the subject back, is for somebody else, or asks about it.
    """
    there = session.in_game
    subject = own_subject(letter.subject, there.view.name) if there else ""
    if there is None or not (subject and there.powers) or "?" in f"{subject}{letter.text}":
        return session
    if there.held and there.held.how in {Governs.DENIES, Governs.ADDRESSES}:
        return session
    is_talk = all(one.answer == Done(Outcome.PLAIN_WORDS) for one in there.answers)
    about = map(about_subject, sentences_of(letter.text))
    is_taken_back = any(takes_back(one) or denies_or_conditions(one) for one in about if one)
    if not is_talk or is_taken_back or not is_near_order(there, subject):
        return session
    read = partial(_with_lines, there, [subject], Held(subject, Governs.HOLDS), context)
    return contained(read, lambda: session, "what the subject of a letter orders")


def _offer_passed_on(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which the orders are offered that a letter passes on or quotes, for its writer's units.

    Not where the letter replies to one of the judge's, which programs quote below, or says something of orders itself.
    """
    there = session.in_game
    if there is None or not (letter.cut and there.powers) or context.assent_to not in {None, context.number}:
        return session
    if context.own_address.lower() in next((line.lower() for line in letter.cut if "@" in line), ""):
        return session
    if any(isinstance(one.answer, OrderAccepted | OrdersOffered) for one in there.answers):
        return session
    told = [one for one in there.answers if one.answer != Done(Outcome.ORDERS_ASKED)]  # "Did my orders arrive?"
    is_talk = all(fate_of(one.answer) is Fate.CONVERSATION for one in told)
    if not (is_talk or is_first_answer(replace(there, answers=tuple(told)))):
        return session
    return contained(partial(_with_words, there, letter, context), lambda: session, "what a letter passes on")


def _with_words(session: GameSession, letter: Letter, context: LineContext) -> Session:
    said = "\n".join(words_passed_on(letter.cut)[:_MOST_LINES])
    lines = [line for line in read_lines(said) if isinstance(line.request, PossibleOrder | SuggestedCommand)]
    title = next((line for line in reversed(letter.text.split("\n")) if line.strip()), letter.cut[0])
    beside = Held(title, Governs.HOLDS)
    return _with_lines(session, (line.text for line in join_wrapped_lines(session, lines)), beside, context)


def _with_lines(session: GameSession, lines: Iterable[str], held: Held, context: LineContext) -> Session:
    """The session with the orders offered that lines give which stand apart from the letter."""
    with bounded_effort(MOST_GLANCED_AT), suppress(EffortSpentError):
        for line in lines:
            read = take_line(replace(session, held=held, above="", answers=()), line, PossibleOrder(), context)
            offered = tuple(one for one in read.answers if isinstance(one.answer, OrdersOffered))
            if offered and (there := read.in_game):
                session = replace(there, held=session.held, above="", answers=(*session.answers, *offered))
    return session
