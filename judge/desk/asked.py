"""What the words of a command stand for: settings with their values, powers by any of their names."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import time, timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, available_timezones

from judge.game.commands import Person
from judge.game.settings import Language, Seating, Settings
from judge.mail.meanings import Setting
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word
from judge.notation.lexer import words_of
from judge.notation.tables import Notation, Part, notation_names
from judge.reports.echo import Unknown, Wrong
from judge.rules.board import Board, Power, Year
from judge.rules.boardfile import board_names
from judge.rules.rulebooks import rulebook_names

_PERSONAL = {"language", "notation", "zone"}
_LENGTH = re.compile(r"(\d{1,3})([dhj])")
_HOUR = re.compile(r"([01]?\d|2[0-3])[:h]([0-5]\d)?")


_LANGUAGES: Mapping[str, Language] = {"en": "en", "fr": "fr"}
_USUAL_NOTATION: Mapping[Language, str] = {"en": "standard", "fr": "18centres"}


def newcomer(person: Person, language: Language, zone: str) -> Person:
    """A newcomer reads what they wrote, in the notation usual there and the game's zone, until they say otherwise."""
    return replace(person, language=language, notation=_USUAL_NOTATION[language], zone=zone)


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
    named = (lexeme.value for lexeme in notation.phrases.get(words_of(text), ()) if lexeme.part is Part.POWER)
    return next((Power(name) for name in named if name in board.powers), None)


def _unknown_power(word: Word, board: Board) -> Wrong:
    names = {fold(name): name for spoken in board.powers.values() for name in spoken.values()}
    near = get_close_matches(fold(word.text), names, n=1, cutoff=0.6)
    return Wrong(Unknown.POWER, word.text, word.start, word.end, tuple(names[name] for name in near))


def opening_settings(given: Sequence[Setting], line: str) -> Settings | Wrong:
    """The settings a game is opened with: the defaults, and what the line says."""
    settings = Settings()
    for setting in given:
        if setting.name in _PERSONAL - {"zone"}:
            continue
        changed = _with(settings, setting, line)
        if isinstance(changed, Wrong):
            return changed
        settings = changed
    return settings


def person_settings(person: Person, given: Sequence[Setting], line: str, *, strict: bool = False) -> Person | Wrong:
    """How a person reads, as the line says; their notation follows their language unless it is named.

    With ``strict`` a setting that is not personal is wrong; without, it is someone else's business.
    """
    for setting in given:
        if setting.name not in _PERSONAL:
            if strict or setting.name is None:
                return _unknown_setting(setting)
            continue
        changed = _with_personal(person, setting, line)
        if isinstance(changed, Wrong):
            return changed
        person = changed
    return person


def _with_personal(person: Person, setting: Setting, line: str) -> Person | Wrong:
    value = setting.value
    if value is None:
        return _missing(setting, line)
    match setting.name:
        case "language":
            language = _LANGUAGES.get(value_of(value.text))
            return replace(person, language=language) if language else _wrong_value(value, tuple(_LANGUAGES))
        case "notation":
            name = value.text.lower()
            return replace(person, notation=name) if name in notation_names() else _wrong_value(value, notation_names())
        case _:
            zone = _zone(value)
            return zone if isinstance(zone, Wrong) else replace(person, zone=zone)


def _with(settings: Settings, setting: Setting, line: str) -> Settings | Wrong:
    value = setting.value
    if setting.name is None:
        return _unknown_setting(setting)
    if value is None:
        return _missing(setting, line)
    read = _read(settings, setting.name, value)
    return read if read is not None else _wrong_value(value, _examples(setting.name))


def _read(settings: Settings, name: str, value: Word) -> Settings | Wrong | None:
    """The settings with one changed; None when the value cannot be read."""
    text = value.text.lower()
    match name:
        case "rules":
            return replace(settings, rulebook=text) if text in rulebook_names() else None
        case "board":
            return replace(settings, board=text) if text in board_names() else None
        case "zone":
            zone = _zone(value)
            return zone if isinstance(zone, Wrong) else replace(settings, zone=zone)
        case "hour":
            found = _HOUR.fullmatch(text)
            return replace(settings, hour=time(int(found[1]), int(found[2] or 0))) if found else None
        case "last":
            return replace(settings, last_year=Year(int(text))) if re.fullmatch(r"\d{4}", text) else None
        case "advance":
            allowed = {"yes": True, "no": False}.get(value_of(value.text))
            return None if allowed is None else replace(settings, advance=allowed)
        case "whatifs":
            return replace(settings, whatifs_per_day=int(text)) if re.fullmatch(r"[1-9]\d?", text) else None
        case "unreachable":
            told = {"all": True, "master": False}.get(value_of(value.text))
            return None if told is None else replace(settings, tell_unreachable=told)
        case "powers":
            seating = {"lots": Seating.LOTS, "choice": Seating.CHOICE}.get(value_of(value.text))
            return replace(settings, seating=seating) if seating else None
        case _:
            return _with_length(settings, name, text)


def _with_length(settings: Settings, name: str, text: str) -> Settings | None:
    found = _LENGTH.fullmatch(text)
    if not found or not int(found[1]):
        return None
    length = timedelta(hours=int(found[1])) if found[2] == "h" else timedelta(days=int(found[1]))
    match name:
        case "movement":
            return replace(settings, lengths=replace(settings.lengths, movement=length))
        case "retreats":
            return replace(settings, lengths=replace(settings.lengths, retreat=length))
        case "adjustments":
            return replace(settings, lengths=replace(settings.lengths, adjustment=length))
        case _:
            return replace(settings, reminder=length)


def _examples(name: str) -> tuple[str, ...]:
    match name:
        case "rules":
            return rulebook_names()
        case "board":
            return board_names()
        case "hour":
            return ("21:00",)
        case "last":
            return ("1907",)
        case "advance":
            return ("yes", "no")
        case "whatifs":
            return ("10",)
        case "unreachable":
            return ("master", "all")
        case "powers":
            return ("lots", "choice")
        case _:
            return ("7d", "36h")


def _zone(value: Word) -> str | Wrong:
    zones = {zone.lower(): zone for zone in available_timezones()}
    zone = zones.get(value.text.lower())
    if zone:
        return ZoneInfo(zone).key
    near = get_close_matches(value.text.lower(), zones, n=1, cutoff=0.6)
    return _wrong_value(value, tuple(zones[name] for name in near) or ("Europe/Paris",))


def _unknown_setting(setting: Setting) -> Wrong:
    word = setting.word
    near = get_close_matches(fold(word.text), vocabulary().settings, n=1, cutoff=0.6)
    hints = tuple(form.upper() for form in near)
    return Wrong(Unknown.SETTING, word.text, word.start, word.end, hints)


def _missing(setting: Setting, line: str) -> Wrong:
    return Wrong(Unknown.VALUE, "", len(line), len(line), _examples(setting.name or ""))


def _wrong_value(value: Word, works: Sequence[str]) -> Wrong:
    return Wrong(Unknown.VALUE, value.text, value.start, value.end, tuple(works))
