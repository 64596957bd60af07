"""Decodes bytes to text, whatever charset they are labelled with; the same bytes always give the same text."""

import codecs
import re

_MISSPELT = {
    "ks_c_5601-1987": "cp949",
    "x-gbk": "gb18030",
    "x-sjis": "cp932",
    "x-mac-roman": "mac-roman",
    "iso-8859-8-i": "iso8859-8",
    "unicode-1-1-utf-7": "utf-7",
}
_MEANT = {
    # the charset of the label, and the larger one mail programs mean by it
    "ascii": "utf-8",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "euc_kr": "cp949",
    "shift_jis": "cp932",
    # no charsets of mail, and slow ones among them
    "idna": "utf-8",
    "punycode": "utf-8",
    "undefined": "utf-8",
    "unicode-escape": "utf-8",
    "raw-unicode-escape": "utf-8",
}
_LATIN = frozenset({"cp1252", "iso8859-15", "mac-roman"})
_LABEL = re.compile(r"[A-Za-z0-9][A-Za-z0-9_:+-]{0,39}")


def decode(raw: bytes, label: str) -> str:
    """The text of some bytes: by the labelled charset where it fits, else as UTF-8, else as Windows-1252."""
    for charset in (_plausible_codec(raw, _codec_of_label(label)), "utf-8"):
        try:
            return raw.decode(charset).removeprefix("\ufeff")
        except (UnicodeError, LookupError):  # rot13 and its like are no charsets and say so with a LookupError
            continue
    return raw.decode("cp1252", "replace")


def _plausible_codec(raw: bytes, charset: str) -> str:
    """The codec, unless the bytes contradict it: valid UTF-8 is never Latin, UTF-16 contains null bytes."""
    belied = (charset in _LATIN and _is_utf_8(raw)) or (charset.startswith("utf-16") and b"\0" not in raw)
    return "utf-8" if belied else charset


def _is_utf_8(raw: bytes) -> bool:
    try:
        return not raw.isascii() and bool(raw.decode("utf-8"))
    except UnicodeDecodeError:
        return False


def _codec_of_label(label: str) -> str:
    """The codec to try first for the label of a charset."""
    name = label.strip().strip("\"'").lower()
    if not _LABEL.fullmatch(name):
        return "utf-8"
    try:
        codec = codecs.lookup(_MISSPELT.get(name, name)).name
    except LookupError:
        return "utf-8"
    return _MEANT.get(codec, codec)
