"""Examples of orders, as one reader would write them on one board; those of a war on a packaged campaign."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from judge.game.person import Person
from judge.game.settings import Language, Settings
from judge.notation.tables import load_notation
from judge.reports.scouts import written
from judge.reports.voice import Voice
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.boardfile import load_board
from judge.rules.errands import Commission, Enlist, Investigate, Rest, Sabotage, SpyQuickly, SpySlowly, Travel
from judge.rules.fog import Seen, presumed
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, Season

STANDARD = load_board(Settings().board)


class _Part(NamedTuple):
    """A region the pages name: its code on the standard board, what stands there, on what terrain, beside which."""

    code: str
    kind: Kind
    terrains: frozenset[Terrain]
    beside: tuple[str, ...] = ()
    by_french: bool = True


_ON_FOOT, _BY_SHORE, _AT_SEA = map(frozenset, ({Terrain.LAND, Terrain.COAST}, {Terrain.COAST}, {Terrain.SEA}))
_CAST = (
    _Part("PAR", Kind.ARMY, _ON_FOOT),
    _Part("BUR", Kind.ARMY, _ON_FOOT, ("PAR",)),
    _Part("MAR", Kind.ARMY, _ON_FOOT, ("BUR",)),
    _Part("GAS", Kind.ARMY, _ON_FOOT, ("PAR",)),
    _Part("PIE", Kind.ARMY, _ON_FOOT, ("MAR",)),
    _Part("SPA", Kind.ARMY, _ON_FOOT, ("MAR",)),
    _Part("MUN", Kind.ARMY, _ON_FOOT, ("BUR",), by_french=False),
    _Part("NTH", Kind.FLEET, _AT_SEA, by_french=False),
    _Part("LON", Kind.ARMY, _BY_SHORE, ("NTH",), by_french=False),
    _Part("NWY", Kind.ARMY, _BY_SHORE, ("NTH",)),
    _Part("BRE", Kind.FLEET, _BY_SHORE),
    _Part("MAO", Kind.FLEET, _AT_SEA),
    _Part("ENG", Kind.FLEET, _AT_SEA, by_french=False),
    _Part("RUH", Kind.ARMY, _ON_FOOT),
    _Part("BEL", Kind.ARMY, _ON_FOOT),
)
_EMPTY = frozenset({"SPA", "NWY", "BEL"})


@lru_cache
def _cast(board: Board) -> Mapping[str, Province]:
    """For each region that the pages name one of the board that lies like it, as far as it has any."""
    if board.map == STANDARD.map:
        return {part.code: Province(part.code) for part in _CAST}
    played: dict[str, Province] = {}
    kinds: dict[Province, Kind] = {}
    for part in _CAST:
        near = [played[code] for code in part.beside]
        fit = [code for code, region in board.regions.items() if region.terrain in part.terrains]
        beside = [code for code in fit if all(_touch(board, code, one) for one in near)]
        fresh = [code for code in beside if code not in kinds]
        again = [code for code in beside or fit if kinds.get(code, part.kind) is part.kind and code not in near]
        found = max(fresh or again or fit or [*board.regions], key=lambda code: _room(board, code))
        played[part.code] = found
        kinds.setdefault(found, part.kind)
    return played


def _touch(board: Board, one: Province, other: Province) -> bool:
    return any(at.province == one and other in {to.province for to in ways} for at, ways in _borders(board))


def _room(board: Board, code: Province) -> int:
    return len({to.province for at, ways in _borders(board) if at.province == code for to in ways})


def _borders(board: Board) -> Iterable[tuple[Location, Iterable[Location]]]:
    return (border for ways in board.borders.values() for border in ways.items())


def scene(board: Board) -> Position:
    """The position that the examples speak of, in the first spring of a board."""
    powers = [Power("FRANCE"), Power("GERMANY")] if board.map == STANDARD.map else [*board.powers, *board.powers][:2]
    units: dict[Province, Unit] = {}
    for part in _CAST:
        if part.code not in _EMPTY:
            at, power = _cast(board)[part.code], powers[not part.by_french]
            units.setdefault(at, _unit(board, power, part.kind, at))
    return Position(Phase(Season.SPRING, board.start_year, PhaseKind.MOVEMENT), units)


def _unit(board: Board, power: Power, kind: Kind, at: Province) -> Unit:
    """A unit of that kind, of the board's own troops where it has some."""
    troop = next((troop for troop in board.war.troops.values() if troop.kind is kind), None)
    coasts = board.regions[at].coasts if kind is Kind.FLEET else ()
    place = Location(at, coasts[0]) if coasts else Location(at)
    return troop.raised(power, place) if troop else Unit(power, kind, place)


