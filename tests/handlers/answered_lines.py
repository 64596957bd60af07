"""Lines of a letter carried out in any phase of a game, with their answers."""

from collections.abc import Mapping
from dataclasses import replace

from judge.game.apply import fold_events
from judge.game.people.messages import Person
from judge.game.phases.messages import Ending, GameEnded
from judge.game.settings import Address, Language, Token
from judge.game.state import Game
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.line_answers import AnsweredLine
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.reports.parlour import MASTER, NOW, SEATS, SPRING, game_at, opening_events
from tests.reports.retreats_and_winters import WINTER, retreat_scene
from tests.shared.changed_members import with_entry
from tests.shared.services import context

FRANCE = Power("FRANCE")


def over() -> Game:
    return replace(game_at(SPRING), ended=GameEnded(Ending.DRAW, {}, {}, (FRANCE,), NOW))


BEFORE = fold_events(opening_events())
assert BEFORE is not None
PHASES: Mapping[str, Game] = {
    "before the start": BEFORE,
    "movements": game_at(SPRING),
    "retreats": retreat_scene(),
    "builds": game_at(WINTER["builds"]),
    "removals": game_at(WINTER["removals"]),
    "nothing due": game_at(WINTER["none"]),
    "after the end": over(),
}
READERS: Mapping[str, Address] = {
    "player": SEATS[FRANCE],
    "another player": SEATS[Power("ITALY")],
    "master who does not play": MASTER.address,
    "observer": Address("ombre@example.org"),
    "stranger": Address("passante@example.net"),
}


def answers(game: Game, reader: Address, text: str, notation: str, language: Language) -> tuple[AnsweredLine, ...]:
    person = replace(game.people.get(reader, Person(reader, Token("token"))), notation=notation, language=language)
    game = with_entry(game, person)
    if reader == READERS["observer"]:
        watching = (*game.members.watching, game.readers[reader])
        game = replace(game, members=replace(game.members, watching=watching))
    due = game.deadline.at if game.deadline else NOW
    session = handle_lines(Session(game, person), context(due, game.name), read_lines(text), ())
    return session.answers
