"""BOARD and THREATS as they are heard: whole letters at moments of games that were played, and of a war in fog."""

import re
from collections.abc import Callable, Mapping

import pytest

from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.game.visibility import as_seen_by, close_as_seen_by
from judge.reports.board_in_words import write_board_in_words, write_threats
from judge.reports.language import LetterText
from judge.reports.layout import WIDTH, plain_spaces
from judge.reports.phrasing import phrasing_for
from judge.rules.board import Power
from tests.campaign.scene import EAST, ISLE, WEST
from tests.campaign.scene import SEATS as WAR_SEATS
from tests.reports.letters_of_all_kinds import OVER
from tests.reports.parlour import MASTER, SEATS, game_at, speaking
from tests.reports.real_games import FILES, closes
from tests.reports.reasons import BOTH
from tests.reports.war_room import at_war, closing, reader_of, with_reader
from tests.shared.each_case import each_case
from tests.shared.shares import share_of

Golden = Callable[[str, LetterText], None]
Scene = Callable[[Language], str]

STAGES = at_war()


def played(name: str, code: str) -> tuple[Game, PhaseClosed | None]:
    """A recorded game in one of its phases, with the phase that was closed before it."""
    told = ((game, event) for event, game in closes(name) if game.position and str(game.position.phase) == code)
    return next(told, (game_at(), None))


def heard(name: str, code: str, reader: Address) -> Scene:
    """BOARD in a recorded game, for one of its people."""

    def told(language: Language) -> str:
        game, last = played(name, code)
        spoken = speaking(game, reader, language)
        return write_board_in_words(spoken, spoken.people[reader], last)

    return told


def warned(name: str, code: str, reader: Address) -> Scene:
    """THREATS in a recorded game."""

    def told(language: Language) -> str:
        spoken = speaking(played(name, code)[0], reader, language)
        return write_threats(spoken, spoken.people[reader])

    return told


def at_the_war(number: int, reader: Address, write: Callable[[Game, Person, PhaseClosed | None], str]) -> Scene:
    """The war in one of its stages, as somebody may know it."""

    def told(language: Language) -> str:
        closes = [event for event in closing(STAGES[number - 1]) if isinstance(event, PhaseClosed)] if number else []
        game = with_reader(STAGES[number], reader_of(STAGES[number], reader, language))
        last = close_as_seen_by(game, closes[-1], reader) if closes else None
        return write(as_seen_by(game, reader), game.people[reader], last)

    return told


def over(language: Language) -> str:
    game = speaking(OVER, SEATS[FRANCE], language)
    return write_board_in_words(game, game.people[SEATS[FRANCE]], None)


FRANCE, ENGLAND, GERMANY, RUSSIA = map(Power, ("FRANCE", "ENGLAND", "GERMANY", "RUSSIA"))
LETTERS: Mapping[str, Scene] = {
    "anyone.board-opening": heard("one", "S1901M", SEATS[GERMANY]),
    "anyone.board-spring": heard("two", "S1905M", SEATS[RUSSIA]),
    "anyone.board-convoys": heard("one", "F1906M", SEATS[ENGLAND]),
    "anyone.board-retreats": heard("five", "F1904R", SEATS[GERMANY]),
    "anyone.board-winter": heard("three", "W1905A", SEATS[FRANCE]),
    "anyone.board-onlooker": heard("four", "F1903M", MASTER.address),
    "anyone.board-over": over,
    "anyone.board-war": at_the_war(1, WAR_SEATS[EAST], write_board_in_words),
    "anyone.board-war-onlooker": at_the_war(2, WAR_SEATS[ISLE], write_board_in_words),
    "anyone.board-war-master": at_the_war(2, MASTER.address, write_board_in_words),
    "anyone.threats": warned("one", "F1906M", SEATS[GERMANY]),
    "anyone.threats-onlooker": warned("four", "F1903M", MASTER.address),
    "anyone.threats-war": at_the_war(2, WAR_SEATS[WEST], lambda game, reader, _: write_threats(game, reader)),
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_letter_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    golden(f"{name}.{language}", LetterText("rome", LETTERS[name](language)))


CODE = re.compile(r"\b(?:[AF] )?[A-Z]{3}\b(?![A-Z])")


@pytest.mark.parametrize("language", BOTH)
def test_nothing_is_abbreviated_or_set_in_columns_and_every_unit_is_told_of(language: Language) -> None:
    """In some phases of the games that were played, to every power."""
    for name in (path.stem for path in FILES):
        for event, there in share_of(closes(name), 20, name):
            for power, address in SEATS.items():
                spoken = speaking(there, address, language)
                text = plain_spaces(write_board_in_words(spoken, spoken.people[address], event))
                lines = [line for line in text.split("\n") if line != line.upper()]
                assert all(len(line) <= WIDTH and line == line.strip() and "  " not in line for line in lines)
                assert not CODE.search(" ".join(lines).replace("STATUS", "").replace("THREATS", ""))
                assert there.position
                phrasing = phrasing_for(spoken, spoken.people[address], there.position)
                flat = " ".join(text.split())
                for unit in there.position.units_of(power):
                    said = plain_spaces(phrasing.unit_in_words(unit))
                    assert f"{said[:1].upper()}{said[1:]}. " in flat
