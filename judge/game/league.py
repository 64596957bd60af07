"""Games in brief: the summary of each, results of finished ones, standings, the table that all statistics come from."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime
from enum import IntEnum
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from judge.game.figures import Figures, total_figures
from judge.game.names import Stage
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.settings import (
    Address,
    Entry,
    GameName,
    Language,
    Reader,
    Settings,
    board_of_settings,
    rulebook_of_settings,
)
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.position import Phase
from judge.rules.rulebook import RuleBook

# --- the summary of a game: what lists, records, tournaments and the gazette tell of it


@dataclass(frozen=True)
class Summary:
    """The facts of a game for lists of many games; no decision depends on it.

    Fields that bear the name of a field of ``Game`` mean the same. ``languages`` are those of everyone who ever had to
    do with the game; ``phase`` is the open one, or the one in which the game ended, None before the start; ``due`` is
    its deadline; ``waiting`` counts the stand-bys. ``seats`` are the powers of each player, in board order.
    ``master_plays`` are the powers of a master who has a seat, none before the start, nor in an anonymous game; None
    where they have none. ``last_closed`` is when a phase last closed, ``figures`` the reliability of everyone who has
    had a seat.
    """

    name: GameName
    settings: Settings
    version: int
    languages: Mapping[Address, Language]
    audience: tuple[Address, ...]
    phase: Phase | None
    due: datetime | None
    is_paused: bool
    waiting: int
    free_seats: int
    sought: tuple[Power, ...]
    sought_seats: tuple[Power, ...]
    sides: tuple[tuple[Power, ...], ...]
    seats: Mapping[Address, tuple[Power, ...]]
    ended: GameEnded | None
    last_closed: datetime | None
    master_plays: tuple[Power, ...] | None = None
    figures: Mapping[Address, Figures] = field(default_factory=dict)

    @property
    def board(self) -> Board:
        """The board the game is played on, with all its regions."""
        board = board_of_settings(self.settings)
        return board.in_year(self.phase.year) if self.phase else board

    @property
    def book(self) -> RuleBook:
        """The rule book the game was opened under, with what its board chooses otherwise."""
        return rulebook_of_settings(self.settings)


_GIVEN = ("orders", "order_sets", "errands", "scouting", "advance", "wished", "left_open", "press", "ballots")
_UNTOLD = frozenset({*_GIVEN, "acts", "version"})
"""The fields of a game that make no difference to its summary, but for the version."""

_TOLD = tuple(field.name for field in fields(Game) if field.name not in _UNTOLD)


def are_told_alike(game: Game, later: Game) -> bool:
    """Whether two states of a game have the same summary, but for the version: what it tells of is the same object."""
    return all(getattr(game, name) is getattr(later, name) for name in _TOLD)


def master_plays(game: Game) -> tuple[Power, ...] | None:
    """The powers of a master who has a seat, as everybody may know it; None where they have none, and in practice."""
    master = game.members.master
    powers = tuple(power for power in game.board.powers if master in game.readers_of(power))
    has_seat = bool(powers) if game.position else master in game.members.seated
    if game.settings.practice or not has_seat:
        return None
    return () if game.settings.access.anonymous else powers


def summary_of(
    game: Game, figures: Mapping[Reader, Figures] | None = None, last_closed: datetime | None = None
) -> Summary:
    """The summary of a game; ``figures`` and ``last_closed`` are counted from its log."""
    return Summary(
        name=game.name,
        settings=game.settings,
        version=game.version,
        languages={address: person.language for address, person in game.people.items()},
        audience=game.audience,
        phase=game.position.phase if game.position else None,
        due=game.deadline.at if game.deadline else None,
        is_paused=game.timekeeping.paused is not None,
        waiting=len(game.standbys),
        free_seats=game.free_seats,
        sought=game.sought,
        sought_seats=game.sought_seats,
        sides=game.sides,
        seats={
            player: game.powers_of(player) for player in dict.fromkeys(player for _, player in game.power_player_pairs)
        },
        ended=game.ended,
        last_closed=last_closed,
        master_plays=master_plays(game),
        figures=game.by_address(figures or {}),
    )


# --- of many games the few that are told of at once: which of them come first, and how many more there are


T = TypeVar("T")


class Need(IntEnum):
    """How much a game needs people; a list begins with the least number. The values are stored."""

    ANYBODY = 0
    NAMED = 1
    STANDBYS = 2
    NOBODY = 3


def stage_of(game: Summary) -> Stage:
    """Where a game stands."""
    if game.settings.practice:
        return Stage.PRACTICE
    if game.ended:
        return Stage.OVER
    return Stage.RUNNING if game.phase else Stage.OPENING


def need_of(game: Summary) -> Need:
    """Whom a game needs: players whose seats are free or empty, or stand-bys, where none waits."""
    is_for_anybody = game.settings.access.entry is not Entry.NAMED
    if game.free_seats or game.sought:
        return Need.ANYBODY if is_for_anybody else Need.NAMED
    return Need.STANDBYS if is_for_anybody and not game.waiting and not game.ended else Need.NOBODY


@dataclass(frozen=True)
class Excerpt(Generic[T]):
    """Some of many, and how many ``more`` there are."""

    shown: Sequence[T] = ()
    more: int = 0


@dataclass(frozen=True)
class ListedGames:
    """A page of the list of all games, each part in the order of opening; ``page`` is 1 for the first."""

    openings: Excerpt[Summary] = field(default_factory=Excerpt)
    running: Excerpt[Summary] = field(default_factory=Excerpt)
    over: Excerpt[GameName] = field(default_factory=Excerpt)
    page: int = 1

    @property
    def next_page(self) -> int:
        """The number of the next page; 0 for none."""
        return self.page + 1 if self.openings.more or self.running.more or self.over.more else 0


# --- results of finished games


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

    Of each player the ``best`` so many results count, all where it is 0. Those of as many points are ranked by
    ``ties``, keys of ``TIE_BREAKS``, in their order. ``names`` and ``teams`` are by address, as the organiser has
    written them down; both may be missing. Whether ``blocks`` count, as they do in games that nobody draws.
    """

    name: str
    titles: Mapping[Language, str]
    games: tuple[GameName, ...]
    scoring: str = RECORD_SCORING
    best: int = 0
    names: Mapping[Address, str] = field(default_factory=dict)
    teams: Mapping[Address, str] = field(default_factory=dict)
    ties: tuple[str, ...] = ()
    blocks: bool = True


