"""What of a snapshot changes with the newest events: the parts of its JSON that are others, each with its path."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args, get_type_hints

from judge.game.folded_log import FoldedLog
from judge.game.state import Game
from judge.store.event_json import dump_part

_FOLD = {name: kind for name, kind in get_type_hints(FoldedLog).items() if name != "game"}
_GAME = get_type_hints(Game)
"""The fields of a fold and of its game, each with its type."""

_KEY = re.compile(r"[\w .'-]+")
"""A key that can be written in a path of SQLite."""


def changed_parts(before: FoldedLog, after: FoldedLog) -> Mapping[str, str] | None:
    """The JSON of each part of a fold that is another than in the one before, by its path in SQLite.

    Put where the JSON of the fold before has those parts, or at the end of the object they belong to, it gives the JSON
    of the one after. None where the game has just been opened. What is the same object is the same, for all of it is
    frozen.
    """
    if before.game is None or after.game is None:
        return None
    changed = (*_changed(before, after, "$", _FOLD), *_changed(before.game, after.game, "$.game", _GAME))
    return {path: dump_part(part, kind) for path, part, kind in changed}


def _changed(before: object, after: object, path: str, kinds: Mapping[str, Any]) -> Iterator[tuple[str, Any, Any]]:
    """The path of each field that is another, with its value and its type; of a table only of the rows that are."""
    for name, kind in kinds.items():
        old, new = getattr(before, name), getattr(after, name)
        if old is new:
            continue
        if isinstance(new, Mapping) and _goes_on(old, new):
            for key, value in new.items():
                if value is not old.get(key):
                    yield f'{path}.{name}."{key}"', value, get_args(kind)[1]
        else:
            yield f"{path}.{name}", new, kind


def _goes_on(old: Mapping[Any, Any], new: Mapping[Any, Any]) -> bool:
    """Whether a table has the rows of the old one in their order, and new ones behind them, each with a path."""
    keys = [*new]
    return keys[: len(old)] == [*old] and all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys)
