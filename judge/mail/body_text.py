"""The text of a letter from its MIME parts: what a reader would see, plain text where possible."""

import re
from collections.abc import Iterable, Iterator
from typing import TypeVar

from judge.mail.clearsigned import without_signature
from judge.mail.format_flowed import unflow
from judge.mail.html import VisibleText, plain_text, visible_text
from judge.mail.mime_parts import LONGEST_TEXT, MimeGroup, MimePart
from judge.mail.quoted_letters import is_quotation
from judge.mail.struck_out import is_struck, mark_struck_out

_P = TypeVar("_P", bound=MimePart | MimeGroup)

_NOT_FOR_READING = frozenset({"text/calendar", "text/x-amp-html", "text/css", "text/vcard", "text/x-vcard"})
_LONGEST_STUB = 400
_MOST_TEXT = 96 * 1024
"""Characters read of the texts of one letter that follow each other, or are alternatives."""
_MOST_HIDDEN = 100
"""Pieces of hidden text that are searched in the plain text."""

_STUB = re.compile(r"\bhtml\b", re.IGNORECASE)


def body_text(part: MimePart | MimeGroup) -> str:
    """The text of a part: of several alternatives the first plain one that has any text, else HTML.

    Parts that merely follow each other are read one after the other: some programs start a new part at every picture,
    and mailing lists append a part of their own.
    """
    match part:
        case MimePart():
            return "" if part.is_attachment else _text(part)
        case MimeGroup(is_choice=False, members=members):
            return "\n".join(_without_repetitions(body_text(member) for member in _within_limit(members)))
        case MimeGroup():
            return _chosen_alternative(part)


def _chosen_alternative(choice: MimeGroup) -> str:
    """The text of one alternative; HTML counts before plain text where it strikes out or hides words."""
    texts: list[str] = []
    for member in _within_limit(sorted(choice.members, key=lambda member: not _has_plain(member))):
        texts.append(body_text(member))
        if not _is_empty_or_stub(texts[-1]):
            return _unless_html_contradicts(texts[-1], choice) if _has_plain(member) else texts[-1]
    return "".join(texts[:1])


def _within_limit(parts: Iterable[_P]) -> Iterator[_P]:
    """The first part, then others as long as all together stay within the limit; later ones are not read."""
    looked_at = 0
    for part in parts:
        leaves = part.leaves if isinstance(part, MimeGroup) else (part,)
        size = sum(min(len(leaf.body), LONGEST_TEXT) for leaf in leaves if not leaf.is_attachment)
        if looked_at and looked_at + size > _MOST_TEXT:
            return
        yield part
        looked_at += size


def _unless_html_contradicts(plain: str, choice: MimeGroup) -> str:
    leaves = (leaf for leaf in choice.leaves if leaf.kind == "text/html" and not leaf.is_attachment)
    pages = (visible_text(leaf.text) for leaf in _within_limit(leaves))
    return next((page.text for page in pages if _contradicts(page, plain)), plain)


def _without_repetitions(texts: Iterable[str]) -> Iterator[str]:
    """The texts that add something to those before: some programs do not mark two parts as alternatives."""
    said: set[str] = set()
    for text in texts:
        lines = {line.strip() for line in text.split("\n")} - {""}
        if not lines <= said:
            yield text
        said |= lines


def _contradicts(page: VisibleText, plain: str) -> bool:
    """Whether the HTML strikes out or hides text that the plain text beside it, which can show neither, contains."""
    if _is_empty_or_stub(page.text):
        return False
    strikes = any(is_struck(line) and not is_quotation(line) for line in page.text.split("\n"))
    said = f" {' '.join(plain.split())} " if page.hidden else ""
    return strikes or any(f" {words} " in said for words in page.hidden[:_MOST_HIDDEN])


def _text(part: MimePart) -> str:
    if part.kind == "text/html":
        return plain_text(part.text)
    if part.kind in _NOT_FOR_READING:
        return ""
    text = part.text
    if part.headers.parameter("content-type", "format").lower() == "flowed":
        text = unflow(text, delete_space=part.headers.parameter("content-type", "delsp").lower() == "yes")
    return mark_struck_out(without_signature(text))


def _has_plain(part: MimePart | MimeGroup) -> bool:
    leaves = part.leaves if isinstance(part, MimeGroup) else (part,)
    return any(leaf.kind == "text/plain" and not leaf.is_attachment for leaf in leaves)


def _is_empty_or_stub(text: str) -> bool:
    """Whether a text is blank, or only says that the letter is in HTML."""
    return not text.strip() or (len(text) < _LONGEST_STUB and _STUB.search(text) is not None)
