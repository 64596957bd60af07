"""What is in a letter and not read: lines struck out are told as such, attachments named, orders in them too."""

from collections.abc import Iterator
from itertools import chain, islice

from judge.desk.give_orders import is_order
from judge.desk.progress import Progress
from judge.mail.letter import Letter
from judge.reports.deeds import Deed
from judge.reports.echo import Did

MOST_NAMED = 20
"""Attachments named in one answer."""

MOST_STRUCK = 100
"""Lines struck out that one answer tells of."""

_LINES = 40
"""Lines looked at in all attachments of a letter."""


def tell_unread(progress: Progress, letter: Letter) -> Progress:
    """Answer for each line struck out, then for each attachment."""
    for words, deed in unread(progress, letter):
        progress = progress.told(words, Did(deed))
    return progress


def unread(progress: Progress, letter: Letter) -> Iterator[tuple[str, Deed]]:
    """What is said of each line struck out and each attachment; one that holds an order is a mistake worth a word."""
    yield from ((line, Deed.STRUCK) for line in letter.struck[:MOST_STRUCK])
    left = _LINES
    for name in letter.attachments[:MOST_NAMED]:
        texts = (text for bearer, text in letter.attached_texts if bearer == name)
        lines = [*islice(filter(str.strip, chain.from_iterable(map(str.splitlines, texts))), left)]
        left -= len(lines)
        ordered = any(is_order(progress, line) for line in lines)
        yield name, Deed.ATTACHED_ORDERS if ordered else Deed.ATTACHED
