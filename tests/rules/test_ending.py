"""When a game ends: eighteen centres after an autumn, the last power left, the term (000 IV, 001 II and III, 002 7)."""

from collections.abc import Mapping

import pytest

from judge.rules.board import Board, Power, Province, Year
from judge.rules.board_file import load_board, read_board
from judge.rules.ending import JointVictory, Solo, TermReached, find_ending, solo_winner
from judge.rules.position import Phase, Position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from tests.rules import plain
from tests.shared.each_case import each_case

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


@each_case(
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
    assert (
        solo_winner(BOARD, Position(Phase.parse("W1908A"), {}, _owners({FRANCE: 17, GERMANY: 17})), Year(1908)) is None
    )


FEWER_EACH_YEAR = read_board('name = "fewer"\nbase = "standard"\nvictory_centres = [18, 16, 10, 10]', "fewer.toml")
UNLIKE = read_board('name = "unlike"\nbase = "standard"\n[powers]\nITALY = { victory = 12 }', "unlike.toml")
NUMBERS = [
    (FEWER_EACH_YEAR, 1901, {FRANCE: 17}, None),
    (FEWER_EACH_YEAR, 1902, {FRANCE: 16}, FRANCE),
    (FEWER_EACH_YEAR, 1903, {FRANCE: 9, ITALY: 10}, ITALY),
    (FEWER_EACH_YEAR, 1950, {FRANCE: 10}, FRANCE),  # the last number stays
    (FEWER_EACH_YEAR, 1903, {FRANCE: 12, ITALY: 13}, ITALY),  # both have enough: who has more
    (FEWER_EACH_YEAR, 1903, {FRANCE: 12, ITALY: 12}, None),  # and nobody, until one has more
    (UNLIKE, 1905, {ITALY: 12, FRANCE: 17}, ITALY),
    (UNLIKE, 1905, {ITALY: 11, FRANCE: 17}, None),
    (UNLIKE, 1905, {ITALY: 13, FRANCE: 18}, ITALY),  # who is further above the number of its own
    (UNLIKE, 1905, {ITALY: 12, FRANCE: 18}, None),
]


@each_case(("board", "year", "held", "winner"), NUMBERS)
def test_a_board_may_have_a_number_for_each_year_and_powers_one_of_their_own(
    board: Board, year: int, held: Mapping[Power, int], winner: Power | None
) -> None:
    """As ``VICTORY 18 16 10`` in the maps of DPjudge: the year that counts is that of the autumn."""
    position = Position(Phase.parse(f"W{year}A"), {}, _owners(held))
    assert solo_winner(board, position, Year(year)) == winner


@pytest.mark.parametrize(("before", "winner"), [("F1901M", None), ("F1902M", FRANCE)])
def test_the_number_is_that_of_the_autumn_though_the_next_year_has_begun(before: str, winner: Power | None) -> None:
    """Nothing is built, so that spring follows at once."""
    opened = Position(Phase.parse(before), {})
    held = Position(Phase.parse(f"S{opened.phase.year + 1}M"), {}, _owners({FRANCE: 16, GERMANY: 2}))
    over = find_ending(FEWER_EACH_YEAR, load_rulebook("2023"), opened, Judgement({}, held, {}), None)
    assert over == (Solo(winner) if winner else None)


def test_the_last_power_left_has_won_in_any_season() -> None:
    assert _over("S1908M", "F1908M", {FRANCE: 9}) == Solo(FRANCE)


def test_a_power_without_centres_is_alive_while_it_has_a_unit() -> None:
    assert _over("S1908M", "F1908M", {FRANCE: 9}, units={"GERMANY": ["A BUR"]}) is None


@each_case(
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
