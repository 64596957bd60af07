"""Words about clockwork players: who they are, what a practice game is called."""

from judge.game.clockwork.messages import PlayingStrength
from judge.game.clockwork.players import clockwork_players
from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.layout import hanging_indent
from judge.reports.names import names_of_powers
from judge.requests.vocabulary import written_value


def practice_word(language: Language) -> str:
    """Return the word with which the names of practice games begin; it may stand in an address."""
    return say(language, "clockwork.game")


def strength_word(strength: PlayingStrength | None, language: Language) -> str:
    """Return how well a clockwork player plays, as one writes it in a letter; empty for None."""
    return written_value(strength.value, language) if strength else ""


def clockwork_player_lines(game: Game, language: Language) -> tuple[str, ...]:
    """Return the powers that clockwork players play, a line for each with its strength; empty for none."""
    playing = clockwork_players(game)
    names = {power: name for power, name in names_of_powers(game.board, language).items() if power in playing}
    width = 4 + max(map(len, names.values()), default=0)
    return tuple(
        hanging_indent(f"  {name}", [say(language, f"clockwork.{playing[power].value}")], width)
        for power, name in names.items()
    )
