"""What settings there are, of a game or of a person, each with the values it may have."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from enum import Enum
from functools import cache
from typing import Any, TypeVar
from zoneinfo import available_timezones

from judge.game.deadlines.schedule import is_calendar
from judge.game.deadlines.timing import LONGEST, MOST, SHORTEST, Allowance, Reminders
from judge.game.phases.missing import Counting
from judge.game.press.rules import Byline, Signature, Talk, Watching
from judge.game.seats.access import Entry
from judge.game.settings import Seating
from judge.game.votes.rules import Draws, Standing, Tally
from judge.mail.dates import read_hour, read_length, read_weekdays
from judge.mail.pressing import read_signatures
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.notation.tables import notation_names
from judge.rules.board import Year
from judge.rules.boardfile import board_names
from judge.rules.rulebooks import rulebook_names
from judge.rules.scoring import scoring_names

_PER = {"year": False, "an": False, "game": True, "partie": True}
_MOST_DAYS = 365


def read_allowance(word: str) -> Allowance | None:
    """A budget of absence: ``21`` or ``21/year`` days in a year, ``21/game`` in the whole game, ``no`` for none."""
    if value_of(word) == "no":
        return Allowance()
    found = re.fullmatch(r"(\d{1,3})(?:/([a-z]+))?", fold(word))
    whole_game = _PER.get(found[2] or "year") if found else None
    if found is None or whole_game is None or not 1 <= int(found[1]) <= _MOST_DAYS:
        return None
    return Allowance(int(found[1]), whole_game)


def calendar_name(word: str) -> str | None:
    """A holiday calendar, by country (ISO 3166-1) and subdivision: ``FR-57``; empty for ``no`` (Norway is ``NOR``)."""
    if value_of(word) == "no":
        return ""
    return word.upper() if is_calendar(word.upper()) else None


def read_reminders(words: str) -> Reminders | None:
    """When to be reminded: ``24h 3h`` before a deadline, ``no`` never, ``usual`` as the game has it."""
    match value_of(words):
        case "no":
            return Reminders(())
        case "usual":
            return Reminders()
    lengths = [read_length(word) for word in words.split()]
    known = tuple(sorted({length for length in lengths if length and SHORTEST <= length <= LONGEST}, reverse=True))
    return Reminders(known) if len(known) == len(lengths) <= MOST else None


Group = TypeVar("Group")

Reader = Callable[[str], object]
"""Makes a value of a word, in any case; None of one that cannot be read."""


class Unset(Enum):
    """The value of a setting that is to have none."""

    UNSET = "unset"


@dataclass(frozen=True)
class Option:
    """One setting: the way to it from ``Settings`` or ``Person``, how its word is read, values that work.

    ``path`` goes from field to field. ``near`` finds what a wrong word may have meant; else the examples are told.
    They are all that can be written, unless ``bounds`` names a sentence that says what else can.
    """

    path: tuple[str, ...]
    read: Reader
    examples: tuple[str, ...]
    near: Callable[[str], tuple[str, ...]] | None = None
    bounds: str = ""

    def put(self, group: Group, value: object) -> Group:
        """The settings with this one changed."""
        changed: Group = _put(group, self.path, None if value is Unset.UNSET else value)
        return changed

    def hints(self, word: str) -> tuple[str, ...]:
        """Values to write in the place of a wrong word."""
        return (self.near(word) if self.near else ()) or self.examples


def _put(group: Any, path: tuple[str, ...], value: object) -> Any:
    first, *rest = path
    return replace(group, **{first: _put(getattr(group, first), tuple(rest), value) if rest else value})


def one_of(choices: Mapping[str, object]) -> Reader:
    """Reads one of a few words in either language, by their keys in the vocabulary."""
    return lambda word: choices.get(value_of(word))


def name_among(names: tuple[str, ...]) -> Reader:
    """Reads one of these names as it is."""
    return lambda word: word.lower() if word.lower() in names else None


def called(names: tuple[str, ...], calls: Callable[[], Mapping[str, str]]) -> Reader:
    """Reads one of these names as it is, or what a language calls it."""

    def read(word: str) -> str | None:
        name = word.lower() if word.lower() in names else calls().get(fold(word), "")
        return name if name in names else None

    return read


def count(most: int) -> Reader:
    """Reads a whole number from 1 to ``most``."""
    return lambda word: int(word) if re.fullmatch(r"[1-9]\d{0,8}", word) and int(word) <= most else None


def _read_reports(word: str) -> str | None:
    """A notation; an empty one for the one that is usual in the reader's language."""
    name = word.lower()
    return "" if value_of(word) == "usual" else name if name in notation_names() else None


