"""The command language of letters: which lines are commands, which press, which may be orders."""

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import length_hint

from judge.game.settings import Language
from judge.mail.blocks import LONGEST, block_length, read_block
from judge.mail.calendar import read_phase
from judge.mail.meanings import (
    Ask,
    Clear,
    Join,
    Line,
    MaybeOrder,
    Meaning,
    NamePhase,
    Open,
    Prefer,
    PressText,
    Reissue,
    Resend,
    Set,
    Setting,
    Stop,
    WhatIf,
    Why,
)
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, verb_of, words_in

_BARE = frozenset({"stop", "list"})
"""Verbs that are commands only when they stand alone on their line."""


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press and conditions are blocks."""
    pieces: list[Line] = []
    written = text.splitlines()
    keys = [verb_of(line)[0] for line in written]
    lines = iter(written)
    is_ahead = False
    for line in lines:
        if not line.strip():
            continue
        key, language, rest = verb_of(line)
        if key in {"press", "broadcast"}:
            pieces.append(_press(line, rest, lines, to_all=key == "broadcast"))
        elif key == "whatif":
            pieces.append(_what_if(line, language, rest, lines))
        elif key == "if" and (length := block_length(_from_here(keys, lines), expected=is_ahead)):
            block = [line, *islice(lines, length - 1)]
            pieces.append(Line("\n".join(block), read_block(block)))
        elif key is None and pieces and _continues(pieces[-1], line):
            pieces[-1] = _with_settings(pieces[-1], line)
        else:
            pieces.append(Line(line, _meaning(line, key, language, rest)))
            is_ahead = is_ahead or key == "phase"
    return tuple(pieces)


def _from_here(keys: Sequence[str | None], lines: Iterator[str]) -> Sequence[str | None]:
    """The verbs of the line just read and of the next ones that ``lines`` still holds."""
    here = len(keys) - length_hint(lines) - 1
    return keys[here : here + LONGEST]


def _meaning(line: str, key: str | None, language: Language, rest: tuple[Word, ...]) -> Meaning:
    if key in _BARE and rest:
        return MaybeOrder()  # prose that happens to begin with the word: "End of the line, my friend"
    name, behind = _name(rest)
    match key:
        case "open":
            return Open(language, name, _settings(behind))
        case "join":
            power, settings = _power_then_settings(behind)
            return Join(language, name, power, settings)
        case "status" | "list" | "help":
            return Ask(key, language, name)
        case "why":
            phase, unit = _phase(line, rest)
            return Why(language, phase, unit)
        case "resend":
            return Resend(_without_fillers(rest))
        case "reissue":
            return Reissue(_without_fillers(rest))
        case "clear":
            return _clear(line, rest)
        case "prefer":
            return _prefer(line, rest)
        case "set":
            return Set(_settings(rest))
        case "phase":
            words = _behind(line, rest)
            return NamePhase(read_phase(words.text) if words else None, words)
        case "stop":
            return Stop()
        case _:
            return MaybeOrder()


def _clear(line: str, words: tuple[Word, ...]) -> Meaning:
    """What is taken back; prose may begin with the word as well."""
    phase = _behind(line, words)
    match words:
        case ():
            return Clear()
        case (word,) if value_of(word.text) == "all":
            return Clear(everything=True)
        case _ if phase and (named := read_phase(phase.text)):
            return Clear(named)
        case _:
            return MaybeOrder()


def _prefer(line: str, words: tuple[Word, ...]) -> Prefer:
    if not words:
        return Prefer(None, None, None)
    kind = vocabulary().wishes.get(fold(words[0].text.strip(":")))
    return Prefer(kind, words[0], _behind(line, words[1:]))


def _behind(line: str, words: tuple[Word, ...]) -> Word | None:
    """The rest of a line from the first of these words on."""
    return Word(line[words[0].start :].rstrip(), words[0].start) if words else None


def _name(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The first word that is not a filler, and the words behind it."""
    for place, word in enumerate(words):
        bare = _without_elision(word)
        if fold(bare.text) not in vocabulary().fillers:
            return bare, words[place + 1 :]
    return None, ()


