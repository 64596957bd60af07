"""The phase that words name, by its code or in full, in either language."""

from hypothesis import given
from hypothesis import strategies as st

from judge.requests.names import phase_named
from judge.rules.board import Year
from judge.rules.position import Phase, PhaseKind, Season
from tests.shared.each_case import each_case

NAMED = {
    "F1902M": "F1902M",
    "f1902m": "F1902M",
    "F 1902 M": "F1902M",
    "F1902": "F1902M",
    "S1902R": "S1902R",
    "W1902A": "W1902A",
    "W1902": "W1902A",
    "F1902A": "W1902A",
    "P1902M": "S1902M",
    "A1902M": "F1902M",
    "H1902": "W1902A",
    "Fall 1902 Movement": "F1902M",
    "fall of 1902, retreats": "F1902R",
    "Spring 1902": "S1902M",
    "Autumn 1902 retreats": "F1902R",
    "1902 winter": "W1902A",
    "automne 1902": "F1902M",
    "Printemps 1902, retraites": "S1902R",
    "retraites d'automne 1902": "F1902R",
    "les ajustements de l’hiver 1902": "W1902A",
    "hiver 1902": "W1902A",
}


@each_case(("words", "code"), NAMED.items(), ids=list(NAMED))
def test_a_phase_goes_by_many_names(words: str, code: str) -> None:
    assert str(phase_named(words)) == code


@each_case(
    "words", ["", "F1902X", "S1902A", "W1902M", "W1902R", "1902", "Fall", "two of my plan", "F00M", "F1902M F1903M"]
)
def test_other_words_name_none(words: str) -> None:
    assert phase_named(words) is None


PHASES = [(Season.SPRING, "MR"), (Season.FALL, "MR"), (Season.WINTER, "A")]


@given(st.sampled_from([(season, kind) for season, kinds in PHASES for kind in kinds]), st.integers(1000, 9999))
def test_every_code_names_its_phase(what: tuple[Season, str], year: int) -> None:
    phase = Phase(what[0], Year(year), PhaseKind(what[1]))
    assert phase_named(str(phase)) == phase


@given(st.text(max_size=60))
def test_any_text_is_taken(text: str) -> None:
    phase_named(text)
