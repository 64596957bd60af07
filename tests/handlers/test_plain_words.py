"""Greetings, signatures, small talk are nobody's mistake, whoever writes them; what is near an order is told."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.reports.line_answers import Done, Outcome
from judge.rules.orders import Disband, Waive
from tests.handlers.answered_lines import FRANCE, PHASES, READERS, answers
from tests.reports.parlour import MASTER, SEATS
from tests.shared.each_case import each_case
from tests.shared.sections import sections
from tests.shared.shares import drawn, share_of

HERE = Path(__file__).parent
NOTHING = {Done(Outcome.PLAIN_WORDS), Done(Outcome.ORDERS_HEADING)}


IN_NOTATION: list[tuple[str, Language]] = [(name, "en" if name == "standard" else "fr") for name in notation_names()]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("section", sections(HERE / "plain-words.txt"))
def test_plain_words_are_never_an_error(section: str, reader: str) -> None:
    """Each line in some phases and conventions, others for every line and reader (``make sweeps``: in all)."""
    everywhere = [(phase, *written) for phase in PHASES for written in IN_NOTATION]
    wrong = {
        (phase, notation, line): told
        for line in sections(HERE / "plain-words.txt")[section]
        for phase, notation, language in share_of(everywhere, 20 if reader == "player" else 40, line + reader)
        if (told := {one.answer for one in answers(PHASES[phase], READERS[reader], line, notation, language)})
        and not told <= NOTHING
    }
    assert wrong == {}


NEAR = [(heading, line) for heading, rows in sections(HERE / "near-orders.txt").items() for line in rows]


@each_case(("heading", "line"), NEAR)
def test_what_is_near_an_order_is_pointed_out(heading: str, line: str) -> None:
    phase, notation = heading.split()
    language: Language = "fr" if notation == "18centres" else "en"
    told = {one.answer for one in answers(PHASES[phase], SEATS[FRANCE], line, notation, language)}
    assert told - NOTHING


@each_case(("heading", "line"), [row for row in NEAR if row[0].startswith("movements")])
def test_who_has_no_units_is_told_so_for_what_is_near_an_order(heading: str, line: str) -> None:
    _, notation = heading.split()
    told = {one.answer for one in answers(PHASES["movements"], MASTER.address, line, notation, "en")}
    assert told <= {Refused(Refusal.NOT_A_PLAYER), *NOTHING}
    assert Refused(Refusal.NOT_A_PLAYER) in told


GIVING_UP = ["Bonjour,", "Paris", "A PAR", "army", "construire", "Build", "one", "F", "A BUR", "Bourgogne"]


@each_case("line", GIVING_UP)
@each_case("phase", ["builds", "retreats"])
@each_case(("notation", "language"), IN_NOTATION)
def test_no_hint_gives_up_a_right_of_which_the_line_does_not_speak(
    line: str, phase: str, notation: str, language: Language
) -> None:
    told = answers(PHASES[phase], SEATS[FRANCE], line, notation, language)
    hints = [hint for one in told if isinstance(one.answer, Misread) for hint in one.answer.hints]
    position = PHASES[phase].position
    assert position is not None
    proposed = [read_order(hint, position, PHASES[phase].board, FRANCE, load_notation(notation)) for hint in hints]
    assert not [order for order in proposed if isinstance(order, Waive | Disband)]


SYLLABLES = st.lists(st.sampled_from(["zu", "kwi", "xa", "jox", "wuz", "hyq"]), min_size=2, max_size=5).map("".join)


@given(st.lists(SYLLABLES, min_size=1, max_size=9).map(" ".join), st.sampled_from(["A. ", "F. ", "", "PS : "]))
@drawn(60)
def test_words_that_no_order_knows_are_plain_words_in_every_phase(words: str, before: str) -> None:
    for phase in ("movements", "retreats", "builds", "removals"):
        for notation, language in IN_NOTATION[::2]:
            told = answers(PHASES[phase], SEATS[FRANCE], before + words, notation, language)
            assert {one.answer for one in told} == {Done(Outcome.PLAIN_WORDS)}
