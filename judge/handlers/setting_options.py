"""All settings of a game and of a person, each with the values it may have."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any, TypeVar
from zoneinfo import available_timezones

from judge.game.phases.settings import OnrRule
from judge.game.press.settings import Byline, PressSignature, ShortPhasePress, WatchPermission
from judge.game.seats.settings import Entry
from judge.game.settings import Seating
from judge.game.votes.settings import DrawRule, VoteDuration, VoteSecrecy
from judge.handlers.time_settings import read_allowance, read_holiday_calendar, read_reminders
from judge.notation.tables import notation_names
from judge.requests.dates import read_hour, read_length, read_weekdays
from judge.requests.press import read_signatures
from judge.requests.vocabulary import fold_case, value_of, vocabulary
from judge.rules.board import Year
from judge.rules.board_file import board_names
from judge.rules.rulebook_files import rulebook_names
from judge.rules.scoring import scoring_names

Group = TypeVar("Group")

ValueReader = Callable[[str], object]
"""Returns the value of a word, in any case; None if it cannot be read."""


class UnsetValue(Enum):
    """The value of a setting that is to have none; None itself stands for a word that cannot be read."""

    UNSET = "unset"


@dataclass(frozen=True)
class SettingOption:
    """One setting: its place in ``Settings`` or ``Person``, how its word is read, examples.

    ``path`` are the fields that lead to it. ``near`` returns what a wrong word may have meant; otherwise the examples
    are shown. They are all values there are, unless ``bounds`` names a sentence that tells the others.
    """

    path: tuple[str, ...]
    read: ValueReader
    examples: tuple[str, ...]
    near: Callable[[str], tuple[str, ...]] | None = None
    bounds: str = ""

    def put(self, group: Group, value: object) -> Group:
        """Return the settings with this one changed."""
        changed: Group = _replaced_at(group, self.path, None if value is UnsetValue.UNSET else value)
        return changed

    def hints(self, word: str) -> tuple[str, ...]:
        """Return values to write in the place of a wrong word."""
        return (self.near(word) if self.near else ()) or self.examples


def _replaced_at(group: Any, path: tuple[str, ...], value: object) -> Any:
    first, *rest = path
    return replace(group, **{first: _replaced_at(getattr(group, first), tuple(rest), value) if rest else value})


def word_among(choices: Mapping[str, object]) -> ValueReader:
    """Return a reader of a few words in either language, by their keys in the vocabulary."""
    return lambda word: choices.get(value_of(word))


def name_among(names: tuple[str, ...]) -> ValueReader:
    """Return a reader of these names as they are."""
    return lambda word: word.lower() if word.lower() in names else None


def name_in_any_language(names: tuple[str, ...], calls: Callable[[], Mapping[str, str]]) -> ValueReader:
    """Return a reader of these names as they are, or as ``calls`` has them in either language."""

    def read(word: str) -> str | None:
        name = word.lower() if word.lower() in names else calls().get(fold_case(word), "")
        return name if name in names else None

    return read


def count_up_to(most: int) -> ValueReader:
    """Return a reader of a whole number from 1 to ``most``."""
    return lambda word: int(word) if re.fullmatch(r"[1-9]\d{0,8}", word) and int(word) <= most else None


def _read_reports(word: str) -> str | None:
    """Return a notation; empty for the one that is usual in the reader's language."""
    name = word.lower()
    return "" if value_of(word) == "usual" else name if name in notation_names() else None


def _length_or_none(word: str) -> timedelta | None:
    """Return a length of time; zero for ``no``."""
    return timedelta() if value_of(word) == "no" else read_length(word)


def _percent_or_none(word: str) -> int | None:
    """Return a number up to 100; 0 for ``no``."""
    found = re.fullmatch(r"[1-9]\d?|100", word)
    return 0 if value_of(word) == "no" else int(word) if found else None


def _count_or_never(word: str) -> int | None:
    """Return how often something may happen; 0 for ``no``, any number of times."""
    found = re.fullmatch(r"[1-9]\d?", word)
    return 0 if value_of(word) == "no" else int(word) if found else None


def _read_year(word: str) -> Year | UnsetValue | None:
    """Return a year; UNSET for ``never``, a game without a last year."""
    if value_of(word) in {"never", "no"}:
        return UnsetValue.UNSET
    return Year(int(word)) if re.fullmatch(r"[1-9]\d{0,3}", word) else None


