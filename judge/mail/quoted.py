"""What is new in a letter: its text without quotations, attributions, signatures or the old letters below."""

from dataclasses import dataclass
from functools import cache

from judge.mail.clients import Clients, load_clients
from judge.mail.closings import closing_of
from judge.mail.oldmail import LONGEST_LINE, Correspondence, heading, is_quoted, mark_of, next_line
from judge.mail.vocabulary import vocabulary
from judge.mail.words import verb_of

_RULE = "_-=*~ "
_SHORTEST_RULE = 10
_OF_PRESS = ("press", "broadcast")
_LONGEST_VERB = 40
_LONGEST_PRESS = 400
"""Lines of one piece of press within which its end is looked for."""


@dataclass(frozen=True)
class New:
    """The new lines; all others that are not blank; those ``below`` a signature, perhaps the writer's all the same."""

    text: str
    below: tuple[str, ...]
    cut: tuple[str, ...]


def new_text(text: str, of: Correspondence) -> New:
    """Keep what the writer of a letter wrote for it. Every line is looked at a bounded number of times.

    Where a program has quoted with a mark of its own, the line under the heading shows which.
    """
    clients = load_clients()
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    cut: list[str] = []
    at, mark = 0, ""
    while at < len(lines) and not _ends_reading(lines, at, clients):
        if closed := _press_closed(lines, at, clients, of):
            kept.extend(lines[at:closed])
            at = closed
            continue
        length = heading(lines, at, clients, of)
        below = next_line(lines, at + length) if length else ""
        if length and not is_quoted(below):
            mark = mark_of(below)
            if not mark:
                break
        is_new = not (length or is_quoted(lines[at]) or _is_trailer(lines[at], clients) or _bears(lines[at], mark))
        (kept if is_new else cut).extend(lines[at : at + (length or 1)])
        at += length or 1
    return New(
        _without_edges(kept), _below(lines, at, clients, of), tuple(line for line in [*cut, *lines[at:]] if line)
    )


def _press_closed(lines: list[str], at: int, clients: Clients, of: Correspondence) -> int:
    """Behind the end of a piece of press that begins here and is ended; 0 when none is.

    What is quoted inside it is part of it: its writer wants it read. An old letter below is not, whatever ends there.
    """
    if not _begins_press(lines[at]):
        return 0
    for place in range(at + 1, min(at + _LONGEST_PRESS, len(lines))):
        if closing_of(lines[place]):
            return place + 1
        if _begins_press(lines[place]) or _ends_reading(lines, place, clients):
            return 0
        length = heading(lines, place, clients, of)
        if length and not is_quoted(next_line(lines, place + length)):
            return 0
    return 0


def _begins_press(line: str) -> bool:
    is_near = line[:_LONGEST_VERB].lower().startswith(_verbs_of_press())
    return is_near and _is_verb(line, *_OF_PRESS)


@cache
def _verbs_of_press() -> tuple[str, ...]:
    known = vocabulary().verbs.items()
    return tuple(form.split()[0] for form, (verb, _) in known if verb in _OF_PRESS)


def _is_verb(line: str, *verbs: str) -> bool:
    return len(line) <= LONGEST_LINE and line[:1].isalpha() and verb_of(line)[0] in verbs


def _bears(line: str, mark: str) -> bool:
    return bool(mark) and mark_of(line) == mark


def _below(lines: list[str], at: int, clients: Clients, of: Correspondence) -> tuple[str, ...]:
    """The lines under the end of reading that are not quoted, down to an old letter."""
    headings = (place for place in range(at, len(lines)) if heading(lines, place, clients, of))
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
