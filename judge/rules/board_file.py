"""Reads a board from its TOML file; every fault is reported with its line."""

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.rules.board import Board, Location, Power, Province, Region, Terrain, Unit, UnitKind, Year
from judge.rules.board_check import board_faults
from judge.rules.board_source import BoardError, BoardSource, TomlTable
from judge.rules.scenario import read_scenario
from judge.rules.victory_file import read_victory
from judge.rules.war.war_file import read_war

__all__ = ["BoardError", "board_names", "load_board", "own_board", "read_board"]

_FOLDER = files("judge.rules").joinpath("boards")
_KEYS = frozenset(
    {"name", "base", "start_year", "starts_in_autumn", "starts_in_winter", "victory_centres", "victory_units"}
) | frozenset({"builds", "rules", "notation", "last_year", "calendar", "seats", "standing", "closed"})
_SECTIONS = ("powers", "regions", "borders", "joining", "policies", "war")
_REGION_KEYS = frozenset({"terrain", "centre", "coasts", "point", "port"})
_POWER_KEYS = frozenset({"homes", "start", "owns", "victory"})
_LANGUAGES = ("en", "fr")


@lru_cache
def load_board(name: str) -> Board:
    """Return the packaged board of that name; FileNotFoundError if there is none."""
    return read_board(board_text(name), f"{name}.toml")


@lru_cache
def board_names() -> tuple[str, ...]:
    """Return the names of the packaged boards, sorted."""
    return tuple(sorted(file.name.removesuffix(".toml") for file in _FOLDER.iterdir() if file.name.endswith(".toml")))


@lru_cache
def own_board(name: str, text: str) -> Board:
    """Return the board of an operator's own file; BoardError if it cannot be played on."""
    return read_board(text, f"{name}.toml")


def read_board(text: str, source: str) -> Board:
    """Read and check a board; BoardError names ``source`` and the line of every fault."""
    page = BoardSource(source, text)
    try:
        table = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise page.syntax_error(error) from None
    whole = _on_its_base(page, table)
    board = read_war(page, whole, _board(page, whole))
    for fault in board_faults(board):
        page.wrong(fault.section, fault.key, fault.message)
    for key in table.keys() - _KEYS - {*_SECTIONS}:
        page.wrong("", key, f"there is no key {key!r}; there are {', '.join(sorted((*_KEYS, *_SECTIONS)))}")
    played = read_scenario(page, whole, board)
    page.close()
    return played


# --- a file that builds on another


def board_text(name: str) -> str:
    """Return the file of a packaged board; FileNotFoundError if there is none."""
    if name not in board_names():
        raise FileNotFoundError(name)
    return _FOLDER.joinpath(f"{name}.toml").read_text(encoding="utf-8")


