"""Tables of finished games: players with their averages, standings of tournaments."""

from collections.abc import Iterator

from judge.game.apply import fold_events
from judge.game.league import (
    Tournament,
    TournamentStanding,
    average_score,
    player_standings,
    results_by_player,
    team_standings,
)
from judge.game.settings import GameName
from judge.game.summary import Summary, summary_of
from judge.reports.league import decimal_text, standing_name
from judge.reports.phases import mixed_number
from judge.shell.table import Cell, ShellTable
from judge.store.read_only import ReadOnlyStore


def _games(looking: ReadOnlyStore) -> dict[GameName, Summary]:
    """Return the summary of every game, made from its events: the stored one may be of another version."""
    games = (fold_events(looking.events(name)) for name in looking.games())
    return {game.name: summary_of(game) for game in games if game}


def players_table(looking: ReadOnlyStore) -> ShellTable:
    """Return a table with a row for each player of a finished game, the best average first."""
    found = sorted(
        results_by_player(_games(looking).values()).items(), key=lambda each: (-average_score(each[1]), each[0])
    )
    rows = tuple((player, len(ones), decimal_text(average_score(ones), "en")) for player, ones in found)
    return ShellTable("players", ("player", "games", "c-diplo"), rows)


def tournaments_table(looking: ReadOnlyStore, there: tuple[Tournament, ...]) -> ShellTable:
    """Return a table with a row for each tournament."""
    games = _games(looking)
    over = {one.name: sum(bool(games[name].ended) for name in one.games if name in games) for one in there}
    rows = tuple((one.name, one.titles["en"], one.scoring, len(one.games), over[one.name]) for one in there)
    return ShellTable("tournaments", ("name", "title", "scoring", "games", "over"), rows)


def standings_tables(looking: ReadOnlyStore, tournament: Tournament) -> Iterator[ShellTable]:
    """Yield the standings of a tournament: its players, then its teams if it has any."""
    games = _games(looking)
    columns = ("place", "who", "team", "points", "games", "average")
    players = player_standings(tournament, games.values())
    yield ShellTable("standings", columns, tuple(_row(one, games) for one in players))
    if tournament.teams:
        yield ShellTable(
            "teams", columns, tuple(_row(one, games) for one in team_standings(tournament, games.values()))
        )


def _row(one: TournamentStanding, games: dict[GameName, Summary]) -> tuple[Cell, ...]:
    who = standing_name(one, games, "en")
    return (one.place, who, one.team, mixed_number(one.points).strip(), one.played, decimal_text(one.average, "en"))
