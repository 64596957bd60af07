"""Reading a board from its data file, every fault laid to the line that bears it."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

from judge.rules.board import Board, Kind, Location, Power, Province, Region, Terrain, Unit, Year
from judge.rules.boardcheck import faults

Table = Mapping[str, object]
T = TypeVar("T")

_FOLDER = files("judge.rules").joinpath("boards")
_REGION_KEYS = frozenset({"terrain", "centre", "coasts"})
_POWER_KEYS = frozenset({"homes", "start"})
_WORDS = {str: "a text", int: "a number", bool: "true or false", dict: "a table"}


class BoardError(Exception):
    """A board file that cannot be played on; ``line`` counts from 1."""

    def __init__(self, source: str, line: int, message: str) -> None:
        super().__init__(f"{source}, line {line}: {message}")
        self.source = source
        self.line = line
        self.message = message


@lru_cache
def load_board(name: str) -> Board:
    """Return the packaged board of that name; FileNotFoundError when there is none."""
    if name not in board_names():
        raise FileNotFoundError(name)
    return read_board(_FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8"), f"{name}.toml")


@lru_cache
def board_names() -> tuple[str, ...]:
    """The boards that can be played on, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


def read_board(text: str, source: str) -> Board:
    """Read and check a board; BoardError names ``source`` and the line of the first fault."""
    page = _Page(source, text)
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise page.not_toml(error) from None
    board = _board(page, table)
    for fault in faults(board):
        raise page.error(fault.section, fault.key, fault.message)
    return board


@dataclass(frozen=True)
class _Page:
    """The text of a board file, able to find where a key of a section stands."""

    source: str
    text: str

    def error(self, section: str, key: str, message: str) -> BoardError:
        return BoardError(self.source, self._line_of(section, key), message)

    def not_toml(self, error: tomllib.TOMLDecodeError) -> BoardError:
        place = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)", str(error))
        last = self.text.count("\n") + 1
        line = int(place[1]) if place and place[1] else last
        return BoardError(self.source, line, re.sub(r" \(at .*\)$", "", str(error)))

    def _line_of(self, section: str, key: str) -> int:
        """The line of the key, else of the section's heading, else the first."""
        here, heading = "", 1
        for number, line in enumerate(self.text.splitlines(), start=1):
            if opened := re.match(r"\s*\[([^\]]+)\]", line):
                here = opened[1].strip()
                heading = number if here == section else heading
            elif here == section and re.match(rf'\s*"?{re.escape(key)}"?\s*=', line):
                return number
        return heading

    def value(self, table: Table, section: str, key: str, kind: type[T]) -> T:
        """The value of a key of a section, which must be of this kind."""
        value = table.get(key)
        if isinstance(value, kind) and isinstance(value, bool) is (kind is bool):
            return value
        problem = "is missing" if value is None else f"must be {_WORDS[kind]}"
        raise self.error(section, key, f"{key} {problem}")


def _board(page: _Page, table: Table) -> Board:
    powers = _powers(page, page.value(table, "", "powers", dict))
    borders = page.value(table, "", "borders", dict)
    return Board(
        name=page.value(table, "", "name", str),
        powers={power: _names(page, "powers", power, line, _POWER_KEYS) for power, line in powers.items()},
        regions=_regions(page, page.value(table, "", "regions", dict), _homes(page, powers)),
        borders={
            Kind.ARMY: _borders(page, "borders.army", page.value(borders, "borders", "army", dict)),
            Kind.FLEET: _borders(page, "borders.fleet", page.value(borders, "borders", "fleet", dict)),
        },
        start=tuple(unit for power, line in powers.items() for unit in _start(page, power, line)),
        start_year=Year(page.value(table, "", "start_year", int)),
        victory_centres=page.value(table, "", "victory_centres", int),
    )


def _powers(page: _Page, table: Table) -> Mapping[Power, Table]:
    return {Power(name): page.value(table, "powers", name, dict) for name in table}


def _homes(page: _Page, powers: Mapping[Power, Table]) -> Mapping[Province, Power]:
    homes: dict[Province, Power] = {}
    for power, line in powers.items():
        for word in _string(page, "powers", power, line, "homes").split():
            home = Province(word)
            if home in homes:
                raise page.error("powers", power, f"{home} is a home of {homes[home]} already")
            homes[home] = power
    return homes


def _start(page: _Page, power: Power, line: Table) -> tuple[Unit, ...]:
    words = _string(page, "powers", power, line, "start")
    units = []
    for word in filter(None, (part.strip() for part in words.split(","))):
        written = re.fullmatch(r"([AF]) (\S+)", word)
        if written is None:
            raise page.error("powers", power, f"{word!r} is no unit")
        units.append(Unit(power, Kind(written[1]), _location(written[2])))
    return tuple(units)


def _regions(page: _Page, table: Table, homes: Mapping[Province, Power]) -> Mapping[Province, Region]:
    regions = {Province(code): _region(page, Province(code), table, homes) for code in table}
    for home, power in homes.items():
        if home not in regions:
            raise page.error("powers", power, f"{home} is no region of this board")
    return regions


def _region(page: _Page, code: Province, table: Table, homes: Mapping[Province, Power]) -> Region:
    line = page.value(table, "regions", code, dict)
    terrain = _string(page, "regions", code, line, "terrain")
    centre = line.get("centre", False)
    if terrain not in {kind.value for kind in Terrain}:
        raise page.error("regions", code, f"terrain {terrain!r} is neither land, coast nor sea")
    if not isinstance(centre, bool):
        raise page.error("regions", code, "centre must be true or false")
    coasts = _string(page, "regions", code, line, "coasts") if "coasts" in line else ""
    names = _names(page, "regions", code, line, _REGION_KEYS)
    return Region(code, Terrain(terrain), names, centre, homes.get(code), tuple(coasts.split()))


def _names(page: _Page, section: str, key: str, line: Table, others: frozenset[str]) -> Mapping[str, str]:
    """The names a line gives, by language: every key of it that has no other meaning."""
    names = {word: _string(page, section, key, line, word) for word in line if word not in others}
    for word in names:
        if not re.fullmatch("[a-z]{2}", word):
            raise page.error(section, key, f"{word!r} is neither a language nor a known key")
    return names


def _borders(page: _Page, section: str, table: Table) -> Mapping[Location, frozenset[Location]]:
    return {
        _location(place): frozenset(map(_location, page.value(table, section, place, str).split())) for place in table
    }


def _string(page: _Page, section: str, key: str, line: Table, word: str) -> str:
    value = line.get(word)
    if not isinstance(value, str):
        problem = "is missing" if value is None else "must be a text"
        raise page.error(section, key, f"{word} {problem}")
    return value


def _location(word: str) -> Location:
    province, _, coast = word.partition("/")
    return Location(Province(province), coast)
