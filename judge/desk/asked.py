"""What the words of a command stand for: presets, settings with their values, powers by any of their names."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType
from typing import Generic

from judge.desk.options import OPTIONS, PERSONAL, Group, Option
from judge.game.person import Person
from judge.game.settings import Address, Language, Settings
from judge.mail.from_header import is_address
from judge.mail.meanings import Setting
from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import Word
from judge.notation.lexer import words_of
from judge.notation.lexicon import printed
from judge.notation.tables import Notation, Part
from judge.reports.echo import Fault, Unknown, Wrong
from judge.rules.board import Board, Power


@lru_cache
def preset_table(name: str) -> Mapping[str, str]:
    """What a preset names, each setting by its key with its word; KeyError for one that is not there."""
    tables = tomllib.loads((files("judge.desk") / "presets.toml").read_text(encoding="utf-8"))
    return MappingProxyType(tables[name])


@lru_cache
def preset(name: str) -> Settings:
    """The settings of a preset, by its key in the vocabulary; KeyError for one that is not in ``presets.toml``."""
    settings = Settings()
    for key, word in preset_table(name).items():
        option = OPTIONS[key]
        settings = option.put(settings, option.read(word))
    return settings


def preset_named(word: str) -> str | None:
    """The key of the preset that a word names."""
    return vocabulary().presets.get(fold(word))


def preset_names() -> tuple[str, ...]:
    """The keys of all presets."""
    return tuple(dict.fromkeys(vocabulary().presets.values()))


_ADDRESS = ("name@example.org",)
_USUAL_NOTATION: Mapping[Language, str] = {"en": "standard", "fr": "18centres"}


def newcomer(person: Person, language: Language, settings: Settings) -> Person:
    """A newcomer reads what they wrote, if it is a language of the game, in its notation and zone.

    A game that names no notation takes the one that is usual in the language.
    """
    spoken = language if language in settings.languages else settings.languages[0]
    notation = settings.notation or _USUAL_NOTATION[spoken]
    return replace(person, language=spoken, notation=notation, zone=settings.zone)


def read_address(word: Word) -> Address | Wrong:
    """The mail address that a word is, perhaps in brackets."""
    bare = word.text.strip("<>()").lower()
    return Address(bare) if is_address(bare) else Wrong.at(Unknown.VALUE, word, _ADDRESS)


def read_powers(words: Sequence[Word], board: Board, notation: Notation) -> tuple[Power, ...] | Wrong:
    """The powers some words name, by any name of theirs in any language; names may be of two words."""
    powers: list[Power] = []
    left = list(words)
    while left:
        taken = next((length for length in (2, 1) if _power_of(left[:length], board, notation)), None)
        power = _power_of(left[:taken], board, notation) if taken else None
        if taken is None or power is None:
            return _unknown_power(left[0], board)
        powers.append(power)
        left = left[taken:]
    return tuple(dict.fromkeys(powers))


def _power_of(words: Sequence[Word], board: Board, notation: Notation) -> Power | None:
    text = " ".join(word.text for word in words)
    key = words_of(text)
    lexemes = (*notation.phrases.get(key, ()), *printed(board).get(key, ()))
    named = (lexeme.value for lexeme in lexemes if lexeme.part is Part.POWER)
    return next((Power(name) for name in named if name in board.powers), None)


def _unknown_power(word: Word, board: Board) -> Wrong:
    names = {fold(name): name for spoken in board.powers.values() for name in spoken.values()}
    near = get_close_matches(fold(word.text), names, n=1, cutoff=0.6)
    return Wrong.at(Unknown.POWER, word, tuple(names[name] for name in near))


@dataclass(frozen=True)
class Given(Generic[Group]):
    """Settings as far as the words of a line could be read, and every fault in those words."""

    settings: Group
    faults: tuple[Fault, ...] = ()


def opening_settings(given: Sequence[Setting], line: str) -> Given[Settings]:
    """The settings a game is opened with: the defaults, or a preset, and before either what the line says."""
    beginning = _beginning(given, line)
    personal = {*PERSONAL, "preset"} - {"zone", "reminder"}
    read = _all_with(beginning.settings, [one for one in given if one.name not in personal], OPTIONS, line)
    return replace(read, faults=(*beginning.faults, *read.faults))


def preset_of(given: Sequence[Setting]) -> str | None:
    """The key of the preset that the settings of an opening name."""
    named = (preset_named(setting.value.text) for setting in given if setting.name == "preset" and setting.value)
    return next(named, None)


def _beginning(given: Sequence[Setting], line: str) -> Given[Settings]:
    """The settings of the preset, one and no more; the defaults where none is named."""
    presets = [setting for setting in given if setting.name == "preset"]
    name = preset_of(given)
    settings = preset(name) if name else Settings()
    for setting in presets:
        word = setting.value or Word("", len(line))
        if setting is not presets[0] or preset_named(word.text) is None:
            return Given(settings, (Wrong.at(Unknown.VALUE, word, preset_names()),))
    return Given(settings)


def changed_settings(settings: Settings, given: Sequence[Setting], line: str) -> Given[Settings]:
    """The settings of a game under way with those changed that a line names."""
    return _all_with(settings, given, OPTIONS, line)


def person_settings(person: Person, given: Sequence[Setting], line: str, *, strict: bool = False) -> Given[Person]:
    """How a person reads, as the line says; their notation follows their language unless it is named.

    With ``strict`` a setting that is not personal is wrong; without, it is someone else's business.
    """
    own = [one for one in given if strict or one.name is None or one.name in PERSONAL]
    return _all_with(person, own, PERSONAL, line)


def _all_with(group: Group, given: Sequence[Setting], options: Mapping[str, Option], line: str) -> Given[Group]:
    """The group of settings with all those changed that can be read."""
    faults: list[Fault] = []
    for setting in given:
        changed = _with(group, setting, options, line)
        if isinstance(changed, Wrong):
            faults.append(changed)
        else:
            group = changed
    return Given(group, tuple(faults))


def _with(group: Group, setting: Setting, options: Mapping[str, Option], line: str) -> Group | Wrong:
    """The group of settings with one changed as it is asked for."""
    option, value = options.get(setting.name or ""), setting.value
    if option is None:
        return _unknown_setting(setting, next(iter(options)))
    name = setting.name or ""
    if value is None:
        return Wrong.missing(Unknown.VALUE, len(line), option.examples, option.bounds, name)
    read = option.read(value.text)
    if read is None:
        hints = option.hints(value.text)
        return Wrong.at(Unknown.VALUE, value, hints, option.bounds, name)
    return option.put(group, read)


def _unknown_setting(setting: Setting, other: str) -> Wrong:
    """``other`` is a setting that could stand there."""
    word = setting.word
    near = get_close_matches(fold(word.text), vocabulary().settings, n=1, cutoff=0.6)
    hints = tuple(form.upper() for form in near)
    return Wrong.at(Unknown.SETTING, word, hints, setting=other)
