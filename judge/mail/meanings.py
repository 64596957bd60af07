"""What the lines of a letter mean: commands, press, conditions, what may be orders."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.blocks import If
from judge.mail.words import Word
from judge.rules.position import Phase


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
class Why:
    """Why did that happen to a unit? In the named phase, or in the last one that had it."""

    language: Language
    phase: Word | None
    unit: tuple[Word, ...]


@dataclass(frozen=True)
class WhatIf:
    """A block of orders that are only supposed, for the named phase or for the open one; ``lines`` without blank ones.

    ``closing`` is the line that ended the block, empty where the letter did.
    """

    language: Language
    phase: Word | None
    lines: tuple[str, ...]
    closing: str


@dataclass(frozen=True)
class Resend:
    """Send a letter again, or several; the words that name their numbers."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class Reissue:
    """Give the players of some powers fresh reply addresses; the words that name the powers."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class Clear:
    """Take orders back: those for the open phase, those kept for ``phase``, or all there are and all wishes too."""

    phase: Phase | None = None
    everything: bool = False


@dataclass(frozen=True)
class Prefer:
    """A standing wish; ``kind`` is its key, None when no such word stands there, ``list`` what is behind it."""

    kind: str | None
    word: Word | None
    list: Word | None


@dataclass(frozen=True)
class Set:
    """Change a preference."""

    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class NamePhase:
    """The orders below are for this phase, None when the words name none."""

    phase: Phase | None
    words: Word | None


@dataclass(frozen=True)
class Stop:
    """Nothing below is read."""


@dataclass(frozen=True)
class MaybeOrder:
    """Not a command: an order, or prose."""


Meaning = (
    Open
    | Join
    | PressText
    | Ask
    | Why
    | WhatIf
    | Resend
    | Reissue
    | Clear
    | Set
    | Prefer
    | NamePhase
    | If
    | Stop
    | MaybeOrder
)


@dataclass(frozen=True)
class Line:
    """A piece of a letter as it was written (press: several lines) with its meaning."""

    text: str
    meaning: Meaning

    @property
    def changes_something(self) -> bool:
        """Whether the line is a command that would change a game."""
        return not isinstance(self.meaning, Ask | Why | Stop | NamePhase | MaybeOrder)
