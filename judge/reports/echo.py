"""What an acknowledgement says of each line of a letter, as values."""

from dataclasses import dataclass
from enum import Enum

from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.verdicts import Illegal


@dataclass(frozen=True)
class Ordered:
    """An order was accepted.

    ``void`` when the rules will make it void; ``replaced`` when an earlier line or letter spoke to that unit.
    """

    power: Power
    order: Order
    void: Illegal | None = None
    replaced: bool = False


class Deed(Enum):
    """What else a line can have brought about; the value is the name of its sentence."""

    OPENED = "opened"
    JOINED = "joined"
    WITHDRAWN = "withdrawn"  # all orders taken back
    PREFERENCE_SET = "preference_set"
    PLAIN_WORDS = "plain_words"  # a greeting: neither a command nor near to any order
    NOT_READ = "not_read"  # looked like an order, but stood below the end


@dataclass(frozen=True)
class Did:
    """A command was carried out; ``what`` are the words its sentence needs."""

    deed: Deed
    what: str = ""


@dataclass(frozen=True)
class PressTaken:
    """Press was accepted for these powers (empty: everyone); ``held`` until talk is allowed again."""

    to: tuple[Power, ...]
    held: bool


class Unknown(Enum):
    """What a command named that does not exist; the value is the name of its sentence."""

    GAME = "unknown_game"
    POWER = "unknown_power"
    SETTING = "unknown_setting"
    VALUE = "unknown_value"
    COMMAND = "unknown_command"


@dataclass(frozen=True)
class Wrong:
    """A command that could not be read: the word at fault, where it stands in the line, what would work."""

    what: Unknown
    word: str
    start: int
    end: int
    hints: tuple[str, ...] = ()


@dataclass(frozen=True)
class Shown:
    """The answer is a text of its own: a state, a list, the help."""

    text: str


Answer = Ordered | Did | PressTaken | Wrong | Shown | Misread | Refused


@dataclass(frozen=True)
class Answered:
    """One line of a letter (or a block of press lines) with its answer."""

    line: str
    answer: Answer


class Trouble(Enum):
    """Why nothing at all could be read in a letter; the value is the name of its sentence."""

    EMPTY = "empty"  # once quoted text and signature are taken away
    ATTACHMENT_ONLY = "attachment_only"
