"""The form every letter keeps: 72 columns, whole orders, nothing unfilled, one blank line at most."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from jinja2 import UndefinedError

from judge.game.messages import Notice
from judge.game.phases.messages import PhaseClosedNews
from judge.game.press.messages import PressSent
from judge.game.press.rules import press_as_read
from judge.game.settings import Language
from judge.notation.tables import load_notation
from judge.notation.write import write_verdict
from judge.reports.game_answers import write_status
from judge.reports.language import count, duration_text, fill_template, listing, moment_text, say
from judge.reports.layout import (
    WIDTH,
    hanging_indent,
    lay_out_page,
    no_wrap,
    one_line,
    plain_spaces,
    quote_with_mark,
    verbatim,
    wrapped,
)
from judge.reports.notices import write_notice
from judge.rules.board import Power, Province
from judge.rules.verdicts import Dislodgement, Judgement, Verdict
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.parlour import (
    AUTUMN,
    BOARD,
    FRANCE,
    NOTATION_OF,
    NOW,
    OPENED,
    SEATS,
    SPRING,
    closed,
    game_at,
    speaking,
)
from tests.reports.parlour import given as orders_given
from tests.reports.reasons import BOTH, ORDER_KINDS, REASONS
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

ITALY = Power("ITALY")


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_every_letter_keeps_the_form(name: str, language: Language) -> None:
    words = LETTERS[name](language)
    assert words.text.endswith("\n")
    assert not words.text.endswith("\n\n")
    assert not words.text.startswith("\n")
    assert "\n" not in words.subject
    assert re.findall(r"None|Undefined|\{|\}|\n\n\n| \n|\ue000", words.subject + words.text) == []
    assert [line for line in words.text.splitlines() if len(line) > WIDTH] == []


def test_a_fact_a_template_lacks_is_an_error_and_not_a_gap() -> None:
    with pytest.raises(UndefinedError):
        fill_template("en", "anyone.stranger")


# --- results of any kind ---------------------------------------------------------------------------------------

PROVINCES = st.sampled_from(sorted(SPRING.units))
VERDICTS = st.builds(
    Verdict,
    unit=PROVINCES.map(lambda province: SPRING.units[Province(province)]),
    order=st.none() | st.sampled_from(ORDER_KINDS),
    reason=st.sampled_from([reason for reason, *_ in REASONS]),
    dislodged=st.none() | st.builds(Dislodgement, PROVINCES, st.integers(1, 9), st.integers(0, 9)),
)


@given(verdicts=st.lists(VERDICTS, max_size=17), language=st.sampled_from(BOTH))
@drawn(60)
def test_results_of_any_verdicts_fit_the_page_with_every_order_whole(
    verdicts: list[Verdict], language: Language
) -> None:
    event = closed(SPRING, {})
    judgement = Judgement({FRANCE: tuple(verdicts)}, AUTUMN, {})
    event = replace(event, judgement=judgement)
    game = speaking(game_at(SPRING, event), SEATS[FRANCE], language)
    text = write_notice(game, Notice(SEATS[FRANCE], PhaseClosedNews(event, (FRANCE,)))).text
    assert max(map(len, text.splitlines())) <= WIDTH
    assert "\n\n\n" not in text
    notation = load_notation(NOTATION_OF[language])
    for one in verdicts:
        written = {write_verdict(one, SPRING, BOARD, notation, language, is_destroyed=lost) for lost in (False, True)}
        assert any(order in text for order in written)


# --- somebody else's words -------------------------------------------------------------------------------------

TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cs"]), max_size=300)


@given(text=TEXTS)
@drawn(60)
def test_press_of_any_text_stays_behind_its_indent(text: str) -> None:
    event = PressSent(FRANCE, (ITALY,), text, held=False, at=OPENED)
    words = write_notice(game_at(), Notice(SEATS[ITALY], press_as_read(event)))
    assert words.subject == "[rome] France to Italy"
    short = PressSent(FRANCE, (ITALY,), "x", held=False, at=OPENED)
    ours = write_notice(game_at(), Notice(SEATS[ITALY], press_as_read(short)))
    unindented = [line for line in words.text.splitlines() if line and not line.startswith("  ")]
    assert unindented == [line for line in ours.text.splitlines() if line and not line.startswith("  ")]


def test_press_keeps_its_lines_and_blank_lines() -> None:
    text = "one\n\n\n    two   columns"
    event = PressSent(FRANCE, (ITALY,), text, held=False, at=OPENED)
    assert (
        "  one\n\n\n      two   columns\n" in write_notice(game_at(), Notice(SEATS[ITALY], press_as_read(event))).text
    )


@given(line=TEXTS.map(lambda text: " ".join(text.split())), start=st.integers(0, 320), length_=st.integers(0, 320))
@example(line="A BEL vers la lune", start=14, length_=4)
@drawn(100)
def test_a_mark_stands_under_what_it_marks(line: str, start: int, length_: int) -> None:
    shown, mark = lay_out_page(quote_with_mark(line, start, start + length_)).split("\n")[:2]
    assert len(shown) <= WIDTH
    assert len(mark) <= WIDTH + 1
    assert re.fullmatch(r" *\^+", mark)
    if len(line) <= WIDTH - 2 and start + length_ <= len(line) and length_:
        assert shown[mark.index("^") : len(mark)].strip() == line[start : start + length_].strip()


def test_of_a_long_line_the_marked_place_is_shown() -> None:
    line = "A PAR - BUR " * 20 + "A PAR - MOON"
    shown, mark = quote_with_mark(line, 248, 252).split("\n")
    assert plain_spaces(shown)[len(mark) - 4 : len(mark)] == "MOON"
    assert plain_spaces(shown).startswith("> …")


def test_in_a_long_line_the_marked_words_stand_above_the_mark_and_never_the_ellipsis_wherever_they_are() -> None:
    line = " ".join(f"word{number:02}" for number in range(60))
    for start in range(0, len(line), 7):
        shown, mark = plain_spaces(quote_with_mark(line, start, start + 6)).split("\n")
        assert shown[mark.index("^") : len(mark)] == line[start : start + 6]
        assert len(shown) <= 72


def test_a_mark_in_a_block_stands_under_its_own_line() -> None:
    assert plain_spaces(quote_with_mark("OPEN paris\nHOUR noon\nZONE UTC", 16, 20)) == (
        "> OPEN paris\n> HOUR noon\n       ^^^^\n> ZONE UTC"
    )


def test_a_subject_that_is_not_ours_takes_one_line_and_not_many() -> None:
    assert one_line("Orders\r\n for  spring ") == "Orders for spring"
    assert one_line("x" * 500) == "x" * 119 + "…"


# --- wrapping --------------------------------------------------------------------------------------------------


def test_an_order_is_never_broken_over_two_lines() -> None:
    text = wrapped("  " + " ".join([no_wrap("A MAR S A PAR - BUR,")] * 9))
    assert {plain_spaces(line.strip()) for line in text.split("\n")} == {" ".join(["A MAR S A PAR - BUR,"] * 3)}


def test_a_long_word_stands_alone_and_whole() -> None:
    link = "https://example.org/" + "x" * 90
    assert wrapped(f"see {link} there").split("\n") == ["see", link, "there"]


def test_folded_lines_keep_the_indent_of_the_first() -> None:
    lines = wrapped("    " + "word " * 30).split("\n")
    assert all(line.startswith("    w") for line in lines)


def test_quoted_lines_stay_quoted_when_they_are_folded() -> None:
    lines = lay_out_page(verbatim("word " * 40, "> ")).splitlines()
    assert len(lines) > 1
    assert all(line.startswith("> ") for line in lines)


def test_a_table_row_hangs_under_its_second_column() -> None:
    row = hanging_indent("  Russia", [f"A {name}," for name in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"], 12)
    first, *rest = row.split("\n")
    assert first.startswith("  Russia    A A,")
    assert all(line.startswith(" " * 12 + "A ") for line in rest)


# --- moments, numbers, lists -----------------------------------------------------------------------------------

MOMENTS = [
    (datetime(2026, 7, 1, 19, 0, tzinfo=UTC), "Europe/Paris", "en", "Wednesday 1 July 2026, 21:00 Paris time"),
    (datetime(2026, 7, 1, 19, 0, tzinfo=UTC), "Europe/Paris", "fr", "mercredi 1er juillet 2026 à 21 h, heure de Paris"),
    (
        datetime(2026, 1, 1, 2, 5, tzinfo=UTC),
        "America/St_Johns",
        "en",
        "Wednesday 31 December 2025, 22:35 St John’s time",
    ),
    (datetime(2026, 1, 1, 2, 5, tzinfo=UTC), "Europe/London", "en", "Thursday 1 January 2026, 02:05 London time"),
]


@pytest.mark.parametrize(("at", "zone", "language", "text"), MOMENTS, ids=lambda value: str(value)[:20])
def test_moment_is_told_in_the_readers_zone_with_weekday_and_the_zone_by_name(
    at: datetime, zone: str, language: Language, text: str
) -> None:
    assert plain_spaces(moment_text(at, zone, language)) == text


def test_moment_does_not_depend_on_the_zone_it_is_given_in() -> None:
    elsewhere = NOW.astimezone(ZoneInfo("Asia/Tokyo"))
    assert moment_text(elsewhere, "Europe/Paris", "en") == moment_text(NOW, "Europe/Paris", "en")


LENGTHS = [
    (timedelta(days=7), "7 days", "7 jours"),
    (timedelta(hours=36), "1 day and 12 hours", "1 jour et 12 heures"),
    (timedelta(minutes=90), "1 hour and 30 minutes", "1 heure et 30 minutes"),
    (timedelta(seconds=20), "0 minutes", "0 minute"),
]


@pytest.mark.parametrize(("span", "english", "french"), LENGTHS, ids=str)
def test_length_leaves_out_what_is_zero(span: timedelta, english: str, french: str) -> None:
    assert (duration_text(span, "en"), duration_text(span, "fr")) == (english, french)


def test_none_is_many_in_english_and_one_in_french() -> None:
    assert (count("en", "calendar.days", 0), count("fr", "calendar.days", 0)) == ("0 days", "0 jour")


def test_lists_end_in_a_word() -> None:
    assert [listing("en", items) for items in ((), ("A",), ("A", "B"), ("A", "B", "C"))] == [
        "",
        "A",
        "A and B",
        "A, B and C",
    ]


def test_a_sentence_without_its_facts_is_an_error() -> None:
    with pytest.raises(KeyError):
        say("en", "reason.bounced")


# --- secrecy ---------------------------------------------------------------------------------------------------


def test_the_state_of_a_game_shows_nobody_elses_orders() -> None:
    game = game_at(SPRING, *orders_given(SPRING, "FRANCE", "A BUR H"))
    italian = game.people[SEATS[ITALY]]
    text = write_status(game, italian, NOW)
    assert "Orders of Italy" in text
    assert "A BUR H" not in text
    assert "@" not in text


MAY_NAME = {
    *(f"all.started-{one}" for one in ("master", "master-plays", "master-plays-you", "wish", "unwished")),
    "master.ready-by-hand",
}
"""Letters to a master who does not play, or in games where names are open."""


@pytest.mark.parametrize("language", BOTH)
def test_no_letter_of_the_judge_bears_a_token_and_only_few_an_address(language: Language) -> None:
    people = game_at().people.values()
    texts = {name: write(language).text for name, write in LETTERS.items()}
    assert not [name for name, text in texts.items() if any(person.token in text for person in people)]
    assert {name for name, text in texts.items() if any(person.address in text for person in people)} == MAY_NAME
