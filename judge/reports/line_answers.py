"""The answers to lines of a letter, as values; the acknowledgement puts them into words."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Protocol, assert_never

from judge.attached_file import AttachedFile
from judge.game.orders.order_status import VoidOrder
from judge.game.press.delivery import Delivery
from judge.game.press.messages import PressSent
from judge.game.refusals import Refused
from judge.notation.line import Misread, OfferReason
from judge.reports.layout import no_wrap
from judge.reports.outcomes import Outcome
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.corrections import CorrectionError
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.rules.war.errands import ErrandFailure, ScoutOrder


@dataclass(frozen=True)
class GameOpenedAnswer:
    """A game was opened, from ``preset`` if that is not empty.

    ``terms`` are the settings, each as it is written, that ``rulebook`` brought because the letter did not name them.
    """

    preset: str = ""
    rulebook: str = ""
    terms: tuple[str, ...] = ()


def opened_lines(opened: GameOpenedAnswer, phrasing: Phrasing) -> Iterator[str]:
    """Yield the sentences of the answer."""
    yield phrasing.say("opened.preset", preset=opened.preset) if opened.preset else phrasing.say("opened.plain")
    if opened.terms:
        yield phrasing.say("opened.terms", rulebook=opened.rulebook, terms=phrasing.listing(map(no_wrap, opened.terms)))


@dataclass(frozen=True)
class OrderAccepted:
    """An order was accepted.

    ``void`` when the rules make it void as things stand; ``replaced`` when the unit already had an order from an
    earlier line or letter. ``put_right`` are names with a slip, each with the region that it was read as.
    """

    power: Power
    order: Order
    void: VoidOrder | None = None
    replaced: bool = False
    put_right: tuple[tuple[str, Province], ...] = ()


@dataclass(frozen=True)
class OrdersOffered:
    """Orders that were read and are not followed before their writer says yes; the other fields as in ``Offered``.

    ``plans`` are lines as they were written, for a later phase.
    """

    orders: tuple[Order, ...]
    why: OfferReason
    about: str = ""
    plans: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrdersDropped:
    """Orders that their writer has taken back: they are in force no longer."""

    orders: tuple[Order, ...]


@dataclass(frozen=True)
class ScoutOrderAccepted:
    """An order to a scout was accepted.

    ``futile`` is why it will achieve nothing, with the orders ``instead`` that may work; ``replaced`` is the earlier
    order for which no scout is left.
    """

    power: Power
    errand: ScoutOrder
    futile: ErrandFailure | None = None
    replaced: ScoutOrder | None = None
    instead: tuple[ScoutOrder, ...] = ()


@dataclass(frozen=True)
class Done:
    """A command was carried out, or noted; ``what`` are the words that the sentence of its outcome needs."""

    outcome: Outcome
    what: str = ""


@dataclass(frozen=True)
class PressAccepted:
    """Press was accepted.

    ``reached`` are its recipients, now or once it is no longer held; ``masked`` when its writer's reply address was
    taken out of it; ``by_habit`` when a playing master did not say under which name it goes, so that the usual one is
    used.
    """

    press: PressSent
    reached: Delivery
    masked: bool = False
    by_habit: bool = False


class Unknown(Enum):
    """The kind of thing that a command named and the judge does not know; the value is the key of its sentence."""

    GAME = "unknown_game"
    POWER = "unknown_power"
    RECIPIENTS = "unknown_readers"  # named so that nobody can tell who is meant
    SETTING = "unknown_setting"
    VALUE = "unknown_value"
    PHASE = "unknown_phase"  # no phase of that name has closed, or is open where that is meant
    UNIT = "unknown_unit"
    REGION = "unknown_region"
    CONDITION = "unknown_condition"  # has no place in a condition
    AND_OR_WITHOUT_BRACKETS = "unknown_joint"  # AND beside OR without brackets
    WISH = "unknown_wish"
    RETREAT = "unknown_way"  # no unit could ever retreat there
    BUILD = "unknown_build"  # the power could never build that
    NOT_IN_BLOCK = "unknown_stray"  # a line that cannot stand in a block of conditions
    BEHIND_LIST_END = "unknown_after_all"  # stands behind the word that ends a list
    LETTER = "unknown_letter"
    FORMAT = "unknown_format"  # no format a game can be exported to
    PAGE_FORM = "unknown_page_form"  # neither a notation nor a language
    TOURNAMENT = "unknown_tournament"
    MOTION = "unknown_motion"  # nothing that can be voted for
    CORRECTION = "unknown_amendment"  # no line of a correction
    TROOP = "unknown_troop"  # a unit of which nobody knows what it is
    LINE_IN_REPLY = "unknown_in_reply"  # a line for the judge in a reply to press, which is not sent with it
    COMMAND_IN_PRESS = "unknown_in_press"  # a line for the judge in a letter to others
    COMMAND_IN_DIARY = "unknown_in_diary"
    COMMAND_IN_LETTER = "unknown_in_letter"  # to the editor
    GAME_NAME = "unknown_name"  # no game may be called so
    OTHER_GAME = "unknown_other_game"  # the letter went to the address of another game
    COMMAND_WISHED = "unknown_near_command"  # no command, but a sentence that wishes for one
    PRESS_WISHED = "unknown_near_press"  # words for other players, outside of press
    NOT_IN_TUTORIAL = "unknown_in_tutorial"  # names no lesson, and nothing that lessons take
    NOT_IN_PRACTICE = "unknown_in_practice"  # a setting that practice games do not take
    MORE_THAN_ONE = "unknown_one_only"  # stands behind the one unit or region that the line is about


class WordAtPlace(Protocol):
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
class InvalidCommand:
    """A command that could not be read: the word at fault, its place in the line, and what would work.

    ``end`` is 0 where no place of the line is at fault. ``bounds`` is the key of a sentence on the values allowed;
    ``setting`` is a setting whose help page lists them.
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
        cls, what: Unknown, word: WordAtPlace, hints: tuple[str, ...] = (), bounds: str = "", setting: str = ""
    ) -> "InvalidCommand":
        """Return the fault of a word; an empty word is missing at its place."""
        return cls(what, word.text, word.start, word.end, hints, bounds, setting)

    @classmethod
    def missing(
        cls, what: Unknown, at: int, hints: tuple[str, ...] = (), bounds: str = "", setting: str = ""
    ) -> "InvalidCommand":
        """Return the fault of a word that is missing at this place of the line."""
        return cls(what, "", at, at, hints, bounds, setting)


