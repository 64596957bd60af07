"""A fault of the judge's own spoils no more than it must; writer, players and operator are told."""

import json
import re
import shutil
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from datetime import timedelta
from email.message import EmailMessage
from pathlib import Path
from typing import Any, NoReturn

import pytest

from judge.game.apply import EFFECTS
from judge.game.messages import Effect
from judge.game.orders.messages import OrderGiven, PlanTaken
from judge.game.phases.messages import PhaseClosed
from judge.handlers import session as registry
from judge.handlers.session import HANDLERS, HandlerEntry, LineContext, Session
from judge.languages import LANGUAGES
from judge.mail.maildir import MaildirDelivery
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.language import _environment
from judge.reports.own_texts import templates_of
from judge.requests.orders import PhaseHeading
from judge.requests.questions import GameInfoRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.votes import CastVoteRequest
from judge.rules.board import Power
from judge.rules.orders import Hold
from judge.service.app import write_metrics
from judge.shell.local_game import Correspondent, LocalGame, start_local_game, text_of
from judge.store.data_folder import look_at_folder
from judge.store.rows import StuckGame
from tests.shared.seated import lay_seated_table
from tests.shared.shell import shell

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
    [(GameInfoRequest, "STATUS"), (CastVoteRequest, "VOTE DRAW"), (PossibleOrder, "Moscow to the Ukraine")],
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
    break_handler(monkeypatch, PossibleOrder, only="Moscow")
    raisa.answer("A WAR - GAL\nF SEV - BLA\nF STP - BOT\nMoscow to the Ukraine")
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
    folder = tmp_path / "languages"
    for language in LANGUAGES:
        shutil.copytree(templates_of(language), folder / language)
    monkeypatch.setattr("judge.reports.language.templates_of", lambda language: folder / language)

    def spoil(name: str) -> None:
        for language in LANGUAGES:
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


