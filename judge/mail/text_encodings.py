"""Undoes the encodings of text, and sets apart what is struck out.

In plain text words are struck out by ``~~`` on both sides, or by a combining stroke over each letter.
"""

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache
from html import unescape

# --- undoes the encodings of text: charsets, HTML references, lines broken for display, PGP cleartext


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
    """The text of bytes, always the same one: by their label where it fits, else line by line.

    A letter may be put together from pieces of two encodings: a line is UTF-8 wherever it can be, else of the Latin
    charset that the label names, else Windows-1252.
    """
    codec = _codec_of_label(label)
    is_belied = codec in _LATIN or (codec.startswith("utf-16") and b"\0" not in raw)
    try:
        return raw.decode("utf-8" if is_belied else codec).removeprefix("\ufeff")
    except (UnicodeError, LookupError):  # rot13 and its like are no charsets and say so with a LookupError
        latin = codec if codec in _LATIN else "cp1252"
        return b"\n".join(_as_utf_8(line, latin) for line in raw.split(b"\n")).decode().removeprefix("\ufeff")


def _as_utf_8(line: bytes, latin: str) -> bytes:
    """The bytes of a line as UTF-8: themselves, or what they are in a Latin charset."""
    try:
        line.decode()
    except UnicodeDecodeError:
        return line.decode(latin, "replace").encode()
    return line


@lru_cache
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


_LEADING_ZEROS = re.compile(r"(?:(?<=&#)|(?<=&#[xX]))0+(?=[0-9])")
_TOO_LARGE = re.compile(r"&#(?:[0-9]{8,}|[xX][0-9A-Fa-f]{8,});?")
"""Unicode ends at seven digits; the library would read numbers of thousands of digits, and raise."""


def resolve_references(text: str) -> str:
    """The text with every reference resolved; one to no character is U+FFFD, as browsers show it."""
    return unescape(_TOO_LARGE.sub("\N{REPLACEMENT CHARACTER}", _LEADING_ZEROS.sub("", text)))


_DEPTH = re.compile(r">*")
_SIGNATURE = "-- "
_NARROWEST = 40
"""Characters; no mail program breaks lines for display at less."""

_GOES_ON = re.compile(r"[^\W\d_]{2}")


def unflow(text: str, *, delete_space: bool) -> str:
    """Text of ``format=flowed`` (RFC 3676) with its soft line breaks undone; quoted lines keep their marks as ``> ``.

    ``delete_space`` is the DelSp parameter: the space that marks a soft break is then not part of the text, so no
    writer has typed it, and every such line continues. Without it, people sometimes leave a space at the end of a line
    of their own: a short line then continues only where the next line goes on in the middle of a sentence.
    """
    lines: list[str] = []
    open_depth: int | None = None
    above = ""
    for line in text.split("\n"):
        depth, words = _split_quote_marks(line)
        flows = words.endswith(" ") and words != _SIGNATURE
        broken = delete_space or _was_broken_for_width(above, words) or _continues_sentence(words)
        above = words
        if flows and delete_space:
            words = words[:-1]
        if open_depth == depth and words not in {_SIGNATURE, ""} and broken:
            lines[-1] += words
        else:
            lines.append(">" * depth + (" " if depth else "") + words)
        open_depth = depth if flows else None
    return "\n".join(lines)


def _was_broken_for_width(line: str, next_line: str) -> bool:
    """Whether a mail program had to break the line for its width; else the writer typed the space at its end."""
    return len(line) + len(next_line.partition(" ")[0]) >= _NARROWEST


def _continues_sentence(words: str) -> bool:
    """Whether a line begins in the middle of a sentence: with a word of two letters or more in lower case."""
    return _GOES_ON.match(words) is not None and words[:2].islower()


def _split_quote_marks(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and the line without the marks and the space stuffed before it."""
    marks = _DEPTH.match(line)
    depth = marks.end() if marks else 0
    return depth, line[depth:].removeprefix(" ")


_PGP_BEGINS = re.compile(r"^-----BEGIN PGP SIGNED MESSAGE-----\n(?:[^\n:]{1,40}:[^\n]*\n)*\n", re.MULTILINE)
_PGP_ENDS = "\n-----BEGIN PGP SIGNATURE-----"
_PGP_DASH = re.compile(r"^- (?=-)", re.MULTILINE)


def without_signature(text: str) -> str:
    """The text of a PGP cleartext signature (RFC 9580 7) with its dash-escaping undone; any other text unchanged."""
    begins = _PGP_BEGINS.search(text)
    if begins is None:
        return text
    signed, _, _ = text[begins.end() :].partition(_PGP_ENDS)
    return _PGP_DASH.sub("", signed)


# --- struck out words: marked while a letter is read, then separated from the words that count


STRUCK_BEGIN, STRUCK_END = "\x0e", "\x0f"
"""Stand around struck words until the letter is read; no text that comes in bears either (body_text.py)."""

_MARKS = str.maketrans({STRUCK_BEGIN: None, STRUCK_END: None})
_STROKES = "\u0335\u0336\u0337\u0338"
_OVERLAID = re.compile(
    rf"[^\s{_STROKES}][{_STROKES}](?:[\s{_STROKES}]{{0,9}}[^\s{_STROKES}][{_STROKES}])+[{_STROKES}]{{0,9}}"
)
_BETWEEN_TILDES = re.compile(r"(?<![~\w])~~(?=[^\s~])([^~\n]+)(?<=\S)~~(?!~)")
_STRUCK = re.compile(f"{STRUCK_BEGIN}([^{STRUCK_END}]*){STRUCK_END}")


@dataclass(frozen=True)
class TextWithoutStruck:
    """The text that counts, and each line of which something was struck out, that between ``~~``."""

    text: str
    struck: tuple[str, ...]


def mark_struck_out(text: str) -> str:
    """A plain text with marks around what its writer has struck out in one of the usual ways."""
    if "~~" in text:
        text = _BETWEEN_TILDES.sub(rf"{STRUCK_BEGIN}\1{STRUCK_END}", text)
    if any(stroke in text for stroke in _STROKES):
        text = _OVERLAID.sub(lambda found: STRUCK_BEGIN + re.sub(f"[{_STROKES}]", "", found.group()) + STRUCK_END, text)
    return text


def is_struck(line: str) -> bool:
    """Whether something in a marked line is struck out."""
    return STRUCK_BEGIN in line


def _show_struck_out(line: str) -> str:
    """A marked line with what is struck out between ``~~``."""
    return line.replace(f"{STRUCK_END}{STRUCK_BEGIN}", "").replace(STRUCK_BEGIN, "~~").replace(STRUCK_END, "~~")


def without_marks(line: str) -> str:
    """A marked line with its struck out words as if they were not struck out."""
    return line.translate(_MARKS)


def separate_struck_out(text: str) -> TextWithoutStruck:
    """A marked text without what is struck out; lines of which nothing is left are removed."""
    kept: list[str] = []
    struck: list[str] = []
    for line in text.split("\n"):
        if not is_struck(line):
            kept.append(line)
            continue
        struck.append(_show_struck_out(line).strip())
        if rest := re.sub(r" {2,}", " ", _STRUCK.sub("", line)).strip():
            kept.append(rest)
    return TextWithoutStruck("\n".join(kept).strip("\n"), tuple(struck))
