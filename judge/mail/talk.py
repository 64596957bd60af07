"""Tells a sentence that happens to begin with a verb from a command that was written wrong."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches

from judge.mail.addresses import game_name
from judge.mail.tongue import is_small
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word, verb_of, without_fillers

_NEAR = 0.75
_NAMED = 2
"""Words that a question of one game may have behind it, small ones left out: its name, and perhaps "please"."""


def is_talk(line: str, key: str, rest: tuple[Word, ...]) -> bool:
    """Whether a line is a sentence: its verb not in capitals, and nothing behind it that the verb could mean.

    ``State of the union: fine``, ``Watch out!``, ``Why not?``, ``Vote of thanks to the judge``.
    """
    words = tuple(bare for word in without_fillers(rest) if (bare := Word(word.text.strip(":.,!?…"), word.start)).text)
    if not rest or line[: rest[0].start].isupper():
        return False
    match key:
        case "status" | "terms" | "summary" | "history" | "record" | "watch" | "unwatch":
            return not _may_name_a_game(key, rest, words)
        case "open":
            return bool(words[2:]) and not _any_near(words[1:], {**vocabulary().settings, **vocabulary().presets})
        case "set":
            return not _any_near(words, vocabulary().settings) and verb_of(words[0].text if words else "")[0] is None
        case "vote" | "unvote":
            return not _any_near(words, vocabulary().motions) and value_of(words[0].text if words else "") != "all"
        case "why":
            return all(is_small(word.text) for word in words)
        case _:
            return False


def _may_name_a_game(key: str, rest: tuple[Word, ...], words: tuple[Word, ...]) -> bool:
    """One name of a game, as it must be written, behind the verb; behind HISTORY, a date or a phase as well."""
    if key == "history" and any(character.isdigit() for word in rest for character in word.text):
        return True
    bare = [word for word in without_fillers(rest) if word.text.strip(":") and not verb_of(word.text)[0]]
    return not bare or (len(words) <= _NAMED and game_name(bare[0].text.rstrip("?.")) is not None)


def _any_near(words: Collection[Word], known: Mapping[str, object]) -> bool:
    return any(get_close_matches(fold(word.text), known, 1, _NEAR) for word in words)
