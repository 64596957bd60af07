"""The lines of one proven letter, carried out one after the other, each with its answer."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from itertools import accumulate

from judge.desk.context import Context
from judge.desk.dispatch import HANDLERS, handle
from judge.desk.give_orders import is_order, point_out
from judge.desk.headings import is_recalled
from judge.desk.progress import Progress
from judge.game.refusals import Refusal, Refused
from judge.mail.meanings import Line, MaybeOrder
from judge.notation.misread import Misread
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unkept

# --- orders broken over two lines


_NARROWEST = 65
"""No mail program breaks a line of its own accord while the next word would still fit within this."""


def made_whole(lines: Sequence[Line], is_order: Callable[[str], bool]) -> Iterator[Line]:
    """The lines, two of them joined where the second is no order, both together are, and the first is not whole.

    It is not when it is no order either, or when it is as long as a mail program makes a line: ``… supports the army in
    Paris`` is an order, and perhaps not the one that was written.
    """
    waiting: Line | None = None
    for line in lines:
        if waiting and isinstance(line.meaning, MaybeOrder) and not is_order(line.text):
            whole = Line(f"{waiting.text.rstrip()} {line.text.lstrip()}", MaybeOrder())
            if is_order(whole.text):
                yield whole
                waiting = None
                continue
        if waiting:
            yield waiting
        waiting = line if _may_go_on(line, is_order) else None
        if waiting is None:
            yield line
    if waiting:
        yield waiting


def _may_go_on(line: Line, is_order: Callable[[str], bool]) -> bool:
    """A title such as ``Builds:`` never does: it speaks for all the lines below it."""
    if not isinstance(line.meaning, MaybeOrder) or line.text.rstrip().endswith(":"):
        return False
    return len(line.text) >= _NARROWEST or not is_order(line.text)


# --- all lines


MOST_LINES = 150
"""Lines that are read of one letter, a block of press being one of them; a year of thirty-four units needs fewer."""

MOST_CHARACTERS = 6000
"""Characters of those lines that may be orders; the orders for a whole board take a thousand."""

MOST_MISREAD = 20
"""Lines not understood after which no more are read."""

MOST_PLAIN = 120
"""Lines of plain words after which no more are read: each is read three times over before it is known for that."""

MOST_BELOW = 40
"""Lines below a signature that are looked at for orders, to be pointed out."""

RATIONS = {Deed.NOT_ANSWERED: 10, Deed.NOT_SENT: 10}
"""Questions that are answered in one letter, press that is sent on: either may cause far more than was written."""


def carry_out(progress: Progress, context: Context, lines: Sequence[Line], below: Sequence[str]) -> Progress:
    """Carry out every line in order; a line that cannot be carried out changes nothing and the next one is read.

    ``below`` are lines under a signature, which are no more read than those below the word that ends a letter. Of a
    letter without end the beginning is read.
    """
    rationed: Counter[Deed] = Counter()
    most = _readable(lines)
    for line in made_whole(lines[:most], cache(partial(is_order, progress))):
        entry = HANDLERS[type(line.meaning)]
        ration = entry.ration
        rationed.update((ration,) if ration else ())
        if progress.stopped:
            progress = point_out(progress, line.text)
        elif _is_hopeless(progress):
            return progress.told(line.text, Did(Deed.TOO_UNCLEAR))
        elif is_recalled(progress) and not entry.is_read_below_old_words:
            progress = progress.told(line.text, Refused(Refusal.RECALLED))
        elif ration and rationed[ration] > RATIONS[ration]:
            progress = progress.told(line.text, Did(ration, str(RATIONS[ration])))
        else:
            progress = handle(progress, line, context)
    for words in below[:MOST_BELOW]:
        progress = point_out(progress, words)
    for line in lines[most : most + 1]:
        progress = progress.told(line.text, Did(Deed.TOO_LONG, str(most)))
    return progress


def _readable(lines: Sequence[Line]) -> int:
    """How many lines from the top are read at all."""
    lengths = (len(line.text) if isinstance(line.meaning, MaybeOrder) else 0 for line in lines[:MOST_LINES])
    return sum(length <= MOST_CHARACTERS for length in accumulate(lengths))


def _is_hopeless(progress: Progress) -> bool:
    """Whether so little was understood that it can be no letter to the judge."""
    answers = [answered.answer for answered in progress.answers]
    misread = sum(isinstance(answer, Misread | Unkept) for answer in answers)
    return misread >= MOST_MISREAD or answers.count(Did(Deed.PLAIN_WORDS)) >= MOST_PLAIN
