"""What the lines of a letter mean: commands, press, conditions, what may be orders."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.ballots import AboutVotes
from judge.mail.blocks import If
from judge.mail.leagues import AskPlayer, AskStandings, Gazette
from judge.mail.of_master import OfMaster
from judge.mail.of_war import OfWar
from judge.mail.past import Since
from judge.mail.pressing import AboutPress
from judge.mail.seating import SeatMeaning
from judge.mail.succession import AskRecord, Succession
from judge.mail.timing import AboutTime
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
    """Join a game, perhaps as a named power, or with a list of them, the one wanted most first."""

    language: Language
    name: Word | None
    powers: tuple[Word, ...]
    settings: tuple[Setting, ...]


@dataclass(frozen=True)
class SignOn:
    """The first line of letters to older judges: ``?rome`` asks for a seat, ``frome`` names a power and its game."""

    language: Language
    name: Word | None

    @property
    def joins(self) -> bool:
        """Whether a seat is asked for."""
        return self.name is not None and self.name.text.startswith("?")


@dataclass(frozen=True)
class Ask:
    """A question: ``list``, or ``status``, ``terms`` or ``summary`` of the named game, or of the letter's own."""

    about: str
    language: Language
    name: Word | None


@dataclass(frozen=True)
class Recall:
    """What has happened in a game, since some moment or lately; with ``press`` the letters the reader may read."""

    language: Language
    name: Word | None
    since: Since | None
    press: bool = False


@dataclass(frozen=True)
class Help:
    """Help is wanted, about some words or in general."""

    language: Language
    about: Word | None


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
class Ready:
    """The orders in force are meant as they are, void ones too."""


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
class Near:
    """A sentence that is no command, and the ``command`` it comes near to.

    ``to`` are the words that should name powers, where the sentence is for others to read; else there are none.
    ``about`` is what it says of orders where no command would do (``mail/near.toml``).
    """

    command: str
    to: tuple[Word, ...] = ()
    about: str = ""


@dataclass(frozen=True)
class Beyond:
    """The first line of the piece that is no more read, because the letter goes on beyond what is read of one."""


@dataclass(frozen=True)
class MaybeOrder:
    """Not a command: an order, or prose."""


Question = Ask | Recall | Help | Why | AskRecord | AskPlayer | AskStandings
"""What is asked without changing anything; it needs no proof of who asks."""

Meaning = (
    Open
    | Join
    | SignOn
    | AboutPress
    | Question
    | WhatIf
    | SeatMeaning
    | Succession
    | Resend
    | Reissue
    | Clear
    | Ready
    | Set
    | Prefer
    | NamePhase
    | If
    | AboutTime
    | AboutVotes
    | Gazette
    | OfMaster
    | OfWar
    | Stop
    | Near
    | Beyond
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
        if isinstance(self.meaning, SignOn):
            return self.meaning.joins
        return not isinstance(self.meaning, Question | Stop | NamePhase | Near | Beyond | MaybeOrder)
