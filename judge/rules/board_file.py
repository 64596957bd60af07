"""Reads a board from its TOML file; every fault is reported with its line."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple, cast

from judge.languages import FALLBACK, LANGUAGES, NAMES, Spoken, language_table
from judge.rules.board import (
    Board,
    BuildPlaces,
    LateJoining,
    Location,
    Power,
    Province,
    Region,
    Terrain,
    Unit,
    UnitKind,
    VictoryNumbers,
    Year,
    with_closed,
)
from judge.rules.board_source import BoardError, BoardSource, TomlTable
from judge.rules.rulebook import policy_names, policy_value, rulebook_names
from judge.rules.war.troops import read_war

# --- checks a board for everything that makes it unfit to be played on


class BoardFault(NamedTuple):
    """One fault of a board: the section and the key of its file where it is, and a message."""

    section: str
    key: str
    message: str


_BORDERS = {UnitKind.ARMY: "borders.army", UnitKind.FLEET: "borders.fleet"}
_CLOSED = {UnitKind.ARMY: Terrain.SEA, UnitKind.FLEET: Terrain.LAND}
_NAMES = {UnitKind.ARMY: "an army", UnitKind.FLEET: "a fleet"}


def board_faults(board: Board) -> Iterator[BoardFault]:
    """Yield every fault of a board, the most basic first.

    Borders are compared only between known places, and reachability is checked only if all places are known.
    """
    basic = [*_region_faults(board), *_place_faults(board)]
    yield from basic
    yield from _symmetry(board)
    if not basic:
        yield from _coasts_reached(board)
        yield from _reachability(board)
    yield from _power_faults(board)
    yield from _victory_faults(board)


def _region_faults(board: Board) -> Iterator[BoardFault]:
    seen: dict[tuple[str, str], Province] = {}
    for code, region in board.regions.items():
        if len(region.coasts) == 1 or (region.coasts and region.terrain is not Terrain.COAST):
            yield BoardFault("regions", code, "only a coastal region has coasts, at least two of them")
        if region.port and (region.coasts or region.terrain is not Terrain.COAST):
            yield BoardFault("regions", code, "only a coastal region without coasts of its own is a port")
        if not region.names:
            yield BoardFault("regions", code, f"{code} has no name")
        for language, name in region.names.items():
            first = seen.setdefault((language, name), code)
            if first != code:
                yield BoardFault("regions", code, f"{first} is called {name!r} already")


def _place_faults(board: Board) -> Iterator[BoardFault]:
    """Borders of places that do not exist, or that a unit of that kind cannot be in."""
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            for other in (place, *sorted(neighbours)):
                if wrong := _wrong_place(board, kind, other):
                    yield BoardFault(_BORDERS[kind], str(place), wrong)
            if place.province in {other.province for other in neighbours}:
                yield BoardFault(_BORDERS[kind], str(place), f"{place.province} borders itself")


def _wrong_place(board: Board, kind: UnitKind, place: Location) -> str | None:
    region = board.regions.get(place.province)
    if region is None:
        return f"{place.province} is no region of this board"
    if region.terrain is _CLOSED[kind]:
        return f"{_NAMES[kind]} cannot be in {place.province}"
    coasts = region.coasts if kind is UnitKind.FLEET and region.coasts else ("",)
    if place.coast not in coasts:
        return f"{_NAMES[kind]} in {place.province} is on {' or '.join(coasts) or 'no coast of its own'}, not {place}"
    return None


def _symmetry(board: Board) -> Iterator[BoardFault]:
    for kind, borders in board.borders.items():
        for place, neighbours in borders.items():
            known = (other for other in sorted(neighbours) if not _wrong_place(board, kind, other))
            for other in () if _wrong_place(board, kind, place) else known:
                if place not in borders.get(other, ()):
                    yield BoardFault(_BORDERS[kind], str(place), f"{place} borders {other}, but {other} not {place}")


def _coasts_reached(board: Board) -> Iterator[BoardFault]:
    """Every sea and every coast must be open to fleets."""
    for code, region in board.regions.items():
        for coast in () if region.terrain is Terrain.LAND else region.coasts or ("",):
            place = Location(code, coast)
            if not board.neighbours(UnitKind.FLEET, place):
                yield BoardFault("regions", code, f"no fleet can reach {place}")


def _reachability(board: Board) -> Iterator[BoardFault]:
    """Every region must be joined to the first, over whatever borders."""
    joined: set[Province] = set()
    fresh = set(list(board.regions)[:1])
    while fresh:
        joined |= fresh
        fresh = {
            other.province
            for borders in board.borders.values()
            for place, neighbours in borders.items()
            if place.province in fresh
            for other in neighbours
        } - joined
    for code in board.regions:
        if code not in joined:
            yield BoardFault("regions", code, f"{code} cannot be reached from the rest of the board")


def _power_faults(board: Board) -> Iterator[BoardFault]:
    for code, power in board.owners.items():
        if not board.regions[code].is_centre:
            yield BoardFault("powers", power, f"{code} is no centre")
    taken: set[Province] = set()
    for unit in board.start:
        if wrong := _wrong_start(board, unit, taken):
            yield BoardFault("powers", unit.power, wrong)
        taken.add(unit.at.province)


def _wrong_start(board: Board, unit: Unit, taken: set[Province]) -> str | None:
    if unit.at.province in taken:
        return f"{unit.at.province} has a unit already"
    return _wrong_place(board, unit.kind, unit.at)


def _victory_faults(board: Board) -> Iterator[BoardFault]:
    least = 0 if board.victory_units or board.war.troops else 1
    most = len(board.centres)
    if not all(least <= number <= most for number in (board.victory_centres, *board.victory.by_year)):
        yield BoardFault("", "victory_centres", f"the board has {most} centres")
    for power, number in board.victory.of.items():
        if number > most:
            yield BoardFault("powers", power, f"victory is {number}, and the board has {most} centres")


# --- reads from a board file how many centres win, where that differs by year or by power


def read_victory(page: BoardSource, table: TomlTable, powers: Mapping[Power, TomlTable]) -> VictoryNumbers:
    """Return the numbers of ``victory_centres = [18, 17, 16]`` and of ``victory = 12`` in the lines of powers."""
    numbers = table.get("victory_centres")
    by_year = tuple(cast("list[object]", numbers)) if isinstance(numbers, list) else ()
    if isinstance(numbers, list) and not (by_year and all(map(_is_number, by_year))):
        message = "victory_centres must be a whole number, or a list of one for each year such as [18, 17, 16]"
        page.wrong("", "victory_centres", message)
        by_year = (1,)
    own = {power: line["victory"] for power, line in powers.items() if "victory" in line}
    for power, number in own.items():
        if not _is_number(number):
            page.wrong("powers", power, "victory must be a whole number above 0")
    own = {power: number for power, number in own.items() if _is_number(number)}
    return VictoryNumbers(cast("tuple[int, ...]", by_year), cast("dict[str, int]", own))


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value > 0


# --- reads the part of a board file that makes a scenario: seats, powers nobody plays, closed regions


_CALENDARS = ("years", "turns")


def read_scenario(page: BoardSource, table: TomlTable, board: Board) -> Board:
    """Return the board with its seats, its unplayed powers and its closed regions; faults are noted."""
    standing = _codes(page, table, "standing", board.powers, "power")
    joining = _joining(page, table, board)
    aside = {*standing, *((joining.power,) if joining else ())}
    played = replace(
        board,
        starts_in_autumn=page.value(table, "", "starts_in_autumn", bool, default=False),
        starts_in_winter=_starts_in_winter(page, table),
        builds=_builds(page, table),
        seats=_seats(page, table, board, aside),
        rulebook=_rulebook(page, table),
        policies=_policies(page, table),
        notation=page.value(table, "", "notation", str, ""),
        last_year=_last_year(page, table, board),
        calendar=_calendar(page, table),
        joining=joining,
        later=None,
    )
    closed = frozenset(map(Province, _codes(page, table, "closed", board.regions, "region")))
    for code in sorted(closed & board.owners.keys()) if board.war.troops else ():
        page.wrong("", "closed", f"{code} is {board.owners[code]}'s: in a war what is closed is nobody's (004 3)")
    early = replace(with_closed(played, closed), standing=frozenset(map(Power, aside)))
    if joining is None:
        return early
    return replace(early, later=replace(played, standing=frozenset(map(Power, standing))))


def _codes(page: BoardSource, table: TomlTable, key: str, known: Collection[str], what: str) -> tuple[str, ...]:
    """Return the codes listed under a key that the board knows."""
    listed = page.value(table, "", key, str, "").split()
    for code in listed:
        if code not in known:
            page.wrong("", key, f"{code} is no {what} of this board")
    return tuple(code for code in listed if code in known)


def _joining(page: BoardSource, table: TomlTable, board: Board) -> LateJoining | None:
    line = page.value(table, "", "joining", dict, {})
    if not line:
        return None
    power = page.value(line, "joining", "power", str)
    year = page.value(line, "joining", "year", int)
    if power and power not in board.powers:
        page.wrong("joining", "power", f"{power} is no power of this board")
    if year and year <= board.start_year:
        page.wrong("joining", "year", f"{power} joins in the spring of a year after the first, {board.start_year}")
    return LateJoining(Power(power), Year(year))


def _seats(page: BoardSource, table: TomlTable, board: Board, aside: Collection[str]) -> tuple[tuple[Power, ...], ...]:
    """Return the powers of each seat: as the file says, else one each."""
    listed = page.value(table, "", "seats", list, [])
    if not listed:
        return tuple((power,) for power in board.powers if power not in aside)
    seats = tuple(_seat(page, words) for words in listed)
    for fault in _unseated(seats, board.powers, aside):
        page.wrong("", "seats", fault)
    return seats


def _seat(page: BoardSource, words: object) -> tuple[Power, ...]:
    if not isinstance(words, str) or not words.split():
        page.wrong("", "seats", 'each seat is a text that names its powers: seats = ["ENGLAND", "AUSTRIA FRANCE"]')
        return ()
    return tuple(map(Power, words.split()))


def _unseated(
    seats: Collection[tuple[Power, ...]], powers: Mapping[Power, object], aside: Collection[str]
) -> Iterator[str]:
    named = [power for seat in seats for power in seat]
    for power in dict.fromkeys(named):
        if power not in powers:
            yield f"{power} is no power of this board"
        elif power in aside:
            yield f"{power} stands aside, and has no seat"
        elif named.count(power) > 1:
            yield f"{power} has more than one seat"
    for power in powers:
        if power not in named and power not in aside:
            yield f"{power} has no seat; list it under standing if nobody plays it"


def _rulebook(page: BoardSource, table: TomlTable) -> str:
    name = page.value(table, "", "rules", str, "")
    if name and name not in rulebook_names():
        page.wrong("", "rules", f"there is no rule book {name!r}; there are {', '.join(rulebook_names())}")
    return name


def _starts_in_winter(page: BoardSource, table: TomlTable) -> bool:
    winter = page.value(table, "", "starts_in_winter", bool, default=False)
    if winter and page.value(table, "", "starts_in_autumn", bool, default=False):
        page.wrong("", "starts_in_winter", "a game begins in autumn or in winter, not in both")
    return winter


def _builds(page: BoardSource, table: TomlTable) -> BuildPlaces:
    """Return the centres where powers build."""
    word = page.value(table, "", "builds", str, BuildPlaces.HOMES.value)
    if word in {*BuildPlaces}:
        return BuildPlaces(word)
    page.wrong("", "builds", f"there is no choice {word!r}; there are {', '.join(BuildPlaces)}")
    return BuildPlaces.HOMES


def _calendar(page: BoardSource, table: TomlTable) -> str:
    """Return the name of the calendar."""
    word = page.value(table, "", "calendar", str, _CALENDARS[0])
    if word not in _CALENDARS:
        page.wrong("", "calendar", f"there is no calendar {word!r}; there are {', '.join(_CALENDARS)}")
    return word


def _policies(page: BoardSource, table: TomlTable) -> Mapping[str, Any]:
    """Return the policies that override the rule book's choices."""
    chosen = {}
    for policy, word in page.value(table, "", "policies", dict, {}).items():
        if policy not in policy_names():
            page.wrong("policies", policy, f"there is no policy {policy!r}; there are {', '.join(policy_names())}")
            continue
        try:
            chosen[policy] = policy_value(policy, word)
        except ValueError as wrong:
            page.wrong("policies", policy, str(wrong))
    return chosen


