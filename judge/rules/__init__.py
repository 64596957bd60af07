"""The rules of the game as pure functions on frozen values; what is named here is public: docs/library.md."""

from judge.rules.adjustments import RequiredOrders, required_orders
from judge.rules.board import Board, Corps, Location, Power, Province, Region, Terrain, Unit, UnitKind, Year
from judge.rules.board_file import board_names, load_board, read_board
from judge.rules.board_source import BoardError
from judge.rules.ending import JointVictory, Solo, TermReached, centres_to_win, find_ending
from judge.rules.judge_phase import judge_phase, next_position
from judge.rules.legal_orders import legal_orders
from judge.rules.legality import why_illegal
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnusedConvoy,
    Waive,
)
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, Season, board_at, opening_position
from judge.rules.rulebook import RuleBook, UnknownRuleBook, rulebook_names, rulebook_of
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Dislodgement,
    Disrupted,
    Harm,
    HeadToHead,
    Illegal,
    Judgement,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Side,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
)

__all__ = [
    "Board", "BoardError", "Bounced", "Build", "Built", "Carried", "Convoy", "Corps", "Cut", "Disband", "Disbanded",
    "Dislodged", "Dislodgement", "Disrupted", "Harm", "HeadToHead", "Hold", "Illegal", "JointVictory", "Judgement",
    "Location", "Move", "Moved", "NoConvoy", "NoRetreatOrder", "NowhereToGo", "Order", "OwnSupport", "OwnUnit",
    "Paradox", "Phase", "PhaseKind", "Position", "Power", "Province", "Reason", "Region", "RemovedByDefault",
    "RequiredOrders", "Retreat", "Retreated", "RetreatsCollided", "RuleBook", "Season", "Side", "Solo", "Stood",
    "SupportHold", "SupportMove", "Supported", "TermReached", "Terrain", "Unit", "UnitKind", "UnknownRuleBook",
    "Unmatched", "Unread", "UnusedConvoy", "Verdict", "Void", "Waive", "Waived", "Year", "board_at", "board_names",
    "centres_to_win", "find_ending", "judge_phase", "legal_orders", "load_board", "next_position", "opening_position",
    "read_board", "required_orders", "rulebook_names", "rulebook_of", "why_illegal",
]  # fmt: skip
