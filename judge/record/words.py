"""The words that writer and reader of the record share: what one fills in, the other takes apart."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache

from judge.game.settings import Language
from judge.reports.language import phrasebook

_FIELD = re.compile(r"\{(\w+)\}")
_FINGERPRINT = re.compile(r"  (\S.*?) +([0-9a-f-]{34})  ([0-9a-fs][0-9a-f]{15})")
_LOG = re.compile(r"  log   ([0-9a-f]{64})")
_MOMENT = "%Y-%m-%d %H:%M UTC"
_MOMENT_READ = r"\d{4}-\d\d-\d\d \d\d:\d\d UTC"


def moment_in_utc(moment: datetime) -> str:
    """Return a moment as the record writes it, to the minute: ``2026-01-12 20:00 UTC``."""
    return moment.astimezone(UTC).strftime(_MOMENT)


def read_moment(text: str) -> datetime:
    """Return the moment that the record wrote; ValueError when it is none."""
    return datetime.strptime(text, _MOMENT).replace(tzinfo=UTC)


def read_fingerprint_line(text: str) -> tuple[str, str, str]:
    """Return power, fingerprint and salt of the line of a fingerprint; nothing where it is no such line."""
    found = _FINGERPRINT.fullmatch(text)
    return (found[1], found[2], found[3]) if found else ("", "", "")


def log_line(log: str) -> str:
    """Return the line of what stands for all events before in the fingerprint of the game."""
    return f"  log   {log}"


def read_log_line(text: str) -> str:
    """Return what stands there for all events before; nothing where it is no such line."""
    found = _LOG.fullmatch(text)
    return found[1] if found else ""


def unsay(language: Language, key: str, text: str) -> Mapping[str, str] | None:
    """Return the facts of a sentence, the inverse of ``say``; None where the text is not that sentence."""
    found = _pattern(language, key).fullmatch(text)
    return found.groupdict() if found else None


@lru_cache
def _pattern(language: Language, key: str) -> re.Pattern[str]:
    sentence, seen = phrasebook(language).sentences[key], set[str]()
    parts: list[str] = []
    for number, part in enumerate(_FIELD.split(sentence)):
        if number % 2 == 0:
            parts.append(re.escape(part))
        else:
            any_text = _MOMENT_READ if part == "at" else ".*?"
            parts.append(f"(?P={part})" if part in seen else f"(?P<{part}>{any_text})")
            seen.add(part)
    return re.compile("".join(parts), re.DOTALL)
