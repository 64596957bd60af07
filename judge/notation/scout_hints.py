"""Suggests orders to scouts that would work."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from judge.rules.adjustments import distances_from
from judge.rules.board import Board, Province
from judge.rules.war.errands import Enlist, Investigate, Sabotage, ScoutOrder, SpyQuickly, SpySlowly, Travel
from judge.rules.war.scouts import LONGEST_TRAVEL

_MOST = 3


@dataclass(frozen=True)
class ScoutHints:
    """The material of hints for scouts: the board, the scouts, the enemies in sight, the centres for recruiting."""

    board: Board
    posts: tuple[Province, ...]
    enemies: frozenset[Province] = frozenset()
    centres: tuple[Province, ...] = ()

    def like(self, posts: Sequence[Province], does: Sequence[str], target: Province | None) -> tuple[ScoutOrder, ...]:
        """Return a few orders of those kinds to scouts at these posts, for that region if possible.

        Of any kind if ``does`` is empty.
        """
        meant = (errand for at in posts for kind in does for errand in self._errands(at, kind, target))
        steps = ([Travel(at, region) for region in self._near(at)] for at in posts)
        found = (*meant, *(step for turn in zip_longest(*steps) for step in turn if step))
        return tuple(dict.fromkeys(found))[:_MOST]

    def instead(self, errand: ScoutOrder) -> tuple[ScoutOrder, ...]:
        """Return a few orders that may succeed in place of one that cannot."""
        match errand:
            case Travel(at, to) | SpySlowly(at, to) | SpyQuickly(at, to):
                return tuple(Travel(at, way) for way in self._towards(at, to)[:_MOST])
            case Enlist(at):
                return tuple(one for one in self.recruits() if one.at != at)
            case _:
                return ()

    def _towards(self, at: Province, to: Province) -> list[Province]:
        """Where the scout can go that is nearest to a region."""
        away = distances_from(self.board, [to])
        within = [region for region, far in distances_from(self.board, [at]).items() if 0 < far <= LONGEST_TRAVEL]
        return sorted(within, key=lambda region: (away.get(region, len(away)), region))

    def recruits(self) -> tuple[ScoutOrder, ...]:
        """Return a few orders to recruit a scout."""
        return tuple(Enlist(centre) for centre in self.centres[:_MOST])

    def may(self, errand: ScoutOrder) -> bool:
        """Return whether the target is in the scout's reach."""
        match errand:
            case Travel(at, to):
                return self._away(at, to) <= LONGEST_TRAVEL
            case SpySlowly(at, target) | SpyQuickly(at, target):
                return self._away(at, target) <= 1
            case _:
                return True

    def _errands(self, at: Province, kind: str, target: Province | None) -> Iterator[ScoutOrder]:
        """Those of one kind, for the wanted region if it can be reached, else where the reader sees an enemy."""
        met = [region for region in (at, *self._near(at)) if region in self.enemies]
        whom = target if target in met else next(iter(met), None)
        if target and kind == "travel" and 0 < self._away(at, target) <= LONGEST_TRAVEL:
            yield Travel(at, target)
        if whom and kind in {"spy_slowly", ""}:
            yield SpySlowly(at, whom)
        if whom and kind in {"spy_quickly", ""}:
            yield SpyQuickly(at, whom)
        if at in self.enemies and kind in {"sabotage", ""}:
            yield Sabotage(at)
        if kind == "investigate":
            yield Investigate(at)

    def _near(self, at: Province) -> list[Province]:
        """The regions next door, those of enemies first."""
        near = [region for region, away in distances_from(self.board, [at]).items() if away == 1]
        return sorted(near, key=lambda region: (region not in self.enemies, region))

    def _away(self, at: Province, to: Province) -> int:
        return distances_from(self.board, [at]).get(to, LONGEST_TRAVEL + 1)
