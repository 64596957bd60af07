"""What a letter that nothing proves asks for, told to its supposed writer without a stranger's words."""

import re
from collections.abc import Sequence

from judge.desk.case import Case
from judge.desk.give_orders import is_order
from judge.desk.progress import Progress
from judge.game.settings import Address
from judge.mail.meanings import Line, MaybeOrder, WhatIf
from judge.mail.of_master import Amend, BreakOff
from judge.mail.pressing import DiaryText, PressText
from judge.reports.doorstep import Gist
from judge.reports.echo import Answered
from judge.reports.layout import one_line

_MOST_LINES = 5
_LONGEST = 48
_LINK = re.compile(r"\S*(?:://|\bwww\.|[^\s@]\.\w[^\s@]*/)\S*", re.IGNORECASE)

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
    first = line.text.strip().partition("\n")[0]
    if isinstance(line.meaning, _PROSE):
        return f"{one_line(first.partition(' ')[0], _LONGEST)} …"
    return one_line(_LINK.sub("…", first), _LONGEST)


def without_strangers_words(wrong: Sequence[Answered]) -> Sequence[Answered]:
    """Those of the lines without effect that can be told of whole: short ones, the first few."""
    short = [one for one in wrong if len(one.line) <= _LONGEST and not _LINK.search(one.line)]
    return short[:_MOST_LINES]
