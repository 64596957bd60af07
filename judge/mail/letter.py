"""A letter read: bytes into the words a person wrote, who wrote them, when."""

from dataclasses import dataclass
from datetime import datetime

from judge.mail.from_header import one_address
from judge.mail.headers import date_of, decoded, message_ids, one_message_id
from judge.mail.limits import MOST_LINES_LOOKED_AT, excess
from judge.mail.oldmail import correspondence
from judge.mail.parts import split
from judge.mail.quoted import new_text
from judge.mail.recipients import recipients_told
from judge.mail.robots import why_bounce, why_calendar, why_robot
from judge.mail.struck import is_struck, set_apart, unmarked
from judge.mail.texts import words_of

_MOST_REFERENCES = 50

MOST_NEW_LINES, MOST_NEW_CHARACTERS = 1000, 32 * 1024
"""How much of the new text is read; the longest letter a player writes to another is a tenth of that."""


@dataclass(frozen=True)
class Letter:
    """What a letter says. ``text`` is only what is new in it, one line of the writer on one line.

    ``sender`` is the one address of From in lower case; ``message_id`` is in angle brackets, empty when there is none;
    ``references`` hold those of References and In-Reply-To; ``date`` is the letter's own, UTC. ``robot`` says what
    gives a machine away, ``bounce`` what shows that it could not deliver a letter, ``trouble`` why the letter is of no
    use, each in a few English words. ``attachments`` are named and not read, and those
    ``attached_texts`` among them that are plain have their text beside their name. ``cut`` are the lines that
    are not new; those of them ``below`` a signature may be the writer's all the same. ``struck`` are the new lines of
    which something is struck out, that between ``~~``; it is no part of the text. ``is_cut_short`` when the letter goes
    on behind ``text``, which is then the beginning of what is new.
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
    """Read a letter as it came; whatever the bytes are, the answer is a Letter, and it comes soon."""
    too_much = excess(raw)
    if too_much:
        return Letter(trouble=too_much)
    headers, parts = split(raw)
    sender = one_address(headers.all("from"))
    subject = decoded(headers.first("subject"))
    references = message_ids(*headers.all("references"), *headers.all("in-reply-to"))
    words, is_endless = _beginning(words_of(parts), MOST_LINES_LOOKED_AT)
    new = new_text(words, correspondence({*recipients_told(raw)}, sender, subject))
    kept = set_apart(new.text)
    text, is_long = _beginning(kept.text, MOST_NEW_LINES, MOST_NEW_CHARACTERS)
    attached = [part for part in parts.leaves if part.is_attachment and not part.is_shown_inside]
    return Letter(
        sender=sender,
        subject=subject,
        message_id=one_message_id(headers.first("message-id")),
        references=references[-_MOST_REFERENCES:],
        date=date_of(headers.first("date")),
        text=text,
        robot=why_robot(headers, sender, subject) or why_calendar(parts),
        bounce=why_bounce(headers, sender),
        trouble=None if sender else "no single sender in From",
        attachments=tuple(part.name or part.kind for part in attached),
        attached_texts=tuple(
            (part.name or part.kind, part.text) for part in attached if part.kind.startswith("text/plain")
        ),
        below=tuple(line for line in new.below if not is_struck(line)),
        cut=tuple(map(unmarked, new.cut)),
        struck=kept.struck,
        is_cut_short=is_long or (is_endless and words.rstrip().endswith(new.text[-MOST_LINES_LOOKED_AT:])),
    )


def _beginning(text: str, lines: int, characters: int | None = None) -> tuple[str, bool]:
    """The beginning of a text, so many lines and characters of it, and whether it goes on."""
    first = "\n".join(text[:characters].split("\n", lines)[:lines])
    return first, len(first) < len(text)
