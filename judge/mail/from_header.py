"""The one address of a From header, or None.

``email.utils.parseaddr`` answers ``alice@example.org`` for ``alice@example.org <mallory@example.net>``; an address that
decides who may order must be the only one there.
"""

import re

from judge.mail.headers import LONGEST_HEADER, clean

_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"?')
_COMMENT = re.compile(r"\([^()]*\)")
_ANGLE = re.compile(r"<([^<>]*)>")
_ATOM = r"[^\s<>()\[\]\\,;:@\"?\x00-\x20\x7f-\x9f\ud800-\udfff]"  # no "?", for encoded words hide behind it
_ADDRESS = re.compile(f"{_ATOM}{{1,64}}@{_ATOM}{{1,189}}")


def is_address(text: str) -> bool:
    """Whether a text is one plain mail address, without quotes or spaces (RFC 5322 3.4.1, dot-atom)."""
    return _ADDRESS.fullmatch(text) is not None


def single_from_address(values: tuple[str, ...]) -> str | None:
    """The address of the From headers of a letter in lower case; None unless there is exactly one.

    An address that stands unquoted in a display name counts too, unless it is the same.
    """
    if len(values) != 1:
        return None
    plain = _without_comments(_QUOTED.sub(" ", values[0][:LONGEST_HEADER]))
    in_angles = _ANGLE.findall(plain)
    around = _ANGLE.sub(" ", plain)
    bare = [word for word in re.split(r"[\s,;]+", around) if "@" in word]
    found = {clean(address).lower() for address in [*in_angles, *bare]}
    address = found.pop() if len(found) == 1 else ""
    return address if is_address(address) else None


def _without_comments(text: str) -> str:
    """The text without its comments, nested ones up to a depth no person writes."""
    for _ in range(3):
        text = _COMMENT.sub(" ", text)
    return text
