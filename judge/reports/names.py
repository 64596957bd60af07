"""How regions, powers, phases stand in a sentence: with the article, the preposition, as a language wants them."""

import tomllib
from collections import ChainMap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.nouns import elided, place_name
from judge.rules.board import Board, Power, Province
from judge.rules.position import Phase


@dataclass(frozen=True)
class RegionName:
    """A region in a sentence: as what is attacked, behind the word for a unit, as where something stands.

    ``goal`` stands behind "go", in English behind "go to"; ``source`` behind "come", in English behind "come from".
    """

    name: str
    of: str
    at: str
    goal: str
    source: str


@dataclass(frozen=True)
class PowerName:
    """A power in a sentence: as the one who acts; who is given something, « à »; whose something is, « de »."""

    name: str
    to: str
    of: str


def region_name(province: Province, board: Board, language: Language, notation: str = "") -> RegionName:
    """The forms of a region's name as the book of a notation calls it.

    Those of a board that has no table follow the model of the language.
    """
    table = _table(language)
    name = board.regions[province].names[language]
    if table["board"] != board.map:
        return _region_name(*place_name(name, language), table["model"])
    books = ("regions", *table["books"].get(notation, ()))
    forms: Sequence[str] = ChainMap(*(table[book] for book in reversed(books))).get(province, (name,))
    match forms:
        case [name, of, at]:
            return _region_name(name, of, at, table["model"])
        case _:
            of, at = (table["model"][form].format(name=forms[0]) for form in ("of", "at"))
            return _region_name(forms[0], of, at, table["model"])


def _region_name(name: str, of: str, at: str, model: Mapping[str, str]) -> RegionName:
    """All the forms: which of them stands behind "go" and behind "come" is the language's."""
    goal, source = (model[form].format(name=name, of=of, at=at) for form in ("goal", "source"))
    return RegionName(name, of, at, goal, source)


def power_name(power: Power, board: Board, language: Language) -> PowerName:
    """The forms of a power's name."""
    table = _table(language)
    name = board.powers[power][language]
    if table["board"] == board.map and power in table["powers"]:
        name, to = table["powers"][power]
        return PowerName(name, to, _of(name, language))
    return PowerName(name, table["model"]["to"].format(name=name), _of(name, language))


def _of(name: str, language: Language) -> str:
    """A name behind the French « de »; as it is where a language has no such form."""
    return elided("de", name) if language == "fr" else name


def phase_name(phase: Phase, calendar: str, language: Language, form: str = "name") -> str:
    """A phase in words, by the calendar of its board; ``form`` is ``name``, ``of`` or ``for``."""
    table = "turn" if calendar == "turns" else "phase"
    return say(language, f"{table}.{form}.{phase.season.value}{phase.kind.value}", year=phase.year)


def phase_line(phase: Phase, calendar: str, language: Language) -> str:
    """A phase as a line of a letter has it: by its code in English, in French in the words a player writes."""
    return phase_name(phase, calendar, language) if language == "fr" else str(phase)


def behind_verb(phase: Phase, calendar: str, language: Language) -> str:
    """A phase behind PHASE, or behind TOUR, which is the French word for a turn as well: ``TOUR 2, ajustements``."""
    return phase_line(phase, calendar, language).removeprefix("tour ")


@lru_cache
def _table(language: Language) -> Mapping[str, Any]:
    text = (files("judge.reports") / "languages" / f"places.{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
