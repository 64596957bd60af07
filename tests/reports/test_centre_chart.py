"""Centres by years as tables: whatever the board and the length of the game, within 72 columns."""

import pytest

from judge.game.figures import CentreHistory
from judge.game.settings import Language
from judge.reports.board_tables import centre_charts, chart_title, short_centre_charts
from judge.reports.layout import WIDTH
from judge.rules.board import Power, Year
from judge.rules.board_file import board_names, load_board
from tests.reports.real_games import FILES, closes
from tests.reports.reasons import BOTH

STANDARD = load_board("standard")
AUSTRIA, FRANCE = Power("AUSTRIA"), Power("FRANCE")


def history(years: int, *counts: tuple[Power, int]) -> CentreHistory:
    """So many years in which nothing changed."""
    return CentreHistory(
        tuple(Year(1900 + n) for n in range(1, years + 1)), {power: (held,) * (years + 1) for power, held in counts}
    )


def shown(table: str) -> list[str]:
    return table.splitlines()[0].split()


def test_a_table_has_a_row_for_each_power_that_ever_had_a_centre() -> None:
    assert centre_charts(history(2, (AUSTRIA, 3), (FRANCE, 11), (Power("ITALY"), 0)), STANDARD, "en") == [
        "            start  1901  1902\n  Austria       3     3     3\n  France       11    11    11"
    ]


def test_a_long_game_is_wrapped_where_it_is_asked_for_and_shortened_in_other_letters() -> None:
    long = history(38, (AUSTRIA, 3))
    wrapped = [shown(table) for table in centre_charts(long, STANDARD, "en")]
    assert [year for years in wrapped for year in years] == ["start", *map(str, range(1901, 1939))]
    short = [shown(table) for table in short_centre_charts(long, STANDARD, "en")]
    assert len(short) == 2
    assert [year for years in short for year in years] == ["start", *map(str, range(1902, 1939, 2))]


def test_before_a_year_is_over_only_a_summary_has_a_table() -> None:
    begun = history(0, (AUSTRIA, 3))
    assert [shown(table) for table in centre_charts(begun, STANDARD, "fr")] == [["début"]]
    assert short_centre_charts(begun, STANDARD, "fr") == []
    assert centre_charts(CentreHistory(), STANDARD, "fr") == []


@pytest.mark.parametrize("language", BOTH)
def test_every_board_and_length_fits_the_page(language: Language) -> None:
    for name in board_names():
        board = load_board(name)
        for years in range(45):
            counted = history(years, *((power, 34) for power in board.powers))
            tables = short_centre_charts(counted, board, language)
            assert len(tables) <= 2, (name, years)
            for table in (*tables, *centre_charts(counted, board, language)):
                assert max(map(len, table.splitlines())) <= WIDTH, (name, years)
            if tables:
                assert (shown(tables[0])[0], shown(tables[-1])[-1]) == (board_start(language), str(1900 + years))


def board_start(language: Language) -> str:
    return {"en": "start", "fr": "début"}[language]


def test_a_board_with_turns_says_so() -> None:
    assert chart_title(load_board("seuil"), "fr") == "Territoires par tour"
    assert chart_title(STANDARD, "en") == "Centres by year"


def test_the_last_column_of_a_real_game_is_the_position_at_its_end() -> None:
    for file in FILES:
        game = closes(file.stem)[-1][1]
        assert game.position is not None
        rows = [row.split() for row in centre_charts(game.centre_history, STANDARD, "en")[-1].splitlines()[1:]]
        held = {power: len(game.position.centres_of(power)) for power in STANDARD.powers}
        assert {row[0].upper(): int(row[-1]) for row in rows} == held
