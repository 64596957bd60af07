"""Read the arguments of a command: settings with their values, the board of a game, powers, addresses."""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Generic

from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Language, Settings, board_of_settings, settings_of_new_games
from judge.handlers.setting_options import GAME_SETTINGS, PERSONAL_SETTINGS, Group, SettingOption
from judge.mail.headers import is_address
from judge.notation.lexer import folded_words
from judge.notation.lexicon import find_clashes, is_slip, printed_names
from judge.notation.tables import Notation, OrderPart
from judge.reports.line_answers import CommandFault, InvalidCommand, RefusedPart, Unknown
from judge.reports.phrasing import notation_of_game
from judge.requests.governing import stems_of
from judge.requests.setting_lists import WrittenSetting
from judge.requests.vocabulary import Word, fold_case, form_of, vocabulary, written_value
from judge.rules.board import Board, Power
from judge.rules.board_file import board_names, own_board
from judge.rules.board_source import BoardError


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


_ADDRESS = ("name@example.org",)


def with_game_defaults(person: Person, language: Language, settings: Settings) -> Person:
    """Return a person with the defaults of the game they enter: language, notation, time zone.

    They read the language they wrote if it is one of the game's. A game that names no notation takes that of its
    rule book, or the one that is usual in the language.
    """
    spoken = language if language in settings.languages else settings.languages[0]
    return _in_notation_of_game(replace(person, language=spoken, zone=settings.zone), settings)


def read_address(word: Word) -> Address | InvalidCommand:
    """The mail address that a word is, perhaps in brackets."""
    bare = word.text.strip("<>()").lower()
    return Address(bare) if is_address(bare) else InvalidCommand.at(Unknown.VALUE, word, _ADDRESS)


def read_powers(words: Sequence[Word], board: Board, notation: Notation) -> tuple[Power, ...] | InvalidCommand:
    """Return the powers that some words name, each once, or what is wrong with the first unknown word.

    Any name of a power counts, in any language; names may be of two words.
    """
    powers: list[Power] = []
    left = list(words)
    while left:
        taken = next((length for length in (2, 1) if _power_named(left[:length], board, notation)), None)
        power = _power_named(left[:taken], board, notation) if taken else None
        if taken is None or power is None:
            return _unknown_power(left[0], board)
        powers.append(power)
        left = left[taken:]
    return tuple(dict.fromkeys(powers))


_SHORTEST_POWER = 4
"""Letters of a word that is taken for a power among others: shorter ones are small words as well."""


def powers_among(words: Sequence[Word], board: Board, notation: Notation) -> tuple[Power, ...]:
    """Return the powers named among the words of a sentence, each once."""
    bare = [Word(word.text.strip(".:!?()"), word.start) for word in words]
    pairs = [bare[at : at + size] for at in range(len(bare)) for size in (1, 2)]
    long = [pair for pair in pairs if all(len(word.text) >= _SHORTEST_POWER for word in pair)]
    return tuple(dict.fromkeys(power for pair in long if (power := _power_named(pair, board, notation))))


@dataclass(frozen=True)
class SpokenPower:
    """A power that a sentence names, and the word for it; ``is_exact`` when it is its name as it is written."""

    power: Power
    word: Word
    is_exact: bool


def powers_spoken_of(text: str, board: Board, notation: Notation) -> tuple[SpokenPower, ...]:
    """Return the powers that a text names in order, by name, as a people, or with a slip: ``the Turks``, ``litalie``.

    A language is no power: ``in English``.
    """
    found: list[SpokenPower] = []
    last = ""
    for one in _NAME.finditer(text):
        word, before, last = Word(one[0], one.start()), last, fold_case(one[0])
        exact = powers_among([word], board, notation)
        near = exact or _people_named(last, before, board) or _power_with_slip(last, board, notation)
        found += [SpokenPower(power, word, bool(exact)) for power in near[:1]]
    return tuple(found)


_NAME = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SHORTEST_SLIP = 5


def _people_named(word: str, before: str, board: Board) -> tuple[Power, ...]:
    if before in {"in", "en", "grand", "grande"} or word in {"grand", "grande"}:
        return ()
    stems = ((power, stems_of(tuple(names.values()))) for power, names in board.powers.items())
    named = tuple(power for power, known in stems if word[:5] in known)
    return named if len(named) == 1 else ()


def _power_with_slip(word: str, board: Board, notation: Notation) -> tuple[Power, ...]:
    """Return the one power whose name a word is but for a slip, or for the apostrophe of its article."""
    if word[:1] in {"l", "d"} and (named := powers_among([Word(word[1:], 0)], board, notation)):
        return named
    names = {fold_case(name): power for power, spoken in board.powers.items() for name in spoken.values()}
    near = {power for name, power in names.items() if len(word) >= _SHORTEST_SLIP and is_slip(word, name)}
    return tuple(near) if len(near) == 1 else ()


def _power_named(words: Sequence[Word], board: Board, notation: Notation) -> Power | None:
    text = " ".join(word.text for word in words)
    key = folded_words(text)
    lexemes = (*notation.phrases.get(key, ()), *printed_names(board).get(key, ()))
    named = (lexeme.value for lexeme in lexemes if lexeme.part is OrderPart.POWER)
    return next((Power(name) for name in named if name in board.powers), None)


def _unknown_power(word: Word, board: Board) -> InvalidCommand:
    names = {fold_case(name): name for spoken in board.powers.values() for name in spoken.values()}
    near = get_close_matches(fold_case(word.text), names, n=1, cutoff=0.6)
    return InvalidCommand.at(Unknown.POWER, word, tuple(names[name] for name in near))


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
