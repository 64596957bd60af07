"""The letters about a game that goes on with this judge, and about letters that it has lost."""

from judge.game.moving.messages import GameMovedNews, LettersLostNews
from judge.game.people.address_book import Person
from judge.game.press.delivery import may_write
from judge.game.state import Game
from judge.reports.board_tables import centre_table, position_table
from judge.reports.deadlines import open_phase
from judge.reports.language import moment_text, say
from judge.reports.names import powers_listed
from judge.reports.phrasing import phrasing_for
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.war_report import war_report


def write_game_moved(game: Game, reader: Person, news: GameMovedNews) -> LetterText:
    """Return the letter on where a game goes on: the open phase, its deadline, what is owed, the position.

    ValueError when no phase is open.
    """
    position, deadline = game.open_position, game.deadline
    if position is None or deadline is None:
        message = f"{game.name} has no open phase"
        raise ValueError(message)
    phrasing = phrasing_for(game, reader, position)
    text = fill_template(
        reader.language,
        "all.moved",
        game=game.name,
        powers=powers_listed(news.powers, game.board, reader.language),
        ahead=open_phase(game, reader, deadline, news.powers, phrasing),
        is_paused=game.timekeeping.paused is not None,
        is_master=reader.address == game.master,
        is_standby=reader.address in game.standbys,
        may_write=bool(news.powers) and may_write(game, reader.address),
        front=war_report(game, reader, phrasing),
        position=position_table(phrasing),
        centres=centre_table(phrasing),
    )
    return letter_text(phrasing.say("subject.game_moved", game=game.name), text)


def write_letters_lost(game: Game, reader: Person, news: LettersLostNews) -> LetterText:
    """Return the letter on what has to be written once more."""
    since = moment_text(news.since, reader.zone, reader.language)
    text = fill_template(reader.language, "all.letters_lost", game=game.name, since=since)
    return letter_text(say(reader.language, "subject.letters_lost", game=game.name), text)
