"""The board at a glance, as plain values for templates: orders with their marks, position, centres, retreats."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.notation.tables import Notation, load_notation
from judge.notation.write import write_verdict
from judge.reports.layout import glue, hanging
from judge.reports.verdicts import explain
from judge.reports.voice import Voice
from judge.rules.board import Board, Power, Province, Unit
from judge.rules.position import Dislodged
from judge.rules.verdicts import Judgement, Moved, Stood, Verdict, Waived

_LABEL = 2

NEUTRAL = "standard"
"""The notation in which orders are quoted where readers of several meet."""


@dataclass(frozen=True)
class OrderJudged:
    """An order as a report prints it, and its reason, empty where there is nothing to explain."""

    text: str
    why: str


@dataclass(frozen=True)
class PowerJudged:
    """The orders of a power; ``running`` is all of them in one paragraph, ``unordered`` are units that had none."""

    name: str
    is_silent: bool
    orders: tuple[OrderJudged, ...]
    running: str
    unordered: str


def powers_judged(judgement: Judgement, silent: Sequence[Power], voice: Voice) -> tuple[PowerJudged, ...]:
    """What became of the orders of each power that had any, in board order."""
    return tuple(
        _power_judged(power, judgement.verdicts[power], power in silent, voice)
        for power in voice.board.powers
        if judgement.verdicts.get(power)
    )


def _power_judged(power: Power, verdicts: Sequence[Verdict], is_silent: bool, voice: Voice) -> PowerJudged:
    texts = [glue(write_verdict(v, voice.position, voice.board, voice.notation, voice.language)) for v in verdicts]
    whys = [explain(verdict, voice) if _wants_reason(verdict) else "" for verdict in verdicts]
    return PowerJudged(
        name=voice.power(power),
        is_silent=is_silent,
        orders=tuple(OrderJudged(text, why) for text, why in zip(texts, whys, strict=True)),
        running=f"{glue(voice.power(power))} {', '.join(texts)}",
        unordered=voice.listing(voice.unit(v.unit) for v in verdicts if v.unit and v.reason == Stood(unordered=True)),
    )


def neutral_notation(board: Board) -> Notation:
    """The notation that has a word for every unit of a board, in which its orders are quoted and archived."""
    return load_notation(board.notation if board.war.troops and board.notation else NEUTRAL)


def neutral_table(judgement: Judgement, voice: Voice) -> str:
    """Every order with its mark in the neutral notation, power by power; empty for a reader whose own it is.

    Readers of any notation know its orders, so a line of it can be quoted to all of them.
    """
    neutral = neutral_notation(voice.board)
    if voice.notation == neutral:
        return ""
    width = _width(voice)
    rows = {
        voice.power(power).upper(): [
            glue(write_verdict(verdict, voice.position, voice.board, neutral, voice.language)) for verdict in verdicts
        ]
        for power in voice.board.powers
        if (verdicts := judgement.verdicts.get(power))
    }
    return "\n".join(hanging(" " * _LABEL + name, _listed(texts), width) for name, texts in rows.items())


def _wants_reason(verdict: Verdict) -> bool:
    """Failures, dislodgements, victories over somebody, builds nobody ordered."""
    if verdict.dislodged or not verdict.succeeded:
        return True
    match verdict.reason:
        case Moved(against=against, opposed_by=opposed_by):
            return against > 0 and bool(opposed_by)
        case Waived(by_order=by_order):
            return not by_order
        case _:
            return False


def retreats(judgement: Judgement, before: Voice, after: Voice) -> tuple[str, ...]:
    """Each unit driven out, with where it may go; those that had nowhere to go are gone already."""
    driven = [verdict for verdicts in judgement.verdicts.values() for verdict in verdicts if verdict.dislodged]
    return tuple(_retreat(verdict, before, after) for verdict in driven)


def _retreat(verdict: Verdict, before: Voice, after: Voice) -> str:
    assert verdict.unit is not None
    assert verdict.dislodged is not None
    waiting = after.position.dislodged.get(verdict.unit.at.province)
    named = f"{before.unit(verdict.unit)} ({before.power(verdict.unit.power)})"
    by = before.region(verdict.dislodged.by, "source")
    if verdict.unit.power in before.board.standing:
        return before.say("retreat.standing", unit=named, by=by)
    if verdict.harm and not verdict.harm.left:
        return before.say("retreat.annihilated", unit=named, by=by)
    if waiting is None or not waiting.retreats:
        return before.say("retreat.none", unit=named, by=by)
    return before.say("retreat.open", unit=named, by=by, places=places(waiting, after))


def places(waiting: Dislodged, voice: Voice) -> str:
    """The places a dislodged unit may go to."""
    return voice.regions(waiting.retreats, "goal", "words.or")


def position_table(voice: Voice) -> str:
    """Every power with every unit it has, one power a line or more."""
    return "\n".join(_row(voice, power, _units(voice.position.units_of(power), voice)) for power in voice.board.powers)


def _units(units: Sequence[Unit], voice: Voice) -> Sequence[str]:
    return [voice.unit(unit) for unit in units] or [voice.say("words.no_units")]


def centre_table(voice: Voice, before: Voice | None = None) -> str:
    """Every power with its centres and their number; with ``before``, how the number changed."""
    powers = voice.board.powers
    held = {voice.power(power): voice.position.centres_of(power) for power in powers}
    neutral = tuple(sorted(voice.board.centres - set(voice.position.owners)))
    rows = held | ({voice.say("words.neutral"): neutral} if neutral else {})
    changes = {voice.power(power): _change(power, voice, before) for power in powers}
    wide = max(map(len, changes.values()))
    return "\n".join(
        _centre_row(name, centres, changes.get(name, "").ljust(wide), voice) for name, centres in rows.items()
    )


def _change(power: Power, voice: Voice, before: Voice | None) -> str:
    change = len(voice.position.centres_of(power)) - len((before or voice).position.centres_of(power))
    return f" ({change:+})" if change else ""


def _centre_row(name: str, centres: Sequence[Province], change: str, voice: Voice) -> str:
    width = _width(voice)
    label = f"{' ' * _LABEL}{name:{width - _LABEL}}{len(centres):2}{change}  "
    return hanging(label, _listed([voice.place(centre) for centre in centres]), len(label))


def _row(voice: Voice, power: Power, items: Sequence[str]) -> str:
    return hanging(" " * _LABEL + voice.power(power), _listed(items), _width(voice))


def _width(voice: Voice) -> int:
    return _LABEL + max(len(voice.power(power)) for power in voice.board.powers) + 2


def _listed(items: Sequence[str]) -> list[str]:
    """The items as words of a line, each but the last with its comma."""
    return [f"{item}," for item in items[:-1]] + list(items[-1:])