def _moves(board: Board) -> Mapping[str, Order]:
    cast = _cast(board)
    home, near, south = cast["PAR"], cast["BUR"], cast["MAR"]
    sea, shore, across = cast["NTH"], cast["LON"], cast["NWY"]
    return {
        "attack": Move(home, Location(near)),
        "attack_far": Move(south, Location(cast["SPA"])),
        "attack_back": Move(south, Location(cast["PIE"])),
        "attack_burgundy": Move(near, Location(cast["MUN"])),
        "attack_gascony": Move(home, Location(cast["GAS"])),
        "coast": Move(cast["MAO"], _coast(board)),
        "hold": Hold(home),
        "hold_marseilles": Hold(south),
        "support": SupportMove(south, home, Location(near)),
        "support_hold": SupportHold(cast["BRE"], home),
        "convoy": Convoy(sea, shore, across),
        "convoyed": Move(shore, Location(across)),
    }


def _coast(board: Board) -> Location:
    """A coast that must be named; of a board without any a shore."""
    if board.map == STANDARD.map:
        return Location(Province("SPA"), "SC")
    named = (at for at in board.borders[Kind.FLEET] if at.coast)
    return next(named, Location(_cast(board)["NWY"]))


def _adjustments(board: Board) -> Mapping[str, Order]:
    cast = _cast(board)
    raised = {kind: _unit(board, Power(""), kind, cast["PAR"]).letter for kind in Kind}
    troops = {kind: letter if letter != kind.value else "" for kind, letter in raised.items()}
    return {
        "build": Build(Kind.FLEET, Location(cast["BRE"]), troops[Kind.FLEET]),
        "build_army": Build(Kind.ARMY, Location(cast["PAR"]), troops[Kind.ARMY]),
        "waive": Waive(),
        "remove": Disband(cast["RUH"]),
    }


def examples(reader: Person, board: Board = STANDARD) -> Mapping[str, object]:
    """Orders, units and places of a board by name, in the reader's own ``notation``; what is written bears glue.

    A place is named after one of the standard board, and on another one is a place that lies alike.
    """
    cast, position = _cast(board), scene(board)
    voice = Voice(reader.language, load_notation(reader.notation), board, position)
    orders = {
        name: replace(voice, position=at).order(order)
        for table, at in _tables(board, position)
        for name, order in table.items()
    }
    units = {f"unit_{code.lower()}": voice.unit_at(at) for code, at in cast.items() if code not in _EMPTY}
    places = {f"at_{code.lower()}": voice.place(at) for code, at in cast.items()}
    coasted = [code for code, region in board.regions.items() if region.coasts]
    said = voice.regions(coasted)
    told = {
        "coasted": said[:1].upper() + said[1:],
        "is_one_coasted": len(coasted) == 1,
        "to_bur": voice.region(cast["BUR"], "goal"),
    }
    return {"notation": reader.notation, **told, **orders, **units, **places}


