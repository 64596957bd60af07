"""Character references of HTML, such as ``&eacute;`` or ``&#233;``, written out."""

import re
from html import unescape

_NOUGHTS = re.compile(r"(?:(?<=&#)|(?<=&#[xX]))0+(?=[0-9])")
_TOO_LARGE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,});?")
"""Unicode ends at seven digits; the library would read numbers of thousands, and raise."""


def written_out(text: str) -> str:
    """The text with every reference as what it stands for; one to no character is U+FFFD, as browsers show it."""
    return unescape(_TOO_LARGE.sub("\N{REPLACEMENT CHARACTER}", _NOUGHTS.sub("", text)))
