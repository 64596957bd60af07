"""Examples of orders, as one reader would write them on one board; those of a war on the packaged campaign."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from judge.game.people.messages import Person
from judge.game.settings import Language, Settings
from judge.notation.tables import load_notation, notation_in
from judge.notation.write import write_order, write_verdict
from judge.reports.language import capitalized, phrasebook, say
from judge.reports.layout import no_wrap
from judge.reports.names import bare_region_name
from judge.reports.phrasing import Phrasing
from judge.reports.war_report import scout_order_as_written
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    UnusedConvoy,
    Waive,
)
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, Season
from judge.rules.verdicts import (
    Bounced,
    Built,
    Carried,
    Cut,
    Disbanded,
    Dislodgement,
    Disrupted,
    Illegal,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    Paradox,
    Reason,
    RemovedByDefault,
    Retreated,
    RetreatsCollided,
    Stood,
    Supported,
    Unmatched,
    Unread,
    Verdict,
    Void,
    Waived,
)
from judge.rules.war.fog import SeenUnit, presumed_unit
from judge.rules.war.scouts import Enlist, Investigate, Rest, Sabotage, ScoutOrder, SpyQuickly, SpySlowly, Travel

STANDARD_BOARD = load_board(Settings().board)


class _ExampleRegion(NamedTuple):
    """A region that the help names: its code on the standard board, the unit there, its terrain, its neighbours."""

    code: str
    kind: UnitKind
    terrains: frozenset[Terrain]
    beside: tuple[str, ...] = ()
    by_french: bool = True


_ON_FOOT, _BY_SHORE, _AT_SEA = map(frozenset, ({Terrain.LAND, Terrain.COAST}, {Terrain.COAST}, {Terrain.SEA}))
_EXAMPLE_REGIONS = (
    _ExampleRegion("PAR", UnitKind.ARMY, _ON_FOOT),
    _ExampleRegion("BUR", UnitKind.ARMY, _ON_FOOT, ("PAR",)),
    _ExampleRegion("MAR", UnitKind.ARMY, _ON_FOOT, ("BUR",)),
    _ExampleRegion("GAS", UnitKind.ARMY, _ON_FOOT, ("PAR",)),
    _ExampleRegion("PIE", UnitKind.ARMY, _ON_FOOT, ("MAR",)),
    _ExampleRegion("SPA", UnitKind.ARMY, _ON_FOOT, ("MAR",)),
    _ExampleRegion("MUN", UnitKind.ARMY, _ON_FOOT, ("BUR",), by_french=False),
    _ExampleRegion("NTH", UnitKind.FLEET, _AT_SEA, by_french=False),
    _ExampleRegion("LON", UnitKind.ARMY, _BY_SHORE, ("NTH",), by_french=False),
    _ExampleRegion("NWY", UnitKind.ARMY, _BY_SHORE, ("NTH",)),
    _ExampleRegion("BRE", UnitKind.FLEET, _BY_SHORE),
    _ExampleRegion("MAO", UnitKind.FLEET, _AT_SEA),
    _ExampleRegion("ENG", UnitKind.FLEET, _AT_SEA, by_french=False),
    _ExampleRegion("RUH", UnitKind.ARMY, _ON_FOOT),
    _ExampleRegion("BEL", UnitKind.ARMY, _ON_FOOT),
)
_EMPTY = frozenset({"SPA", "NWY", "BEL"})


@lru_cache
def _regions_on(board: Board) -> Mapping[str, Province]:
    """Return for each region that the help names the region of a board that most resembles it."""
    if board.map == STANDARD_BOARD.map:
        return {part.code: Province(part.code) for part in _EXAMPLE_REGIONS}
    played: dict[str, Province] = {}
    kinds: dict[Province, UnitKind] = {}
    for part in _EXAMPLE_REGIONS:
        near = [played[code] for code in part.beside]
        fit = [code for code, region in board.regions.items() if region.terrain in part.terrains]
        beside = [code for code in fit if all(_are_adjacent(board, code, one) for one in near)]
        fresh = [code for code in beside if code not in kinds]
        again = [code for code in beside or fit if kinds.get(code, part.kind) is part.kind and code not in near]
        found = max(fresh or again or fit or [*board.regions], key=lambda code: _neighbour_count(board, code))
        played[part.code] = found
        kinds.setdefault(found, part.kind)
    return played


def _are_adjacent(board: Board, one: Province, other: Province) -> bool:
    return any(at.province == one and other in {to.province for to in ways} for at, ways in _borders(board))


def _neighbour_count(board: Board, code: Province) -> int:
    return len({to.province for at, ways in _borders(board) if at.province == code for to in ways})


def _borders(board: Board) -> Iterable[tuple[Location, Iterable[Location]]]:
    return (border for ways in board.borders.values() for border in ways.items())


def example_position(board: Board) -> Position:
    """Return the position that the examples speak of, in the first spring of a board."""
    powers = (
        [Power("FRANCE"), Power("GERMANY")] if board.map == STANDARD_BOARD.map else [*board.powers, *board.powers][:2]
    )
    units: dict[Province, Unit] = {}
    for part in _EXAMPLE_REGIONS:
        if part.code not in _EMPTY:
            at, power = _regions_on(board)[part.code], powers[not part.by_french]
            units.setdefault(at, _unit(board, power, part.kind, at))
    return Position(Phase(Season.SPRING, board.start_year, PhaseKind.MOVEMENT), units)


def _unit(board: Board, power: Power, kind: UnitKind, at: Province) -> Unit:
    """Return a unit of that kind, one of the board's own troops where it has some."""
    troop = next((troop for troop in board.war.troops.values() if troop.kind is kind), None)
    coasts = board.regions[at].coasts if kind is UnitKind.FLEET else ()
    place = Location(at, coasts[0]) if coasts else Location(at)
    return troop.raised(power, place) if troop else Unit(power, kind, place)


