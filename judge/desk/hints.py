"""What would work instead, in the words that a reader of French writes: values of settings, lengths, phases."""

import re
from collections.abc import Sequence

from judge.game.settings import Language
from judge.mail.vocabulary import vocabulary
from judge.reports.names import behind_verb, phase_line
from judge.rules.position import Phase

_CODE = re.compile(r"\b[SFW]\d{1,4}[MRA]\b")
_DAYS = re.compile(r"\b(\d+)d\b")
_SECTIONS = ("values", "boards", "scorings", "presets")
_OTHERS = {"21/year": "21/an", "21/game": "21/partie", "MON-FRI": "LUN-VEN", "en": "en", "fr": "fr", "open": "ouvert"}
"""Values that are more than words; codes of languages stay what they are."""


def spoken(hints: Sequence[str], calendar: str, language: Language) -> tuple[str, ...]:
    """The hints as they are written in a language; they come as the tables have them, in English."""
    return tuple(hints) if language == "en" else tuple(_in_french(hint, calendar) for hint in hints)


def _in_french(hint: str, calendar: str) -> str:
    if _CODE.search(hint):
        named = phase_line if _CODE.fullmatch(hint) else behind_verb
        return _CODE.sub(lambda found: named(Phase.parse(found.group()), calendar, "fr"), hint)
    words = _OTHERS.get(hint) or "/".join(_word(word) for word in hint.split("/"))
    return _DAYS.sub(r"\1j", words)


def _word(key: str) -> str:
    """What French calls a value, by its key; any other word as it is."""
    tables = (vocabulary().printed[section, "fr"] for section in _SECTIONS)
    return next((table[key].lower() for table in tables if key in table), key)
