"""Refusals: what a person may not do, now or at all; each is a value with the facts its answer needs."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.rules.board import Power, Province
from judge.rules.position import Phase


class Refusal(Enum):
    """Why a command changed nothing; the value is the name of its sentence."""

    NAME_TAKEN = "name_taken"  # a game of that name exists
    ALREADY_JOINED = "already_joined"
    GAME_FULL = "game_full"
    NOT_A_PLAYER = "not_a_player"  # only players of this game may do that
    NOT_STARTED = "not_started"
    GAME_OVER = "game_over"
    NOT_YOUR_UNIT = "not_your_unit"
    NOT_YOUR_POWER = "not_your_power"  # a heading names a power that somebody else plays
    NO_UNIT_THERE = "no_unit_there"
    OVERTAKEN = "overtaken"  # a letter written later has been received already
    TOO_LATE = "too_late"  # the deadline ``at`` of ``phase`` has passed
    OTHER_PHASE = "other_phase"  # the letter names a phase (``phase``) that is not the open one
    PHASE_UNREAD = "phase_unread"  # the letter names a phase above it in words that name none
    WRITTEN_BEFORE = "written_before"  # written (``at``) before the open ``phase`` opened: meant for the one before
    NO_ADVANCE = "no_advance"  # this game takes no orders in advance
    TOO_FAR_AHEAD = "too_far_ahead"  # ``phase`` is more years away than orders are kept
    TOO_MUCH_KEPT = "too_much_kept"  # for ``phase``
    AFTER_THE_END = "after_the_end"  # the game ends before ``phase``
    CONDITION_NOW = "condition_now"  # conditions are for phases ahead, not for the open ``phase``
    NOTHING_KEPT = "nothing_kept"  # there was nothing to take back, for ``phase`` or at all
    PRESS_TO_NOBODY = "press_to_nobody"  # a named power is not in this game
    EMPTY_PRESS = "empty_press"
    NO_SUCH_POWER = "no_such_power"
    POWER_TAKEN = "power_taken"  # another player has asked for that power first
    LOTS_ONLY = "lots_only"  # powers are drawn by lots in this game
    WHATIFS_USED_UP = "whatifs_used_up"  # the next one may be asked at ``at``
    NO_PLAYER_THERE = "no_player_there"  # nobody plays ``power``
    NOT_THE_MASTER = "not_the_master"
    ADDRESS_TAKEN = "address_taken"  # another person of the game is written to there, or the same one is already
    MOVE_PENDING = "move_pending"  # one was asked for just now; the next may be at ``at``
    COPIES_USED_UP = "copies_used_up"  # no more letters are sent again today
    NO_SUCH_RULEBOOK = "no_such_rulebook"
    NO_SUCH_BOARD = "no_such_board"


@dataclass(frozen=True)
class Refused:
    """A command that changed nothing, and why; the other fields are set where the reason needs them."""

    why: Refusal
    province: Province | None = None
    power: Power | None = None
    phase: Phase | None = None
    at: datetime | None = None
