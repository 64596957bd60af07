"""Permissions of the master: which acts are allowed, and when; decided here alone."""

from collections.abc import Mapping
from dataclasses import dataclass

from judge.game.mastery.messages import MasterAct
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game
from judge.rules.rulebook import UnitSight


@dataclass(frozen=True)
class ActConditions:
    """When an act is allowed: once the game has ``begun``, while it is ``not_over``, else at any time.

    An act that shows where hidden units stand (``shows_units``) is for a master who does not play, and has not played.
    """

    begun: bool = False
    not_over: bool = False
    shows_units: bool = False


ACT_CONDITIONS: Mapping[MasterAct, ActConditions] = {
    MasterAct.CHANGE_TOKEN: ActConditions(),
    MasterAct.FILL_SEATS: ActConditions(not_over=True),
    MasterAct.EMPTY_SEAT: ActConditions(),
    MasterAct.NAME_PLAYER: ActConditions(),
    MasterAct.MOVE_TIME: ActConditions(begun=True, not_over=True),
    MasterAct.SIGN_AS_MASTER: ActConditions(),
    MasterAct.CHANGE_SETTINGS: ActConditions(not_over=True),
    MasterAct.FORCE_CLOSE: ActConditions(begun=True, not_over=True),
    MasterAct.ROLL_BACK: ActConditions(begun=True),
    MasterAct.CORRECT: ActConditions(begun=True, not_over=True, shows_units=True),
    MasterAct.HAND_OVER: ActConditions(),
    MasterAct.TERMINATE: ActConditions(not_over=True),
    MasterAct.READ_REPORT: ActConditions(),
    MasterAct.PREDICT: ActConditions(begun=True, not_over=True),
    MasterAct.DECREE: ActConditions(begun=True, not_over=True, shows_units=True),
}


def why_not_permitted(game: Game, by: Address, act: MasterAct) -> Refused | None:
    """Why somebody may not do this in the game as it stands; None where they may."""
    terms = ACT_CONDITIONS[act]
    if by != game.master:
        return Refused(Refusal.NOT_THE_MASTER)
    if terms.not_over and game.ended:
        return Refused(Refusal.GAME_OVER)
    if terms.begun and game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if terms.shows_units and game.has_played(by) and game.book.sight is not UnitSight.ALL:
        return Refused(Refusal.MASTER_IN_FOG)
    return None


def master_may_play(settings: Settings) -> bool:
    """Whether the master may take a seat: never where they would know what is hidden from all other players."""
    knows_all = settings.access.anonymous and settings.seating is Seating.HAND
    return settings.access.master_plays and not knows_all


def is_non_playing_master(game: Game, reader: Address) -> bool:
    """Whether somebody is the master and never had a seat; one who plays, or has played, counts as a player.

    A seat given up tells as much as a seat kept: its player could take it back, or tell others. Before the start, in a
    game that hides something from players, a master who may still take a seat counts as a player, too.
    """
    may_yet_play = game.position is None and hides_from_players(game) and master_may_play(game.settings)
    return reader == game.master and not game.has_played(reader) and not may_yet_play


def knows_addresses(game: Game, reader: Address) -> bool:
    """Whether a reader may know others' addresses: players where names are open, else the master alone.

    A master without a seat must reach the players somehow; one who plays, or has played, counts as a player.
    """
    if game.settings.access.anonymous:
        return is_non_playing_master(game, reader)
    return reader == game.master or game.has_played(reader)


def hides_from_players(game: Game) -> bool:
    """Whether something is hidden from players that a non-playing master sees: units, or who plays whom."""
    return game.book.sight is not UnitSight.ALL or game.settings.access.anonymous


def has_seen_too_much(game: Game, player: Address) -> bool:
    """Whether somebody has seen, as master, what players may not see, and so may not play in that game."""
    return game.readers.get(player) in game.members.saw_secrets