def _tables(board: Board, position: Position) -> Iterable[tuple[Mapping[str, Order], Position]]:
    """The examples of each kind of phase, with a position of that phase."""
    cast = _cast(board)
    near, phase = cast["BUR"], position.phase
    dislodged = {near: Dislodged(position.units[near], cast["MUN"], ())}
    retreats: Mapping[str, Order] = {"retreat": Retreat(near, Location(cast["PAR"])), "disband": Disband(near)}
    yield _moves(board), position
    yield retreats, Position(replace(phase, kind=PhaseKind.RETREAT), {}, {}, dislodged)
    yield _adjustments(board), replace(position, phase=replace(phase, kind=PhaseKind.ADJUSTMENT))


# --- of a war


BOARD = load_board("seuil")
_OURS, _THEIRS = Power("REINHEIM"), Power("AADLERON")
_PON, _BRU, _RAN, _GUE = Province("PON"), Province("BRU"), Province("RAN"), Province("GUE")
_STANDING = {"PON": "W", "BRU": "C", "RAN": "I", "REI": "I", "ANS": "I", "DET": "F", "AAD": "I"}

_MOVES: Mapping[str, Order] = {
    "attack": Move(_PON, Location(_BRU)),
    "hold": Hold(Province("AAD")),
    "support": SupportMove(_RAN, _PON, Location(_BRU)),
    "support_hold": SupportHold(Province("AAD"), _PON),
    "convoy": Convoy(Province("DET"), Province("ANS"), Province("MIL")),
    "unknown": SupportHold(_PON, _GUE),
}
_POWERED: Mapping[str, Order] = {
    "attack_power": Move(_BRU, Location(_PON), powered=True),
    "support_power": SupportHold(_BRU, _RAN, powered=True),
    "hold_power": Hold(_BRU, powered=True),
}
_RETREATS: Mapping[str, Order] = {"retreat": Retreat(_RAN, Location(Province("SCH"))), "disband": Disband(_RAN)}
_ADJUSTMENTS: Mapping[str, Order] = {
    "recruit": Build(Kind.ARMY, Location(Province("SCH")), "C"),
    "recruit_for": Build(Kind.ARMY, Location(Province("SCH")), "I", Power("MILANIA")),
    "waive": Waive(),
    "disperse": Disband(_RAN),
}
_ERRANDS: Mapping[str, Commission] = {
    "travel": Travel(_PON, _BRU),
    "slowly": SpySlowly(_PON, _BRU),
    "quickly": SpyQuickly(_PON, _BRU),
    "harms": Sabotage(_BRU),
    "rests": Rest(_PON),
    "more": Enlist(Province("AAD")),
}
_ASKS: Mapping[Language, str] = {"en": "the captain of the guard", "fr": "le capitaine de la garde"}


def war_examples(reader: Person) -> Mapping[str, str]:
    """Orders to troops and scouts by name, in the notation of their board, which alone knows their power."""
    at = position("S1M")
    voice = Voice(reader.language, load_notation(BOARD.notation), BOARD, at)
    tables = ((_MOVES, at), (_POWERED, at), (_RETREATS, position("S1R")), (_ADJUSTMENTS, position("W1A")))
    orders = {
        f"war_{name}": replace(voice, position=there).order(order)
        for table, there in tables
        for name, order in table.items()
    }
    asks = Investigate(_PON, _ASKS[reader.language])
    errands = {f"scout_{name}": written(errand) for name, errand in {**_ERRANDS, "asks": asks}.items()}
    return {**orders, **errands}


def position(phase: str) -> Position:
    """Where the examples can be given, in the phase of a code."""
    named = Phase.parse(phase)
    units = {Province(code): _troop(letter, Province(code)) for code, letter in _STANDING.items()}
    units[_GUE] = presumed(BOARD, Seen(_GUE, _THEIRS))
    if named.kind.value == "R":
        return Position(named, {}, {}, {code: Dislodged(unit, _PON, ()) for code, unit in units.items()})
    return Position(named, units)


def _troop(letter: str, at: Province) -> Unit:
    return BOARD.war.troops[letter].raised(_OURS, Location(at))
