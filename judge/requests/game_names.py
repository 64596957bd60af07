"""Names of games: which words can be one."""

import re

from judge.game.settings import GameName

CONFIRMATION_WORD, BOUNCE_WORD = "ok", "bounce"
"""What stands in the place of a game in the judge's addresses for confirmations and for bounces; no game has it."""

GAME_NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
"""What a game may be called: the name stands in addresses, folder names and subjects."""


def game_name(word: str) -> GameName | None:
    """A word as the name of a game; None when no game may be called so."""
    name = word.lower()
    return GameName(name) if GAME_NAME.fullmatch(name) and name not in {CONFIRMATION_WORD, BOUNCE_WORD} else None
