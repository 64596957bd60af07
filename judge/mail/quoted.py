"""What is new in a letter: its text without quotations, attributions, signatures or the old letters below."""

import re
from dataclasses import dataclass

from judge.mail.clients import Clients, load_clients

_TIME_OF_DAY = re.compile(r"\d ?[:hH.] ?\d\d")
_LONGEST_LINE = 500
"""A longer line is a paragraph, never the work of a mail program."""


@dataclass(frozen=True)
class New:
    """The new lines, and those below the point where reading stopped that were neither blank nor quoted."""

    text: str
    below: tuple[str, ...]


def new_text(text: str) -> New:
    """Keep what the writer of a letter wrote for it. Every line is looked at a bounded number of times."""
    clients = load_clients()
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    at = 0
    while at < len(lines) and not _ends_reading(lines, at, clients):
        length = _attribution(lines, at, clients)
        if length and not _is_quoted(_next_line(lines, at + length)):
            break
        if not length and not _is_quoted(lines[at]) and not lines[at].startswith(clients.trailers):
            kept.append(lines[at])
        at += length or 1
    below = tuple(line.strip() for line in lines[at:] if line.strip("-_* ") and not _is_quoted(line))
    return New(_without_edges(kept), below)


def _is_quoted(line: str) -> bool:
    return line.lstrip()[:1] == ">"


def _next_line(lines: list[str], at: int) -> str:
    """The next line that is not blank, within reach."""
    return next((line for line in lines[at : at + 5] if line), "")


def _ends_reading(lines: list[str], at: int, clients: Clients) -> bool:
    line = lines[at]
    if line in {"--", "-- "}:
        return True
    return _is_title(line, clients) or _is_old_header(lines, at, clients)


def _is_title(line: str, clients: Clients) -> bool:
    if len(line) > _LONGEST_LINE:
        return False
    words = line.strip(" -_*").replace("\u2019", "'").lower()
    return words in clients.old_letter_titles and (line.lstrip()[:2] in {"--", "__", "**"} or words.endswith(":"))


def _is_old_header(lines: list[str], at: int, clients: Clients) -> bool:
    if _header_name(lines[at]) not in clients.old_first_header:
        return False
    below = {_header_name(line) for line in lines[at + 1 : at + 6]}
    return len(below & clients.old_other_headers) >= 2  # noqa: PLR2004  # one alone may be a sentence


def _header_name(line: str) -> str:
    name, colon, _ = line[:_LONGEST_LINE].partition(":")
    return name.strip("* \t\u00a0") if colon else ""


def _attribution(lines: list[str], at: int, clients: Clients) -> int:
    """How many lines from here are the one above a quotation; 0 when none."""
    first = lines[at].lstrip()
    if "@" not in first[:_LONGEST_LINE] and not first.startswith(clients.attribution_begins):
        return 0
    whole = ""
    for length, line in enumerate(lines[at : at + 4], 1):
        if not line or len(line) > _LONGEST_LINE:
            return 0
        whole = f"{whole} {line.strip()}".strip()
        if line.endswith(":"):
            return length if _attributes(whole, clients) else 0
    return 0


def _attributes(sentence: str, clients: Clients) -> bool:
    says = any(word in sentence for word in clients.attribution_says)
    dated = sentence.startswith(clients.attribution_begins) and _TIME_OF_DAY.search(sentence) is not None
    return says and (dated or "@" in sentence)


def _without_edges(lines: list[str]) -> str:
    """The lines as one text without blank ones around it, nor the rule a mail program drew above an old letter."""
    while lines and not lines[-1].strip("_ "):
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)
