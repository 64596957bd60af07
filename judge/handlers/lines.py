"""Carry out the lines of one proven letter, in order, each with its answer."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate

from judge.game.refusals import Refusal, Refused
from judge.handlers.context import LineContext
from judge.handlers.dispatch import HANDLERS, handle_line
from judge.handlers.headings import is_below_earlier_orders
from judge.handlers.orders import is_order, point_out_order
from judge.handlers.session import Session
from judge.notation.line import Misread
from judge.reports.line_answers import Done, NotKeptInAdvance
from judge.reports.outcomes import Outcome
from judge.requests.requests import Line, PossibleOrder

# --- orders broken over two lines


_NARROWEST_WRAP = 65
"""Characters up to which no mail program breaks a line while the next word would still fit."""


def join_wrapped_lines(lines: Sequence[Line], is_order: Callable[[str], bool]) -> Iterator[Line]:
    """Yield the lines, two of them joined where that makes an order of them.

    That is where the second is no order, both together are, and the first may go on: it is no order either, or it is as
    long as a mail program makes a line. ``… supports the army in Paris`` is an order, and perhaps not the one that was
    written.
    """
    waiting: Line | None = None
    for line in lines:
        if waiting and isinstance(line.request, PossibleOrder) and not is_order(line.text):
            whole = Line(f"{waiting.text.rstrip()} {line.text.lstrip()}", PossibleOrder())
            if is_order(whole.text):
                yield whole
                waiting = None
                continue
        if waiting:
            yield waiting
        waiting = line if _may_be_wrapped(line, is_order) else None
        if waiting is None:
            yield line
    if waiting:
        yield waiting


def _may_be_wrapped(line: Line, is_order: Callable[[str], bool]) -> bool:
    """Return whether a line may have been broken; never a title such as ``Builds:``, for all lines below."""
    if not isinstance(line.request, PossibleOrder) or line.text.rstrip().endswith(":"):
        return False
    return len(line.text) >= _NARROWEST_WRAP or not is_order(line.text)


# --- all lines


MOST_LINES_OF_LETTER = 150
"""Lines that are read of one letter, a block of press counting as one.

A year of thirty-four units needs fewer.
"""

MOST_ORDER_CHARACTERS = 6000
"""Characters of the lines that may be orders; orders for a whole board take a thousand."""

MOST_MISREAD_LINES = 20
"""Misread lines after which no more are read."""

MOST_PLAIN_LINES = 120
"""Lines of plain words after which no more are read.

Each is read three times over before it is known to be plain words.
"""

MOST_SIGNATURE_LINES = 40
"""Lines below a signature that are searched for orders; those found are pointed out, not followed."""

QUOTAS = {Outcome.TOO_MANY_QUESTIONS: 10, Outcome.TOO_MUCH_PRESS: 10}
"""Questions that are answered, and pieces of press that are sent on, of one letter.

Either may cause far more than was written.
"""


def handle_lines(session: Session, context: LineContext, lines: Sequence[Line], below: Sequence[str]) -> Session:
    """Carry out every line in order; a line that cannot be carried out changes nothing.

    ``below`` are lines under a signature. Neither they nor the lines below the word that ends a letter are carried out;
    orders among them are pointed out. Of a letter that is too long the beginning is read.
    """
    rationed: Counter[Outcome] = Counter()
    most = _count_readable(lines)
    for line in join_wrapped_lines(lines[:most], cache(partial(is_order, session))):
        entry = HANDLERS[type(line.request)]
        quota = entry.quota
        rationed.update((quota,) if quota else ())
        if session.stopped:
            session = point_out_order(session, line.text)
        elif _is_unreadable(session):
            return session.told(line.text, Done(Outcome.TOO_MANY_MISREAD))
        elif is_below_earlier_orders(session) and not entry.is_read_below_earlier_orders:
            session = session.told(line.text, Refused(Refusal.RECALLED))
        elif quota and rationed[quota] > QUOTAS[quota]:
            session = session.told(line.text, Done(quota, str(QUOTAS[quota])))
        else:
            session = handle_line(session, line, context)
    for words in below[:MOST_SIGNATURE_LINES]:
        session = point_out_order(session, words)
    for line in lines[most : most + 1]:
        session = session.told(line.text, Done(Outcome.TOO_MANY_LINES, str(most)))
    return session


def _count_readable(lines: Sequence[Line]) -> int:
    """Return how many lines from the top are read at all."""
    lengths = (
        len(line.text) if isinstance(line.request, PossibleOrder) else 0 for line in lines[:MOST_LINES_OF_LETTER]
    )
    return sum(length <= MOST_ORDER_CHARACTERS for length in accumulate(lengths))


def _is_unreadable(session: Session) -> bool:
    """Return whether so little was understood that it can be no letter to the judge."""
    answers = [answered.answer for answered in session.answers]
    misread = sum(isinstance(answer, Misread | NotKeptInAdvance) for answer in answers)
    return misread >= MOST_MISREAD_LINES or answers.count(Done(Outcome.PLAIN_WORDS)) >= MOST_PLAIN_LINES
