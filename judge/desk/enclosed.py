"""What came with a letter is not read; it is named, and orders in it are pointed out."""

from collections.abc import Iterator
from itertools import chain, islice

from judge.desk.give_orders import is_order
from judge.desk.progress import Progress
from judge.mail.letter import Letter
from judge.reports.echo import Deed, Did

MOST_NAMED = 20
"""Attachments named in one answer."""

_LINES = 100
"""Lines looked at in one of them, or in all of one name."""


def name_attachments(progress: Progress, letter: Letter) -> Progress:
    """Answer for each attachment."""
    for name, deed in attached(progress, letter):
        progress = progress.told(name, Did(deed))
    return progress


def attached(progress: Progress, letter: Letter) -> Iterator[tuple[str, Deed]]:
    """What is said of each attachment; one that holds a line that would be an order is a mistake worth a word."""
    for name in letter.attachments[:MOST_NAMED]:
        texts = (text for bearer, text in letter.attached_texts if bearer == name)
        lines = islice(chain.from_iterable(map(str.splitlines, texts)), _LINES)
        ordered = any(is_order(progress, line) for line in lines if line.strip())
        yield name, Deed.ATTACHED_ORDERS if ordered else Deed.ATTACHED
