"""Read the arguments of a command: settings with their values, powers by any of their names."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Generic

from judge.game.person import Person
from judge.game.settings import Address, Language, Settings
from judge.handlers.setting_options import GAME_SETTINGS, PERSONAL_SETTINGS, Group, SettingOption
from judge.mail.headers import is_address
from judge.notation.lexer import folded_words
from judge.notation.lexicon import printed_names
from judge.notation.tables import Notation, OrderPart
from judge.reports.line_answers import CommandFault, InvalidCommand, Unknown
from judge.requests.requests import WrittenSetting
from judge.requests.vocabulary import Word, fold_case, vocabulary
from judge.rules.board import Board, Power


@lru_cache
def preset_table(name: str) -> Mapping[str, str]:
    """Return the words of a preset's settings by their keys; KeyError if there is no such preset."""
    tables = tomllib.loads((files("judge.handlers") / "presets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(tables[name])


@lru_cache
def preset_settings(name: str) -> Settings:
    """Return the settings of a preset, by its key in the vocabulary; KeyError if there is no such preset."""
    settings = Settings()
    for key, word in preset_table(name).items():
        option = GAME_SETTINGS[key]
        settings = option.put(settings, option.read(word))
    return settings


def preset_key(word: str) -> str | None:
    """Return the key of the preset that a word names, None if it names none."""
    return vocabulary().presets.get(fold_case(word))


def preset_names() -> tuple[str, ...]:
    """Return the keys of all presets."""
    return tuple(dict.fromkeys(vocabulary().presets.values()))


_ADDRESS = ("name@example.org",)
_DEFAULT_NOTATION: Mapping[Language, str] = {"en": "standard", "fr": "18centres"}


def with_game_defaults(person: Person, language: Language, settings: Settings) -> Person:
    """Return a person with the defaults of the game they enter: language, notation, time zone.

    They read the language they wrote if it is one of the game's. A game that names no notation takes the one that is
    usual in the language.
    """
    spoken = language if language in settings.languages else settings.languages[0]
    notation = settings.notation or _DEFAULT_NOTATION[spoken]
    return replace(person, language=spoken, notation=notation, zone=settings.zone)


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


def read_opening_settings(given: Sequence[WrittenSetting], line: str) -> ReadSettings[Settings]:
    """Read the settings a game is opened with.

    They begin with those of the preset, or with the defaults; what the line names itself replaces them.
    """
    beginning = _preset_settings(given, line)
    personal = {*PERSONAL_SETTINGS, "preset"} - {"zone", "reminder"}
    read = _change_all(beginning.settings, [one for one in given if one.name not in personal], GAME_SETTINGS, line)
    return replace(read, faults=(*beginning.faults, *read.faults))


def preset_key_of(given: Sequence[WrittenSetting]) -> str | None:
    """Return the key of the preset that the settings of an opening name, None if they name none."""
    named = (preset_key(setting.value.text) for setting in given if setting.name == "preset" and setting.value)
    return next(named, None)


def _preset_settings(given: Sequence[WrittenSetting], line: str) -> ReadSettings[Settings]:
    """Return the settings of the one preset that is named; the defaults where none is."""
    presets = [setting for setting in given if setting.name == "preset"]
    name = preset_key_of(given)
    settings = preset_settings(name) if name else Settings()
    for setting in presets:
        word = setting.value or Word("", len(line))
        if setting is not presets[0] or preset_key(word.text) is None:
            return ReadSettings(settings, (InvalidCommand.at(Unknown.VALUE, word, preset_names()),))
    return ReadSettings(settings)


def read_changed_settings(settings: Settings, given: Sequence[WrittenSetting], line: str) -> ReadSettings[Settings]:
    """Return the settings of a game under way, changed as the line says."""
    return _change_all(settings, given, GAME_SETTINGS, line)


def read_person_settings(
    person: Person, given: Sequence[WrittenSetting], line: str, *, strict: bool = False
) -> ReadSettings[Person]:
    """Return a person whose own settings are changed as the line says.

    With ``strict`` any other setting is a fault; without, it is left to others.
    """
    own = [one for one in given if strict or one.name is None or one.name in PERSONAL_SETTINGS]
    return _change_all(person, own, PERSONAL_SETTINGS, line)


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
