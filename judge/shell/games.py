"""Tables of games: all games, one game with what its master may see, never an order; players, standings."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from judge.config import Config
from judge.game.league import (
    Summary,
    Tournament,
    TournamentStanding,
    average_score,
    player_standings,
    results_by_player,
    team_standings,
)
from judge.game.people.messages import Person
from judge.game.phases.close import powers_waited_for
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.visibility import knows_addresses
from judge.game.votes.rules import public_vote_counts
from judge.reports.deadlines import deadline_text
from judge.reports.ending import decimal_text, mixed_number, standing_name
from judge.reports.language import days_text
from judge.reports.layout import plain_spaces
from judge.reports.mastery import may_know_who_has_written, orders_status
from judge.reports.votes import vote_count_lines
from judge.shell.table import Cell, NotThereError, ShellTable, database_of, json_option, print_tables
from judge.shell.terminal import config_at, echo
from judge.store.event_json import UNREADABLE
from judge.store.issues import TournamentError, read_tournament, read_tournaments
from judge.store.overview import ReadOnlyStore, open_read_only

_HIDDEN = "hidden"
_SEAT = ("power", "player", "orders", "waiting", "given up", "units", "centres")


def games_table(looking: ReadOnlyStore) -> ShellTable:
    """Return a table with a row for each game."""
    columns = ("game", "phase", "deadline", "waits for", "players", "standbys", "seeks")
    return ShellTable("games", columns, tuple(_row_of(looking, name) for name in looking.games()))


def _row_of(looking: ReadOnlyStore, name: GameName) -> tuple[Cell, ...]:
    """Return the row of a game, be it that nothing but its name can be read."""
    try:
        game = looking.game(name)
    except UNREADABLE:
        game = None
    return _row(game) if game else (name, "CANNOT BE READ", None, None, None, None, None)


def _row(game: Game) -> tuple[Cell, ...]:
    players = f"{len(set(game.seats.values())) if game.position else len(game.players)}/{len(game.board.seats)}"
    return (game.name, _phase_in_words(game), _deadline(game), _waited(game), players, len(game.standbys), game.sought)


def _phase_in_words(game: Game) -> str:
    """Return where a game stands, in a word or two."""
    if game.ended:
        return f"over: {game.ended.ending.value}"
    if game.position is None:
        return "opening"
    return f"{game.position.phase}{' paused' if game.timekeeping.paused else ''}"


def phase_and_deadline(game: Game) -> str:
    """Return where a game stands, and until when."""
    deadline = _deadline(game)
    return f"{_phase_in_words(game)}, deadline {deadline}" if deadline else _phase_in_words(game)


def _deadline(game: Game) -> str | None:
    return _moment(game.closes_at, game.settings.zone) if game.closes_at and game.open_position else None


def _moment(at: datetime, zone: str) -> str:
    """A moment in the zone of a game, with its offset."""
    return at.astimezone(ZoneInfo(zone)).isoformat(" ", "minutes")


def _waited(game: Game) -> Cell:
    """Return who is waited for, as far as the master may know; a master who plays knows no more than the players."""
    if game.open_position is None:
        return None
    return tuple(powers_waited_for(game)) if may_know_who_has_written(game, reader_of_shell(game)) else _HIDDEN


def reader_of_shell(game: Game) -> Person:
    """Return a reader who sees what the master sees, in the language of the shell."""
    return replace(game.people[game.master], language="en", zone=game.settings.zone)


def game_of(looking: ReadOnlyStore, name: str) -> Game:
    """The game of that name; NotThereError."""
    game = looking.game(GameName(name.lower()))
    if game is None:
        there = ", ".join(looking.games()) or "none yet"
        message = f"there is no game “{name}”; games there are: {there}"
        raise NotThereError(message)
    return game


def game_tables(looking: ReadOnlyStore, name: str) -> Iterator[ShellTable]:
    """Yield the tables of one game in full."""
    game = game_of(looking, name)
    yield ShellTable(game.name, ("what", "is"), tuple(_facts(game)))
    yield ShellTable("seats", _SEAT, _seats(game, looking))
    if game.position:
        yield _chart(game)
    if game.standbys:
        known = knows_addresses(game, game.master)
        rows = tuple((place, one if known else _HIDDEN) for place, one in enumerate(game.standbys, 1))
        yield ShellTable("standbys", ("place", "who"), rows)


def _facts(game: Game) -> Iterator[tuple[Cell, ...]]:
    reader, settings = reader_of_shell(game), game.settings
    yield "phase", _phase_in_words(game)
    yield "rule book", settings.rulebook
    yield "board", settings.board
    yield "scoring", settings.scoring
    yield "master", game.master
    yield "watching", len(game.observers)
    if game.open_position and game.deadline:
        told = deadline_text(game, reader, game.deadline, game.open_position.phase.kind)
        yield "deadline", _deadline(game)
        yield "why then", plain_spaces(told.why)
        yield "earlier", plain_spaces(told.early) or None
        yield "waits for", _waited(game)
    for line in vote_count_lines(public_vote_counts(game), game.board, "en"):
        yield "votes", plain_spaces(line)
    for absence in _absences(game):
        yield "absent", absence


def _absences(game: Game) -> Iterator[str]:
    """What the master sees of absences by REPORT."""
    for power, address in game.power_player_pairs:
        for absence in game.absences_of(address):
            yield f"{power} {plain_spaces(days_text(absence.first, absence.last, 'en'))}"


def _seats(game: Game, looking: ReadOnlyStore) -> tuple[tuple[Cell, ...], ...]:
    """A row for each power; before the start for each player."""
    known = knows_addresses(game, game.master)
    if game.position is None:
        return tuple((None, one if known else _HIDDEN, None, None, None, None, None) for one in game.players)
    unsent = {to: (waiting, lost) for to, waiting, lost in looking.unsent(game.name)}
    tell, reader = may_know_who_has_written(game, reader_of_shell(game)), reader_of_shell(game)
    rows: list[tuple[Cell, ...]] = []
    for power in game.board.powers:
        players = game.players_of(power)
        player = None if not players else ", ".join(players) if known else _HIDDEN
        orders = _HIDDEN if not tell else orders_status(game, power, reader) if players and game.open_position else None
        waiting, lost = (sum(unsent.get(one, (0, 0))[place] for one in players) for place in (0, 1))
        units, centres = len(game.position.units_of(power)), len(game.position.centres_of(power))
        rows.append((power, player, orders, waiting, lost, units, centres))
    return tuple(rows)


def _chart(game: Game) -> ShellTable:
    """The centres of each power at the start and at the end of each year."""
    history = game.centre_history
    columns = ("power", "start", *map(str, history.years))
    return ShellTable("centres", columns, tuple((power, *counts) for power, counts in history.counts.items()))


def players_table(looking: ReadOnlyStore) -> ShellTable:
    """Return a table with a row for each player of a finished game, the best average first."""
    found = sorted(
        results_by_player(looking.summaries(looking.games()).values()).items(),
        key=lambda each: (-average_score(each[1]), each[0]),
    )
    rows = tuple((player, len(ones), decimal_text(average_score(ones), "en")) for player, ones in found)
    return ShellTable("players", ("player", "games", "c-diplo"), rows)


def tournaments_table(looking: ReadOnlyStore, there: tuple[Tournament, ...]) -> ShellTable:
    """Return a table with a row for each tournament."""
    games = looking.summaries(dict.fromkeys(name for one in there for name in one.games))
    over = {one.name: sum(bool(games[name].ended) for name in one.games if name in games) for one in there}
    rows = tuple((one.name, one.titles["en"], one.scoring, len(one.games), over[one.name]) for one in there)
    return ShellTable("tournaments", ("name", "title", "scoring", "games", "over"), rows)


def standings_tables(looking: ReadOnlyStore, tournament: Tournament) -> Iterator[ShellTable]:
    """Yield the standings of a tournament: its players, then its teams if it has any."""
    games = looking.summaries(tournament.games)
    columns = ("place", "who", "team", "points", "games", "average")
    players = player_standings(tournament, games.values())
    yield ShellTable("standings", columns, tuple(_standing_row(one, games) for one in players))
    if tournament.teams:
        yield ShellTable(
            "teams", columns, tuple(_standing_row(one, games) for one in team_standings(tournament, games.values()))
        )


def _standing_row(one: TournamentStanding, games: Mapping[GameName, Summary]) -> tuple[Cell, ...]:
    who = standing_name(one, games, "en")
    return (one.place, who, one.team, mixed_number(one.points).strip(), one.played, decimal_text(one.average, "en"))


def show_tables(path: Path, tables: Callable[[ReadOnlyStore, Config], Iterable[ShellTable]], *, as_json: bool) -> None:
    """Print tables of what is stored; ClickException where it cannot be read, or does not hold what is asked for."""
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        print_tables(tables(found, config), echo, as_json=as_json)


# --- commands that show them


@click.command()
@json_option
@click.pass_obj
def games(path: Path, *, as_json: bool) -> None:
    """Show all games: phase, deadline, who is waited for."""
    show_tables(path, lambda found, _: [games_table(found)], as_json=as_json)


@click.command()
@click.argument("name")
@json_option
@click.pass_obj
def game(path: Path, name: str, *, as_json: bool) -> None:
    """Show the game NAME in full, as its master may see it."""
    show_tables(path, lambda found, _: game_tables(found, name), as_json=as_json)


@click.command()
@json_option
@click.pass_obj
def players(path: Path, *, as_json: bool) -> None:
    """Show everyone who has finished a game, with their C-Diplo averages."""
    show_tables(path, lambda found, _: [players_table(found)], as_json=as_json)


@click.command()
@click.argument("name", required=False)
@json_option
@click.pass_obj
def standings(path: Path, name: str | None, *, as_json: bool) -> None:
    """Show how the tournament NAME stands; without a name, which tournaments there are."""
    folder = config_at(path).folders.tournaments

    def tables(found: ReadOnlyStore, _: object) -> Iterable[ShellTable]:
        by_mail = found.tournaments()
        there, wrong = read_tournaments(folder, by_mail)
        if name is None and wrong:
            raise click.ClickException(wrong[0])
        if name is None:
            return [tournaments_table(found, there)]
        asked = next((one for one in there if one.name == name.lower()), None)
        try:
            return standings_tables(found, asked or read_tournament(folder, name))
        except TournamentError as error:
            others = f"; by mail: {', '.join(one.name for one in by_mail)}" if by_mail else ""
            raise click.ClickException(f"{error}{others}") from error

    show_tables(path, tables, as_json=as_json)
