"""How regions, powers, phases stand in a sentence: with the article, the preposition, as a language wants them."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.nouns import place_name
from judge.rules.board import Board, Power, Province
from judge.rules.position import Phase


@dataclass(frozen=True)
class RegionName:
    """A region in a sentence: as what is attacked, behind the word for a unit, as where something stands."""

    name: str
    of: str
    at: str


@dataclass(frozen=True)
class PowerName:
    """A power in a sentence: as the one who acts; as the one who is given something, with the French « à »."""

    name: str
    to: str


def region_name(province: Province, board: Board, language: Language) -> RegionName:
    """The forms of a region's name; those of a board that has no table follow the model of the language."""
    table = _table(language)
    name = board.regions[province].names[language]
    if table["board"] != board.map:
        return RegionName(*place_name(name, language))
    forms: Sequence[str] = table["regions"].get(province, (name,))
    match forms:
        case [name, of, at]:
            return RegionName(name, of, at)
        case _:
            model = table["model"]
            return RegionName(forms[0], model["of"].format(name=forms[0]), model["at"].format(name=forms[0]))


def power_name(power: Power, board: Board, language: Language) -> PowerName:
    """The forms of a power's name."""
    table = _table(language)
    name = board.powers[power][language]
    if table["board"] == board.map and power in table["powers"]:
        return PowerName(*table["powers"][power])
    return PowerName(name, table["model"]["to"].format(name=name))


def phase_name(phase: Phase, calendar: str, language: Language, form: str = "name") -> str:
    """A phase in words, by the calendar of its board; ``form`` is ``name``, ``of`` or ``for``."""
    table = "turn" if calendar == "turns" else "phase"
    return say(language, f"{table}.{form}.{phase.season.value}{phase.kind.value}", year=phase.year)


@lru_cache
def _table(language: Language) -> Mapping[str, Any]:
    text = (files("judge.reports") / "languages" / f"places.{language}.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)
