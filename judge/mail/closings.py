"""Where a block of lines ends: at its own end word, or at any other that people write for one."""

import re

from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import verb_of

ANY = "any"
"""What a bare word for the end closes: whatever block is open."""

_LONGEST = 60
_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"\s*[<\[]?/([^\W_]+)[>\]]?\s*")
_ENDS = {"end_press": "press", "end_diary": "diary", "end_whatif": "whatif", "end_if": "if", "end_correct": "correct"}


def closing_of(line: str) -> str | None:
    """The kind of block that a line closes: its verb's, that of the words behind END, or ANY; None of other lines.

    ``ENDPRESS``, ``FIN DE PRESSE``, ``--- End of message ---``, ``[/press]``, ``Fin.``
    """
    key = verb_of(line)[0]
    return _ENDS.get(key or "") or _of_words(line)


def _of_words(line: str) -> str | None:
    if len(line) > _LONGEST:
        return None
    words = vocabulary().closing
    tag = _TAG.fullmatch(line)
    if tag:
        return words.get(fold(tag[1]))
    bare = [fold(word) for word in _WORD.findall(line)]
    kinds = [words.get(word) for word in bare if word not in vocabulary().fillers]
    what = [kind for kind in kinds if kind and kind != "end"]
    if not kinds or None in kinds or len(kinds) - len(what) != 1 or len(what) > 1:
        return None
    return what[0] if what else ANY if any(verb_of(word)[0] == "stop" for word in bare) else None


def key_of(line: str) -> str | None:
    """The verb of a line as a block of conditions reads it: any way to close one is its end word."""
    closes = closing_of(line)
    return "end_if" if closes == "if" else "end_any" if closes == ANY else verb_of(line)[0]