def test_a_letter_that_cannot_be_handed_over_holds_up_no_other_and_leaves_once_it_can(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    edith, put = table.players[Power("ENGLAND")], MaildirDelivery.put
    had = len(edith.read)

    def put_but_hers(self: MaildirDelivery, box: Path, message_id: str, raw: bytes) -> None:
        if box == edith.mailbox:
            broken()
        put(self, box, message_id, raw)

    with monkeypatch.context() as fault:
        fault.setattr(MaildirDelivery, "put", put_but_hers)
        raisa.answer("PRESS TO ENGLAND AND TURKEY\nPeace?\nENDPRESS")
        table.settle()
        assert "Peace?" in text_of(table.players[Power("TURKEY")].last(is_press=True))
        assert len(edith.read) == had
    later(table, hours=2)
    assert "Peace?" in text_of(edith.last(is_press=True))


# --- a phase that cannot be closed


def at_deadline(table: LocalGame) -> None:
    deadline = table.game.deadline
    assert deadline
    table.clock.advance_to(deadline.at)
    table.judge.wake()
    table.settle()


def later(table: LocalGame, **span: int) -> None:
    table.clock.advance_to(table.clock.now() + timedelta(**span))
    table.judge.wake()
    table.settle()


def told_of_it(table: LocalGame, who: str = "RUSSIA") -> int:
    told = [one["Subject"] for one in table.players[Power(who)].read]
    return len([one for one in told if one in {"[rome] Still open: Spring 1901", "[rome] Still open: spring 1901"}])


def stuck(table: LocalGame) -> Sequence[StuckGame]:
    return table.judge.services.store.overview().stuck


def test_a_phase_that_cannot_be_closed_at_its_deadline_is_told_once_and_closes_once_it_can(
    table: LocalGame, raisa: Correspondent, monkeypatch: pytest.MonkeyPatch
) -> None:
    raisa.answer("A WAR - GAL")
    table.settle()
    with monkeypatch.context() as fault:
        fault.setattr("judge.game.phases.close.judge_phase", broken)
        at_deadline(table)
        assert {told_of_it(table, power) for power in table.players if power != "FRANCE"} == {1}
        (one,) = stuck(table)
        assert (one.name, one.tries, one.again - one.since) == ("rome", 1, timedelta(minutes=10))
        assert one.why == "KeyError at game/phases/close.py:185" or one.why.startswith(
            "KeyError at game/phases/close.py:"
        )
        later(table, minutes=9)
        assert stuck(table)[0].tries == 1
        later(table, minutes=1)
        later(table, minutes=10)
        assert [(two.tries, two.again - table.clock.now()) for two in stuck(table)] == [(3, timedelta(minutes=20))]
        raisa.answer("F SEV - BLA")
        table.settle()
        assert "F SEV - BLA" in words(raisa.last()), "an order is taken meanwhile"
        assert told_of_it(table) == 1
        assert table.game.phases_closed == 0
    later(table, hours=6)
    assert table.game.phases_closed == 1
    assert not stuck(table)
    assert "Spring 1901" in raisa.last()["Subject"] or "spring 1901" in raisa.last()["Subject"]


def test_a_phase_that_cannot_be_closed_early_keeps_the_letter_that_completed_it(
    table: LocalGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fault:
        fault.setattr("judge.game.phases.close.judge_phase", broken)
        write_all_orders(table)
        assert aside(table) == 0
        assert len(table.game.orders) == 7
        assert told_of_it(table) == 1
        assert [one.tries for one in stuck(table)] == [1]
        later(table, minutes=10)
        assert [one.tries for one in stuck(table)] == [2]
        assert told_of_it(table) == 1
    later(table, hours=1)
    assert table.game.phases_closed == 1
    assert not stuck(table)


def test_a_phase_whose_news_cannot_be_told_stays_open_and_its_letter_counts(
    table: LocalGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as fault:
        told = Effect(EFFECTS[PhaseClosed].apply, broken)
        fault.setitem(EFFECTS, PhaseClosed, told)
        write_all_orders(table)
        assert aside(table) == 0
        assert len(table.game.orders) == 7
        assert table.game.phases_closed == 0
        assert told_of_it(table) == 1
    later(table, minutes=10)
    assert table.game.phases_closed == 1


def test_a_plan_that_the_judge_fails_over_is_left_aside_and_the_close_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay_seated_table(tmp_path, "ADVANCE yes")
    table.players[RUSSIA].answer("A MOS - UKR\nPHASE F1901M\nA UKR - RUM")
    table.settle()
    assert table.game.advance
    monkeypatch.setattr("judge.handlers.plans._read_plan_line", broken)
    at_deadline(table)
    assert table.game.phases_closed == 1
    (taken,) = [one for one in table.judge.services.store.events(table.game.name) if isinstance(one, PlanTaken)]
    assert [left.line for left in taken.aside] == ["A UKR - RUM"]
    table.judge.stop()


def test_other_games_go_on_and_a_game_that_stands_still_is_tried_at_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = lay_seated_table(tmp_path)
    with monkeypatch.context() as fault:
        table.players[RUSSIA].answer("A WAR - GAL")
        table.settle()
        fault.setattr("judge.game.phases.close.judge_phase", broken)
        at_deadline(table)
        for _ in range(12):
            later(table, hours=6)
        assert stuck(table)
        table.players[RUSSIA].answer("STATUS")
        table.settle()
        now = table.clock.now()
        table.judge.stop()
    again = start_local_game(tmp_path, now=now)
    again.settle()
    assert again.game.phases_closed == 1
    assert not stuck(again)
    again.judge.stop()


def test_a_game_that_cannot_even_be_read_is_told_to_the_operator(tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path)
    now, deadline = table.clock.now(), table.game.deadline
    table.judge.stop()
    assert deadline
    with closing(sqlite3.connect(tmp_path / "data" / "judge.db")) as db, db:
        db.execute("""UPDATE events SET event = '{"is": "of another world"}' WHERE number = 3""")
        db.execute("DELETE FROM snapshots")
    again = start_local_game(tmp_path, now=now)
    again.clock.advance_to(deadline.at)
    again.judge.wake()
    again.settle()
    assert [one.name for one in stuck(again)] == ["rome"]
    assert "judge_games_stuck 1.0" in figures(again)
    again.judge.stop()
    since = r"rome (stands still )?since 2026-01-12 20:00(:00)? UTC, tried 1 times"
    assert re.search(rf"GAMES THAT STAND STILL +{since}", told(tmp_path, "status"))
    assert re.search(rf"WRONG  deadlines {since}", told(tmp_path, "doctor"))
    assert json.loads(told(tmp_path, "status", "--json"))["stuck"][0]["game"] == "rome"
    assert re.search(r"rome +CANNOT BE READ", told(tmp_path, "games"))


def figures(table: LocalGame) -> str:
    folder = table.judge.services.config.folders.data
    write_metrics(folder / "figures", table.judge.services.store.overview(), look_at_folder(folder))
    return (folder / "figures").read_text()


def told(folder: Path, *command: str) -> str:
    (folder / "config.toml").write_text("", encoding="utf-8")
    done = shell(folder, *command)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.output
