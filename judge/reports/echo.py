"""What an acknowledgement says of each line of a letter, as values."""

from dataclasses import dataclass
from enum import Enum

from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.rules.board import Power
from judge.rules.orders import Order
from judge.rules.position import Phase
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
    DROPPED = "dropped"  # orders in advance taken back
    ALL_DROPPED = "all_dropped"  # orders, orders in advance, wishes
    WISH_KEPT = "wish_kept"
    WISHES_DROPPED = "wishes_dropped"
    PREFERENCE_SET = "preference_set"
    HEADING = "heading"  # heads the orders below it
    SENT_AGAIN = "sent_again"  # letters missed
    MOVE_ASKED = "move_asked"
    TOKEN_RENEWED = "token_renewed"  # noqa: S105 - the name of a deed
    TOKEN_GIVEN = "token_given"  # noqa: S105 - likewise
    PLAIN_WORDS = "plain_words"  # a greeting: neither a command nor near to any order
    NOT_READ = "not_read"  # looked like an order, but stood below the end
    ATTACHED = "attached"  # an attachment, by its name
    ATTACHED_ORDERS = "attached_orders"  # one that seems to hold orders
    NOT_SENT = "not_sent"  # one piece of press more than (``what``) are sent on of one letter
    NOT_ANSWERED = "not_answered"  # one question more than (``what``) are answered in one letter
    TOO_UNCLEAR = "too_unclear"  # the first line after too many that were not understood
    TOO_LONG = "too_long"  # the first line after as many (``what``) as are read of one letter

    @property
    def is_problem(self) -> bool:
        """Whether it means that something its writer may have wanted was not done."""
        return self in {
            Deed.NOT_READ,
            Deed.ATTACHED_ORDERS,
            Deed.NOT_ANSWERED,
            Deed.NOT_SENT,
            Deed.TOO_UNCLEAR,
            Deed.TOO_LONG,
        }


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


@dataclass(frozen=True)
class Kept:
    """A line, or a block of conditions, was kept for a phase that is to come."""

    phase: Phase


@dataclass(frozen=True)
class Unkept:
    """Nothing was kept for a phase that is to come: no position could make the line an order of that phase.

    Of a block (``whole``) nothing at all is kept when one word is wrong.
    """

    phase: Phase
    why: Misread | Wrong
    whole: bool = False


@dataclass(frozen=True)
class Supposed:
    """Part of a what-if: a sentence on one line, or the whole report; both say that nothing of it has happened."""

    sentence: str = ""
    report: str = ""


Answer = Ordered | Did | PressTaken | Wrong | Shown | Kept | Unkept | Supposed | Misread | Refused


@dataclass(frozen=True)
class Answered:
    """One line of a letter (or a block of press lines) with its answer."""

    line: str
    answer: Answer


class Trouble(Enum):
    """Why nothing at all could be read in a letter; the value is the name of its sentence."""

    EMPTY = "empty"  # once quoted text and signature are taken away
    ATTACHMENT_ONLY = "attachment_only"
    SET_ASIDE = "set_aside"  # reading it failed again and again
