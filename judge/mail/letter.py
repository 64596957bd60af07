"""Reads a letter: from its bytes to the new text, the sender, the date."""

from dataclasses import dataclass
from datetime import datetime

from judge.mail.automatic_mail import why_automatic, why_bounce, why_calendar_reply
from judge.mail.body_text import body_text
from judge.mail.from_header import single_from_address
from judge.mail.headers import decode_header, first_message_id, message_ids, parse_date
from judge.mail.mime_parts import split_parts
from judge.mail.new_text import new_text
from judge.mail.quoted_letters import correspondence
from judge.mail.recipient_headers import addressed_to
from judge.mail.size_limits import MOST_LINES_SEARCHED, limit_exceeded
from judge.mail.struck_out import is_struck, separate_struck_out, without_marks

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
    the beginning of what is new.
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


def read_letter(raw: bytes) -> Letter:
    """Read a letter from its bytes; any bytes give a Letter, within bounded time."""
    too_much = limit_exceeded(raw)
    if too_much:
        return Letter(trouble=too_much)
    headers, parts = split_parts(raw)
    sender = single_from_address(headers.all("from"))
    subject = decode_header(headers.first("subject"))
    references = message_ids(*headers.all("references"), *headers.all("in-reply-to"))
    words, is_endless = _beginning(body_text(parts), MOST_LINES_SEARCHED)
    new = new_text(words, correspondence({*addressed_to(raw)}, sender, subject))
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
    )


def _beginning(text: str, lines: int, characters: int | None = None) -> tuple[str, bool]:
    """The first lines and characters of a text, and whether the text goes on."""
    first = "\n".join(text[:characters].split("\n", lines)[:lines])
    return first, len(first) < len(text)
