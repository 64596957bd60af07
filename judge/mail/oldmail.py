"""Where an old letter begins inside a new one: the lines mail programs write above what they quote."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from unicodedata import normalize

from judge.mail.clients import Clients

LONGEST_LINE = 500
"""A longer line is a paragraph, never the work of a mail program."""

_TIME_OF_DAY = re.compile(r"\d ?[:hH.点時时] ?\d\d")
_DAY = re.compile(r"(?<!\d)\d{4}(?!\d)|\d ?[./年-] ?\d")
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015", "-"))
_SPACES = str.maketrans({"\u00a0": " ", "\u2009": " ", "\u202f": " ", "\uff1a": ":"})
_LABEL = re.compile(r"[*_ ]{0,4}([^\W\d_][^:@<>=/,\d]{0,39}?)[*_ ]{0,4}:[*_ ]{0,4}(\S.*)")
_ADDRESS = re.compile(r"[^\s<>,;:\"()\[\]]{1,64}@[^\s<>,;:\"()\[\]]{1,255}")
_REPLIED = re.compile(r"(?:[^\W\d_]{1,5}(?:\[\d{1,3}\])? ?: *)*")
_OTHER_MARK = re.compile(r"\s{0,4}([|¦│┃▏:}%\]»›]|[^\W\d_]{1,4}>)(?=\s|$|\w)")
_MOST_HEADERS = 12
_LONGEST_ATTRIBUTION = 4
_FEWEST_HEADERS = 3


@dataclass(frozen=True)
class Correspondence:
    """What a letter tells of the one it answers: the judge's addresses it went to, its writer's, its subject."""

    judge: AbstractSet[str] = frozenset()
    writer: str = ""
    subject: str = ""


def correspondence(recipients: AbstractSet[str], writer: str | None, subject: str) -> Correspondence:
    """The correspondence a letter stands in; an address with a detail behind ``+`` is that without it (RFC 5233)."""
    return Correspondence({*map(_bare, recipients)}, _bare(writer or ""), bare_subject(subject))


def _bare(address: str) -> str:
    local, _, domain = address.lower().strip(" '.").rpartition("@")
    return f"{local.partition('+')[0]}@{domain}"


def bare_subject(subject: str) -> str:
    """A subject without ``Re:``, ``AW:``, ``RE[2]:``, in small letters, its spaces single."""
    plain = " ".join(subject.lower().split())
    replied = _REPLIED.match(plain)
    return plain[replied.end() :] if replied else plain


def heading(lines: list[str], at: int, clients: Clients, of: Correspondence) -> int:
    """How many lines from here are the heading of an old letter, blank ones within it too; 0 when none are."""
    end = at
    while length := _one_heading(lines, _skip_blank(lines, end), clients, of):
        end = _skip_blank(lines, end) + length
    return end - at


def is_quoted(line: str) -> bool:
    """Whether a line bears the mark of a quotation, which some gateway may have spelt out."""
    return line.lstrip().startswith((">", "&gt;"))


def mark_of(line: str) -> str:
    """The mark at the head of a line that some programs quote with in place of ``>``: ``|``, ``:``, ``AM>``."""
    found = _OTHER_MARK.match(line)
    return found[1] if found else ""


def next_line(lines: list[str], at: int) -> str:
    """The next line that is not blank, within reach."""
    return next((line for line in lines[at : at + 5] if line), "")


def _skip_blank(lines: list[str], at: int) -> int:
    return next((place for place in range(at, min(at + 4, len(lines))) if lines[place]), at)


def _one_heading(lines: list[str], at: int, clients: Clients, of: Correspondence) -> int:
    if at >= len(lines) or is_quoted(lines[at]) or len(lines[at]) > LONGEST_LINE:
        return 0
    if _is_title(lines[at], clients):
        return 1
    return _headers(lines, at, clients) or _labelled(lines, at, of) or _attribution(lines, at, clients, of)


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
    if at and _header_name(lines[at - 1]) in clients.old_headers:  # the block has been looked at from its first line
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
    name, colon, _ = line[:LONGEST_LINE].translate(_SPACES).partition(":")
    return name.strip("* \t").lower() if colon else ""


def _labelled(lines: list[str], at: int, of: Correspondence) -> int:
    """The lines of a block of headers in whatever tongue: each a label and a value, and they tell of this exchange.

    One holds an address of the judge's; or the writer's beside a time of day; or the subject that this letter answers.
    """
    values: list[str] = []
    end = at
    if at and _value(lines[at - 1]):  # the block has been looked at from its first line
        return 0
    for place in range(at, min(at + _MOST_HEADERS, len(lines))):
        if value := _value(lines[place]):
            values.append(value)
            end = place + 1
        elif place >= end + 2 or place == at or not _goes_on(lines[place], values[-1]):
            break
    return end - at if len(values) >= _FEWEST_HEADERS and _tells_of(values, of) else 0


def _goes_on(line: str, value: str) -> bool:
    """Whether a line between two headers can be the rest of the one above: blank, set in, of more addresses."""
    return not line.strip() or line[:1].isspace() or "@" in line or value.rstrip().endswith((",", ";"))


def _value(line: str) -> str:
    """What stands behind a label and a colon; empty where there is no label."""
    plain = line[:LONGEST_LINE].translate(_SPACES)
    found = _LABEL.fullmatch(plain.strip()) if ":" in plain else None
    return found[2] if found else ""


def _tells_of(values: list[str], of: Correspondence) -> bool:
    addresses = {_bare(found) for value in values for found in _ADDRESS.findall(value)}
    timed = any(_TIME_OF_DAY.search(value) and _DAY.search(value) for value in values)
    answered = bool(of.subject) and any(bare_subject(value) == of.subject for value in values)
    return bool(addresses & of.judge) or (timed and (of.writer in addresses or answered))


# --- who wrote


def _attribution(lines: list[str], at: int, clients: Clients, of: Correspondence) -> int:
    """How many lines from here are the one above a quotation; 0 when none."""
    whole = ""
    for length, line in enumerate(lines[at : at + _LONGEST_ATTRIBUTION], 1):
        if not line or len(line) > LONGEST_LINE or is_quoted(line):
            return 0
        whole = f"{whole} {line.strip()}".strip()
        if line.translate(_SPACES).endswith((":", ": >")):
            quotes = is_quoted(next_line(lines, at + length)) or mark_of(next_line(lines, at + length)) != ""
            return length if _attributes(whole, clients, of, quotes=quotes) else 0
        if length == 1 and not _may_attribute(line, clients):
            return 0
    return 0


def _may_attribute(line: str, clients: Clients) -> bool:
    """Whether a sentence that tells who wrote may begin with this line and go on below."""
    begins = line.lstrip().startswith(clients.attribution_begins)
    return begins or "@" in line or (_TIME_OF_DAY.search(line) is not None and _DAY.search(line) is not None)


def _attributes(sentence: str, clients: Clients, of: Correspondence, *, quotes: bool) -> bool:
    """Whether a sentence tells who wrote what stands below it; with quoted lines there, fewer signs are enough."""
    sentence = normalize("NFC", sentence).translate(_SPACES)
    timed = _TIME_OF_DAY.search(sentence) is not None
    dated = timed and (sentence.startswith(clients.attribution_begins) or _DAY.search(sentence) is not None)
    if _says(sentence, clients):
        return dated or "@" in sentence or quotes
    ours = any(_bare(found) in of.judge for found in _ADDRESS.findall(sentence))
    return timed and (ours or (quotes and "@" in sentence))


def _says(sentence: str, clients: Clients) -> bool:
    return any(word in sentence for word in clients.attribution_says)
