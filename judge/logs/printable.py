"""Text as a terminal, or a log, may show it: no sign in it moves the cursor, hides others, or turns their order."""

import unicodedata

_JOINERS = frozenset("\u200c\u200d")
"""Signs that join letters of some scripts, and the parts of an emoji."""

_MEANT = frozenset("\n\t") | _JOINERS

_FORMATS = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Control signs, those that format (among them all that turn the order of others), halves of signs, line ends."""


def printable(text: str) -> str:
    r"""The text with every control and formatting sign as ``\u202e`` is written, but for line ends and tabs.

    What strangers, relays and files have written reaches terminals and logs; a bare ESC there sets colours and titles,
    a sign that turns the order makes a line say something else. As JSON the text means the same as before.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(map(_shown, text))


def printable_line(text: str) -> str:
    """The same on one line: a line end is written as such a sign, too."""
    return printable(text).replace("\n", "\\u000a")


def _shown(sign: str) -> str:
    if sign.isprintable() or sign in _MEANT or unicodedata.category(sign) not in _FORMATS:
        return sign
    units = sign.encode("utf-16-be", "surrogatepass").hex()
    return "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
