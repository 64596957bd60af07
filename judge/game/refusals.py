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
    NO_UNIT_THERE = "no_unit_there"
    OVERTAKEN = "overtaken"  # a letter written later has been received already
    TOO_LATE = "too_late"  # the deadline ``at`` of ``phase`` has passed
    OTHER_PHASE = "other_phase"  # the letter names a phase (``phase``) that is not the open one
    WRITTEN_BEFORE = "written_before"  # written (``at``) before the open ``phase`` opened: meant for the one before
    PRESS_TO_NOBODY = "press_to_nobody"  # a named power is not in this game
    EMPTY_PRESS = "empty_press"
    NO_SUCH_POWER = "no_such_power"
    POWER_TAKEN = "power_taken"  # another player has asked for that power first
    LOTS_ONLY = "lots_only"  # powers are drawn by lots in this game
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
