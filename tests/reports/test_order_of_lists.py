"""Lists stand in the order of what is printed, in every language and notation, never in that of codes nobody sees."""

from collections.abc import Iterable, Iterator

import pytest

from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.reports.board_tables import centre_table, position_table, power_results
from judge.reports.language import alphabetic
from judge.reports.layout import TableRow, plain_spaces
from judge.reports.names import bare_region_name, power_names, powers_listed
from judge.reports.phrasing import USUAL_NOTATIONS, Phrasing
from judge.rules.board import Power
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Hold
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook
from tests.reports import parlour
from tests.shared.each_case import each_case

NOTATIONS = ("standard", "1971", "18centres", "faf", "soop")
BOTH: tuple[Language, ...] = ("en", "fr")


def phrasings() -> Iterator[Phrasing]:
    """Every way to write the positions of the parlour game, before and after a phase."""
    for language in BOTH:
        for name in NOTATIONS:
            for at in (parlour.SPRING, parlour.AUTUMN):
                yield Phrasing(language, load_notation(name), parlour.BOARD, at)


def is_in_order(words: Iterable[str]) -> bool:
    told = [alphabetic(word) for word in words]
    return told == sorted(told)


@each_case("phrasing", [*phrasings()], ids=lambda one: f"{one.language}-{one.notation.name}-{one.position.phase}")
def test_powers_units_and_centres_stand_by_what_is_printed(phrasing: Phrasing) -> None:
    for table in (position_table(phrasing), centre_table(phrasing)):
        named = [row.cells[0] for row in table.rows if isinstance(row, TableRow)]
        assert is_in_order(name for name in named if name in map(phrasing.power, phrasing.board.powers))
        assert len(named) >= 1
    for power in phrasing.board.powers:
        assert is_in_order(phrasing.place(unit.at) for unit in phrasing.units_of(power))
        assert is_in_order(phrasing.places(phrasing.position.centres_of(power)))


@each_case("name", ["standard", "18centres", "faf", "soop"])
@each_case("closed", [parlour.SPRING, parlour.AUTUMN], ids=str)
def test_orders_of_a_power_stand_by_where_their_units_are(name: str, closed: Position) -> None:
    phrasing = Phrasing("fr", load_notation(name), parlour.BOARD, closed)
    given = {
        power: (*map(Hold, (unit.at.province for unit in closed.units_of(power))),) for power in parlour.BOARD.powers
    }
    results = power_results(judge_phase(parlour.BOARD, load_rulebook("18centres"), closed, given), (), phrasing)
    assert is_in_order(result.name for result in results)
    for result in results:
        assert is_in_order(plain_spaces(order.text).split(" ")[1] for order in result.orders)


@pytest.mark.parametrize("language", BOTH)
def test_regions_named_in_full_stand_by_their_names_whatever_their_article(language: Language) -> None:
    phrasing = Phrasing(language, load_notation(USUAL_NOTATIONS[language]), parlour.BOARD, parlour.SPRING)
    told = phrasing.by_name(parlour.BOARD.regions, lambda at: at)
    assert is_in_order(bare_region_name(at, parlour.BOARD, language, phrasing.notation.name) for at in told)


def test_a_page_of_the_archive_stands_as_the_board_has_it() -> None:
    """Its lists may not move with names or notations: pages never change."""
    page = Phrasing("fr", load_notation("18centres"), parlour.BOARD, parlour.SPRING, in_board_order=True)
    assert page.powers == (*parlour.BOARD.powers,)


def test_powers_in_a_sentence_stand_by_their_names() -> None:
    some = [Power(name) for name in ("TURKEY", "ENGLAND", "AUSTRIA", "GERMANY")]
    board = parlour.BOARD
    assert powers_listed(some, board, "fr") == "Allemagne, Autriche-Hongrie, Grande-Bretagne et Turquie"
    assert power_names(some, board, "fr") == "l’Allemagne, l’Autriche-Hongrie, la Grande-Bretagne et la Turquie"
    assert powers_listed(some, board, "en") == power_names(some, board, "en") == "Austria, England, Germany and Turkey"
