"""The judgement of one phase as a value that JSON can hold."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.adjudicate.request import Request
from judge.game.refusals import Refusal, Refused
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.several import read_orders
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_order
from judge.reports.layout import unglue
from judge.reports.lines import explain_refused, why_misread
from judge.reports.verdicts import why
from judge.reports.voice import Voice
from judge.rules.board import Power, Unit
from judge.rules.orders import Move, Order, province_of
from judge.rules.position import Phase, PhaseKind, Season
from judge.rules.turn import judge
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Disrupted,
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
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Verdict,
    Void,
    Waived,
)

Answer = dict[str, object]

REPLACED = "Replaced by a later order for the same unit."
STANDARD = load_notation("standard")

_EXTRA = frozenset({Illegal.NOT_DISLODGED, Illegal.REMOVAL_NOT_DUE, Illegal.REMOVAL_TWICE})
"""What is wrong with an order that had nothing to do with its unit's fate."""


@dataclass(frozen=True)
class _Line:
    """One order as written, and as read."""

    text: str
    read: Order | Misread


def answer(request: Request) -> Answer:
    """Judge a phase and tell all of it: units, dislodged units, orders with their reasons, centres."""
    lines = {power: tuple(_lines(request, power, texts)) for power, texts in request.orders.items()}
    orders = {
        power: [line.read for line in read if not isinstance(line.read, Misread)] for power, read in lines.items()
    }
    judgement = judge(request.board, request.book, request.position, orders)
    after = judgement.after
    told: Answer = {
        "id": request.id,
        "units": _by_power(request, ((unit.power, str(unit)) for unit in after.units.values())),
        "dislodged": _dislodged(judgement),
        "orders": {power: _told(request, power, read, judgement.verdicts[power]) for power, read in lines.items()},
        "results": _results(judgement),
        "reasons": _reasons(request, judgement),
    }
    if _ends_autumn(request.position.phase, after.phase):
        told["centers"] = _by_power(request, ((power, str(centre)) for centre, power in after.owners.items()))
    return {**told, "note": request.note} if request.note else told


def _lines(request: Request, power: Power, texts: Iterable[str]) -> Iterator[_Line]:
    """The power's own notation is read first, then every other."""
    own = request.notation
    others = [load_notation(name) for name in notation_names() if name != own.name]
    for text in texts:
        found = read_orders(text, request.position, request.board, power, own, others)
        if not found:
            yield _Line(text, read_order(text, request.position, request.board, power, own, others))
        yield from (_Line(*read) for read in found)


def _by_power(request: Request, pairs: Iterable[tuple[Power, str]]) -> Mapping[Power, list[str]]:
    """Sorted lists for the powers that have any, in board order."""
    listed = sorted(pairs)
    lists = {power: [text for whose, text in listed if whose == power] for power in request.board.powers}
    return {power: texts for power, texts in lists.items() if texts}


def _dislodged(judgement: Judgement) -> list[Answer]:
    return [
        {
            "power": power,
            "unit": str(verdict.unit),
            "from": verdict.dislodged.by,
            "retreats": _retreats(judgement, verdict.unit),
        }
        for power, verdicts in judgement.verdicts.items()
        for verdict in verdicts
        if verdict.dislodged and verdict.unit
    ]


def _retreats(judgement: Judgement, unit: Unit) -> list[str]:
    driven_out = judgement.after.dislodged.get(unit.at.province)
    return [str(place) for place in driven_out.retreats] if driven_out else []


def _ends_autumn(before: Phase, after: Phase) -> bool:
    return before.season is Season.FALL and after.season is not Season.FALL


# --- orders ----------------------------------------------------------------------------------------------------


def _told(request: Request, power: Power, lines: Sequence[_Line], verdicts: Sequence[Verdict]) -> list[Answer]:
    """Each line with what became of it."""
    voice = Voice("en", STANDARD, request.board, request.position)
    matched = _matched(request.position.phase.kind, lines, verdicts)
    return [_answer(line, power, matched.get(number), voice) for number, line in enumerate(lines)]


def _matched(kind: PhaseKind, lines: Sequence[_Line], verdicts: Sequence[Verdict]) -> Mapping[int, Verdict]:
    """The verdicts by the number of their line; a line that a later one replaced has none."""
    read = {number: line.read for number, line in enumerate(lines) if not isinstance(line.read, Misread)}
    if kind is PhaseKind.ADJUSTMENT:
        return dict(zip(read, verdicts, strict=False))  # what happens by default is told after the orders
    last = {province_of(order): number for number, order in read.items()}
    return {last[province_of(verdict.order)]: verdict for verdict in verdicts if verdict.order}


def _answer(line: _Line, power: Power, verdict: Verdict | None, voice: Voice) -> Answer:
    if isinstance(line.read, Misread):
        return {"text": line.text, "canonical": None, "result": "void", "why": why_misread(line.read, voice)}
    order = verdict.order if verdict and verdict.order else line.read
    return {
        "text": line.text,
        "canonical": write_order(order, voice.position, voice.board, voice.notation),
        "result": _result(verdict) if verdict else "void",
        "why": _why(verdict, power, voice) if verdict else REPLACED,
    }


def _why(verdict: Verdict, power: Power, voice: Voice) -> str:
    province = province_of(verdict.order) if verdict.order else None
    if verdict.reason == Void(Illegal.NO_UNIT) and province:
        unit = voice.position.unit_at(province)
        if unit and unit.power != power:
            refused = Refused(Refusal.NOT_YOUR_UNIT, province=province, power=unit.power)
            return unglue(explain_refused(refused, voice, "UTC"))
    return why(verdict, voice.position, voice.board, voice.notation, voice.language)


# --- results ---------------------------------------------------------------------------------------------------


def _results(judgement: Judgement) -> Mapping[str, str]:
    """What became of every unit of the phase, by its unit as it stood, or stands when it was raised."""
    return {
        str(verdict.unit): _result(verdict)
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if verdict.unit and not _is_extra(verdict)
    }


def _reasons(request: Request, judgement: Judgement) -> Mapping[str, str]:
    """Why that became of every unit, one that had no order too: of those that civil disorder removed as well."""
    voice = Voice("en", STANDARD, request.board, request.position)
    return {
        str(verdict.unit): why(verdict, voice.position, voice.board, voice.notation, voice.language)
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if verdict.unit and not _is_extra(verdict)
    }


def _is_extra(verdict: Verdict) -> bool:
    """Whether the verdict is on an order that did not concern its unit's fate in this phase."""
    return isinstance(verdict.reason, Void) and verdict.reason.why in _EXTRA


def _result(verdict: Verdict) -> str:
    """The word of a verdict; a unit driven out is ``dislodged`` whatever its order did."""
    if verdict.dislodged:
        return "dislodged"
    match verdict.reason:
        case Stood() | Moved() | Supported() | Carried() | Retreated() | Disbanded() | Built() | Waived():
            return "ok"
        case Bounced() | HeadToHead() | OwnUnit() | OwnSupport() | RetreatsCollided():
            return "bounce"
        case Cut():
            return "cut"
        case NoConvoy():
            return "noconvoy"
        case Unmatched():
            return "noconvoy" if isinstance(verdict.order, Move) else "void"
        case Disrupted() | Paradox():
            return "disrupted"
        case Void() | NoRetreatOrder() | NowhereToGo() | RemovedByDefault():
            return "void"
        case _:
            assert_never(verdict.reason)
