"""The new text of a letter: without quotations, attributions, signatures and the old letters below."""

from dataclasses import dataclass
from functools import cache

from judge.mail.clients import ClientMarks, load_client_marks
from judge.mail.quoted_letters import (
    LONGEST_HEADING_LINE,
    Correspondence,
    heading_length,
    is_quotation,
    next_filled_line,
    quote_mark_of,
)
from judge.requests.vocabulary import block_ended_by, verb_of, vocabulary

_RULE_CHARACTERS = "_-=*~ "
_SHORTEST_RULE = 10
_OF_PRESS = ("press", "broadcast")
_LONGEST_VERB = 40
_LONGEST_PRESS = 400
"""Lines within which the end of a block of press is searched."""


@dataclass(frozen=True)
class NewText:
    """The new lines; all other filled lines (``cut``); those of them ``below`` a signature, which may be new."""

    text: str
    below: tuple[str, ...]
    cut: tuple[str, ...]


def new_text(text: str, of: Correspondence) -> NewText:
    """The text that the writer wrote for this letter. Every line is scanned a bounded number of times.

    Where a program has quoted with a mark of its own, the line below the heading shows which.
    """
    clients = load_client_marks()
    lines = [line.rstrip() for line in text.split("\n")]
    kept: list[str] = []
    cut: list[str] = []
    at, mark = 0, ""
    while at < len(lines) and not _ends_new_text(lines, at, clients):
        if closed := _end_of_press(lines, at, clients, of):
            kept.extend(lines[at:closed])
            at = closed
            continue
        length = heading_length(lines, at, clients, of)
        below = next_filled_line(lines, at + length) if length else ""
        if length and not is_quotation(below):
            mark = quote_mark_of(below)
            if not mark:
                break
        is_new = not (
            length or is_quotation(lines[at]) or _is_trailer(lines[at], clients) or _has_mark(lines[at], mark)
        )
        (kept if is_new else cut).extend(lines[at : at + (length or 1)])
        at += length or 1
    return NewText(
        _trimmed(kept),
        _lines_below_signature(lines, at, clients, of),
        tuple(line for line in [*cut, *lines[at:]] if line),
    )


def _end_of_press(lines: list[str], at: int, clients: ClientMarks, of: Correspondence) -> int:
    """The line behind the end of a block of press that begins here; 0 when none does, or it has no end.

    Quotations inside it are part of it, because its writer wants them read. An old letter below is not.
    """
    if not _begins_press(lines[at]):
        return 0
    for place in range(at + 1, min(at + _LONGEST_PRESS, len(lines))):
        if block_ended_by(lines[place]):
            return place + 1
        if _begins_press(lines[place]) or _ends_new_text(lines, place, clients):
            return 0
        length = heading_length(lines, place, clients, of)
        if length and not is_quotation(next_filled_line(lines, place + length)):
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
    return len(line) <= LONGEST_HEADING_LINE and line[:1].isalpha() and verb_of(line)[0] in verbs


def _has_mark(line: str, mark: str) -> bool:
    return bool(mark) and quote_mark_of(line) == mark


def _lines_below_signature(lines: list[str], at: int, clients: ClientMarks, of: Correspondence) -> tuple[str, ...]:
    """The lines below the end of the new text that are not quoted, down to an old letter."""
    headings = (place for place in range(at, len(lines)) if heading_length(lines, place, clients, of))
    end = next(headings, len(lines))
    return tuple(line.strip() for line in lines[at:end] if line.strip(_RULE_CHARACTERS) and not is_quotation(line))


def _ends_new_text(lines: list[str], at: int, clients: ClientMarks) -> bool:
    """Whether the new text ends here: at a signature (RFC 3676 4.3), even without its space, or a list's footer."""
    line = lines[at]
    return line == "--" or (_is_rule(line) and _is_footer(next_filled_line(lines, at + 1), clients))


def _is_rule(line: str) -> bool:
    return _SHORTEST_RULE <= len(line) <= LONGEST_HEADING_LINE and not line.strip(_RULE_CHARACTERS)


def _is_footer(line: str, clients: ClientMarks) -> bool:
    words = line[:LONGEST_HEADING_LINE].lower()
    return any(word in words for word in clients.footers)


def _is_trailer(line: str, clients: ClientMarks) -> bool:
    return line[:LONGEST_HEADING_LINE].strip().replace("\u00a0", " ").lower().startswith(clients.trailers)


def _trimmed(lines: list[str]) -> str:
    """The lines as one text, without blank lines around it and the rule above an old letter."""
    while lines and (not lines[-1].strip("_ ") or _is_rule(lines[-1])):
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return "\n".join(lines)
