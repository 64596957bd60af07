"""A player of several powers: seats given out together, each order for the power it concerns."""

from dataclasses import replace

from judge.game.orders.messages import BuildWish, GiveOrder, KeepWish
from judge.game.phases.close import close_early
from judge.game.phases.messages import Ending, GameEnded
from judge.game.seats.messages import JoinGame
from judge.game.settings import Settings
from judge.game.state import Game
from judge.rules.board import Power, Province
from judge.rules.orders import Hold, Waive
from tests.game.tables import OPENED, address, happen, opened, person
from tests.rules import plain

FOUR = Settings(board="1971-four", rulebook="1971")
TWO = Settings(board="1971-two", rulebook="1971")
AUSTRIA, FRANCE = Power("AUSTRIA"), Power("FRANCE")


def started(settings: Settings, *wishes: str) -> Game:
    """Everyone wishes for one power, and is named after it."""
    game = opened(settings)
    for power in wishes:
        game = happen(game, JoinGame(person(power), (Power(power),)))
    return game


def test_who_wishes_for_one_power_gets_its_whole_seat() -> None:
    game = started(FOUR, "FRANCE", "ITALY", "ENGLAND", "TURKEY")
    assert game.powers_of(address("FRANCE")) == ("AUSTRIA", "FRANCE")
    assert game.powers_of(address("ENGLAND")) == ("ENGLAND",)
    assert len(game.seats) == 7


def in_winter(game: Game) -> Game:
    centres = {"AUSTRIA": ["VIE", "BUD"], "FRANCE": ["PAR", "BRE"]}
    return replace(game, position=plain.position("W1901A", {"AUSTRIA": ["A GAL"], "FRANCE": ["A BUR"]}, centres))


def test_waive_is_for_the_power_of_the_heading_or_the_next_that_has_builds() -> None:
    game = in_winter(started(FOUR, "FRANCE", "ITALY", "ENGLAND", "TURKEY"))
    by = address("FRANCE")
    headed = happen(game, GiveOrder(by, Waive(), 1, OPENED, power=FRANCE))
    assert [power for power in game.seats if headed.orders_of(power)] == ["FRANCE"]
    twice = happen(happen(game, GiveOrder(by, Waive(), 1, OPENED)), GiveOrder(by, Waive(), 1, OPENED))
    assert (twice.orders_of(AUSTRIA), twice.orders_of(FRANCE)) == ((Waive(),), (Waive(),))


def test_a_standing_wish_is_kept_for_every_power_of_the_player() -> None:
    game = started(FOUR, "FRANCE", "ITALY", "ENGLAND", "TURKEY")
    wish = BuildWish((), waive=True)
    assert set(happen(game, KeepWish(address("FRANCE"), wish, 1)).wished) == {"AUSTRIA", "FRANCE"}


def test_twenty_four_units_of_one_player_end_the_game_for_all_their_powers() -> None:
    game = started(TWO, "ENGLAND", "TURKEY")
    land = sorted(
        code
        for code, region in game.board.regions.items()
        if region.terrain.value != "sea" and code not in game.board.closed
    )
    units = {"ENGLAND": [f"A {code}" for code in land[:24]], "TURKEY": ["F BLA"]}
    game = replace(game, position=plain.position("S1914M", units))
    for code in land[:24]:
        game = happen(game, GiveOrder(address("ENGLAND"), Hold(Province(code)), 1, OPENED))
    game = happen(game, GiveOrder(address("TURKEY"), Hold(Province("BLA")), 1, OPENED))
    ended = close_early(game, OPENED)[-1]
    assert isinstance(ended, GameEnded)
    assert (ended.ending, ended.winners) == (Ending.SOLO, ("ENGLAND", "FRANCE", "RUSSIA"))
    assert sum(ended.scores.values()) == 100
