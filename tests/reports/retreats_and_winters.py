"""Positions for retreats and for adjustments."""

from judge.game.state import Game
from tests.reports.parlour import SPRING, closed, game_at, position


def retreat_scene() -> Game:
    driven = {
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
        "FRANCE": ["A PAR H", "A BUR H", "F BRE - GAS", "F MAO - GAS"],
        "ITALY": ["F TUN - WES"],
    }
    return game_at(SPRING, closed(SPRING, driven))


WINTER = {
    "builds": position(
        "W1903A", {"FRANCE": "A BUR, F MAO, A MAR"}, {"FRANCE": "PAR BRE MAR SPA POR", "GERMANY": "MUN"}
    ),
    "lost": position("W1903A", {"FRANCE": "A BUR"}, {"FRANCE": "BRE MAR SPA", "GERMANY": "PAR"}),
    "removals": position("W1903A", {"FRANCE": "A BUR, F MAO, A PIC"}, {"FRANCE": "PAR BRE", "GERMANY": "MUN"}),
    "none": position("W1903A", {"FRANCE": "A BUR, F MAO"}, {"FRANCE": "PAR BRE", "GERMANY": "MUN"}),
}
