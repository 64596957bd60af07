"""Finds the command that a sentence comes near to, to be suggested: a sentence is never carried out."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.settings import Language
from judge.requests.dates import read_days, read_length, speaks_of_days
from judge.requests.small_talk import guess_language
from judge.requests.vocabulary import fold_case, vocabulary

_MOST_WORDS = 20
_FEW_WORDS = 3
_SHORTEST_TOPIC = 4
"""Letters by which a page of the help is recognised."""
_LENGTHS: Mapping[Language, str] = {"en": "3d", "fr": "3j"}
_LENGTH = re.compile(r"(?<= )(?=(\w+) (?:(?:more|further|extra|additional|full|whole|autres) )?([a-z]+) )")
"""A number with a unit of time behind it."""
_FRENCH = re.compile(r"\b(?:j|l|d|qu|m|n|s) |nulle")
_ANY_DAY = date(2026, 1, 5)
_CLAUSE_END = re.compile(r"[.!?](?:\s|$)|\s\(|[;:]\s|,\s|\s(?:and|et|so|donc|car|but|mais)\s")
"""Where the words for days in a sentence may end."""


@dataclass(frozen=True)
class Suggestion:
    """The ``command`` to suggest; ``to`` are the words that should name powers, where the sentence is for others.

    ``about`` is what it says of orders where no command would do: the tables ``said`` of near.toml.
    """

    command: str
    to: str = ""
    about: str = ""


def suggest_command(line: str) -> Suggestion | None:
    """The command that a sentence comes near to: ``VOTE DRAW`` for ``I would vote for a draw``; None for others."""
    if len(line.split()) > _MOST_WORDS:
        return None
    words = spaced_words(line)
    language = guess_language(line) or ("fr" if _FRENCH.search(words) else "en")
    command = _from_wish(line, language) or _from_question(line, words) or _from_setting(line, language)
    if command:
        return Suggestion(command)
    about = next((key for (key, _), pattern in _phrases("said") if pattern.search(words)), "")
    return Suggestion("", about=about) if about else _from_press(line)


def _from_wish(line: str, language: Language) -> str | None:
    """The command for a wish of the writer: ``I propose a draw``."""
    opened = _opening_pattern().match(fold_case(line))
    line = line[opened.end() :] if opened else line
    said = _wish_pattern().fullmatch(fold_case(line).strip(" .!?"))
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


def _from_question(line: str, words: str) -> str | None:
    """The command for what a sentence of these words asks for: ``Could you please send me the status?``."""
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
    """The page of the help that a question is about, by its first word that begins like the page's name."""
    pages: Sequence[str] = _table()["pages"][language]
    return next((page for page in pages if f" {fold_case(page)[:_SHORTEST_TOPIC]}" in words), pages[0])


def _from_setting(line: str, language: Language) -> str | None:
    """The command for a setting that a sentence wants, with its value: ``Changez ma notation en faf``."""
    folded = fold_case(line)
    for key, pattern in _wanted():
        if found := pattern.search(folded):
            value = line[found.start(1) : found.end(1)].strip(" .,!?;:()<>")
            printed = vocabulary().printed
            if key == "reminder" and read_length(value) is None:
                continue
            return f"{printed['verbs', language]['set']} {printed['settings', language][key]} {value}"
    return None


@lru_cache(maxsize=1)
def _wanted() -> Sequence[tuple[str, re.Pattern[str]]]:
    """The settings that may be wanted, each with the pattern of one phrase that wants it."""
    return [
        (key, re.compile(rf"(?:^|\W){re.escape(fold_case(phrase))}\s+(\S+)"))
        for key, phrases in _table()["wanted"].items()
        for phrase in phrases
    ]


