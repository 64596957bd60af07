"""What a letter that nothing proves asks for, told to its supposed writer without a stranger's words."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count

from judge.desk.case import Case
from judge.desk.give_orders import is_order
from judge.desk.progress import Progress
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.mail.meanings import Line, MaybeOrder, WhatIf
from judge.mail.of_master import Amend, BreakOff
from judge.mail.pressing import DiaryText, PressText
from judge.reports.doorstep import Gist
from judge.reports.echo import Answer, Answered, Barred, Faulty, Shown, Wrong
from judge.reports.layout import one_line

_MOST_LINES = 5
_LONGEST = 48
_LONGEST_WORD = 24
_WORD = re.compile(r"\S+")
_SCHEME = re.compile(r"://|\bwww\.", re.IGNORECASE)
_DOMAIN = re.compile(r".\.\w")

_PROSE = PressText | DiaryText | WhatIf | Amend | BreakOff
"""Lines behind whose verb anything may stand."""


def gist_of(case: Case, address: Address) -> Gist:
    """The commands and the orders of a letter, the first few of them, each cut short."""
    on = Progress(case.game, case.person(address))
    known = [line for line in case.lines if _is_recognised(on, line)]
    return Gist(tuple(map(_shown, known[:_MOST_LINES])), max(0, len(known) - _MOST_LINES))


def _is_recognised(on: Progress, line: Line) -> bool:
    if isinstance(line.meaning, MaybeOrder):
        return on.game is not None and bool(on.game.powers_of(on.person.address)) and is_order(on, line.text)
    return line.changes_something


def _shown(line: Line) -> str:
    if isinstance(line.meaning, _PROSE):
        return f"{cut_short(line.text.strip().partition(' ')[0])} …"
    return cut_short(line.text)


def without_strangers_words(answers: Sequence[Answered]) -> tuple[Answered, ...]:
    """Lines with their answers as whoever may not have written them is told of: the first few, each cut short.

    What answers a question stands whole, for its words are ours; a link stands nowhere.
    """
    others = count()
    told = [one for one in answers if isinstance(one.answer, Shown) or next(others) < _MOST_LINES]
    return tuple(Answered(cut_short(one.line), _cut(one.answer, one.line)) for one in told)


def cut_short(line: str, most: int = _LONGEST) -> str:
    """The beginning of somebody's line, or of the first of several, without links."""
    first = line.strip().partition("\n")[0]
    return one_line(_WORD.sub(lambda word: "…" if _is_link(word[0]) else word[0], first), most)


def _is_link(word: str) -> bool:
    """Whether a word is a link: with a scheme, with ``www.``, or a domain before a slash (``example.org/a``).

    Each character is looked at a fixed number of times, for a word may be as long as a letter.
    """
    before_slashes = (piece.rpartition("/")[0] for piece in word.split("@"))
    return _SCHEME.search(word) is not None or any(map(_DOMAIN.search, before_slashes))


def _cut(answer: Answer, line: str) -> Answer:
    match answer:
        case Wrong() | Barred():
            return _at_its_place(answer, line)
        case Faulty(faults):
            few = faults[:_MOST_LINES]
            return Faulty(tuple(one if isinstance(one, Refused) else _at_its_place(one, line) for one in few))
        case _:
            return answer


def _at_its_place(fault: Wrong | Barred, line: str) -> Wrong | Barred:
    """With its place in the line as it is cut: behind what is left of it where the fault is no more to be seen."""
    end = len(cut_short(line))
    is_kept = line[: fault.end].strip() == cut_short(line)[: fault.end].strip()
    start, stop = (fault.start, fault.end) if is_kept else (end, end)
    if isinstance(fault, Barred):
        return replace(fault, start=start, end=stop)
    return replace(fault, word=cut_short(fault.word, _LONGEST_WORD), start=start, end=stop)
