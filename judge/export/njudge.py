"""The results of a game in the wording of nJudge, which jDip and other programs read: one report a phase."""

from collections.abc import Iterator
from itertools import chain
from textwrap import wrap

from judge.export.played import PHASE_KINDS, SEASONS, PlayedGame, english_power, unit_word
from judge.game.phases.messages import PhaseClosed
from judge.njudge.words import COASTS, INHABITANTS
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit
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
    Waive,
)
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.required_orders import required_orders
from judge.rules.verdicts import (
    Bounced,
    Cut,
    Disrupted,
    HeadToHead,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    OwnUnit,
    Paradox,
    RemovedByDefault,
    RetreatsCollided,
    Stood,
    Unmatched,
    Verdict,
    Void,
    Waived,
)

_WIDTH = 72


def write_njudge(played: PlayedGame) -> str:
    """The starting position, then the results of every closed phase, each with what follows it."""
    reports = [_starting_position(played), *(_report(played, event) for event in played.closed)]
    return "\n\n".join("\n".join(lines) for lines in reports) + "\n"


def _starting_position(played: PlayedGame) -> list[str]:
    position = played.opening
    board = played.board_at(position)
    lines = [f"Starting position for {_season(position.phase)}.  ({played.game.name}.000)", ""]
    for power in played.powers:
        lines += [f"{_power(power, board)}: {_unit(unit, board)}." for unit in position.units_of(power)]
        lines += [""] if position.units_of(power) else []
    return [*lines, *_ownership(played, position), "", _next(played, position)]


def _report(played: PlayedGame, event: PhaseClosed) -> list[str]:
    board, phase, after = played.board_at(event.before), event.before.phase, event.judgement.after
    title = f"{PHASE_KINDS[phase.kind]} results for {_season(phase)}.  ({played.game.name}.{event.number:03})"
    lines = [title, ""]
    for power in played.powers:
        told = [*_orders(event, power, board)]
        lines += [*told, ""] if told else []
    if phase.kind is PhaseKind.MOVEMENT:
        driven_out = [*_dislodgements(event, board)]
        lines += ["The following units were dislodged:", "", *driven_out, ""] if driven_out else []
    if event is played.closed[-1] and played.is_over:
        return [*lines, *_ownership(played, played.position), "", "The game is over."]
    is_new = after.owners != event.before.owners or after.phase.kind is PhaseKind.ADJUSTMENT
    return [*lines, *(chain(_ownership(played, after), [""]) if is_new else ()), _next(played, after)]


def _next(played: PlayedGame, position: Position) -> str:
    phase = position.phase
    kind = PHASE_KINDS[phase.kind] + ("s" if phase.kind is not PhaseKind.MOVEMENT else "")
    return f"The next phase of '{played.game.name}' will be {kind} for {_season(phase)}."


# --- orders


def _orders(event: PhaseClosed, power: Power, board: Board) -> Iterator[str]:
    name = _power(power, board)
    for verdict in event.judgement.verdicts.get(power, ()):
        if event.before.phase.kind is PhaseKind.ADJUSTMENT:
            yield f"{name}: {_adjustment(verdict, board)}."
        else:
            marks = ", ".join(_marks(verdict))
            yield f"{name}: {_order_of(verdict, event.before, board)}.{f' (*{marks}*)' if marks else ''}"


def _adjustment(verdict: Verdict, board: Board) -> str:
    if verdict.unit is None or isinstance(verdict.reason, Waived):
        count = verdict.reason.count if isinstance(verdict.reason, Waived) else 1
        return "Build waived" if count == 1 else f"{count} builds waived"
    word, place = unit_word(verdict.unit).lower(), _place(verdict.unit.at, board)
    if isinstance(verdict.order, Build):
        return f"Builds {'an' if word == 'army' else 'a'} {word} in {place}"
    the = "the " if board.terrain(verdict.unit.at.province) is Terrain.SEA else ""
    return f"Removes the {word} in {the}{place}"


def _order_of(verdict: Verdict, position: Position, board: Board) -> str:
    unit = verdict.unit
    assert unit is not None
    own = _unit(unit, board)
    if verdict.order is None:
        return f"{own}, No Order Processed" if position.phase.kind is PhaseKind.MOVEMENT else f"{own} DISBAND"
    return f"{own} {_deed(verdict.order, verdict, position, board)}"


