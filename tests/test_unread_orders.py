"""A unit whose line could not be read is told so to its own player when the phase closes, and to nobody else."""

from pathlib import Path

import pytest

from judge.rules.board import Power
from judge.shell.local_game import LocalGame
from tests.shared.by_mail import reply_to, write
from tests.shared.seated import lay_seated_table

FRANCE, ENGLAND = Power("FRANCE"), Power("ENGLAND")


def results(table: LocalGame, power: Power) -> str:
    """The last letter with results that a player got, in one line."""
    bodies = [part.get_content() for one in table.players[power].read if (part := one.get_body(("plain",)))]
    told = [text for text in bodies if "POSITION" in text and "1901" in text]
    return " ".join(told[-1].replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.fixture
def closed(tmp_path: Path) -> LocalGame:
    """The first phase closed at its deadline: one line of France was no order."""
    table = lay_seated_table(tmp_path)
    try:
        france = table.players[FRANCE].address
        write(table, france, reply_to(table, FRANCE), "A PAR - XYZZY\nF BRE - MAO")
        write(table, table.players[ENGLAND].address, reply_to(table, ENGLAND), "F LON - NTH")
        assert table.game.deadline
        table.clock.advance_to(table.game.deadline.at)
        table.judge.wake()
        table.settle()
    finally:
        table.judge.stop()
    return table


def test_its_player_is_told_that_the_line_could_not_be_read(closed: LocalGame) -> None:
    told = results(closed, FRANCE)
    assert "L’ordre de votre armée de Paris n’a pas pu être lu. Votre armée de Toulon n’avait pas d’ordre." in told
    assert "A PAR T (ordre non lu), A TOU T Sans ordre : A TOU. Faute d’ordre lisible, l’armée de Paris a tenu" in told
    assert "l’armée de Paris a tenu (règle 5.1)." in told


@pytest.mark.parametrize("power", [ENGLAND, Power("GERMANY")])
def test_to_all_others_it_is_a_unit_without_an_order(closed: LocalGame, power: Power) -> None:
    told = results(closed, power)
    assert "not read" not in told
    assert "France: F BRE - MAO, A MAR H (no order), A PAR H (no order)" in told


def test_the_archive_says_that_it_had_no_order(closed: LocalGame) -> None:
    (page,) = closed.judge.services.config.folders.archive.rglob("*-S1901M.txt")
    assert "A PAR H (no order)" in page.read_text(encoding="utf-8")
