"""HISTORY and SUMMARY tell what everybody may read of a game, and no more of it than a letter holds."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest

from judge.game.apply import apply_all
from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from judge.handlers.questions import MOST_HISTORY_PHASES, answer_history
from judge.handlers.services import OnDemand
from judge.reports.game_answers import write_history, write_summary
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.requests.questions import HistoryRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Power, Year
from tests.handlers.closed_phases import CLOSED, FERNAND, GAME, GERDA
from tests.shared.changed_members import with_seats
from tests.shared.each_case import each_case


def asked(line: str, closed: Sequence[PhaseClosed] = CLOSED) -> LineAnswer:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, HistoryRequest)
    return answer_history(GAME, closed, piece.request, GERDA)


def after(closed: Sequence[PhaseClosed]) -> Game:
    """The game once these phases have closed."""
    return apply_all(GAME, closed)


def told(answer: LineAnswer) -> list[str]:
    """The phases an answer tells of."""
    assert isinstance(answer, TextAnswer), answer
    codes = [str(event.before.phase) for event in CLOSED]
    return [code for code in codes if f"({code})" in answer.text]


FIRST, LAST = min(event.at for event in CLOSED), max(event.at for event in CLOSED)
EVERYTHING = ["S1903M", "F1903M", "F1903R", "W1903A"]
SINCE = {
    "HISTORY": EVERYTHING,
    "HISTORY rome": EVERYTHING,
    "HISTORY rome S1903M": EVERYTHING[:1],
    "HISTORY rome since S1903M": EVERYTHING,
    "HISTORY rome since fall 1903": EVERYTHING[1:],
    "HISTORY FROM F1903R": EVERYTHING[2:],
    "HISTORY rome F1903M": EVERYTHING[1:2],
    "HISTORY rome winter 1903": EVERYTHING[3:],
    "HISTORY 1903": EVERYTHING,
    "HISTORY 1902": EVERYTHING,
    "HISTORY rome since 3 July 2026": EVERYTHING,
    "HISTORIQUE rome depuis le 3 juillet 2026": EVERYTHING,
    "HISTORIQUE rome depuis l'automne 1903": EVERYTHING[1:],
    f"HISTORY rome {FIRST:%Y-%m-%d}": EVERYTHING,
    f"HISTORIQUE rome depuis le {LAST:%d.%m.%Y}": [f"{event.before.phase}" for event in CLOSED if event.at == LAST],
}


@each_case(("line", "phases"), SINCE.items(), ids=list(SINCE))
def test_history_begins_where_it_is_asked_to(line: str, phases: list[str]) -> None:
    assert told(asked(line)) == phases


NOWHERE = {
    "HISTORY rome S1904M": InvalidCommand(Unknown.PHASE, "S1904M", 13, 19, ("W1903A", "F1903R", "F1903M")),
    "HISTORY rome 1904": InvalidCommand(Unknown.PHASE, "1904", 13, 17, ("W1903A", "F1903R", "F1903M")),
    "HISTORY rome 2199-01-01": InvalidCommand(Unknown.PHASE, "2199-01-01", 13, 23, ("W1903A", "F1903R", "F1903M")),
}


@pytest.mark.parametrize(("line", "wrong"), NOWHERE.items(), ids=list(NOWHERE))
def test_where_nothing_has_closed_since_the_last_phases_are_named(line: str, wrong: InvalidCommand) -> None:
    assert asked(line) == wrong


def test_before_the_first_phase_has_closed_there_is_no_history() -> None:
    assert asked("HISTORY", ()) == InvalidCommand(Unknown.PHASE, "", 0, 0)


def test_a_letter_holds_so_many_phases_and_names_the_next() -> None:
    long = CLOSED * MOST_HISTORY_PHASES
    answer = asked("HISTORY rome 1903", long)
    assert isinstance(answer, TextAnswer)
    assert answer.text.count(", closed on ") == MOST_HISTORY_PHASES
    following = long[MOST_HISTORY_PHASES].before.phase
    assert f"HISTORY rome since {following}" in answer.text
    last = asked("HISTORY rome", long)
    assert isinstance(last, TextAnswer)
    assert "To go on" not in last.text
    left_out = "spring 1903 to fall 1903"
    assert f"Left out: {left_out}. To read them: HISTORY rome since S1903M" in " ".join(last.text.split())
    whole = asked("HISTORY rome")
    assert isinstance(whole, TextAnswer)
    assert "Left out" not in whole.text


def test_summary_counts_the_centres_of_every_year_that_is_over() -> None:
    lines = write_summary(after(CLOSED), GERDA, CLOSED).splitlines()
    assert "            start  1903" in lines
    assert "  Austria       3     3" in lines
    assert "1903" not in write_summary(after(CLOSED[:1]), GERDA, CLOSED[:1])
    assert "1903" not in write_summary(after(CLOSED[:2]), GERDA, CLOSED[:2])


def test_history_ends_with_the_centres_of_the_years_that_are_over() -> None:
    text = write_history(after(CLOSED), GERDA, CLOSED[:1], (), CLOSED[1:])
    assert text.index("CENTRES BY YEAR") < text.index("start  1903") < text.index("To go on: HISTORY rome since F1903M")
    assert "CENTRES BY YEAR" not in write_history(after(CLOSED[:2]), GERDA, CLOSED[:2], (), ())


def test_summary_names_the_powers_that_nobody_plays_and_those_that_were_silent() -> None:
    silent = replace(CLOSED[0], silent=(Power("ITALY"), Power("TURKEY")))
    seats = {power: who for power, who in GAME.seats.items() if power != "RUSSIA"}
    text = write_summary(with_seats(GAME, seats), FERNAND, (silent, *CLOSED[1:]))
    assert "Sans joueur : Russie." in text.replace("\N{NO-BREAK SPACE}", " ")
    assert "Italie (printemps 1903), Turquie (printemps 1903)" in text


def test_nothing_that_is_not_public_is_told() -> None:
    texts = [write_summary(GAME, GERDA, CLOSED), asked("HISTORY")]
    assert [text for text in texts if "@" in str(text)] == []


READ = {"HISTORY": [*range(394, 400)], "HISTORY rome 1700": [*range(200, 207)], "HISTORY rome S1899M": [399]}
"""Of four hundred springs since 1500: those that are told of, and the one that the next letter would begin with."""


@pytest.mark.parametrize("line", READ)
def test_of_a_long_game_few_phases_are_read(line: str) -> None:
    read: list[int] = []
    spring = CLOSED[0]

    def close(place: int) -> PhaseClosed:
        read.append(place)
        phase = replace(spring.before.phase, year=Year(1500 + place))
        return replace(spring, before=replace(spring.before, phase=phase))

    assert isinstance(asked(line, OnDemand(range(400), close)), TextAnswer)
    assert {*READ[line]} <= {*read}
    assert len(read) == len({*read}) <= len(READ[line]) + math.log2(400) + 1
