"""Finds the command that a sentence wishes for, to be proposed: nothing said in passing is ever carried out."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.settings import Language
from judge.mail.dates import read_days, read_length, speaks_of_days
from judge.mail.tongue import tongue_of
from judge.mail.vocabulary import fold, vocabulary

_MOST_WORDS = 20
_FEW_WORDS = 3
_SHORTEST = 4
"""Letters by which a page of the help is known."""
_LENGTHS: Mapping[Language, str] = {"en": "3d", "fr": "3j"}
_LENGTH = re.compile(r"(?<= )(?=(\w+) (?:(?:more|further|extra|additional|full|whole|autres) )?([a-z]+) )")
"""A number, and the unit of time behind it."""
_ANY_DAY = date(2026, 1, 5)
_PART = re.compile(r"[.!?](?:\s|$)|\s\(|[;:]\s|,\s|\s(?:and|et|so|donc|car|but|mais)\s")
"""Where what a sentence says of days may end."""


@dataclass(frozen=True)
class Spoken:
    """The ``command`` a sentence comes near to; ``to`` are the words that should name powers, where it is for them.

    ``about`` is what it says of orders where no command would do: the tables ``said`` of near.toml.
    """

    command: str
    to: str = ""
    about: str = ""


def near_command(line: str) -> Spoken | None:
    """The command that a sentence comes near to: ``VOTE DRAW`` for ``I would vote for a draw``; None for others."""
    if len(line.split()) > _MOST_WORDS:
        return None
    language = tongue_of(line) or ("fr" if _is_french(line) else "en")
    command = _led(line, language) or _asked(line) or _wanted(line, language)
    if command:
        return Spoken(command)
    about = next((key for (key, _), pattern in _phrases("said") if pattern.search(plain(line))), "")
    return Spoken("", about=about) if about else _for_others(line)


def _led(line: str, language: Language) -> str | None:
    """What a sentence of its writer's wishes says: ``I propose a draw``."""
    opened = _table_of_openings().match(fold(line))
    line = line[opened.end() :] if opened else line
    said = _spoken().fullmatch(fold(line).strip(" .!?"))
    if said is None:
        return None
    key = _keys()[said["form"]]
    behind = line.strip(" .!?")[said.end("form") - len(said[0]) :] if said.end("form") < len(said[0]) else ""
    behind = behind.strip(" ,:.")
    command = vocabulary().printed["verbs", language][key]
    match key:
        case "vote":
            motion = next((vocabulary().motions[word] for word in _words(said[0]) if word in vocabulary().motions), "")
            return f"{command} {vocabulary().printed['motions', language][motion]}" if motion else None
        case "absence":
            return f"{command} {_days(behind)}" if speaks_of_days(behind) else None
        case "extend":
            return f"{command} {_length(line, language)}"
        case "concede":
            return f"{command} {behind}" if behind and len(behind.split()) <= _FEW_WORDS else None
        case _:
            return command if len(behind.split()) <= _FEW_WORDS else None


def _asked(line: str) -> str | None:
    """What a sentence asks for wherever it says so: ``Could you please send me the status?``."""
    words = plain(line)
    tables = ("asked", "questions") if "?" in line else ("asked",)
    found = (kind for name in tables for kind, pattern in _phrases(name) if pattern.search(words))
    key, language = next(found, (None, None))
    if key is None or language is None:
        return None
    printed = vocabulary().printed["verbs", language]
    match key:
        case "help_votes":
            return f"{printed['help']} VOTES"
        case "help_orders":
            return f"{printed['help']} {_topic(words, language)}"
        case "to_all":
            to = "TO " if language == "en" else "À "
            return f"{printed['press']} {to}{vocabulary().printed['values', language]['all']}"
        case "extend":
            return f"{printed['extend']} {_length(line, language)}"
        case _:
            return printed[key]


def _topic(words: str, language: Language) -> str:
    """The page of the help that a question is about, by the first word of it that begins as the page is called."""
    pages: Sequence[str] = _table()["pages"][language]
    return next((page for page in pages if f" {fold(page)[:_SHORTEST]}" in words), pages[0])


