"""The articles on the hobby at large: who is sought, tournaments, rankings, reliability."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from judge.game.figures import Figures, total_figures
from judge.game.league import (
    RECORD_SCORING,
    Result,
    Tournament,
    TournamentStanding,
    average_score,
    player_standings,
    public_games,
    results_by_player,
    team_standings,
)
from judge.game.phases.endings import scores_of
from judge.game.settings import Address, Entry, GameName, Language
from judge.game.summary import Need, Stage, Summary, need_of, stage_of
from judge.reports.ending import decimal_text, mixed_number, standing_name
from judge.reports.games import opening_traits
from judge.reports.language import count, listing, say
from judge.reports.layout import plain_spaces
from judge.reports.names import powers_listed
from judge.rules.board import Power
from judge.zine.article import Article, Block, Headline, Items, Paragraph, Table

# --- what an issue tells beside its games: who is sought, tournaments, rankings, reliability


@dataclass(frozen=True)
class PowerRecord:
    """How a power of a board has done: ``scores`` in C-Diplo of the games that had a result, how often it won.

    ``best`` is the player with the highest average with it, of those whose names are no secret; None for nobody.
    """

    board: str
    power: Power
    scores: tuple[Fraction, ...]
    won: int
    best: Address | None = None

    @property
    def average(self) -> Fraction:
        """The mean of the scores."""
        return sum(self.scores, Fraction(0)) / len(self.scores)


@dataclass(frozen=True)
class Hobby:
    """The games that anybody may know of, by their name, and the tournaments; no address is ever printed."""

    games: Mapping[GameName, Summary] = field(default_factory=dict)
    tournaments: Sequence[Tournament] = ()

    @property
    def openings(self) -> Sequence[Summary]:
        """The games that have not begun."""
        return [game for game in self.games.values() if stage_of(game) is Stage.OPENING]

    @property
    def running(self) -> Sequence[Summary]:
        """The games that are being played."""
        return [game for game in self.games.values() if stage_of(game) is Stage.RUNNING]

    @property
    def seeking(self) -> Sequence[Summary]:
        """The games with seats that are empty, or to change hands."""
        return [game for game in self.running if game.sought]

    @property
    def wanting_standbys(self) -> Sequence[Summary]:
        """The games under way for which nobody waits."""
        return [game for game in self.running if need_of(game) is Need.STANDBYS]

    @property
    def over(self) -> Sequence[Summary]:
        """The games that had a result."""
        return [game for game in self.games.values() if game.ended and game.ended.scores]

    # --- players, of games that do not hide who plays

    @cached_property
    def results(self) -> Mapping[Address, tuple[Result, ...]]:
        """The results of everybody, the best average first."""
        found = results_by_player(public_games(self.over))
        return dict(sorted(found.items(), key=lambda each: (-average_score(each[1]), -len(each[1]), self.who(each[0]))))

    @cached_property
    def figures(self) -> Mapping[Address, Figures]:
        """How reliable everybody is who has had a deadline, the most reliable first."""
        parts: defaultdict[Address, list[Figures]] = defaultdict(list)
        for game in public_games(self.games.values()):
            for player, one in game.figures.items():
                parts[player].append(one)
        totals = {player: total_figures(ones) for player, ones in parts.items()}
        told = {player: one for player, one in totals.items() if one.on_time + one.late + one.missed}
        return dict(sorted(told.items(), key=lambda each: (-each[1].percent, -each[1].on_time, self.who(each[0]))))

    def who(self, player: Address) -> tuple[str, tuple[tuple[Power, GameName], ...]]:
        """The name that an organiser has written down for a player, or else the seats by which they are known."""
        return self._names.get(player, ""), tuple(self._seats.get(player, ()))

    @cached_property
    def _names(self) -> Mapping[Address, str]:
        return {player: name for one in self.tournaments for player, name in one.names.items()}

    @cached_property
    def _seats(self) -> Mapping[Address, Sequence[tuple[Power, GameName]]]:
        seats: defaultdict[Address, list[tuple[Power, GameName]]] = defaultdict(list)
        for game in public_games(self.games.values()):
            for player, powers in game.seats.items():
                seats[player] += [(power, game.name) for power in powers]
        return seats

    # --- powers

    @property
    def powers(self) -> Sequence[PowerRecord]:
        """How each power has done, board by board, the best average first; who played is told of public games alone."""
        scores: defaultdict[tuple[str, Power], list[Fraction]] = defaultdict(list)
        won: defaultdict[tuple[str, Power], int] = defaultdict(int)
        for game in self.over:
            for power, score in _c_diplo(game).items():
                scores[game.settings.board, power].append(score)
                won[game.settings.board, power] += bool(game.ended and power in game.ended.winners)
        best = self._best_players()
        records = [PowerRecord(*key, tuple(found), won[key], best.get(key)) for key, found in scores.items()]
        return sorted(records, key=lambda one: (one.board, -one.average, one.power))

    def _best_players(self) -> Mapping[tuple[str, Power], Address]:
        """Of each power of a board the player with the highest average; where two are alike, the one of more games."""
        found: defaultdict[tuple[str, Power], defaultdict[Address, list[Fraction]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for game in public_games(self.over):
            scores = _c_diplo(game)
            for player, powers in game.seats.items():
                for power in powers:
                    found[game.settings.board, power][player].append(scores[power])
        return {key: max(each, key=lambda one: (_mean(each[one]), len(each[one]))) for key, each in found.items()}


def _mean(scores: Sequence[Fraction]) -> Fraction:
    return sum(scores, Fraction(0)) / len(scores)


def _c_diplo(game: Summary) -> Mapping[Power, Fraction]:
    """The score of each power in C-Diplo, whatever the game was played for."""
    end = game.ended
    assert end is not None
    return scores_of(RECORD_SCORING, game.board, end.ending, end.centres, end.winners, game.sides)


def public_hobby(games: Iterable[Summary], tournaments: Sequence[Tournament] = ()) -> Hobby:
    """The hobby as anybody may know it: without games that stand in no list, without practice."""
    listed = (game for game in games if not game.settings.access.hidden and not game.settings.practice)
    return Hobby({game.name: game for game in listed}, tournaments)


# --- the articles on the hobby at large: who is sought, tournaments, rankings, reliability


MOST_TOLD = 40
"""The most rows of a ranking, the most games of a list."""

_MOST_SEATS = 2
"""The most seats by which a player without a name is told of."""


@dataclass(frozen=True)
class HobbyWriter:
    """Writes of the hobby in one language; an article about nothing is empty."""

    hobby: Hobby
    language: Language

    def _say(self, key: str, /, **facts: object) -> str:
        return plain_spaces(say(self.language, key, **facts))

    def _table(self, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Iterator[Block]:
        if rows:
            yield Table(tuple(self._say(name) for name in columns), tuple(rows[:MOST_TOLD]))

    # --- who is sought

    def sought(self) -> Article:
        """Games that have not begun, empty seats, stand-bys wanted, the waiting lists."""
        blocks = [*self._openings(), *self._seeking(), *self._waiting()]
        return Article((Headline(self._say("zine.sought")), *blocks) if blocks else ())

    def _openings(self) -> Iterator[Block]:
        openings = self.hobby.openings[:MOST_TOLD]
        if openings:
            yield Headline(self._say("zine.openings"), 2)
            yield Items(tuple(self._item(game, ", ".join(opening_traits(game, self.language))) for game in openings))
        for game in [game for game in openings if game.free_seats and _is_open(game)][:1]:
            yield Paragraph(self._say("zine.how_to_join", game=game.name))

    def _seeking(self) -> Iterator[Block]:
        seeking = self.hobby.seeking[:MOST_TOLD]
        if seeking:
            yield Headline(self._say("zine.seats"), 2)
            powers = (powers_listed(game.sought, game.board, self.language) for game in seeking)
            yield Items(tuple(self._item(game, told) for game, told in zip(seeking, powers, strict=True)))
        for game in [game for game in seeking if _is_open(game)][:1]:
            yield Paragraph(self._say("zine.how_to_take", game=game.name))

    def _waiting(self) -> Iterator[Block]:
        waited = [game for game in (*self.hobby.openings, *self.hobby.running) if game.waiting][:MOST_TOLD]
        wanting = [str(game.name) for game in self.hobby.wanting_standbys][:MOST_TOLD]
        if waited or wanting:
            yield Headline(self._say("zine.waiting"), 2)
        if waited:
            standbys = (count(self.language, "list.standbys", game.waiting) for game in waited)
            yield Items(tuple(self._item(game, told) for game, told in zip(waited, standbys, strict=True)))
        if wanting:
            yield Paragraph(self._say("zine.standbys_wanted", games=listing(self.language, wanting), game=wanting[0]))

    def _item(self, game: Summary, told: str) -> str:
        return self._say("zine.item", name=game.name, told=plain_spaces(told))

    # --- tournaments

    def tournaments(self) -> Article:
        """The standings of each tournament of which a game is over."""
        blocks: list[Block] = []
        for one in self.hobby.tournaments:
            games = {name: self.hobby.games[name] for name in one.games if name in self.hobby.games}
            players = player_standings(one, games.values())
            if players:
                over = sum(bool(game.ended) for game in games.values())
                title = one.titles[self.language]
                blocks.append(Headline(title, 2))
                blocks.append(Paragraph(self._say("zine.tournament", over=over, of=len(one.games))))
                blocks += self._table(
                    ("column.place", "column.player", "column.team", "column.points", "column.games", "column.average")
                    if one.teams
                    else ("column.place", "column.player", "column.points", "column.games", "column.average"),
                    [self._standing(row, with_team=bool(one.teams)) for row in players],
                )
                teams = team_standings(one, games.values()) if one.teams else ()
                rows = [self._standing(row, with_team=False) for row in teams]
                blocks += self._table(
                    ("column.place", "column.team", "column.points", "column.games", "column.average"), rows
                )
        return Article((Headline(self._say("zine.tournaments")), *blocks) if blocks else ())

    def _standing(self, row: TournamentStanding, *, with_team: bool) -> tuple[str, ...]:
        who = standing_name(row, self.hobby.games, self.language)
        team = (row.team,) if with_team else ()
        points = mixed_number(row.points).strip()
        return (f"{row.place}", who, *team, points, f"{row.played}", decimal_text(row.average, self.language))

    # --- rankings

    def rankings(self) -> Article:
        """Players by their average in C-Diplo, powers by theirs, reliability."""
        blocks = [*self._players(), *self._powers(), *self._reliability()]
        return Article((Headline(self._say("zine.rankings")), *blocks) if blocks else ())

    def _players(self) -> Iterator[Block]:
        averages = {player: average_score(ones) for player, ones in self.hobby.results.items()}
        rows = [
            (
                f"{1 + sum(other > averages[player] for other in averages.values())}",
                self.name(player),
                f"{len(ones)}",
                f"{sum(any(power in one.ended.winners for power in one.powers) for one in ones)}",
                decimal_text(averages[player], self.language),
            )
            for player, ones in self.hobby.results.items()
        ]
        if rows:
            yield Headline(self._say("zine.by_player"), 2)
        yield from self._table(("column.place", "column.player", "column.games", "column.won", "column.c_diplo"), rows)

    def _powers(self) -> Iterator[Block]:
        records = self.hobby.powers
        for board in dict.fromkeys(one.board for one in records):
            yield Headline(self._say("zine.by_power", board=board), 2)
            rows = [self._record(one) for one in records if one.board == board]
            columns = ("column.power", "column.games", "column.won", "column.c_diplo", "column.best")
            has_best = any(one.best for one in records if one.board == board)
            yield from self._table(columns if has_best else columns[:-1], rows if has_best else [r[:-1] for r in rows])

    def _record(self, one: PowerRecord) -> tuple[str, ...]:
        game = next(game for game in self.hobby.over if game.settings.board == one.board)
        name = game.board.name_of(one.power, self.language)
        average = decimal_text(one.average, self.language)
        return name, f"{len(one.scores)}", f"{one.won}", average, self.name(one.best) if one.best else ""

    def _reliability(self) -> Iterator[Block]:
        rows = [
            (
                self.name(player),
                self._say("zine.percent", n=one.percent),
                f"{one.on_time}",
                f"{one.late}",
                f"{one.missed}",
            )
            for player, one in self.hobby.figures.items()
        ]
        if rows:
            yield Headline(self._say("zine.reliability"), 2)
        yield from self._table(
            ("column.player", "column.reliability", "column.on_time", "column.late", "column.missed"), rows
        )

    def name(self, player: Address) -> str:
        """Return how a player is named: as an organiser has it, else by seats: ``France (rome)``."""
        named, seats = self.hobby.who(player)
        told = [f"{self.hobby.games[game].board.name_of(power, self.language)} ({game})" for power, game in seats]
        more = ["…"] if len(told) > _MOST_SEATS else []
        return named or say(self.language, "words.comma").join([*told[:_MOST_SEATS], *more])


def _is_open(game: Summary) -> bool:
    """Whether somebody whom the master has not named may take a seat, or ask for one."""
    return game.settings.access.entry is not Entry.NAMED
