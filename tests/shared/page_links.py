"""The links of a page: the letters that they begin (RFC 6068)."""

import re
from html import unescape
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

MOST_OF_A_LINK = 2000
"""Characters of an address that every mail program and browser takes; some take no more than 2,048 or 2,083."""


class Link(NamedTuple):
    """A link: its words, and the letter that it begins; ``href`` as it stands in the page."""

    words: str
    to: str
    subject: str
    text: str
    href: str


def links(page: str) -> list[Link]:
    """The links of a page, read as RFC 6068 has it."""
    return [_read(unescape(href), unescape(words)) for href, words in re.findall(r'<a href="(.*?)">(.*?)</a>', page)]


def _read(href: str, words: str) -> Link:
    address = urlsplit(href)
    assert address.scheme == "mailto"
    assert len(href) <= MOST_OF_A_LINK
    assert href.isascii()
    assert "+" not in href  # which some mail programs take for a space
    fields = dict(field.split("=", 1) for field in address.query.split("&"))
    assert [*fields] == ["subject", "body"]
    to, subject, text = map(unquote, (address.path, fields["subject"], fields["body"]))
    return Link(words.replace("\u00a0", " "), to, subject, text, href)
