"""Translate hints into the reader's language: values of settings, lengths of time, phases."""

import re
from collections.abc import Sequence

from judge.game.settings import Language
from judge.reports.names import phase_behind_verb, phase_line
from judge.requests.vocabulary import vocabulary
from judge.rules.position import Phase

_CODE = re.compile(r"\b[SFW]\d{1,4}[MRA]\b")
_DAYS = re.compile(r"\b(\d+)d\b")
_SECTIONS = ("values", "boards", "scorings", "presets")
_SPECIAL_VALUES = {
    "21/year": "21/an",
    "21/game": "21/partie",
    "MON-FRI": "LUN-VEN",
    "en": "en",
    "fr": "fr",
    "open": "ouvert",
}
"""Values that are more than words; codes of languages stay the same."""


def translated_hints(hints: Sequence[str], calendar: str, language: Language) -> tuple[str, ...]:
    """Return the hints, which come in English, as they are written in a language."""
    return tuple(hints) if language == "en" else tuple(_in_french(hint, calendar) for hint in hints)


def _in_french(hint: str, calendar: str) -> str:
    if _CODE.search(hint):
        named = phase_line if _CODE.fullmatch(hint) else phase_behind_verb
        return _CODE.sub(lambda found: named(Phase.parse(found.group()), calendar, "fr"), hint)
    words = _SPECIAL_VALUES.get(hint) or "/".join(_french_value(word) for word in hint.split("/"))
    return _DAYS.sub(r"\1j", words)


def _french_value(key: str) -> str:
    """Return the French word for a value, by its key; any other word as it is."""
    tables = (vocabulary().printed[section, "fr"] for section in _SECTIONS)
    return next((table[key].lower() for table in tables if key in table), key)
