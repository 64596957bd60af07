"""Where an old letter begins inside a new one: the lines mail programs write above what they quote."""

import re
from unicodedata import normalize

from judge.mail.clients import Clients

LONGEST_LINE = 500
"""A longer line is a paragraph, never the work of a mail program."""

_TIME_OF_DAY = re.compile(r"\d ?[:hH.] ?\d\d")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015", "-"))
_SPACES = str.maketrans(dict.fromkeys("\u00a0\u2009\u202f", " "))
_MOST_HEADERS = 12
_LONGEST_ATTRIBUTION = 4


def heading(lines: list[str], at: int, clients: Clients) -> int:
    """How many lines from here are the heading of an old letter, blank ones within it too; 0 when none are."""
    end = at
    while length := _one_heading(lines, _skip_blank(lines, end), clients):
        end = _skip_blank(lines, end) + length
    return end - at


def is_quoted(line: str) -> bool:
    """Whether a line bears the mark of a quotation, which some gateway may have spelt out."""
    return line.lstrip().startswith((">", "&gt;"))


def next_line(lines: list[str], at: int) -> str:
    """The next line that is not blank, within reach."""
    return next((line for line in lines[at : at + 5] if line), "")


def _skip_blank(lines: list[str], at: int) -> int:
    return next((place for place in range(at, min(at + 4, len(lines))) if lines[place]), at)


def _one_heading(lines: list[str], at: int, clients: Clients) -> int:
    if at >= len(lines) or is_quoted(lines[at]) or len(lines[at]) > LONGEST_LINE:
        return 0
    if _is_title(lines[at], clients):
        return 1
    return _headers(lines, at, clients) or _attribution(lines, at, clients)


def _is_title(line: str, clients: Clients) -> bool:
    """``-----Original Message-----``, ``---- On Monday at 20:00 Judge wrote ----``."""
    plain = line.strip().translate(_DASHES)
    words = plain.strip(" -_*=>").replace("\u2019", "'").replace("\u00a0", " ").lower()
    if words in clients.old_letter_titles:
        return plain[:2] in {"--", "__", "**", "=="} or words.endswith(":")
    framed = plain.startswith("---") and plain.endswith("---")
    return framed and _says(plain.strip("- ") + " ", clients) and _TIME_OF_DAY.search(plain) is not None


# --- headers shown above the letter


def _headers(lines: list[str], at: int, clients: Clients) -> int:
    """The lines of a block of headers: who wrote, and at least two more of them, with a date or an address."""
    if _header_name(lines[at]) not in clients.old_headers:
        return 0
    names: set[str] = set()
    end = at
    for place in range(at, min(at + _MOST_HEADERS, len(lines))):
        name = _header_name(lines[place])
        if name in clients.old_headers:
            names.add(name)
            end = place + 1
        elif place >= end + 2:  # an address may go on below its header, a blank line stand between two headers
            break
    block = "".join(lines[at:end])
    told = "@" in block or any(letter.isdigit() for letter in block)
    return end - at if told and len(names) >= 3 and names & clients.old_senders else 0  # noqa: PLR2004


def _header_name(line: str) -> str:
    name, colon, _ = line[:LONGEST_LINE].partition(":")
    return name.strip("* \t\u00a0").lower() if colon else ""


# --- who wrote


def _attribution(lines: list[str], at: int, clients: Clients) -> int:
    """How many lines from here are the one above a quotation; 0 when none."""
    whole = ""
    for length, line in enumerate(lines[at : at + _LONGEST_ATTRIBUTION], 1):
        if not line or len(line) > LONGEST_LINE or is_quoted(line):
            return 0
        whole = f"{whole} {line.strip()}".strip()
        if line.endswith(":"):
            quotes = is_quoted(next_line(lines, at + length))
            return length if _attributes(whole, clients, quotes=quotes) else 0
        if length == 1 and "@" not in line and not line.lstrip().startswith(clients.attribution_begins):
            return 0
    return 0


def _attributes(sentence: str, clients: Clients, *, quotes: bool) -> bool:
    """Whether a sentence tells who wrote what stands below it; with quoted lines there, fewer signs are enough."""
    sentence = normalize("NFC", sentence).translate(_SPACES)
    timed = _TIME_OF_DAY.search(sentence) is not None
    dated = sentence.startswith(clients.attribution_begins) and timed
    if _says(sentence, clients):
        return dated or "@" in sentence or quotes
    return quotes and timed and "@" in sentence


def _says(sentence: str, clients: Clients) -> bool:
    return any(word in sentence for word in clients.attribution_says)
