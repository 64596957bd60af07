"""What an acknowledgement says of each line of a letter, as values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from judge.game.orders.standing import VoidOrder
from judge.game.press.messages import PressSent
from judge.game.press.post import Delivery
from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.reports.deeds import Deed
from judge.reports.layout import glue
from judge.reports.voice import Voice
from judge.rules.board import Power
from judge.rules.corrections import Uncorrectable
from judge.rules.errands import Commission, Futile
from judge.rules.orders import Order
from judge.rules.position import Phase


@dataclass(frozen=True)
class Opened:
    """A game was opened, from a preset where one is named.

    ``terms`` are the settings that came with ``rulebook`` because the letter did not name them, each as it is written.
    """

    preset: str = ""
    rulebook: str = ""
    terms: tuple[str, ...] = ()


def tell_opened(opened: Opened, voice: Voice) -> Iterator[str]:
    """The sentences of that answer."""
    yield voice.say("opened.preset", preset=opened.preset) if opened.preset else voice.say("opened.plain")
    if opened.terms:
        yield voice.say("opened.terms", rulebook=opened.rulebook, terms=voice.listing(map(glue, opened.terms)))


@dataclass(frozen=True)
class Ordered:
    """An order was accepted.

    ``void`` when the rules will make it void; ``replaced`` when an earlier line or letter spoke to that unit.
    """

    power: Power
    order: Order
    void: VoidOrder | None = None
    replaced: bool = False


@dataclass(frozen=True)
class SentOut:
    """An order to a scout was accepted; ``futile`` when it is going to come to nothing, with errands that may work.

    ``replaced`` is the errand of an earlier line or letter that no scout is left for.
    """

    power: Power
    errand: Commission
    futile: Futile | None = None
    replaced: Commission | None = None
    instead: tuple[Commission, ...] = ()


@dataclass(frozen=True)
class Did:
    """A command was carried out; ``what`` are the words its sentence needs."""

    deed: Deed
    what: str = ""


@dataclass(frozen=True)
class PressTaken:
    """Press was accepted; ``reached`` are those whom it reaches, or would if what keeps it ended now.

    ``masked`` when its writer's reply address stood in it, which was left out; ``by_habit`` when it did not say which
    of a playing master's two names it bears, so that it bears the one they have chosen.
    """

    press: PressSent
    reached: Delivery
    masked: bool = False
    by_habit: bool = False


class Unknown(Enum):
    """What a command named that does not exist; the value is the name of its sentence."""

    GAME = "unknown_game"
    POWER = "unknown_power"
    READERS = "unknown_readers"  # named so that nobody can tell who is meant
    SETTING = "unknown_setting"
    VALUE = "unknown_value"
    PHASE = "unknown_phase"  # no phase of that name has closed, or is open where that is meant
    UNIT = "unknown_unit"
    REGION = "unknown_region"
    CONDITION = "unknown_condition"  # has no place in a condition
    JOINT = "unknown_joint"  # AND beside OR without brackets
    WISH = "unknown_wish"
    WAY = "unknown_way"  # no unit could ever retreat there
    BUILD = "unknown_build"  # the power could never build that
    STRAY = "unknown_stray"  # a line that cannot stand in a block of conditions
    AFTER_ALL = "unknown_after_all"  # stands behind the word that ends a list
    LETTER = "unknown_letter"
    TOURNAMENT = "unknown_tournament"
    MOTION = "unknown_motion"  # nothing that can be voted for
    AMENDMENT = "unknown_amendment"  # no line of a correction
    TROOP = "unknown_troop"  # a unit of which nobody knows what it is
    IN_PRESS = "unknown_in_press"  # a line for the judge in a letter to others
    IN_DIARY = "unknown_in_diary"
    NAME = "unknown_name"  # no game may be called so
    OTHER_GAME = "unknown_other_game"  # the letter went to the address of another game
    NEAR_COMMAND = "unknown_near_command"  # no command, but a sentence that wishes for one
    NEAR_PRESS = "unknown_near_press"  # words for other players, outside of press
    ONE_ONLY = "unknown_one_only"  # stands behind the one unit or region that the line is about


class Placed(Protocol):
    """A word of a line and its place there, in characters."""

    @property
    def text(self) -> str:
        """The word as it was written."""

    @property
    def start(self) -> int:
        """The place of its first character."""

    @property
    def end(self) -> int:
        """The place after its last character."""


@dataclass(frozen=True)
class Wrong:
    """A command that could not be read: the word at fault, where it stands in the line, what would work.

    ``end`` is 0 where no place of the line is at fault. ``bounds`` names the sentence that says what else would work,
    ``setting`` one whose page of the help tells of them all.
    """

    what: Unknown
    word: str = ""
    start: int = 0
    end: int = 0
    hints: tuple[str, ...] = ()
    bounds: str = ""
    setting: str = ""

    @classmethod
    def at(
        cls, what: Unknown, word: Placed, hints: tuple[str, ...] = (), bounds: str = "", setting: str = ""
    ) -> "Wrong":
        """A word at fault; an empty one is missing at its place."""
        return cls(what, word.text, word.start, word.end, hints, bounds, setting)

    @classmethod
    def missing(
        cls, what: Unknown, at: int, hints: tuple[str, ...] = (), bounds: str = "", setting: str = ""
    ) -> "Wrong":
        """A word missing at this place of the line."""
        return cls(what, "", at, at, hints, bounds, setting)


@dataclass(frozen=True)
class Shown:
    """The answer is a text of its own: a state, a list, the help."""

    text: str


@dataclass(frozen=True)
class Kept:
    """A line, or a block of conditions, was kept for a phase that is to come.

    ``seen`` when its conditions will be judged by no more than its writer sees then.
    """

    phase: Phase
    seen: bool = False


@dataclass(frozen=True)
class Unkept:
    """Nothing was kept for a phase that is to come: no position could make the line an order of that phase.

    Of a block (``whole``) nothing at all is kept when one word is wrong.
    """

    phase: Phase
    why: Misread | Wrong
    whole: bool = False


@dataclass(frozen=True)
class Unamendable:
    """A line of a correction, from ``start`` to ``end``, that the board does not allow; nothing of it was done."""

    why: Uncorrectable
    start: int
    end: int


@dataclass(frozen=True)
class Supposed:
    """Part of a what-if: a sentence on one line, or the whole report; both say that nothing of it has happened."""

    sentence: str = ""
    report: str = ""


@dataclass(frozen=True)
class Barred:
    """A line refused for what stands from ``start`` to ``end``; what could stand there instead."""

    why: Refused
    start: int
    end: int
    hints: tuple[str, ...] = ()


Fault = Wrong | Barred | Refused
"""What is wrong with a command that opens a game or takes a seat."""


@dataclass(frozen=True)
class Faulty:
    """A command with more faults than one: nothing of it was done."""

    faults: tuple[Fault, ...]


def with_faults(faults: Sequence[Fault]) -> Fault | Faulty:
    """The answer to a command with these faults, at least one."""
    different = tuple(dict.fromkeys(faults))
    return different[0] if len(different) == 1 else Faulty(different)


Problem = Misread | Refused | Wrong | Barred | Faulty | Unamendable | Unkept
"""A line that was not carried out."""

Answer = Ordered | SentOut | Did | Opened | PressTaken | Kept | Shown | Supposed | Problem


@dataclass(frozen=True)
class Answered:
    """One line of a letter (or a block of press lines) with its answer."""

    line: str
    answer: Answer


class Trouble(Enum):
    """Why nothing at all could be read in a letter; the value is the name of its sentence."""

    EMPTY = "empty"  # once quoted text and signature are taken away
    ATTACHMENT_ONLY = "attachment_only"
    STRUCK_ONLY = "struck_only"  # all that was new
    SET_ASIDE = "set_aside"  # reading it failed again and again
