"""The scouts of one reader, and orders to them that would work; suggestions alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from judge.rules.board import Board, Province
from judge.rules.disorder import distances_from
from judge.rules.errands import Commission, Enlist, Investigate, Sabotage, SpyQuickly, SpySlowly, Travel
from judge.rules.scouts import STRIDE

_MOST = 3


@dataclass(frozen=True)
class Outposts:
    """Where a reader's scouts are, where the enemy units stand that the reader sees, where scouts may be recruited."""

    board: Board
    posts: tuple[Province, ...]
    enemies: frozenset[Province] = frozenset()
    centres: tuple[Province, ...] = ()

    def like(self, posts: Sequence[Province], does: Sequence[str], target: Province | None) -> tuple[Commission, ...]:
        """A few orders of those kinds to scouts at these posts, for that region if they can; of no kind, of any."""
        meant = (errand for at in posts for kind in does for errand in self._errands(at, kind, target))
        steps = ([Travel(at, region) for region in self._near(at)] for at in posts)
        found = (*meant, *(step for turn in zip_longest(*steps) for step in turn if step))
        return tuple(dict.fromkeys(found))[:_MOST]

    def instead(self, errand: Commission) -> tuple[Commission, ...]:
        """A few errands that may come to something, in the place of one that will not."""
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
        within = [region for region, far in distances_from(self.board, [at]).items() if 0 < far <= STRIDE]
        return sorted(within, key=lambda region: (away.get(region, len(away)), region))

    def recruits(self) -> tuple[Commission, ...]:
        """Where a scout may be recruited."""
        return tuple(Enlist(centre) for centre in self.centres[:_MOST])

    def may(self, errand: Commission) -> bool:
        """Whether the scout can go so far, as far as anybody can tell."""
        match errand:
            case Travel(at, to):
                return self._away(at, to) <= STRIDE
            case SpySlowly(at, target) | SpyQuickly(at, target):
                return self._away(at, target) <= 1
            case _:
                return True

    def _errands(self, at: Province, kind: str, target: Province | None) -> Iterator[Commission]:
        """Those of one kind, for the wanted region if it can be reached, else where the reader sees an enemy."""
        met = [region for region in (at, *self._near(at)) if region in self.enemies]
        whom = target if target in met else next(iter(met), None)
        if target and kind == "travel" and 0 < self._away(at, target) <= STRIDE:
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
        return distances_from(self.board, [at]).get(to, STRIDE + 1)
