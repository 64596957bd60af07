"""The settings of a game and of a person: the values each may have, the words for them, how lines put them."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from difflib import get_close_matches
from enum import Enum
from functools import cache, lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Generic, TypeVar
from zoneinfo import available_timezones

from judge.game.deadlines.deadline import is_holiday_calendar
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import (
    LONGEST_REMINDER,
    MOST_REMINDERS,
    SHORTEST_REMINDER,
    Allowance,
    Byline,
    DrawRule,
    Entry,
    Language,
    LetterForm,
    MapForm,
    OnrRule,
    PlayingStrength,
    PressSignature,
    Reminders,
    Seating,
    Settings,
    ShortPhasePress,
    VoteDuration,
    VoteSecrecy,
    WatchPermission,
    board_of_settings,
    settings_of_new_games,
)
from judge.languages import LANGUAGES
from judge.notation.lexicon import find_clashes
from judge.notation.tables import notation_names
from judge.reports.line_answers import CommandFault, InvalidCommand, RefusedPart, Unknown
from judge.reports.phrasing import notation_of_game
from judge.requests.dates import read_hour, read_length, read_reserve, read_weekdays
from judge.requests.press import read_signatures
from judge.requests.setting_lists import WrittenSetting
from judge.requests.vocabulary import Word, fold_case, form_of, value_of, vocabulary, written_value
from judge.rules.board import Year
from judge.rules.board_file import board_names, own_board
from judge.rules.board_source import BoardError
from judge.rules.ending import scoring_names
from judge.rules.rulebook import rulebook_names

# --- reads words for values of settings that have a form of their own: budgets of absence, holidays, reminders


_PER = {"year": False, "an": False, "game": True, "partie": True}

_MOST_DAYS = 365


def read_allowance(word: str) -> Allowance | None:
    """Return a budget of absence, None if the word is none.

    ``21`` or ``21/year`` are days in a year, ``21/game`` days in the whole game, ``no`` is none.
    """
    if value_of(word) == "no":
        return Allowance()
    found = re.fullmatch(r"(\d{1,3})(?:/([a-z]+))?", fold_case(word))
    whole_game = _PER.get(found[2] or "year") if found else None
    if found is None or whole_game is None or not 1 <= int(found[1]) <= _MOST_DAYS:
        return None
    return Allowance(int(found[1]), whole_game)


def read_holiday_calendar(word: str) -> str | None:
    """Return a holiday calendar by country (ISO 3166-1) and subdivision, such as ``FR-57``.

    Empty for ``no`` (Norway is ``NOR``), None if there is no such calendar.
    """
    if value_of(word) == "no":
        return ""
    return word.upper() if is_holiday_calendar(word.upper()) else None


def read_reminders(words: str) -> Reminders | None:
    """Return when to be reminded, None if the words do not say.

    ``24h 3h`` is before a deadline, ``no`` never, ``usual`` as the game has it.
    """
    match value_of(words):
        case "no":
            return Reminders(())
        case "usual":
            return Reminders()
    lengths = [read_length(word) for word in words.split()]
    known = tuple(
        sorted(
            {length for length in lengths if length and SHORTEST_REMINDER <= length <= LONGEST_REMINDER}, reverse=True
        )
    )
    return Reminders(known) if len(known) == len(lengths) <= MOST_REMINDERS else None


# --- all settings of a game and of a person, each with the values it may have


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


def _word_among(choices: Mapping[str, object]) -> ValueReader:
    """Return a reader of a few words in either language, by their keys in the vocabulary."""
    return lambda word: choices.get(value_of(word))


def _name_among(names: tuple[str, ...]) -> ValueReader:
    """Return a reader of these names as they are."""
    return lambda word: word.lower() if word.lower() in names else None


def _name_in_any_language(names: tuple[str, ...], calls: Callable[[], Mapping[str, str]]) -> ValueReader:
    """Return a reader of these names as they are, or as ``calls`` has them in either language."""

    def read(word: str) -> str | None:
        name = word.lower() if word.lower() in names else calls().get(fold_case(word), "")
        return name if name in names else None

    return read


def _count_up_to(most: int) -> ValueReader:
    """Return a reader of a whole number from 1 to ``most``."""
    return lambda word: int(word) if re.fullmatch(r"[1-9]\d{0,8}", word) and int(word) <= most else None


def _count_or(none: str, most: int) -> ValueReader:
    """Return a reader of a whole number from 1 to ``most``; 0 for the word ``none`` of the vocabulary."""
    return lambda word: 0 if value_of(word) == none else _count_up_to(most)(word)


def _read_reports(word: str) -> str | None:
    """Return a notation; empty for the one that is usual in the reader's language."""
    name = word.lower()
    return "" if value_of(word) == "usual" else name if name in notation_names() else None


