"""The headers of a letter with the addresses in them, how large a letter may be; the encodings of its text undone.

The standard library's rich header parser raises on a dozen malformed headers seen in real mail, and takes seconds for
others. RFC 5322, RFC 2047 and RFC 2231 as far as a letter to the judge needs them.
"""

import codecs
import re
from binascii import Error as Base64Error
from binascii import a2b_base64, a2b_qp
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_tz
from functools import lru_cache
from html import unescape
from itertools import pairwise
from urllib.parse import unquote_to_bytes

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


# --- how large a letter may be, checked on its bytes before anything is parsed
#
# The standard library's rich header parser raises on a dozen malformed headers seen in real mail, and takes seconds for
# others. RFC 5322, RFC 2047 and RFC 2231 as far as a letter to the judge needs them.


LARGEST_LETTER = 5 * 1024 * 1024
"""Bytes of one letter. Replies drag pictures and old reports along; orders fill a few lines."""

LONGEST_SMTP_LINE = 64 * 1024
"""Bytes of one line. RFC 5321 4.5.3.1.6 says 1000; real senders do not all obey, and refusing gains nothing."""

MOST_LINES_SEARCHED = 4000
"""Lines of a letter, quotations and old letters among them, in which its new text is searched."""

_HEADER_BLOCK = 64 * 1024
_HEADERS = 200
_ONE_HEADER = 8 * 1024
_BOUNDARY_LINES = 1000

_START_OF_HEADER = re.compile(rb"^(?![ \t])", re.MULTILINE)


def header_block(raw: bytes) -> bytes:
    """The bytes before the first empty line; all of them when there is none."""
    if raw.startswith((b"\n", b"\r\n")):
        return b""
    other = raw.find(b"\n\r\n")  # a pattern for both takes ten times as long
    plain = raw.find(b"\n\n") if other < 0 else raw.find(b"\n\n", 0, other + 1)
    end = other if plain < 0 else plain
    return raw if end < 0 else raw[:end].removesuffix(b"\r")


def limit_exceeded(raw: bytes) -> str | None:
    """The limit that a letter exceeds, in a few English words; None for any letter a person would write."""
    if len(raw) > LARGEST_LETTER:
        return "letter too big"
    headers = header_block(raw)
    if len(headers) > _HEADER_BLOCK:
        return "header block too big"
    starts = [found.start() for found in _START_OF_HEADER.finditer(headers)]
    if len(starts) > _HEADERS:
        return "too many headers"
    if any(end - start > _ONE_HEADER for start, end in pairwise([0, *starts, len(headers)])):
        return "header too long"
    if raw.count(b"\n--") > _BOUNDARY_LINES:
        return "too many parts"
    return None


# --- the headers of a letter with the addresses in them: parsing is bounded in time and never fails


_LONGEST_HEADER = 8 * 1024
"""How many characters of one header are read."""

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


class Headers:
    """The headers of one part, unfolded, each name with its values in order."""

    def __init__(self, block: bytes) -> None:
        """``block`` is everything before the first empty line; lines that are no header are skipped."""
        self._values: dict[str, list[str]] = {}
        unfolded = re.sub(rb"\r?\n(?=[ \t])", b"", block)
        for line in re.split(rb"\r?\n", unfolded):
            name, colon, value = line.partition(b":")
            if colon:
                text = decode(value, "utf-8").strip()[:_LONGEST_HEADER]
                self._values.setdefault(name.strip().lower().decode("latin-1"), []).append(text)

    def all(self, name: str) -> tuple[str, ...]:
        """Every value of a header, undecoded."""
        return tuple(self._values.get(name, ()))

    def first(self, name: str) -> str:
        """The first value of a header, empty when there is none."""
        return next(iter(self._values.get(name, ())), "")

    def has(self, name: str) -> bool:
        """Whether a header is there at all."""
        return name in self._values

    def parameter(self, name: str, parameter: str) -> str:
        """A parameter of a header such as ``boundary`` of Content-Type, empty when there is none (RFC 2231)."""
        return _parameter(self.first(name), parameter)


def clean(text: str, longest: int = 200) -> str:
    """One line of text without control characters, cut after ``longest`` characters."""
    return " ".join(_CONTROLS.sub(" ", text).split())[:longest].strip()


# --- encoded words (RFC 2047)

_WORD = re.compile(r"=\?([^?\s]{1,60})\?([bBqQ])\?([^?\s]*)\?=")
_BETWEEN_WORDS = re.compile(r"(\?=)[ \t]+(=\?)")


def decode_header(value: str) -> str:
    """A header value with its encoded words decoded, cleaned."""
    words: list[tuple[str, bytes]] = []
    text: list[str] = []
    end = 0
    joined = _BETWEEN_WORDS.sub(r"\1\2", value)
    for word in _WORD.finditer(joined):
        if word.start() > end or (words and words[-1][0] != _word_charset(word)):
            text.append(_decode_words(words))
        text.append(joined[end : word.start()])
        words.append((_word_charset(word), _word_bytes(word)))
        end = word.end()
    return clean("".join([*text, _decode_words(words), joined[end:]]))


# --- parameters (RFC 2231)

_PARAMETER = re.compile(r';\s*([^\s=;]{1,60})\s*=\s*("(?:[^"\\]|\\.)*"|[^;]*)')
_ESCAPED = re.compile(r"\\(.)")


