"""The board as values and tables for templates: regions, orders with their results, position, centres."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from judge.game.figures import CentreHistory
from judge.game.settings import Language, PlayingStrength
from judge.notation.write import write_verdict
from judge.reports.language import say
from judge.reports.layout import WIDTH, RowsOfTable, TableRow, hanging_indent, no_wrap
from judge.reports.phrasing import Phrasing, key_for_board
from judge.reports.verdict_sentences import reasons_of_phase, verdict_in_prose
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.book_text import Cites, Citing, cite_nothing
from judge.rules.fast import kept_for_same
from judge.rules.orders import province_of
from judge.rules.verdicts import Judgement, NowhereToGo, RetreatsCollided, Stood, Verdict

# --- the board as values and tables for templates


_INDENT_WIDTH = 2

_NO_CLOCKWORK: Mapping[Power, PlayingStrength] = MappingProxyType({})


@dataclass(frozen=True)
class _PhaseTold:
    """The verdicts of a phase by power, in their order, and what words tell of them."""

    verdicts: Mapping[Power, Sequence[Verdict]]
    phrasing: Phrasing
    cites: Cites

    @cached_property
    def reasons(self) -> Mapping[Power, tuple[str, ...]]:
        """The sentences on the orders of each power, what several would tell once."""
        return reasons_of_phase(self.verdicts, self.phrasing, self.cites)


@dataclass(frozen=True)
class OrderResult:
    """An order with its result as a report prints it."""

    text: str
    verdict: Verdict
    phase: _PhaseTold

    @cached_property
    def why(self) -> str:
        """The result in prose, where there is anything to explain."""
        return verdict_in_prose(self.verdict, self.phase.phrasing, self.phase.cites)


@dataclass(frozen=True)
class PowerResult:
    """The orders of one power with their results.

    ``name`` says with it where a clockwork player gave them. ``running`` is all of them in one paragraph, ``unordered``
    the units that had no order.
    """

    power: Power
    phase: _PhaseTold
    name: str
    orders: tuple[OrderResult, ...]
    running: str
    unordered: str
    is_silent: bool

    @property
    def told(self) -> tuple[str, ...]:
        """The sentences on the orders, as a report has them below all."""
        return self.phase.reasons[self.power]


@kept_for_same
def power_results(
    judgement: Judgement,
    silent: Sequence[Power],
    phrasing: Phrasing,
    clockwork: Mapping[Power, PlayingStrength] = _NO_CLOCKWORK,
    citing: Citing | None = None,
) -> tuple[PowerResult, ...]:
    """Return the results of each power that had orders, by name.

    ``silent`` gave none, ``clockwork`` has the powers whose orders clockwork players gave; ``citing`` cites the rules.
    """
    listed = {power: phrasing.by_place(judgement.verdicts.get(power, ()), _place_of) for power in phrasing.powers}
    phase = _PhaseTold(listed, phrasing, citing.rules_of if citing else cite_nothing)
    return tuple(
        _power_result(power, phase, judgement, clockwork.get(power), is_silent=power in silent)
        for power, verdicts in listed.items()
        if verdicts
    )


def _power_result(
    power: Power, phase: _PhaseTold, judgement: Judgement, strength: PlayingStrength | None, *, is_silent: bool
) -> PowerResult:
    phrasing, verdicts = phase.phrasing, phase.verdicts[power]
    orders = tuple(
        OrderResult(_order_text(one, phrasing, is_destroyed=_is_destroyed(one, judgement)), one, phase)
        for one in verdicts
    )
    name = phrasing.power(power)
    if strength:
        name = f"{name} ({phrasing.say(f'clockwork.{strength.value}')})"
    return PowerResult(
        power,
        phase,
        name=name,
        orders=orders,
        running=_running(no_wrap(name), ", ".join(one.text for one in orders), phrasing),
        unordered=phrasing.listing(
            phrasing.unit(one.unit) for one in verdicts if one.unit and one.reason == Stood(unordered=True)
        ),
        is_silent=is_silent,
    )


def _running(name: str, orders: str, phrasing: Phrasing) -> str:
    """Return orders behind their power; in reports whose moves are colons no other one stands there."""
    return f"{name} {orders}" if phrasing.notation.report else phrasing.say("zine.item", name=name, told=orders)


def _place_of(verdict: Verdict) -> Location | Province | None:
    """Return where the unit of a verdict stands, or is built."""
    if verdict.unit:
        return verdict.unit.at
    return province_of(verdict.order) if verdict.order else None


def _order_text(verdict: Verdict, phrasing: Phrasing, *, is_destroyed: bool) -> str:
    return no_wrap(
        write_verdict(
            verdict,
            phrasing.position,
            phrasing.board,
            phrasing.written,
            phrasing.language,
            is_destroyed=is_destroyed,
        )
    )


def _is_destroyed(verdict: Verdict, judgement: Judgement) -> bool:
    """Whether a unit is lost because it could not retreat, or is hit for the last time."""
    if verdict.unit is None or verdict.dislodged is None:
        return isinstance(verdict.reason, NowhereToGo | RetreatsCollided)
    waiting = judgement.after.dislodged.get(verdict.unit.at.province)
    return waiting is None or not waiting.retreats


@kept_for_same
def retreat_lines(
    judgement: Judgement, before: Phrasing, after: Phrasing, gone: str = "", *, below_orders: bool = False
) -> tuple[str, ...]:
    """Return a sentence for each dislodged unit: where it may retreat, or that it is lost.

    ``gone`` is the word for that, empty for the one of the reader's notation. What orders and reasons tell is left out
    ``below_orders``: which attack dislodged it, and that it is lost, unless hit points were left.
    """
    driven = [verdict for verdicts in judgement.verdicts.values() for verdict in verdicts if verdict.dislodged]
    in_order = before.by_place(driven, _place_of)
    told = (_retreat(one, before, after, gone or before.destroyed, below_orders) for one in in_order)
    return tuple(filter(None, told))


def _retreat(verdict: Verdict, before: Phrasing, after: Phrasing, gone: str, below_orders: bool) -> str:
    assert verdict.unit is not None
    assert verdict.dislodged is not None
    waiting = after.position.dislodged.get(verdict.unit.at.province)
    named = f"{before.unit(verdict.unit)} ({before.power(verdict.unit.power)})"
    if not below_orders:
        named = before.say("retreat.dislodged", unit=named, by=before.region(verdict.dislodged.by, "source"))
    if verdict.unit.power in before.board.standing:
        return before.say("retreat.standing", unit=named)
    if verdict.harm and not verdict.harm.left:
        return before.say("retreat.annihilated", unit=named)
    if waiting is None or not waiting.retreats:
        return "" if below_orders and not verdict.harm else before.say("retreat.none", unit=named, gone=gone)
    return before.say("retreat.open", unit=named, places=after.regions(waiting.retreats, "goal", "words.or"))


@kept_for_same
def position_table(phrasing: Phrasing, *, in_play: bool = False) -> RowsOfTable:
    """Return the units of every power, or of those ``in_play``, one power a line or more."""
    powers = _in_play(phrasing, phrasing) if in_play else phrasing.powers
    return RowsOfTable(_row(phrasing, power, _units(phrasing.units_of(power), phrasing)) for power in powers)


def _in_play(phrasing: Phrasing, before: Phrasing) -> Sequence[Power]:
    """Return the powers that have units or centres, or had some before."""
    held = {*phrasing.position.owners.values(), *before.position.owners.values()}
    driven = (one.unit for one in phrasing.position.dislodged.values())
    held |= {unit.power for unit in (*phrasing.position.units.values(), *driven)}
    return [power for power in phrasing.powers if power in held]


def _units(units: Sequence[Unit], phrasing: Phrasing) -> Sequence[str]:
    return [phrasing.unit(unit) for unit in units] or [phrasing.say("words.no_units")]


@kept_for_same
def centre_table(phrasing: Phrasing, before: Phrasing | None = None, *, in_play: bool = False) -> RowsOfTable:
    """Return the centres of every power, or of those ``in_play``, and their number.

    With ``before``, also how the number has changed.
    """
    powers = _in_play(phrasing, before or phrasing) if in_play else phrasing.powers
    held = {phrasing.power(power): phrasing.position.centres_of(power) for power in powers}
    neutral = tuple(sorted(phrasing.board.centres - set(phrasing.position.owners)))
    rows = held | ({phrasing.say("words.neutral"): neutral} if neutral else {})
    changes = {phrasing.power(power): _change(power, phrasing, before) for power in powers}
    wide = max(map(len, changes.values()), default=0)
    return RowsOfTable(
        _centre_row(name, centres, changes.get(name, "").ljust(wide), phrasing) for name, centres in rows.items()
    )


def _change(power: Power, phrasing: Phrasing, before: Phrasing | None) -> str:
    change = len(phrasing.position.centres_of(power)) - len((before or phrasing).position.centres_of(power))
    return f" ({change:+})" if change else ""


def _centre_row(name: str, centres: Sequence[Province], change: str, phrasing: Phrasing) -> TableRow:
    width = _width(phrasing)
    label = f"{' ' * _INDENT_WIDTH}{name:{width - _INDENT_WIDTH}}{len(centres):2}{change}  "
    cells = (name, f"{len(centres)}{change.rstrip()}")
    return hanging_indent(label, _with_commas(phrasing.places(centres)), len(label), cells)


def _row(phrasing: Phrasing, power: Power, items: Sequence[str]) -> TableRow:
    return hanging_indent(" " * _INDENT_WIDTH + phrasing.power(power), _with_commas(items), _width(phrasing))


def _width(phrasing: Phrasing) -> int:
    return _INDENT_WIDTH + max(len(phrasing.power(power)) for power in phrasing.board.powers) + 2


def _with_commas(items: Sequence[str]) -> list[str]:
    """Return the items as words of a line, each but the last with a comma."""
    return [f"{item}," for item in items[:-1]] + list(items[-1:])


def across_rivers(board: Board, code: Province) -> set[Province]:
    """Return the regions across a river from this one; they are among its neighbours, too."""
    return {other for river in board.war.rivers if code in river for other in river if other != code}


# --- the centres of each power by years, as tables of a letter


_COLUMN = 6
"""The width of the column of a year."""
_MOST_TABLES = 2
"""The most tables below each other that a letter shows, unless it is about nothing else."""


def chart_title(board: Board, language: Language) -> str:
    """Return what the tables show: ``Centres by year``."""
    return say(language, key_for_board("chart.name", board))


def centre_charts(history: CentreHistory, board: Board, language: Language) -> list[RowsOfTable]:
    """Return the centres of each power at the start and at the end of each year: as many tables as the width wants.

    A power that never had a centre is left out.
    """
    return list(_tables(history, board, language, range(len(history.years) + 1)))


def short_centre_charts(history: CentreHistory, board: Board, language: Language) -> list[RowsOfTable]:
    """Return the same of so many years that two tables hold them: of more, every second, or third, up to the last.

    Empty before the first year is over.
    """
    last, room = len(history.years), _MOST_TABLES * _years_in_a_row(history, board, language)
    step = max(1, -(-last // max(room - 1, 1)))
    chosen = [0, *sorted(range(last, 0, -step))]
    return list(_tables(history, board, language, chosen)) if last else []


def _years_in_a_row(history: CentreHistory, board: Board, language: Language) -> int:
    return max(1, (WIDTH - _name_width(history, board, language)) // _COLUMN)


def _name_width(history: CentreHistory, board: Board, language: Language) -> int:
    return max((len(board.name_of(power, language)) for power in history.counts), default=0) + 4


def _tables(history: CentreHistory, board: Board, language: Language, columns: Sequence[int]) -> Iterator[RowsOfTable]:
    """Yield tables of these columns: 0 is the start, n the end of the n-th year."""
    in_a_row, width = _years_in_a_row(history, board, language), _name_width(history, board, language)
    labels = [say(language, "words.start"), *map(str, history.years)]
    powers = [power for power, counts in history.counts.items() if any(counts)]
    for first in range(0, len(columns) if powers else 0, in_a_row):
        shown = columns[first : first + in_a_row]
        named = {board.name_of(power, language): history.counts[power] for power in powers}
        rows = (_row_of_centres(name, [str(counts[at]) for at in shown], width) for name, counts in named.items())
        yield RowsOfTable((_row_of_centres("", [labels[at] for at in shown], width), *rows))


def _row_of_centres(name: str, cells: Sequence[str], width: int) -> TableRow:
    text = f"  {name}".ljust(width) + "".join(f"{cell:>{_COLUMN}}" for cell in cells)
    return TableRow(text, (name, *cells))
