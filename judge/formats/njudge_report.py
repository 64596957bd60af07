"""Reads where a game stands from reports in nJudge's wording, in mails too, quoted and wrapped.

Several reports may follow each other, oldest first: results of retreats and of adjustments tell only what changes.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.formats.njudge import (
    NO_LINE,
    ReportLine,
    power_named,
    power_of_people,
    read_moment,
    read_place,
    read_unit,
    report_lines,
)
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class ToldPosition:
    """Where a game stands by its last report; ``position`` is an object for ``read_position`` of ``positions_json``.

    ``differences`` says in lines what does not agree in the reports, ``left_out`` what was not taken over.
    """

    name: str
    position: Mapping[str, object]
    deadline: datetime | None
    differences: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def is_njudge_report(text: str) -> bool:
    """Whether a text has a title of nJudge's reports."""
    return any(_TITLE.search(line.text) or _NEXT.search(line.text) for line in report_lines(text))


def read_njudge_report(text: str, board: Board) -> ToldPosition:
    """Return where the game of some reports stands; ReportFaultError names the line, the place in it, an example."""
    read = _Reading(board)
    for line in report_lines(text):
        read = read.with_line(line)
    return read.told()


_SEASONS = {"spring": "S", "fall": "F", "autumn": "F", "winter": "W"}
_FOR = r"for (?P<season>Spring|Fall|Autumn|Winter) of (?P<year>\d{4})"
_TITLE = re.compile(
    rf"(?:(?P<start>Starting position)|(?:Status of the (?P<status>\w+) phase)|(?P<kind>\w+?)s? (?:results|orders)) "
    rf"{_FOR}\.?(?:\s+\((?P<game>[\w-]+)\.\d+\))?",
    re.IGNORECASE,
)
_NEXT = re.compile(rf"The next phase of '(?P<game>[\w-]+)' will be (?P<kind>\w+?)s? {_FOR}", re.IGNORECASE)
_DEADLINE = re.compile(r"The deadline for \w+ (?:will be|is) (?P<at>.+?)\.?$", re.IGNORECASE)
_OWNERSHIP = re.compile(r"Ownership of supply cent(?:er|re)s", re.IGNORECASE)
_OVER = re.compile(r"^(?:The game is over|The game was won by|Game '[\w-]+' (?:is over|ended))", re.IGNORECASE)
_OF_POWER = re.compile(r"(?P<power>[A-Z][\w-]*(?: [A-Z][\w-]*)*):\s+(?P<rest>\S.*)")
_BALANCE = re.compile(r"\d+ Supply cent(?:er|re)s?, +(?P<units>\d+) Units?", re.IGNORECASE)
_MARKS = re.compile(r"\.?\s*\(\*(?P<marks>[^*]*)\*\)\.?$")
_STOPPED = frozenset({"bounce", "void", "no convoy", "cut", "dislodged", "destroyed"})
_ADJUSTED = re.compile(
    r"(?:(?P<build>Builds) an? |(?P<remove>Removes|Defaults, removing) (?:the )?)(?P<kind>army|fleet) in "
    r"(?:the )?(?P<place>.+?)\.?$",
    re.IGNORECASE,
)
_WAIVED = re.compile(r"(?:\d+ )?builds? waived|Build \d+ unused", re.IGNORECASE)
_DRIVEN_OUT = re.compile(
    r"The (?P<people>\S+) (?P<kind>Army|Fleet) in (?:the )?(?P<place>.+?) "
    r"(?:can retreat to (?P<ways>.+?)|with no valid retreats was destroyed)\.?$",
    re.IGNORECASE,
)
_KINDS = {"movement": PhaseKind.MOVEMENT, "retreat": PhaseKind.RETREAT, "adjustment": PhaseKind.ADJUSTMENT}
_EXAMPLE = "France: Army Paris -> Burgundy. (*bounce*)"
_NO_POSITION = "Starting position for Spring of 1901.  (rome.000)"


