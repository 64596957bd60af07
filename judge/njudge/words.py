"""The words of nJudge's reports: powers and their people, units, regions; lines as mail programs left them."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from difflib import get_close_matches
from functools import lru_cache

from judge.notation.lexer import folded_words
from judge.notation.lexicon import printed_names
from judge.notation.tables import OrderPart, load_notation
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind

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