def _on_its_base(page: BoardSource, table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the table of the file merged over that of its base; ``map`` is the first board of the chain."""
    base = page.value(table, "", "base", str, "")
    if not base:
        return {**table, "map": page.value(table, "", "name", str)}
    if base not in board_names():
        page.wrong("", "base", f"no board {base!r} comes with the judge; there are {', '.join(board_names())}")
        return {**table, "map": base}
    under = _on_its_base(BoardSource(f"{base}.toml", ""), tomllib.loads(board_text(base)))
    return _merged(under, table)


def _merged(under: Mapping[str, Any], table: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return one table merged over another, key by key; ``false`` in place of a table or a text removes the key."""
    merged = dict(under)
    for key, value in table.items():
        if isinstance(value, dict) and isinstance(under.get(key), dict):
            merged[key] = _merged(under[key], value)
        elif value is False and isinstance(under.get(key), dict | str):
            merged.pop(key)
        else:
            merged[key] = value
    return merged


# --- the map and what stands on it at the start


def _board(page: BoardSource, table: TomlTable) -> Board:
    powers = _powers(page, page.value(table, "", "powers", dict))
    borders = page.value(table, "", "borders", dict)
    homes = _listed(page, powers, "homes")
    codes = page.value(table, "", "regions", dict)
    regions = {Province(code): _region(page, Province(code), codes, homes) for code in codes}
    _all_known(page, homes, regions)
    points = {code: _point(page, code, codes) for code in regions if isinstance(codes[code], dict)}
    owners = homes | _listed(page, powers, "owns", "")
    _all_known(page, owners, regions)
    units = page.value(table, "", "victory_units", int, 0)
    victory = read_victory(page, table, powers)
    listed = victory.by_year
    return Board(
        name=page.value(table, "", "name", str),
        powers={power: _names(page, "powers", power, line, _POWER_KEYS) for power, line in powers.items()},
        regions=regions,
        borders={
            UnitKind.ARMY: _borders(page, "borders.army", page.value(borders, "borders", "army", dict)),
            UnitKind.FLEET: _borders(page, "borders.fleet", page.value(borders, "borders", "fleet", dict)),
        },
        start=tuple(unit for power, line in powers.items() for unit in _start(page, power, line)),
        start_year=Year(page.value(table, "", "start_year", int)),
        victory_centres=listed[0] if listed else page.value(table, "", "victory_centres", int, 0 if units else None),
        map=str(table["map"]),
        owners={centre: owner for centre, owner in owners.items() if centre in regions},
        victory_units=units,
        victory=victory,
        points={code: point for code, point in points.items() if point},
    )


def _powers(page: BoardSource, table: TomlTable) -> Mapping[Power, TomlTable]:
    for name in table:
        if not re.fullmatch(r"[A-Z]{2,20}", name):
            page.wrong("powers", name, f"{name!r} is no name of a power: it is written in 2 to 20 capital letters")
    return {Power(name): page.value(table, "powers", name, dict) for name in table}


def _listed(
    page: BoardSource, powers: Mapping[Power, TomlTable], key: str, default: str | None = None
) -> dict[Province, Power]:
    """The regions that powers list under a key, each of them once."""
    listed: dict[Province, Power] = {}
    for power, line in powers.items():
        for word in page.word(line, "powers", power, key, default).split():
            region = Province(word)
            if region in listed:
                owned = "a home of" if key == "homes" else "owned by"
                page.wrong("powers", power, f"{region} is {owned} {listed[region]} already")
            listed.setdefault(region, power)
    return listed


def _all_known(page: BoardSource, listed: Mapping[Province, Power], regions: Mapping[Province, Region]) -> None:
    for region, power in listed.items():
        if region not in regions:
            page.wrong("powers", power, f"{region} is no region of this board")


def _start(page: BoardSource, power: Power, line: TomlTable) -> tuple[Unit, ...]:
    units = []
    for word in filter(None, (part.strip() for part in page.word(line, "powers", power, "start").split(","))):
        written = re.fullmatch(r"([AF]) (\S+)", word)
        if written is None:
            page.wrong("powers", power, f"{word!r} is no unit")
        else:
            units.append(Unit(power, UnitKind(written[1]), _location(written[2])))
    return tuple(units)


def _region(page: BoardSource, code: Province, table: TomlTable, homes: Mapping[Province, Power]) -> Region:
    line = page.value(table, "regions", code, dict)
    if not re.fullmatch(r"[A-Z]{2,6}", code):
        page.wrong("regions", code, f"{code!r} is no code: it is written in 2 to 6 capital letters")
    terrain = page.word(line, "regions", code, "terrain") if line else ""
    centre = line.get("centre", False)
    if line and terrain and terrain not in {kind.value for kind in Terrain}:
        page.wrong("regions", code, f"terrain {terrain!r} is neither land, coast nor sea")
    for key in ("centre", "port"):
        if not isinstance(line.get(key, False), bool):
            page.wrong("regions", code, f"{key} must be true or false")
    coasts = page.word(line, "regions", code, "coasts", "")
    names = _names(page, "regions", code, line, _REGION_KEYS)
    known = Terrain(terrain) if terrain in {*Terrain} else Terrain.COAST
    port = line.get("port") is True
    return Region(code, known, names, bool(centre), homes.get(code), tuple(coasts.split()), port)


def _point(page: BoardSource, code: Province, table: TomlTable) -> tuple[int, int] | None:
    """Where the region lies in a picture."""
    text = page.word(page.value(table, "regions", code, dict), "regions", code, "point", "")
    found = re.fullmatch(r"(\d{1,4}) (\d{1,4})", text)
    if text and found is None:
        page.wrong("regions", code, f"point {text!r} is not two numbers such as “120 80”")
    return (int(found[1]), int(found[2])) if found else None


def _names(page: BoardSource, section: str, key: str, line: TomlTable, others: frozenset[str]) -> Mapping[str, str]:
    """The names a line gives, by language: every key of it that has no other meaning.

    A language it leaves out says what the other does.
    """
    names = {word: page.word(line, section, key, word) for word in line if word not in others}
    for word in names:
        if not re.fullmatch("[a-z]{2}", word):
            page.wrong(section, key, f"{word!r} is neither a language nor a known key")
    spoken = next((names[language] for language in _LANGUAGES if names.get(language)), None)
    return names if spoken is None else dict.fromkeys(_LANGUAGES, spoken) | names


def _borders(page: BoardSource, section: str, table: TomlTable) -> Mapping[Location, frozenset[Location]]:
    return {
        _location(place): frozenset(map(_location, page.value(table, section, place, str).split())) for place in table
    }


def _location(word: str) -> Location:
    province, _, coast = word.partition("/")
    return Location(Province(province), coast)
