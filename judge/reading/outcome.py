"""What would come of a letter if it were received now: its fate, and the letters that would go out for it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default

from judge.desk.office import Office
from judge.mail.letter import Letter
from judge.reading.origin import recipient_of
from judge.store.values import Change, Fate, KeptLetter, Occasion, Outgoing

Settle = Callable[[Office, KeptLetter], Change]
"""What the judge does with a letter, short of writing it down."""

_SAID = {
    Fate.DONE: "it is carried out and answered",
    Fate.HELD: "nothing happens before it is confirmed",
    Fate.SET_ASIDE: "it is set aside for the operator",
    Fate.REPEATED: "nothing: it has been received already",
    Fate.ROBOT: "nothing: automatic mail is never answered",
}
_WHOLE = frozenset({Occasion.QUESTION, Occasion.VOUCHED, Occasion.NEWCOMER, Occasion.DOORSTEP})
"""Letters that are shown with their text: what is asked, what a stranger is told."""


@dataclass(frozen=True)
class Sent:
    """A letter that would go out; ``text`` only of one that asks, or that answers somebody without a part in a game."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """What would become of the letter, in a few words, and what would be sent."""

    said: str
    sent: tuple[Sent, ...]


def outcome_of(raw: bytes, letter: Letter, office: Office, settle: Settle, now: datetime) -> Outcome:
    """Settle the letter as the judge would, and keep nothing of it; it is taken to have come when it was written."""
    address = recipient_of(raw, office.config.judge.address)
    kept = KeptLetter(0, letter.date or now, "read", letter.sender, address, raw, confirmed=False, tries=0)
    change = settle(office, kept)
    said = "nothing" if change.fate is Fate.DONE and not (change.outgoing or change.events) else _SAID[change.fate]
    return Outcome(said, tuple(_sent(out) for out in change.outgoing))


def _sent(out: Outgoing) -> Sent:
    message = message_from_bytes(out.raw, policy=default)
    body = message.get_body(("plain",))
    text = str(body.get_content()) if isinstance(body, EmailMessage) and out.occasion in _WHOLE else ""
    return Sent(out.to, str(message["Subject"]), text.strip())


def outcome_lines(outcome: Outcome) -> Iterator[str]:
    """The letters that would go out, each under its recipient and its subject."""
    for sent in outcome.sent:
        yield f"to {sent.to}: {sent.subject}"
        yield from (f"  {line}".rstrip() for line in sent.text.split("\n") if sent.text)