def _moves(board: Board) -> Mapping[str, Order]:
    cast = _regions_on(board)
    home, near, south = cast["PAR"], cast["BUR"], cast["MAR"]
    sea, shore, across = cast["NTH"], cast["LON"], cast["NWY"]
    return {
        "attack": Move(home, Location(near)),
        "attack_far": Move(south, Location(cast["SPA"])),
        "attack_void": Move(home, Location(cast["SPA"])),
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
    """Return a place whose coast must be named; any shore on a board without such places."""
    if board.map == STANDARD_BOARD.map:
        return Location(Province("SPA"), "SC")
    named = (at for at in board.borders[UnitKind.FLEET] if at.coast)
    return next(named, Location(_regions_on(board)["NWY"]))


def _adjustments(board: Board) -> Mapping[str, Order]:
    cast = _regions_on(board)
    raised = {kind: _unit(board, Power(""), kind, cast["PAR"]).letter for kind in UnitKind}
    troops = {kind: letter if letter != kind.value else "" for kind, letter in raised.items()}
    return {
        "build": Build(UnitKind.FLEET, Location(cast["BRE"]), troops[UnitKind.FLEET]),
        "build_army": Build(UnitKind.ARMY, Location(cast["PAR"]), troops[UnitKind.ARMY]),
        "waive": Waive(),
        "remove": Disband(cast["RUH"]),
    }


def order_examples(reader: Person, board: Board = STANDARD_BOARD) -> Mapping[str, object]:
    """Return orders, units and places of a board by name, written in the reader's notation with no-wrap spaces.

    The names are those of the standard board; on another board they stand for regions that lie alike. ``notation`` is
    the name of the notation.
    """
    cast, position = _regions_on(board), example_position(board)
    phrasing = Phrasing(reader.language, load_notation(reader.notation), board, position)
    orders = {
        name: replace(phrasing, position=at).order(order)
        for table, at in _orders_by_phase(board, position)
        for name, order in table.items()
    }
    units = {f"unit_{code.lower()}": phrasing.unit_at(at) for code, at in cast.items() if code not in _EMPTY}
    places = {f"at_{code.lower()}": phrasing.place(at) for code, at in cast.items()}
    coasted = [code for code, region in board.regions.items() if region.coasts]
    said = phrasing.regions(coasted)
    told = {
        "coasted": capitalized(said),
        "is_one_coasted": len(coasted) == 1,
        "name_bur": bare_region_name(cast["BUR"], board, reader.language, reader.notation),
        "to_bur": phrasing.region(cast["BUR"], "goal"),
    }
    return {"notation": reader.notation, **told, **orders, **units, **places}


def _orders_by_phase(board: Board, position: Position) -> Iterable[tuple[Mapping[str, Order], Position]]:
    """Yield the examples of each kind of phase, with a position of that phase."""
    cast = _regions_on(board)
    near, phase = cast["BUR"], position.phase
    dislodged = {near: Dislodged(position.units[near], cast["MUN"], ())}
    retreats: Mapping[str, Order] = {"retreat": Retreat(near, Location(cast["PAR"])), "disband": Disband(near)}
    yield _moves(board), position
    yield retreats, Position(replace(phase, kind=PhaseKind.RETREAT), {}, {}, dislodged)
    yield _adjustments(board), replace(position, phase=replace(phase, kind=PhaseKind.ADJUSTMENT))


# --- of results

_SOMEBODY = Unit(Power(""), UnitKind.ARMY, Location(Province("")))
_DISLODGED = Dislodgement(Province(""), 2, 1)
RESULTS: Mapping[str, tuple[str, Reason]] = {
    "moved": ("attack_far", Moved(1)),
    "bounced": ("attack", Bounced((), 1, 1)),
    "held": ("hold", Stood()),
    "supported": ("support", Supported()),
    "cut": ("support", Cut(())),
    "unmatched": ("support", Unmatched(None)),
    "carried": ("convoy", Carried()),
    "unused": ("convoy", Carried(used=False, why_not=UnusedConvoy.BY_LAND)),
    "broken": ("convoy", Disrupted(())),
    "disrupted": ("convoyed", Disrupted(())),
    "no_convoy": ("convoyed", NoConvoy()),
    "paradox": ("convoyed", Paradox(())),
    "void": ("attack_void", Void(Illegal.NOT_ADJACENT)),
    "unread": ("hold", Unread()),
    "unanswered": ("hold", Unread(offered=True)),
    "unordered": ("hold", Stood(unordered=True)),
    "dislodged": ("hold_marseilles", Stood()),
    "destroyed": ("hold_marseilles", Stood()),
    "retreated": ("retreat", Retreated()),
    "void_retreat": ("retreat", Void(Illegal.RETREAT_OCCUPIED)),
    "collided": ("retreat", RetreatsCollided(())),
    "disbanded": ("disband", Disbanded()),
    "no_retreat_order": ("disband", NoRetreatOrder()),
    "nowhere_to_go": ("disband", NowhereToGo()),
    "built": ("build", Built()),
    "waived": ("waive", Waived(1, by_order=True)),
    "removed": ("remove", Disbanded()),
    "by_default": ("remove", RemovedByDefault(0)),
}
"""Every result that a report may tell apart, by the key of its meaning: an example of an order, and its reason."""


class SignExample(NamedTuple):
    """An order as it is written, or as a report prints it with its result, and what that means; ``signs`` tell so."""

    printed: str
    meaning: str
    signs: frozenset[str]


def result_examples(language: Language, notation_name: str, board: Board) -> tuple[SignExample, ...]:
    """Return every result as reports in a notation print it (000 IX to XIII, 001 XI, 002 6.2)."""
    notation = notation_in(load_notation(notation_name), language)
    orders = {
        name: (order, at)
        for table, at in _orders_by_phase(board, example_position(board))
        for name, order in table.items()
    }
    words = phrasebook(language, board.book_words)

    def example(name: str) -> SignExample:
        named, reason = RESULTS[name]
        order, at = orders[named]
        verdict = Verdict(_SOMEBODY, order, reason, _DISLODGED if name in {"dislodged", "destroyed"} else None)
        printed = write_verdict(verdict, at, board, notation, language, is_destroyed=name == "destroyed")
        signs = _parts_of(printed) - _parts_of(write_order(order, at, board, notation))
        return SignExample(no_wrap(printed), words.say(f"sign.{name}"), signs)

    return tuple(map(example, RESULTS))


def sign_examples(sign: str, reader: Person, board: Board) -> Sequence[Sequence[SignExample]]:
    """Return the orders, and the results in reports, that a sign of the reader's notation marks; nothing for others.

    Those that bear it as it is written come alone; only where none do, those that bear it in capitals or small.
    """
    known = tuple(_order_examples_by_sign(reader, board)), result_examples(reader.language, reader.notation, board)
    for fold in (str, str.casefold):
        found = [[one for one in all_ if fold(_bare(sign)) in map(fold, one.signs)] for all_ in known]
        if any(found):
            return found
    return ()


def _bare(text: str) -> str:
    """Return a sign without brackets and the dots of an omission, every dash as ``-``."""
    return re.sub("[–—−]", "-", text.strip("() .") or text)


def _parts_of(written: str) -> frozenset[str]:
    """Return what stands in an order or a result: words, signs, what is in brackets as a whole."""
    return frozenset(map(_bare, re.findall(r"\([^)]*\)|[^\W_]+|[^\w\s()]+|_", written)))


_SIGNS: Mapping[type[Order], str] = {
    Hold: "hold",
    Move: "move",
    SupportHold: "support",
    SupportMove: "support",
    Convoy: "convoy",
    Retreat: "retreat",
    Disband: "disband",
    Build: "build",
    Waive: "waive",
}
"""What marks each kind of order, as tables of notations call it."""


def _order_examples_by_sign(reader: Person, board: Board) -> Iterator[SignExample]:
    """Yield an order of each kind and phase, attacks on a coast by themselves."""
    notation, position = load_notation(reader.notation), example_position(board)
    phrasing = Phrasing(reader.language, notation, board, position)
    for table, at in _orders_by_phase(board, position):
        there, is_winter = replace(phrasing, position=at), at.phase.kind is PhaseKind.ADJUSTMENT
        of_kind: dict[tuple[type[Order], str], Order] = {}
        for order in table.values():
            of_kind.setdefault((type(order), order.to.coast if isinstance(order, Move) else ""), order)
        for (of_type, coast), order in of_kind.items():
            kind = "remove" if of_type is Disband and is_winter else _SIGNS[of_type]
            before = re.match(r"[^\w{(]+(?=\{)", notation.templates[kind]) if kind in {"build", "remove"} else None
            sign = before[0] if before else notation.signs.get("disband" if kind == "remove" else kind, "")
            signs = filter(None, (sign, notation.coasts.get(coast, "")))
            words = there.words(order)
            yield SignExample(there.order(order), f"{words[:1].upper()}{words[1:]}.", frozenset(map(_bare, signs)))


# --- of a war


CAMPAIGN_BOARD = load_board("seuil")
_OURS, _THEIRS = Power("REINHEIM"), Power("AADLERON")
_PON, _BRU, _RAN, _GUE = Province("PON"), Province("BRU"), Province("RAN"), Province("GUE")
_UNITS = {"PON": "W", "BRU": "C", "RAN": "I", "REI": "I", "ANS": "I", "DET": "F", "AAD": "I"}

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
    "recruit": Build(UnitKind.ARMY, Location(Province("SCH")), "C"),
    "recruit_for": Build(UnitKind.ARMY, Location(Province("SCH")), "I", Power("MILANIA")),
    "waive": Waive(),
    "disperse": Disband(_RAN),
}
_SCOUT_ORDERS: Mapping[str, ScoutOrder] = {
    "travel": Travel(_PON, _BRU),
    "slowly": SpySlowly(_PON, _BRU),
    "quickly": SpyQuickly(_PON, _BRU),
    "harms": Sabotage(_BRU),
    "rests": Rest(_PON),
    "more": Enlist(Province("AAD")),
}


