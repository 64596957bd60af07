"""Five games played by people, put through the yardstick phase by phase."""

import json
from pathlib import Path
from typing import Any

from judge.formats.positions_json import read_order_lines, read_phase_to_judge
from judge.notation.line import Misread
from judge.notation.write import write_order
from judge.shell.adjudicate import adjudicate_line
from tests.shared.each_case import each_case

GAMES = {file.stem: json.loads(file.read_text()) for file in Path(__file__).parents[1].joinpath("games").glob("*.json")}
PHASES = [(name, number) for name, game in sorted(GAMES.items()) for number in range(len(game["phases"]))]


def _recorded(name: str, number: int) -> dict[str, Any]:
    """A phase of a recorded game as a request."""
    phases = GAMES[name]["phases"]
    phase = phases[number]
    centres = [one["centers"] for one in phases[:number] if "centers" in one]
    request = {
        "id": f"{name}-{phase['phase']}",
        "rules": "standard",
        "phase": phase["phase"],
        "orders": phase["orders"],
    }
    request["units"] = phases[number - 1]["units"] if number else START
    request |= {"dislodged": phase["must_retreat"]} if "must_retreat" in phase else {}
    return request | ({"centers": centres[-1]} if centres else {"centers": HOMES})


START = {
    "AUSTRIA": ["A BUD", "A VIE", "F TRI"],
    "ENGLAND": ["A LVP", "F EDI", "F LON"],
    "FRANCE": ["A MAR", "A PAR", "F BRE"],
    "GERMANY": ["A BER", "A MUN", "F KIE"],
    "ITALY": ["A ROM", "A VEN", "F NAP"],
    "RUSSIA": ["A MOS", "A WAR", "F SEV", "F STP/SC"],
    "TURKEY": ["A CON", "A SMY", "F ANK"],
}
HOMES = {power: [unit[2:5] for unit in units] for power, units in START.items()}


@each_case(
    ("name", "number"), PHASES, ids=[f"{name}-{GAMES[name]['phases'][number]['phase']}" for name, number in PHASES]
)
def test_recorded_phase(name: str, number: int) -> None:
    phases = GAMES[name]["phases"]
    request, phase = _recorded(name, number), phases[number]
    answer = json.loads(adjudicate_line(json.dumps(request)))
    assert (answer["id"], answer["units"]) == (request["id"], phase["units"])
    assert sorted(one["unit"] for one in answer["dislodged"]) == phase.get("dislodged", [])
    assert answer.get("centers") == phase.get("centers")
    for power, texts in phase["orders"].items():
        assert [order["canonical"] for order in answer["orders"][power]] == texts
    if number + 1 < len(phases):
        leaving = [one for one in answer["dislodged"] if one["retreats"]]
        expected = [{**one, "retreats": one["options"]} for one in phases[number + 1].get("must_retreat", [])]
        assert sorted(leaving, key=repr) == [
            {key: one[key] for key in ("power", "unit", "from", "retreats")} for one in sorted(expected, key=repr)
        ]


@each_case("name", sorted(GAMES))
def test_what_a_notation_reads_as_its_own_is_what_it_writes(name: str) -> None:
    """Such a line is its own canonical form, and is not written again."""
    own = 0
    for number in range(len(GAMES[name]["phases"])):
        request = read_phase_to_judge(_recorded(name, number))
        for power, texts in request.orders.items():
            for line in read_order_lines(request, power, texts):
                if line.written_in and not isinstance(line.read, Misread):
                    own += 1
                    assert write_order(line.read, request.position, request.board, line.written_in) == line.text
    assert own
