"""Which of the parts of a letter are its words: those a reader would see, plain where it can be."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from judge.mail.clearsigned import without_signature
from judge.mail.flowed import unflow
from judge.mail.html import Seen, plain_text, seen_text
from judge.mail.oldmail import is_quoted
from judge.mail.parts import LONGEST_TEXT, Group, Part
from judge.mail.struck import is_struck, mark_plain

_P = TypeVar("_P", bound=Part | Group)

_NOT_FOR_READING = frozenset({"text/calendar", "text/x-amp-html", "text/css", "text/vcard", "text/x-vcard"})
_LONGEST_STUB = 400
_MOST_TEXT = 96 * 1024
"""Characters looked at of the texts of one letter that follow each other, or say the same in several ways."""
_MOST_HIDDEN = 100
"""Pieces of hidden text that are looked for in the plain text."""

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
            return "\n".join(_unlike_each_other(words_of(member) for member in _looked_at(members)))
        case Group():
            return _chosen(part)


def _chosen(choice: Group) -> str:
    """The text of one member; the page beside a plain text counts for it where the plain text leaves something out."""
    texts: list[str] = []
    for member in _looked_at(sorted(choice.members, key=lambda member: not _has_plain(member))):
        texts.append(words_of(member))
        if not _says_nothing(texts[-1]):
            return _unless_taken_back(texts[-1], choice) if _has_plain(member) else texts[-1]
    return "".join(texts[:1])


def _looked_at(parts: Iterable[_P]) -> Iterator[_P]:
    """The first part, then others as long as all have no more text than is looked at; what lies behind is not read."""
    looked_at = 0
    for part in parts:
        leaves = part.leaves if isinstance(part, Group) else (part,)
        size = sum(min(len(leaf.body), LONGEST_TEXT) for leaf in leaves if not leaf.is_attachment)
        if looked_at and looked_at + size > _MOST_TEXT:
            return
        yield part
        looked_at += size


def _unless_taken_back(plain: str, choice: Group) -> str:
    leaves = (leaf for leaf in choice.leaves if leaf.kind == "text/html" and not leaf.is_attachment)
    pages = (seen_text(leaf.text) for leaf in _looked_at(leaves))
    return next((page.text for page in pages if _takes_back(page, plain)), plain)


def _unlike_each_other(texts: Iterable[str]) -> Iterator[str]:
    """The texts that say something the ones before do not: some programs do not say that two are a choice."""
    said: set[str] = set()
    for text in texts:
        lines = {line.strip() for line in text.split("\n")} - {""}
        if not lines <= said:
            yield text
        said |= lines


def _takes_back(page: Seen, plain: str) -> bool:
    """Whether a page strikes out or hides what the plain text beside it, which can tell neither, says."""
    if _says_nothing(page.text):
        return False
    strikes = any(is_struck(line) and not is_quoted(line) for line in page.text.split("\n"))
    said = f" {' '.join(plain.split())} " if page.hidden else ""
    return strikes or any(f" {words} " in said for words in page.hidden[:_MOST_HIDDEN])


def _text(part: Part) -> str:
    if part.kind == "text/html":
        return plain_text(part.text)
    if part.kind in _NOT_FOR_READING:
        return ""
    text = part.text
    if part.headers.parameter("content-type", "format").lower() == "flowed":
        text = unflow(text, delete_space=part.headers.parameter("content-type", "delsp").lower() == "yes")
    return mark_plain(without_signature(text))


def _has_plain(part: Part | Group) -> bool:
    leaves = part.leaves if isinstance(part, Group) else (part,)
    return any(leaf.kind == "text/plain" and not leaf.is_attachment for leaf in leaves)


def _says_nothing(text: str) -> bool:
    """Whether a text is blank, or only tells that the words are in HTML."""
    return not text.strip() or (len(text) < _LONGEST_STUB and _STUB.search(text) is not None)
