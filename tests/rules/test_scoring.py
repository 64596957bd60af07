"""Scores, exact: C-Diplo (000 V), a hundred points for seven players whatever happens; the others by their texts."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.ending import SCORINGS, c_diplo, draw_is_shared, score_draw, scoring_names
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

BOARD = load_board("standard")
CENTRES = len(BOARD.centres)


def _scores(*centres: int) -> list[Fraction]:
    """The scores of seven powers that hold so many centres, in board order."""
    counts = dict(zip(BOARD.powers, centres, strict=True))
    return list(c_diplo(BOARD, counts, None).values())


# the centres of the seven, then what each scores
CASES = {
    "places one to three": ((12, 9, 6, 4, 2, 1, 0), ("51", "24", "14", "5", "3", "2", "1")),
    "two firsts share 52": ((12, 12, 6, 2, 1, 1, 0), ("39", "39", "14", "3", "2", "2", "1")),
    "two thirds share 7": ((12, 10, 4, 4, 2, 2, 0), ("51", "25", "17/2", "17/2", "3", "3", "1")),
    "three firsts share 59": ((10, 10, 10, 2, 1, 1, 0), ("92/3", "92/3", "92/3", "3", "2", "2", "1")),
    "three thirds share 7": ((12, 10, 4, 4, 4, 0, 0), ("51", "25", "22/3", "22/3", "22/3", "1", "1")),
    "two seconds share 21": ((12, 8, 8, 3, 2, 1, 0), ("51", "39/2", "39/2", "4", "3", "2", "1")),
    "the third place among the eliminated": ((17, 17, 0, 0, 0, 0, 0), ("44", "44", *["12/5"] * 5)),
    "the eliminated take part": ((17, 16, 1, 0, 0, 0, 0), ("56", "31", "9", "1", "1", "1", "1")),
    # centres that stayed neutral
    "completes two thirds": ((12, 9, 4, 4, 2, 2, 0), ("51", "24", "9", "9", "3", "3", "1")),
    "completes four thirds": ((12, 9, 3, 3, 3, 3, 0), ("51", "24", "6", "6", "6", "6", "1")),
    "completes two seconds": ((12, 8, 8, 3, 2, 0, 0), ("51", "20", "20", "4", "3", "1", "1")),
    "completes three firsts": ((11, 11, 11, 0, 0, 0, 0), ("32", "32", "32", "1", "1", "1", "1")),
    "completes four firsts": ((8, 8, 8, 8, 1, 0, 0), ("24", "24", "24", "24", "2", "1", "1")),
    "cannot complete three thirds, the winner has it": (
        (11, 10, 4, 4, 4, 0, 0),
        ("51", "25", "22/3", "22/3", "22/3", "1", "1"),
    ),
    "two centres complete three thirds": ((11, 9, 4, 4, 4, 0, 0), ("50", "24", "8", "8", "8", "1", "1")),
    "nothing broken, the winner has it": ((12, 9, 6, 4, 2, 0, 0), ("52", "24", "14", "5", "3", "1", "1")),
    "nothing broken, two winners divide it": ((12, 12, 6, 2, 1, 0, 0), ("79/2", "79/2", "14", "3", "2", "1", "1")),
    "the start: twelve neutral": ((3, 3, 3, 3, 3, 4, 3), ("8", "8", "8", "8", "8", "52", "8")),
}  # fmt: skip


@each_case(("centres", "scores"), CASES.values(), ids=CASES)
def test_scores(centres: tuple[int, ...], scores: tuple[str, ...]) -> None:
    assert _scores(*centres) == [Fraction(score) for score in scores]


def test_a_solo_takes_all() -> None:
    counts = dict(zip(BOARD.powers, (0, 0, 18, 10, 6, 0, 0), strict=True))
    scores = c_diplo(BOARD, counts, Power("FRANCE"))
    assert scores == {power: 100 if power == "FRANCE" else 0 for power in BOARD.powers}


def test_six_players_share_less() -> None:
    counts = dict(zip(list(BOARD.powers)[:6], (10, 8, 6, 5, 3, 2), strict=True))
    assert sum(c_diplo(BOARD, counts, None).values()) == 99


SEVEN_SHARES = (
    st.lists(st.integers(0, CENTRES), min_size=7, max_size=7)
    .map(sorted)
    .map(lambda cuts: [high - low for low, high in zip([0, *cuts], cuts, strict=False)])
)


@drawn(60)
@given(SEVEN_SHARES)
def test_always_a_hundred_points(centres: list[int]) -> None:
    assert sum(_scores(*centres)) == 100


@drawn(60)
@given(SEVEN_SHARES)
def test_more_centres_never_score_less_and_as_many_score_the_same(centres: list[int]) -> None:
    scores = _scores(*centres)
    for mine, my_score in zip(centres, scores, strict=True):
        for yours, your_score in zip(centres, scores, strict=True):
            assert mine != yours or my_score == your_score
            assert mine <= yours or my_score > your_score


# the scoring, the centres of the seven, what each scores where nobody has won alone
OTHERS = {
    "the AFJD scores as 000 V does": ("c-diplo-73", (12, 9, 6, 4, 2, 1, 0), ("51", "24", "14", "5", "3", "2", "1")),
    "C-Diplo 80 sums to 80": ("c-diplo-80", (12, 9, 6, 4, 2, 1, 0), ("37", "23", "13", "4", "2", "1", "0")),
    "of Namur the first centres": ("c-diplo-namur", (10, 7, 6, 5, 3, 2, 1), ("61", "34", "26", "17", "13", "10", "6")),
    "Carnage by places": ("carnage", (12, 9, 6, 4, 2, 1, 0), ("7012", "6009", "5006", "4004", "3002", "2001", "1000")),
    "Carnage, ties share": ("carnage", (17, 17, 0, 0, 0, 0, 0), ("6517", "6517", *["3000"] * 5)),
    "draw size": ("draw-size", (12, 9, 6, 4, 3, 0, 0), (*["20"] * 5, "0", "0")),
    "squares": ("sum-of-squares", (10, 10, 10, 4, 0, 0, 0), (*["2500/79"] * 3, "400/79", "0", "0", "0")),
    "tribute to one leader": ("tribute", (12, 9, 6, 4, 2, 1, 0), ("53", "14", "11", "9", "7", "6", "0")),
    "no tribute up to six": ("tribute", (6, 6, 6, 5, 5, 6, 0), ("17", "17", "17", "16", "16", "17", "0")),
    "leaders divide it": ("tribute", (8, 8, 6, 5, 4, 3, 0), ("23", "23", "15", "14", "13", "12", "0")),
    "nobody pays more than 66 shared": ("tribute", (17, 5, 4, 3, 2, 2, 1), ("83", "5", "4", "3", "2", "2", "1")),
    "open tribute": ("open-tribute", (12, 9, 6, 4, 2, 1, 0), ("120", "58", "46", "38", "30", "26", "0")),
    "open tribute, two leaders": ("open-tribute", (10, 10, 6, 4, 3, 1, 0), ("73", "73", "48", "40", "36", "28", "0")),
    "mind the gap": (
        "open-mind-the-gap",
        (12, 9, 6, 4, 2, 1, 0),
        ("93/2", "45/2", "33/2", "12", "9", "15/2", "0"),
    ),
    "no gap between two": ("open-mind-the-gap", (17, 17, 0, 0, 0, 0, 0), ("153/4", "153/4", *["3/10"] * 5)),
    "Boucher": ("boucher", (12, 9, 6, 4, 3, 0, 0), (*["2"] * 5, "0", "0")),
    "Boucher, nobody out": ("boucher", (10, 8, 6, 4, 3, 2, 1), ["1/2"] * 7),
}


@each_case(("name", "centres", "scores"), OTHERS.values(), ids=OTHERS)
def test_other_scorings(name: str, centres: tuple[int, ...], scores: tuple[str, ...]) -> None:
    counts = dict(zip(BOARD.powers, centres, strict=True))
    assert list(SCORINGS[name](BOARD, counts, None).values()) == [Fraction(score) for score in scores]


SOLOS = {
    "c-diplo": 100,
    "c-diplo-73": 73,
    "c-diplo-80": 80,
    "c-diplo-namur": 85,
    "carnage": 28_034,
    "draw-size": 100,
    "sum-of-squares": 100,
    "tribute": 100,
    "open-tribute": 340,
    "open-mind-the-gap": 100,
    "boucher": 7,
}


@each_case("name", scoring_names())
def test_a_solo_is_worth_what_its_scoring_says_and_the_others_nothing(name: str) -> None:
    counts = dict(zip(BOARD.powers, (0, 0, 18, 10, 6, 0, 0), strict=True))
    scores = SCORINGS[name](BOARD, counts, Power("FRANCE"))
    assert scores == {power: SOLOS[name] if power == "FRANCE" else 0 for power in BOARD.powers}


@each_case("name", scoring_names())
def test_a_draw_is_shared_alike_or_scored_by_centres(name: str) -> None:
    counts = dict(zip(BOARD.powers, (16, 8, 6, 4, 0, 0, 0), strict=True))
    sharers = tuple(BOARD.powers)[:4]
    scores = score_draw(name, BOARD, counts, sharers)
    if draw_is_shared(name):
        assert [scores[power] for power in sharers] == [25] * 4
    else:
        assert scores == SCORINGS[name](BOARD, counts, None)


@pytest.mark.parametrize("name", scoring_names())
@drawn(20)
@given(SEVEN_SHARES)
def test_powers_of_as_many_centres_score_the_same(name: str, centres: list[int]) -> None:
    counts = dict(zip(BOARD.powers, centres, strict=True))
    scores = SCORINGS[name](BOARD, counts, None)
    assert all(score >= 0 for score in scores.values()) or name == "open-tribute"
    for mine in BOARD.powers:
        for yours in BOARD.powers:
            assert counts[mine] != counts[yours] or scores[mine] == scores[yours]


SIDES = (("ENGLAND", "FRANCE", "RUSSIA"), ("AUSTRIA", "GERMANY", "TURKEY"))
SHARES = {
    "three powers against three": (("ENGLAND", "FRANCE", "RUSSIA", "AUSTRIA", "GERMANY", "TURKEY"), ("50/3",) * 6),
    "three powers against one": (("ENGLAND", "FRANCE", "RUSSIA", "AUSTRIA"), ("50/3", "50/3", "50/3", "50")),
    "one against one": (("ENGLAND", "AUSTRIA"), ("50", "50")),
    "one player alone": (("ENGLAND", "FRANCE"), ("50", "50")),
}


@pytest.mark.parametrize(("sharers", "shares"), SHARES.values(), ids=SHARES)
def test_a_draw_is_shared_by_players_however_many_powers_they_play(
    sharers: tuple[str, ...], shares: tuple[str, ...]
) -> None:
    """001 II: the players share, and 001 XIV.2 has a player play several powers."""
    powers = [Power(power) for power in sharers]
    sides = [[Power(power) for power in side] for side in SIDES]
    scores = score_draw("c-diplo", BOARD, dict.fromkeys(map(Power, BOARD.powers), 3), powers, sides)
    assert [scores[power] for power in powers] == [Fraction(share) for share in shares]
    assert sum(scores.values()) == Fraction(100)
