"""The words between the armour of a text that was signed in the open (RFC 9580 7)."""

import re

_BEGINS = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\n:]{1,40}:[^\n]*\n)*\n", re.MULTILINE)
_ENDS = "\n-----BEGIN PGP SIGNATURE-----"
_DASH = re.compile(r"^- (?=-)", re.MULTILINE)


def without_signature(text: str) -> str:
    """The signed words, their dashes as they were written; any other text as it is."""
    begins = _BEGINS.search(text)
    if begins is None:
        return text
    signed, _, _ = text[begins.end() :].partition(_ENDS)
    return _DASH.sub("", signed)
