"""What becomes of scouts when a phase closes."""

from dataclasses import replace

from judge.game.phases.events import ScoutsBack
from judge.game.state import Game
from judge.rules.errands import Enlist
from judge.rules.knowledge import followed
from judge.rules.position import PhaseKind, Position
from judge.rules.scouts import Scouted, Scouting, enlist, judge_scouts
from judge.rules.verdicts import Judgement


def with_scouts(game: Game, judgement: Judgement) -> tuple[Judgement, ScoutsBack | None]:
    """The judgement once scouts have done their errands, and what became of those; None on a board without scouts.

    They go when the last unit of a season stands, after retreats if there are any, and report then (004 5).
    """
    if not game.board.war.scouts:
        return judgement, None
    known = followed(game.scouting, judgement)
    if judgement.after.phase.kind is PhaseKind.RETREAT:
        return judgement, ScoutsBack(game.scouting, known)
    scouted = _scouted(game, judgement.after, known)
    back = ScoutsBack(game.scouting, scouted.after, scouted.reports, scouted.alerts)
    return replace(judgement, after=scouted.position), back


def _scouted(game: Game, position: Position, known: Scouting) -> Scouted:
    """Scouts recruited where adjustments have closed, else sent."""
    given = {power: game.errands_of(power) for power in game.board.powers if game.errands.get(power)}
    if game.position and game.position.phase.kind is PhaseKind.ADJUSTMENT:
        return enlist(game.board, position, known, given)
    errands = {power: [one for one in some if not isinstance(one, Enlist)] for power, some in given.items()}
    return judge_scouts(game.board, position, known, errands, game.seed)
