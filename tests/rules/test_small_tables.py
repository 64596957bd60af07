"""The tables for fewer than seven (001 XIV.2), and what boards may say besides their map."""

from judge.rules.adjustments import build_sites, builds_due, required_orders
from judge.rules.board import Board, Power, Province, Year
from judge.rules.board_file import load_board, read_board
from judge.rules.ending import JointVictory, Solo, find_ending
from judge.rules.judge_phase import judge_phase
from judge.rules.legality import why_illegal
from judge.rules.position import Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Bounced, Illegal, Judgement, Moved, Stood
from tests.rules import plain
from tests.shared.each_case import each_case

BOOK = load_rulebook("1971")
SIX, FOUR, TWO = (load_board(f"1971-{name}") for name in ("six", "four", "two"))
ITALY = Power("ITALY")


def judged(board: Board, position: Position, **orders: list[str]) -> Judgement:
    return judge_phase(
        board, BOOK, position, {Power(power): [plain.order(one) for one in lines] for power, lines in orders.items()}
    )


@each_case(
    ("name", "year", "seats"),
    [
        ("1971-six", 1870, "AUSTRIA, ENGLAND, FRANCE, GERMANY, RUSSIA, TURKEY"),
        ("1971-five", 1801, "AUSTRIA, ENGLAND, FRANCE, RUSSIA, TURKEY"),
        ("1971-four", 1901, "ENGLAND, AUSTRIA FRANCE, GERMANY TURKEY, ITALY RUSSIA"),
        ("1971-three", 1901, "RUSSIA, ENGLAND FRANCE GERMANY, AUSTRIA ITALY TURKEY"),
        ("1971-three-too", 1901, "ENGLAND GERMANY AUSTRIA, RUSSIA ITALY, FRANCE TURKEY"),
        ("1971-two", 1914, "ENGLAND FRANCE RUSSIA, AUSTRIA GERMANY TURKEY"),
    ],
)
def test_who_plays_what(name: str, year: int, seats: str) -> None:
    board = load_board(name)
    assert ", ".join(map(" ".join, board.seats)) == seats
    assert (opening_position(board).phase.year, board.rulebook, len(board.start)) == (year, "1971", 22)


def test_units_nobody_plays_hold_and_owe_nothing() -> None:
    opened = opening_position(SIX)
    judgement = judged(SIX, opened)
    assert [verdict.reason for verdict in judgement.verdicts[ITALY]] == [Stood()] * 3
    assert not required_orders(SIX, opened, ITALY).is_required


def test_units_nobody_plays_do_not_support_but_may_be_supported() -> None:
    position = plain.position(
        "S1870M", {"ITALY": ["A VEN", "A ROM"], "AUSTRIA": ["A TYR", "A TRI"], "FRANCE": ["A PIE"]}
    )
    attack = ["A TYR - VEN", "A TRI S A TYR - VEN"]
    taken = judged(SIX, position, AUSTRIA=attack, ITALY=["A ROM S A VEN"])
    assert isinstance(taken.verdicts[Power("AUSTRIA")][1].reason, Moved)
    kept = judged(SIX, position, AUSTRIA=attack, FRANCE=["A PIE S A VEN"])
    assert isinstance(kept.verdicts[Power("AUSTRIA")][1].reason, Bounced)


def test_units_nobody_plays_are_removed_when_they_must_retreat() -> None:
    position = plain.position("S1870M", {"ITALY": ["A VEN"], "AUSTRIA": ["A TYR", "A TRI"]}, {"ITALY": ["VEN"]})
    after = judged(SIX, position, AUSTRIA=["A TYR - VEN", "A TRI S A TYR - VEN"]).after
    assert (str(after.phase), after.dislodged) == ("F1870M", {})
    assert {unit.power for unit in after.units.values()} == {"AUSTRIA"}


def test_a_power_nobody_plays_builds_nothing() -> None:
    position = plain.position("W1870A", {"ITALY": ["A VEN"]}, {"ITALY": ["VEN", "ROM"]})
    assert (builds_due(SIX, position, ITALY), build_sites(SIX, position, ITALY)) == (0, ())