def _from_press(line: str) -> Suggestion | None:
    """The suggestion for words to other players: ``To Germany: I agree.``, ``Dis à l'Italie que je suis d'accord``."""
    for language in ("fr", "en"):
        if found := _address_patterns()[language].match(fold_case(line)):
            to = line[found.start("to") : found.end("to")].strip()
            press = vocabulary().printed["verbs", language]["press"]
            return Suggestion(f"{press} TO" if language == "en" else press, to)
    return None


def _days(behind: str) -> str:
    """The part of the words behind a wish that names days: up to the end of a clause that can be read."""
    ends = [found.start() for found in _CLAUSE_END.finditer(behind)]
    parts = [behind[:end].strip(" ,:.") for end in (*reversed(ends), len(behind))]
    readable = [part for part in parts if read_days(part, _ANY_DAY)]
    return max(readable, key=len, default=behind[: min(ends, default=len(behind))].strip(" ,:."))


def _length(line: str, language: Language) -> str:
    """The length of time a sentence names, as EXTEND takes it; three days where it names none."""
    words = spaced_words(line)
    for count, unit in _LENGTH.findall(words):
        if length := read_length(f"{_table()['numbers'].get(count, count)} {unit}"):
            hours, day = length // timedelta(hours=1), _LENGTHS[language][-1]
            return f"{length.days}{day}" if re.match("[^h]", unit) else f"{hours}h"
    return _LENGTHS[language]


def _words(text: str) -> Sequence[str]:
    return re.findall(r"\w+", text)


def spaced_words(text: str) -> str:
    """The words of a text, folded, with one space before, between and after them."""
    return f" {' '.join(_words(fold_case(text)))} "


@lru_cache
def _phrases(name: str) -> Sequence[tuple[tuple[str, Language], re.Pattern[str]]]:
    """The patterns of a table, with what they ask for and in which language."""
    return [
        ((key, language), re.compile("|".join(map(phrase_pattern, spoken[language]))))
        for key, spoken in _table()[name].items()
        for language in _LENGTHS
        if spoken[language]
    ]


def phrase_pattern(phrase: str) -> str:
    """The pattern of a phrase between spaces; its "*" is up to three words, its "$" the end of the line."""
    marks = {"*": r"(?:\w+ ){0,3}", "$": "$"}
    words = (marks.get(word) or re.escape(spaced_words(word).lstrip()) for word in phrase.split())
    return " " + "".join(words)


@lru_cache(maxsize=1)
def _address_patterns() -> Mapping[str, re.Pattern[str]]:
    table = _table()["said_to"]
    that = "|".join(map(re.escape, map(fold_case, table["that"])))
    patterns = {}
    for language in ("en", "fr"):
        words = "|".join(map(re.escape, sorted(map(fold_case, table[language]), key=len, reverse=True)))
        patterns[language] = re.compile(rf"(?:{words})\s+(?P<to>[^:.?!]{{3,50}}?)\s*(?::|\s(?:{that}))(?:\s|$|\w).*")
    return patterns


@lru_cache(maxsize=1)
def _opening_pattern() -> re.Pattern[str]:
    """Matches small words before a wish: ``Désolé,``, ``also``; a postscript is small talk."""
    words = "|".join(map(re.escape, sorted(map(fold_case, _table()["openings"]), key=len, reverse=True)))
    return re.compile(rf"(?:(?:{words})\b[\s,:;!.]*)+")


@lru_cache(maxsize=1)
def _keys() -> Mapping[str, str]:
    return {fold_case(form): key for key, forms in _table()["spoken"].items() for form in forms}


@lru_cache(maxsize=1)
def _wish_pattern() -> re.Pattern[str]:
    leads, forms = (
        "|".join(map(re.escape, sorted(map(fold_case, phrases), key=len, reverse=True)))
        for phrases in (_table()["leads"], _keys())
    )
    return re.compile(rf"(?:{leads})\s+(?P<form>{forms})(?:\b.*)?")


@lru_cache(maxsize=1)
def _table() -> Mapping[str, Any]:
    return tomllib.loads((files("judge.requests") / "near.toml").read_text(encoding="utf-8"))
