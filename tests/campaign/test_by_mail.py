"""Letters of a war by real mail: orders to units and scouts acknowledged, taken back, followed, told of."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.rules.board import Power, Province
from judge.rules.war.scouts import SpyQuickly, Travel
from judge.shell.local_game import Correspondent, LocalGame, text_of
from tests.shared.small_tables import at_table, seat

WEST = Power("AADLERON")
WEST_WRITES = """Bonsoir, voici mes ordres.

Aadleron, tour 1, première phase :
- I GUE T
• W PON A BRU ; I AAD T, I LIS S W FOR A AAD
I VAL T
les Warmecs de Forgeval tiennent
flotte ANS A DET

E PON E R BRU
éclaireur d’Aadlerburg va à Lisière
E FUR S S

> I GUE A FUR
> E PON A WOL
"""
EAST_WRITES = "C BRU AP PON\nI RAN T\nI FUR T\nI REI T\nC SCH T\nI WOL T\nF BUC T\nE T\n"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = at_table(tmp_path)
    yield table
    table.judge.stop()


def last(player: Correspondent) -> str:
    return " ".join(text_of(player.read[-1]).replace("\N{NO-BREAK SPACE}", " ").split())


def test_a_phase_of_a_war_by_mail(table: LocalGame) -> None:
    east, west, isle = seat(table, "CARTE seuil", ["edith", "florence", "anton"])
    assert table.game.powers_of(table.game.seats[WEST]) == (WEST,)
    west.answer(WEST_WRITES)
    table.settle()
    told = last(west)
    assert "Une ligne de votre lettre est restée sans effet" in told
    assert "W PON A BRU" in told
    assert "E PON E R BRU : l’éclaireur de Pontcendre espionne rapidement l’unité de Brückental." in told
    assert "Aucun de vos éclaireurs ne se trouve à l’endroit nommé : « FUR »." in told
    assert "Éclaireurs (Aadleron) : E PON E R BRU E AAD A LIS" in told
    assert table.game.errands_of(WEST) == (
        SpyQuickly(Province("PON"), Province("BRU")),
        Travel(Province("AAD"), Province("LIS")),
    )
    west.answer("EFFACER\n")
    table.settle()
    assert (table.game.errands_of(WEST), table.game.orders_of(WEST)) == ((), ())
    assert "Sans ordre : E AAD et E PON. La phase les attend jusqu’à la date limite" in last(west)
    west.answer(WEST_WRITES)
    table.settle()
    west.answer("PRÊT\n")  # its letter had a line that was not read
    table.settle()
    east.answer(EAST_WRITES)
    table.settle()
    assert table.game.phases_closed == 0
    isle.answer("E T\n")
    table.settle()
    assert table.game.phases_closed == 1
    assert {scout.at for scout in table.game.scouting.of(WEST)} == {"LIS", "PON"}
    assert table.game.errands_of(WEST) == ()


def test_what_the_east_is_told_names_no_troop_it_does_not_know(table: LocalGame) -> None:
    east, west, _ = seat(table, "CARTE seuil", ["edith", "florence", "anton"])
    east.answer("C BRU S W PON A AAD\nI FUR S GUE T\nI RAN S LIS T\n")
    table.settle()
    told = last(east)
    assert "C BRU S ? PON A AAD: the knights of Reinheim in Brückental support the unit in Pontcendre" in told
    assert "I FUR S ? GUE T" in told
    assert "Warmecs" not in told
    west.answer("AIDE ÉCLAIREURS\n")
    table.settle()
    assert "E PON E R BRU" in last(west)