def _last_year(page: BoardSource, table: TomlTable, board: Board) -> Year | None:
    year = page.value(table, "", "last_year", int, 0)
    if year and year < board.start_year:
        page.wrong("", "last_year", f"the game begins in {board.start_year}")
    return Year(year) if year else None


# --- reads a board from its TOML file; every fault is reported with its line


__all__ = ["BoardError", "board_names", "load_board", "own_board", "read_board"]

_FOLDER = files("judge.rules").joinpath("boards")
_KEYS = frozenset(
    {"name", "base", "start_year", "starts_in_autumn", "starts_in_winter", "victory_centres", "victory_units"}
) | frozenset({"builds", "rules", "notation", "last_year", "calendar", "seats", "standing", "closed"})
_SECTIONS = ("powers", "regions", "borders", "joining", "policies", "war")
_REGION_KEYS = frozenset({"terrain", "centre", "coasts", "point", "port"})
_POWER_KEYS = frozenset({"homes", "start", "owns", "victory"})


@lru_cache
def load_board(name: str) -> Board:
    """Return the packaged board of that name; FileNotFoundError if there is none."""
    return read_board(board_text(name), f"{name}.toml")


def can_be_drawn(board: Board) -> bool:
    """Whether every region of a board has a place in a picture: on the map of the standard board, or one of its own."""
    return is_on_standard_map(board) or board.regions.keys() <= board.points.keys()


def is_on_standard_map(board: Board) -> bool:
    """Whether every region of a board is one of the standard board, too."""
    return board.regions.keys() <= load_board("standard").regions.keys()


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
            units.append(Unit(power, UnitKind(written[1]), Location.read(written[2])))
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

    A language it leaves out says what its table ``names.toml`` has for the English name, else what another does.
    """
    names = {word: page.word(line, section, key, word) for word in line if word not in others}
    for word in names:
        if not re.fullmatch("[a-z]{2}", word):
            page.wrong(section, key, f"{word!r} is neither a language nor a known key")
    for language in LANGUAGES:
        translated = language_table(language, NAMES).get(names.get(FALLBACK, ""))
        if translated and language not in names:
            names[language] = translated
    spoken = next((names[language] for language in LANGUAGES if names.get(language)), None)
    return names if spoken is None else Spoken({FALLBACK: spoken, **names})


def _borders(page: BoardSource, section: str, table: TomlTable) -> Mapping[Location, frozenset[Location]]:
    ways = ((place, page.value(table, section, place, str).split()) for place in table)
    return {Location.read(place): frozenset(map(Location.read, to)) for place, to in ways}
