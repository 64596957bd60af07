"""A board's own troops: read from its section [war], which are built, who may build how many, how fights harm them."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple, assert_never

from judge.languages import FALLBACK, LANGUAGES, Spoken
from judge.rules.battle import Battle, fight
from judge.rules.board import NO_WAR, Board, Power, Province, Troop, Unit, UnitKind, WarRules
from judge.rules.board_source import BoardSource, TomlTable
from judge.rules.orders import Build, Order, uses_power
from judge.rules.position import Position
from judge.rules.rulebook import Damage
from judge.rules.verdicts import Bounced, Harm, HeadToHead, Illegal, Rulings, Verdict

# --- the section [war] of a board file, which makes a campaign (004)


_KEYS = ("allies", "capitals", "dispersed_from", "large_towns", "per_unit", "rest", "rivers")
_TABLES = ("penalties", "scouts", "start", "strategists", "troops")
_TROOP_KEYS = (*LANGUAGES, "kind", "attack", "support", "defence", "health", "most", "more", "powers", "gifted")
_SCOUTS_KEYS = ("most", "start")
_DOUBLE = 2


def read_war(page: BoardSource, table: TomlTable, board: Board) -> Board:
    """Return the board with its rules of war and the troops it begins with; faults are noted."""
    said = page.value(table, "", "war", dict, {})
    if not said:
        return board
    _no_other_keys(page, "war", "", said, (*_KEYS, *_TABLES))
    war = _warfare(page, said, board)
    return replace(board, war=war, start=_start_units(page, page.value(said, "war", "start", dict, {}), board, war))


def _warfare(page: BoardSource, said: TomlTable, board: Board) -> WarRules:
    troops = page.value(said, "war", "troops", dict, {})
    capitals, towns = (_regions(page, said, key, board) for key in ("capitals", "large_towns"))
    scouts = {power: _scouts(page, power, line, board) for power, line in _by_power(page, said, "scouts", board)}
    return WarRules(
        troops={str(letter): _troop(page, str(letter), troops, board) for letter in troops},
        rivers=frozenset(_rivers(page, said, board)),
        worth=dict.fromkeys((*capitals, *towns), _DOUBLE),
        capitals=frozenset(capitals),
        per_unit=_number(page, said, "war", "per_unit", NO_WAR.per_unit, least=1),
        penalties=_numbers(page, said, "penalties", board),
        strategists=_numbers(page, said, "strategists", board, least=1),
        rest=_number(page, said, "war", "rest", NO_WAR.rest),
        dispersed_from=_number(page, said, "war", "dispersed_from", NO_WAR.dispersed_from),
        scouts={power: most for power, (most, _) in scouts.items()},
        posts={power: posts for power, (_, posts) in scouts.items()},
        allies=tuple(_allies(page, said, board)),
    )


def _number(
    page: BoardSource, table: TomlTable, section: str, key: str, default: int | None = None, least: int = 0
) -> int:
    number = page.value(table, section, key, int, default)
    if number < least:
        page.wrong(section, key, f"{key} is at least {least}")
    return max(least, number)


def _numbers(page: BoardSource, said: TomlTable, key: str, board: Board, least: int = 0) -> Mapping[Power, int]:
    """A number for each power that a table names."""
    section, table = f"war.{key}", page.value(said, "war", key, dict, {})
    powers = _known(page, section, None, table, board.powers, "power")
    return {Power(power): _number(page, table, section, power, least=least) for power in powers}


def _known(
    page: BoardSource, section: str, key: str | None, words: Collection[str], known: Collection[str], what: str
) -> tuple[str, ...]:
    """Return the words the board knows.

    The others are noted as faults of ``key``, or each as a key of its own if that is None.
    """
    for word in words:
        if word not in known:
            page.wrong(section, key or word, f"{word} is no {what} of this board")
    return tuple(word for word in words if word in known)


def _no_other_keys(page: BoardSource, section: str, key: str, table: TomlTable, keys: Collection[str]) -> None:
    for word in table:
        if word not in keys:
            page.wrong(section, key or word, f"there is no key {word!r} here; there are {', '.join(sorted(keys))}")


def _regions(page: BoardSource, said: TomlTable, key: str, board: Board) -> tuple[Province, ...]:
    words = page.value(said, "war", key, str, "").split()
    return tuple(map(Province, _known(page, "war", key, words, board.regions, "region")))


# --- allies, rivers, scouts


def _allies(page: BoardSource, said: TomlTable, board: Board) -> Iterator[tuple[Power, Power]]:
    for words in page.value(said, "war", "allies", list, []):
        pair = words.split() if isinstance(words, str) else []
        known = _known(page, "war", "allies", pair, board.powers, "power")
        if len({*pair}) == len(pair) == len(known) == 2:  # noqa: PLR2004 (an alliance is of two)
            yield Power(known[0]), Power(known[1])
        elif len(known) == len(pair):
            page.wrong("war", "allies", f'each alliance is a text that names two powers: allies = ["{_two(board)}"]')


def _two(board: Board) -> str:
    return " ".join([*board.powers][:2])


def _rivers(page: BoardSource, said: TomlTable, board: Board) -> Iterator[frozenset[Province]]:
    for word in page.value(said, "war", "rivers", str, "").split():
        written = word.split("-")
        banks = tuple(map(Province, _known(page, "war", "rivers", written, board.regions, "region")))
        if len(banks) < len(written):
            continue
        if len(banks) == 2 and _meet(board, *banks):  # noqa: PLR2004 (a river has two banks)
            yield frozenset(banks)
        else:
            page.wrong("war", "rivers", f"{word} is no border of this board: two neighbours are written ABC-DEF")


def _meet(board: Board, one: Province, other: Province) -> bool:
    return any(
        other in {place.province for place in neighbours}
        for places in board.borders.values()
        for at, neighbours in places.items()
        if at.province == one
    )


def _by_power(page: BoardSource, said: TomlTable, key: str, board: Board) -> Iterator[tuple[Power, TomlTable]]:
    section, lines = f"war.{key}", page.value(said, "war", key, dict, {})
    for power in _known(page, section, None, lines, board.powers, "power"):
        yield Power(power), page.value(lines, section, power, dict)


def _scouts(page: BoardSource, power: Power, line: TomlTable, board: Board) -> tuple[int, tuple[Province, ...]]:
    """Return the most scouts a power may have, and the regions of its first ones."""
    _no_other_keys(page, "war.scouts", power, line, _SCOUTS_KEYS)
    most = _number_in_line(page, "war.scouts", power, line, "most")
    words = page.word(line, "war.scouts", power, "start", "").split()
    if len(words) > most:
        page.wrong("war.scouts", power, f"{power} has {most} scouts at the most, and begins with {len(words)}")
    return most, tuple(map(Province, _known(page, "war.scouts", power, words, board.regions, "region")))


# --- troops


def _number_in_line(
    page: BoardSource, section: str, key: str, line: TomlTable, word: str, default: int | None = None
) -> int:
    """A number that the line of a key gives for a word."""
    value = line.get(word, default)
    if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
        return value
    page.wrong(section, key, f"{word} {'is missing' if value is None else 'must be a number, at least 0'}")
    return 0


def _troop(page: BoardSource, letter: str, troops: TomlTable, board: Board) -> Troop:
    section = "war.troops"
    line = page.value(troops, section, letter, dict)
    _no_other_keys(page, section, letter, line, _TROOP_KEYS)
    if not re.fullmatch("[A-Z]", letter):
        page.wrong(section, letter, f"{letter!r} is no letter of a troop: one capital letter")
    kind = page.word(line, section, letter, "kind")
    if kind and kind not in {one.value for one in UnitKind}:
        page.wrong(section, letter, f"kind {kind!r} is neither A, which moves as an army, nor F, as a fleet")
    attack = _number_in_line(page, section, letter, line, "attack")
    health = _number_in_line(page, section, letter, line, "health")
    if "health" in line and not health:
        page.wrong(section, letter, "a troop has at least one hit point")
    defence = _number_in_line(page, section, letter, line, "defence", attack)
    if not defence and ("defence" in line or "attack" in line):
        page.wrong(section, letter, "a troop has at least 1 in defence")
    gifted = line.get("gifted", False)
    if not isinstance(gifted, bool):
        page.wrong(section, letter, "gifted must be true or false")
    powers = page.word(line, section, letter, "powers", "").split()
    return Troop(
        letter,
        _names(page, letter, line),
        UnitKind.FLEET if kind == UnitKind.FLEET.value else UnitKind.ARMY,
        attack,
        _number_in_line(page, section, letter, line, "support", attack),
        defence,
        health,
        _number_in_line(page, section, letter, line, "most", 0),
        _number_in_line(page, section, letter, line, "more", 0),
        frozenset(map(Power, _known(page, section, letter, powers, board.powers, "power"))),
        gifted is True,
    )


def _names(page: BoardSource, letter: str, line: TomlTable) -> Mapping[str, str]:
    """The names of a troop; a language that is left out says what the other does."""
    given = [language for language in LANGUAGES if language in line]
    names = {language: page.word(line, "war.troops", letter, language) for language in given}
    if not names:
        page.wrong("war.troops", letter, f"{letter} has no name")
    return Spoken({FALLBACK: next(iter(names.values()), letter), **names})


def _start_units(page: BoardSource, start: TomlTable, board: Board, war: WarRules) -> tuple[Unit, ...]:
    """Return the starting units of the board, each as a unit of its troop."""
    said = {letter: page.value(start, "war.start", letter, str).split() for letter in start}
    begins = {unit.at.province for unit in board.start}
    for letter, places in said.items():
        if letter not in war.troops:
            page.wrong("war.start", letter, f"there is no troop {letter!r} in [war.troops]")
        for place in places:
            if place not in begins:
                page.wrong("war.start", letter, f"no power begins with a unit in {place}")
    if not war.troops:
        return board.start
    return tuple(_of_troop(page, unit, said, war) for unit in board.start)


def _of_troop(page: BoardSource, unit: Unit, said: Mapping[str, Collection[str]], war: WarRules) -> Unit:
    here = [letter for letter, places in said.items() if unit.at.province in places]
    troop = war.troops.get(here[0]) if len(here) == 1 else None
    if troop is None or troop.kind is not unit.kind:
        page.wrong("war.start", "", f"the unit in {unit.at.province} needs one troop that moves as it does")
        return unit
    return troop.raised(unit.power, unit.at)


# --- units of a board's own troops: which are built, who may build how many, how fights harm them


def unit_built(board: Board, power: Power, order: Build) -> Unit:
    """Return the new unit that a build order makes; a unit for an ally keeps its host (004 5)."""
    troop = board.war.troops.get(order.troop)
    if troop is None:
        return Unit(power, order.kind, order.at)
    return troop.raised(order.power or power, order.at, power if order.power else None)


def why_illegal_troop(
    board: Board, position: Position, power: Power, order: Order, raised: Iterable[Unit]
) -> Illegal | None:
    """Return why a build order may not build its troop, after the units ``raised`` in the same phase.

    None for any other order.
    """
    if not isinstance(order, Build) or not (board.war.troops or order.troop):
        return None
    troop = board.war.troops.get(order.troop)
    if troop is None or troop.kind is not order.kind:
        return Illegal.TROOP_UNKNOWN
    owner = order.power or power
    if owner != power and (power, owner) not in position.allies:
        return Illegal.NO_ALLY
    if troop.powers and owner not in troop.powers:
        return Illegal.TROOP_OF_OTHERS
    alike = [
        unit
        for unit in (*position.units.values(), *raised)
        if unit.power == owner and unit.corps and unit.corps.troop == troop.letter
    ]
    most = troop.most + position.factories.get(owner, 0) * troop.more
    return Illegal.TROOP_FULL if troop.most and len(alike) >= most else None


# --- counts the hit points each unit loses in the fights of a phase, where the rule book has damage


class _Blow(NamedTuple):
    """Hit points lost to the unit of a province."""

    by: Province
    points: int


def with_harm(battle: Battle, rulings: Rulings, verdicts: Mapping[Province, Verdict]) -> Mapping[Province, Verdict]:
    """Return the verdicts with the harm the fights did (004 6): a loser loses the margin between the two sides.

    A dislodged unit loses to the unit that dislodged it; an attacker that bounced to the unit that holds the region in
    the end. Nobody is hurt in a standoff or by a unit of the same power. Of two fights against one opponent the wider
    margin counts.
    """
    return {at: _with_blows(verdict, _blows(battle, rulings, verdict)) for at, verdict in verdicts.items()}


def _with_blows(verdict: Verdict, blows: tuple[_Blow, ...]) -> Verdict:
    unit = verdict.unit
    if not blows or unit is None or unit.corps is None:
        return verdict
    points = sum(blow.points for blow in blows)
    harm = Harm(tuple(blow.by for blow in blows), points, max(0, unit.corps.health - points))
    return replace(verdict, harm=harm)


def _blows(battle: Battle, rulings: Rulings, verdict: Verdict) -> tuple[_Blow, ...]:
    """The blows a unit took, one from each opponent that beat it."""
    blows: dict[Province, int] = {}
    if driven := verdict.dislodged:
        blows[driven.by] = driven.strength - driven.against
    match battle.book.damage:
        case Damage.NONE:
            return ()
        case Damage.DISLODGED:
            pass
        case Damage.LOSERS:
            for by, points in _lost_attack(battle, rulings, verdict):
                blows[by] = max(points, blows.get(by, 0))
        case _:
            assert_never(battle.book.damage)
    return tuple(_Blow(by, points) for by, points in sorted(blows.items()) if points > 0)


def _lost_attack(battle: Battle, rulings: Rulings, verdict: Verdict) -> tuple[_Blow, ...]:
    """Return the blow to a failed attacker from the unit that holds its target; its strength is that of its reason."""
    if verdict.unit is None or not isinstance(verdict.reason, Bounced | HeadToHead):
        return ()
    at = verdict.unit.at.province
    _, opposed = fight(battle, rulings, at)
    winner = _unit_in_control(battle, rulings, battle.targets[at])
    if winner not in opposed or battle.units[winner].power == verdict.unit.power:
        return ()
    return (_Blow(winner, opposed[winner].low - verdict.reason.strength),)


def _unit_in_control(battle: Battle, rulings: Rulings, province: Province) -> Province:
    """Return the province that the unit now standing in a province came from; the province itself if none moved in."""
    return next((by for by in battle.attackers_of(province) if rulings.moves(by)), province)


def after_phase(battle: Battle, unit: Unit, verdict: Verdict) -> Unit:
    """Return the unit after a phase, with its hit points and its rest counted."""
    if unit.corps is None:
        return unit
    used = uses_power(battle.orders[unit.at.province])
    rest = battle.board.war.rest if used else max(0, unit.corps.rest - 1)
    return unit.with_health(verdict.harm.left if verdict.harm else unit.corps.health, rest)
