"""Resolves HTML character references such as ``&eacute;`` or ``&#233;``."""

import re
from html import unescape

_LEADING_ZEROS = re.compile(r"(?:(?<=&#)|(?<=&#[xX]))0+(?=[0-9])")
_TOO_LARGE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,});?")
"""Unicode ends at seven digits; the library would read numbers of thousands of digits, and raise."""


def resolve_references(text: str) -> str:
    """The text with every reference resolved; one to no character is U+FFFD, as browsers show it."""
    return unescape(_TOO_LARGE.sub("\N{REPLACEMENT CHARACTER}", _LEADING_ZEROS.sub("", text)))
