"""When a game ends: eighteen centres after an autumn, the last power left, the term (000 IV, 001 II and III, 002 7)."""

from collections.abc import Mapping

import pytest

from judge.rules.board import Power, Province, Year
from judge.rules.board_file import load_board
from judge.rules.ending import JointVictory, Solo, TermReached, find_ending, solo_winner
from judge.rules.position import Phase, Position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from tests.rules import plain

BOARD = load_board("standard")
CENTRES = sorted(BOARD.centres)
FRANCE, GERMANY, ITALY = Power("FRANCE"), Power("GERMANY"), Power("ITALY")


def _owners(held: Mapping[Power, int]) -> dict[Province, Power]:
    owners: dict[Province, Power] = {}
    for power, count in held.items():
        owners |= dict.fromkeys(CENTRES[len(owners) : len(owners) + count], power)
    return owners


def _over(
    before: str,
    after: str,
    held: Mapping[Power, int],
    last_year: int | None = None,
    book: str = "2023",
    units: Mapping[str, list[str]] | None = None,
) -> Solo | JointVictory | TermReached | None:
    standing = plain.units(units or {})
    judgement = Judgement({}, Position(Phase.parse(after), standing, _owners(held)), {})
    term = None if last_year is None else Year(last_year)
    return find_ending(BOARD, load_rulebook(book), Position(Phase.parse(before), standing), judgement, term)


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("F1908M", "W1908A", True),
        ("F1908R", "W1908A", True),
        ("F1908M", "S1909M", True),
        ("F1908M", "F1908R", False),  # retreats may still take a centre
        ("S1908M", "F1908M", False),
        ("W1908A", "S1909M", False),
    ],
)
def test_eighteen_centres_win_once_an_autumn_is_over(before: str, after: str, ends: bool) -> None:
    assert _over(before, after, {FRANCE: 18, GERMANY: 16}) == (Solo(FRANCE) if ends else None)


def test_seventeen_do_not() -> None:
    assert _over("F1908M", "W1908A", {FRANCE: 17, GERMANY: 17}) is None
    assert solo_winner(BOARD, Position(Phase.parse("W1908A"), {}, _owners({FRANCE: 17, GERMANY: 17}))) is None


def test_the_last_power_left_has_won_in_any_season() -> None:
    assert _over("S1908M", "F1908M", {FRANCE: 9}) == Solo(FRANCE)


def test_a_power_without_centres_is_alive_while_it_has_a_unit() -> None:
    assert _over("S1908M", "F1908M", {FRANCE: 9}, units={"GERMANY": ["A BUR"]}) is None


@pytest.mark.parametrize(
    ("before", "after", "ends"),
    [
        ("S1907M", "F1907M", False),
        ("F1907M", "F1907R", False),
        ("F1907M", "W1907A", True),
        ("F1907R", "W1907A", True),
        ("F1907M", "S1908M", True),
        ("F1906M", "W1906A", False),
        ("W1906A", "S1907M", False),
    ],
)
def test_the_last_year_ends_after_its_autumn_retreats(before: str, after: str, ends: bool) -> None:
    over = _over(before, after, {FRANCE: 10, GERMANY: 9}, last_year=1907)
    assert over == (TermReached((FRANCE,), (FRANCE,)) if ends else None)


def test_a_solo_in_the_last_year_is_a_solo() -> None:
    assert _over("F1907M", "W1907A", {FRANCE: 18, GERMANY: 9}, last_year=1907) == Solo(FRANCE)


def test_a_tie_is_shared_by_18centres_and_won_by_nobody_on_faf() -> None:
    tied = {FRANCE: 10, ITALY: 10, GERMANY: 9}
    assert _over("F1907M", "W1907A", tied, 1907, "18centres") == TermReached((FRANCE, ITALY), (FRANCE, ITALY))
    assert _over("F1907M", "W1907A", tied, 1907, "faf") == TermReached((FRANCE, ITALY), ())


def test_the_short_game_of_1971_counts_pieces() -> None:
    pieces = {"GERMANY": ["A BUR", "A MUN"], "FRANCE": ["A PAR"]}
    assert _over("F1907M", "W1907A", {FRANCE: 10, GERMANY: 9}, 1907, "1971", pieces) == TermReached(
        (GERMANY,), (GERMANY,)
    )
