"""Results of finished games by player: records, and the standings of tournaments."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from judge.game.phases.endings import scores_of
from judge.game.phases.messages import GameEnded
from judge.game.settings import Address, GameName, Language
from judge.game.summary import Summary
from judge.rules.board import Power

RECORD_SCORING = "c-diplo"
"""The scoring that records are counted by, whatever scoring a game was played for."""


@dataclass(frozen=True)
class Result:
    """The result of a player in one game; for a player of several powers, the sum of their centres and scores."""

    game: GameName
    powers: tuple[Power, ...]
    centres: int
    score: Fraction
    ended: GameEnded


@dataclass(frozen=True)
class Tournament:
    """Games that count together under one scoring.

    Of each player the ``best`` so many results count, all where it is 0. ``names`` and ``teams`` are by address, as the
    organiser has written them down; both may be missing.
    """

    name: str
    titles: Mapping[Language, str]
    games: tuple[GameName, ...]
    scoring: str = RECORD_SCORING
    best: int = 0
    names: Mapping[Address, str] = field(default_factory=dict)
    teams: Mapping[Address, str] = field(default_factory=dict)


@dataclass(frozen=True)
class TournamentStanding:
    """One row of a table of standings; players with equal points share a ``place``.

    ``who`` is a player or a team; ``seats`` identifies a player without a name, and is empty for others. ``played``
    counts all games.
    """

    place: int
    who: str
    seats: tuple[tuple[Power, GameName], ...]
    team: str
    played: int
    points: Fraction
    average: Fraction


def results_by_player(games: Iterable[Summary], scoring: str = RECORD_SCORING) -> Mapping[Address, tuple[Result, ...]]:
    """The results of everyone who had a seat when a game ended, in the order of the games.

    A game that ended without a result counts for nobody. A seat that changed hands counts for its last player.
    """
    found: defaultdict[Address, list[Result]] = defaultdict(list)
    for game in games:
        for player, result in _results_of_game(game, scoring):
            found[player].append(result)
    return {player: tuple(ones) for player, ones in found.items()}


def _results_of_game(game: Summary, scoring: str) -> Iterator[tuple[Address, Result]]:
    end = game.ended
    if end is None or not end.scores:
        return
    scores = scores_of(scoring, game.board, end.ending, end.centres, end.winners, game.sides)
    for player, powers in game.seats.items():
        centres = sum(end.centres[power] for power in powers)
        yield player, Result(game.name, powers, centres, sum((scores[power] for power in powers), Fraction(0)), end)


def public_games(games: Iterable[Summary]) -> Iterator[Summary]:
    """The games that tell the world who played in them."""
    return (game for game in games if not game.settings.access.anonymous and not game.settings.access.hidden)


def average_score(found: Sequence[Result]) -> Fraction:
    """The mean of the scores; 0 without any."""
    return sum((one.score for one in found), Fraction(0)) / max(1, len(found))


def player_standings(tournament: Tournament, games: Iterable[Summary]) -> tuple[TournamentStanding, ...]:
    """The standings of the players of a tournament, best first."""
    found = results_by_player((game for game in games if game.name in tournament.games), tournament.scoring)
    lines = [
        _row(
            tournament.names.get(player, ""),
            tuple((power, one.game) for one in ones for power in one.powers) if player not in tournament.names else (),
            tournament.teams.get(player, ""),
            len(ones),
            _counting(tournament, ones),
        )
        for player, ones in found.items()
    ]
    return _ranked(lines)


def team_standings(tournament: Tournament, games: Iterable[Summary]) -> tuple[TournamentStanding, ...]:
    """The standings of the teams of a tournament, best first, by the sum of their players' counting results."""
    found = results_by_player((game for game in games if game.name in tournament.games), tournament.scoring)
    teams: defaultdict[str, list[Sequence[Result]]] = defaultdict(list)
    for player, ones in found.items():
        if player in tournament.teams:
            teams[tournament.teams[player]].append(ones)
    return _ranked(
        [
            _row(team, (), "", sum(map(len, each)), [one for ones in each for one in _counting(tournament, ones)])
            for team, each in teams.items()
        ]
    )


def _counting(tournament: Tournament, ones: Sequence[Result]) -> Sequence[Result]:
    """The results that count: the best ones, or all."""
    ranked = sorted(ones, key=lambda one: -one.score)
    return ranked[: tournament.best] if tournament.best else ranked


def _row(
    who: str, seats: tuple[tuple[Power, GameName], ...], team: str, played: int, counting: Sequence[Result]
) -> TournamentStanding:
    points = sum((one.score for one in counting), Fraction(0))
    return TournamentStanding(0, who, seats, team, played, points, average_score(counting))


def _ranked(lines: Sequence[TournamentStanding]) -> tuple[TournamentStanding, ...]:
    """By points, then by name; each with its place."""
    ordered = sorted(lines, key=lambda line: (-line.points, line.who or "\uffff", line.seats))
    return tuple(
        TournamentStanding(
            1 + sum(other.points > line.points for other in ordered),
            *(line.who, line.seats, line.team, line.played, line.points, line.average),
        )
        for line in ordered
    )
