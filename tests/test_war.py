"""A war by mail beyond its orders: alliances, entry into war, barracks, factories, quarantine, corrections."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.formats.record.verifying import verify
from judge.rules.board import Power, Province, Unit
from judge.rules.position import Position
from judge.shell.local_game import GAME, Correspondent, LocalGame, text_of
from tests.shared.small_tables import at_table

WEST, EAST, ISLE = Power("AADLERON"), Power("REINHEIM"), Power("MILANIA")
POR, FOR, PON, AAD, SAB, ORM = map(Province, ("POR", "FOR", "PON", "AAD", "SAB", "ORM"))


@dataclass
class War:
    """A war of three nations, and its master who does not play."""

    table: LocalGame
    master: Correspondent
    west: Correspondent
    east: Correspondent
    isle: Correspondent

    @property
    def position(self) -> Position:
        position = self.table.game.position
        assert position is not None
        return position

    def unit(self, at: Province) -> Unit:
        return self.position.units[at]

    def write(self, who: Correspondent, *lines: str) -> str:
        """A letter of somebody, and the answer to it in one line."""
        before = len(who.read)
        who.answer("\n".join(lines))
        self.table.settle()
        (answer,) = [one for one in who.read[before:] if str(one["Message-ID"]).startswith("<answer.")]
        return in_one_line(text_of(answer))

    def told(self, who: Correspondent, number: int = 1) -> str:
        """The newest letters of somebody, in one line."""
        return " ".join(in_one_line(f"{one['Subject']} {text_of(one)}") for one in who.read[-number:])

    def pages(self, title: str) -> list[str]:
        """The pages of the archive with a word in their title."""
        folder = self.table.judge.services.config.folders.archive / GAME
        return [path.read_text(encoding="utf-8") for path in sorted(folder.glob(f"*{title}*.txt"))]

    def until(self, phase: str) -> None:
        """The master closes phases until this one is open."""
        while str(self.position.phase) != phase:
            assert "The phase is closed" in self.write(self.master, "CLOSE")


def in_one_line(text: str) -> str:
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


@pytest.fixture
def war(tmp_path: Path) -> Iterator[War]:
    table = at_table(tmp_path)
    people = {player.address.partition("@")[0]: player for player in table.players.values()}
    own = table.judge.services.config.judge.address
    letters = {
        "raisa": f"OPEN {GAME} BOARD seuil",
        "florence": f"JOUER {GAME} Aadleron",
        "edith": f"JOIN {GAME} Reinheim",
        "anton": f"JOIN {GAME} Milania",
    }
    for name, line in letters.items():
        people[name].write(own, line)
        table.settle()
        people[name].answer("Yes, that was me.")
        table.settle()
    yield War(table, people["raisa"], people["florence"], people["edith"], people["anton"])
    table.judge.stop()


def test_an_alliance_is_made_used_and_broken(war: War) -> None:
    war.until("W1A")
    war.write(war.master, "CORRECT", "REMOVE I GUE", "REASON A place for a guest.", "ENDCORRECT")
    assert "annoncée au maître de jeu" in war.write(war.west, "ALLIANCE Milania")
    assert "ALLY Aadleron" in war.told(war.isle)
    assert "Announced by Aadleron alone: an alliance with Milania." in war.write(war.isle, "STATUS")
    assert "both sides have announced it" in war.write(war.isle, "ALLY Aadleron")
    assert war.position.allies == {(WEST, ISLE), (ISLE, WEST)}
    assert "+I POR MILANIA" in war.told(war.west)
    assert not any("lliance" in str(letter["Subject"]) for letter in war.east.read)
    assert "MILANIA" in war.write(war.west, "+I POR Milania").upper()
    war.until("S2M")
    guest = war.unit(POR)
    assert guest.corps
    assert (guest.power, guest.letter, guest.corps.host) == (ISLE, "I", WEST)
    assert "unités comptées : 7" in war.told(war.west)
    assert "You have one order to write." in war.told(war.isle)
    war.write(war.isle, "I POR A SAB")
    war.until("W2A")
    assert (war.unit(SAB).power, war.position.owners[SAB]) == (ISLE, WEST)
    assert "rompue" in war.write(war.west, "RUPTURE Milania")
    assert "Le territoire de Sablemer passe à Milania." in war.told(war.west)
    assert "Territoires comptés : 14" in war.told(war.west)
    assert "unités comptées : 6" in war.told(war.west)
    assert "Territories counted: 2. Units allowed: 1" in war.told(war.isle)
    assert (war.position.allies, war.position.owners[SAB]) == (frozenset(), ISLE)
    assert not war.pages("decided"), "nothing of a war is in its folder while it lasts"
    war.write(war.master, "TERMINATE rome Enough.")
    kept = in_one_line(" ".join(war.pages("decided")))
    for told in ("announced by Aadleron", "There is an alliance now", "is broken by Aadleron"):
        assert told in kept


def test_a_nation_enters_the_war_and_plays(war: War) -> None:
    assert "Milania enters the war" in war.write(war.master, "ENTER Milania: I MIL, F DET")
    assert "Milania: you have two orders to write, for F DET and I MIL." in war.told(war.isle)
    assert "? DET" in war.told(war.west)
    assert "I MIL" not in war.told(war.west)
    war.write(war.isle, "F DET A AIG")
    war.until("F1M")
    war.write(war.isle, "F AIG A POR", "I MIL T")
    war.until("W1A")
    assert (war.unit(POR).power, war.position.owners[POR]) == (ISLE, ISLE)
    assert "Territories counted: 3 (Port-Aigle counts twice). Units allowed: 1" in war.told(war.isle)
    refused = war.write(war.master, "ENTER Milania: I MIL")
    assert "at the start of a turn only" in refused


def test_barracks_factories_and_repairs(war: War) -> None:
    war.until("W1A")
    war.write(war.master, "CORRECT", "HP PON 2", "HP FOR 1", "REASON Fire.", "ENDCORRECT")
    assert "has none" in war.write(war.master, "REPAIR W PON, W FOR")
    assert "one more point of power" in war.write(war.master, "BARRACKS I AAD")
    assert "Une caserne renforce votre unité I AAD : puissance 2." in war.told(war.west)
    letters = len(war.east.read)
    war.write(war.master, "FACTORY Aadleron", "REPAIR W PON, W FOR")
    assert "Une usine de plus pour Aadleron : 1 en tout." in war.told(war.west, 2)
    assert "Votre unité W FOR est réparée : 2 PV." in war.told(war.west)
    assert "give 2 hit points back in an adjustment phase" in war.write(war.master, "REPAIR W FOR")
    assert len(war.east.read) == letters
    war.until("S2M")
    assert [war.unit(at).corps.health for at in (PON, FOR)] == [3, 2]  # type: ignore[union-attr]
    war.until("W2A")
    assert "may still give back in this phase: 0" in war.write(war.master, "REPAIR FOR, FOR")
    assert war.unit(AAD).strength == 2
    war.until("S3M")
    war.write(war.master, "ROLLBACK W2A")
    assert "too many repairs" in war.write(
        war.master, "CORRECT", "HP PON 1", "REASON Rain.", "ENDCORRECT", "REPAIR PON"
    )


def test_a_region_under_quarantine_is_closed_to_all(war: War) -> None:
    war.write(war.west, "I VAL - ORM")
    war.write(war.master, "QUARANTINE ORM")
    assert "L’un de vos ordres ne peut plus être suivi : I VAL A ORM." in war.told(war.west)
    assert "[rome] Quarantine: Ormoie" in war.told(war.east)
    war.until("F1M")
    assert Province("VAL") in war.position.units
    assert ORM not in war.position.owners
    assert "ORM" in war.write(war.master, "RELEASE ORM")
    war.write(war.west, "I VAL - ORM")
    war.until("W1A")
    assert war.position.owners[ORM] == WEST
    war.write(war.master, "ROLLBACK S1M")
    assert war.position.quarantined == {ORM}


def test_a_new_troop_is_told_raised_and_recorded(war: War) -> None:
    decree = "TROOP D dragons, power 2/1, 4 HP, T+C, most 1, Aadleron"
    assert "Everyone is told" in war.write(war.master, decree)
    assert "lettre D (dragons : puissance 2, 1 en défense, 4 PV" in war.told(war.west)
    assert "letter D (dragons: power 2, 1 in defence, 4 HP" in war.told(war.east)
    assert "Nouvelle troupe D (dragons : puissance 2" in war.write(war.west, "ÉTAT")
    war.write(war.west, "I VAL - ORM")
    war.until("W1A")
    war.write(war.master, "CORRECT", "REMOVE I ORM", "REASON A place for dragons.", "ENDCORRECT")
    assert "+D VAL" in war.write(war.west, "+D VAL")
    war.until("S2M")
    assert (war.unit(Province("VAL")).letter, war.unit(Province("VAL")).strength) == ("D", 2)
    war.write(war.west, "D VAL A HAU")
    war.until("F2M")
    war.write(war.master, "TROOP G galleys, power 1, 2 HP, M+C", "ROLLBACK W1A")
    assert {*war.table.game.board.war.troops} == {*"IWCFD"}, "going back undoes what was decreed since"
    war.until("S2M")
    war.write(war.master, "TERMINATE rome Enough.")
    assert "A new kind of troop has appeared in this war, letter D (dragons" in in_one_line(
        " ".join(war.pages("decided"))
    )
    archive = war.table.judge.services.config.folders.archive / GAME
    found = verify({page.name: page.read_text(encoding="utf-8") for page in archive.iterdir()})
    assert found.difference is None


def test_a_correction_makes_units_of_troops_and_changes_their_numbers(war: War) -> None:
    war.write(
        war.master,
        "CORRECT",
        "ADD AADLERON W ORM",
        "HP GUE 1",
        "STRENGTH GUE 2 2 1",
        "MOVE I GUE - HAU",
        "REASON It was counted wrong.",
        "ENDCORRECT",
    )
    added, moved = war.unit(ORM), war.unit(Province("HAU"))
    assert added == war.table.game.board.war.troops["W"].raised(WEST, added.at)
    assert moved.corps
    assert (moved.strength, moved.corps.support, moved.corps.defence, moved.corps.health) == (2, 2, 1, 1)
    assert "L’unité de Gué-des-Aulnes a désormais 1 PV." in war.told(war.west)
    assert "corrected" not in str(war.isle.read[-1]["Subject"])
    wrong = war.write(war.master, "CORRECT", "HP HAU 4", "ADD AADLERON A MIR", "HP HAU", "REASON No.", "ENDCORRECT")
    assert "ADD AADLERON" in wrong
