"""The JSON of the archive of the Diplomacy Broadcast Network: finished games on the standard map.

There is no published schema. Its shape is that of two programs that write and read it, as ``docs/formats.md`` tells.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.formats.played import PlayedGame, english_power, short_place
from judge.game.phases.messages import GameEnded, PhaseClosed
from judge.game.state import Game
from judge.rules.board import Board, Location, Power, Unit
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position, Season
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeadToHead,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    RemovedByDefault,
    RetreatsCollided,
    Unmatched,
    Verdict,
    Void,
)

Json = dict[str, object]

_SEASON_DIGITS = {Season.SPRING: 1, Season.FALL: 2, Season.WINTER: 3}


def write_diplobn(played: PlayedGame) -> str:
    """The archive entry of a finished game; people stay unnamed."""
    game, ended = played.game, played.game.ended
    assert ended is not None
    began = played.closed[0].at if played.closed else ended.at
    entry = {
        "Competition": "",
        "GameLabel": game.name,
        "URL": "",
        "DateBegan": f"{began:%Y-%m-%d}",
        "DateEnded": f"{ended.at:%Y-%m-%d}",
        "ScoringSystem": game.settings.scoring,
        "CommunicationType": _communication(game),
        "DeadlineType": "Extended",
        "LimitType": "YearLimited" if game.settings.last_year else "Unlimited",
        "AnonymityType": "Full" if game.settings.access.anonymous else "None",
        "Note": "",
        "Players": {english_power(power, game.board): "Unknown" for power in played.powers},
        "ResultSummary": {english_power(power, game.board): _result(played, ended, power) for power in played.powers},
        "GamePhases": [*_phases(played)],
    }
    return json.dumps(entry, indent=1, ensure_ascii=False) + "\n"


def _communication(game: Game) -> str:
    press = game.settings.press
    return "None" if not press.signatures else "Full" if press.private else "PublicOnly"


def _result(played: PlayedGame, ended: GameEnded, power: Power) -> Json:
    centres, scores = ended.centres.get(power, 0), ended.scores
    better = sum(score > scores[power] for score in scores.values()) if power in scores else None
    return {
        "CenterCount": centres,
        "YearOfElimination": _eliminated(played, power),
        "InGameAtEnd": centres > 0 or bool(played.position.units_of(power)),
        "Score": round(float(scores[power]), 2) if power in scores else None,
        "Rank": None if better is None else better + 1,
    }


def _eliminated(played: PlayedGame, power: Power) -> int | None:
    """The year in which a power had neither units nor centres left; None of a survivor."""
    positions = [*(event.before for event in played.closed), played.position]
    alive = [at.phase.year for at in positions if at.units_of(power) or at.centres_of(power)]
    is_gone = not played.position.units_of(power) and not played.position.centres_of(power)
    return alive[-1] if is_gone and alive else None


# --- a season: movements with the retreats after them, or adjustments


def _phases(played: PlayedGame) -> Iterator[Json]:
    for _, together in groupby(played.closed, key=lambda event: (event.before.phase.year, event.before.phase.season)):
        yield _season(played, [*together])


def _season(played: PlayedGame, events: Sequence[PhaseClosed]) -> Json:
    """One season; its position is the one that its first orders were written for."""
    first = events[0].before
    board, phase = played.board_at(first), first.phase
    told: Json = {
        "Phase": phase.year * 10 + _SEASON_DIGITS[phase.season],
        "Status": "Completed",
        "CenterCounts": {english_power(power, board): len(first.centres_of(power)) for power in played.powers},
        "SupplyCenters": {
            english_power(power, board): [_place(Location(at), board) for at in first.centres_of(power)]
            for power in played.powers
        },
        "Units": {
            english_power(power, board): [_unit(unit, board) for unit in first.units_of(power)]
            for power in played.powers
        },
    }
    for event in events:
        if event.before.phase.kind is PhaseKind.RETREAT:
            told["DislodgedUnits"] = _dislodged(played, event.before)
            told["RetreatOrders"] = _orders(played, event)
        else:
            told["Orders"] = _orders(played, event)
    return told


def _dislodged(played: PlayedGame, position: Position) -> Json:
    board = played.board_at(position)
    units = [one.unit for _, one in sorted(position.dislodged.items())]
    return {
        english_power(power, board): [_unit(unit, board) for unit in units if unit.power == power]
        for power in played.powers
        if any(unit.power == power for unit in units)
    }


def _orders(played: PlayedGame, event: PhaseClosed) -> Json:
    board = played.board_at(event.before)
    return {
        english_power(power, board): [*_orders_of(event.judgement.verdicts.get(power, ()), board)]
        for power in played.powers
    }


def _orders_of(verdicts: Sequence[Verdict], board: Board) -> Iterator[list[object]]:
    """Yield ``[place, order, result]`` for each unit; a build that was waived has no place and is left out."""
    for verdict in verdicts:
        if verdict.unit:
            order = verdict.order or _without_order(verdict)
            yield [short_place(verdict.unit.at, board), _order(order, verdict.unit, board), _outcome(verdict)]


def _without_order(verdict: Verdict) -> Order:
    assert verdict.unit is not None
    at = verdict.unit.at.province
    is_gone = isinstance(verdict.reason, NoRetreatOrder | NowhereToGo | RemovedByDefault)
    return Disband(at) if is_gone else Hold(at)


def _order(order: Order, unit: Unit, board: Board) -> list[object]:
    match order:
        case Move(to=to) | Retreat(to=to):
            return ["m", _place(to, board)]
        case SupportHold(target=target):
            return ["sh", _place(Location(target), board)]
        case SupportMove(origin=origin, to=to):
            return ["sm", _place(Location(origin), board), _place(to, board)]
        case Convoy(origin=origin, to=landing):
            return ["c", _place(Location(origin), board), _place(Location(landing), board)]
        case Disband():
            return ["d"]
        case Build():
            return ["b", _unit(unit, board)]
        case _:
            return ["h"]


def _unit(unit: Unit, board: Board) -> list[object]:
    return [unit.kind.value, _place(unit.at, board)]


def _place(place: Location, board: Board) -> object:
    """``"Par"``, or ``["Spa", "nc"]`` where a coast matters."""
    short = short_place(place, board)
    return [short, place.coast.lower()] if place.coast else short


def _outcome(verdict: Verdict) -> list[str]:
    """``["s"]`` or ``["f", reason]``; to be dislodged is told of a unit whose order did not fail by itself, too."""
    reason = "Convoy not used" if verdict.is_unused else _REASONS.get(verdict.reason.__class__)
    if verdict.dislodged:
        reason = f"{reason}, dislodged" if reason else "Dislodged"
    return ["f", reason] if reason else ["s"]


_REASONS: dict[type, str] = {
    Bounced: "Bounced",
    HeadToHead: "Bounced",
    OwnUnit: "Bounced",
    OwnSupport: "Bounced",
    Cut: "Support cut",
    Unmatched: "No matching order",
    NoConvoy: "No convoy",
    Disrupted: "Convoy disrupted",
    Paradox: "Convoy paradox",
    Void: "Illegal order",
    RetreatsCollided: "Retreats collided",
    NoRetreatOrder: "No retreat order",
    NowhereToGo: "No retreat possible",
    RemovedByDefault: "Removed by default",
}
"""Why an order failed, in a few words."""
