"""Refusals: why a command is not allowed, now or at all, with the facts that its answer needs."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.rules.board import Power, Province
from judge.rules.position import Phase


class Refusal(Enum):
    """Why a command changed nothing; the value is the name of its sentence."""

    STRATEGISTS_FULL = "strategists_full"  # a seat has as many players (``days``) as it may
    NO_STRATEGISTS = "no_strategists"  # no power of the board may have two players
    PLAYS_ALREADY = "plays_already"  # whoever is to share a seat has one, or is the master
    SHARES_ALREADY = "shares_already"  # whoever is to share a seat shares it
    ALREADY_ASKED_TO_SHARE = "already_asked_to_share"
    NAME_TAKEN = "name_taken"  # a game of that name exists
    ALREADY_JOINED = "already_joined"
    GAME_FULL = "game_full"
    NO_SEAT = "no_seat"  # for the writer, as things are; nobody learns why
    ALREADY_WAITING = "already_waiting"
    ALREADY_ASKED = "already_asked"  # the master, who has not answered yet
    HAS_JOINED = "has_joined"  # somebody else, of whom the master speaks
    SEATS_FREE = "seats_free"
    ALREADY_STARTED = "already_started"
    MASTER_ONLY = "master_only"  # the master of this game does not play
    NOT_WISHED = "not_wished"  # a setting that nobody may wish for in the queue
    NOT_INVITED = "not_invited"
    NO_REQUEST = "no_request"  # nobody has asked from that address
    NO_SUCH_PLAYER = "no_such_player"
    NOT_BY_HAND = "not_by_hand"
    NOT_ASKED = "not_asked"  # no muster waits for that answer
    MUSTER_OPEN = "muster_open"  # until ``at``
    NOT_A_PLAYER = "not_a_player"  # only players of this game may do that
    NOT_STARTED = "not_started"
    GAME_OVER = "game_over"
    NOT_YOUR_UNIT = "not_your_unit"
    NOT_YOUR_POWER = "not_your_power"  # a heading names a power that somebody else plays
    NO_UNIT_THERE = "no_unit_there"
    NO_SCOUT_THERE = "no_scout_there"
    NO_ERRANDS_NOW = "no_errands_now"  # scouts go with movements, and are recruited at adjustments, not in ``phase``
    OVERTAKEN = "overtaken"  # a letter written later has been received already
    TOO_LATE = "too_late"  # the deadline ``at`` of ``phase`` has passed
    OTHER_PHASE = "other_phase"  # the letter names a phase (``phase``) that is not the open one
    SEVERAL_OFFERED = "several_offered"  # another order to the unit in ``province`` waits for a yes, too
    GOVERNED = "governed"  # stands below words that may take it back
    HEADING_UNCLEAR = "heading_unclear"  # a heading names no year, and not the open ``phase``
    WRITTEN_BEFORE = "written_before"  # written (``at``) before the open ``phase`` opened: meant for the one before
    NO_ADVANCE = "no_advance"  # this game takes no orders in advance
    TOO_FAR_AHEAD = "too_far_ahead"  # ``phase`` is more years away than orders are kept
    TOO_MUCH_KEPT = "too_much_kept"  # for ``phase``
    EXPORT_HIDDEN = "export_hidden"  # units that the reader may not see
    EXPORT_OTHER_MAP = "export_other_map"  # the format knows the standard map with its seven powers alone
    EXPORT_TROOPS = "export_troops"  # the format knows armies and fleets alone
    EXPORT_RUNNING = "export_running"  # the format is for games that are over
    ARCHIVE_HIDDEN = "archive_hidden"  # what is hidden from players has no pages before the end
    NO_ARCHIVE = "no_archive"  # of a practice game
    AFTER_THE_END = "after_the_end"  # the game ends before ``phase``
    CONDITION_NOW = "condition_now"  # conditions are for phases ahead, not for the open ``phase``
    NOTHING_KEPT = "nothing_kept"  # there was nothing to take back, for ``phase`` or at all
    PRESS_TO_NOBODY = "press_to_nobody"  # a named power is not in this game
    EMPTY_PRESS = "empty_press"
    PRESS_TO_ONESELF = "press_to_oneself"
    MUTE_ONESELF = "mute_oneself"
    BLOCK_ONESELF = "block_oneself"  # or nobody, where nobody plays a power
    NO_PRESS = "no_press"  # none in this game
    NO_WHITE_PRESS = "no_white_press"  # none signed with the power that writes
    NO_GREY_PRESS = "no_grey_press"  # none without a signature
    NO_BLACK_PRESS = "no_black_press"  # none signed with the name of another power
    NO_FAKES = "no_fakes"  # letters show those who get them
    NO_PRIVATE_PRESS = "no_private_press"  # letters go to everyone
    MASTER_SIGNS = "master_signs"  # whatever the settings say
    OBSERVERS_SILENT = "observers_silent"
    NO_OBSERVERS = "no_observers"  # nobody watches
    RESULTS_OUT = "results_out"  # those of ``phase``
    NOT_A_READER = "not_a_reader"  # of the letter that is answered, any more
    OWN_ADDRESS = "own_address"  # in a text of a game whose players do not know each other
    OWN_NAME = "own_name"  # likewise, as the writer's mail program puts it below a text
    NO_DIARIES = "no_diaries"
    NO_WATCHING = "no_watching"  # nobody may
    HAS_A_PART = "has_a_part"  # and gets all letters as it is
    ALREADY_WATCHING = "already_watching"
    NOT_WATCHING = "not_watching"
    TOLD_LATER = "told_later"  # what has happened in a game, to who has no part in it
    POWER_TAKEN = "power_taken"  # another player has asked for that power first
    NOT_PLAYED = "not_played"  # nobody plays that power on this board
    LOTS_ONLY = "lots_only"  # powers are drawn by lots in this game
    WHATIFS_USED_UP = "whatifs_used_up"  # the next one may be asked at ``at``
    NO_PLAYER_THERE = "no_player_there"  # nobody plays ``power``
    NOT_THE_MASTER = "not_the_master"
    ADDRESS_TAKEN = "address_taken"  # another person of the game is written to there, or the same one is already
    MOVE_PENDING = "move_pending"  # one was asked for just now; the next may be at ``at``
    COPIES_NOT_KEPT = "copies_not_kept"  # letters of long ago, whose bytes are gone
    COPIES_USED_UP = "copies_used_up"  # no more letters are sent again today
    PAUSED = "paused"  # the game stands still since ``at``
    NOT_PAUSED = "not_paused"
    HOUR_PASSED = "hour_passed"  # the deadline would have been ``at``
    HOUR_TOO_FAR = "hour_too_far"
    NEVER_EARLIER = "never_earlier"  # the deadline announced is ``at``
    NO_ABSENCES = "no_absences"  # this game has agreed on none
    DAYS_PASSED = "days_passed"
    TOO_LONG_AWAY = "too_long_away"  # of the budget of ``year`` so many ``days`` are left
    NO_ABSENCE_TOLD = "no_absence_told"
    NO_RESERVE = "no_reserve"  # this game has agreed on none
    NOTHING_TO_TAKE_FOR = "nothing_to_take_for"  # whoever owes nothing in a phase does not move its deadline
    RESERVE_TOO_SMALL = "reserve_too_small"  # so many ``days`` of it are left
    TAKEN_ENOUGH = "taken_enough"  # in the open phase so many ``days`` more may be taken
    NOTHING_TO_HOLD = "nothing_to_hold"  # whoever owes nothing in a phase does not hold it
    NOTHING_HELD = "nothing_held"
    NOT_RELIABLE = "not_reliable"  # the game asks for a better record
    ALREADY_LEAVING = "already_leaving"  # a replacement is sought already
    NO_SEAT_EMPTY = "no_seat_empty"  # nobody is sought for that power, or for any
    WHICH_SEAT = "which_seat"  # several seats are empty, ``power`` is one of them
    OFFERED_TO_ANOTHER = "offered_to_another"  # a stand-by may answer for ``power`` until ``at``
    SEEN_TOO_MUCH = "seen_too_much"  # whoever has seen as master what players may not see does not play
    PLAYED_HERE = "played_here"  # nobody comes back to a game as another power
    NOT_OFFERED = "not_offered"  # there was no offer to decline
    NO_WAY_BACK = "no_way_back"  # the seat was left for good
    ELIMINATED = "eliminated"  # who has neither units nor centres left does not vote
    NO_DRAWS = "no_draws"  # none by vote in this game
    NO_CONCESSIONS = "no_concessions"
    DRAW_OF_ALL = "draw_of_all"  # in this game a draw includes all survivors
    NOT_A_SURVIVOR = "not_a_survivor"  # ``power`` has nothing left, or nobody plays it
    CONCEDE_TO_ONESELF = "concede_to_oneself"
    MASTER_ALREADY = "master_already"
    NOTHING_TO_WRITE = "nothing_to_write"  # only those who must write vote for an extension
    EXTENSION_TOO_LONG = "extension_too_long"
    NO_SUCH_VOTE = "no_such_vote"  # there was none to take back
    SETTING_FIXED = "setting_fixed"  # not to be changed any more
    NAMES_ARE_OPEN = "names_are_open"  # some have joined who may know of each other
    STAYS_HIDDEN = "stays_hidden"  # players have written since
    SETTING_THE_SAME = "setting_the_same"
    MASTER_HAS_SEAT = "master_has_seat"  # with the settings that were wanted its master may not play
    MASTER_PLAYS = "master_plays"  # once the game is over, who has played does nothing that others cannot vote on
    NO_SUCH_PROPOSAL = "no_such_proposal"  # the master proposes nothing under that number
    NOT_CONSULTED = "not_consulted"  # about the proposal: it is their own, or about their seat
    ORDERS_LOCKED = "orders_locked"  # the phase was opened again by a master who plays
    HOUR_TOO_SOON = "hour_too_soon"  # less than the game's grace from now: not before ``at``
    NOT_CLOSED = "not_closed"  # ``phase`` has not closed, or has been undone
    UNCORRECTABLE = "uncorrectable"  # the board does not allow the position
    REASON_WANTED = "reason_wanted"  # a correction without one
    MASTER_IN_FOG = "master_in_fog"  # who plays must not see by a correction or a decree what is hidden from players
    HOUSE_RULES_TOO_LONG = "house_rules_too_long"  # longer than ``days`` characters
    NO_WAR = "no_war"  # this board knows neither troops nor alliances
    ONLY_AT_ADJUSTMENTS = "only_at_adjustments"  # not in ``phase``
    ONLY_AT_TURN_START = "only_at_turn_start"  # not in ``phase``
    ALLY_ONESELF = "ally_oneself"
    ALLIED_ALREADY = "allied_already"
    ANNOUNCED_ALREADY = "announced_already"  # an alliance, to ``power``
    NOT_ALLIED = "not_allied"
    AT_WAR_ALREADY = "at_war_already"
    TROOP_OF_OTHERS = "troop_of_others"  # ``power`` does not raise what is to stand in ``province``
    TROOP_KNOWN = "troop_known"  # the table of the war has a troop of that letter
    TROOP_FULL = "troop_full"  # ``power`` has the most it may have of it
    PLACE_TAKEN = "place_taken"
    WRONG_GROUND = "wrong_ground"
    UNHURT = "unhurt"  # the unit has all its hit points
    NO_FACTORY = "no_factory"
    NOT_IN_RETREATS = "not_in_retreats"
    QUARANTINED_ALREADY = "quarantined_already"
    NOT_QUARANTINED = "not_quarantined"
    REPAIRS_USED_UP = "repairs_used_up"  # the ``days`` that the factories of ``power`` give in a phase
    ORDERS_ARE_SEALED = "orders_are_sealed"  # nobody judges orders before they are all due
    NO_FINGERPRINTS = "no_fingerprints"  # the game is a practice one, or older than fingerprints
    NOTHING_TO_PROVE = "nothing_to_prove"  # no orders of theirs were accepted in that phase
    BOARD_UNFIT = "board_unfit"  # its file has faults
    CLOCKWORK_READS_NOTHING = "clockwork_reads_nothing"  # press in a practice game
    NOT_IN_PRACTICE = "not_in_practice"  # what takes several people, in a practice game
    PRACTICE_OF_ANOTHER = "practice_of_another"  # a part in a practice game, asked for by somebody else
    TOO_MUCH_PRACTICE = "too_much_practice"  # so many (``days``) practice games are open already
    PRACTICE_USED_UP = "practice_used_up"  # so many (``days``) have been played within a day
    NO_TOURNAMENTS_BY_MAIL = "no_tournaments_by_mail"  # the operator lets nobody open one
    TOO_MANY_TOURNAMENTS = "too_many_tournaments"  # so many (``days``) of the writer's are not over yet
    TOURNAMENT_TAKEN = "tournament_taken"  # one of that name exists
    NOT_IN_TOURNAMENTS = "not_in_tournaments"  # a setting that its games cannot have
    TOURNAMENT_OVER = "tournament_over"
    TOURNAMENT_FULL = "tournament_full"  # so many (``days``) have entered
    TOURNAMENT_NAME_TAKEN = "tournament_name_taken"  # somebody else has entered under it
    NOT_ENTERED = "not_entered"
    NOT_THE_ORGANISER = "not_the_organiser"
    NO_TEAMS = "no_teams"  # in this tournament
    TEAM_FULL = "team_full"  # it has so many (``days``)
    TOO_FEW_ENTERED = "too_few_entered"  # a table takes so many (``days``)
    ENTRIES_CLOSED = "entries_closed"  # already


@dataclass(frozen=True)
class Refused:
    """A refused command: the reason, and the facts that this reason needs; the other fields are None."""

    why: Refusal
    province: Province | None = None
    power: Power | None = None
    phase: Phase | None = None
    at: datetime | None = None
    days: int | None = None
    year: int | None = None


# --- what every news says of itself: whether its reader may know all of it where units are hidden


class ToldInFull:
    """News that bear nothing a reader in the fog of war may not know: of time, seats, people, votes, the game as such.

    An event of which all is told, and nothing more, is news itself.

    All others must be made known in part by ``visibility.py``, or they are told to nobody: the type checker sees it.
    """
