"""A list of few games, made without the tables by which the store finds them."""

from collections.abc import Iterable

from judge.game.league import Excerpt, ListedGames, Summary, stage_of
from judge.game.names import Stage
from judge.game.settings import Address

LISTED = (Stage.OPENING, Stage.RUNNING, Stage.OVER)
"""The parts of a list; no list tells of practice."""


def listed(games: Iterable[Summary], reader: Address | None = None) -> ListedGames:
    """The only page of a list of games, for somebody who may have to do with those that are hidden."""
    shown = [game for game in games if not game.settings.access.hidden or reader in game.languages]
    openings, running, over = (tuple(game for game in shown if stage_of(game) is stage) for stage in LISTED)
    return ListedGames(Excerpt(openings), Excerpt(running), Excerpt(tuple(game.name for game in over)))
