"""The judgement of one phase as a JSON object."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.adjudicate.request import AdjudicationRequest
from judge.game.refusals import Refusal, Refused
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_order
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing
from judge.reports.quoted_lines import explain_refused, misread_text
from judge.reports.verdict_sentences import explain_verdict_plainly
from judge.rules.board import Power, Unit
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move, Order, province_of
from judge.rules.position import Phase, PhaseKind, Season
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

AnswerObject = dict[str, object]

REPLACED = "Replaced by a later order for the same unit."
STANDARD_NOTATION = load_notation("standard")

_EXTRA = frozenset({Illegal.NOT_DISLODGED, Illegal.REMOVAL_NOT_DUE, Illegal.REMOVAL_TWICE})
"""Rules broken by orders that did not decide the fate of their unit."""


@dataclass(frozen=True)
class _Line:
    """One order as written and as read."""

    text: str
    read: Order | Misread


def answer_request(request: AdjudicationRequest) -> AnswerObject:
    """Judge a phase and return all of it: units, dislodged units, orders with their reasons, centres."""
    lines = {power: tuple(_lines(request, power, texts)) for power, texts in request.orders.items()}
    orders = {
        power: [line.read for line in read if not isinstance(line.read, Misread)] for power, read in lines.items()
    }
    judgement = judge_phase(request.board, request.book, request.position, orders)
    after = judgement.after
    told: AnswerObject = {
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


def _lines(request: AdjudicationRequest, power: Power, texts: Iterable[str]) -> Iterator[_Line]:
    """The power's own notation is read first, then every other."""
    own = request.notation
    others = [load_notation(name) for name in notation_names() if name != own.name]
    for text in texts:
        found = read_orders(text, request.position, request.board, power, own, others)
        if not found:
            yield _Line(text, read_order(text, request.position, request.board, power, own, others))
        yield from (_Line(*read) for read in found)


def _by_power(request: AdjudicationRequest, pairs: Iterable[tuple[Power, str]]) -> Mapping[Power, list[str]]:
    """Sorted lists for the powers that have any, in board order."""
    listed = sorted(pairs)
    lists = {power: [text for whose, text in listed if whose == power] for power in request.board.powers}
    return {power: texts for power, texts in lists.items() if texts}


def _dislodged(judgement: Judgement) -> list[AnswerObject]:
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


def _told(
    request: AdjudicationRequest, power: Power, lines: Sequence[_Line], verdicts: Sequence[Verdict]
) -> list[AnswerObject]:
    """Return each line with its result."""
    phrasing = Phrasing("en", STANDARD_NOTATION, request.board, request.position)
    matched = _matched(request.position.phase.kind, lines, verdicts)
    return [_answer(line, power, matched.get(number), phrasing) for number, line in enumerate(lines)]


def _matched(kind: PhaseKind, lines: Sequence[_Line], verdicts: Sequence[Verdict]) -> Mapping[int, Verdict]:
    """The verdicts by the number of their line; a line that a later one replaced has none."""
    read = {number: line.read for number, line in enumerate(lines) if not isinstance(line.read, Misread)}
    if kind is PhaseKind.ADJUSTMENT:
        return dict(zip(read, verdicts, strict=False))  # what happens by default is told after the orders
    last = {province_of(order): number for number, order in read.items()}
    return {last[province_of(verdict.order)]: verdict for verdict in verdicts if verdict.order}


def _answer(line: _Line, power: Power, verdict: Verdict | None, phrasing: Phrasing) -> AnswerObject:
    if isinstance(line.read, Misread):
        return {"text": line.text, "canonical": None, "result": "void", "why": misread_text(line.read, phrasing)}
    order = verdict.order if verdict and verdict.order else line.read
    return {
        "text": line.text,
        "canonical": write_order(order, phrasing.position, phrasing.board, phrasing.notation),
        "result": _result(verdict) if verdict else "void",
        "why": _why(verdict, power, phrasing) if verdict else REPLACED,
    }


def _why(verdict: Verdict, power: Power, phrasing: Phrasing) -> str:
    province = province_of(verdict.order) if verdict.order else None
    if verdict.reason == Void(Illegal.NO_UNIT) and province:
        unit = phrasing.position.unit_at(province)
        if unit and unit.power != power:
            refused = Refused(Refusal.NOT_YOUR_UNIT, province=province, power=unit.power)
            return plain_spaces(explain_refused(refused, phrasing, "UTC"))
    return explain_verdict_plainly(verdict, phrasing.position, phrasing.board, phrasing.notation, phrasing.language)


# --- results ---------------------------------------------------------------------------------------------------


def _results(judgement: Judgement) -> Mapping[str, str]:
    """Return the result of every unit of the phase, keyed by the unit as it stood, or as it was built."""
    return {
        str(verdict.unit): _result(verdict)
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if verdict.unit and not _is_extra(verdict)
    }


def _reasons(request: AdjudicationRequest, judgement: Judgement) -> Mapping[str, str]:
    """Return the reason for each of these results.

    Units without orders and those removed in civil disorder are included.
    """
    phrasing = Phrasing("en", STANDARD_NOTATION, request.board, request.position)
    return {
        str(verdict.unit): explain_verdict_plainly(
            verdict, phrasing.position, phrasing.board, phrasing.notation, phrasing.language
        )
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
