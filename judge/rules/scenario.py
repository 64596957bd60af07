"""Reads the part of a board file that makes a scenario: seats, powers nobody plays, closed regions."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from judge.rules.board import Board, LateJoining, Power, Province, Year
from judge.rules.board_source import BoardSource, TomlTable
from judge.rules.build_places import BuildPlaces
from judge.rules.closed_regions import with_closed
from judge.rules.rulebook import policy_names, policy_value, rulebook_names

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
    return MappingProxyType(chosen)


def _last_year(page: BoardSource, table: TomlTable, board: Board) -> Year | None:
    year = page.value(table, "", "last_year", int, 0)
    if year and year < board.start_year:
        page.wrong("", "last_year", f"the game begins in {board.start_year}")
    return Year(year) if year else None