def _parameter(value: str, wanted: str) -> str:
    pieces: dict[str, str] = {}
    for found in _PARAMETER.finditer(value[:2000]):
        text = found[2].strip()
        if text.startswith('"'):
            text = _ESCAPED.sub(r"\1", text.strip('"'))
        pieces.setdefault(found[1].lower(), text)
    if wanted in pieces:
        return pieces[wanted]
    extended = f"{wanted}*" in pieces or f"{wanted}*0*" in pieces
    whole = pieces.get(f"{wanted}*", "")
    for number in range(len(pieces)):  # a long value may come in numbered pieces
        whole += pieces.get(f"{wanted}*{number}*", pieces.get(f"{wanted}*{number}", ""))
    return _percent_decoded(whole) if extended else whole


def _percent_decoded(text: str) -> str:
    charset, quote, rest = text.partition("'")
    encoded = rest.partition("'")[2] if quote else charset
    return decode(unquote_to_bytes(encoded), charset if quote else "utf-8")


# --- dates and Message-IDs

_MESSAGE_ID = re.compile(r"<([^<>\s]{1,250})>")
_WORD_ID = re.compile(r"[^<>\s]{1,250}")


def message_ids(*values: str) -> tuple[str, ...]:
    """Every Message-ID in some headers, in angle brackets, each once."""
    cleaned = (clean(value, _LONGEST_HEADER) for value in values)
    return tuple(dict.fromkeys(f"<{found}>" for value in cleaned for found in _MESSAGE_ID.findall(value)))


def first_message_id(value: str) -> str:
    """The first Message-ID of a header, in angle brackets even where they are missing; empty without one."""
    found = message_ids(value)
    bare = clean(value)
    return found[0] if found else f"<{bare}>" if _WORD_ID.fullmatch(bare) else ""


def parse_date(value: str) -> datetime | None:
    """The moment of a Date header, UTC; None when it names none."""
    try:
        parts = parsedate_tz(clean(value, 100))
        if parts is None:
            return None
        return datetime(*parts[:6], tzinfo=UTC) - timedelta(seconds=parts[9] or 0)
    except (ValueError, TypeError, IndexError, OverflowError):  # the parser's own, and days no month has
        return None


def _word_charset(word: re.Match[str]) -> str:
    return word[1].partition("*")[0].lower()


def _word_bytes(word: re.Match[str]) -> bytes:
    if word[2] in "qQ":
        return a2b_qp(word[3].encode(), header=True)
    return decode_base64(word[3].encode())


def _decode_words(words: list[tuple[str, bytes]]) -> str:
    """The text of neighbouring encoded words of one charset, decoded together because they may split a character."""
    if not words:
        return ""
    text = decode(b"".join(chunk for _, chunk in words), words[0][0])
    words.clear()
    return text


def decode_base64(encoded: bytes) -> bytes:
    """Base64 decoded; broken padding is repaired, and what cannot be decoded is left out."""
    letters = re.sub(rb"[^A-Za-z0-9+/]", b"", encoded)
    try:
        return a2b_base64(letters + b"=" * (-len(letters) % 4))
    except Base64Error:  # one letter too many at the end
        return a2b_base64(letters[: len(letters) // 4 * 4])


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

    ``email.utils.parseaddr`` answers ``alice@example.org`` for ``alice@example.org <mallory@example.net>``; an address
    that decides who may order must be the only one there.

    An address that stands unquoted in a display name counts too, unless it is the same.
    """
    if len(values) != 1:
        return None
    plain = _without_comments(_QUOTED.sub(" ", values[0][:_LONGEST_HEADER]))
    in_angles = _ANGLE.findall(plain)
    around = _ANGLE.sub(" ", plain)
    bare = [word for word in re.split(r"[\s,;]+", around) if "@" in word]
    found = {clean(address).lower() for address in [*in_angles, *bare]}
    address = found.pop() if len(found) == 1 else ""
    return address if is_address(address) else None


def display_name(value: str) -> str:
    """The name beside the address of a From header, decoded; empty where there is none."""
    return (
        " ".join(decode_header(_ANGLE.sub(" ", value[:_LONGEST_HEADER])).replace('"', " ").split())
        if "<" in value
        else ""
    )


def _without_comments(text: str) -> str:
    """The text without its comments, nested ones up to a depth no person writes."""
    for _ in range(3):
        text = _COMMENT.sub(" ", text)
    return text


_BY_DELIVERY = ("delivered-to", "x-original-to", "envelope-to")
"""Written by the machine that delivered."""

_BY_SENDER = ("to", "cc")
"""Written by the sender."""

_LIKE_ADDRESS = re.compile(r"[^\s<>,;:\"()]{1,64}@[^\s<>,;:\"()]{1,255}")


def headers_of(raw: bytes) -> Headers:
    """The headers of a letter."""
    return Headers(header_block(raw))


def delivered_to(headers: Headers) -> tuple[str, ...]:
    """The addresses to which a machine says it has delivered this copy, the most reliable first."""
    return _named(headers, _BY_DELIVERY)


def addressed_to(headers: Headers) -> tuple[str, ...]:
    """Every address the headers name as a recipient, the most reliable first."""
    return _named(headers, _BY_DELIVERY + _BY_SENDER)


def _named(headers: Headers, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(found for name in names for found in addresses_in(headers, name))


def addresses_in(headers: Headers, name: str) -> tuple[str, ...]:
    """Everything that looks like an address in the headers of a name, in order."""
    return tuple(found for value in headers.all(name) for found in _LIKE_ADDRESS.findall(value))