def _read_zone(word: str) -> str | None:
    """Return a zone of the time zone database, whatever its case."""
    return _known_zones().get(word.lower())


def _near_zones(word: str) -> tuple[str, ...]:
    """Return the zone that a wrong word may have meant."""
    zones = _known_zones()
    return tuple(zones[name] for name in get_close_matches(word.lower(), zones, n=1, cutoff=0.6))


@cache
def _known_zones() -> Mapping[str, str]:
    return {zone.lower(): zone for zone in available_timezones()}


def _read_years(word: str) -> object:
    """Return a number of years; 0 for ``never``."""
    return 0 if value_of(word) == "never" else count_up_to(50)(word)


def _read_signatures(words: str) -> object:
    """Return the signatures that press may bear, each once; none for ``none``."""
    read = [read_signatures(word) for word in words.split()]
    named = {one for some in read if some for one in some}
    return None if None in read or (named and () in read) else tuple(one for one in PressSignature if one in named)


_LENGTHS = ("7d", "36h")
_LENGTHS_OR_NONE = ("36h", "no")
_YES_OR_NO = {"yes": True, "no": False}
_LANGUAGES = {"en": ("en",), "fr": ("fr",), "all": ("en", "fr")}
_DRAWS = {"no": DrawRule.NONE, "dias": DrawRule.DIAS, "sets": DrawRule.SETS, "subsets": DrawRule.SUBSETS}
_TALLIES = {"secret": VoteSecrecy.SECRET, "count": VoteSecrecy.COUNT, "votes_open": VoteSecrecy.OPEN}
_ZONES = ("Europe/Paris",)

