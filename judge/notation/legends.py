"""Reads the line in which a letter tells its own signs, ``L = army, V = fleet``, and spells them out in the others."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import OrderReader
from judge.notation.sentence_roles import ROLES_OF_PARTS, ROLES_OF_TABLES, Role, tables_of
from judge.notation.tables import OrderPart

_LONGEST = 200
"""Characters of a line that may be a legend."""
_FRAME = re.compile(r"\s*[(\[]?\s*(?:[^\W\d_][^:=()]{0,30}:\s)?(?P<pairs>[^()\[\]]+?)[)\].!\s]*")
"""A legend may stand in brackets, behind a title: ``Key: x = attacks, + = supports``."""
_BETWEEN = re.compile(r"\s*[,;]\s*|\s+(?:and|et)\s+")
_MEANS = r"(?:=|\s(?:means|stands for|is for|signifie|veut dire)\s)"
_PAIR = re.compile(rf'["“«\s]*(?P<sign>[^\s="“”«»]{{1,12}})["”»\s]*{_MEANS}["“«\s]*(?P<word>[^="”»]{{1,30}}?)["”»\s]*')
_KINDS = frozenset({OrderPart.ARMY, OrderPart.FLEET})
_DOING = frozenset({Role.HOLD, Role.IMMOBILE, Role.SUPPORT, Role.CONVOY, Role.MOVE, Role.TOWARDS, Role.OTHER_PHASE})


@dataclass(frozen=True)
class Legend:
    """The line in which a letter tells its signs, with each sign that orders do not have and the word it stands for."""

    line: str
    words: tuple[tuple[str, str], ...]

    def spelt_out(self, line: str) -> str:
        """Return a line of the letter with the words that its signs stand for."""
        for sign, word in self.words if line != self.line else ():
            line = _as_written(sign).sub(f" {word} ", line)
        return line


def legend_in(lines: Iterable[str], reader: OrderReader) -> Legend | None:
    """Return the first line of a letter that tells signs of its writer's own; None where none does."""
    return next(filter(None, (_legend(line, reader) for line in lines)), None)


def _legend(line: str, reader: OrderReader) -> Legend | None:
    frame = _FRAME.fullmatch(line) if len(line) <= _LONGEST and re.search(_MEANS, line) else None
    pairs = [_PAIR.fullmatch(one) for one in _BETWEEN.split(frame["pairs"])] if frame else []
    told = [(pair["sign"], pair["word"]) for pair in pairs if pair]
    if not told or len(told) < len(pairs):
        return None
    meant = [(_does(sign, reader), _does(word, reader)) for sign, word in told]
    if not all(does and Role.UNIT not in already | does for already, does in meant):
        return None
    return Legend(line, tuple(pair for pair, (already, does) in zip(told, meant, strict=True) if not already & does))


def _does(said: str, reader: OrderReader) -> set[Role | OrderPart]:
    """What a word or a sign may be in orders; a region is a unit."""
    lexicon = reader.lexicon(tokens_of(said))
    return {*_roles(lexicon)} if lexicon.tokens else set()


def _roles(lexicon: Lexicon) -> Iterator[Role | OrderPart]:
    parts = {one.lexeme.part for one in lexicon.at(0) if one.end == len(lexicon.tokens)}
    yield from parts & _KINDS
    yield from (Role.UNIT for _ in parts & {OrderPart.PLACE})
    yield from (role for apt, role in ROLES_OF_PARTS if parts & apt and role in _DOING)
    tables = tables_of(tuple(one.text for one in lexicon.tokens))
    yield from (role for role in map(ROLES_OF_TABLES.__getitem__, tables) if role in _DOING)


def _as_written(sign: str) -> re.Pattern[str]:
    """A sign where it stands alone; one of more letters in capitals or not."""
    before, behind = (r"(?<!\w)" if sign[0].isalnum() else ""), (r"(?![\w'’])" if sign[-1].isalnum() else "")
    return re.compile(f"{before}{re.escape(sign)}{behind}", re.IGNORECASE if len(sign) > 1 else 0)
