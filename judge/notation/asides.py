"""Leaves out the words of a sentence that are beside it: asides, remarks in brackets, emphasis, excuses at its end."""

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.notation.lexicon import Lexicon
from judge.notation.sentence_roles import Role, SentenceWord
from judge.rules.board import Province

_ASIDE = re.compile(r"(?<=n),u+,(?=[mpshic])")
_EMPHASIS = re.compile(r"[,&b]N,n[i!]")
_GLOSS = re.compile(r"(?<=.)\((?!.\))[^()]*\)|(?<=[^n])\(.\)")
_TALKING = frozenset(
    {
        *(Role.UNKNOWN, Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.COMMA, Role.WITH, Role.CORRECTION),
        *(Role.REASON, Role.ITS_SUBJECT, Role.AND, Role.FROM, Role.TOWARDS),
    }
)
"""What is said in brackets beside an order and tells nothing of it."""
_REMARKING = frozenset(
    {
        *(Role.UNIT, Role.KIND, Role.IT, Role.ITS_SUBJECT, Role.TOWARDS, Role.WITH, Role.AND, Role.COMMA, Role.UNKNOWN),
        *(Role.SOMEBODY, Role.REPORT, Role.NATIONALITY, Role.SMALL, Role.SAME, Role.THERE, Role.MOVE, Role.SEND),
    }
)


def without_late_excuses(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words; one that puts right, with nothing named behind it, is strange: ``…, sorry for the delay``."""
    last = max((at for at, word in enumerate(words) if word.role in {Role.UNIT, Role.KIND, Role.IT}), default=-1)
    return [
        replace(word, role=Role.UNKNOWN) if word.role is Role.CORRECTION and at > last >= 0 else word
        for at, word in enumerate(words)
    ]


def without_emphasis(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words without a "no" in the middle behind which a unit stays: ``and no, Brest stays``."""
    letters = "".join(word.role.value for word in words if word.role is not Role.UNKNOWN)
    if not _EMPHASIS.search(letters):
        return words
    return [word for at, word in enumerate(words) if not (at and word.role is Role.NO)]


def without_asides(words: list[SentenceWord], own: set[Province]) -> list[SentenceWord]:
    """Return the words without strange ones between commas behind a unit: ``Paris, my dear, holds``."""
    letters = "".join(word.role.value for word in words)
    for found in reversed(list(_ASIDE.finditer(letters))):
        if any(spot.province in own for spot in words[found.start() - 1].spots):
            words = [*words[: found.start()], *words[found.end() :]]
    return words


def without_glosses(words: list[SentenceWord]) -> list[SentenceWord]:
    """Return the words without brackets behind others that name nothing and leave nothing open: ``(poor things)``."""
    letters = "".join(word.bracket or word.role.value for word in words)
    for found in reversed(list(_GLOSS.finditer(letters))):
        if is_gloss(words[found.start() + 1 : found.end() - 1]):
            words = [*words[: found.start()], *words[found.end() :]]
    return words


def is_gloss(words: Sequence[SentenceWord]) -> bool:
    """Return whether words in brackets are talk that leaves an order as it is: ``(sorry, France!!)``, ``(at last)``."""
    told = [word for word in words if word.role is not Role.SMALL]
    is_apology = any(word.role is not Role.CORRECTION for word in told)
    return not any(word.is_doubtful or word.role not in _TALKING for word in told) and (is_apology or not told)


def is_remark(words: Sequence[SentenceWord]) -> bool:
    """Return whether words in brackets give no order, and take none back: ``(towards Sevastopol)``."""
    return bool(words) and all(word.role in _REMARKING for word in words)


def without_remarks(words: Sequence[SentenceWord], lexicon: Lexicon) -> tuple[SentenceWord, ...]:
    """Return the words of a sentence without its remarks in brackets; nothing where it has none."""
    texts = [lexicon.tokens[word.start].text if word.end > word.start else "" for word in words]
    kept: list[SentenceWord] = []
    at = 0
    while at < len(words):
        end = texts.index(")", at) if texts[at] == "(" and ")" in texts[at:] else at
        inside = words[at + 1 : end]
        is_out = end > at and is_remark(inside) and any(word.role is Role.UNKNOWN for word in inside)
        kept.extend(() if is_out else words[at : end + 1])
        at = end + 1
    return tuple(kept) if len(kept) < len(words) else ()
