"""A letter read: bytes into the words a person wrote, who wrote them, when."""

from dataclasses import dataclass
from datetime import datetime

from judge.mail.flowed import unflow
from judge.mail.from_header import one_address
from judge.mail.headers import date_of, decoded, message_ids, one_message_id
from judge.mail.html import plain_text
from judge.mail.limits import excess
from judge.mail.parts import Part, split
from judge.mail.quoted import new_text
from judge.mail.robots import why_robot

_MOST_REFERENCES = 50


@dataclass(frozen=True)
class Letter:
    """What a letter says. ``text`` is only what is new in it, one line of the writer on one line.

    ``sender`` is the one address of From in lower case; ``message_id`` is in angle brackets, empty when there is none;
    ``references`` hold those of References and In-Reply-To; ``date`` is the letter's own, UTC. ``robot`` says what
    gives a machine away, ``trouble`` why the letter is of no use, both in a few English words. ``attachments`` are
    named and not read. ``below`` are lines under a signature or an old letter's title, which were not read either.
    """

    sender: str | None = None
    subject: str = ""
    message_id: str = ""
    references: tuple[str, ...] = ()
    date: datetime | None = None
    text: str = ""
    robot: str | None = None
    trouble: str | None = None
    attachments: tuple[str, ...] = ()
    below: tuple[str, ...] = ()


def read_letter(raw: bytes) -> Letter:
    """Read a letter as it came; whatever the bytes are, the answer is a Letter, and it comes soon."""
    too_much = excess(raw)
    if too_much:
        return Letter(trouble=too_much)
    headers, parts = split(raw)
    sender = one_address(headers.all("from"))
    subject = decoded(headers.first("subject"))
    references = message_ids(*headers.all("references"), *headers.all("in-reply-to"))
    new = new_text(_words(parts))
    return Letter(
        sender=sender,
        subject=subject,
        message_id=one_message_id(headers.first("message-id")),
        references=references[-_MOST_REFERENCES:],
        date=date_of(headers.first("date")),
        text=new.text,
        robot=why_robot(headers, sender, subject),
        trouble=None if sender else "no single sender in From",
        attachments=tuple(part.name or part.kind for part in parts if part.is_attachment),
        below=new.below,
    )


def _words(parts: tuple[Part, ...]) -> str:
    """The text to read: the first plain one that is not blank, else that of the first HTML one."""
    texts = [part for part in parts if not part.is_attachment]
    for part in texts:
        if part.kind == "text/plain" and (plain := _plain(part)).strip():
            return plain
    return next((plain_text(part.text) for part in texts if part.kind == "text/html"), "")


def _plain(part: Part) -> str:
    if part.headers.parameter("content-type", "format").lower() != "flowed":
        return part.text
    return unflow(part.text, delete_space=part.headers.parameter("content-type", "delsp").lower() == "yes")
