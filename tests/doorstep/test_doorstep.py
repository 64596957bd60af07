"""Letters of people who are new: games opened and joined in sentences, a yes in any words, words for other players."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.press.messages import PressSent
from judge.game.settings import Address, GameName
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, start_local_game, text_of
from tests.doorstep.doorstep import Row, due, outcome, rows
from tests.shared.by_mail import happened
from tests.shared.each_case import each_case
from tests.shared.seated import lay_seated_table

ROWS = [*rows("en"), *rows("fr")]


@each_case("row", ROWS, ids=lambda row: f"{row.language} {row.family} {row.text}")
def test_a_letter_of_somebody_new_is_understood_or_told_the_line(row: Row) -> None:
    assert outcome(row) == due(row)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path)
    yield table
    table.judge.stop()


def test_a_game_is_opened_and_joined_in_sentences_by_two_yesses(table: LocalGame) -> None:
    own = table.judge.services.config.judge.address
    greta, florence = table.players[Power("GERMANY")], table.players[Power("FRANCE")]
    greta.write(own, "OPEN buckeye\nOne turn a week, due Sundays at 9 pm Eastern time. No stamps. I'd like Germany.")
    table.settle()
    asked = text_of(greta.last())
    assert "JOIN buckeye GERMANY" in asked
    assert "one sentence" in " ".join(asked.split())
    assert not table.judge.services.store.games()
    greta.answer("yep that was me")
    table.settle()
    assert any("> No stamps." in text_of(one) for one in greta.read)
    game = table.judge.services.game(GameName("buckeye"))
    assert game
    assert (game.settings.zone, game.settings.timing.days) == ("America/New_York", (6,))
    assert game.wishes[Address(greta.address)] == (Power("GERMANY"),)
    florence.write(own, "Bonjour ! J'aimerais bien jouer dans buckeye, avec la France si possible. Bises")
    table.settle()
    assert "JOUER buckeye FRANCE" in text_of(florence.last())
    florence.answer("ben oui c'est moé")
    table.settle()
    game = table.judge.services.game(GameName("buckeye"))
    assert game
    assert game.wishes[Address(florence.address)] == (Power("FRANCE"),)


@pytest.fixture
def seated(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path)
    yield table
    table.judge.stop()


def test_press_to_the_bare_address_is_kept_and_asked_about(seated: LocalGame) -> None:
    own = seated.judge.services.config.judge.address
    anton = seated.players[Power("AUSTRIA")]
    anton.write(own, "rome\nPRESS TO ITALY\nI shall leave Venice alone.\nENDPRESS")
    seated.settle()
    assert "PRESS" in text_of(anton.last())
    assert PressSent not in happened(seated, PressSent)
    anton.answer("yep that was me")
    seated.settle()
    assert happened(seated, PressSent) == [PressSent]


def test_a_reply_to_the_notice_about_a_letter_that_names_no_game_reaches_the_only_one(seated: LocalGame) -> None:
    own = seated.judge.services.config.judge.address
    edith = seated.players[Power("ENGLAND")]
    edith.write(own, "hey its edith, can u switch edinburgh to clyde")
    seated.settle()
    edith.answer("F EDI - CLY")
    seated.settle()
    assert happened(seated, OrderGiven) == [OrderGiven]


def test_a_fault_of_joining_is_told_in_the_readers_words_with_the_page_on_seats(table: LocalGame) -> None:
    own = table.judge.services.config.judge.address
    greta, florence = table.players[Power("GERMANY")], table.players[Power("FRANCE")]
    greta.write(own, "OPEN rome")
    table.settle()
    greta.answer("YES")
    florence.write(own, "JOUER rome Espagne")
    table.settle()
    told = text_of(florence.last())
    assert "AIDE PRESSE" not in told
    assert "AIDE PLACES" in told
    assert "Allemagne" in told


def test_the_second_unclear_answer_is_answered_too_in_its_language(table: LocalGame) -> None:
    own = table.judge.services.config.judge.address
    florence = table.players[Power("FRANCE")]
    florence.write(own, "OUVRIR rivoli")
    table.settle()
    for _ in range(2):
        before = len(florence.read)
        florence.answer("Hein ?")
        table.settle()
        assert len(florence.read) == before + 1
        assert "OUI" in text_of(florence.last())
