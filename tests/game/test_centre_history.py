"""Centres by years: as recorded in real games, and as they stand when a master goes back."""

import json
from pathlib import Path

from judge.game.figures import (
    CentreHistory,
    history_after_phase,
    history_at_end,
    history_from_start,
    history_rolled_back,
)
from judge.rules.board import Power, Province, Year
from judge.rules.board_file import load_board
from judge.rules.position import Phase, Position, opening_position
from tests.game.event_logs import close, folded, log, roll_back
from tests.rules import plain

GAMES = [json.loads(file.read_text()) for file in sorted(Path(__file__).parents[2].joinpath("games").glob("*.json"))]
BOARD = load_board("standard")
FRANCE, GERMANY = Power("FRANCE"), Power("GERMANY")
START = history_from_start(BOARD, opening_position(BOARD))


def at(phase: str, *belgium: str) -> Position:
    """A position of a phase as at the start, but with Belgium belonging to somebody."""
    owners = {**opening_position(BOARD).owners, **{Province("BEL"): Power(power) for power in belgium}}
    return Position(Phase.parse(phase), {}, owners)


def test_every_year_of_the_real_games_is_counted_as_recorded() -> None:
    for game in GAMES:
        history, phases = START, game["phases"]
        centres = {power: sorted(BOARD.homes(power)) for power in BOARD.powers}
        for phase, following in zip(phases, [*phases[1:], {"phase": "W1999A"}], strict=True):
            centres = phase.get("centers", centres)
            after = Position(Phase.parse(following["phase"]), {}, plain.owners(centres))
            history = history_after_phase(history, BOARD, Phase.parse(phase["phase"]).year, after)
        last = {int(phase["phase"][1:5]): phase["centers"] for phase in phases if "centers" in phase}
        assert history.years == tuple(last)
        for power in BOARD.powers:
            held = tuple(len(centres.get(power, ())) for centres in last.values())
            assert history.counts[power] == (len(BOARD.homes(power)), *held)


def test_a_year_counts_once_its_autumn_is_over_and_again_after_its_winter() -> None:
    spring = history_after_phase(START, BOARD, Year(1901), at("F1901M", "FRANCE"))
    autumn = history_after_phase(spring, BOARD, Year(1901), at("W1901A", "FRANCE"))
    winter = history_after_phase(autumn, BOARD, Year(1901), at("S1902M", "GERMANY"))
    assert (spring, autumn.counts[FRANCE], winter.counts[FRANCE]) == (START, (3, 4), (3, 3))
    assert (autumn.years, winter.counts[GERMANY]) == ((1901,), (3, 4))


def test_the_last_year_counts_where_it_has_changed_a_centre() -> None:
    assert history_at_end(START, BOARD, at("F1901M")) == START
    ended = history_at_end(START, BOARD, at("F1901M", "FRANCE"))
    assert (ended.years, ended.counts[FRANCE]) == ((1901,), (3, 4))


def test_a_rollback_takes_back_the_years_that_are_open_again() -> None:
    one = history_after_phase(START, BOARD, Year(1901), at("W1901A", "FRANCE"))
    two = history_after_phase(one, BOARD, Year(1902), at("S1903M", "GERMANY"))
    assert history_rolled_back(two, BOARD, at("F1902M", "FRANCE")) == one
    assert history_rolled_back(two, BOARD, at("W1901A", "FRANCE")) == one
    assert history_rolled_back(two, BOARD, at("F1901M")) == START


def test_some_powers_alone() -> None:
    assert START.of([FRANCE]).counts == {FRANCE: (3,)}
    assert START.of([]) == CentreHistory()


def test_a_game_counts_its_years_while_it_is_played() -> None:
    events = log()
    assert folded(events).centre_history == START
    close(events)
    close(events)
    assert folded(events).centre_history.years == (1901,)
    assert folded([*events, *roll_back(events, "F1901M")]).centre_history == START