def war_examples(reader: Person) -> Mapping[str, str]:
    """Return orders to troops and scouts by name, in the notation of the board, the only one that can write them."""
    at = campaign_position("S1M")
    phrasing = Phrasing(reader.language, load_notation(CAMPAIGN_BOARD.notation), CAMPAIGN_BOARD, at)
    tables = (
        (_MOVES, at),
        (_POWERED, at),
        (_RETREATS, campaign_position("S1R")),
        (_ADJUSTMENTS, campaign_position("W1A")),
    )
    orders = {
        f"war_{name}": replace(phrasing, position=there).order(order)
        for table, there in tables
        for name, order in table.items()
    }
    asks = Investigate(_PON, say(reader.language, "sample.asked_about"))
    errands = {
        f"scout_{name}": scout_order_as_written(errand) for name, errand in {**_SCOUT_ORDERS, "asks": asks}.items()
    }
    return {**orders, **errands}


def campaign_position(phase: str) -> Position:
    """Return the position in which the examples can be given, in the phase of this code."""
    named = Phase.parse(phase)
    units = {Province(code): _troop(letter, Province(code)) for code, letter in _UNITS.items()}
    units[_GUE] = presumed_unit(CAMPAIGN_BOARD, SeenUnit(_GUE, _THEIRS))
    if named.kind.value == "R":
        return Position(named, {}, {}, {code: Dislodged(unit, _PON, ()) for code, unit in units.items()})
    return Position(named, units)


def _troop(letter: str, at: Province) -> Unit:
    return CAMPAIGN_BOARD.war.troops[letter].raised(_OURS, Location(at))
