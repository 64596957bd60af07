"""Quote letters whose sender is not proven: the first few lines, each cut short, without links."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.handlers.letter_context import LetterContext
from judge.handlers.orders import is_order
from judge.handlers.session import Session
from judge.reports.layout import one_line
from judge.reports.line_answers import AnsweredLine, InvalidCommand, LineAnswer, RefusedPart, SeveralFaults, TextAnswer
from judge.reports.unprocessed_letters import LetterExcerpt
from judge.requests.mastery import CorrectPositionRequest, TerminateRequest
from judge.requests.press import SendPressRequest, WriteDiaryRequest
from judge.requests.requests import Line, PossibleOrder, WhatIfRequest

_MOST_LINES = 5
_LONGEST = 48
_LONGEST_WORD = 24
_WORD = re.compile(r"\S+")
_SCHEME = re.compile(r"://|\bwww\.", re.IGNORECASE)
_DOMAIN = re.compile(r".\.\w")

_FREE_TEXT = SendPressRequest | WriteDiaryRequest | WhatIfRequest | CorrectPositionRequest | TerminateRequest
"""Requests behind whose verb any text may stand; only the verb is quoted."""


def excerpt_of(case: LetterContext, address: Address) -> LetterExcerpt:
    """Return the commands and orders of a letter, the first few of them, each cut short."""
    on = Session(case.game, case.person(address))
    known = [line for line in case.lines if _is_command_or_order(on, line)]
    return LetterExcerpt(tuple(map(_line_excerpt, known[:_MOST_LINES])), max(0, len(known) - _MOST_LINES))


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
    """Return a fault with its place in the shortened line; at its end if the words at fault are cut off."""
    end = len(cut_short(line))
    is_kept = line[: fault.end].strip() == cut_short(line)[: fault.end].strip()
    start, stop = (fault.start, fault.end) if is_kept else (end, end)
    if isinstance(fault, RefusedPart):
        return replace(fault, start=start, end=stop)
    return replace(fault, word=cut_short(fault.word, _LONGEST_WORD), start=start, end=stop)
