"""What is new in a letter: its text without quotations, attributions, signatures or the old letters below."""

from dataclasses import dataclass

from judge.mail.clients import Clients, load_clients
from judge.mail.oldmail import LONGEST_LINE, heading, is_quoted, next_line

_RULE = "_-=*~ "
_SHORTEST_RULE = 10


@dataclass(frozen=True)
class New:
    """The new lines; all others that are not blank; those ``below`` a signature, perhaps the writer's all the same."""

    text: str
    below: tuple[str, ...]
    cut: tuple[str, ...]


def new_text(text: str) -> New:
    """Keep what the writer of a letter wrote for it. Every line is looked at a bounded number of times."""
    clients = load_clients()
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    cut: list[str] = []
    at = 0
    while at < len(lines) and not _ends_reading(lines, at, clients):
        length = heading(lines, at, clients)
        if length and not is_quoted(next_line(lines, at + length)):
            break
        is_new = not length and not is_quoted(lines[at]) and not _is_trailer(lines[at], clients)
        (kept if is_new else cut).extend(lines[at : at + (length or 1)])
        at += length or 1
    return New(_without_edges(kept), _below(lines, at, clients), tuple(line for line in [*cut, *lines[at:]] if line))


def _below(lines: list[str], at: int, clients: Clients) -> tuple[str, ...]:
    """The lines under the end of reading that are not quoted, down to an old letter."""
    headings = (place for place in range(at, len(lines)) if heading(lines, place, clients))
    end = next(headings, len(lines))
    return tuple(line.strip() for line in lines[at:end] if line.strip(_RULE) and not is_quoted(line))


def _ends_reading(lines: list[str], at: int, clients: Clients) -> bool:
    """A signature (RFC 3676 4.3), whose mark may have lost its space; or what a mailing list hangs below."""
    line = lines[at]
    return line == "--" or (_is_rule(line) and _is_footer(next_line(lines, at + 1), clients))


def _is_rule(line: str) -> bool:
    return _SHORTEST_RULE <= len(line) <= LONGEST_LINE and not line.strip(_RULE)


def _is_footer(line: str, clients: Clients) -> bool:
    words = line[:LONGEST_LINE].lower()
    return any(word in words for word in clients.footers)


def _is_trailer(line: str, clients: Clients) -> bool:
    return line[:LONGEST_LINE].strip().replace("\u00a0", " ").lower().startswith(clients.trailers)


def _without_edges(lines: list[str]) -> str:
    """The lines as one text without blank ones around it, nor the rule a mail program drew above an old letter."""
    while lines and (not lines[-1].strip("_ ") or _is_rule(lines[-1])):
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)
