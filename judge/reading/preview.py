"""What would happen to a letter if it arrived now: its status, and the letters that would be sent."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from judge.handlers.services import Services
from judge.mail.letter import Letter
from judge.reading.origin import recipient_of
from judge.store.records import ComposedLetter, KeptLetter, LetterStatus, Occasion, Transaction

SettleLetter = Callable[[Services, KeptLetter], Transaction]
"""What the judge does with a letter, without writing it down."""

_SAID = {
    LetterStatus.DONE: "it is carried out and answered",
    LetterStatus.HELD: "nothing happens before it is confirmed",
    LetterStatus.SET_ASIDE: "it is set aside for the operator",
    LetterStatus.REPEATED: "nothing: it has been received already",
    LetterStatus.ROBOT: "nothing: automatic mail is never answered",
}
_WHOLE = frozenset({Occasion.QUESTION, Occasion.VOUCHED, Occasion.NEWCOMER, Occasion.STRANGER})
"""Letters shown with their text: those that ask something, and those to strangers."""


@dataclass(frozen=True)
class PreviewedLetter:
    """A letter that would be sent; ``text`` only if it asks something or answers somebody without a part in a game."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True)
class LetterPreview:
    """What would happen to the letter, in a few words, and what would be sent."""

    said: str
    sent: tuple[PreviewedLetter, ...]


def preview_letter(
    raw: bytes, letter: Letter, services: Services, settle: SettleLetter, now: datetime
) -> LetterPreview:
    """Settle the letter as the judge would, without keeping anything.

    It is taken to have arrived when it was written.
    """
    address = recipient_of(raw, services.config.judge.address)
    kept = KeptLetter(0, letter.date or now, "read", letter.sender, address, raw, confirmed=False, tries=0)
    transaction = settle(services, kept)
    said = (
        "nothing"
        if transaction.status is LetterStatus.DONE and not (transaction.outgoing or transaction.events)
        else _SAID[transaction.status]
    )
    return LetterPreview(said, tuple(_sent(out) for out in transaction.outgoing))


def _sent(out: ComposedLetter) -> PreviewedLetter:
    message = message_from_bytes(out.raw, policy=default)
    body = message.get_body(("plain",))
    text = str(body.get_content()) if isinstance(body, EmailMessage) and out.occasion in _WHOLE else ""
    return PreviewedLetter(out.to, str(message["Subject"]), text.strip())


def preview_lines(outcome: LetterPreview) -> Iterator[str]:
    """Yield the letters that would be sent, each under its recipient and its subject."""
    for sent in outcome.sent:
        yield f"to {sent.to}: {sent.subject}"
        yield from (f"  {line}".rstrip() for line in sent.text.split("\n") if sent.text)