GAME_SETTINGS: Mapping[str, SettingOption] = {
    "rules": SettingOption(("rulebook",), name_among(rulebook_names()), rulebook_names()),
    "board": SettingOption(("board",), name_in_any_language(board_names(), lambda: vocabulary().boards), board_names()),
    "zone": SettingOption(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "hour": SettingOption(("hour",), read_hour, ("21:00",), bounds="hour"),
    "movement": SettingOption(("lengths", "movement"), read_length, _LENGTHS, bounds="length"),
    "retreats": SettingOption(("lengths", "retreat"), read_length, _LENGTHS, bounds="length"),
    "adjustments": SettingOption(("lengths", "adjustment"), read_length, _LENGTHS, bounds="length"),
    "last": SettingOption(("last_year",), _read_year, ("1907", "never"), bounds="year"),
    "powers": SettingOption(
        ("seating",), word_among({one.value: one for one in Seating}), ("lots", "choice", "lists", "hand")
    ),
    "reminder": SettingOption(("reminder",), read_length, _LENGTHS, bounds="length"),
    "whatifs": SettingOption(("whatifs_per_day",), count_up_to(99), ("10",), bounds="count"),
    "advance": SettingOption(("advance",), word_among(_YES_OR_NO), ("yes", "no")),
    "access": SettingOption(
        ("access", "entry"), word_among({one.value: one for one in Entry}), ("anyone", "approved", "named")
    ),
    "hidden": SettingOption(("access", "hidden"), word_among(_YES_OR_NO), ("yes", "no")),
    "anonymous": SettingOption(("access", "anonymous"), word_among(_YES_OR_NO), ("yes", "no")),
    "playing": SettingOption(
        ("access", "master_plays"), word_among({"plays": True, "arbiter": False}), ("plays", "arbiter")
    ),
    "reliability": SettingOption(("access", "reliability"), _percent_or_none, ("80", "no"), bounds="percent"),
    "muster": SettingOption(("access", "muster"), _length_or_none, ("7d", "no"), bounds="length_or_no"),
    "beginning": SettingOption(("access", "manual"), word_among({"master": True, "alone": False}), ("master", "alone")),
    "languages": SettingOption(("languages",), word_among(_LANGUAGES), ("en", "fr", "all")),
    "reports": SettingOption(("notation",), _read_reports, (*notation_names(), "usual")),
    "scoring": SettingOption(
        ("scoring",), name_in_any_language(scoring_names(), lambda: vocabulary().scorings), scoring_names()
    ),
    "onr": SettingOption(("missing", "counts"), word_among({one.value: one for one in OnrRule}), ("all", "any")),
    "missing": SettingOption(
        ("missing", "published"), word_among({"public": True, "secret": False}), ("public", "secret")
    ),
    "grace": SettingOption(("missing", "grace", "movement"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"),
    "grace_retreats": SettingOption(
        ("missing", "grace", "retreat"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"
    ),
    "grace_adjustments": SettingOption(
        ("missing", "grace", "adjustment"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"
    ),
    "forfeit": SettingOption(("missing", "in_a_row"), _count_or_never, ("2", "no"), bounds="times"),
    "forfeit_total": SettingOption(("missing", "in_all"), _count_or_never, ("4", "no"), bounds="times"),
    "standby_wait": SettingOption(
        ("missing", "standby_wait"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"
    ),
    "standby_answer": SettingOption(("missing", "answer_within"), read_length, ("2d", "36h"), bounds="length"),
    "unreachable": SettingOption(("tell_unreachable",), word_among({"all": True, "master": False}), ("master", "all")),
    "draws": SettingOption(("votes", "draws"), word_among(_DRAWS), ("dias", "sets", "subsets", "no")),
    "concessions": SettingOption(("votes", "concessions"), word_among(_YES_OR_NO), ("yes", "no")),
    "votes": SettingOption(("votes", "tally"), word_among(_TALLIES), ("secret", "count", "open")),
    "votes_stand": SettingOption(
        ("votes", "standing"), word_among({one.value: one for one in VoteDuration}), ("phase", "withdrawn")
    ),
    "stalemate": SettingOption(("votes", "proposed_after"), _read_years, ("3", "never"), bounds="years"),
    "draw_after": SettingOption(("votes", "drawn_after"), _read_years, ("5", "never"), bounds="years"),
    "press": SettingOption(
        ("press", "signatures"), _read_signatures, ("white", "white/grey", "white/grey/black", "none")
    ),
    "private": SettingOption(("press", "private"), word_among(_YES_OR_NO), ("yes", "no")),
    "fakes": SettingOption(("press", "fakes"), word_among(_YES_OR_NO), ("yes", "no")),
    "talk": SettingOption(
        ("press", "talk"), word_among({one.value: one for one in ShortPhasePress}), ("usual", "yes", "no")
    ),
    "diaries": SettingOption(("press", "diaries"), word_among(_YES_OR_NO), ("yes", "no")),
    "watchers": SettingOption(
        ("press", "watching"), word_among({one.value: one for one in WatchPermission}), ("anyone", "named", "no")
    ),
    "watchers_read": SettingOption(("press", "observers_read"), word_among(_YES_OR_NO), ("yes", "no")),
    "watchers_write": SettingOption(("press", "observers_write"), word_among(_YES_OR_NO), ("yes", "no")),
    "days": SettingOption(("timing", "days"), read_weekdays, ("MON-FRI",), bounds="days"),
    "exact": SettingOption(("timing", "exact"), word_among(_YES_OR_NO), ("yes", "no")),
    "first": SettingOption(("timing", "first"), read_length, ("14d",), bounds="length"),
    "holidays": SettingOption(("timing", "holidays"), read_holiday_calendar, ("FR", "FR-57", "no"), bounds="holidays"),
    "minimum": SettingOption(("timing", "minimum"), read_length, ("24h",), bounds="length"),
    "unhurried": SettingOption(("timing", "unhurried"), word_among(_YES_OR_NO), ("yes", "no")),
    "absences": SettingOption(
        ("timing", "absences"), read_allowance, ("21", "21/year", "21/game", "no"), bounds="absences"
    ),
    "absentees": SettingOption(
        ("timing", "tell_absences"), word_among({"all": True, "master": False}), ("all", "master")
    ),
    "waited": SettingOption(
        ("timing", "tell_waited"), word_among({"public": True, "secret": False}), ("secret", "public")
    ),
}
"""Every setting of a game, by its key in the vocabulary."""

PERSONAL_SETTINGS: Mapping[str, SettingOption] = {
    "language": SettingOption(("language",), word_among({"en": "en", "fr": "fr"}), ("en", "fr")),
    "notation": SettingOption(("notation",), name_among(notation_names()), notation_names()),
    "zone": SettingOption(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "reminder": SettingOption(("reminders",), read_reminders, ("24h", "24h 3h", "no", "usual"), bounds="reminders"),
    "calendar": SettingOption(("calendar",), word_among(_YES_OR_NO), ("yes", "no")),
    "byline": SettingOption(("byline",), word_among({one.value: one for one in Byline}), ("power", "master", "ask")),
}
"""Every setting of a person: how they read, are reminded, sign."""
