"""Offer the orders of a letter that somebody passes on, where they write nothing of orders themselves."""

from dataclasses import replace
from functools import partial

from judge.handlers.orders import take_line
from judge.handlers.plain_words import MOST_GLANCED_AT, join_wrapped_lines
from judge.handlers.services import contained
from judge.handlers.session import GameSession, Held, LineContext, Session
from judge.mail.letter import Letter
from judge.mail.quoted_letters import words_passed_on
from judge.notation.effort import EffortSpentError, bounded_effort
from judge.reports.line_answers import Fate, OrderAccepted, OrdersOffered, fate_of
from judge.requests.governing import Governs
from judge.requests.read_lines import read_lines
from judge.requests.suggestions import PossibleOrder, SuggestedCommand

_MOST_LINES = 40
"""Lines of what is passed on that are read; orders for a whole board take fewer."""


def offer_passed_on(session: Session, letter: Letter, context: LineContext) -> Session:
    """Return the session in which the orders are offered that a letter passes on or quotes, for its writer's units.

    Not where the letter replies to one of the judge's, which programs quote below, or says something of orders itself.
    """
    there = session.in_game
    if there is None or not (letter.cut and there.powers) or context.assent_to not in {None, context.number}:
        return session
    if any(isinstance(one.answer, OrderAccepted | OrdersOffered) for one in there.answers):
        return session
    if any(fate_of(one.answer) is not Fate.CONVERSATION for one in there.answers):
        return session
    return contained(partial(_with_words, there, letter, context), lambda: session, "what a letter passes on")


def _with_words(session: GameSession, letter: Letter, context: LineContext) -> Session:
    said = "\n".join(words_passed_on(letter.cut)[:_MOST_LINES])
    lines = [line for line in read_lines(said) if isinstance(line.request, PossibleOrder | SuggestedCommand)]
    title = next((line for line in reversed(letter.text.split("\n")) if line.strip()), letter.cut[0])
    beside = Held(title, Governs.HOLDS)
    with bounded_effort(MOST_GLANCED_AT):
        try:
            for line in [*join_wrapped_lines(session, lines)]:
                read = take_line(
                    replace(session, held=beside, above="", answers=()), line.text, PossibleOrder(), context
                )
                offered = tuple(one for one in read.answers if isinstance(one.answer, OrdersOffered))
                if offered and (there := read.in_game):
                    session = replace(there, held=session.held, above="", answers=(*session.answers, *offered))
        except EffortSpentError:
            return session
    return session