def _length_or_none(word: str) -> timedelta | None:
    """A length, or nothing long for ``no``."""
    return timedelta() if value_of(word) == "no" else read_length(word)


def _percent_or_none(word: str) -> int | None:
    """A number up to a hundred, or 0 for ``no``."""
    found = re.fullmatch(r"[1-9]\d?|100", word)
    return 0 if value_of(word) == "no" else int(word) if found else None


def _count_or_never(word: str) -> int | None:
    """How often something may happen, or 0 for ``no``: any number of times."""
    found = re.fullmatch(r"[1-9]\d?", word)
    return 0 if value_of(word) == "no" else int(word) if found else None


def _read_year(word: str) -> Year | Unset | None:
    """A year, or never: the game has no last one."""
    if value_of(word) in {"never", "no"}:
        return Unset.UNSET
    return Year(int(word)) if re.fullmatch(r"[1-9]\d{0,3}", word) else None


def _read_zone(word: str) -> str | None:
    """A zone of the time zone database, in any case."""
    return _known_zones().get(word.lower())


def _near_zones(word: str) -> tuple[str, ...]:
    """The zone a wrong word may have meant."""
    zones = _known_zones()
    return tuple(zones[name] for name in get_close_matches(word.lower(), zones, n=1, cutoff=0.6))


@cache
def _known_zones() -> Mapping[str, str]:
    return {zone.lower(): zone for zone in available_timezones()}


def _read_years(word: str) -> object:
    """A number of years, 0 for never."""
    return 0 if value_of(word) == "never" else count(50)(word)


def _read_signatures(words: str) -> object:
    """What letters may be signed with, each kind once; an empty value for none at all."""
    read = [read_signatures(word) for word in words.split()]
    named = {one for some in read if some for one in some}
    return None if None in read or (named and () in read) else tuple(one for one in Signature if one in named)


_LENGTHS = ("7d", "36h")
_LENGTHS_OR_NONE = ("36h", "no")
_YES_OR_NO = {"yes": True, "no": False}
_SPOKEN = {"en": ("en",), "fr": ("fr",), "all": ("en", "fr")}
_DRAWS = {"no": Draws.NONE, "dias": Draws.DIAS, "sets": Draws.SETS, "subsets": Draws.SUBSETS}
_TALLIES = {"secret": Tally.SECRET, "count": Tally.COUNT, "votes_open": Tally.OPEN}
_ZONES = ("Europe/Paris",)

