"""Finished games in the shell: the players with their averages, how a tournament stands."""

from collections.abc import Iterator

from judge.game.after import fold
from judge.game.league import Standing, Tournament, average, player_standings, results, team_standings
from judge.game.settings import GameName
from judge.game.summary import Summary, summary_of
from judge.reports.league import decimal, who_is
from judge.reports.phases import mixed
from judge.shell.table import Cell, Table
from judge.store.looking import Looking


def _games(looking: Looking) -> dict[GameName, Summary]:
    """Every game in short, from its events: what is written beside them may be that of another version."""
    games = (fold(looking.events(name)) for name in looking.games())
    return {game.name: summary_of(game) for game in games if game}


def players_told(looking: Looking) -> Table:
    """A row for each player of a finished game, the best average first."""
    found = sorted(results(_games(looking).values()).items(), key=lambda each: (-average(each[1]), each[0]))
    rows = tuple((player, len(ones), decimal(average(ones), "en")) for player, ones in found)
    return Table("players", ("player", "games", "c-diplo"), rows)


def tournaments_told(looking: Looking, there: tuple[Tournament, ...]) -> Table:
    """A row for each tournament."""
    games = _games(looking)
    over = {one.name: sum(bool(games[name].ended) for name in one.games if name in games) for one in there}
    rows = tuple((one.name, one.titles["en"], one.scoring, len(one.games), over[one.name]) for one in there)
    return Table("tournaments", ("name", "title", "scoring", "games", "over"), rows)


def standings_told(looking: Looking, tournament: Tournament) -> Iterator[Table]:
    """How a tournament stands: its players, then its teams where it has any."""
    games = _games(looking)
    columns = ("place", "who", "team", "points", "games", "average")
    players = player_standings(tournament, games.values())
    yield Table("standings", columns, tuple(_row(one, games) for one in players))
    if tournament.teams:
        yield Table("teams", columns, tuple(_row(one, games) for one in team_standings(tournament, games.values())))


def _row(one: Standing, games: dict[GameName, Summary]) -> tuple[Cell, ...]:
    who = who_is(one, games, "en")
    return (one.place, who, one.team, mixed(one.points).strip(), one.played, decimal(one.average, "en"))
