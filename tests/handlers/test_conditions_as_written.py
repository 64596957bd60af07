"""Conditions read from letters: every way to write them, each thing wrong with its place, and back again."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.orders.messages import AllOf, AnyOf, Condition, Not, Stands
from judge.game.settings import Language
from judge.handlers.names import read_condition
from judge.notation.lexer import folded_words
from judge.notation.tables import OrderPart, load_notation, notation_names
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import InvalidCommand, Unknown
from judge.reports.orders import condition_in_words
from judge.reports.phrasing import Phrasing
from judge.requests.vocabulary import Word, vocabulary
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.board_file import load_board
from judge.rules.position import opening_position
from tests.shared.each_case import each_case

BOARD = load_board("standard")
GERMANY, FRANCE = Power("GERMANY"), Power("FRANCE")


def stands(at: str, power: Power | None = None, kind: UnitKind | None = None) -> Stands:
    province, _, coast = at.partition("/")
    return Stands(Location(Province(province), coast), power, kind)


def read(text: str, notation: str = "standard") -> Condition | InvalidCommand:
    others = [load_notation(name) for name in notation_names() if name != notation]
    return read_condition(Word(text, 3), BOARD, load_notation(notation), others)


MUN, BUR, RUH = stands("MUN"), stands("BUR"), stands("RUH")
ENGLISH = {
    "MUN": MUN,
    "A MUN": stands("MUN", None, UnitKind.ARMY),
    "German A MUN": stands("MUN", GERMANY, UnitKind.ARMY),
    "Germany Munich": stands("MUN", GERMANY),
    "army of France in Munich": stands("MUN", FRANCE, UnitKind.ARMY),
    "a fleet in the North Sea": stands("NTH", None, UnitKind.FLEET),
    "F STP/SC": stands("STP/SC", None, UnitKind.FLEET),
    "Spain (sc)": stands("SPA/SC"),
    "STP": stands("STP"),
    "NOT MUN": Not(MUN),
    "not not MUN": Not(Not(MUN)),
    "MUN AND BUR": AllOf((MUN, BUR)),
    "MUN or BUR or RUH": AnyOf((MUN, BUR, RUH)),
    "(MUN OR BUR) AND RUH": AllOf((AnyOf((MUN, BUR)), RUH)),
    "MUN AND NOT (BUR OR RUH)": AllOf((MUN, Not(AnyOf((BUR, RUH))))),
    "MUN AND (BUR OR RUH": AllOf((MUN, AnyOf((BUR, RUH)))),
    "((MUN))": MUN,
    "MUN THEN": MUN,
}
FRENCH = {
    "A MUN": stands("MUN", None, UnitKind.ARMY),
    "A allemande MUN": stands("MUN", GERMANY, UnitKind.ARMY),
    "une armée française à Munich": stands("MUN", FRANCE, UnitKind.ARMY),
    "PAS A RHE": Not(stands("RUH", None, UnitKind.ARMY)),
    "non RHE et BOU": AllOf((Not(RUH), BUR)),
    "MUN ou (BOU et pas RHE) alors": AnyOf((MUN, AllOf((BUR, Not(RUH))))),
    "F STPcs": stands("STP/SC", None, UnitKind.FLEET),
    "MAR": stands("NAF"),
    "F mer du Nord": stands("NTH", None, UnitKind.FLEET),
}


@each_case(("text", "condition"), ENGLISH.items(), ids=list(ENGLISH))
def test_an_english_condition_is_read(text: str, condition: Condition) -> None:
    assert read(text) == condition


@each_case(("text", "condition"), FRENCH.items(), ids=list(FRENCH))
def test_a_french_condition_is_read(text: str, condition: Condition) -> None:
    assert read(text, "18centres") == condition


WRONG = {
    "": (Unknown.REGION, ""),
    "A": (Unknown.REGION, ""),
    "A QQQ": (Unknown.REGION, "QQQ"),
    "Atlantis A MUN": (Unknown.REGION, "Atlantis"),
    "MUN BUR": (Unknown.CONDITION, "BUR"),
    "MUN AND": (Unknown.REGION, ""),
    "AND MUN": (Unknown.CONDITION, "AND"),
    "MUN AND OR BUR": (Unknown.CONDITION, "OR"),
    "MUN AND BUR OR RUH": (Unknown.AND_OR_WITHOUT_BRACKETS, "OR"),
    "MUN OR NOT BUR AND RUH": (Unknown.AND_OR_WITHOUT_BRACKETS, "AND"),
    "MUN)": (Unknown.CONDITION, ")"),
    "()": (Unknown.CONDITION, ")"),
    "MUN IS EMPTY": (Unknown.CONDITION, "IS"),
    "NOT " * 20 + "MUN": (Unknown.CONDITION, "NOT"),
    "(" * 20 + "MUN": (Unknown.CONDITION, "("),
}


@each_case(("text", "what"), WRONG.items(), ids=list(WRONG))
def test_a_condition_that_is_none_is_answered_with_its_place(text: str, what: tuple[Unknown, str]) -> None:
    wrong = read(text)
    assert isinstance(wrong, InvalidCommand)
    assert (wrong.what, wrong.word) == what
    assert text[wrong.start - 3 : wrong.end - 3] == wrong.word


def test_a_region_misspelt_is_answered_with_those_that_look_like_it() -> None:
    wrong = read("A MUM")
    assert isinstance(wrong, InvalidCommand)
    assert "MUN" in wrong.hints


@each_case("notation", notation_names())
def test_no_word_that_joins_conditions_is_a_region(notation: str) -> None:
    phrases = load_notation(notation).phrases
    for word in vocabulary().logic:
        assert all(lexeme.part is not OrderPart.PLACE for lexeme in phrases.get(folded_words(word), ()))


LEAVES = st.builds(
    Stands,
    st.sampled_from(
        [
            *(Location(code) for code in BOARD.regions),
            *(Location(code, coast) for code, region in BOARD.regions.items() for coast in region.coasts),
        ]
    ),
    st.sampled_from([None, *BOARD.powers]),
    st.sampled_from([None, *UnitKind]),
)
CONDITIONS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        inner.map(Not),
        st.lists(inner, min_size=2, max_size=3).map(lambda of: AllOf(tuple(of))),
        st.lists(inner, min_size=2, max_size=3).map(lambda of: AnyOf(tuple(of))),
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("notation", notation_names())
@given(condition=CONDITIONS)
def test_a_condition_as_the_judge_repeats_it_is_the_condition(
    language: Language, notation: str, condition: Condition
) -> None:
    phrasing = Phrasing(language, load_notation(notation), BOARD, opening_position(BOARD))
    assert read(plain_spaces(condition_in_words(condition, phrasing)), notation) == condition


@given(st.text(max_size=60))
def test_any_text_is_taken(text: str) -> None:
    read(text)
