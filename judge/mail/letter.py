"""A letter read: bytes into the words a person wrote, who wrote them, when."""

from dataclasses import dataclass
from datetime import datetime

from judge.mail.from_header import one_address
from judge.mail.headers import date_of, decoded, message_ids, one_message_id
from judge.mail.limits import excess
from judge.mail.parts import split
from judge.mail.quoted import new_text
from judge.mail.robots import why_bounce, why_calendar, why_robot
from judge.mail.texts import words_of

_MOST_REFERENCES = 50


@dataclass(frozen=True)
class Letter:
    """What a letter says. ``text`` is only what is new in it, one line of the writer on one line.

    ``sender`` is the one address of From in lower case; ``message_id`` is in angle brackets, empty when there is none;
    ``references`` hold those of References and In-Reply-To; ``date`` is the letter's own, UTC. ``robot`` says what
    gives a machine away, ``bounce`` what shows that it could not deliver a letter, ``trouble`` why the letter is of no
    use, each in a few English words. ``attachments`` are named and not read, and those
    ``attached_texts`` among them that are plain have their text beside their name. ``cut`` are the lines that
    are not new; those of them ``below`` a signature may be the writer's all the same.
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


def read_letter(raw: bytes) -> Letter:
    """Read a letter as it came; whatever the bytes are, the answer is a Letter, and it comes soon."""
    too_much = excess(raw)
    if too_much:
        return Letter(trouble=too_much)
    headers, parts = split(raw)
    sender = one_address(headers.all("from"))
    subject = decoded(headers.first("subject"))
    references = message_ids(*headers.all("references"), *headers.all("in-reply-to"))
    new = new_text(words_of(parts))
    attached = [part for part in parts.leaves if part.is_attachment and not part.is_shown_inside]
    return Letter(
        sender=sender,
        subject=subject,
        message_id=one_message_id(headers.first("message-id")),
        references=references[-_MOST_REFERENCES:],
        date=date_of(headers.first("date")),
        text=new.text,
        robot=why_robot(headers, sender, subject) or why_calendar(parts),
        bounce=why_bounce(headers, sender),
        trouble=None if sender else "no single sender in From",
        attachments=tuple(part.name or part.kind for part in attached),
        attached_texts=tuple(
            (part.name or part.kind, part.text) for part in attached if part.kind.startswith("text/plain")
        ),
        below=new.below,
        cut=new.cut,
    )
