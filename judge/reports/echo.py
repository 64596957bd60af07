"""What an acknowledgement says of each line of a letter, as values."""

from dataclasses import dataclass
from enum import Enum

from judge.game.press.events import PressSent
from judge.game.press.post import Delivery
from judge.game.refusals import Refused
from judge.notation.misread import Misread
from judge.rules.board import Power
from judge.rules.corrections import Uncorrectable
from judge.rules.errands import Commission, Futile
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.rules.verdicts import Illegal


@dataclass(frozen=True)
class Ordered:
    """An order was accepted.

    ``void`` when the rules will make it void, if ``seen`` as far as its giver can see; ``replaced`` when an earlier
    line or letter spoke to that unit.
    """

    power: Power
    order: Order
    void: Illegal | None = None
    replaced: bool = False
    seen: bool = False


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


class Deed(Enum):
    """What else a line can have brought about; the value is the name of its sentence."""

    OPENED = "opened"
    OPENED_FROM = "opened_from"  # a preset
    JOINED = "joined"
    SEAT_ASKED = "seat_asked"  # of the master, who lets people in
    WISHES_CHANGED = "wishes_changed"
    WATCHES = "watches"  # the game ``what``
    WATCHES_NO_MORE = "watches_no_more"
    NOTED = "noted"  # for themselves, in the phase ``what``
    WAITING = "waiting"  # for a seat, or for a power to take over
    SEAT_GIVEN_BACK = "seat_given_back"
    WAITS_NO_MORE = "waits_no_more"
    IS_HERE = "is_here"  # answered the muster
    HERE_BY_ORDER = "here_by_order"  # the same, by an order that is for nobody yet
    LET_IN = "let_in"
    INVITED = "invited"
    TURNED_AWAY = "turned_away"
    POWER_PLACED = "power_placed"
    BEGUN = "begun"
    SIGNED_ON = "signed_on"  # as with an older judge
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
    TOOK_OVER = "took_over"  # an empty seat is theirs
    DECLINED = "declined"  # a seat that was offered
    RESIGNED = "resigned"
    LEAVING = "leaving"  # as soon as somebody takes the seat
    STAYS = "stays"  # who was about to leave
    EJECTED = "ejected"  # the player of (``what``)
    SUCCESSOR_ASKED = "successor_asked"  # at the address ``what``
    CAME_BACK = "came_back"
    ABSENCE_TOLD = "absence_told"  # (``what``) days away
    ABSENCE_CANCELLED = "absence_cancelled"
    CLOSE_HELD = "close_held"  # no early close of this phase
    CLOSE_RELEASED = "close_released"
    DEADLINE_MOVED = "deadline_moved"  # to (``what``)
    GAME_PAUSED = "game_paused"
    VOTED = "voted"  # for ``what``, until it is taken back
    VOTED_NOW = "voted_now"  # until the phase closes
    UNVOTED = "unvoted"
    SETTINGS_CHANGED = "settings_changed"
    CLOSED = "closed"  # the open phase, by the master
    ROLLED_BACK = "rolled_back"
    CORRECTED = "corrected"
    OFFERED = "offered"  # the game, to ``what``
    TERMINATED = "terminated"
    ALLIANCE_ANNOUNCED = "alliance_announced"  # with ``what``, which has not announced it yet
    ALLIANCE_MADE = "alliance_made"
    ALLIANCE_TAKEN_BACK = "alliance_taken_back"  # what was announced alone
    ALLIANCE_BROKEN = "alliance_broken"
    WAR_ENTERED = "war_entered"
    STRENGTHENED = "strengthened"  # the unit ``what``
    FACTORY_BUILT = "factory_built"
    REPAIRED = "repaired"  # ``what`` hit points may still be given back
    QUARANTINED = "quarantined"
    RELEASED = "released"
    GAZETTE_ON = "gazette_on"  # the next one is due (``what``)
    GAZETTE_OFF = "gazette_off"
    NO_GAZETTE = "no_gazette"  # this judge sends none
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
            Deed.NO_GAZETTE,
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
    """Press was accepted; ``reached`` are those whom it reaches, or would if what keeps it ended now."""

    press: PressSent
    reached: Delivery


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
    TOURNAMENT = "unknown_tournament"
    MOTION = "unknown_motion"  # nothing that can be voted for
    AMENDMENT = "unknown_amendment"  # no line of a correction
    TROOP = "unknown_troop"  # a unit of which nobody knows what it is
    ONE_ONLY = "unknown_one_only"  # stands behind the one unit or region that the line is about


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
    """A line refused for what stands from ``start`` to ``end``."""

    why: Refused
    start: int
    end: int


ToldAtLength = Shown | Kept | Unkept | Supposed
BarredHere = Unamendable | Barred
Answer = Ordered | SentOut | Did | PressTaken | Wrong | ToldAtLength | BarredHere | Misread | Refused


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
