"""The tables of words by which letters are read, each with the words that the folder of every language adds to it."""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

_FOLDERS = Path(__file__).parent
_ROOMS = _FOLDERS.parent
_READ = "read"
"""What of the folder of a language is for reading."""
_VERBS = "verbs"


@cache
def languages_read() -> Sequence[str]:
    """The languages in which letters are read: those whose folder has verbs, the ones that were read first at first."""
    named = [path.parents[1].name for path in _FOLDERS.glob(f"*/{_READ}/{_VERBS}.toml")]
    return tuple(sorted(named, key=lambda language: (words_of(language, _VERBS)["since"], language)))


@cache
def words_of(language: str, name: str) -> Mapping[str, Any]:
    """What the table of a name says in the folder of one language; nothing where it has none."""
    path = _FOLDERS / language / _READ / f"{name}.toml"
    return _table(path) if path.is_file() else {}


@cache
def word_table(room: str, name: str) -> Mapping[str, Any]:
    """The table ``judge/<room>/<name>.toml``, with what the table of that name adds in the folder of each language.

    Lists are made longer, tables get keys; TypeError where a language has something else under a key.
    """
    table: Any = _table(_ROOMS / room / f"{name}.toml")
    for language in languages_read():
        table = _joined(table, words_of(language, name))
    return dict(table)


def _joined(table: Any, added: Any) -> Any:
    if isinstance(table, dict) and isinstance(added, dict):
        both = {key: _joined(said, added[key]) for key, said in table.items() if key in added}
        return {**table, **added, **both}
    if isinstance(table, list) and isinstance(added, list):
        return [*table, *added]
    message = f"a language cannot put {added!r} in place of {table!r}"
    raise TypeError(message)


def _table(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))
