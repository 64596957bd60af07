"""The command language of letters: which lines are commands, which press, which may be orders."""

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from judge.game.settings import Language


@dataclass(frozen=True)
class Word:
    """A word of a line as it was written, with its place in the line (characters)."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The place after its last character."""
        return self.start + len(self.text)


@dataclass(frozen=True)
class Setting:
    """A setting and its value; ``name`` is the key of the vocabulary, None when no key has that word."""

    name: str | None
    word: Word
    value: Word | None


@dataclass(frozen=True)
class Open:
    """Open a game; ``name`` None when the line stops too early."""

    language: Language
    name: Word | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class Join:
    """Join a game, perhaps as a named power."""

    language: Language
    name: Word | None
    power: Word | None
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class PressText:
    """A block of press: the words that name its recipients, or everyone, and its text."""

    to: tuple[Word, ...]
    everyone: bool
    text: str


@dataclass(frozen=True)
class Ask:
    """A question: ``status`` (of the named game, or the letter's own), ``list`` or ``help``."""

    about: str
    language: Language
    name: Word | None


@dataclass(frozen=True)
class Clear:
    """Take all orders back."""


@dataclass(frozen=True)
class Set:
    """Change a preference."""

    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class NamePhase:
    """The orders below are for this phase."""

    code: Word | None


@dataclass(frozen=True)
class Stop:
    """Nothing below is read."""


@dataclass(frozen=True)
class MaybeOrder:
    """Not a command: an order, or prose."""


Meaning = Open | Join | PressText | Ask | Clear | Set | NamePhase | Stop | MaybeOrder


@dataclass(frozen=True)
class Line:
    """A piece of a letter as it was written (press: several lines) with its meaning."""

    text: str
    meaning: Meaning

    @property
    def changes_something(self) -> bool:
        """Whether the line is a command that would change a game."""
        return not isinstance(self.meaning, Ask | Stop | NamePhase | MaybeOrder)


_BARE = frozenset({"stop", "clear", "list"})
"""Verbs that are commands only when they stand alone on their line."""

Forms = Mapping[str, Mapping[Language, Sequence[str]]]


@dataclass(frozen=True)
class Vocabulary:
    """Folded forms to their key and the language they belong to."""

    verbs: Mapping[str, tuple[str, Language]]
    settings: Mapping[str, str]
    values: Mapping[str, str]
    fillers: frozenset[str]


@lru_cache(maxsize=1)
def vocabulary() -> Vocabulary:
    """The vocabulary of ``verbs.toml``."""
    tables = tomllib.loads((files("judge.mail") / "verbs.toml").read_text(encoding="utf-8"))
    return Vocabulary(
        verbs={fold(form): (key, language) for key, language, form in _forms(tables["verbs"])},
        settings={fold(form): key for key, _, form in _forms(tables["settings"])},
        values={fold(form): key for key, _, form in _forms(tables["values"])},
        fillers=frozenset(fold(word) for word in tables["fillers"]["words"]),
    )


def _forms(table: Forms) -> Iterator[tuple[str, Language, str]]:
    for key, languages in table.items():
        for language, forms in languages.items():
            for form in forms:
                yield key, language, form


def fold(word: str) -> str:
    """A word without case, accents and the difference between apostrophes."""
    plain = unicodedata.normalize("NFKD", word.replace("’", "'")).casefold()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def value_of(word: Word) -> str:
    """The key of a value that is a word (``LOTS``, ``français``), or the word itself, folded."""
    folded = fold(word.text)
    return vocabulary().values.get(folded, folded)


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press is one block."""
    pieces: list[Line] = []
    lines = iter(text.splitlines())
    for line in lines:
        if not line.strip():
            continue
        key, language, rest = _verb(line)
        if key in {"press", "broadcast"}:
            pieces.append(_press(line, rest, lines, to_all=key == "broadcast"))
        elif key is None and pieces and _continues(pieces[-1], line):
            pieces[-1] = _with_settings(pieces[-1], line)
        else:
            pieces.append(Line(line, _meaning(key, language, rest)))
    return tuple(pieces)


def _words(line: str, start: int = 0) -> tuple[Word, ...]:
    return tuple(
        Word(found.group(), found.start()) for found in re.finditer(r"[^\s,;=]+", line) if found.start() >= start
    )


def _verb(line: str) -> tuple[str | None, Language, tuple[Word, ...]]:
    """The verb a line begins with, its language and the words after it; verbs of two words come first."""
    words = _words(line)
    known = vocabulary().verbs
    for length in (2, 1):
        if len(words) >= length:
            form = fold(" ".join(word.text for word in words[:length])).rstrip(":.!")
            if form in known:
                key, language = known[form]
                return key, language, words[length:]
    return None, "en", ()


def _meaning(key: str | None, language: Language, rest: tuple[Word, ...]) -> Meaning:
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
        case "clear":
            return Clear()
        case "set":
            return Set(_settings(rest))
        case "phase":
            return NamePhase(name)
        case "stop":
            return Stop()
        case _:
            return MaybeOrder()


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
    words = _words(line)
    return isinstance(piece.meaning, Open | Join) and fold(words[0].text.rstrip("=:")) in vocabulary().settings


def _with_settings(piece: Line, line: str) -> Line:
    text = f"{piece.text}\n{line}"
    more = _settings(_words(text, len(piece.text)))
    match piece.meaning:
        case Open(language, name, settings):
            return Line(text, Open(language, name, settings + more))
        case Join(language, name, power, settings):
            return Line(text, Join(language, name, power, settings + more))
        case _:
            return piece


def _press(line: str, rest: tuple[Word, ...], lines: Iterator[str], *, to_all: bool) -> Line:
    """A block of press: everything up to its end word, or to the end of the letter."""
    block: list[str] = []
    written = [line]
    for below in lines:
        written.append(below)
        if _verb(below)[0] == "end_press":
            break
        block.append(below)
    named = _without_fillers(rest)
    everyone = to_all or any(value_of(word) == "all" for word in named)
    to = () if everyone else named
    return Line("\n".join(written), PressText(to, everyone, "\n".join(block).strip("\n")))
