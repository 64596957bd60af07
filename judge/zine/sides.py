"""An article in two languages: what of the one stands beside what of the other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from judge.zine.blocks import Article, Block, Headline, Picture

RowOfSides = tuple[Sequence[Block], ...]
"""What stands side by side: the blocks of each language."""


def rows_side_by_side(articles: Sequence[Article]) -> Sequence[RowOfSides]:
    """Return the rows of an article in several languages, as many as the texts have in common.

    Texts with the same headlines and pictures share a row for each part, parts with the same kinds of blocks one for
    each block; texts that differ in that are one row.
    """
    parts = [list(_parts(article)) for article in articles]
    if any(list(map(_mark, one)) != list(map(_mark, other)) for one, other in pairwise(parts)):
        return [tuple(article.blocks for article in articles)]
    return [row for sides in zip(*parts, strict=True) for row in _rows(sides)]


def pictures_of_row(row: RowOfSides) -> Sequence[Picture]:
    """Return the picture that all sides of a row show, with each its caption; empty where they show anything else."""
    found = [block for side in row for block in side if isinstance(block, Picture)]
    is_one = all(len(side) == 1 for side in row) and len({picture.name for picture in found}) == 1
    return found if is_one and len(found) == len(row) else ()


def _rows(sides: RowOfSides) -> Iterator[RowOfSides]:
    kinds = [[type(block) for block in side] for side in sides]
    if all(one == other for one, other in pairwise(kinds)):
        yield from (tuple((block,) for block in blocks) for blocks in zip(*sides, strict=True))
    else:
        yield sides


def _parts(article: Article) -> Iterator[Sequence[Block]]:
    """The parts of an article: a headline with what follows it, a picture by itself."""
    part: list[Block] = []
    for block in article.blocks:
        if part and (isinstance(block, Headline | Picture) or isinstance(part[-1], Picture)):
            yield part
            part = []
        part.append(block)
    yield part


def _mark(part: Sequence[Block]) -> object:
    first = part[0] if part else None
    return first.level if isinstance(first, Headline) else first.name if isinstance(first, Picture) else ""
