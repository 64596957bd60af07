"""Answers to the questions of a letter: a game as it stands and as it went, the list of games, the help."""

from collections.abc import Sequence
from typing import assert_never

from judge.desk.ask_help import answer_help
from judge.desk.ask_league import answer_player, answer_standings
from judge.desk.ask_past import answer_history
from judge.desk.ask_press import answer_press
from judge.desk.ask_why import answer_why
from judge.desk.office import Office
from judge.game.league import public
from judge.game.person import Person
from judge.game.phases.events import PhaseClosed
from judge.game.settings import GameName
from judge.game.sight import as_known, close_as_known
from judge.game.state import Game
from judge.mail.leagues import AskPlayer, AskStandings
from judge.mail.meanings import Ask, Help, Question, Recall, Why
from judge.mail.succession import AskRecord
from judge.mail.words import Word
from judge.reports.echo import Answer, Shown, Unknown, Wrong
from judge.reports.examples import STANDARD
from judge.reports.games import write_games
from judge.reports.people import write_own_record, write_record_of
from judge.reports.states import write_state, write_summary, write_terms
from judge.reports.why import line_that_asks

_SOME = 3
"""How many games are named to somebody who named none that is there."""


def answer(office: Office, question: Question, game: Game | None, reader: Person) -> Answer:
    """The text that answers a question, in the reader's language; it shows only what every reader may see."""
    match question:
        case Help():
            return answer_help(question, reader, game.board if game else STANDARD, game.book if game else None)
        case Ask("list"):
            return Shown(write_games(office.store.summaries(), reader.language, reader.address))
        case AskRecord():
            return _record(game, question, reader, office)
        case AskPlayer():
            return answer_player(office, question, reader)
        case AskStandings():
            return answer_standings(office, question, reader)
        case Ask() | Recall() | Why():
            if game is None:
                return _no_game(question, reader, office)
            return _about(as_known(game, reader.address), question, reader, office)
        case _:
            assert_never(question)


def _record(game: Game | None, question: AskRecord, reader: Person, office: Office) -> Answer:
    """Anybody's own figures; those of a game that does not hide its players, without what others hide of them."""
    name = question.name
    if name and (game is None or game.name != name.text.lower()):
        return Wrong.at(Unknown.GAME, name, _near(office, reader))
    if name and game:
        told = {one.name for one in public(office.store.summaries())} | {game.name}
        return Shown(write_record_of(game, reader, {one: office.figures(one, told) for one in game.seated}))
    return Shown(write_own_record(reader, office.figures(reader.address)))


def _about(game: Game, question: Ask | Recall | Why, reader: Person, office: Office) -> Answer:
    match question:
        case Ask("status"):
            return Shown(write_state(game, reader, office.clock.now()))
        case Ask("terms"):
            return Shown(write_terms(game, reader))
        case Ask():
            return Shown(write_summary(game, reader, _closed(game, reader, office)))
        case Recall(press=True):
            return answer_press(game, office.store.events(game.name), question, reader)
        case Recall():
            return answer_history(game, _closed(game, reader, office), question, reader)
        case Why():
            return answer_why(game, _closed(game, reader, office), question, reader)
        case _:
            assert_never(question)


def _closed(game: Game, reader: Person, office: Office) -> Sequence[PhaseClosed]:
    """The closed phases of a game as a reader may know them."""
    return tuple(close_as_known(game, event, reader.address) for event in office.phases(game.name))


def _no_game(question: Ask | Recall | Why, reader: Person, office: Office) -> Wrong:
    """No game of that name, or none named: some there are; of WHY, the line once more with such a name in it."""
    near = _near(office, reader)
    if isinstance(question, Why):
        asked = [word.text for word in (question.phase, *question.unit) if word]
        return Wrong(Unknown.GAME, hints=tuple(line_that_asks(question.language, name, *asked) for name in near))
    return Wrong.at(Unknown.GAME, question.name or Word("", 0), near)


def _near(office: Office, reader: Person) -> tuple[GameName, ...]:
    """Some games, the reader's own before others; a hidden one is named to its own people alone."""
    games = sorted(office.store.summaries(), key=lambda game: reader.address not in game.languages)
    seen = (game for game in games if reader.address in game.languages or not game.settings.access.hidden)
    return tuple(game.name for game in seen)[:_SOME]
