"""The command that judges positions given as lines of JSON; it loads no games, no letters and no database."""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice, starmap
from multiprocessing import get_context
from typing import assert_never

import click

from judge.formats.positions_json import (
    JsonFaultError,
    JsonObject,
    OrderLine,
    PhaseToJudge,
    read_json_object,
    read_order_lines,
    read_phase_to_judge,
)
from judge.game.refusals import Refusal, Refused
from judge.notation.line import Misread
from judge.notation.write import write_order
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing, neutral_notation
from judge.reports.verdict_sentences import reason_in_words
from judge.reports.void_orders import explain_refused, misread_text
from judge.rules.board import Power, Unit, UnitKind
from judge.rules.book_text import Citing
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Move, province_of
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
    Unread,
    Verdict,
    Void,
    Waived,
    as_unread,
)
from judge.shell.terminal import echo, standard_input

# --- judges positions with their orders, given as lines of JSON, and answers in lines of JSON


def adjudicate(lines: Iterable[str], write: Callable[[str], object], processes: int = 1) -> bool:
    """Answer each line at once with one line (``write`` adds its end); blank lines are passed over.

    Several ``processes`` answer many lines at a time, in the same order. Return whether every line could be judged.
    """
    is_well = True
    for answer in _answers(((line, number) for number, line in enumerate(lines, start=1) if line.strip()), processes):
        is_well = is_well and "error" not in json.loads(answer)
        write(answer)
    return is_well


_CHUNK, _CHUNKS = 32, 8
"""So many lines go to a process at once, and so many times as many are read ahead for each process."""


def _answers(lines: Iterator[tuple[str, int]], processes: int) -> Iterator[str]:
    """The answers to lines with their numbers."""
    if processes == 1:
        yield from starmap(adjudicate_line, lines)
        return
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        while ahead := [*islice(lines, _CHUNK * _CHUNKS * processes)]:
            yield from pool.map(adjudicate_line, *zip(*ahead, strict=True), chunksize=_CHUNK)


def adjudicate_line(text: str, number: int = 1) -> str:
    """Judge one phase; a line that cannot be judged is answered with an ``error`` that says why.

    With it go the ``line``, by its number, and the ``field`` at fault, ``null`` where it is the line as a whole.

    In: ``id``, ``board`` (``standard`` by default), ``rules`` (a rule book; the board's, else ``2023`` by default),
    ``notation`` (``standard`` by default; the others are understood too), ``phase``, ``units``, ``centers``, ``corps``
    on boards with troops, ``dislodged`` in retreat phases, ``orders``. Without ``centers`` nobody owns any but in an
    adjustment phase every power has its home centres and a ``note`` says so. Without ``options`` a dislodged unit may
    go wherever no unit stands and its attacker did not come from; standoffs and convoys of the moves before are not
    known then.

    Out: ``id``, ``units``, ``dislodged``, ``orders`` with text, canonical form, result and reason, ``results`` and
    ``reasons`` for each unit of the phase, and ``centers`` at the end of an autumn. Several orders in one text are
    answered one by one.
    """
    table: JsonObject = {}
    try:
        table = read_json_object(text)
        request = read_phase_to_judge(table)
    except JsonFaultError as fault:
        return json.dumps({"id": table.get("id"), "error": str(fault), "line": number, "field": fault.field or None})
    return json.dumps(_judgement(request))


_AnswerObject = dict[str, object]

_REPLACED = "Replaced by a later order for the same unit."

_EXTRA = frozenset({Illegal.NOT_DISLODGED, Illegal.REMOVAL_NOT_DUE, Illegal.REMOVAL_TWICE})
"""Rules broken by orders that did not decide the fate of their unit."""


def _judgement(request: PhaseToJudge) -> _AnswerObject:
    """Judge a phase and return all of it: units, dislodged units, orders with their reasons, centres."""
    lines = {power: tuple(read_order_lines(request, power, texts)) for power, texts in request.orders.items()}
    orders = {
        power: [line.read for line in read if not isinstance(line.read, Misread)] for power, read in lines.items()
    }
    unread = {line.unit for read in lines.values() for line in read if line.unit}
    judgement = judge_phase(request.board, request.book, request.position, orders)
    after = judgement.after
    citing = Citing(request.book.name, request.board, judgement)
    phrasing = Phrasing("en", neutral_notation(request.board), request.board, request.position)
    explained = {
        power: [_explained(verdict, phrasing, citing) for verdict in verdicts]
        for power, verdicts in judgement.verdicts.items()
    }
    decided = {
        str(one.verdict.unit): _explained(as_unread(one.verdict), phrasing, citing)
        if one.verdict.unit in unread
        else one
        for told in explained.values()
        for one in told
        if one.verdict.unit and not _is_extra(one.verdict)
    }
    told: _AnswerObject = {
        "id": request.id,
        "units": _by_power(request, ((unit.power, str(unit)) for unit in after.units.values())),
        "dislodged": _dislodged(judgement),
        "orders": {power: _told(power, read, explained[power], phrasing) for power, read in lines.items()},
        "results": {unit: one.result for unit, one in decided.items()},
        "reasons": {unit: one.why for unit, one in decided.items()},
        "rules": {unit: one.rule for unit, one in decided.items()},
    }
    if request.board.war.troops:
        told |= {"corps": _corps(judgement), "harm": _harm(judgement)}
    if _ends_autumn(request.position.phase, after.phase):
        told["centers"] = _by_power(request, ((power, str(centre)) for centre, power in after.owners.items()))
    return {**told, "note": request.note} if request.note else told


