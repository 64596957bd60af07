"""The words of nJudge's reports, and the results of a game in them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import lru_cache
from itertools import chain
from textwrap import wrap

from judge.formats.played import PHASE_KINDS, SEASONS, PlayedGame, english_power, unit_word
from judge.game.phases.messages import PhaseClosed
from judge.notation.lexer import folded_words
from judge.notation.lexicon import printed_names
from judge.notation.tables import OrderPart, load_notation
from judge.notation.write import mark_of
from judge.rules.adjustments import required_orders
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.verdicts import Moved, Verdict, Waived

# --- the words of nJudge's reports: powers and their people, units, regions; lines as mail programs left them


COASTS: Mapping[str, str] = {"NC": "north coast", "SC": "south coast", "EC": "east coast", "WC": "west coast"}

INHABITANTS: Mapping[str, str] = {
    "AUSTRIA": "Austrian",
    "ENGLAND": "English",
    "FRANCE": "French",
    "GERMANY": "German",
    "ITALY": "Italian",
    "RUSSIA": "Russian",
    "TURKEY": "Turkish",
}
"""How the units of a power are called; those of others by its name."""


class ReportFaultError(ValueError):
    """What is wrong with a report: the message has the line, its number, the place in it, the reason, an example."""


@dataclass(frozen=True)
class ReportLine:
    """A line of a report, whole, without marks of quotation; ``number`` is that of its first line in the file."""

    number: int
    text: str

    def fault(self, at: str, why: str, example: str) -> ReportFaultError:
        """An error that points to where ``at`` stands in the line."""
        start = self.text.find(at) if at else -1
        mark = [f"    {' ' * start}{'~' * len(at)}"] if start >= 0 else []
        return ReportFaultError(
            "\n".join([f"line {self.number}: {why}", f"    {self.text}", *mark, f"for example: {example}"])
        )


NO_LINE = ReportLine(1, "")
"""What is missing in a report stands nowhere."""

_QUOTED = re.compile(r"^(?:[>|] ?)+")
_ENTRY = re.compile(
    r"[A-Z][\w-]*(?: [A-Z][\w-]*)*:\s|The \S|[A-Z]\w* (?:results|orders) for |Ownership |Starting |Status "
)


def report_lines(text: str) -> Iterator[ReportLine]:
    """Yield the lines of a report; what was wrapped is whole again."""
    whole: ReportLine | None = None
    for number, raw in enumerate(text.splitlines(), 1):
        line = _QUOTED.sub("", raw).rstrip()
        if whole and line.strip() and _goes_on(whole.text, line):
            whole = ReportLine(whole.number, f"{whole.text} {line.strip()}")
            continue
        if whole:
            yield whole
        whole = ReportLine(number, line.strip()) if line.strip() else None
    if whole:
        yield whole


def _goes_on(before: str, line: str) -> bool:
    """Whether a line belongs to the one before: that is an entry not yet at its end, or marks follow."""
    if line.strip().startswith("(*"):
        return True
    is_unfinished = bool(_ENTRY.match(before)) and (not before.endswith((".", ")", ":")) or before.endswith("St."))
    return is_unfinished and not _ENTRY.match(line)


def power_named(name: str, board: Board) -> Power | None:
    """The power of an English name, in which hyphens may stand for spaces."""
    wanted = name.replace("-", " ").lower()
    known = {
        word.replace("-", " ").lower(): power for power, names in board.powers.items() for word in (power, names["en"])
    }
    return known.get(wanted)


def power_of_people(people: str, board: Board) -> Power | None:
    """The power whose units are called so."""
    named = (power for power in board.powers if INHABITANTS.get(power, "").lower() == people.lower())
    return next(named, None) or power_named(people, board)


def read_unit(power: Power, kind: str, place: str, board: Board, line: ReportLine) -> Unit:
    """The unit that stands in a place; ReportFaultError where it cannot."""
    if kind.lower() not in {"army", "fleet"}:
        raise line.fault(kind, f"“{kind}” is no unit; there are armies and fleets", "France: Army Paris.")
    found = UnitKind.ARMY if kind.lower() == "army" else UnitKind.FLEET
    at = read_place(place, board, line)
    region = board.regions[at.province]
    if found is UnitKind.ARMY and region.terrain is Terrain.SEA:
        raise line.fault(place, f"no army can be in {place}", f"{power.title()}: Fleet {place}.")
    if found is UnitKind.FLEET and region.terrain is Terrain.LAND:
        raise line.fault(place, f"no fleet can be in {place}", f"{power.title()}: Army {place}.")
    if found is UnitKind.FLEET and region.coasts and not at.coast:
        coast = COASTS.get(region.coasts[0], region.coasts[0])
        raise line.fault(place, f"the coast is not told on which the fleet in {place} is", f"Fleet {place} ({coast}).")
    return Unit(power, found, at if found is UnitKind.FLEET else Location(at.province))


def read_place(name: str, board: Board, line: ReportLine) -> Location:
    """The region of an English name or of a code, with its coast; ReportFaultError names the nearest."""
    told = re.fullmatch(
        r"(?P<region>.+?)(?:\s*\((?P<coast>\w+) coast\)|/(?P<code>[ns]c|ec|wc))?", name.strip(), re.IGNORECASE
    )
    region, coast = (told["region"], told["coast"] or told["code"]) if told else (name.strip(), None)
    places = _places(region, board)
    if len(places) != 1:
        near = get_close_matches(region, _names(board), 1, 0.5)
        raise line.fault(name.strip(), f"“{region}” is no region of the board", near[0] if near else _names(board)[0])
    (province,) = places
    code = coast[:1].upper() + "C" if coast else ""
    has = board.regions[province].coasts
    if code and code not in has:
        told_coasts = " or ".join(COASTS.get(one, one) for one in has)
        why = f"{region} has no such coast" + (f", but {told_coasts}" if has else "")
        raise line.fault(name.strip(), why, f"{region} ({COASTS.get(has[0], has[0])})" if has else region)
    return Location(province, code)


@lru_cache(maxsize=4096)
def _places(name: str, board: Board) -> frozenset[Province]:
    key = folded_words(name)
    lexemes = {*printed_names(board).get(key, ())}
    if not lexemes and load_notation("standard").board == board.map:
        lexemes = {*load_notation("standard").phrases.get(key, ())}
    places = (Province(one.value) for one in lexemes if one.part is OrderPart.PLACE)
    return frozenset(one for one in places if one in board.regions)


def _names(board: Board) -> list[str]:
    return [region.names["en"] for region in board.regions.values()]


_FORMS = ("%a %b %d %Y %H:%M:%S %z", "%a %d %b %Y %H:%M:%S %z", "%a %b %d %H:%M:%S %Y %z")


def read_moment(text: str) -> datetime | None:
    """The moment of a date as judges write it, None where it is none; one without a zone is in UTC."""
    plain = " ".join(text.split())
    for zoned in (plain, f"{plain} +0000"):
        for form in _FORMS:
            try:
                return datetime.strptime(zoned, form).astimezone(UTC)
            except ValueError:
                continue
    return None


# --- the results of a game in the wording of nJudge, which jDip and other programs read: one report a phase


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


_MARKS: Mapping[str, Sequence[str]] = {
    "bounce": ("bounce",),
    "collided": ("bounce", "destroyed"),
    "cut": ("cut",),
    **dict.fromkeys(("void", "unmatched"), ("void",)),
    **dict.fromkeys(("no_convoy", "disrupted", "paradox"), ("no convoy",)),
    **dict.fromkeys(("no_retreat_order", "nowhere_to_go", "by_default"), ("destroyed",)),
}
"""What stands behind an order, by the name of its mark; nothing behind others."""


def _marks(verdict: Verdict) -> Iterator[str]:
    yield from _MARKS.get(mark_of(verdict.reason), ())
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
