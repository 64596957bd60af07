"""Examples of orders for a war, on a packaged campaign."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.person import Person
from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.sent import written
from judge.reports.voice import Voice
from judge.rules.board import Kind, Location, Power, Province, Unit
from judge.rules.boardfile import load_board
from judge.rules.errands import Commission, Enlist, Investigate, Rest, Sabotage, SpyQuickly, SpySlowly, Travel
from judge.rules.fog import Seen, presumed
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position

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
    units = {Province(code): _unit(letter, Province(code)) for code, letter in _STANDING.items()}
    units[_GUE] = presumed(BOARD, Seen(_GUE, _THEIRS))
    if named.kind.value == "R":
        return Position(named, {}, {}, {code: Dislodged(unit, _PON, ()) for code, unit in units.items()})
    return Position(named, units)


def _unit(letter: str, at: Province) -> Unit:
    return BOARD.war.troops[letter].raised(_OURS, Location(at))