def _is_won(one: Result) -> bool:
    is_draw = one.ended.ending in {Ending.DRAW, Ending.STALEMATE}
    return not is_draw and not {*one.powers}.isdisjoint(one.ended.winners)


TIE_BREAKS: Mapping[str, Callable[[Sequence[Result]], Fraction]] = {
    "best": lambda ones: max((one.score for one in ones), default=Fraction(0)),
    "wins": lambda ones: Fraction(sum(_is_won(one) for one in ones)),
    "centres": lambda ones: Fraction(sum(one.centres for one in ones)),
}
"""What ranks players, or teams, of as many points, by the results that count: the best one, games won, centres."""


@dataclass(frozen=True)
class TournamentStanding:
    """One row of a table of standings; those whom neither points nor ``breaks`` tell apart share a ``place``.

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
    breaks: tuple[Fraction, ...] = ()


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
            tournament.ties,
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
            _row(
                *(team, (), "", sum(map(len, each))),
                [one for ones in each for one in _counting(tournament, ones)],
                tournament.ties,
            )
            for team, each in teams.items()
        ]
    )


def _counting(tournament: Tournament, ones: Sequence[Result]) -> Sequence[Result]:
    """The results that count: the best ones, or all."""
    ranked = sorted(ones, key=lambda one: -one.score)
    return ranked[: tournament.best] if tournament.best else ranked


def _row(
    who: str,
    seats: tuple[tuple[Power, GameName], ...],
    team: str,
    played: int,
    counting: Sequence[Result],
    ties: Sequence[str],
) -> TournamentStanding:
    points = sum((one.score for one in counting), Fraction(0))
    breaks = tuple(TIE_BREAKS[tie](counting) for tie in ties)
    return TournamentStanding(0, who, seats, team, played, points, average_score(counting), breaks)


def _ranked(lines: Sequence[TournamentStanding]) -> tuple[TournamentStanding, ...]:
    """By points, then by what breaks ties, then by name; each with its place."""
    worth = {id(line): (line.points, *line.breaks) for line in lines}
    named = sorted(lines, key=lambda line: (line.who or "\uffff", line.seats))
    ordered = sorted(named, key=lambda line: worth[id(line)], reverse=True)
    return tuple(
        replace(line, place=1 + sum(worth[id(other)] > worth[id(line)] for other in ordered)) for line in ordered
    )


# --- the table of finished games: a row for each power of each; every statistic is a total of some of its rows


@dataclass(frozen=True)
class ResultRow:
    """What has become of a power in a finished game, in C-Diplo; ``player`` is None where the game hides who plays.

    ``figures`` are those of its player in that game, in one row of those that they have there; where it hides who plays
    there are none, for they would tell which powers had one player.
    """

    game: GameName
    board: str
    power: Power
    player: Address | None
    centres: int
    score: Fraction
    has_won: bool
    in_draw: bool
    figures: Figures


@dataclass(frozen=True)
class Tally:
    """The total of some rows of the table: games, those won and drawn, centres, points, deadlines (ONR)."""

    games: int
    won: int
    drawn: int
    centres: int
    score: Fraction
    figures: Figures

    @property
    def average(self) -> Fraction:
        """The mean of the points of a game; 0 without any."""
        return self.score / max(1, self.games)

    @property
    def due(self) -> int:
        """How many deadlines of movement phases there were, met or missed."""
        return self.figures.on_time + self.figures.late + self.figures.missed


Key = TypeVar("Key", bound=Hashable)


def total_of(rows: Sequence[ResultRow]) -> Tally:
    """The total of some rows; the powers that one game has among them count as one game."""
    return Tally(
        games=len({row.game for row in rows}),
        won=len({row.game for row in rows if row.has_won}),
        drawn=len({row.game for row in rows if row.in_draw}),
        centres=sum(row.centres for row in rows),
        score=sum((row.score for row in rows), Fraction(0)),
        figures=total_figures(row.figures for row in rows),
    )


def totals_by(key: Callable[[ResultRow], Key], rows: Iterable[ResultRow]) -> Mapping[Key, Tally]:
    """The totals of the rows that have a key in common, in the order in which the keys come."""
    found: defaultdict[Key, list[ResultRow]] = defaultdict(list)
    for row in rows:
        found[key(row)].append(row)
    return {one: total_of(each) for one, each in found.items()}


def results_of(game: Summary, *, is_told: bool) -> Iterator[ResultRow]:
    """The rows of a game, none where it has no result; with their players where it ``is_told`` who they were."""
    end = game.ended
    if end is None or not end.scores:
        return
    scores = scores_of(RECORD_SCORING, game.board, end.ending, end.centres, end.winners, game.sides)
    players = {power: player for player, powers in game.seats.items() for power in powers}
    is_draw = end.ending in {Ending.DRAW, Ending.STALEMATE}
    for power, score in scores.items():
        player, has_share = players.get(power) if is_told else None, power in end.winners
        is_first = player is not None and game.seats[player][0] == power
        figures = game.figures.get(player, Figures()) if player and is_first else Figures()
        held = end.centres[power]
        yield ResultRow(
            *(game.name, game.settings.board, power, player, held, score),
            *(has_share and not is_draw, has_share and is_draw, figures),
        )


FIRST_RATING = 100.0
_STAKE = 17.5


def ratings_of(games: Iterable[Summary]) -> Mapping[Address, float]:
    """The rating of everybody after some games, in the order in which they ended: the Ghost-Ratings of webDiplomacy.

    Everybody begins with 100. Of a game each is expected to get the share of the points that their rating has in the
    sum of all ratings there; what they got less that share is paid to them in a 17.5th of that sum. Nothing is made and
    nothing lost. The points are C-Diplo, the modifiers of variants and of press 1 (docs/decisions/0359).
    """
    found: defaultdict[Address, float] = defaultdict(lambda: FIRST_RATING)
    dated = ((game.ended.at, game) for game in games if game.ended)
    for _, game in sorted(dated, key=lambda each: (each[0], each[1].name)):
        scores = {player: result.score for player, result in _results_of_game(game, RECORD_SCORING)}
        points = sum(scores.values())
        if points:
            sum_of_ratings = sum(found[player] for player in scores)
            for player, score in scores.items():
                found[player] += (float(score / points) * sum_of_ratings - found[player]) / _STAKE
    return found


@dataclass(frozen=True)
class RankingRow:
    """A player in the ranking by averages; those of equal averages in as many games share a ``place``."""

    place: int
    player: Address
    tally: Tally
    rating: float


@dataclass(frozen=True)
class Hobby:
    """The games that anybody may know of, by their name, and the tournaments; no address is ever printed.

    Whoever is ``unlisted`` is named nowhere but in the standings of a tournament, which they have entered under a name.
    """

    games: Mapping[GameName, Summary] = field(default_factory=dict)
    tournaments: Sequence[Tournament] = ()
    unlisted: frozenset[Address] = frozenset()

    def at(self, stage: Stage) -> Sequence[Summary]:
        """The games of a stage."""
        return [game for game in self.games.values() if stage_of(game) is stage]

    @property
    def seeking(self) -> Sequence[Summary]:
        """The games with seats that are empty, or to change hands."""
        return [game for game in self.at(Stage.RUNNING) if game.sought]

    @property
    def wanting_standbys(self) -> Sequence[Summary]:
        """The games under way for which nobody waits."""
        return [game for game in self.at(Stage.RUNNING) if need_of(game) is Need.STANDBYS]

    @cached_property
    def results(self) -> Sequence[ResultRow]:
        """The table of the games that had a result; it names the players of those that do not hide who plays."""
        shown = {game.name for game in public_games(self.games.values())}
        rows = (row for game in self.games.values() for row in results_of(game, is_told=game.name in shown))
        return [replace(row, player=None, figures=Figures()) if row.player in self.unlisted else row for row in rows]

    # --- players, of games that do not hide who plays

    @cached_property
    def ranking(self) -> Sequence[RankingRow]:
        """Everybody who has finished a game, the best average first; of equal ones, that of more games."""
        found = totals_by(lambda row: row.player, self.results)
        totals = {player: tally for player, tally in found.items() if player}
        rated = ratings_of(public_games(self.games.values()))
        ordered = sorted(totals.items(), key=lambda each: (-each[1].average, -each[1].games, self.who(each[0])))
        worth = [(tally.average, tally.games) for _, tally in ordered]
        return [
            RankingRow(1 + worth.index((tally.average, tally.games)), player, tally, rated[player])
            for player, tally in ordered
        ]

    @cached_property
    def figures(self) -> Mapping[Address, Figures]:
        """How reliable everybody is who has had a deadline, the most reliable first."""
        parts: defaultdict[Address, list[Figures]] = defaultdict(list)
        for game in public_games(self.games.values()):
            for player, one in game.figures.items():
                parts[player] += [one] if player not in self.unlisted else []
        totals = {player: total_figures(ones) for player, ones in parts.items()}
        told = {player: one for player, one in totals.items() if one.on_time + one.late + one.missed}
        return dict(sorted(told.items(), key=lambda each: (-each[1].percent, -each[1].on_time, self.who(each[0]))))

    def who(self, player: Address) -> tuple[str, tuple[tuple[Power, GameName], ...]]:
        """The name that an organiser has written down for a player, or else the seats by which they are known."""
        return self._names.get(player, ""), self.seats.get(player, ())

    @cached_property
    def _names(self) -> Mapping[Address, str]:
        return {player: name for one in self.tournaments for player, name in one.names.items()}

    @cached_property
    def seats(self) -> Mapping[Address, tuple[tuple[Power, GameName], ...]]:
        """The seats of everybody."""
        seats: defaultdict[Address, list[tuple[Power, GameName]]] = defaultdict(list)
        for game in public_games(self.games.values()):
            for player, powers in game.seats.items():
                seats[player] += [(power, game.name) for power in powers if player not in self.unlisted]
        return {player: tuple(ones) for player, ones in seats.items()}

    # --- powers

    @property
    def powers(self) -> Mapping[tuple[str, Power], Tally]:
        """How each power has done, board by board, the best average first; of equal ones, that of more games."""
        totals = totals_by(lambda row: (row.board, row.power), self.results)
        ordered = sorted(totals.items(), key=lambda each: (each[0][0], -each[1].average, -each[1].games, each[0][1]))
        return dict(ordered)

    @cached_property
    def best_players(self) -> Mapping[tuple[str, Power], Address]:
        """Of each power of a board the player with the highest average; where two are alike, the one of more games."""
        totals = totals_by(lambda row: (row.board, row.power, row.player), self.results)
        best: dict[tuple[str, Power], tuple[Fraction, int, Address]] = {}
        for (board, power, player), tally in totals.items():
            of_power, record = (board, power), (tally.average, tally.games)
            if player and record > best.get(of_power, ())[:2]:
                best[of_power] = (*record, player)
        return {of_power: player for of_power, (_, _, player) in best.items()}


def public_hobby(
    games: Iterable[Summary], tournaments: Sequence[Tournament] = (), unlisted: frozenset[Address] = frozenset()
) -> Hobby:
    """The hobby as anybody may know it: without games that stand in no list, without practice."""
    listed = (game for game in games if not game.settings.access.hidden and not game.settings.practice)
    return Hobby({game.name: game for game in listed}, tournaments, unlisted)
