"""What came with a letter is not read; it is named, and orders in it are pointed out."""

from itertools import islice

from judge.desk.give_orders import is_order
from judge.desk.progress import Progress
from judge.mail.letter import Letter
from judge.reports.echo import Deed, Did

_MOST = 20
"""Attachments named in one answer."""

_LINES = 100
"""Lines looked at in one of them."""


def name_attachments(progress: Progress, letter: Letter) -> Progress:
    """Answer for each attachment; one that holds a line that would be an order is a mistake worth a word."""
    texts = dict(letter.attached_texts)
    for name in letter.attachments[:_MOST]:
        lines = islice(texts.get(name, "").splitlines(), _LINES)
        ordered = any(is_order(progress, line) for line in lines if line.strip())
        progress = progress.told(name, Did(Deed.ATTACHED_ORDERS if ordered else Deed.ATTACHED))
    return progress
