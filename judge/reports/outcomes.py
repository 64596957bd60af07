"""The outcomes of a line of a letter other than an order accepted; each has its sentence."""

import re
from enum import Enum

_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


class Outcome(Enum):
    """The outcome of a line that gave no order; the value is the key of its sentence.

    An outcome that is an event of the game bears the name of that event.
    """

    NOT_DONE_YET = "not_done_yet"  # the line is right, but another one that it goes with is not
    PLAYER_JOINED = "joined"
    PRACTICE_OPENED = "practice_opened"
    LESSON_CHOSEN = "lesson_chosen"
    TUTORIAL_ELSEWHERE = "tutorial_elsewhere"  # a letter about a game begins none: write to ``what``
    PRACTICE_ELSEWHERE = "practice_elsewhere"  # a letter about a game opens no other: write to ``what``
    SEAT_ASKED = "seat_asked"  # of the master, who lets people in
    WISHES_CHANGED = "wishes_changed"
    OBSERVER_CAME = "watches"  # the game ``what``
    OBSERVER_LEFT = "watches_no_more"
    DIARY_WRITTEN = "noted"  # for themselves, in the phase ``what``
    STANDBY_ADDED = "waiting"  # for a seat, or for a power to take over
    PLAYER_LEFT = "seat_given_back"
    STANDBY_LEFT = "waits_no_more"
    MUSTER_ANSWERED = "is_here"  # answered the muster
    MUSTER_ANSWERED_BY_ORDER = "here_by_order"  # the same, by an order that is for nobody yet
    PLAYER_APPROVED = "let_in"
    PLAYER_INVITED = "invited"
    REQUEST_CLOSED = "turned_away"
    POWER_PLACED = "power_placed"
    GAME_STARTED = "begun"
    SIGNED_ON = "signed_on"  # as with an older judge
    SCOUTS_REST = "scouts_rest"  # the scouts (``what``), which had no order
    NO_SCOUT_WITHOUT_ORDER = "no_scout_left"  # to rest: each has its order
    STRATEGIST_ASKED = "strategist_asked"  # at the address ``what``
    STRATEGIST_LEFT = "seat_left"  # to who shares it
    PAIR_AGREED = "pair_agreed"
    STRATEGIST_JOINED = "seat_shared"
    ORDERS_WITHDRAWN = "withdrawn"  # all orders taken back
    ORDERS_MEANT = "ready"  # void orders are meant
    NO_ORDER_VOID = "ready_already"  # no order is void
    OFFER_DROPPED = "offer_dropped"  # by a no
    STILL_OPEN = "still_open"  # a reply that says neither yes nor no
    NOTHING_OFFERED = "nothing_offered"  # any more: a yes to what is settled
    ADVANCE_DROPPED = "dropped"  # orders in advance taken back
    ALL_ORDERS_DROPPED = "all_dropped"  # orders, orders in advance, wishes
    WISH_KEPT = "wish_kept"
    WISHES_DROPPED = "wishes_dropped"
    PREFERENCE_SET = "preference_set"
    ORDERS_HEADING = "heading"  # heads the orders below it
    SUBJECT_HEADING = "subject_heading"  # the subject of the letter does, and names another phase
    LETTERS_RESENT = "sent_again"  # letters missed
    MOVE_ASKED = "move_asked"
    OWN_TOKEN_CHANGED = "token_renewed"  # noqa: S105 - the name of a deed
    TOKEN_CHANGED = "token_given"  # noqa: S105 - likewise
    SEAT_TAKEN = "took_over"  # an empty seat is theirs
    SEAT_DECLINED = "declined"  # a seat that was offered
    SEAT_VACATED = "resigned"
    REPLACEMENT_SOUGHT = "leaving"  # as soon as somebody takes the seat
    SEARCH_ENDED = "stays"  # who was about to leave
    PLAYER_EJECTED = "ejected"  # the player of (``what``)
    SUCCESSOR_ASKED = "successor_asked"  # at the address ``what``
    SEAT_RETURNED = "came_back"
    ABSENCE_TOLD = "absence_told"  # (``what``) days away
    ABSENCE_CANCELLED = "absence_cancelled"
    CLOSE_HELD = "close_held"  # no early close of this phase
    CLOSE_RELEASED = "close_released"
    DEADLINE_MOVED = "deadline_moved"  # to (``what``)
    GAME_PAUSED = "game_paused"
    VOTE_CAST = "voted"  # for ``what``, until it is taken back
    VOTE_AGREED = "agreed_to"  # the last one for what the master proposed (``what``)
    VOTE_CAST_FOR_PHASE = "voted_now"  # until the phase closes
    VOTES_WITHDRAWN = "unvoted"
    SETTINGS_CHANGED = "settings_changed"
    ACT_PROPOSED = "act_proposed"  # by a master who plays, to the others
    CLOSE_FORCED = "closed"  # the open phase, by the master
    ROLLED_BACK = "rolled_back"
    POSITION_CORRECTED = "corrected"
    GAME_OFFERED = "offered"  # the game, to ``what``
    GAME_TERMINATED = "terminated"
    ALLIANCE_ANNOUNCED = "alliance_announced"  # with ``what``, which has not announced it yet
    ALLIANCE_MADE = "alliance_made"
    ANNOUNCEMENT_TAKEN_BACK = "announcement_taken_back"  # what was announced alone
    ALLIANCE_BROKEN = "alliance_broken"
    WAR_ENTERED = "war_entered"
    WAR_ENTERED_BEYOND_ALLOWANCE = "war_entered_beyond"  # likewise, with more units than its land allows
    UNIT_STRENGTHENED = "unit_strengthened"  # the unit ``what``
    FACTORY_BUILT = "factory_built"
    UNITS_REPAIRED = "units_repaired"  # ``what`` hit points may still be given back
    REGION_QUARANTINED = "region_quarantined"
    REGION_RELEASED = "region_released"
    GAZETTE_SUBSCRIBED = "gazette_on"  # the next one is due (``what``)
    GAZETTE_UNSUBSCRIBED = "gazette_off"
    NO_GAZETTE = "no_gazette"  # this judge sends none
    ZINE_SUBSCRIBED = "zine_on"  # as a letter, or with its file (``what``)
    ZINE_UNSUBSCRIBED = "zine_off"
    LETTER_TO_EDITOR_SIGNED = "letter_signed"  # by ``what``
    LETTER_TO_EDITOR_UNSIGNED = "letter_unsigned"
    LETTERS_TO_EDITOR_WITHDRAWN = "letters_withdrawn"  # so many (``what``)
    NO_LETTER_WAITS = "no_letter_waits"  # that could be withdrawn
    NO_LETTER_TO_EDITOR = "no_letter_text"
    LETTER_TO_EDITOR_TOO_LONG = "letter_too_long"  # more than ``what`` characters
    TOO_MANY_LETTERS_TO_EDITOR = "too_many_letters"  # ``what`` of the writer wait
    FILE_WITHHELD = "file_withheld"  # nothing proves who asks for it
    FILE_TOO_LARGE = "file_too_large"  # for any letter: ``what`` are its size and the most there may be
    FILES_TOO_LARGE = "files_too_large"  # for a letter that bears others already
    PLAIN_WORDS = "plain_words"  # a greeting: neither a command nor near to any order
    NOT_FORWARDED = "not_passed_on"  # prose in answer to a player's letter, that says nowhere who is to get it
    WENT_AS_PRESS = "went_as_press"  # a line for the judge in a reply to press
    REPLY_TO_NOTHING = "reply_to_nothing"  # to no letter that is known
    BELOW_END_NOT_READ = "not_read"  # looked like an order, but stood below the end
    WORDS_STRUCK_OUT = "struck"  # holds words that its writer has struck out
    ATTACHMENT = "attached"  # an attachment, by its name
    ATTACHMENT_WITH_ORDERS = "attached_orders"  # one that seems to hold orders
    SAME_ORDERS_WISHED = "same_orders"  # as those of another phase, which are never carried over
    FOR_A_PERSON = "for_a_person"  # a question or a complaint that no command answers
    ORDERS_ASKED = "orders_asked"  # whether they have come: those in force are shown in every answer
    ATTACHED_ORDERS_MENTIONED = "orders_attached"  # as the letter says
    ORDERS_CONFIRMED = "orders_stand"  # as given
    TOO_MUCH_PRESS = "not_sent"  # one piece of press more than (``what``) are sent on of one letter
    TOO_MANY_QUESTIONS = "not_answered"  # one question more than (``what``) are answered in one letter
    TOO_MANY_MISREAD = "too_unclear"  # the first line after too many that were not understood
    BEYOND_LENGTH_READ = "beyond"  # the first piece beyond what is read of a very long letter
    TOO_MANY_NAMED = "too_many_named"  # of the addresses on a line only so many (``what``) count
    TOO_MANY_LINES = "too_long"  # the first line after as many (``what``) as are read of one letter

    @classmethod
    def of(cls, event: type) -> "Outcome":
        """The deed that bears the name of a class of events; ValueError where none does."""
        return cls(_CAPITAL.sub("_", event.__name__).lower())

    @property
    def is_problem(self) -> bool:
        """Whether something that the writer may have wanted was not done."""
        return self in {
            Outcome.NOT_DONE_YET,
            Outcome.NOTHING_OFFERED,
            Outcome.STILL_OPEN,
            Outcome.PRACTICE_ELSEWHERE,
            Outcome.TUTORIAL_ELSEWHERE,
            Outcome.NO_GAZETTE,
            Outcome.NO_LETTER_TO_EDITOR,
            Outcome.LETTER_TO_EDITOR_TOO_LONG,
            Outcome.TOO_MANY_LETTERS_TO_EDITOR,
            Outcome.FILE_WITHHELD,
            Outcome.FILE_TOO_LARGE,
            Outcome.FILES_TOO_LARGE,
            Outcome.BELOW_END_NOT_READ,
            Outcome.NOT_FORWARDED,
            Outcome.WENT_AS_PRESS,
            Outcome.REPLY_TO_NOTHING,
            Outcome.ATTACHMENT_WITH_ORDERS,
            Outcome.SAME_ORDERS_WISHED,
            Outcome.ATTACHED_ORDERS_MENTIONED,
            Outcome.TOO_MANY_QUESTIONS,
            Outcome.TOO_MUCH_PRESS,
            Outcome.TOO_MANY_MISREAD,
            Outcome.BEYOND_LENGTH_READ,
            Outcome.TOO_MANY_LINES,
            Outcome.TOO_MANY_NAMED,
        }
