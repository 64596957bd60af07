"""The alias map of a judge that shares its address with others: what Postfix hands to it by the name of a game."""

from collections.abc import Iterable

from judge.game.settings import GameName
from judge.mail.identity import game_address


def alias_map(shared: str, own: str, games: Iterable[GameName]) -> str:
    """The text of a map (virtual(5)): a line for each game, its shared address, then the judge's own for it.

    It names hidden games, so nobody else may read it.
    """
    return "".join(f"{game_address(shared, game)} {game_address(own, game)}\n" for game in games)