OPTIONS: Mapping[str, Option] = {
    "rules": Option(("rulebook",), name_among(rulebook_names()), rulebook_names()),
    "board": Option(("board",), called(board_names(), lambda: vocabulary().boards), board_names()),
    "zone": Option(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "hour": Option(("hour",), read_hour, ("21:00",), bounds="hour"),
    "movement": Option(("lengths", "movement"), read_length, _LENGTHS, bounds="length"),
    "retreats": Option(("lengths", "retreat"), read_length, _LENGTHS, bounds="length"),
    "adjustments": Option(("lengths", "adjustment"), read_length, _LENGTHS, bounds="length"),
    "last": Option(("last_year",), _read_year, ("1907", "never"), bounds="year"),
    "powers": Option(("seating",), one_of({one.value: one for one in Seating}), ("lots", "choice", "lists", "hand")),
    "reminder": Option(("reminder",), read_length, _LENGTHS, bounds="length"),
    "whatifs": Option(("whatifs_per_day",), count(99), ("10",), bounds="count"),
    "advance": Option(("advance",), one_of(_YES_OR_NO), ("yes", "no")),
    "access": Option(("access", "entry"), one_of({one.value: one for one in Entry}), ("anyone", "approved", "named")),
    "hidden": Option(("access", "hidden"), one_of(_YES_OR_NO), ("yes", "no")),
    "anonymous": Option(("access", "anonymous"), one_of(_YES_OR_NO), ("yes", "no")),
    "playing": Option(("access", "master_plays"), one_of({"plays": True, "arbiter": False}), ("plays", "arbiter")),
    "reliability": Option(("access", "reliability"), _percent_or_none, ("80", "no"), bounds="percent"),
    "muster": Option(("access", "muster"), _length_or_none, ("7d", "no"), bounds="length_or_no"),
    "beginning": Option(("access", "manual"), one_of({"master": True, "alone": False}), ("master", "alone")),
    "languages": Option(("languages",), one_of(_SPOKEN), ("en", "fr", "all")),
    "reports": Option(("notation",), _read_reports, (*notation_names(), "usual")),
    "scoring": Option(("scoring",), called(scoring_names(), lambda: vocabulary().scorings), scoring_names()),
    "onr": Option(("missing", "counts"), one_of({one.value: one for one in Counting}), ("all", "any")),
    "missing": Option(("missing", "published"), one_of({"public": True, "secret": False}), ("public", "secret")),
    "grace": Option(("missing", "grace", "movement"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"),
    "grace_retreats": Option(("missing", "grace", "retreat"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"),
    "grace_adjustments": Option(
        ("missing", "grace", "adjustment"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"
    ),
    "forfeit": Option(("missing", "in_a_row"), _count_or_never, ("2", "no"), bounds="times"),
    "forfeit_total": Option(("missing", "in_all"), _count_or_never, ("4", "no"), bounds="times"),
    "standby_wait": Option(("missing", "standby_wait"), _length_or_none, _LENGTHS_OR_NONE, bounds="length_or_no"),
    "standby_answer": Option(("missing", "answer_within"), read_length, ("2d", "36h"), bounds="length"),
    "unreachable": Option(("tell_unreachable",), one_of({"all": True, "master": False}), ("master", "all")),
    "draws": Option(("votes", "draws"), one_of(_DRAWS), ("dias", "sets", "subsets", "no")),
    "concessions": Option(("votes", "concessions"), one_of(_YES_OR_NO), ("yes", "no")),
    "votes": Option(("votes", "tally"), one_of(_TALLIES), ("secret", "count", "open")),
    "votes_stand": Option(("votes", "standing"), one_of({one.value: one for one in Standing}), ("phase", "withdrawn")),
    "stalemate": Option(("votes", "proposed_after"), _read_years, ("3", "never"), bounds="years"),
    "draw_after": Option(("votes", "drawn_after"), _read_years, ("5", "never"), bounds="years"),
    "press": Option(("press", "signatures"), _read_signatures, ("white", "white/grey", "white/grey/black", "none")),
    "private": Option(("press", "private"), one_of(_YES_OR_NO), ("yes", "no")),
    "fakes": Option(("press", "fakes"), one_of(_YES_OR_NO), ("yes", "no")),
    "talk": Option(("press", "talk"), one_of({one.value: one for one in Talk}), ("usual", "yes", "no")),
    "diaries": Option(("press", "diaries"), one_of(_YES_OR_NO), ("yes", "no")),
    "watchers": Option(("press", "watching"), one_of({one.value: one for one in Watching}), ("anyone", "named", "no")),
    "watchers_read": Option(("press", "observers_read"), one_of(_YES_OR_NO), ("yes", "no")),
    "watchers_write": Option(("press", "observers_write"), one_of(_YES_OR_NO), ("yes", "no")),
    "days": Option(("timing", "days"), read_weekdays, ("MON-FRI",), bounds="days"),
    "exact": Option(("timing", "exact"), one_of(_YES_OR_NO), ("yes", "no")),
    "first": Option(("timing", "first"), read_length, ("14d",), bounds="length"),
    "holidays": Option(("timing", "holidays"), calendar_name, ("FR", "FR-57", "no"), bounds="holidays"),
    "minimum": Option(("timing", "minimum"), read_length, ("24h",), bounds="length"),
    "unhurried": Option(("timing", "unhurried"), one_of(_YES_OR_NO), ("yes", "no")),
    "absences": Option(("timing", "absences"), read_allowance, ("21", "21/year", "21/game", "no"), bounds="absences"),
    "absentees": Option(("timing", "tell_absences"), one_of({"all": True, "master": False}), ("all", "master")),
    "waited": Option(("timing", "tell_waited"), one_of({"public": True, "secret": False}), ("secret", "public")),
}
"""Every setting of a game, by its key in the vocabulary."""

PERSONAL: Mapping[str, Option] = {
    "language": Option(("language",), one_of({"en": "en", "fr": "fr"}), ("en", "fr")),
    "notation": Option(("notation",), name_among(notation_names()), notation_names()),
    "zone": Option(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "reminder": Option(("reminders",), read_reminders, ("24h", "24h 3h", "no", "usual"), bounds="reminders"),
    "calendar": Option(("calendar",), one_of(_YES_OR_NO), ("yes", "no")),
    "byline": Option(("byline",), one_of({one.value: one for one in Byline}), ("power", "master", "ask")),
}
"""Every setting of how a person reads, is reminded, signs."""
