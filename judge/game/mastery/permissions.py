"""Permissions of the master of a game: acts, and when each is allowed; nothing else decides that."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game
from judge.rules.rulebook import Sight


class Act(Enum):
    """An act that only the master is allowed."""

    RENEW_TOKEN = auto()
    FILL_SEATS = auto()  # let players in, give powers out, let the game begin
    EMPTY_SEAT = auto()
    MOVE_TIME = auto()  # deadlines, pauses
    SIGN_AS_MASTER = auto()
    CHANGE_SETTINGS = auto()
    FORCE_CLOSE = auto()
    ROLL_BACK = auto()
    CORRECT = auto()
    HAND_OVER = auto()
    TERMINATE = auto()
    READ_REPORT = auto()
    PREDICT = auto()
    DECREE = auto()  # what a war brings a nation besides its orders


@dataclass(frozen=True)
class Terms:
    """When an act is allowed: in a game that has ``begun``, one that is not ``over``, at any time.

    What shows where units stand (``unveils``) is, where they are hidden, for a master who does not play.
    """

    begun: bool = False
    not_over: bool = False
    unveils: bool = False


TERMS: Mapping[Act, Terms] = {
    Act.RENEW_TOKEN: Terms(),
    Act.FILL_SEATS: Terms(not_over=True),
    Act.EMPTY_SEAT: Terms(),
    Act.MOVE_TIME: Terms(begun=True, not_over=True),
    Act.SIGN_AS_MASTER: Terms(),
    Act.CHANGE_SETTINGS: Terms(not_over=True),
    Act.FORCE_CLOSE: Terms(begun=True, not_over=True),
    Act.ROLL_BACK: Terms(begun=True),
    Act.CORRECT: Terms(begun=True, not_over=True, unveils=True),
    Act.HAND_OVER: Terms(),
    Act.TERMINATE: Terms(not_over=True),
    Act.READ_REPORT: Terms(),
    Act.PREDICT: Terms(begun=True, not_over=True),
    Act.DECREE: Terms(begun=True, not_over=True, unveils=True),
}


def why_not(game: Game, by: Address, act: Act) -> Refused | None:
    """Why somebody may not do this in a game as it stands; None where nothing speaks against it."""
    terms = TERMS[act]
    if by != game.master:
        return Refused(Refusal.NOT_THE_MASTER)
    if terms.not_over and game.ended:
        return Refused(Refusal.GAME_OVER)
    if terms.begun and game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if terms.unveils and game.has_played(by) and game.book.sight is not Sight.ALL:
        return Refused(Refusal.MASTER_IN_FOG)
    return None


def master_may_play(settings: Settings) -> bool:
    """Whether the master may take a seat: never where they would know what is hidden from all other players."""
    knows_all = settings.access.anonymous and settings.seating is Seating.HAND
    return settings.access.master_plays and not knows_all


def is_apart(game: Game, reader: Address) -> bool:
    """Whether somebody is master and never had a seat; a master who plays, or has played, is a player among players.

    A seat given up tells as much as a seat kept: its player could take it back, or tell others. Before the start a
    master who may yet take a seat sees no more than whoever has one.
    """
    may_yet_play = game.position is None and tells_masters_more(game) and master_may_play(game.settings)
    return reader == game.master and not game.has_played(reader) and not may_yet_play


def knows_addresses(game: Game, reader: Address) -> bool:
    """Whether a reader may learn where others are written to: players where names are open, else the master alone.

    A master without a seat must reach the players somehow; one who plays, or has played, is a player among players.
    """
    if game.settings.access.anonymous:
        return is_apart(game, reader)
    return reader == game.master or game.has_played(reader)


def tells_masters_more(game: Game) -> bool:
    """Whether a master without a seat sees what players may not: where units stand, or who is who."""
    return game.book.sight is not Sight.ALL or game.settings.access.anonymous


def has_seen_too_much(game: Game, player: Address) -> bool:
    """Whether somebody has seen, as master, what players may not see: they play no longer in that game."""
    return player in game.unveiled
