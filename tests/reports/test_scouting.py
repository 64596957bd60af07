"""Every outcome of an errand has its words in both languages."""

from typing import get_args

from judge.game.settings import Language
from judge.reports.language import NO_BREAK_SPACE
from judge.reports.war_report import scout_alert_text, scout_report_text
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.war.scouts import (
    SLOW_SPY_FIRST_TRAITS,
    Alert,
    Asked,
    Captured,
    Enlisted,
    ErrandFailure,
    ErrandResult,
    Learned,
    Nothing,
    Report,
    Sabotaged,
    Spotted,
    SpySlowly,
    Went,
)
from tests.shared.each_case import each_case

PON, BRU = Province("PON"), Province("BRU")
WEST = Power("AADLERON")
BOARD = load_board("seuil")

TOLD: list[tuple[ErrandResult, str]] = [
    (Nothing(ErrandFailure.TOO_FAR), "c’est hors de portée de l’éclaireur."),
    (Went(), "l’éclaireur est arrivé."),
    (Captured(), "repéré par l’unité ennemie au bout de sa route, l’éclaireur est capturé."),
    (
        Learned(BRU, SLOW_SPY_FIRST_TRAITS),
        "de l’unité qui se trouve à Brückental, vous connaissez désormais : points de vie et terrains.",
    ),
    (Spotted(named=False), "l’éclaireur a été repéré et n’a rien appris ; sa nationalité reste inconnue."),
    (Spotted(named=True), "l’éclaireur a été repéré et n’a rien appris ; sa nationalité est connue."),
    (Sabotaged(2, spotted=False), "l’unité a perdu un point de vie ; il lui en reste 2."),
    (
        Sabotaged(0, spotted=True),
        ("l’unité a perdu un point de vie ; il lui en reste 0. L’éclaireur a été repéré ; sa nationalité est connue."),
    ),
    (Asked("l’ambassadeur"), "l’enquête est transmise au maître de jeu."),
    (Enlisted(), "l’éclaireur est recruté."),
]


def told(outcome: ErrandResult, language: Language) -> str:
    return scout_report_text(Report(WEST, SpySlowly(PON, BRU), outcome), BOARD, language).replace(NO_BREAK_SPACE, " ")


@each_case(("outcome", "words"), TOLD, ids=[type(outcome).__name__ for outcome, _ in TOLD])
def test_what_came_of_an_errand(outcome: ErrandResult, words: str) -> None:
    assert told(outcome, "fr") == f"E PON E L BRU : {words}"
    assert told(outcome, "en").startswith("E PON E L BRU: ")


def test_no_outcome_is_without_words() -> None:
    assert {type(outcome) for outcome, _ in TOLD} == set(get_args(ErrandResult))


@each_case("why", ErrandFailure)
def test_why_an_errand_came_to_nothing(why: ErrandFailure) -> None:
    assert told(Nothing(why), "fr") != told(Nothing(why), "en")


def test_whoever_spots_a_scout_is_told_where_and_whose_if_known() -> None:
    words = [scout_alert_text(Alert(WEST, BRU, nation), BOARD, "fr") for nation in (None, Power("REINHEIM"))]
    assert [line.replace(NO_BREAK_SPACE, " ") for line in words] == [
        "Un éclaireur de nationalité inconnue a été repéré à Brückental.",
        "Un éclaireur a été repéré à Brückental : Reinheim.",
    ]
