"""All games at a glance, one game in full: what its master may see, never an order."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from zoneinfo import ZoneInfo

from judge.game.after import fold
from judge.game.mastery.permissions import knows_addresses
from judge.game.mastery.standing import standing_phases
from judge.game.person import Person
from judge.game.phases.close import waited_for
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import GameName
from judge.game.state import Game
from judge.game.votes.count import counted
from judge.reports.deadlines import due
from judge.reports.language import days_named
from judge.reports.layout import unglue
from judge.reports.mastery import knows_written, written
from judge.reports.states import centres_by_years
from judge.reports.votes import told_of_votes
from judge.shell.table import Cell, Table
from judge.store.looking import Looking

_HIDDEN = "hidden"
_SEAT = ("power", "player", "orders", "waiting", "given up", "units", "centres")


class UnknownGameError(Exception):
    """There is no game of that name; the message names those there are."""


def games_told(looking: Looking) -> Table:
    """A row for each game."""
    columns = ("game", "phase", "deadline", "waits for", "players", "standbys", "seeks")
    games = (fold(looking.events(name)) for name in looking.games())
    return Table("games", columns, tuple(_row(game) for game in games if game))


def _row(game: Game) -> tuple[Cell, ...]:
    players = f"{len(set(game.seats.values())) if game.position else len(game.players)}/{len(game.board.seats)}"
    return (game.name, phase_told(game), _deadline(game), _waited(game), players, len(game.standbys), game.sought)


def phase_told(game: Game) -> str:
    """Where a game stands, in a word or two."""
    if game.ended:
        return f"over: {game.ended.ending.value}"
    if game.position is None:
        return "opening"
    return f"{game.position.phase}{' paused' if game.pace.paused else ''}"


def _deadline(game: Game) -> str | None:
    return _moment(game.closes_at, game.settings.zone) if game.closes_at and game.open_position else None


def _moment(at: datetime, zone: str) -> str:
    """A moment in the zone of a game, with its offset."""
    return at.astimezone(ZoneInfo(zone)).isoformat(" ", "minutes")


def _waited(game: Game) -> Cell:
    """Who is waited for, as far as the master may know: one who plays knows no more than the players."""
    if game.open_position is None:
        return None
    return tuple(waited_for(game)) if knows_written(game, _reader(game)) else _HIDDEN


def _reader(game: Game) -> Person:
    """Whoever looks sees what the master sees, in the language of the shell."""
    return replace(game.people[game.master], language="en", zone=game.settings.zone)


def game_of(looking: Looking, name: str) -> Game:
    """The game of that name; UnknownGameError."""
    game = fold(looking.events(GameName(name.lower())))
    if game is None:
        there = ", ".join(looking.games()) or "none yet"
        message = f"there is no game “{name}”; games there are: {there}"
        raise UnknownGameError(message)
    return game


def game_told(looking: Looking, name: str) -> Iterator[Table]:
    """One game in full."""
    game = game_of(looking, name)
    closed = standing_phases(looking.events(game.name))
    yield Table(game.name, ("what", "is"), tuple(_facts(game)))
    yield Table("seats", _SEAT, _seats(game, looking))
    if game.position:
        yield _chart(game, closed)
    if game.standbys:
        known = knows_addresses(game, game.master)
        rows = tuple((place, one if known else _HIDDEN) for place, one in enumerate(game.standbys, 1))
        yield Table("standbys", ("place", "who"), rows)


def _facts(game: Game) -> Iterator[tuple[Cell, ...]]:
    reader, settings = _reader(game), game.settings
    yield "phase", phase_told(game)
    yield "rule book", settings.rulebook
    yield "board", settings.board
    yield "scoring", settings.scoring
    yield "master", game.master
    yield "watching", len(game.observers)
    if game.open_position and game.deadline:
        told = due(game, reader, game.deadline, game.open_position.phase.kind)
        yield "deadline", _deadline(game)
        yield "why then", unglue(told.why)
        yield "earlier", unglue(told.early) or None
        yield "waits for", _waited(game)
    for line in told_of_votes(counted(game), game.board, "en"):
        yield "votes", unglue(line)
    for absence in _absences(game):
        yield "absent", absence


def _absences(game: Game) -> Iterator[str]:
    """What the master sees of absences by REPORT."""
    for power, address in game.all_seated:
        for absence in game.absences_of(address):
            yield f"{power} {unglue(days_named(absence.first, absence.last, 'en'))}"


def _seats(game: Game, looking: Looking) -> tuple[tuple[Cell, ...], ...]:
    """A row for each power; before the start for each player."""
    known = knows_addresses(game, game.master)
    if game.position is None:
        return tuple((None, one if known else _HIDDEN, None, None, None, None, None) for one in game.players)
    unsent = {to: (waiting, lost) for to, waiting, lost in looking.unsent(game.name)}
    tell, reader = knows_written(game, _reader(game)), _reader(game)
    rows: list[tuple[Cell, ...]] = []
    for power in game.board.powers:
        players = game.players_of(power)
        player = None if not players else ", ".join(players) if known else _HIDDEN
        orders = _HIDDEN if not tell else written(game, power, reader) if players and game.open_position else None
        waiting, lost = (sum(unsent.get(one, (0, 0))[place] for one in players) for place in (0, 1))
        units, centres = len(game.position.units_of(power)), len(game.position.centres_of(power))
        rows.append((power, player, orders, waiting, lost, units, centres))
    return tuple(rows)


def _chart(game: Game, closed: Sequence[PhaseClosed]) -> Table:
    """The centres of each power at the start and at the end of each year."""
    years = centres_by_years(game, closed)
    rows: list[tuple[Cell, ...]] = [(power, *(held[power] for held in years.values())) for power in game.board.powers]
    return Table("centres", ("power", *(year or "start" for year in years)), tuple(rows))