def _deed(order: Order, verdict: Verdict, position: Position, board: Board) -> str:
    match order:
        case Move(to=to) | Retreat(to=to):
            route = verdict.reason.convoyed_by if isinstance(verdict.reason, Moved) else ()
            return "-> " + " -> ".join([*(_place(Location(sea), board) for sea in route), _place(to, board)])
        case SupportHold(target=target):
            return f"SUPPORT {_other(target, position, board)}"
        case SupportMove(origin=origin, to=to):
            return f"SUPPORT {_other(origin, position, board)} -> {_place(to, board)}"
        case Convoy(origin=origin, to=landing):
            return f"CONVOY {_other(origin, position, board)} -> {_place(Location(landing), board)}"
        case Disband():
            return "DISBAND"
        case Hold() | Build() | Waive():
            return "HOLD"


def _other(province: Province, position: Position, board: Board) -> str:
    unit = position.units.get(province)
    return _unit(unit, board) if unit else _place(Location(province), board)


def _marks(verdict: Verdict) -> Iterator[str]:
    match verdict.reason:
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport():
            yield "bounce"
        case RetreatsCollided():
            yield from ("bounce", "destroyed")
        case Cut():
            yield "cut"
        case Void() | Unmatched():
            yield "void"
        case NoConvoy() | Disrupted() | Paradox():
            yield "no convoy"
        case NoRetreatOrder() | NowhereToGo() | RemovedByDefault():
            yield "destroyed"
        case Stood() | _:
            pass
    if verdict.dislodged:
        yield "dislodged"


def _dislodgements(event: PhaseClosed, board: Board) -> Iterator[str]:
    after = event.judgement.after.dislodged
    for verdicts in event.judgement.verdicts.values():
        for verdict in verdicts:
            if verdict.unit is None or verdict.dislodged is None:
                continue
            unit = verdict.unit
            the = "the " if board.terrain(unit.at.province) is Terrain.SEA else ""
            people = INHABITANTS.get(unit.power, _power(unit.power, board))
            who = f"The {people} {unit_word(unit)} in {the}{_place(unit.at, board)}"
            ways = after[unit.at.province].retreats if unit.at.province in after else ()
            to = " or ".join(_place(way, board) for way in ways)
            yield f"{who} can retreat to {to}." if ways else f"{who} with no valid retreats was destroyed."


# --- centres


def _ownership(played: PlayedGame, position: Position) -> Iterator[str]:
    """Yield who owns what, and what each power builds or removes, in the columns of nJudge."""
    board = played.board_at(position)
    width = max(len(_power(power, board)) for power in played.powers) + 4
    yield "Ownership of supply centers:"
    yield ""
    owned = [(_power(power, board), position.centres_of(power)) for power in played.powers]
    free = sorted(board.centres - position.owners.keys())
    for name, centres in [*owned, *([("Unowned", free)] if free else [])]:
        told = ", ".join(_place(Location(centre), board) for centre in centres)
        if told:
            first = f"{name}:".ljust(width)
            yield from wrap(f"{told}.", _WIDTH, initial_indent=first, subsequent_indent=" " * width)
    yield ""
    for power in played.powers:
        if position.centres_of(power) or position.units_of(power):
            yield f"{_power(power, board)}:".ljust(width) + _balance(position, board, power)


def _balance(position: Position, board: Board, power: Power) -> str:
    centres, units = len(position.centres_of(power)), len(position.units_of(power))
    due = required_orders(board, position, power) if position.phase.kind is PhaseKind.ADJUSTMENT else None
    count = (due.removals or due.builds) if due else 0
    deed = "Removes" if due and due.removals else "Builds "
    return (
        f"{centres:2} Supply center{'s' * (centres != 1)}, {units:2} Unit{'s' * (units != 1)}:"
        f"  {deed} {count:2} unit{'s' * (count != 1)}."
    )


# --- names


def _season(phase: Phase) -> str:
    return f"{SEASONS[phase.season]} of {phase.year}"


def _power(power: Power, board: Board) -> str:
    """The name of a power as one token, as readers of the format want it."""
    return english_power(power, board).replace(" ", "-")


def _unit(unit: Unit, board: Board) -> str:
    return f"{unit_word(unit)} {_place(unit.at, board)}"


def _place(place: Location, board: Board) -> str:
    name = board.regions[place.province].names["en"].replace("St ", "St. ")
    return f"{name} ({COASTS.get(place.coast, place.coast)})" if place.coast else name
