"""The languages of the shell's pictures and plays, and the one of a terminal."""

from collections.abc import Mapping

from judge.game.settings import Language

LANGUAGES: Mapping[str, Language] = {"en": "en", "fr": "fr"}
"""The values of an option ``--language``."""


def terminal_language(environ: Mapping[str, str]) -> Language:
    """Return the language of a terminal (POSIX, XBD 8.2: LC_ALL goes first); English where it is none of ours."""
    wanted = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environ.get(name))), "")
    return LANGUAGES.get(wanted[:2].lower(), "en")
