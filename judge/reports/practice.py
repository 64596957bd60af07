"""Words about clockwork players: who they are, what a practice game is called."""

from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.layout import hanging_indent


def practice_word(language: Language) -> str:
    """Return the word with which the names of practice games begin; it may stand in an address."""
    return say(language, "clockwork.game")


def clockwork_players(game: Game, language: Language) -> tuple[str, ...]:
    """Return the powers that clockwork players play, a line for each with its strength; empty for none."""
    names = {power: game.board.powers[power][language] for power in game.clockwork}
    width = 4 + max(map(len, names.values()), default=0)
    return tuple(
        hanging_indent(f"  {names[power]}", [say(language, f"clockwork.{strength.value}")], width)
        for power, strength in game.clockwork.items()
    )
