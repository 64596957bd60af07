"""Whoever plays several powers writes builds, removals and retreats for them as whoever plays one does."""

from dataclasses import replace

import pytest

from judge.game.state import Game
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.orders import Build
from tests.reports import parlour
from tests.reports.parlour import OPENED, SEATS, game_at
from tests.shared.services import context

FRANCE, GERMANY = map(Power, ("FRANCE", "GERMANY"))
OWNED = {"GERMANY": "BER MUN KIE DEN HOL", "FRANCE": "PAR MAR BRE SPA"}
ONE_BUILDS = parlour.position(
    "W1903A", {"GERMANY": "A HOL, A DEN, A RUH", "FRANCE": "A SPA, A BUR, A GAS, F MAO"}, OWNED
)
BOTH_BUILD = parlour.position("W1903A", {"GERMANY": "A HOL, A DEN, A RUH", "FRANCE": "A SPA, A BUR, A GAS"}, OWNED)


def seated(game: Game) -> Game:
    """The game in which whoever plays Germany plays France as well."""
    members, reader = game.members, game.members.seats[GERMANY]
    return replace(game, members=replace(members, seats={**members.seats, FRANCE: reader}))


def orders(game: Game, text: str) -> set[str]:
    done = handle_lines(Session(game, game.people[SEATS[GERMANY]]), context(OPENED), read_lines(text), ())
    assert done.game is not None
    given = [one for power in (GERMANY, FRANCE) for one in done.game.orders_of(power)]
    return {f"{one.kind.value} {one.at.province}" for one in given if isinstance(one, Build)}


@pytest.mark.parametrize(
    "text",
    [
        "A Berlin",
        "An army in Berlin",
        "Army Berlin, fleet Kiel.",
        "Une armée à Berlin",
        "I'd like an army in Berlin, please.",
    ],
)
def test_the_one_power_that_builds_is_meant(text: str) -> None:
    assert "A BER" in orders(seated(game_at(ONE_BUILDS)), text)


@pytest.mark.parametrize(
    ("text", "built"),
    [
        ("A Berlin", {"A BER"}),
        ("Fleet Brest", {"F BRE"}),
        ("An army in Berlin\nA fleet in Brest", {"A BER", "F BRE"}),
        ("Une armée à Berlin, une flotte à Kiel.\nArmée à Paris", {"A BER", "F KIE", "A PAR"}),
    ],
)
def test_of_two_that_build_it_is_the_one_whose_home_it_is(text: str, built: set[str]) -> None:
    assert orders(seated(game_at(BOTH_BUILD)), text) == built
