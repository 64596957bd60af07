"""What a line of a letter can have brought about, besides an order; each has its sentence."""

import re
from enum import Enum

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Deed(Enum):
    """What else a line can have brought about; the value is the name of its sentence."""

    NOT_DONE_YET = "not_done_yet"  # the line is right, but another one that it goes with is not
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
    SCOUTS_REST = "scouts_rest"  # the scouts (``what``), which had no order
    NO_SCOUT_LEFT = "no_scout_left"  # to rest: each has its order
    STRATEGIST_ASKED = "strategist_asked"  # at the address ``what``
    SEAT_LEFT = "seat_left"  # to who shares it
    PAIR_AGREED = "pair_agreed"
    SEAT_SHARED = "seat_shared"
    WITHDRAWN = "withdrawn"  # all orders taken back
    READY = "ready"  # void orders are meant
    READY_ALREADY = "ready_already"  # no order is void
    DROPPED = "dropped"  # orders in advance taken back
    ALL_DROPPED = "all_dropped"  # orders, orders in advance, wishes
    WISH_KEPT = "wish_kept"
    WISHES_DROPPED = "wishes_dropped"
    PREFERENCE_SET = "preference_set"
    HEADING = "heading"  # heads the orders below it
    SUBJECT_HEADING = "subject_heading"  # the subject of the letter does, and names another phase
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
    ANNOUNCEMENT_TAKEN_BACK = "announcement_taken_back"  # what was announced alone
    ALLIANCE_BROKEN = "alliance_broken"
    WAR_ENTERED = "war_entered"
    WAR_ENTERED_BEYOND = "war_entered_beyond"  # likewise, with more units than its land allows
    UNIT_STRENGTHENED = "unit_strengthened"  # the unit ``what``
    FACTORY_BUILT = "factory_built"
    UNITS_REPAIRED = "units_repaired"  # ``what`` hit points may still be given back
    REGION_QUARANTINED = "region_quarantined"
    REGION_RELEASED = "region_released"
    GAZETTE_ON = "gazette_on"  # the next one is due (``what``)
    GAZETTE_OFF = "gazette_off"
    NO_GAZETTE = "no_gazette"  # this judge sends none
    PLAIN_WORDS = "plain_words"  # a greeting: neither a command nor near to any order
    NOT_PASSED_ON = "not_passed_on"  # prose in answer to a player's letter, that says nowhere who is to get it
    NOT_READ = "not_read"  # looked like an order, but stood below the end
    STRUCK = "struck"  # holds words that its writer has struck out
    ATTACHED = "attached"  # an attachment, by its name
    ATTACHED_ORDERS = "attached_orders"  # one that seems to hold orders
    SAME_ORDERS = "same_orders"  # as those of another phase, which are never carried over
    ORDERS_ATTACHED = "orders_attached"  # as the letter says
    ORDERS_STAND = "orders_stand"  # as given
    NOT_SENT = "not_sent"  # one piece of press more than (``what``) are sent on of one letter
    NOT_ANSWERED = "not_answered"  # one question more than (``what``) are answered in one letter
    TOO_UNCLEAR = "too_unclear"  # the first line after too many that were not understood
    BEYOND = "beyond"  # the first piece beyond what is read of a very long letter
    TOO_MANY_NAMED = "too_many_named"  # of the addresses on a line only so many (``what``) count
    TOO_LONG = "too_long"  # the first line after as many (``what``) as are read of one letter

    @classmethod
    def of(cls, event: type) -> "Deed":
        """The deed that bears the name of a class of events; ValueError where none does."""
        return cls(_CAPITAL.sub("_", event.__name__).lower())

    @property
    def is_problem(self) -> bool:
        """Whether it means that something its writer may have wanted was not done."""
        return self in {
            Deed.NOT_DONE_YET,
            Deed.NO_GAZETTE,
            Deed.NOT_READ,
            Deed.NOT_PASSED_ON,
            Deed.ATTACHED_ORDERS,
            Deed.SAME_ORDERS,
            Deed.ORDERS_ATTACHED,
            Deed.NOT_ANSWERED,
            Deed.NOT_SENT,
            Deed.TOO_UNCLEAR,
            Deed.BEYOND,
            Deed.TOO_LONG,
            Deed.TOO_MANY_NAMED,
        }
