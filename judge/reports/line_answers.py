"""The answers to lines of a letter, as values, and the outcomes that each have a sentence."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Protocol, assert_never

from judge.game.orders.order_status import VoidOrder
from judge.game.press.messages import PressSent, Recipients, SendPress
from judge.game.press.rules import Delivery
from judge.game.refusals import Refused
from judge.notation.line import Misread, OfferReason
from judge.reports.layout import no_wrap
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.corrections import CorrectionError
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.rules.verdicts import Illegal
from judge.rules.war.scouts import ErrandFailure, ScoutOrder
from judge.store.records import LetterPicture
from judge.system.files import AttachedFile

# --- the outcomes of a line of a letter other than an order accepted; each has its sentence


_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Outcome(StrEnum):
    """The outcome of a line that gave no order; its name in small letters is the key of its sentence.

    An outcome that is an event of the game bears the name of that event.
    """

    NOT_DONE_YET = auto()  # the line is right, but another one that it goes with is not
    PLAYER_JOINED = auto()
    PRACTICE_OPENED = auto()
    LESSON_CHOSEN = auto()
    TUTORIAL_ELSEWHERE = auto()  # a letter about a game begins none: write to ``what``
    PRACTICE_ELSEWHERE = auto()  # a letter about a game opens no other: write to ``what``
    SEAT_ASKED = auto()  # of the master, who lets people in
    WISHES_CHANGED = auto()
    OBSERVER_CAME = auto()  # the game ``what``
    OBSERVER_LEFT = auto()
    DIARY_WRITTEN = auto()  # for themselves, in the phase ``what``
    STANDBY_ADDED = auto()  # for a seat, or for a power to take over
    PLAYER_LEFT = auto()
    STANDBY_LEFT = auto()
    MUSTER_ANSWERED = auto()  # answered the muster
    MUSTER_ANSWERED_BY_ORDER = auto()  # the same, by an order that is for nobody yet
    PLAYER_APPROVED = auto()
    PLAYER_INVITED = auto()
    REQUEST_CLOSED = auto()
    POWER_PLACED = auto()
    GAME_STARTED = auto()
    SIGNED_ON = auto()  # as with an older judge
    SCOUTS_REST = auto()  # the scouts (``what``), which had no order
    NO_SCOUT_WITHOUT_ORDER = auto()  # to rest: each has its order
    STRATEGIST_ASKED = auto()  # at the address ``what``
    STRATEGIST_LEFT = auto()  # to who shares it
    PAIR_AGREED = auto()
    STRATEGIST_JOINED = auto()
    ORDERS_WITHDRAWN = auto()  # all orders taken back
    ORDERS_MEANT = auto()  # void orders are meant
    NO_ORDER_VOID = auto()  # no order is void
    OFFER_DROPPED = auto()  # by a no
    PRESS_DROPPED = auto()  # likewise, words to other players
    NO_TO_ORDERS_THAT_STOOD = auto()  # a mere no to orders that were in force before they were put in question
    WHICH_PLAN = auto()  # a yes to several plans
    STILL_OPEN = auto()  # a reply that says neither yes nor no
    WISH_OFFERED = auto()  # a sentence wishes for what the line ``what`` does once its writer says yes
    WISH_DROPPED = auto()  # by a no
    IN_FORCE_ALREADY = auto()  # orders to which somebody says yes
    NOTHING_OFFERED = auto()  # any more: a yes to what is settled
    NOTHING_TO_REFUSE = auto()  # a no where nothing is offered
    ADVANCE_DROPPED = auto()  # orders in advance taken back
    ALL_ORDERS_DROPPED = auto()  # orders, orders in advance, wishes
    WISH_KEPT = auto()
    WISHES_DROPPED = auto()
    PREFERENCE_SET = auto()
    ORDERS_HEADING = auto()  # heads the orders below it
    SUBJECT_HEADING = auto()  # the subject of the letter does, and names another phase
    LETTERS_RESENT = auto()  # letters missed
    MOVE_ASKED = auto()
    OWN_TOKEN_CHANGED = auto()
    TOKEN_CHANGED = auto()
    SEAT_TAKEN = auto()  # an empty seat is theirs
    SEAT_DECLINED = auto()  # a seat that was offered
    SEAT_VACATED = auto()
    REPLACEMENT_SOUGHT = auto()  # as soon as somebody takes the seat
    SEARCH_ENDED = auto()  # who was about to leave
    PLAYER_EJECTED = auto()  # the player of (``what``)
    SUCCESSOR_ASKED = auto()  # at the address ``what``
    SEAT_RETURNED = auto()
    ABSENCE_TOLD = auto()  # (``what``) days away
    ABSENCE_CANCELLED = auto()
    CLOSE_HELD = auto()  # no early close of this phase
    CLOSE_RELEASED = auto()
    DEADLINE_MOVED = auto()  # to (``what``)
    GAME_PAUSED = auto()
    VOTE_CAST = auto()  # for ``what``, until it is taken back
    VOTE_AGREED = auto()  # the last one for what the master proposed (``what``)
    VOTE_CAST_FOR_PHASE = auto()  # until the phase closes
    VOTES_WITHDRAWN = auto()
    SETTINGS_CHANGED = auto()
    ACT_PROPOSED = auto()  # by a master who plays, to the others
    CLOSE_FORCED = auto()  # the open phase, by the master
    ROLLED_BACK = auto()
    POSITION_CORRECTED = auto()
    GAME_OFFERED = auto()  # the game, to ``what``
    GAME_TERMINATED = auto()
    ALLIANCE_ANNOUNCED = auto()  # with ``what``, which has not announced it yet
    ALLIANCE_MADE = auto()
    ANNOUNCEMENT_TAKEN_BACK = auto()  # what was announced alone
    ALLIANCE_BROKEN = auto()
    WAR_ENTERED = auto()
    WAR_ENTERED_BEYOND_ALLOWANCE = auto()  # likewise, with more units than its land allows
    UNIT_STRENGTHENED = auto()  # the unit ``what``
    FACTORY_BUILT = auto()
    UNITS_REPAIRED = auto()  # ``what`` hit points may still be given back
    REGION_QUARANTINED = auto()
    REGION_RELEASED = auto()
    TROOP_ADDED = auto()
    TOURNAMENT_OPENED = auto()  # of the name ``what``
    TOURNAMENT_ENTERED = auto()  # ``what``
    TOURNAMENT_LEFT = auto()  # ``what``
    ENTRIES_CLOSED = auto()  # those of ``what``: its first round is seated
    TOURNAMENT_CANCELLED = auto()  # ``what``, after the round that is being played
    GAZETTE_SUBSCRIBED = auto()  # the next one is due (``what``)
    GAZETTE_UNSUBSCRIBED = auto()
    NAMED_AS_PLAYER = auto()
    NOT_NAMED_AS_PLAYER = auto()
    NO_GAZETTE = auto()  # this judge sends none
    DIGEST_SET = auto()  # when it comes (``what``)
    DIGEST_ENDED = auto()
    DIGEST_ENDED_WITH_LAST = auto()  # for something has waited
    ZINE_SUBSCRIBED = auto()  # as a letter, or with its file (``what``)
    ZINE_UNSUBSCRIBED = auto()
    OWN_DATA_ALONE = auto()
    NOT_TO_BE_FORGOTTEN = auto()
    NOT_FORGOTTEN_ORDERS_STAND = auto()  # the word that ended it elsewhere takes orders back
    NO_FORGETTING = auto()
    LETTER_TO_EDITOR_SIGNED = auto()  # by ``what``
    LETTER_TO_EDITOR_UNSIGNED = auto()
    TRIBUNE_HELD = auto()  # signed or not (``what``), until the operator lets it through
    TRIBUNE_OPEN = auto()  # signed or not (``what``): the next gazette has it
    TRIBUNE_PRINTED = auto()  # by the operator, as the next two
    TRIBUNE_DROPPED = auto()
    NOT_OF_TRIBUNE = auto()  # no such letter waits, or somebody else decides
    NOT_OF_EDITOR = auto()  # the zine is somebody else's
    NOT_AT_THE_DESK = auto()  # because ``what``
    TEXT_NOT_PLACED = auto()  # because ``what``
    ISSUE_PUBLISHED = auto()  # which, to how many in which language (``what``)
    LETTERS_TO_EDITOR_WITHDRAWN = auto()  # so many (``what``)
    NO_LETTER_WAITS = auto()  # that could be withdrawn
    NO_LETTER_TO_EDITOR = auto()
    BLOCKED = auto()  # whom (``what``) the writer wishes to meet in no game
    UNBLOCKED = auto()
    NOT_BLOCKED = auto()  # under that name
    TOO_MANY_BLOCKED = auto()  # more than ``what``
    PRESS_MUTED = auto()  # of the powers ``what``
    PRESS_HEARD = auto()  # of the powers ``what``, again
    QUEUE_JOINED = auto()  # wishing ``what``
    QUEUE_LEFT = auto()
    NOT_IN_QUEUE = auto()
    QUEUE_FULL = auto()
    COMPLAINT_SENT = auto()  # about the power ``what``, to the master
    COMPLAINT_TO_ADMINS = auto()  # about the power ``what``
    SENT_TO_ADMINS = auto()
    NO_ADMINS = auto()  # nobody may write to them
    TOO_MANY_LETTERS_TO_ADMINS = auto()  # ``what`` within a day
    LETTER_TO_EDITOR_TOO_LONG = auto()  # more than ``what`` characters
    TOO_MANY_LETTERS_TO_EDITOR = auto()  # ``what`` of the writer wait
    FILE_WITHHELD = auto()  # nothing proves who asks for it
    FILE_TOO_LARGE = auto()  # for any letter: ``what`` are its size and the most there may be
    FILES_TOO_LARGE = auto()  # for a letter that bears others already
    PLAIN_WORDS = auto()  # a greeting: neither a command nor near to any order
    NOT_FORWARDED = auto()  # prose in answer to a player's letter, that says nowhere who is to get it
    WENT_AS_PRESS = auto()  # a line for the judge in a reply to press
    REPLY_TO_NOTHING = auto()  # to no letter that is known
    BELOW_END_NOT_READ = auto()  # looked like an order, but stood below the end
    WORDS_STRUCK_OUT = auto()  # holds words that its writer has struck out
    ATTACHMENT = auto()  # an attachment, by its name
    ATTACHMENT_WITH_ORDERS = auto()  # one that seems to hold orders
    SAME_ORDERS_WISHED = auto()  # as those of another phase, which are never carried over
    TOLD_HERE = auto()  # a question why that is not about a closed phase: the answer says what it knows
    FOR_A_PERSON = auto()  # a question or a complaint that no command answers
    ORDERS_ASKED = auto()  # whether they have come: those in force are shown in every answer
    ATTACHED_ORDERS_MENTIONED = auto()  # as the letter says
    ORDERS_CONFIRMED = auto()  # as given
    TOO_MUCH_PRESS = auto()  # one piece of press more than (``what``) are sent on of one letter
    TOO_MANY_QUESTIONS = auto()  # one question more than (``what``) are answered in one letter
    TOO_MANY_MISREAD = auto()  # the first line after too many that were not understood
    JUDGE_FAILED = auto()  # over this line, by a fault of its own
    SPOKEN_UNREAD = auto()  # a sentence beside others that open a game
    BEYOND_LENGTH_READ = auto()  # the first piece beyond what is read of a very long letter
    TOO_MANY_NAMED = auto()  # of the addresses on a line only so many (``what``) count
    TOO_MANY_LINES = auto()  # the first line after as many (``what``) as are read of one letter

    @classmethod
    def of(cls, event: type) -> "Outcome":
        """The outcome that bears the name of a class of events; ValueError where none does."""
        return cls(_CAPITAL.sub("_", event.__name__).lower())

    @property
    def is_problem(self) -> bool:
        """Whether something that the writer may have wanted was not done."""
        return self in {
            *(Outcome.NOT_DONE_YET, Outcome.NOTHING_OFFERED, Outcome.NOTHING_TO_REFUSE, Outcome.STILL_OPEN),
            *(Outcome.NO_TO_ORDERS_THAT_STOOD, Outcome.WHICH_PLAN, Outcome.PRACTICE_ELSEWHERE),
            *(Outcome.TUTORIAL_ELSEWHERE, Outcome.NO_GAZETTE, Outcome.NO_LETTER_TO_EDITOR, Outcome.NOT_OF_TRIBUNE),
            *(Outcome.NOT_IN_QUEUE, Outcome.QUEUE_FULL, Outcome.NOT_OF_EDITOR, Outcome.NOT_AT_THE_DESK),
            *(Outcome.NO_ADMINS, Outcome.TOO_MANY_LETTERS_TO_ADMINS, Outcome.LETTER_TO_EDITOR_TOO_LONG),
            *(Outcome.OWN_DATA_ALONE, Outcome.NOT_BLOCKED, Outcome.TOO_MANY_BLOCKED, Outcome.FILE_WITHHELD),
            *(Outcome.TOO_MANY_LETTERS_TO_EDITOR, Outcome.FILE_TOO_LARGE, Outcome.TEXT_NOT_PLACED),
            *(Outcome.FILES_TOO_LARGE, Outcome.BELOW_END_NOT_READ, Outcome.NOT_FORWARDED, Outcome.REPLY_TO_NOTHING),
            *(Outcome.ATTACHMENT_WITH_ORDERS, Outcome.SAME_ORDERS_WISHED, Outcome.ATTACHED_ORDERS_MENTIONED),
            *(Outcome.TOO_MANY_QUESTIONS, Outcome.TOO_MUCH_PRESS, Outcome.TOO_MANY_MISREAD, Outcome.JUDGE_FAILED),
            *(Outcome.BEYOND_LENGTH_READ, Outcome.SPOKEN_UNREAD, Outcome.TOO_MANY_LINES, Outcome.TOO_MANY_NAMED),
        }


# --- the answers to lines of a letter, as values; the acknowledgement puts them into words


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
    """Orders not followed before a yes; ``plans`` are lines for a later phase, the other fields as in ``Offered``."""

    orders: tuple[Order, ...]
    why: OfferReason
    about: str = ""
    plans: tuple[str, ...] = ()


@dataclass(frozen=True)
class OrderAskedAbout:
    """The answer to a question whether an order may be given: ``why`` the rules forbid it, None where they do not.

    Without an ``order`` the question was what may be done; that is ``instead``.
    """

    order: Order | None = None
    why: Illegal | None = None
    instead: tuple[Order, ...] = ()


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


@dataclass(frozen=True)
class PressRead:
    """Press that was read where nobody wrote any: sent to ``to`` once its writer says so.

    ``by_yes``: a yes says so, else the word for press alone. A reply to press (``command`` answers it) reads as orders.
    """

    command: SendPress
    to: Recipients
    by_yes: bool = True


class Unknown(Enum):
    """The kind of thing that a command named and the judge does not know; the value is the key of its sentence."""

    GAME = "unknown_game"
    POWER = "unknown_power"
    SEAT = "unknown_seat"  # a power that somebody would play
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
    PERSON = "unknown_person"
    TOURNAMENT = "unknown_tournament"
    TOURNAMENT_NAME = "unknown_cup_name"  # no tournament may be called so
    ENTRANT_NAME = "unknown_entrant"  # nobody may enter under that name
    STATISTICS = "unknown_statistics"  # neither a board nor a power of the games that have ended
    RULE = "unknown_rule"  # neither a paragraph nor a word of a rule book
    MOTION = "unknown_motion"  # nothing that can be voted for
    CORRECTION = "unknown_amendment"  # no line of a correction
    TROOP = "unknown_troop"  # a unit of which nobody knows what it is
    TROOP_NAME = "unknown_troop_name"  # no letter and name that a new troop may have
    TRAIT = "unknown_trait"  # says nothing of a troop
    LINE_IN_REPLY = "unknown_in_reply"  # a line for the judge in a reply to press, which is not sent with it
    COMMAND_IN_REPLY = "unknown_command_in_reply"  # likewise, where the word for press sends it all the same
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

    ``charted`` where it tells the centres by years: after which event of the game; 0 where it does not. ``file`` and
    ``pictures`` are what it says is attached.
    """

    text: str
    charted: int = 0
    file: AttachedFile | None = None
    pictures: tuple[LetterPicture, ...] = ()


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
    | OrderAskedAbout
    | OrdersDropped
    | ScoutOrderAccepted
    | Done
    | GameOpenedAnswer
    | PressAccepted
    | PressRead
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
        case OrdersOffered() | PressRead() | Done(Outcome.WISH_OFFERED):
            return Fate.OFFERED
        case Done(Outcome.PLAIN_WORDS):
            return Fate.CONVERSATION
        case Done(outcome):
            return Fate.EXPLAINED if outcome.is_problem else Fate.IN_FORCE
        case (
            OrderAccepted()
            | OrderAskedAbout()
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
