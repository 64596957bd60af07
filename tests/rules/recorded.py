"""The phases of the five games that people played, each with the position in which it was written."""

import json
from pathlib import Path

from judge.rules.board_file import load_board
from judge.rules.position import Phase, Position, opening_position
from tests.rules import plain

GAMES = {file.stem: json.loads(file.read_text()) for file in Path(__file__).parents[2].joinpath("games").glob("*.json")}
PHASES = [(name, number) for name, game in sorted(GAMES.items()) for number in range(len(game["phases"]))]
BOARD = load_board("standard")


def position_before(name: str, number: int) -> Position:
    """The recorded position in which a phase was written."""
    if number == 0:
        return opening_position(BOARD)
    phases = GAMES[name]["phases"]
    centres = [phase["centers"] for phase in phases[:number] if "centers" in phase]
    leaving = [
        plain.dislodged(one["power"], one["unit"], one["from"], one["options"])
        for one in phases[number].get("must_retreat", ())
    ]
    owners = plain.owners(centres[-1]) if centres else opening_position(BOARD).owners
    standing = plain.units(phases[number - 1]["units"])
    driven_out = {one.unit.at.province: one for one in leaving}
    return Position(Phase.parse(phases[number]["phase"]), standing, owners, driven_out)