def _wanted(line: str, language: Language) -> str | None:
    """A setting that a sentence wants, with its value: ``Changez ma notation en faf``."""
    for key, phrases in _table()["wanted"].items():
        for phrase in phrases:
            if found := re.search(rf"(?:^|\W){re.escape(fold(phrase))}\s+(\S+)", fold(line)):
                value = line[found.start(1) : found.end(1)].strip(" .,!?;:()<>")
                printed = vocabulary().printed
                if key == "reminder" and read_length(value) is None:
                    continue
                return f"{printed['verbs', language]['set']} {printed['settings', language][key]} {value}"
    return None


def _for_others(line: str) -> Spoken | None:
    """What is said to other players: ``To Germany: I agree.``, ``Dis à l'Italie que je suis d'accord``."""
    for language in ("fr", "en"):
        if found := _said_to()[language].match(fold(line)):
            to = line[found.start("to") : found.end("to")].strip()
            press = vocabulary().printed["verbs", language]["press"]
            return Spoken(f"{press} TO" if language == "en" else press, to)
    return None


def _days(behind: str) -> str:
    """As much of what stands behind a wish as tells the days: up to the end of a clause that can be read."""
    ends = [found.start() for found in _PART.finditer(behind)]
    parts = [behind[:end].strip(" ,:.") for end in (*reversed(ends), len(behind))]
    readable = [part for part in parts if read_days(part, _ANY_DAY)]
    return max(readable, key=len, default=behind[: min(ends, default=len(behind))].strip(" ,:."))


def _length(line: str, language: Language) -> str:
    """The length of time a sentence names, as EXTEND takes it; three days where it names none."""
    words = plain(line)
    for count, unit in _LENGTH.findall(words):
        if length := read_length(f"{_table()['numbers'].get(count, count)} {unit}"):
            hours, day = length // timedelta(hours=1), _LENGTHS[language][-1]
            return f"{length.days}{day}" if re.match("[^h]", unit) else f"{hours}h"
    return _LENGTHS[language]


def _is_french(line: str) -> bool:
    return any(pattern.search(plain(line)) for pattern in (re.compile(r"\b(?:j|l|d|qu|m|n|s) "), re.compile("nulle")))


def _words(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text)


def plain(text: str) -> str:
    """The words alone, with a space at either end of each."""
    return f" {' '.join(_words(fold(text)))} "


@lru_cache
def _phrases(name: str) -> Sequence[tuple[tuple[str, Language], re.Pattern[str]]]:
    """The phrases of a table, by what they ask for and in which language."""
    return [
        ((key, language), re.compile("|".join(map(pattern_of, spoken[language]))))
        for key, spoken in _table()[name].items()
        for language in _LENGTHS
        if spoken[language]
    ]


def pattern_of(phrase: str) -> str:
    """A phrase between spaces; its "*" is up to three words, its "$" the end of the line."""
    marks = {"*": r"(?:\w+ ){0,3}", "$": "$"}
    words = (marks.get(word) or re.escape(plain(word).lstrip()) for word in phrase.split())
    return " " + "".join(words)


@lru_cache(maxsize=1)
def _said_to() -> Mapping[str, re.Pattern[str]]:
    table = _table()["said_to"]
    that = "|".join(map(re.escape, map(fold, table["that"])))
    patterns = {}
    for language in ("en", "fr"):
        words = "|".join(map(re.escape, sorted(map(fold, table[language]), key=len, reverse=True)))
        patterns[language] = re.compile(rf"(?:{words})\s+(?P<to>[^:.?!]{{3,50}}?)\s*(?::|\s(?:{that}))(?:\s|$|\w).*")
    return patterns


@lru_cache(maxsize=1)
def _table_of_openings() -> re.Pattern[str]:
    """Small words before a wish: ``Désolé,``, ``also``; a postscript is small talk."""
    words = "|".join(map(re.escape, sorted(map(fold, _table()["openings"]), key=len, reverse=True)))
    return re.compile(rf"(?:(?:{words})\b[\s,:;!.]*)+")


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
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files("judge.mail") / "near.toml").read_text(encoding="utf-8"))
