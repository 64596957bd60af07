"""What an issue tells beside its games: who is sought, tournaments, rankings, reliability."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from judge.game.figures import Figures, total_figures
from judge.game.league import RECORD_SCORING, Result, Tournament, average_score, public_games, results_by_player
from judge.game.listing import Need, Stage, need_of, stage_of
from judge.game.phases.endings import scores_of
from judge.game.settings import Address, GameName
from judge.game.summary import Summary
from judge.rules.board import Power


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
