"""The letter of the end: where the points come from, whose they are where one plays several powers, what decided."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice

import pytest

from judge.game.apply import fold_events
from judge.game.deadlines.deadline import phase_deadline
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined
from judge.game.settings import Language, Settings
from judge.game.state import Game
from judge.reports.ending import write_ended
from judge.reports.language import LetterText
from judge.rules.board import Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.position import Phase, Position, opening_position
from tests.reports.parlour import BOARD, FRANCE, MASTER, NOW, OPENED, ROME, SEATS, person
from tests.reports.real_games import closes
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]
Over = tuple[Game, GameEnded]
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
TWO = load_board("1971-two")


def game_of(settings: Settings, position: Position, seats: Mapping[Power, Power]) -> Game:
    """A game at a position; ``seats`` says whose player plays each power."""
    players = dict.fromkeys(seats.values())
    joined = [PlayerJoined(person(power), (), OPENED) for power in players]
    due = phase_deadline(settings, position.phase.kind, OPENED)
    start = GameStarted({power: SEATS[who] for power, who in seats.items()}, position, due, OPENED)
    game = fold_events([GameOpened(ROME, settings, MASTER, "seed", OPENED), *joined, start])
    assert game
    return replace(game, phases_closed=31)


def at_term(rules: str, centres: tuple[int, ...], units: tuple[int, ...], winner: str) -> Over:
    """Seven players at their last winter, the powers in alphabetical order."""
    free, land = iter(sorted(BOARD.centres)), iter(sorted(BOARD.regions))
    owners = {at: Power(power) for power, held in zip(POWERS, centres, strict=True) for at in islice(free, held)}
    fields = (at for at in land if BOARD.terrain(at) is not Terrain.SEA)
    standing = {
        at: Unit(Power(power), UnitKind.ARMY, Location(at))
        for power, number in zip(POWERS, units, strict=True)
        for at in islice(fields, number)
    }
    position = Position(Phase.parse("W1907A"), standing, owners)
    game = game_of(Settings(rulebook=rules), position, {power: power for power in SEATS})
    return game, game_ended(game, position, Ending.TERM, (Power(winner),), NOW)


def two_players() -> Over:
    """Two players of three powers each agree on a draw, when one of them has lost a power."""
    left = dict(opening_position(TWO).units)
    for at in [at for at, unit in left.items() if unit.power == "TURKEY"]:
        del left[Province(at)]
    start = opening_position(TWO)
    owners = {at: power for at, power in start.owners.items() if power != "TURKEY"}
    position = replace(start, units=left, owners=owners)
    seats = {power: side[0] if "FRANCE" not in side else FRANCE for side in TWO.seats for power in side}
    game = game_of(Settings(rulebook="1971", board="1971-two"), position, seats)
    sharers = tuple(power for side in TWO.seats for power in side if power != "TURKEY")
    return game, game_ended(game, position, Ending.DRAW, sharers, NOW)


def whole_game() -> Over:
    """A real game of ten years, conceded at last: its letter tells what it was, in figures."""
    _, game = closes("two")[-1]
    assert game.position
    return game, game_ended(game, game.position, Ending.CONCESSION, (FRANCE,), NOW)


ENDS: Mapping[str, Callable[[], Over]] = {
    "neutral": lambda: at_term("18centres", (0, 5, 9, 3, 3, 8, 4), (0, 5, 9, 3, 3, 8, 4), "FRANCE"),
    "tied": lambda: at_term("18centres", (2, 8, 8, 4, 4, 4, 4), (2, 8, 8, 4, 4, 4, 4), "FRANCE"),
    "units": lambda: at_term("1971", (2, 6, 9, 4, 4, 5, 4), (2, 6, 5, 4, 4, 5, 4), "ENGLAND"),
    "two-players": two_players,
    "figures": whole_game,
}


@each_case("language", ["en", "fr"])
@each_case("name", ENDS)
def test_the_letter_of_the_end_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    game, event = ENDS[name]()
    reader = replace(person(FRANCE), language=language)
    golden(f"all.ended-{name}.{language}", write_ended(game, reader, event))


def test_a_draw_of_two_players_is_shared_by_players() -> None:
    game, event = two_players()
    totals = {sum(event.scores[power] for power in side) for side in game.sides}
    assert totals == {Fraction(50)}
    assert event.scores[Power("TURKEY")] == 0


@pytest.mark.parametrize("name", ["neutral", "tied", "units"])
def test_the_parts_add_up_to_a_hundred(name: str) -> None:
    _, event = ENDS[name]()
    assert sum(event.scores.values()) == Fraction(100)
