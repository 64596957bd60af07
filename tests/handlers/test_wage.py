"""Lines that decide something of a war besides orders: what they mean, what a wrong one is answered."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.line_answers import Done, InvalidCommand, RefusedPart
from judge.requests.read_lines import read_lines
from tests.campaign.scene import EAST, ISLE, MASTER, NOW, SEATS, WEST, game_at, standing, under
from tests.shared.changed_members import with_entry
from tests.shared.each_case import each_case
from tests.shared.services import context

WINTER = standing(
    "W1A",
    {WEST: "I AAD, W PON 2, W FOR 1, I GUE 2", EAST: "C BRU 1, I REI", ISLE: "I MIR, F DET"},
    {WEST: "AAD FOR POR VAL ANS GUE HAU LIS MIR ORM PON SAB", EAST: "BRU REI SCH WOL", ISLE: "MIL"},
)
AT_OPENING, AT_WINTER = game_at(), game_at(WINTER)
ODILE, AURELE = MASTER.address, SEATS[WEST]


def carried(game: Game, letter: str, by: Address) -> Session:
    start = Session(game, game.people[by])
    return handle_lines(start, context(NOW), read_lines(letter), ())


def said(game: Game, letter: str, by: Address, language: Language) -> str:
    """What is quoted and answered."""
    reader = replace(game.people[by], language=language)
    session = carried(with_entry(game, reader), letter, by)
    words = write_acknowledgement(session.game, reader, session.answers, "", "", NOW)
    return "\n".join(under(words.text.replace("\N{NO-BREAK SPACE}", " ")))


# --- what is understood


MEANT: list[tuple[Game, Address, str, str]] = [
    (AT_WINTER, AURELE, "ALLIANCE Milania", "AllianceAnnounced"),
    (AT_WINTER, AURELE, "alliance avec milania.", "AllianceAnnounced"),
    (AT_WINTER, AURELE, "Ally with Milania", "AllianceAnnounced"),
    (AT_WINTER, AURELE, "ALLIER MILANIA", "AllianceAnnounced"),
    (AT_WINTER, ODILE, "USINE Aadleron", "FactoryBuilt"),
    (AT_WINTER, ODILE, "Factory for Aadleron", "FactoryBuilt"),
    (AT_WINTER, ODILE, "CASERNE I AAD", "UnitStrengthened"),
    (AT_WINTER, ODILE, "Barracks: infantry AAD", "UnitStrengthened"),
    (AT_WINTER, ODILE, "caserne l'infanterie d'Aadlerburg", "UnitStrengthened"),
    (AT_WINTER, ODILE, "BARRACKS AAD", "UnitStrengthened"),
    (AT_WINTER, ODILE, "USINE Aadleron\nRÉPARER W PON, W FOR", "UnitsRepaired"),
    (AT_WINTER, ODILE, "USINE Aadleron\nreparer PON et FOR", "UnitsRepaired"),
    (AT_WINTER, ODILE, "FACTORY Aadleron\nREPAIR FOR FOR", "UnitsRepaired"),
    (AT_WINTER, ODILE, "QUARANTAINE ORM", "RegionQuarantined"),
    (AT_WINTER, ODILE, "Quarantine: Ormoie", "RegionQuarantined"),
    (AT_WINTER, ODILE, "QUARANTAINE ORM\nLEVER QUARANTAINE ORM", "RegionReleased"),
    (AT_WINTER, ODILE, "QUARANTINE ORM\nRELEASE ORM", "RegionReleased"),
    (AT_OPENING, ODILE, "ENTRÉE milania : I MIL, F DET", "WarEntered"),
    (AT_WINTER, ODILE, "TROUPE D dragons, puissance 2/1, 4 PV, T+C, max 3, Reinheim", "TroopAdded"),
    (AT_OPENING, ODILE, "New troop: d dragons, power 2, HP 4, land", "TroopAdded"),
    (AT_OPENING, ODILE, "TROOP G: galleys; 2 HP; power 1/2/1; M+C; thaumaturgy", "TroopAdded"),
    (AT_OPENING, ODILE, "TROUPE M, chasseurs à pied, terres et côtes, points de vie 2, puissance 1", "TroopAdded"),
    (AT_OPENING, ODILE, "enter Milania I MIL F DET", "WarEntered"),
    (AT_OPENING, ODILE, "ENTER WAR Milania: infantry MIL and fleet DET", "WarEntered"),
]


@each_case(("game", "by", "letter", "event"), MEANT, ids=[row[2] for row in MEANT])
def test_what_is_understood(game: Game, by: Address, letter: str, event: str) -> None:
    session = carried(game, letter, by)
    assert all(isinstance(answered.answer, Done) for answered in session.answers), session.answers
    assert type(session.events[-1]).__name__ == event


def test_prose_that_begins_with_such_a_word_decides_nothing() -> None:
    for line in (
        "Break the line at BRU and you will be sorry.",
        "Alliance is what I hope for with you all",
        "Troop ships.",
    ):
        assert carried(AT_WINTER, line, AURELE).events == ()


# --- what is wrong


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_wrong_line_is_answered_at_its_place(language: Language) -> None:
    assert not any(carried(game, letter, by).events for game, by, letter in WRONG)
    told = "\n".join(said(game, letter, by, language) for game, by, letter in WRONG)
    path = Path(__file__).with_name(f"wrong-war-lines.{language}.txt")
    if os.environ.get("UPDATE_LETTERS"):
        path.write_text(told, encoding="utf-8")
    assert told == path.read_text(encoding="utf-8")


def test_of_a_line_with_one_thing_wrong_nothing_is_done() -> None:
    session = carried(AT_OPENING, "ENTER Milania: I MIL, C DET", ODILE)
    (answered,) = session.answers
    assert isinstance(answered.answer, RefusedPart | InvalidCommand)
    assert session.game is not None
    assert session.game.position == AT_OPENING.position


WRONG: list[tuple[Game, Address, str]] = [
    (AT_WINTER, AURELE, "ALLIANCE"),
    (AT_WINTER, AURELE, "ALLIANCE Milanie"),
    (AT_OPENING, AURELE, "ALLIANCE Milania"),
    (AT_WINTER, AURELE, "ALLIANCE Aadleron"),
    (AT_WINTER, AURELE, "RUPTURE Milania"),
    (AT_WINTER, AURELE, "USINE Aadleron"),
    (AT_WINTER, ODILE, "ENTRÉE Milania : I MIL"),
    (AT_OPENING, ODILE, "ENTRÉE Milania"),
    (AT_OPENING, ODILE, "ENTRÉE Milania : MIL"),
    (AT_OPENING, ODILE, "ENTRÉE Milania : I MIX"),
    (AT_OPENING, ODILE, "ENTRÉE Milania : I MIL, C DUN"),
    (AT_OPENING, ODILE, "ENTRÉE Milania : I MIL, F AAD"),
    (AT_OPENING, ODILE, "ENTRÉE Milania : I DET"),
    (AT_OPENING, ODILE, "ENTRÉE Aadleron : I MIL"),
    (AT_OPENING, ODILE, "CASERNE I AAD"),
    (AT_WINTER, ODILE, "CASERNE"),
    (AT_WINTER, ODILE, "CASERNE I ORM"),
    (AT_WINTER, ODILE, "CASERNE I AAD, I GUE"),
    (AT_WINTER, ODILE, "RÉPARER W PON"),
    (AT_WINTER, ODILE, "QUARANTAINE"),
    (AT_WINTER, ODILE, "QUARANTAINE ORMUZ"),
    (AT_WINTER, ODILE, "LEVER QUARANTAINE ORM"),
    (AT_WINTER, AURELE, "TROUPE D dragons, puissance 2, 4 PV, T+C"),
    (AT_WINTER, ODILE, "TROUPE"),
    (AT_WINTER, ODILE, "TROUPE dragons, puissance 2, 4 PV"),
    (AT_WINTER, ODILE, "TROUPE D"),
    (AT_WINTER, ODILE, "TROUPE D dragons"),
    (AT_WINTER, ODILE, "TROUPE D dragons, puissance 2, T+C"),
    (AT_WINTER, ODILE, "TROUPE D dragons, puissance 2, 4 PV, T+C, M+C"),
    (AT_WINTER, ODILE, "TROUPE D dragons, puissance 12, 4 PV, T+C"),
    (AT_WINTER, ODILE, "TROUPE D dragons, puissance 2, 4 PV, T+C, souffle de feu"),
    (AT_WINTER, ODILE, "TROUPE W dragons, puissance 2, 4 PV, T+C"),
    (AT_WINTER, ODILE, "TROUPE E espions, puissance 2, 4 PV, T+C"),
    (AT_WINTER, ODILE, "TROUPE D Ormoie, puissance 2, 4 PV, T+C"),
    (AT_WINTER, ODILE, "TROUPE D 1234, puissance 2, 4 PV, T+C"),
]
