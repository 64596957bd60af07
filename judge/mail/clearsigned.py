"""The text inside a PGP cleartext signature (RFC 9580 7)."""

import re

_BEGINS = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\n:]{1,40}:[^\n]*\n)*\n", re.MULTILINE)
_ENDS = "\n-----BEGIN PGP SIGNATURE-----"
_DASH = re.compile(r"^- (?=-)", re.MULTILINE)


def without_signature(text: str) -> str:
    """The signed text with its dash-escaping undone; any other text unchanged."""
    begins = _BEGINS.search(text)
    if begins is None:
        return text
    signed, _, _ = text[begins.end() :].partition(_ENDS)
    return _DASH.sub("", signed)