def _length_or_none(word: str) -> timedelta | None:
    """Return a length of time; zero for ``no``."""
    return timedelta() if value_of(word) == "no" else read_length(word)


def _read_delay(words: str) -> timedelta | UnsetValue | None:
    """Return a length of time; UNSET for ``next phase``: until that has closed."""
    return UnsetValue.UNSET if value_of(words) == "next_phase" else _length_or_none(words)


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


def _read_signatures(words: str) -> object:
    """Return the signatures that press may bear, each once; none for ``none``."""
    read = [read_signatures(word) for word in words.split()]
    named = {one for some in read if some for one in some}
    return None if None in read or (named and () in read) else tuple(one for one in PressSignature if one in named)


_CARETAKERS = {"no": UnsetValue.UNSET, **{one.value: one for one in PlayingStrength}}
_LENGTHS = ("7d", "36h")
_LANGUAGES = {**{one: (one,) for one in LANGUAGES}, "all": tuple(LANGUAGES)}
_DRAWS = {"dias": DrawRule.DIAS, "sets": DrawRule.SETS, "subsets": DrawRule.SUBSETS, "no": DrawRule.NONE}
_TALLIES = {"secret": VoteSecrecy.SECRET, "count": VoteSecrecy.COUNT, "votes_open": VoteSecrecy.OPEN}
_ZONES = ("Europe/Paris",)
_BYLINES = {"power": Byline.POWER, "master": Byline.MASTER, "ask": Byline.POWER}  # who asks is asked no more


def _choice(path: tuple[str, ...], choices: Mapping[str, object]) -> SettingOption:
    """Return a setting of a few values, which are all of its examples."""
    return SettingOption(path, _word_among(choices), tuple(choices))


def _yes_or_no(*path: str) -> SettingOption:
    return _choice(path, {"yes": True, "no": False})


def _member_of(kind: type[Enum]) -> ValueReader:
    """Return a reader of the members of an enumeration, whose values are keys of the vocabulary."""
    return _word_among({one.value: one for one in kind})


def _length_or_no(path: tuple[str, ...], example: str = "36h") -> SettingOption:
    return SettingOption(path, _length_or_none, (example, "no"), bounds="length_or_no")


