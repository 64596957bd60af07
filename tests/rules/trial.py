"""Judges a case kept as data, phase by phase, against what it says of every line."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.ending import JointVictory, Solo, TermReached, find_ending
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Move, Order, Retreat, Waive, province_of
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import RuleBook, load_rulebook
from judge.rules.verdicts import Judgement, Verdict
from tests.rules import plain
from tests.rules.cases import Case, Row, Rows
from tests.rules.languages import PLAIN, Language
from tests.rules.sayings import said

STANDARD = load_board("standard")
NO_UNIT = "void no_unit"


@dataclass(frozen=True)
class Trial:
    """A case with the language it is written in, the book it is judged under, and the board."""

    case: Case
    language: Language = PLAIN
    board: Board = STANDARD

    def hold(self, book: RuleBook | None = None) -> None:
        """Judge every phase and compare all that is said of it; another book than its own must agree with it."""
        book = book or load_rulebook(self.case.book)
        for number, (rows, position, judgement) in enumerate(self.course(book)):
            assert self.told(rows, position, judgement) == _expected(rows)
            assert _standing(judgement.after) == self._left_standing(rows, position)
            if number == 0:
                assert self._refuges(judgement) == (self.case.fact("retreats") or {})
            if "last_year" in self.case.facts:
                assert self._end(position, judgement, book) == self.case.fact("ends")
        self._compare_end(judgement.after)

    def course(self, book: RuleBook) -> Iterator[tuple[Rows, Position, Judgement]]:
        """The phases one after another: what was written, in which position, and what came of it."""
        position = self.opening
        for rows in self.case.phases:
            judgement = judge_phase(self.board, book, position, self.orders(rows, position))
            yield rows, position, judgement
            position = judgement.after

    def orders(self, rows: Rows, position: Position) -> Mapping[Power, list[Order]]:
        """The orders of a phase by power."""
        given: defaultdict[Power, list[Order]] = defaultdict(list)
        for row in rows:
            if row.is_order:
                power = self.language.power(row.power)
                given[power].append(self.language.order(row.line, position, power))
        return given

    @property
    def opening(self) -> Position:
        """The position before the first phase."""
        facts = self.case.facts
        phase = Phase.parse(facts.get("phase", "S1901M"))
        units: dict[Province, Unit] = {}
        for row in self.case.phases[0]:
            unit = self._unit(row)
            if unit and row.status != NO_UNIT and (phase.kind is not PhaseKind.RETREAT or row.status == "stays"):
                units[unit.at.province] = unit
        driven_out = [plain.dislodged(power, *told) for power, *told in facts.get("dislodged", ())]
        leaving = {one.unit.at.province: one for one in driven_out}
        return Position(phase, units, _owners(facts.get("centres", {})), leaving)

    def told(self, rows: Rows, position: Position, judgement: Judgement) -> list[str]:
        """What was judged of each line, sorted."""
        units = [(self._unit(row), row.line) for row in rows if row.status != NO_UNIT]
        lines = {unit.at.province: line for unit, line in units if unit}
        fates = self.verdicts(rows, position, judgement)
        return sorted(f"{line} | {said(verdict, lines.__getitem__, self._named)}" for line, verdict in fates)

    def verdicts(self, rows: Rows, position: Position, judgement: Judgement) -> Iterator[tuple[str, Verdict]]:
        """Every verdict with the line it is on."""
        lines = self._lines(rows, position)
        for power, verdicts in judgement.verdicts.items():
            for verdict in verdicts:
                yield _first(lines[power, _about(verdict)], verdict), verdict

    def _named(self, province: Province) -> str:
        return self.language.place(Location(province))

    def _lines(self, rows: Rows, position: Position) -> defaultdict[tuple[Power, Province | None], list[str]]:
        """The lines that speak to each region, in the order given."""
        lines: defaultdict[tuple[Power, Province | None], list[str]] = defaultdict(list)
        for row in rows:
            if row.status != "stays":
                power = self.language.power(row.power)
                lines[power, self._region(row, position)].append(row.line)
        return lines

    def _region(self, row: Row, position: Position) -> Province | None:
        if row.is_order:
            return province_of(self.language.order(row.line, position, self.language.power(row.power)))
        unit = self._unit(row)
        return unit.at.province if unit else None

    def _unit(self, row: Row) -> Unit | None:
        """The unit of a line, as it stands."""
        unit = self.language.unit(self.language.power(row.power), row.line)
        if unit is None:
            return None
        stands = (plain.unit(unit.power, text) for text in self.case.facts.get("stands", ()))
        unit = next((other for other in stands if other.at.province == unit.at.province), unit)
        facts, at = self.case.facts, unit.at.province
        unit = replace(unit, strength=facts.get("strengths", {}).get(at, unit.strength))
        return unit.with_health(facts["health"][at], rest=0) if at in facts.get("health", {}) else unit

    def _left_standing(self, rows: Rows, position: Position) -> set[tuple[Power, UnitKind, Province]]:
        """What stands afterwards if every line comes true."""
        ways = [self._way(row, position) for row in rows]
        left = {here for before, _ in ways for here in before}
        reached = {there for _, after in ways for there in after}
        return _standing(position) - left | reached

    def _way(self, row: Row, position: Position) -> tuple[list[tuple[Power, UnitKind, Province]], ...]:
        """Where a line takes a unit from, and where to."""
        power = self.language.power(row.power)
        order = self.language.order(row.line, position, power) if row.is_order else None
        unit = self._unit(row)
        here = [(power, unit.kind, unit.at.province)] if unit else []
        match row.status.split()[0], order:
            case "moved", Move(to=to) if unit:
                return here, [(power, unit.kind, to.province)]
            case "retreated", Retreat(to=to) if unit:
                return [], [(power, unit.kind, to.province)]
            case "built", Build(kind, at):
                return [], [(power, kind, at.province)]
            case (("disbanded" | "removed"), _):
                return here, []
            case _ if "; dislodged" in row.status or row.status.endswith("annihilated"):
                return here, []
            case _:
                return [], []

    def _refuges(self, judgement: Judgement) -> Mapping[str, str]:
        """Where each unit driven out may go."""
        driven_out = judgement.after.dislodged
        return {
            self._named(at): " ".join(map(self.language.place, driven_out[at].retreats if at in driven_out else ()))
            for verdicts in judgement.verdicts.values()
            for verdict in verdicts
            if verdict.unit and verdict.dislodged
            for at in [verdict.unit.at.province]
        }

    def _end(self, before: Position, judgement: Judgement, book: RuleBook) -> str:
        """How a phase ended the game."""
        match find_ending(self.board, book, before, judgement, self.case.facts["last_year"]):
            case TermReached(leaders, ()):
                return f"led by {'+'.join(leaders)}, won by nobody"
            case TermReached(_, winners):
                return f"won by {'+'.join(winners)}"
            case Solo(power):
                return f"solo of {power}"
            case JointVictory(powers):
                return f"won by {'+'.join(powers)} together"
            case None:
                return "goes on"

    def _compare_end(self, position: Position) -> None:
        facts, owned = self.case.facts, self.case.fact("owned")
        if "after" in facts:
            assert str(position.phase) == self.case.fact("after")
        if "coasts" in facts:
            coasts = [str(unit) for unit in position.units.values() if unit.at.coast]
            assert sorted(coasts) == sorted(facts["coasts"])
        if owned is not None:
            assert position.owners == _owners(owned)


def hold(case: Case, language: Language = PLAIN) -> None:
    """Judge a case and compare."""
    Trial(case, language).hold()


def _expected(rows: Rows) -> list[str]:
    return sorted(f"{row.line} | {row.status}" for row in rows if row.status != "stays")


def _first(waiting: list[str], verdict: Verdict) -> str:
    """The next line of those that speak to one region, or what was judged though no line speaks of it."""
    return waiting.pop(0) if waiting else str(verdict.unit or verdict.order)


def _about(verdict: Verdict) -> Province | None:
    if verdict.order and not isinstance(verdict.order, Waive):
        return province_of(verdict.order)
    return verdict.unit.at.province if verdict.unit else None


def _standing(position: Position) -> set[tuple[Power, UnitKind, Province]]:
    return {(unit.power, unit.kind, at) for at, unit in position.units.items()}


def _owners(table: Mapping[str, str]) -> dict[Province, Power]:
    return plain.owners({power: centres.split() for power, centres in table.items()})
