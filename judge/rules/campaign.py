"""Reading a campaign: a board with the war that is fought on it."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files

from judge.rules.board import Board, Kind, Location, Power, Province, Troop, Unit, Warfare
from judge.rules.boardfile import read_board
from judge.rules.boardpage import BoardError, Page, Table
from judge.rules.rulebook import RuleBook
from judge.rules.rulebooks import rulebook

_FOLDER = files("judge.rules").joinpath("campaigns")
_LANGUAGES = ("en", "fr")


@dataclass(frozen=True)
class Campaign:
    """A war to be fought: the board, the rule book that goes with it, where each power's scouts begin."""

    board: Board
    book: RuleBook
    scouts: Mapping[Power, tuple[Province, ...]]


def campaign_names() -> tuple[str, ...]:
    """The campaigns that come with the judge, sorted."""
    return tuple(sorted(folder.name for folder in _FOLDER.iterdir() if folder.is_dir()))


@lru_cache
def load_campaign(name: str) -> Campaign:
    """Return the packaged campaign of that name; FileNotFoundError when there is none."""
    if name not in campaign_names():
        raise FileNotFoundError(name)
    texts = (_FOLDER.joinpath(name, part).read_text(encoding="utf-8") for part in ("board.toml", "war.toml"))
    return read_campaign(*texts)


def read_campaign(board_text: str, war_text: str, source: str = "war.toml") -> Campaign:
    """Read and check a campaign; BoardError names the file and the line of every fault of the one or the other."""
    board, page = read_board(board_text, "board.toml"), Page(source, war_text)
    try:
        table = tomllib.loads(war_text)
    except tomllib.TOMLDecodeError as error:
        raise page.no_toml(error) from None
    war = _warfare(page, table, board)
    starts = _scouts_start(page, table, board)
    start = tuple(_mustered(page, unit, table, war) for unit in board.start)
    book = _book(page, board.name, page.value(table, "", "rules", dict))
    page.close()
    return Campaign(replace(board, war=war, start=start), book, starts)


# --- the war, key by key


def _warfare(page: Page, table: Table, board: Board) -> Warfare:
    doubled = (*_regions(page, table, "capitals", board), *_regions(page, table, "large_towns", board))
    penalties = page.value(table, "", "penalties", dict, {})
    return Warfare(
        troops={
            str(letter): _troop(page, str(letter), table, board) for letter in page.value(table, "", "troops", dict)
        },
        rivers=frozenset(_rivers(page, table, board)),
        worth=dict.fromkeys(doubled, 2),
        per_unit=max(1, page.value(table, "", "per_unit", int, 1)),
        penalties={power: page.value(penalties, "penalties", power, int) for power in _powers(page, penalties, board)},
        rest=page.value(table, "", "rest", int, 4),
        dispersed_from=page.value(table, "", "dispersed_from", int, 0),
        scouts={power: page.value(line, "scouts", "most", int) for power, line in _scouts(page, table, board)},
    )


def _regions(page: Page, table: Table, key: str, board: Board) -> tuple[Province, ...]:
    return _known(page, board, key, page.value(table, "", key, str, "").split())


def _known(page: Page, board: Board, key: str, words: list[str], section: str = "") -> tuple[Province, ...]:
    for word in words:
        if word not in board.regions:
            page.wrong(section, key, f"{word} is no region of this board")
    return tuple(Province(word) for word in words if word in board.regions)


def _rivers(page: Page, table: Table, board: Board) -> Iterator[frozenset[Province]]:
    for word in page.value(table, "", "rivers", str, "").split():
        banks = _known(page, board, "rivers", word.split("-"))
        if len(banks) == 2 and any(  # noqa: PLR2004 (a river has two banks)
            Location(banks[1]) in board.neighbours(kind, Location(banks[0])) for kind in Kind
        ):
            yield frozenset(banks)
        else:
            page.wrong("", "rivers", f"{word} is no border of this board: two neighbours are written ABC-DEF")


def _powers(page: Page, table: Table, board: Board, section: str = "penalties") -> tuple[Power, ...]:
    for power in table:
        if power not in board.powers:
            page.wrong(section, power, f"{power} is no power of this board")
    return tuple(Power(power) for power in table if power in board.powers)


def _scouts(page: Page, table: Table, board: Board) -> Iterator[tuple[Power, Table]]:
    scouts = page.value(table, "", "scouts", dict, {})
    return ((power, page.value(scouts, "scouts", power, dict)) for power in _powers(page, scouts, board, "scouts"))


def _scouts_start(page: Page, table: Table, board: Board) -> Mapping[Power, tuple[Province, ...]]:
    return {
        power: _known(page, board, power, page.word(line, "scouts", power, "start", "").split(), "scouts")
        for power, line in _scouts(page, table, board)
    }


def _troop(page: Page, letter: str, table: Table, board: Board) -> Troop:
    line = page.value(page.value(table, "", "troops", dict), "troops", letter, dict)
    if not re.fullmatch("[A-Z]", letter):
        page.wrong("troops", letter, f"{letter!r} is no letter of a troop: one capital letter")
    kind = page.word(line, "troops", letter, "kind")
    if kind not in {one.value for one in Kind}:
        page.wrong("troops", letter, f"kind {kind!r} is neither A, which moves as an army, nor F, as a fleet")
    powers = page.word(line, "troops", letter, "powers", "").split()
    _powers(page, dict.fromkeys(powers), board, "troops")
    attack = page.value(line, "troops", "attack", int)
    return Troop(
        letter,
        {language: page.word(line, "troops", letter, language) for language in _LANGUAGES},
        Kind.FLEET if kind == Kind.FLEET.value else Kind.ARMY,
        attack,
        page.value(line, "troops", "support", int, attack),
        page.value(line, "troops", "defence", int, attack),
        page.value(line, "troops", "health", int),
        page.value(line, "troops", "most", int, 0),
        page.value(line, "troops", "more", int, 0),
        frozenset(map(Power, powers)),
        page.value(line, "troops", "gifted", bool, default=False),
    )


def _mustered(page: Page, unit: Unit, table: Table, war: Warfare) -> Unit:
    """A unit of the board's start as one of its troop."""
    start = page.value(table, "", "start", dict)
    here = [letter for letter in start if unit.at.province in page.value(start, "start", letter, str).split()]
    troop = war.troops.get(here[0]) if len(here) == 1 else None
    if troop is None or troop.kind is not unit.kind:
        page.wrong("start", "", f"the unit in {unit.at.province} needs one troop that moves as it does")
        return unit
    return troop.raised(unit.power, unit.at)


def _book(page: Page, name: str, policies: Table) -> RuleBook:
    """The rule book of the campaign, which goes by the name of its board."""
    try:
        return rulebook(name, policies)
    except KeyError as missing:
        page.wrong("rules", "", f"{missing.args[0]} is missing")
    except ValueError as unknown:
        page.wrong("rules", "", str(unknown))
    raise BoardError(page.source, page.faults)