GAME_SETTINGS: Mapping[str, SettingOption] = {
    "rules": SettingOption(("rulebook",), _name_among(rulebook_names()), rulebook_names()),
    "board": SettingOption(
        ("board",), _name_in_any_language(board_names(), lambda: vocabulary().boards), board_names()
    ),
    "zone": SettingOption(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "hour": SettingOption(("hour",), read_hour, ("21:00",), bounds="hour"),
    "movement": SettingOption(("lengths", "movement"), read_length, _LENGTHS, bounds="length"),
    "retreats": SettingOption(("lengths", "retreat"), read_length, _LENGTHS, bounds="length"),
    "adjustments": SettingOption(("lengths", "adjustment"), read_length, _LENGTHS, bounds="length"),
    "last": SettingOption(("last_year",), _read_year, ("1907", "never"), bounds="year"),
    "powers": SettingOption(("seating",), _member_of(Seating), ("lots", "choice", "lists", "hand")),
    "reminder": SettingOption(("reminder",), read_length, _LENGTHS, bounds="length"),
    "whatifs": SettingOption(("whatifs_per_day",), _count_up_to(99), ("10",), bounds="count"),
    "advance": _yes_or_no("advance"),
    "access": SettingOption(("access", "entry"), _member_of(Entry), ("anyone", "approved", "named")),
    "hidden": _yes_or_no("access", "hidden"),
    "anonymous": _yes_or_no("access", "anonymous"),
    "playing": _choice(("access", "master_plays"), {"plays": True, "arbiter": False}),
    "reliability": SettingOption(("access", "reliability"), _count_or("no", 100), ("80", "no"), bounds="percent"),
    "muster": _length_or_no(("access", "muster"), "7d"),
    "beginning": _choice(("access", "manual"), {"master": True, "alone": False}),
    "languages": _choice(("languages",), _LANGUAGES),
    "reports": SettingOption(("notation",), _read_reports, (*notation_names(), "usual")),
    "scoring": SettingOption(
        ("scoring",), _name_in_any_language(scoring_names(), lambda: vocabulary().scorings), scoring_names()
    ),
    "onr": SettingOption(("missing", "counts"), _member_of(OnrRule), ("all", "any")),
    "missing": _choice(("missing", "published"), {"public": True, "secret": False}),
    "grace": _length_or_no(("missing", "grace", "movement")),
    "grace_retreats": _length_or_no(("missing", "grace", "retreat")),
    "grace_adjustments": _length_or_no(("missing", "grace", "adjustment")),
    "forfeit": SettingOption(("missing", "in_a_row"), _count_or("no", 99), ("2", "no"), bounds="times"),
    "forfeit_total": SettingOption(("missing", "in_all"), _count_or("no", 99), ("4", "no"), bounds="times"),
    "standby_wait": _length_or_no(("missing", "standby_wait")),
    "caretaker": _choice(("missing", "caretaker"), _CARETAKERS),
    "standby_answer": SettingOption(("missing", "answer_within"), read_length, ("2d", "36h"), bounds="length"),
    "unreachable": _choice(("tell_unreachable",), {"master": False, "all": True}),
    "draws": _choice(("votes", "draws"), _DRAWS),
    "concessions": _yes_or_no("votes", "concessions"),
    "votes": SettingOption(("votes", "tally"), _word_among(_TALLIES), ("secret", "count", "open")),
    "votes_stand": SettingOption(("votes", "standing"), _member_of(VoteDuration), ("phase", "withdrawn")),
    "stalemate": SettingOption(("votes", "proposed_after"), _count_or("never", 50), ("3", "never"), bounds="years"),
    "draw_after": SettingOption(("votes", "drawn_after"), _count_or("never", 50), ("5", "never"), bounds="years"),
    "press": SettingOption(
        ("press", "signatures"), _read_signatures, ("white", "white/grey", "white/grey/black", "none")
    ),
    "private": _yes_or_no("press", "private"),
    "fakes": _yes_or_no("press", "fakes"),
    "talk": SettingOption(("press", "talk"), _member_of(ShortPhasePress), ("usual", "yes", "no")),
    "diaries": _yes_or_no("press", "diaries"),
    "mutes": _choice(("press", "mutes_told"), {"secret": False, "public": True}),
    "watchers": SettingOption(("press", "watching"), _member_of(WatchPermission), ("anyone", "named", "no")),
    "watchers_read": _yes_or_no("press", "observers_read"),
    "watchers_write": _yes_or_no("press", "observers_write"),
    "watchers_delay": SettingOption(
        ("press", "delay"), _read_delay, ("3d", "next phase", "no"), bounds="length_or_next"
    ),
    "days": SettingOption(("timing", "days"), read_weekdays, ("MON-FRI",), bounds="days"),
    "exact": _yes_or_no("timing", "exact"),
    "first": SettingOption(("timing", "first"), read_length, ("14d",), bounds="length"),
    "holidays": SettingOption(("timing", "holidays"), read_holiday_calendar, ("FR", "FR-57", "no"), bounds="holidays"),
    "minimum": SettingOption(("timing", "minimum"), read_length, ("24h",), bounds="length"),
    "disputes": _length_or_no(("timing", "disputes"), "2d"),
    "unhurried": _yes_or_no("timing", "unhurried"),
    "absences": SettingOption(
        ("timing", "absences"), read_allowance, ("21", "21/year", "21/game", "no"), bounds="absences"
    ),
    "reserve": SettingOption(
        ("timing", "reserve"), read_reserve, ("10d", "10d+1d", "10d+1d/3d", "no"), bounds="reserve"
    ),
    "absentees": _choice(("timing", "tell_absences"), {"all": True, "master": False}),
    "waited": _choice(("timing", "tell_waited"), {"secret": False, "public": True}),
}
"""Every setting of a game, by its key in the vocabulary."""

PERSONAL_SETTINGS: Mapping[str, SettingOption] = {
    "language": _choice(("language",), {one: one for one in LANGUAGES}),
    "notation": SettingOption(("notation",), _name_among(notation_names()), notation_names()),
    "zone": SettingOption(("zone",), _read_zone, _ZONES, _near_zones, bounds="zone"),
    "reminder": SettingOption(("reminders",), read_reminders, ("24h", "24h 3h", "no", "usual"), bounds="reminders"),
    "calendar": _yes_or_no("calendar"),
    "byline": SettingOption(("byline",), _word_among(_BYLINES), ("power", "master")),
    "letters": SettingOption(("letters",), _member_of(LetterForm), ("text", "html")),
    "maps": SettingOption(("maps",), _member_of(MapForm), ("png", "svg", "now", "no", "usual")),
}
"""Every setting of a person: how they read, are written to, are reminded, sign."""


# --- reads settings as lines give them: behind a preset, in the terms of a rule book, on a board


@lru_cache
def _preset_table(name: str) -> Mapping[str, str]:
    """Return the words of a preset's settings by their keys; KeyError if there is no such preset."""
    tables = tomllib.loads((files("judge.handlers") / "presets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(tables[name])


@lru_cache
def preset_settings(name: str) -> Settings:
    """Return the settings of a preset, by its key in the vocabulary; KeyError if there is no such preset."""
    settings = settings_of_new_games()
    for key, word in _preset_table(name).items():
        option = GAME_SETTINGS[key]
        settings = option.put(settings, option.read(word))
    return settings


def _preset_key(word: str) -> str | None:
    """Return the key of the preset that a word names, None if it names none."""
    return vocabulary().presets.get(fold_case(word))


def preset_names() -> tuple[str, ...]:
    """Return the keys of all presets."""
    return tuple(dict.fromkeys(vocabulary().presets.values()))


def with_game_defaults(person: Person, language: Language, settings: Settings) -> Person:
    """Return a person with the defaults of the game they enter: language, notation, time zone.

    They read the language they wrote if it is one of the game's. A game that names no notation takes that of its
    rule book, or the one that is usual in the language.
    """
    spoken = language if language in settings.languages else settings.languages[0]
    return _in_notation_of_game(replace(person, language=spoken, zone=settings.zone), settings)


@dataclass(frozen=True)
class ReadSettings(Generic[Group]):
    """Settings with what could be read of a line, and every fault in its words."""

    settings: Group
    faults: tuple[CommandFault, ...] = ()


def read_opening_settings(given: Sequence[WrittenSetting], line: str, zone: str) -> ReadSettings[Settings]:
    """Read the settings a game is opened with; ``zone`` is the judge's.

    They begin with those of the preset, or with the defaults; what the line names itself replaces them.
    """
    beginning = _preset_settings(given, line, zone)
    personal = {*PERSONAL_SETTINGS, "preset"} - {"zone", "reminder"}
    read = _change_all(beginning.settings, [one for one in given if one.name not in personal], GAME_SETTINGS, line)
    return replace(read, faults=(*beginning.faults, *read.faults))


def preset_key_of(given: Sequence[WrittenSetting]) -> str | None:
    """Return the key of the preset that the settings of an opening name, None if they name none."""
    named = (_preset_key(setting.value.text) for setting in given if setting.name == "preset" and setting.value)
    return next(named, None)


def _preset_settings(given: Sequence[WrittenSetting], line: str, zone: str) -> ReadSettings[Settings]:
    """Return the settings of the one preset that is named; the defaults where none is."""
    presets = [setting for setting in given if setting.name == "preset"]
    name = preset_key_of(given)
    settings = replace(preset_settings(name) if name else settings_of_new_games(), zone=zone)
    for setting in presets:
        word = setting.value or Word("", len(line))
        if setting is not presets[0] or _preset_key(word.text) is None:
            return ReadSettings(settings, (InvalidCommand.at(Unknown.VALUE, word, preset_names()),))
    return ReadSettings(settings)


def read_changed_settings(settings: Settings, given: Sequence[WrittenSetting], line: str) -> ReadSettings[Settings]:
    """Return the settings of a game under way, changed as the line says."""
    return _change_all(settings, given, GAME_SETTINGS, line)


def read_person_settings(
    person: Person, given: Sequence[WrittenSetting], line: str, settings: Settings, *, strict: bool = False
) -> ReadSettings[Person]:
    """Return a person whose own settings are changed as the line says, in a game of these settings.

    With ``strict`` any other setting is a fault; without, it is left to others. Whoever changes their language, and has
    chosen no notation, gets the one of the game in the new language.
    """
    own = [one for one in given if strict or one.name is None or one.name in PERSONAL_SETTINGS]
    read = _change_all(person, own, PERSONAL_SETTINGS, line)
    is_chosen = any(one.name == "notation" for one in given) or person.notation != notation_of_game(
        settings, person.language
    )
    if is_chosen:
        return read
    return replace(read, settings=_in_notation_of_game(read.settings, settings))


def _in_notation_of_game(person: Person, settings: Settings) -> Person:
    return replace(person, notation=notation_of_game(settings, person.language))


def _change_all(
    group: Group, given: Sequence[WrittenSetting], options: Mapping[str, SettingOption], line: str
) -> ReadSettings[Group]:
    """Return a group of settings with all changes that could be read, and the faults of the others."""
    faults: list[CommandFault] = []
    for setting in given:
        changed = _change_one(group, setting, options, line)
        if isinstance(changed, InvalidCommand):
            faults.append(changed)
        else:
            group = changed
    return ReadSettings(group, tuple(faults))


def _change_one(
    group: Group, setting: WrittenSetting, options: Mapping[str, SettingOption], line: str
) -> Group | InvalidCommand:
    """Return a group of settings with one of them changed, or what is wrong with it."""
    option, value = options.get(setting.name or ""), setting.value
    if option is None:
        return _unknown_setting(setting, next(iter(options)))
    name = setting.name or ""
    if value is None:
        return InvalidCommand.missing(Unknown.VALUE, len(line), option.examples, option.bounds, name)
    read = option.read(value.text)
    if read is None:
        hints = option.hints(value.text)
        return InvalidCommand.at(Unknown.VALUE, value, hints, option.bounds, name)
    return option.put(group, read)


def _unknown_setting(setting: WrittenSetting, other: str) -> InvalidCommand:
    """Say that there is no such setting; ``other`` is one that could stand there."""
    word = setting.word
    near = get_close_matches(fold_case(word.text), vocabulary().settings, n=1, cutoff=0.6)
    hints = tuple(form.upper() for form in near)
    return InvalidCommand.at(Unknown.SETTING, word, hints, setting=other)


def _book_terms(settings: Settings) -> Mapping[str, str]:
    """Return the words of the terms of a game's rule book, by the keys of their settings."""
    terms = dict(_load_terms().get(settings.rulebook, {}))
    years, board = terms.pop("years", None), board_of_settings(settings)
    last = {"last": str(board.start_year + int(years) - 1)} if years and not board.last_year else {}
    return {**last, **terms}


def _with_book_terms(settings: Settings, named: Collection[str]) -> Settings:
    """Return the settings with the terms of their rule book, except those that are named already."""
    for key, word in _book_terms(settings).items():
        if key not in named:
            settings = GAME_SETTINGS[key].put(settings, GAME_SETTINGS[key].read(word))
    return settings


def _settings_named_in(given: Sequence[WrittenSetting]) -> frozenset[str]:
    """Return the keys of the settings that a letter names, itself or by its preset."""
    preset = preset_key_of(given)
    return frozenset(one.name for one in given if one.name) | frozenset(_preset_table(preset) if preset else ())


@lru_cache(maxsize=1)
def _load_terms() -> Mapping[str, Mapping[str, str]]:
    return tomllib.loads((files("judge.handlers") / "book_terms.toml").read_text(encoding="utf-8"))


BoardTexts = Mapping[str, str]
"""The texts of the operator's board files, by name."""

LoadBoardTexts = Callable[[], BoardTexts]


def read_settings_on_board(
    given: Sequence[WrittenSetting], line: str, zone: str, own: LoadBoardTexts
) -> ReadSettings[Settings]:
    """Read the settings a game is opened with, its board included; ``zone`` is the judge's.

    Rule book, last year and notation are the board's where the line names none. The text of the operator's board is
    kept with the settings, so that the game stays the same when the file changes.
    """
    named = next((one for one in given if one.name == "board" and one.value), None)
    wanted = named.value if named else None
    name = wanted.text.lower() if wanted else ""
    boards = own() if name and name not in board_names() else {}
    text = boards.get(name)
    read = read_opening_settings([one for one in given if text is None or one is not named], line, zone)
    faults = [_with_board_hints(fault, wanted, boards) for fault in read.faults]
    settings = read.settings
    if text is not None and wanted and not _is_playable(name, text):
        faults.append(RefusedPart(Refused(Refusal.BOARD_UNFIT), wanted.start, wanted.end))
    elif text is not None:
        settings = replace(settings, board=name, board_text=text)
    settings = _with_board_defaults(settings, {one.name for one in given})
    settings = _with_book_terms(settings, _settings_named_in(given))
    return ReadSettings(settings, (*faults, *_last_year_faults(settings, given)))


def _with_board_hints(fault: CommandFault, wanted: Word | None, boards: BoardTexts) -> CommandFault:
    """Return a fault; if it is a wrong board name, with the operator's boards among the hints."""
    is_board = isinstance(fault, InvalidCommand) and wanted is not None and fault.start == wanted.start
    return replace(fault, hints=(*fault.hints, *boards)) if is_board and isinstance(fault, InvalidCommand) else fault


def _last_year_faults(settings: Settings, given: Sequence[WrittenSetting]) -> Iterator[InvalidCommand]:
    """Yield the fault of a last year before the first year of the board."""
    first = board_of_settings(settings).start_year
    last = next((one.value for one in given if one.name == "last" and one.value), None)
    if last and settings.last_year is not None and settings.last_year < first:
        yield InvalidCommand.at(Unknown.VALUE, last, (str(first),))


def _is_playable(name: str, text: str) -> bool:
    try:
        board = own_board(name, text)
    except BoardError:
        return False
    return not any(find_clashes(board))


def _with_board_defaults(settings: Settings, said: set[str | None]) -> Settings:
    """Return the settings with what the board says where the line (``said``) does not."""
    board = board_of_settings(settings)
    if board.rulebook and "rules" not in said:
        settings = replace(settings, rulebook=board.rulebook)
    if board.last_year and "last" not in said:
        settings = replace(settings, last_year=board.last_year)
    if board.notation and "reports" not in said:
        settings = replace(settings, notation=board.notation)
    return settings


def book_terms_in_words(settings: Settings, given: Sequence[WrittenSetting], language: Language) -> tuple[str, ...]:
    """Return the terms that come from the rule book alone, each as a letter would name it."""
    return tuple(
        f"{form_of('settings', key, language)} {written_value(word, language)}"
        for key, word in _book_terms(settings).items()
        if key not in _settings_named_in(given)
    )
