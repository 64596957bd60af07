"""Recognises the end of a block of lines: its own end word, or any other that people write for one."""

import re

from judge.requests.vocabulary import fold_case, vocabulary
from judge.requests.words import verb_of

ANY_BLOCK = "any"
"""A bare word for the end closes whatever block is open."""

_LONGEST = 60
_WORD = re.compile(r"[^\W_]+")
_TAG = re.compile(r"\s*[<\[]?/([^\W_]+)[>\]]?\s*")
_ENDS = {"end_press": "press", "end_diary": "diary", "end_whatif": "whatif", "end_if": "if", "end_correct": "correct"}


def block_ended_by(line: str) -> str | None:
    """The kind of block that a line closes, by its verb or by the words behind END; ANY_BLOCK; None for other lines.

    ``ENDPRESS``, ``FIN DE PRESSE``, ``--- End of message ---``, ``[/press]``, ``Fin.``
    """
    key = verb_of(line)[0]
    return _ENDS.get(key or "") or _block_named(line)


def _block_named(line: str) -> str | None:
    if len(line) > _LONGEST:
        return None
    words = vocabulary().closing
    tag = _TAG.fullmatch(line)
    if tag:
        return words.get(fold_case(tag[1]))
    bare = [fold_case(word) for word in _WORD.findall(line)]
    kinds = [words.get(word) for word in bare if word not in vocabulary().fillers]
    what = [kind for kind in kinds if kind and kind != "end"]
    if not kinds or None in kinds or len(kinds) - len(what) != 1 or len(what) > 1:
        return None
    return what[0] if what else ANY_BLOCK if any(verb_of(word)[0] == "stop" for word in bare) else None


def verb_or_block_end(line: str) -> str | None:
    """The verb of a line for conditional blocks: any way to close one counts as its end word."""
    closes = block_ended_by(line)
    return "end_if" if closes == "if" else "end_any" if closes == ANY_BLOCK else verb_of(line)[0]
