"""The adjudication of a game as postal zines list it: a block for each phase, a paragraph for each power."""

from collections.abc import Iterable, Iterator
from textwrap import wrap

from judge.export.played import SEASONS, PlayedGame, english_power, short_place
from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Board, Location, Province, Unit
from judge.rules.orders import Build, Convoy, Disband, Move, Order, Retreat, SupportHold, SupportMove
from judge.rules.position import Phase, PhaseKind, Position
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
    Reason,
    RemovedByDefault,
    RetreatsCollided,
    Stood,
    Unmatched,
    Verdict,
    Void,
    Waived,
)

_WIDTH = 72
_NO_BREAK = "\N{NO-BREAK SPACE}"


def write_pbm(played: PlayedGame) -> str:
    """Every closed phase, the units driven out, the centres where they have changed."""
    blocks = [
        f"{played.game.name.upper()}, {_title(event.before.phase)}\n\n{_phase(played, event)}"
        for event in played.closed
    ]
    final = [f"{played.game.name.upper()} is over.\n\n{_centres(played, played.position)}"] if played.is_over else []
    return "\n\n\n".join([*blocks, *final]) + "\n"


def _title(phase: Phase) -> str:
    kind = {PhaseKind.MOVEMENT: "", PhaseKind.RETREAT: " retreats", PhaseKind.ADJUSTMENT: " adjustments"}[phase.kind]
    return f"{SEASONS[phase.season]} {phase.year}{kind}"


def _phase(played: PlayedGame, event: PhaseClosed) -> str:
    board = played.board_at(event.before)
    paragraphs = [
        _paragraph(english_power(power, board).upper(), _orders(verdicts, event.before, board))
        for power in played.powers
        if (verdicts := event.judgement.verdicts.get(power))
    ]
    blocks = ["\n".join(paragraphs), _driven_out(event, board)]
    if event.judgement.after.owners != event.before.owners:
        blocks.append(_centres(played, event.judgement.after))
    return "\n\n".join(filter(None, blocks))


def _paragraph(title: str, told: Iterable[str], joint: str = "; ") -> str:
    """A title and what stands behind it, filled; no line ends within an order."""
    whole = joint.join(one.replace(" ", _NO_BREAK) for one in told)
    lines = wrap(f"{title.replace(' ', _NO_BREAK)}: {whole}.", _WIDTH, subsequent_indent="  ", break_on_hyphens=False)
    return "\n".join(lines).replace(_NO_BREAK, " ")


# --- orders


def _orders(verdicts: tuple[Verdict, ...], position: Position, board: Board) -> Iterator[str]:
    for verdict in verdicts:
        if verdict.unit is None or isinstance(verdict.reason, Waived):
            count = verdict.reason.count if isinstance(verdict.reason, Waived) else 1
            yield "one build waived" if count == 1 else f"{count} builds waived"
        else:
            mark = _mark(verdict.reason)
            marks = ", ".join(filter(None, (mark, "dislodged" if verdict.dislodged else "")))
            yield _order(verdict.order, verdict.unit, position, board) + (f" ({marks})" if marks else "")


def _order(order: Order | None, unit: Unit, position: Position, board: Board) -> str:
    own = _unit(unit, board)
    match order:
        case Move(to=to) | Retreat(to=to):
            return f"{own}-{_place(to, board)}"
        case SupportHold(target=target):
            return f"{own} S {_other(target, position, board)}"
        case SupportMove(origin=origin, to=to):
            return f"{own} S {_other(origin, position, board)}-{_place(to, board)}"
        case Convoy(origin=origin, to=landing):
            return f"{own} C {_other(origin, position, board)}-{_place(Location(landing), board)}"
        case Build():
            return f"builds {own}"
        case Disband():
            return f"{own} disbands" if position.phase.kind is PhaseKind.RETREAT else f"removes {own}"
        case None if position.phase.kind is PhaseKind.ADJUSTMENT:
            return f"removes {own}"
        case _:
            return f"{own} {'H' if position.phase.kind is PhaseKind.MOVEMENT else 'disbands'}"


def _mark(reason: Reason) -> str:
    match reason:
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport():
            return "fails"
        case Cut():
            return "cut"
        case Unmatched():
            return "nso"
        case Void():
            return "imp"
        case NoConvoy() | Disrupted() | Paradox():
            return "no convoy"
        case RetreatsCollided():
            return "lost in a collision"
        case Stood(unordered=True) | NoRetreatOrder() | RemovedByDefault():
            return "unordered"
        case NowhereToGo():
            return "nowhere to go"
        case _:
            return ""


# --- units and centres


def _driven_out(event: PhaseClosed, board: Board) -> str:
    """Who was dislodged and may go where; empty where nobody was."""
    told = []
    for power, verdicts in event.judgement.verdicts.items():
        for verdict in verdicts:
            if verdict.unit and verdict.dislodged:
                one = event.judgement.after.dislodged.get(verdict.unit.at.province)
                ways = ", ".join(_place(way, board) for way in one.retreats) if one else ""
                told.append(f"{english_power(power, board)} {_unit(verdict.unit, board)} ({ways or 'destroyed'})")
    return _paragraph("Dislodged", told) if told else ""


def _centres(played: PlayedGame, position: Position) -> str:
    board = played.board_at(position)
    owned = [(english_power(power, board).upper(), position.centres_of(power)) for power in played.powers]
    return "\n".join(
        _paragraph(f"{name} {len(centres)}", (_place(Location(at), board) for at in centres), ", ")
        for name, centres in owned
        if centres
    )


def _other(province: Province, position: Position, board: Board) -> str:
    unit = position.units.get(province)
    return _unit(unit, board) if unit else _place(Location(province), board)


def _unit(unit: Unit, board: Board) -> str:
    return f"{unit.letter} {_place(unit.at, board)}"


def _place(place: Location, board: Board) -> str:
    return short_place(place, board) + (f"({place.coast.lower()})" if place.coast else "")
