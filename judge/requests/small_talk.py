"""Tells a sentence that happens to begin with a verb from a command that was written wrong."""

from collections.abc import Callable, Collection, Mapping
from difflib import get_close_matches

from judge.requests.game_names import game_name
from judge.requests.language_guess import is_small_word
from judge.requests.vocabulary import fold_case, value_of, vocabulary
from judge.requests.words import VerbLine, Word, verb_of, without_fillers

_SIMILARITY = 0.75
_MOST_WORDS_OF_QUESTION = 2
"""Words that a question about one game may have behind it, small ones left out: its name, and perhaps "please"."""

Talk = Callable[[VerbLine], bool]
"""Whether nothing behind a verb is what the verb could mean, so that its line is a sentence."""


def is_small_talk(verb: VerbLine, talk: Talk) -> bool:
    """Whether a line is a sentence: its verb not in capitals, and nothing behind it that the verb could take.

    ``State of the union: fine``, ``Watch out!``, ``Why not?``, ``Vote of thanks to the judge``.
    """
    return bool(verb.words) and not verb.text[: verb.words[0].start].isupper() and talk(verb)


def names_no_game(verb: VerbLine) -> bool:
    """Nothing, or one name of a game as it must be written, may stand behind the verb."""
    bare = [word for word in without_fillers(verb.words) if word.text.strip(":") and not verb_of(word.text)[0]]
    if not bare:
        return False
    return len(_said(verb)) > _MOST_WORDS_OF_QUESTION or game_name(bare[0].text.rstrip("?.")) is None


def names_no_past(verb: VerbLine) -> bool:
    """A name of a game, or a date or a phase, may stand behind the verb."""
    return not any(letter.isdigit() for word in verb.words for letter in word.text) and names_no_game(verb)


def opens_nothing(verb: VerbLine) -> bool:
    """Behind the name of a game settings or a preset may stand."""
    words = _said(verb)
    return bool(words[2:]) and not _any_similar(words[1:], {**vocabulary().settings, **vocabulary().presets})


def sets_nothing(verb: VerbLine) -> bool:
    """A setting, or another verb, may stand behind the verb."""
    words = _said(verb)
    return not _any_similar(words, vocabulary().settings) and verb_of(words[0].text if words else "")[0] is None


def votes_nothing(verb: VerbLine) -> bool:
    """A motion, or the word for all, may stand behind the verb."""
    words = _said(verb)
    return not _any_similar(words, vocabulary().motions) and value_of(words[0].text if words else "") != "all"


def asks_nothing(verb: VerbLine) -> bool:
    """Anything but small words may stand behind the verb."""
    return all(is_small_word(word.text) for word in _said(verb))


def _said(verb: VerbLine) -> tuple[Word, ...]:
    """The words behind a verb without small ones and without the signs around them."""
    stripped = (Word(word.text.strip(":.,!?…"), word.start) for word in without_fillers(verb.words))
    return tuple(word for word in stripped if word.text)


def _any_similar(words: Collection[Word], known: Mapping[str, object]) -> bool:
    return any(get_close_matches(fold_case(word.text), known, 1, _SIMILARITY) for word in words)
