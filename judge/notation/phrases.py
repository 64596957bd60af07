"""The tables of plain words (tables/prose.toml)."""

import tomllib
from functools import cache
from importlib.resources import files

from judge.notation.lexer import words_of


@cache
def phrases(table: str) -> frozenset[tuple[str, ...]]:
    """The phrases of a table of plain words, each as its words folded."""
    tables = tomllib.loads((files(__package__) / "tables" / "prose.toml").read_text(encoding="utf-8"))
    return frozenset(map(words_of, tables[table]))
