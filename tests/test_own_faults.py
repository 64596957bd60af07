"""A fault of the judge's own spoils no more than it must; writer, players and operator are told."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from judge.game.orders.messages import OrderGiven
from judge.handlers import registry
from judge.handlers.registry import HANDLERS, HandlerEntry
from judge.handlers.session import LineContext, Session
from judge.requests.orders import PhaseHeading
from judge.requests.questions import GameInfoRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.votes import CastVoteRequest
from judge.rules.board import Power
from judge.shell.play.local_game import Correspondent, LocalGame, text_of
from tests.shared.seated import lay_seated_table

RUSSIA = Power("RUSSIA")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


@pytest.fixture
def raisa(table: LocalGame) -> Correspondent:
    return table.players[RUSSIA]


def broken(*_: object) -> NoReturn:
    raise KeyError("a fault of our own")


def break_handler(monkeypatch: pytest.MonkeyPatch, request: type, only: str = "") -> None:
    """Have the handler of a kind of request raise an error, where ``only`` is in the line."""
    entry = HANDLERS[request]

    def handle(session: Session, line: str, asked: Any, context: LineContext) -> Session:
        return (broken if only in line else entry.handle)(session, line, asked, context)

    monkeypatch.setitem(registry._REGISTERED, request, HandlerEntry(handle, entry.quota, entry.is_read_when_held))


def ordered(table: LocalGame) -> int:
    return sum(isinstance(event, OrderGiven) for event in table.judge.services.store.events(table.game.name))


def aside(table: LocalGame) -> int:
    folder = Path(table.judge.services.config.folders.mailboxes) / "set-aside" / "new"
    return len([*folder.iterdir()]) if folder.exists() else 0


# --- one line of a letter


@pytest.mark.parametrize(
    ("asked", "line"),
    [(GameInfoRequest, "STATUS"), (CastVoteRequest, "VOTE DRAW"), (PossibleOrder, "A MOS - UKR")],
)
def test_a_line_that_the_judge_fails_over_leaves_the_other_lines_as_they_are(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch, asked: type, line: str
) -> None:
    break_handler(monkeypatch, asked, only=line)
    raisa.answer(f"A WAR - GAL\n{line}\nF SEV - BLA")
    table.settle()
    assert ordered(table) == 2
    answer = text_of(raisa.last())
    assert line in answer
    assert "the judge failed over this line, by a fault of its own" in " ".join(answer.split())
    assert aside(table) == 0


def test_a_phase_waits_for_its_deadline_where_the_judge_has_failed_over_an_order(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_handler(monkeypatch, PossibleOrder, only="A MOS - UKR")
    raisa.answer("A WAR - GAL\nF SEV - BLA\nF STP - BOT\nA MOS - UKR")
    table.settle()
    assert table.game.left_open_by({RUSSIA})


@pytest.mark.parametrize(("asked", "line"), [(PhaseHeading, "PHASE F1901M"), (PossibleOrder, "If Turkey attacks me:")])
def test_a_line_on_which_others_depend_leaves_nothing_of_its_letter_and_its_writer_is_told_at_once(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch, asked: type, line: str
) -> None:
    break_handler(monkeypatch, asked, only=line)
    raisa.answer(f"{line}\nA WAR - GAL")
    table.settle()
    assert ordered(table) == 0
    assert aside(table) == 1
    told = " ".join(text_of(raisa.last()).split())
    assert "nothing has changed" in told
    assert "failed over it three times, by a fault of its own; it is kept, and the operator" in told


def test_lines_that_cannot_be_joined_are_read_as_they_stand(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("judge.handlers.plain_words._unwrapped", broken)
    raisa.answer("A WAR - GAL\nF SEV - BLA")
    table.settle()
    assert ordered(table) == 2
