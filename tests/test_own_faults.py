"""A fault of the judge's own spoils no more than it must; writer, players and operator are told."""

import shutil
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NoReturn

import pytest

from judge.game.orders.messages import OrderGiven
from judge.handlers import registry
from judge.handlers.registry import HANDLERS, HandlerEntry
from judge.handlers.session import LineContext, Session
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.own_texts import TEMPLATE_FOLDER
from judge.reports.templates import _environment
from judge.requests.orders import PhaseHeading
from judge.requests.questions import GameInfoRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.votes import CastVoteRequest
from judge.rules.board import Power
from judge.rules.orders import Hold
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


def write_all_orders(table: LocalGame) -> None:
    """Every unit of the opening holds, so that the phase closes with the last letter."""
    position = table.game.position
    assert position
    for power, player in table.players.items():
        own, notation = position.units_of(power), load_notation(player.notation)
        player.answer(
            "\n".join(write_order(Hold(one.at.province), position, table.game.board, notation) for one in own)
        )
        table.settle()


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


# --- a letter out that cannot be written


@pytest.fixture
def break_template(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Have the judge write with a copy of its templates, one of which asks for what is not there."""
    folder = tmp_path / "templates"
    shutil.copytree(TEMPLATE_FOLDER, folder)
    monkeypatch.setattr("judge.reports.templates.TEMPLATE_FOLDER", folder)

    def spoil(name: str) -> None:
        for language in ("en", "fr"):
            (folder / language / f"{name}.txt").write_text("{{ nothing.of.the.kind }}\n", encoding="utf-8")
        _environment.cache_clear()

    yield spoil
    _environment.cache_clear()


def words(letter: EmailMessage) -> str:
    return " ".join(text_of(letter).split())


def test_an_answer_that_cannot_be_written_says_in_short_what_became_of_each_line(
    table: LocalGame, raisa: Correspondent, break_template: Callable[[str], None]
) -> None:
    break_template("player.acknowledgement")
    raisa.answer("A WAR - GAL\nA MOS - QQQ\nHELP")
    table.settle()
    assert ordered(table) == 1
    assert aside(table) == 0
    told = words(raisa.last())
    assert raisa.last()["Subject"] == "[rome] Your letter, in short"
    assert "fault of its own" in told
    assert "> A WAR - GAL Done." in told
    assert "> A MOS - QQQ Not done." in told
    assert "> HELP Done. " in told


def test_news_that_cannot_be_written_are_told_in_short_and_what_happened_stands(
    table: LocalGame, raisa: Correspondent, break_template: Callable[[str], None]
) -> None:
    break_template("all.results")
    write_all_orders(table)
    assert table.game.phases_closed == 1
    for player in table.players.values():
        assert player.last()["Subject"] in {"[rome] News, in short", "[rome] Des nouvelles, en bref"}
    assert "it counts" in words(raisa.last())
    assert "GAL" not in words(raisa.last())


def test_press_whose_heading_cannot_be_written_is_delivered_as_it_was_written(
    table: LocalGame, raisa: Correspondent, break_template: Callable[[str], None]
) -> None:
    break_template("player.press")
    raisa.answer("PRESS TO TURKEY\nShall we leave the Black Sea\nempty?\nENDPRESS")
    table.settle()
    told = table.players[Power("TURKEY")].last(is_press=True)
    assert "Shall we leave the Black Sea\nempty?" in text_of(told)
    assert "raisa" not in text_of(told)


def test_a_page_that_cannot_be_made_leaves_as_its_words(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    raisa.answer("SET LETTERS HTML")
    table.settle()
    monkeypatch.setattr("judge.handlers.outgoing.write_html", broken)
    raisa.answer("A WAR - GAL")
    table.settle()
    assert "A WAR - GAL" in text_of(raisa.last())
    assert raisa.last().get_body(("html",)) is None
