"""Answers about players and tournaments, from finished games alone."""

from judge.desk.office import Office
from judge.game.league import player_standings, public, results, team_standings
from judge.game.person import Person
from judge.game.settings import Address
from judge.mail.leagues import AskPlayer, AskStandings
from judge.reports.echo import Answer, Shown, Unknown, Wrong
from judge.reports.league import write_player, write_standings, write_tournaments


def answer_player(office: Office, question: AskPlayer, reader: Person) -> Answer:
    """The finished games of the reader; of somebody else those that told the world who played."""
    games = office.store.summaries()
    who = Address(question.who.text.lower().strip("<>")) if question.who else reader.address
    is_own = who == reader.address
    found = results(games if is_own else public(games)).get(who, ())
    return Shown(write_player(reader, "" if is_own else who, found, {game.name: game for game in games}))


def answer_standings(office: Office, question: AskStandings, reader: Person) -> Answer:
    """How a tournament stands; which there are, where none is named."""
    there, name = office.tournaments(), question.name
    games = {game.name: game for game in office.store.summaries()}
    if name is None:
        over = {one.name: sum(bool(games[game].ended) for game in one.games if game in games) for one in there}
        return Shown(write_tournaments(reader, there, over))
    tournament = next((one for one in there if one.name == name.text.lower()), None)
    if tournament is None:
        return Wrong.at(Unknown.TOURNAMENT, name, tuple(one.name for one in there)[:3])
    players, teams = (ranked(tournament, games.values()) for ranked in (player_standings, team_standings))
    return Shown(write_standings(reader, tournament, players, teams, games))
