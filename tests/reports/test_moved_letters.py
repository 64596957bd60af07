"""Letters of a game that goes on with this judge, whole, in both languages, as their reader gets them."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from judge.game.mastery.messages import GameMoved, GameMovedNews, LettersLost
from judge.game.messages import Notice
from judge.game.people.messages import Person
from judge.game.phases.messages import CloseFailed
from judge.game.press.messages import ObserverCame
from judge.game.seats.messages import StandbyAdded
from judge.game.settings import Address, Language, Token
from judge.game.state import Game
from judge.reports.language import LetterText
from judge.reports.notices import write_notice
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.reports.parlour import MASTER, NOW, SEATS, SPRING, game_at, speaking
from tests.shared.each_case import each_case

FRANCE = Power("FRANCE")
STANDBY = Person(Address("sid@example.org"), Token("sid"))
OBSERVER = Person(Address("olga@example.org"), Token("olga"))


def moved() -> Game:
    return game_at(SPRING, StandbyAdded(STANDBY, NOW), ObserverCame(OBSERVER, NOW), GameMoved("", {}, {}, NOW))


def paused() -> Game:
    game = moved()
    return replace(game, timekeeping=replace(game.timekeeping, paused=NOW))


def told(game: Game, to: Address) -> Callable[[Language], LetterText]:
    powers = game.powers_of(to)
    return lambda language: write_notice(speaking(game, to, language), Notice(to, GameMovedNews(powers)))


LETTERS: Mapping[str, Callable[[Language], LetterText]] = {
    "all.moved": told(moved(), SEATS[FRANCE]),
    "all.moved-paused": told(paused(), SEATS[FRANCE]),
    "all.moved-master": told(moved(), MASTER.address),
    "all.moved-standby": told(moved(), STANDBY.address),
    "all.moved-observer": told(moved(), OBSERVER.address),
    "all.letters-lost": lambda language: write_notice(
        speaking(moved(), SEATS[FRANCE], language), Notice(SEATS[FRANCE], LettersLost(NOW, NOW))
    ),
    "all.stuck": lambda language: write_notice(
        speaking(moved(), SEATS[FRANCE], language), Notice(SEATS[FRANCE], CloseFailed(Phase.parse("S1901M"), NOW))
    ),
}


@each_case("language", ["en", "fr"])
@each_case("name", LETTERS)
def test_letter_reads_as_it_was_approved(
    name: str, language: Language, golden: Callable[[str, LetterText], None]
) -> None:
    golden(f"{name}.{language}", LETTERS[name](language))