@dataclass(frozen=True)
class _Reading:
    """What the lines so far tell; ``section`` is what the next lines of powers are about, empty outside of any.

    ``counted`` are the units that the last table counts, by power; ``ways`` the dislodged units with where they may go.
    """

    board: Board
    section: str = ""
    name: str = ""
    phase: str = ""
    units: Mapping[Province, Unit] | None = None
    ways: Mapping[Province, tuple[Unit, tuple[Location, ...]]] = field(default_factory=dict)
    owners: Mapping[Province, Power] | None = None
    counted: Mapping[Power, int] = field(default_factory=dict)
    deadline: datetime | None = None
    left_out: tuple[str, ...] = ()
    is_over: bool = False
    last: ReportLine = NO_LINE

    def with_line(self, line: ReportLine) -> "_Reading":
        text = line.text
        if title := _TITLE.search(text):
            return self._titled(title, line)
        if following := _NEXT.search(text):
            return self._following(following, line)
        if _OWNERSHIP.search(text):
            return replace(self, section="ownership", owners={}, counted={})
        if _OVER.search(text):
            return replace(self, is_over=True, last=line)
        if told := _DEADLINE.search(text):
            return self._until(told["at"])
        if self.section and (driven_out := _DRIVEN_OUT.fullmatch(text)):
            return self._driven_out(driven_out, line)
        of_power = _OF_POWER.fullmatch(text)
        return self._of_power(of_power, line) if of_power and self.section else self

    # --- titles

    def _named(self, game: str | None, line: ReportLine) -> "_Reading":
        if game and self.name and game != self.name:
            raise line.fault(game, f"the reports are of two games, {self.name} and {game}", "one game a file")
        return replace(self, name=game or self.name, last=line)

    def _titled(self, title: re.Match[str], line: ReportLine) -> "_Reading":
        """The title of a report: a position begins anew, or changes."""
        told = self._named(title["game"], line)
        word = (title["status"] or title["kind"] or "movement").lower()
        if word not in _KINDS:
            raise line.fault(word, f"“{word}” is no kind of phase", "Movement results for Spring of 1902.  (rome.004)")
        kind = _KINDS[word]
        if title["start"] or title["status"]:
            phase = f"{_SEASONS[title['season'].lower()]}{title['year']}{kind.value}"
            return replace(told, section="position", phase=phase, units={}, ways={}, is_over=False, counted={})
        if kind is PhaseKind.MOVEMENT:
            return replace(
                told, section="movement", phase="", units={}, ways={}, is_over=False, counted={}, deadline=None
            )
        if self.units is None:
            why = f"results of {word}s tell only the units concerned"
            raise line.fault(title[0], why, "the report of the movement before it stands above it in the same file")
        return replace(told, section=word, phase="", is_over=False, counted={}, deadline=None)

    def _following(self, told: re.Match[str], line: ReportLine) -> "_Reading":
        kind = _KINDS.get(told["kind"].lower())
        if kind is None:
            raise line.fault(told["kind"], f"“{told['kind']}” is no kind of phase", "Movement, Retreats or Adjustments")
        phase = f"{_SEASONS[told['season'].lower()]}{told['year']}{kind.value}"
        return replace(self._named(told["game"], line), section="", phase=phase)

    def _until(self, text: str) -> "_Reading":
        at = read_moment(text)
        if at is None:
            return replace(self, left_out=(*self.left_out, f"the deadline “{text}”, which cannot be read"))
        return replace(self, deadline=at)

    # --- lines of a power

    def _of_power(self, found: re.Match[str], line: ReportLine) -> "_Reading":
        rest = found["rest"]
        if self.section == "ownership" and found["power"].lower() == "unowned":
            return self
        power = power_named(found["power"], self.board)
        if power is None:
            if not re.match("Army |Fleet ", rest) and self.section != "ownership":
                return self
            names = ", ".join(names["en"] for names in self.board.powers.values())
            raise line.fault(found["power"], f"“{found['power']}” is no power; there are {names}", _EXAMPLE)
        if balance := _BALANCE.match(rest):
            return replace(self, counted={**self.counted, power: int(balance["units"])})
        if self.section == "ownership":
            return self._owned(power, rest, line)
        if self.section == "adjustment":
            return self._adjusted(power, rest, line)
        return self._ordered(power, rest, line)

    def _owned(self, power: Power, rest: str, line: ReportLine) -> "_Reading":
        owners = dict(self.owners or {})
        for name in rest.removesuffix(".").split(","):
            centre = read_place(name, self.board, line).province
            if centre not in self.board.centres:
                raise line.fault(name, f"“{name.strip()}” has no supply centre", "France:    Brest, Marseilles, Paris.")
            owners[centre] = power
        return replace(self, owners=owners)

    def _adjusted(self, power: Power, rest: str, line: ReportLine) -> "_Reading":
        told = _ADJUSTED.fullmatch(rest)
        if told is None:
            if _WAIVED.match(rest):
                return self
            raise line.fault(rest, "that is no build and no removal", "France: Builds a fleet in Brest.")
        unit = read_unit(power, told["kind"], told["place"], self.board, line)
        if told["build"]:
            return self._with(unit, line)
        units = dict(self.units or {})
        if units.pop(unit.at.province, None) is None:
            raise line.fault(told["place"], f"no unit stands in {told['place']}", "the reports stand in their order")
        return replace(self, units=units)

    def _ordered(self, power: Power, rest: str, line: ReportLine) -> "_Reading":
        """A unit with its order and what became of it, or, of a position, a unit alone."""
        marks = _MARKS.search(rest)
        stopped = _STOPPED & {one.strip() for one in marks["marks"].lower().split(",")} if marks else frozenset()
        order = rest[: marks.start()] if marks else rest.removesuffix(".")
        words = re.fullmatch(
            r"(?P<kind>\w+) (?P<place>.+?)(?:,? (?P<deed>->.*|SUPPORT .*|CONVOY .*|HOLD|DISBAND|No Order.*))?", order
        )
        if words is None:
            raise line.fault(rest, "that is no unit with its order", _EXAMPLE)
        unit = read_unit(power, words["kind"], words["place"], self.board, line)
        deed = words["deed"] or ""
        arrives = deed.startswith("->") and not stopped
        to = unit.moved_to(self._arrival(unit, deed.rpartition("->")[2], line)) if arrives else unit
        if self.section == "retreat":
            return self._with(to, line) if arrives else self
        if "dislodged" in stopped:
            return self
        return self._with(to, line)

    def _arrival(self, unit: Unit, name: str, line: ReportLine) -> Location:
        """Where a unit arrived: on the one coast in its reach where none is named."""
        to = read_place(name, self.board, line)
        ways = self.board.ways(unit).get(to.province, ())
        needs_coast = unit.kind is UnitKind.FLEET and self.board.regions[to.province].coasts and not to.coast
        return ways[0] if needs_coast and len(ways) == 1 else to

    def _with(self, unit: Unit, line: ReportLine) -> "_Reading":
        units = dict(self.units or {})
        if unit.at.province in units:
            raise line.fault("", f"two units stand in {unit.at.province}", "one line a unit")
        return replace(self, units={**units, unit.at.province: unit})

    def _driven_out(self, told: re.Match[str], line: ReportLine) -> "_Reading":
        if told["ways"] is None:
            return self
        power = power_of_people(told["people"], self.board)
        if power is None:
            example = "The Italian Army in Trieste can retreat to Tyrolia or Albania."
            raise line.fault(told["people"], f"“{told['people']}” are of no power of this board", example)
        unit = read_unit(power, told["kind"], told["place"], self.board, line)
        names = re.split(r" or |, (?:or )?", told["ways"])
        ways = tuple(read_place(name, self.board, line) for name in names)
        return replace(self, ways={**self.ways, unit.at.province: (unit, ways)})

    # --- all of it

    def told(self) -> ToldPosition:
        """What all lines tell; ReportFaultError where something is missing."""
        line = self.last
        if self.is_over:
            raise line.fault("", "the game is over by this report", "a report tells where a running game stands")
        if self.units is None:
            raise line.fault("", "no position is told: a report of a movement, or a list of all units", _NO_POSITION)
        if not self.phase:
            why = "the phase that is open is not told"
            raise line.fault("", why, f"The next phase of '{self.name or 'rome'}' will be Movement for Spring of 1902.")
        if self.owners is None:
            why = "nobody is told to own a centre: put the report of the last winter above"
            raise line.fault("", why, "Ownership of supply centers: … France:    Brest, Marseilles, Paris.")
        is_retreat = self.phase.endswith(PhaseKind.RETREAT.value)
        if is_retreat and not self.ways:
            why = "no unit is told to be dislodged"
            raise line.fault("", why, "The Italian Army in Trieste can retreat to Tyrolia or Albania.")
        position: dict[str, object] = {
            "phase": self.phase,
            "units": _by_power((unit.power, str(unit)) for _, unit in sorted(self.units.items())),
            "centers": _by_power((power, centre) for centre, power in sorted(self.owners.items())),
        }
        if is_retreat:
            position["dislodged"] = [
                {"power": unit.power, "unit": str(unit), "options": [*map(str, ways)]}
                for unit, ways in self.ways.values()
            ]
        return ToldPosition(self.name, position, self.deadline, tuple(self._miscounted()), self.left_out)

    def _miscounted(self) -> Iterator[str]:
        """Where the table of units counts others than are listed."""
        for power, count in self.counted.items():
            listed = sum(unit.power == power for unit in (self.units or {}).values())
            if listed != count:
                yield f"{power}: the table counts {count} units, and {listed} are told of"


def _by_power(pairs: Iterable[tuple[Power, str]]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for power, text in pairs:
        found.setdefault(power, []).append(text)
    return found
