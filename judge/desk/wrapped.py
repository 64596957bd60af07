"""Orders that a mail program broke over two lines, made whole before anything is carried out."""

from collections.abc import Callable, Iterator, Sequence

from judge.mail.meanings import Line, MaybeOrder

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
