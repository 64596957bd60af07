"""Which of the parts of a letter are its words: those a reader would see, plain where it can be."""

import re
from collections.abc import Iterable, Iterator

from judge.mail.clearsigned import without_signature
from judge.mail.flowed import unflow
from judge.mail.html import plain_text
from judge.mail.parts import Group, Part

_NOT_FOR_READING = frozenset({"text/calendar", "text/x-amp-html", "text/css", "text/vcard", "text/x-vcard"})
_LONGEST_STUB = 400
_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)


def words_of(part: Part | Group) -> str:
    """The text of a part: of several ways to say the same the first plain one that says something, else HTML.

    Parts that merely follow each other are read one after the other: some programs part a letter at every picture,
    and mailing lists hang a part of their own below it.
    """
    match part:
        case Part():
            return "" if part.is_attachment else _text(part)
        case Group(is_choice=False, members=members):
            return "\n".join(_unlike_each_other(words_of(member) for member in members))
        case Group(members=members):
            plain_first = sorted(members, key=lambda member: not _has_plain(member))
            texts = [words_of(member) for member in plain_first]
            return next((text for text in texts if not _says_nothing(text)), "".join(texts[:1]))


def _unlike_each_other(texts: Iterable[str]) -> Iterator[str]:
    """The texts that say something the ones before do not: some programs do not say that two are a choice."""
    said: set[str] = set()
    for text in texts:
        lines = {line.strip() for line in text.split("\n")} - {""}
        if not lines <= said:
            yield text
        said |= lines


def _text(part: Part) -> str:
    if part.kind == "text/html":
        return plain_text(part.text)
    if part.kind in _NOT_FOR_READING:
        return ""
    text = part.text
    if part.headers.parameter("content-type", "format").lower() == "flowed":
        text = unflow(text, delete_space=part.headers.parameter("content-type", "delsp").lower() == "yes")
    return without_signature(text)


def _has_plain(part: Part | Group) -> bool:
    leaves = part.leaves if isinstance(part, Group) else (part,)
    return any(leaf.kind == "text/plain" and not leaf.is_attachment for leaf in leaves)


def _says_nothing(text: str) -> bool:
    """Whether a text is blank, or only tells that the words are in HTML."""
    return not text.strip() or (len(text) < _LONGEST_STUB and _STUB.search(text) is not None)
