"""What becomes of a unit that was driven out is told as far as its reader sees it, and no further (004 3, 8)."""

import pytest

from judge.game.settings import Language
from judge.rules.board import Power
from tests.campaign.scene import EAST, ISLE, SEATS, WEST
from tests.reports.war_room import at_war, closing, happened, letter, ordered, reader_of

FIRST, _, SECOND, _, _ = at_war()
BEFORE = happened(FIRST, *closing(FIRST)), happened(SECOND, *closing(SECOND))
COME = {"en": "Come into your sight by a retreat: ? SCH (Reinheim).", "fr": "champ de vision : ? SCH (Reinheim)."}
NONE = {
    "en": "no unit that had to retreat has come into your sight",
    "fr": "Aucune unité délogée des autres n’a fait retraite",
}


def told(line: str, reader: Power, language: Language, phase: int = 1) -> str:
    """The results of the retreats, with that order of the unit driven out, as one power's player reads them."""
    game = ordered(BEFORE[phase], {EAST: [line]})
    return " ".join(letter(game, closing(game), reader_of(game, SEATS[reader], language)).text.split())


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_retreat_into_sight_is_told_and_where_there_is_none_that_is_said(language: Language) -> None:
    assert COME[language] in told("C REI R SCH", WEST, language)
    assert NONE[language] in told("C REI D", WEST, language)


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_sees_nothing_of_it_reads_the_same_whatever_became_of_the_unit(language: Language) -> None:
    for phase, lines in enumerate((("C BRU R FUR", "C BRU D"), ("C REI R SCH", "C REI D"))):
        one, other = (told(line, ISLE, language, phase) for line in lines)
        assert one == other
        assert COME[language] not in one