def _without_fillers(words: tuple[Word, ...]) -> tuple[Word, ...]:
    fillers = vocabulary().fillers
    stripped = (_without_elision(word) for word in words)
    return tuple(word for word in stripped if fold(word.text) not in fillers)


def _without_elision(word: Word) -> Word:
    """The name behind an elided article: ``l'Italie``, ``d’Autriche``."""
    found = re.match(r"[LlDd]['’](?=\w)", word.text)
    return Word(word.text[found.end() :], word.start + found.end()) if found else word


def _power_then_settings(words: tuple[Word, ...]) -> tuple[Word | None, tuple[Setting, ...]]:
    power, behind = _name(words)
    if power and fold(power.text) not in vocabulary().settings:
        return power, _settings(behind)
    return None, _settings(words)


def _settings(words: tuple[Word, ...]) -> tuple[Setting, ...]:
    """Pairs of a setting and its value; a colon between them is nothing."""
    bare = (Word(word.text.strip(":"), word.start) for word in words)
    kept = [word for word in bare if word.text]
    keys = vocabulary().settings
    values: list[Word | None] = [*kept[1::2], None] if len(kept) % 2 else [*kept[1::2]]
    return tuple(Setting(keys.get(fold(word.text)), word, value) for word, value in zip(kept[::2], values, strict=True))


def _continues(piece: Line, line: str) -> bool:
    """Whether a line adds settings to the OPEN or JOIN above it."""
    words = words_in(line)
    return isinstance(piece.meaning, Open | Join) and fold(words[0].text.rstrip("=:")) in vocabulary().settings


def _with_settings(piece: Line, line: str) -> Line:
    text = f"{piece.text}\n{line}"
    more = _settings(words_in(text, len(piece.text)))
    match piece.meaning:
        case Open(language, name, settings):
            return Line(text, Open(language, name, settings + more))
        case Join(language, name, power, settings):
            return Line(text, Join(language, name, power, settings + more))
        case _:
            return piece


def _phase(line: str, words: tuple[Word, ...]) -> tuple[Word | None, tuple[Word, ...]]:
    """The phase among some words, before or behind a unit, for no name of a unit has a digit; and the other words."""
    years = [place for place, word in enumerate(words) if any(letter.isdigit() for letter in word.text)]
    if not years:
        return None, words
    end = years[0] + 1
    while end < len(words) and len(words[end].text) > 2 and _names_phase(line, words[: end + 1]):  # noqa: PLR2004 (A, F)
        end += 1
    if before := _names_phase(line, words[:end]):
        return before, words[end:]
    for start in range(1, len(words)):
        if behind := _names_phase(line, words[start:]):
            return behind, words[:start]
    place = years[0]
    return words[place], words[:place] + words[place + 1 :]


def _names_phase(line: str, words: tuple[Word, ...]) -> Word | None:
    """The words as one, if they name a phase."""
    text = line[words[0].start : words[-1].end]
    return Word(text, words[0].start) if read_phase(text) else None


def _press(line: str, rest: tuple[Word, ...], lines: Iterator[str], *, to_all: bool) -> Line:
    """A block of press: the words behind its verb name who it is for."""
    block, closing = _block(lines, "end_press")
    named = _without_fillers(rest)
    everyone = to_all or any(value_of(word.text) == "all" for word in named)
    to = () if everyone else named
    return Line("\n".join([line, *block, *closing]), PressText(to, everyone, "\n".join(block).strip("\n")))


def _what_if(line: str, language: Language, rest: tuple[Word, ...], lines: Iterator[str]) -> Line:
    """A block of orders only supposed; whatever its first line says, none of its lines is anything else."""
    block, closing = _block(lines, "end_whatif")
    orders = tuple(order for order in block if order.strip())
    return Line("\n".join([line, *block, *closing]), WhatIf(language, _behind(line, rest), orders, "".join(closing)))


def _block(lines: Iterator[str], end: str) -> tuple[list[str], list[str]]:
    """Every line up to the one with the end word, or to the end of the letter; then that line, if there was one."""
    block: list[str] = []
    for line in lines:
        if verb_of(line)[0] == end:
            return block, [line]
        block.append(line)
    return block, []