@dataclass(frozen=True)
class TextAnswer:
    """The answer is a text of its own: the state of a game, a list, a page of the help.

    ``charted`` where it tells the centres by years: after which event of the game; 0 where it does not. ``file`` is
    what it says is attached.
    """

    text: str
    charted: int = 0
    file: AttachedFile | None = None


@dataclass(frozen=True)
class KeptInAdvance:
    """A line, or a block of conditions, was kept for a later phase.

    ``seen`` when its conditions will be judged by what its writer can see then.
    """

    phase: Phase
    seen: bool = False


@dataclass(frozen=True)
class NotKeptInAdvance:
    """A line was not kept for a later phase, as in no position could it be an order of that phase.

    ``whole`` when it stands in a block; of such a block nothing is kept.
    """

    phase: Phase
    why: Misread | InvalidCommand
    whole: bool = False


@dataclass(frozen=True)
class CorrectionRefused:
    """A line of a correction that the board does not allow, from ``start`` to ``end``; its whole block was refused."""

    why: CorrectionError
    start: int
    end: int


@dataclass(frozen=True)
class WhatIfAnswer:
    """Part of the answer to a what-if: a sentence on one line, or the whole report.

    Both say that nothing of it has happened.
    """

    sentence: str = ""
    report: str = ""


@dataclass(frozen=True)
class RefusedPart:
    """A line refused because of the words from ``start`` to ``end``; ``hints`` are what could stand there instead."""

    why: Refused
    start: int
    end: int
    hints: tuple[str, ...] = ()


CommandFault = InvalidCommand | RefusedPart | Refused
"""A fault of a command that opens a game or takes a seat."""


@dataclass(frozen=True)
class SeveralFaults:
    """A command with several faults; nothing of it was done."""

    faults: tuple[CommandFault, ...]


def answer_for_faults(faults: Sequence[CommandFault]) -> CommandFault | SeveralFaults:
    """Return the answer to a command with these faults, of which there is at least one."""
    different = tuple(dict.fromkeys(faults))
    return different[0] if len(different) == 1 else SeveralFaults(different)


ProblemAnswer = Misread | Refused | InvalidCommand | RefusedPart | SeveralFaults | CorrectionRefused | NotKeptInAdvance
"""An answer to a line that was not carried out."""

LineAnswer = (
    OrderAccepted
    | OrdersOffered
    | OrdersDropped
    | ScoutOrderAccepted
    | Done
    | GameOpenedAnswer
    | PressAccepted
    | KeptInAdvance
    | TextAnswer
    | WhatIfAnswer
    | ProblemAnswer
)


@dataclass(frozen=True)
class AnsweredLine:
    """One line of a letter, or one block of press, with its answer."""

    line: str
    answer: LineAnswer


class Fate(Enum):
    """What becomes of a line of new text; each has exactly one."""

    IN_FORCE = "in force"
    OFFERED = "offered"  # one reading, not certain enough to be followed: a yes makes it count
    EXPLAINED = "explained"  # not carried out, with the place, the reason and what would work
    CONVERSATION = "conversation"  # about nothing that the judge does


def fate_of(answer: LineAnswer) -> Fate:
    """Return the fate of a line with this answer."""
    match answer:
        case OrdersOffered():
            return Fate.OFFERED
        case Done(Outcome.PLAIN_WORDS):
            return Fate.CONVERSATION
        case Done(outcome):
            return Fate.EXPLAINED if outcome.is_problem else Fate.IN_FORCE
        case (
            OrderAccepted()
            | OrdersDropped()
            | ScoutOrderAccepted()
            | GameOpenedAnswer()
            | PressAccepted()
            | KeptInAdvance()
            | TextAnswer()
            | WhatIfAnswer()
        ):
            return Fate.IN_FORCE
        case (
            Misread()
            | Refused()
            | InvalidCommand()
            | RefusedPart()
            | SeveralFaults()
            | CorrectionRefused()
            | NotKeptInAdvance()
        ):
            return Fate.EXPLAINED
        case _:
            assert_never(answer)


class UnreadableReason(Enum):
    """Why nothing could be read in a letter; the value is the key of its sentence."""

    EMPTY = "empty"  # once quoted text and signature are taken away
    ATTACHMENT_ONLY = "attachment_only"
    STRUCK_ONLY = "struck_only"  # all that was new
    TOO_STYLED = "too_styled"  # its style sheets take too much work to be read
    SET_ASIDE = "set_aside"  # reading it failed again and again
