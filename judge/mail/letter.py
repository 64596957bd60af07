"""Reads a letter: from its bytes to the new text, the sender, the date."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from hashlib import blake2b

from judge.mail.automatic_mail import why_automatic, why_bounce, why_calendar_reply
from judge.mail.body_text import MimePart, body_text, split_parts
from judge.mail.css_selectors import TooStyledError
from judge.mail.headers import (
    MOST_LINES_SEARCHED,
    addressed_to,
    decode_header,
    display_name,
    first_message_id,
    limit_exceeded,
    message_ids,
    parse_date,
    single_from_address,
)
from judge.mail.html import plain_text
from judge.mail.quoted_letters import (
    LONGEST_HEADING_LINE,
    ClientMarks,
    Correspondence,
    correspondence,
    heading_length,
    is_quotation,
    load_client_marks,
    next_filled_line,
    quote_mark_of,
)
from judge.mail.text_encodings import is_struck, separate_struck_out, without_marks
from judge.requests.vocabulary import block_ended_by, verb_of, vocabulary

_RULE_CHARACTERS = "_-=*~ "
_SHORTEST_RULE = 10
_OF_PRESS = ("press", "broadcast")
_LONGEST_VERB = 40
_LONGEST_PRESS = 400
"""Lines within which the end of a block of press is searched."""


@dataclass(frozen=True)
class _NewText:
    """The new lines; all other filled lines (``cut``); those of them ``below`` a signature, which may be new."""

    text: str
    below: tuple[str, ...]
    cut: tuple[str, ...]


def _new_text(text: str, of: Correspondence) -> _NewText:
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
    return _NewText(
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


_MOST_REFERENCES = 50

MOST_NEW_LINES, MOST_NEW_CHARACTERS = 1000, 32 * 1024
"""How much of the new text is read; the longest letter a player writes to another is a tenth of that."""


@dataclass(frozen=True)
class Letter:
    """The contents of a letter. ``text`` is only what is new in it, one line of the writer on one line.

    ``sender`` is the one address of From in lower case; ``message_id`` is in angle brackets, empty when there is none;
    ``references`` hold those of References and In-Reply-To; ``date`` is the letter's own, UTC. ``robot`` says what
    shows that a machine sent it, ``bounce`` what shows that it reports a failed delivery, ``trouble`` why the letter
    cannot be used, each in a few English words. ``attachments`` are named and not read; ``attached_texts`` are those of
    them that are plain text, each name with its text. ``cut`` are the lines that are not new; those of them ``below`` a
    signature may be the writer's all the same. ``struck`` are the new lines of which something is struck out, that
    between ``~~``; it is no part of the text. ``is_cut_short`` when the letter goes on behind ``text``, which is then
    the beginning of what is new. ``is_too_styled`` when nothing of it was read, because its style sheets take too much
    work. ``has_page`` when it is written as HTML, alone or beside its text. ``sender_name`` is the name that From gives
    the sender.
    """

    sender: str | None = None
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()
    date: datetime | None = None
    text: str = ""
    robot: str | None = None
    bounce: str | None = None
    trouble: str | None = None
    attachments: tuple[str, ...] = ()
    attached_texts: tuple[tuple[str, str], ...] = ()
    below: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    struck: tuple[str, ...] = ()
    is_cut_short: bool = False
    is_too_styled: bool = False
    has_page: bool = False
    sender_name: str = ""


def digest_of(letter: Letter) -> bytes:
    """A digest that two copies of one letter have in common, whatever ways they came; 16 bytes.

    It is of what was read: whose letter, of when, its words. What the servers on the way write above it is none of it,
    nor what it replies to, which no signature need cover: who has a copy could add that, and have it count anew.
    """
    words = (letter.text, letter.below, letter.struck, letter.attached_texts, letter.attachments)
    told = repr((letter.sender, letter.subject, letter.date, *words))
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def read_letter(raw: bytes) -> Letter:
    """Read a letter from its bytes; any bytes give a Letter, within bounded time."""
    too_much = limit_exceeded(raw)
    if too_much:
        return Letter(trouble=too_much)
    headers, parts = split_parts(raw)
    sender = single_from_address(headers.all("from"))
    subject = decode_header(headers.first("subject"))
    references = message_ids(*headers.all("references"), *headers.all("in-reply-to"))
    try:
        words, is_endless = _beginning(body_text(parts), MOST_LINES_SEARCHED)
        is_too_styled = False
    except TooStyledError:  # what its style sheets hide is unknown, so none of its words is read
        words, is_endless, is_too_styled = "", False, True
    new = _new_text(words, correspondence({*addressed_to(headers)}, sender, subject))
    kept = separate_struck_out(new.text)
    text, is_long = _beginning(kept.text, MOST_NEW_LINES, MOST_NEW_CHARACTERS)
    attached = [part for part in parts.leaves if part.is_attachment and not part.is_shown_inside]
    return Letter(
        sender=sender,
        subject=subject,
        message_id=first_message_id(headers.first("message-id")),
        references=references[-_MOST_REFERENCES:],
        date=parse_date(headers.first("date")),
        text=text,
        robot=why_automatic(headers, sender, subject) or why_calendar_reply(parts),
        bounce=why_bounce(headers, sender),
        trouble=None if sender else "no single sender in From",
        attachments=tuple(part.name or part.kind for part in attached),
        attached_texts=tuple(
            (part.name or part.kind, part.text) for part in attached if part.kind.startswith("text/plain")
        ),
        below=tuple(line for line in new.below if not is_struck(line)),
        cut=tuple(map(without_marks, new.cut)),
        struck=kept.struck,
        is_cut_short=is_long or (is_endless and words.rstrip().endswith(new.text[-MOST_LINES_SEARCHED:])),
        is_too_styled=is_too_styled,
        sender_name=display_name(headers.first("from")),
        has_page=any(part.kind == "text/html" and not part.is_attachment for part in parts.leaves),
    )


def _beginning(text: str, lines: int, characters: int | None = None) -> tuple[str, bool]:
    """The first lines and characters of a text, and whether the text goes on."""
    first = "\n".join(text[:characters].split("\n", lines)[:lines])
    return first, len(first) < len(text)


# --- finds a letter of ours inside one that carries it without a mark of quotation, by its words, however wrapped


_WORD = re.compile(r"\w+")

_GRAM = 5
"""Words in a row that a place of a letter is known by."""

_MOST_PLACES = 8
"""Places of our letter at which a run of words is looked for."""

_WORDS_OF_PROSE = 8
"""Words of a line of ours that is a sentence: an order, and a command, has fewer."""

_FEWEST_CARRIED = 20
"""Words of our sentences from which on a letter carries ours; a player who copies orders from it copies fewer."""

_MOST_WORDS = 20_000
"""Words of a letter that are looked at."""

_MOST_BELOW = 500
"""Lines below a signature that are looked at: each is looked for in all of our letter."""


@dataclass(frozen=True)
class _Sent:
    """The words of a letter of ours, in order; which of them stand in a sentence; where each run of words begins."""

    words: Sequence[str]
    is_prose: Sequence[bool]
    places: dict[tuple[str, ...], list[int]]


def without_carried(letter: Letter, sent: Sequence[bytes]) -> Letter:
    """Return a letter without the lines of ours, as bytes, that it carries: those are nobody's new text.

    A letter that holds a few lines of ours, as orders copied from it, is left as it is; so are lines that stand there a
    second time, and lines of ours of which a word was changed.
    """
    lines = letter.text.split("\n")
    words = [(word, at) for at, line in enumerate(lines) for word in _words(line)][:_MOST_WORDS] if sent else []
    for text in (text for raw in sent for text in _texts(raw)):
        ours = _carried_lines(lines, words, _sent(text))
        if ours:
            kept = tuple(line for at, line in enumerate(lines) if at not in ours)
            cut = (*letter.cut, *(line for at, line in enumerate(lines) if at in ours and line))
            known = _known_words(text)
            below = tuple(line for line in letter.below[:_MOST_BELOW] if _known_words(line) not in known)
            below = (*below, *letter.below[_MOST_BELOW:])
            return replace(letter, text="\n".join(kept).strip("\n"), below=below, cut=cut)
    return letter


def _texts(raw: bytes) -> Iterator[str]:
    """What a program shows of a letter of ours, and may carry: its text, and its page."""
    _, parts = split_parts(raw)
    for leaf in (parts,) if isinstance(parts, MimePart) else parts.leaves:
        if leaf.kind in {"text/plain", "text/html"} and not leaf.is_attachment:
            yield plain_text(leaf.text) if leaf.kind == "text/html" else leaf.text


def _known_words(text: str) -> str:
    """The words of a text, one blank before and behind each."""
    return f" {' '.join(_words(text))} "


def _words(text: str) -> list[str]:
    return _WORD.findall(text.lower())[:_MOST_WORDS]


def _sent(text: str) -> _Sent:
    words: list[str] = []
    is_prose: list[bool] = []
    for line in text.split("\n"):
        found = _words(line)
        words += found
        is_prose += [len(found) >= _WORDS_OF_PROSE] * len(found)
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(words) - _GRAM + 1):
        places.setdefault(tuple(words[at : at + _GRAM]), []).append(at)
    return _Sent(words, is_prose, places)


def _carried_lines(lines: Sequence[str], words: Sequence[tuple[str, int]], sent: _Sent) -> set[int]:
    """The numbers of the lines that are wholly those of a letter of ours, none unless it is carried.

    ``words`` are those of the lines, each with the number of its line.
    """
    ours, prose = _covered([word for word, _ in words], sent)
    if prose < _FEWEST_CARRIED:
        return set()
    new = {line for place, (_, line) in enumerate(words) if place not in ours}
    carried = {line for _, line in words} - new
    above = -1
    for at, line in enumerate(lines):  # a rule, or an empty line, goes with what stands above it
        if not _WORD.search(line) and above in carried:
            carried.add(at)
        above = at
    return carried


def _covered(words: Sequence[str], sent: _Sent) -> tuple[set[int], int]:
    """The places of words that stand in a run of ours, the longest runs first, and how many of those are of sentences.

    Each place of our letter is carried once: what stands there once more was written anew.
    """
    covered: set[int] = set()
    taken: set[int] = set()
    for length, at, of_ours in sorted(_runs(words, sent), reverse=True):
        run = [n for n in range(length) if of_ours + n not in taken]
        if len(run) >= _GRAM:
            covered.update(at + n for n in run)
            taken.update(of_ours + n for n in run)
    return covered, sum(sent.is_prose[place] for place in taken)


def _runs(words: Sequence[str], sent: _Sent) -> Iterator[tuple[int, int, int]]:
    """Runs of words that stand in our letter, too: how long, from where here, from where there."""
    at = 0
    while at <= len(words) - _GRAM:
        places = sent.places.get(tuple(words[at : at + _GRAM]), ())[:_MOST_PLACES]
        length, of_ours = max(((_length(words, at, sent.words, place), place) for place in places), default=(0, 0))
        if length:
            yield length, at, of_ours
        at += length or 1


def _length(words: Sequence[str], at: int, others: Sequence[str], place: int) -> int:
    most = min(len(words) - at, len(others) - place)
    return next((n for n in range(most) if words[at + n] != others[place + n]), most)
