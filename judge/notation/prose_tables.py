"""Loads the tables of plain words (tables/prose.toml)."""

import tomllib
from functools import cache
from importlib.resources import files

from judge.notation.lexer import folded_words


@cache
def prose_phrases(table: str) -> frozenset[tuple[str, ...]]:
    """Return the phrases of one table, each as its normalised words."""
    tables = tomllib.loads((files(__package__) / "tables" / "prose.toml").read_text(encoding="utf-8"))
    return frozenset(map(folded_words, tables[table]))
