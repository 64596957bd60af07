"""What a letter to others, or a note, may have swallowed: lines that were meant for the judge.

A block without an end runs on to the end of the letter. What stands in it is sent to people who were never to read it,
and does not count; so a block with such a line is asked about, at its place, and neither sent nor kept.
"""

from collections.abc import Iterator

from judge.desk.give_orders import is_own_order
from judge.desk.progress import Progress, Reading
from judge.mail.closings import ANY, closing_of
from judge.mail.pressing import DiaryText, PressText
from judge.mail.strays import reads_as_command
from judge.mail.words import Word, verb_of
from judge.reports.echo import PressTaken, Unknown, Wrong

_QUOTES = (">", "|", "»")
_OF_PROSE = ("?", "!", ",")

_LONGEST_ORDER, _MOST_LINES = 120, 60
"""Of a long letter the last lines are read for orders, which is where it runs on; each takes a millisecond or two.

Of the second one half as many, of the third a third: of all letters in one together few more than of a single one.
"""


def swallowed(progress: Progress, block: str, read: PressText | DiaryText, reading: Reading) -> Wrong | None:
    """The first line of a block that reads as one for the judge; None where there is none, or where it may stand.

    A note that its own word closed may hold anything, and so may press that its first line calls VERBATIM.
    """
    kind, what = ("press", Unknown.IN_PRESS) if isinstance(read, PressText) else ("diary", Unknown.IN_DIARY)
    closing = closing_of(read.closing)
    if closing in {kind, ANY} and (isinstance(read, DiaryText) or read.verbatim):
        return None
    is_closed = closing is not None
    lines = [found for found in _lines_below(block, is_closed=is_closed) if _may_be_meant(found[1])]
    looked_at = {start for start, line in lines if len(line) <= _LONGEST_ORDER}
    before = sum(isinstance(one.answer, PressTaken | Wrong) for one in progress.answers)
    looked_at = {*sorted(looked_at)[-_MOST_LINES // (1 + before) :]}
    for start, line in lines:
        if _is_command(line) or (start in looked_at and is_own_order(progress, line, reading)):
            return Wrong.at(what, Word(line.strip(), start + len(line) - len(line.lstrip())))
    return None


def _lines_below(block: str, *, is_closed: bool) -> Iterator[tuple[int, str]]:
    """The lines between the first and the last one of a block, each with its place."""
    lines = block.split("\n")
    place = len(lines[0]) + 1
    for line in lines[1 : len(lines) - is_closed]:
        yield place, line
        place += len(line) + 1


def _may_be_meant(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(_QUOTES) and not line.rstrip().endswith(_OF_PROSE)


def _is_command(line: str) -> bool:
    is_headed = verb_of(line)[0] in {"press", "broadcast"} and line.split(maxsplit=1)[0].rstrip(":").isupper()
    return is_headed or reads_as_command(line)
