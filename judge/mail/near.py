"""Finds the command that a sentence wishes for, to be proposed: nothing said in passing is ever carried out."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language
from judge.mail.dates import speaks_of_days
from judge.mail.tongue import tongue_of
from judge.mail.vocabulary import fold, vocabulary

_MOST_WORDS = 14
_FEW_WORDS = 3
_LENGTHS: Mapping[Language, str] = {"en": "3d", "fr": "3j"}


def near_command(line: str) -> str | None:
    """The command that a sentence comes near to: ``VOTE DRAW`` for ``I would vote for a draw``; None for others."""
    said = _spoken().fullmatch(fold(line).strip(" .!"))
    if said is None or len(line.split()) > _MOST_WORDS:
        return None
    key = _keys()[said["form"]]
    language = tongue_of(line) or "en"
    behind = (
        line.strip(" .!")[said.end("form") - len(said[0]) :].strip(" ,:.") if said.end("form") < len(said[0]) else ""
    )
    command = vocabulary().printed["verbs", language][key]
    match key:
        case "vote":
            motion = next(
                (vocabulary().motions[word] for word in _words(said[0]) if word in vocabulary().motions), None
            )
            return f"{command} {vocabulary().printed['motions', language][motion]}" if motion else None
        case "absence":
            return f"{command} {behind}" if speaks_of_days(behind) else None
        case "extend":
            return f"{command} {_LENGTHS[language]}"
        case "concede":
            return f"{command} {behind}" if behind and len(behind.split()) <= _FEW_WORDS else None
        case _:
            return command if len(behind.split()) <= _FEW_WORDS else None


def _words(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text)


@lru_cache(maxsize=1)
def _keys() -> Mapping[str, str]:
    return {fold(form): key for key, forms in _table()["spoken"].items() for form in forms}


@lru_cache(maxsize=1)
def _spoken() -> re.Pattern[str]:
    leads, forms = (
        "|".join(map(re.escape, sorted(map(fold, phrases), key=len, reverse=True)))
        for phrases in (_table()["leads"], _keys())
    )
    return re.compile(rf"(?:{leads})\s+(?P<form>{forms})(?:\b.*)?")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, dict[str, list[str]]]:
    return tomllib.loads((files("judge.mail") / "near.toml").read_text(encoding="utf-8"))
