"""Who writes to a judge that does not know them reads the usual notation of their language, and hours of its zone."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge.config import JudgeConfig
from judge.game.settings import Address, GameName
from judge.service.app import Judge
from judge.shell.local_game import LocalGame, no_dkim_keys, start_local_game
from tests.shared.by_mail import box, write

NADIA = "nadia@example.org"
ZONE = "America/Montreal"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    """A judge in Montreal without a game."""
    plain = start_local_game(tmp_path / "unused")
    plain.judge.stop()
    config = plain.judge.services.config
    judge = Judge(replace(config, judge=JudgeConfig(zone=ZONE)), plain.clock, no_dkim_keys)
    judge.start()
    yield LocalGame(judge, plain.clock, {})
    judge.stop()


def answer(table: LocalGame, text: str, recipient: str = "judge@localhost") -> str:
    """What a stranger's letter is answered with."""
    assert write(table, NADIA, recipient, text) == 1
    body = box(table, NADIA)[-1].get_body(("plain",))
    assert body is not None
    return str(body.get_content()).replace("\N{NO-BREAK SPACE}", " ")


def test_help_in_french_is_in_the_notation_of_french_fanzines(table: LocalGame) -> None:
    told = answer(table, "AIDE CONVOI")
    assert "NRD" in told
    assert "NTH" not in told


def test_help_in_english_is_in_the_standard_one(table: LocalGame) -> None:
    assert "NTH" in answer(table, "HELP CONVOY")


def test_hours_are_told_in_the_zone_of_the_judge(table: LocalGame) -> None:
    told = answer(table, "GAZETTE")
    assert "Montreal time" in told


def test_a_game_that_names_no_zone_is_played_by_the_clocks_of_the_judge(table: LocalGame) -> None:
    answer(table, "OPEN lake")
    (question,) = box(table, NADIA)
    write(table, NADIA, question["Reply-To"], "YES")
    game = table.judge.services.game(GameName("lake"))
    assert game is not None
    assert game.settings.zone == game.people[Address(NADIA)].zone == ZONE
