"""Time zones by the names that people have for them: « heure de Paris », ``New York time``."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language
from judge.reports.elision import of_in_french

_AREAS = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    }
)
"""What the names of zones that are named after a city begin with."""

_UNIVERSAL = frozenset({"UTC", "UCT", "GMT", "Greenwich", "Universal", "Zulu"})


def is_universal(zone: str) -> bool:
    """Whether a zone is UTC itself, under whichever of its names."""
    return zone.removeprefix("Etc/") in _UNIVERSAL


def place_of_zone(zone: str, language: Language) -> str:
    """Return the place after which a zone is named, in French behind « de »; empty for a zone named after none.

    A place that the table of names does not hold is the city in the name of the zone: ``America/Punta_Arenas`` is
    ``Punta Arenas``, « de Punta Arenas ».
    """
    area, _, rest = zone.partition("/")
    city = rest.rpartition("/")[2]
    if area not in _AREAS or not city:
        return ""
    name = city.replace("_", " ")
    return _names()[language].get(city) or (of_in_french(name) if language == "fr" else name)


@lru_cache
def _names() -> Mapping[str, Mapping[str, str]]:
    """The names of places by language, by the last part of a zone's name."""
    return tomllib.loads((files("judge.reports") / "languages" / "zones.toml").read_text(encoding="utf-8"))
