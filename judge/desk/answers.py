"""Answers to the questions of a letter: a game as it stands and as it went, the list of games, the help."""

from collections.abc import Sequence

from judge.desk.ask_help import answer_help
from judge.desk.ask_league import answer_player, answer_standings
from judge.desk.ask_past import answer_history
from judge.desk.ask_press import answer_press
from judge.desk.ask_why import answer_why
from judge.desk.context import Context
from judge.desk.office import Office
from judge.desk.progress import InGame, Progress
from judge.game.league import public
from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.game.sight import close_as_known
from judge.game.state import Game
from judge.mail.leagues import AskPlayer, AskStandings
from judge.mail.meanings import Ask, Help, Recall, Why
from judge.mail.succession import AskRecord
from judge.mail.words import Word
from judge.reports.echo import Shown, Unknown, Wrong
from judge.reports.examples import STANDARD
from judge.reports.games import write_games
from judge.reports.people import write_own_record, write_record_of
from judge.reports.states import write_state, write_summary, write_terms
from judge.reports.why import line_that_asks

_SOME = 3
"""How many games are named to somebody who named none that is there."""


def tell_help(progress: Progress, line: str, question: Help, _: Context) -> Progress:
    """The page of the help."""
    game = progress.game
    page = answer_help(question, progress.person, game.board if game else STANDARD, game.book if game else None)
    return progress.told(line, page)


def tell_record(progress: Progress, line: str, question: AskRecord, context: Context) -> Progress:
    """Anybody's own figures; those of a game that does not hide its players, without what others hide of them."""
    game, reader, name, office = progress.game, progress.person, question.name, context.office
    if name and (game is None or game.name != name.text.lower()):
        wrong = Wrong.at(Unknown.GAME, name, _near(office, reader))
        return progress.told(line, wrong)
    if name and game:
        told = {one.name for one in public(office.store.summaries())} | {game.name}
        figures = {one: office.figures(one, told) for one in game.seated}
        return progress.told(line, Shown(write_record_of(game, reader, figures)))
    return progress.told(line, Shown(write_own_record(reader, office.figures(reader.address))))


def tell_player(progress: Progress, line: str, question: AskPlayer, context: Context) -> Progress:
    """The finished games of somebody."""
    return progress.told(line, answer_player(context.office, question, progress.person))


def tell_standings(progress: Progress, line: str, question: AskStandings, context: Context) -> Progress:
    """How a tournament stands."""
    return progress.told(line, answer_standings(context.office, question, progress.person))


def tell_state(progress: Progress, line: str, question: Ask, context: Context) -> Progress:
    """The games there are; of one game how it stands, what was agreed, how it went."""
    reader, office = progress.person, context.office
    if question.about == "list":
        games = Shown(write_games(office.store.summaries(), reader.language, reader.address))
        return progress.told(line, games)
    view = progress.view
    if view is None:
        return progress.told(line, no_game(progress, line, question, context))
    match question.about:
        case "status":
            return progress.told(line, Shown(write_state(view, reader, context.now)))
        case "terms":
            return progress.told(line, Shown(write_terms(view, reader)))
        case _:
            return progress.told(line, Shown(write_summary(view, reader, _closed(view, reader, office))))


def tell_past(progress: InGame, line: str, question: Recall, context: Context) -> Progress:
    """What has happened in a game, or the letters its writer may read."""
    view, reader, office = progress.view, progress.person, context.office
    if question.press:
        return progress.told(line, answer_press(view, office.store.events(view.name), question, reader))
    return progress.told(line, answer_history(view, _closed(view, reader, office), question, reader))


def tell_why(progress: InGame, line: str, question: Why, context: Context) -> Progress:
    """Why something happened to a unit."""
    view, reader = progress.view, progress.person
    return progress.told(line, answer_why(view, _closed(view, reader, context.office), question, reader))


def _closed(game: Game, reader: Person, office: Office) -> Sequence[PhaseClosed]:
    """The closed phases of a game as a reader may know them."""
    return tuple(close_as_known(game, event, reader.address) for event in office.phases(game.name))


def no_game(progress: Progress, _: str, question: Ask | Recall | Why, context: Context) -> Wrong:
    """No game of that name, or none named: some there are; of WHY, the line once more with such a name in it."""
    near = _near(context.office, progress.person)
    if isinstance(question, Why):
        asked = [word.text for word in (question.phase, *question.unit) if word]
        return Wrong(Unknown.GAME, hints=tuple(line_that_asks(question.language, name, *asked) for name in near))
    return Wrong.at(Unknown.GAME, question.name or Word("", 0), near)


def _near(office: Office, reader: Person) -> tuple[GameName, ...]:
    """Some games, the reader's own before others; a hidden one is named to its own people alone."""
    games = sorted(office.store.summaries(), key=lambda game: reader.address not in game.languages)
    seen = (game for game in games if reader.address in game.languages or not game.settings.access.hidden)
    return tuple(game.name for game in seen)[:_SOME]
