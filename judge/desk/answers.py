"""Answers to the questions of a letter: the state of a game, the list of games, the help."""

from judge.desk.ask_why import answer_why
from judge.desk.office import Office
from judge.game.commands import Person
from judge.game.state import Game
from judge.mail.meanings import Ask, Why
from judge.reports.echo import Answer, Shown, Unknown, Wrong
from judge.reports.states import write_games, write_help, write_state


def answer(office: Office, question: Ask | Why, game: Game | None, reader: Person) -> Answer:
    """The text that answers a question, in the reader's language; it shows only what every reader may see."""
    if isinstance(question, Why):
        return answer_why(game, office.phases(game.name) if game else (), question, reader)
    match question.about:
        case "help":
            return Shown(write_help(reader.language))
        case "list":
            return Shown(write_games(office.games(), reader.language))
        case _:
            return _state(game, question, reader, office)


def _state(game: Game | None, question: Ask, reader: Person, office: Office) -> Answer:
    if game is not None:
        return Shown(write_state(game, reader, office.clock.now()))
    name = question.name
    near = tuple(office.store.games())[:3]
    return Wrong(Unknown.GAME, name.text if name else "", name.start if name else 0, name.end if name else 0, near)
