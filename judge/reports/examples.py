"""Examples of orders, as one reader would write them."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.person import Person
from judge.game.settings import Settings
from judge.notation.tables import load_notation
from judge.reports.voice import Voice
from judge.rules.board import Kind, Location, Power, Province, Unit
from judge.rules.boardfile import load_board
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, Season

_FRENCH = "A PAR, A MAR, F BRE, F MAO, A BUR, A PIE, A RUH, A GAS"
_OTHERS = {"ENGLAND": "F NTH, F ENG, A LON", "GERMANY": "A MUN"}
_HOME, _NEAR = Province("PAR"), Province("BUR")

_MOVES: Mapping[str, Order] = {
    "attack": Move(_HOME, Location(_NEAR)),
    "attack_far": Move(Province("MAR"), Location(Province("SPA"))),
    "attack_back": Move(Province("MAR"), Location(Province("PIE"))),
    "attack_burgundy": Move(_NEAR, Location(Province("MUN"))),
    "attack_gascony": Move(_HOME, Location(Province("GAS"))),
    "coast": Move(Province("MAO"), Location(Province("SPA"), "SC")),
    "hold": Hold(_HOME),
    "hold_marseilles": Hold(Province("MAR")),
    "support": SupportMove(Province("MAR"), _HOME, Location(_NEAR)),
    "support_hold": SupportHold(Province("BRE"), _HOME),
    "convoy": Convoy(Province("NTH"), Province("LON"), Province("NWY")),
    "convoyed": Move(Province("LON"), Location(Province("NWY"))),
}
_RETREATS: Mapping[str, Order] = {"retreat": Retreat(_NEAR, Location(_HOME)), "disband": Disband(_NEAR)}
_ADJUSTMENTS: Mapping[str, Order] = {
    "build": Build(Kind.FLEET, Location(Province("BRE"))),
    "build_army": Build(Kind.ARMY, Location(_HOME)),
    "waive": Waive(),
    "remove": Disband(Province("RUH")),
}


def examples(reader: Person) -> Mapping[str, str]:
    """Orders, units and places by name, in the reader's own ``notation``; what is written bears glue."""
    voice = _voice(reader)
    dislodged = {_NEAR: Dislodged(voice.position.units[_NEAR], Province("MUN"), ())}
    tables = (
        (_MOVES, voice.position),
        (_RETREATS, Position(Phase(Season.SPRING, voice.position.phase.year, PhaseKind.RETREAT), {}, {}, dislodged)),
        (_ADJUSTMENTS, replace(voice.position, phase=replace(voice.position.phase, kind=PhaseKind.ADJUSTMENT))),
    )
    orders = {
        name: replace(voice, position=position).order(order)
        for table, position in tables
        for name, order in table.items()
    }
    units = {f"unit_{code.lower()}": voice.unit(unit) for code, unit in voice.position.units.items()}
    places = {f"at_{code.lower()}": voice.place(code) for code in voice.board.regions}
    return {"notation": reader.notation, **orders, **units, **places}


def _voice(reader: Person) -> Voice:
    board = load_board(Settings().board)
    units = dict(_stand("FRANCE", _FRENCH))
    for power, names in _OTHERS.items():
        units |= _stand(power, names)
    phase = Phase(Season.SPRING, board.start_year, PhaseKind.MOVEMENT)
    return Voice(reader.language, load_notation(reader.notation), board, Position(phase, units))


def _stand(power: str, names: str) -> Mapping[Province, Unit]:
    named = [name.split() for name in names.split(", ")]
    return {Province(code): Unit(Power(power), Kind(kind), Location(Province(code))) for kind, code in named}