def _by_power(request: PhaseToJudge, pairs: Iterable[tuple[Power, str]]) -> Mapping[Power, list[str]]:
    """Sorted lists for the powers that have any, in board order."""
    listed = sorted(pairs)
    lists = {power: [text for whose, text in listed if whose == power] for power in request.board.powers}
    return {power: texts for power, texts in lists.items() if texts}


def _dislodged(judgement: Judgement) -> list[_AnswerObject]:
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


_GROUND = {UnitKind.ARMY: "land", UnitKind.FLEET: "sea"}


def _corps(judgement: Judgement) -> _AnswerObject:
    """What is left to each unit after the phase, those driven out among them (004 6, 9)."""
    driven_out = [one.unit for one in judgement.after.dislodged.values()]
    return {
        str(unit): {"health": unit.corps.health, "rest": unit.corps.rest, "ground": _GROUND[unit.kind]}
        for unit in (*judgement.after.units.values(), *driven_out)
        if unit.corps
    }


def _harm(judgement: Judgement) -> _AnswerObject:
    """The hit points that each unit has lost, and to the units of which regions."""
    return {
        str(verdict.unit): {"lost": verdict.harm.points, "left": verdict.harm.left, "by": list(verdict.harm.by)}
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if verdict.harm
    }


def _retreats(judgement: Judgement, unit: Unit) -> list[str]:
    driven_out = judgement.after.dislodged.get(unit.at.province)
    return [str(place) for place in driven_out.retreats] if driven_out else []


def _ends_autumn(before: Phase, after: Phase) -> bool:
    return before.season is Season.FALL and after.season is not Season.FALL


# --- orders ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Explained:
    """A verdict with its word, its reason, and the paragraph that decides it, with its book."""

    verdict: Verdict
    result: str
    why: str
    rule: str | None


def _explained(verdict: Verdict, phrasing: Phrasing, citing: Citing) -> _Explained:
    why, rule = plain_spaces(reason_in_words(verdict, phrasing)), citing.rule_of(verdict)
    return _Explained(verdict, _result(verdict), why, f"{citing.book} {rule.number}" if rule else None)


def _told(
    power: Power, lines: Sequence[OrderLine], verdicts: Sequence[_Explained], phrasing: Phrasing
) -> list[_AnswerObject]:
    """Return each line with its result."""
    matched = _matched(phrasing.position.phase.kind, lines, verdicts)
    return [_answer(line, power, matched.get(number), phrasing) for number, line in enumerate(lines)]


def _matched(kind: PhaseKind, lines: Sequence[OrderLine], verdicts: Sequence[_Explained]) -> Mapping[int, _Explained]:
    """The verdicts by the number of their line; a line that a later one replaced has none."""
    read = {number: line.read for number, line in enumerate(lines) if not isinstance(line.read, Misread)}
    if kind is PhaseKind.ADJUSTMENT:
        return dict(zip(read, verdicts, strict=False))  # what happens by default is told after the orders
    last = {province_of(order): number for number, order in read.items()}
    return {last[province_of(one.verdict.order)]: one for one in verdicts if one.verdict.order}


def _answer(line: OrderLine, power: Power, found: _Explained | None, phrasing: Phrasing) -> _AnswerObject:
    if isinstance(line.read, Misread):
        why = misread_text(line.read, phrasing)
        return {"text": line.text, "canonical": None, "result": "unread", "why": why, "rule": None}
    order = found.verdict.order if found and found.verdict.order else line.read
    is_canonical = line.written_in is phrasing.notation and order == line.read
    written = line.text if is_canonical else write_order(order, phrasing.position, phrasing.board, phrasing.notation)
    return {
        "text": line.text,
        "canonical": written,
        "result": found.result if found else "void",
        "why": _why(found, power, phrasing) if found else _REPLACED,
        "rule": found.rule if found else None,
    }


def _why(found: _Explained, power: Power, phrasing: Phrasing) -> str:
    reason, order = found.verdict.reason, found.verdict.order
    if isinstance(reason, Void) and reason.why is Illegal.NO_UNIT and order and (province := province_of(order)):
        unit = phrasing.position.unit_at(province)
        if unit and unit.power != power:
            refused = Refused(Refusal.NOT_YOUR_UNIT, province=province, power=unit.power)
            return plain_spaces(explain_refused(refused, phrasing, "UTC"))
    return found.why


# --- results ---------------------------------------------------------------------------------------------------


def _is_extra(verdict: Verdict) -> bool:
    """Whether the verdict is on an order that did not concern its unit's fate in this phase."""
    return isinstance(verdict.reason, Void) and verdict.reason.why in _EXTRA


def _result(verdict: Verdict) -> str:
    """The word of a verdict; a unit driven out is ``dislodged`` whatever its order did."""
    if verdict.dislodged:
        return "dislodged"
    match verdict.reason:
        case Carried(used=False):
            return "unused"
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
        case Void():
            return "void"
        case RemovedByDefault():
            return "removed"
        case NoRetreatOrder() | NowhereToGo() | Unread(lost=True):
            return "disbanded"
        case Unread():
            return "unread"
        case _:
            assert_never(verdict.reason)


# --- the command


@click.command(name="adjudicate")
@click.option(
    "--processes", type=click.IntRange(1), default=1, show_default=True, help="Processes that share the lines."
)
def adjudicate_lines(processes: int) -> None:
    """Adjudicate positions: JSON lines on standard input, one JSON line out for each; fails when one is an error."""
    sys.exit(not adjudicate(standard_input(), echo, processes))