def test_what_is_closed_nobody_enters_supports_into_or_is_carried_to() -> None:
    position = plain.position("S1914M", {"AUSTRIA": ["A TYR", "A TRI", "F ADR"], "ITALY": ["A VEN"]})
    for order in ("A TYR - VEN", "A TYR - PIE", "A TYR S A TRI - VEN", "F ADR - APU", "A TRI - APU", "F ADR S A VEN"):
        assert why_illegal(TWO, position, plain.order(order)) is Illegal.CLOSED, order
    assert why_illegal(TWO.in_year(Year(1915)), position, plain.order("A TYR - VEN")) is None


def test_in_the_year_it_joins_a_power_is_played_and_its_land_open() -> None:
    assert [len(TWO.in_year(Year(year)).standing) for year in (1914, 1915, 1920)] == [1, 0, 0]
    assert not TWO.in_year(Year(1915)).closed


def test_own_units_are_those_of_one_country_even_when_a_player_has_two() -> None:
    """Austria and France, of one player, may dislodge each other (001 XIV.2: by country)."""
    position = plain.position("S1901M", {"AUSTRIA": ["A TYR", "A TRI"], "FRANCE": ["A VEN"]})
    after = judged(FOUR, position, AUSTRIA=["A TYR - VEN", "A TRI S A TYR - VEN"]).after
    assert Province("VEN") in after.dislodged


def _end(board: Board, units: dict[str, list[str]], centres: dict[str, list[str]]) -> object:
    position = plain.position("S1916M", units, centres)
    return find_ending(board, BOOK, plain.position("W1915A", units, centres), Judgement({}, position, {}), None)


def test_twenty_four_units_of_one_side_win() -> None:
    land = sorted(code for code, region in TWO.regions.items() if region.terrain.value != "sea")
    of_side = {"FRANCE": [f"A {code}" for code in land[:20]], "RUSSIA": [f"A {code}" for code in land[20:24]]}
    assert _end(TWO, {**of_side, "TURKEY": ["F BLA"]}, {}) == JointVictory(TWO.seats[0])
    fewer = {**of_side, "RUSSIA": [f"A {code}" for code in land[20:23]], "TURKEY": ["F BLA"]}
    assert _end(TWO, fewer, {}) is None


def test_the_last_player_wins_with_all_powers_left() -> None:
    left = {"AUSTRIA": ["A VIE"], "FRANCE": ["A PAR"]}
    assert _end(FOUR, left, {}) == JointVictory((Power("AUSTRIA"), Power("FRANCE")))
    assert _end(FOUR, {"AUSTRIA": ["A VIE"], "RUSSIA": ["A MOS"]}, {}) is None
    assert _end(SIX, {"AUSTRIA": ["A VIE"], "ITALY": ["A ROM"]}, {}) == Solo(Power("AUSTRIA"))


def test_a_power_wins_by_its_own_centres_not_by_those_of_its_player() -> None:
    centres = sorted(FOUR.centres)
    owners = {"AUSTRIA": centres[:17], "FRANCE": centres[17:30], "RUSSIA": centres[30:]}
    before, after = (plain.position(phase, {"RUSSIA": ["A MOS"]}, owners) for phase in ("F1905M", "W1905A"))
    assert find_ending(FOUR, BOOK, before, Judgement({}, after, {}), None) is None


OVER = """\
name = "over"
base = "standard"
start_year = 1935
starts_in_autumn = true
standing = "TURKEY"

[powers]
ITALY = { start = "F NAP", owns = "TUN" }

[regions]
YOR = { fr = "Comté d'York" }
"""


def test_a_file_builds_on_a_board_and_says_what_differs() -> None:
    board = read_board(OVER, "over.toml")
    position = opening_position(board)
    assert (str(position.phase), position.owners[Province("TUN")], board.map) == ("F1935M", ITALY, "standard")
    assert (position.units_of(ITALY), board.regions[Province("YOR")].names["fr"]) == (
        (plain.unit("ITALY", "F NAP"),),
        "Comté d'York",
    )
    assert len(board.regions) == len(load_board("standard").regions)
