"""Requests about what the judge publishes: subscriptions to the gazette and to the zine, letters to the editor."""

import re
from dataclasses import dataclass
from typing import Literal

from judge.requests.vocabulary import VerbLine, value_of, verb_of


@dataclass(frozen=True)
class SubscriptionRequest:
    """Subscribe to a publication, or unsubscribe; ``pdf`` when its file is to come with it."""

    publication: Literal["gazette", "zine"]
    is_on: bool
    pdf: bool = False


@dataclass(frozen=True)
class LetterToEditorRequest:
    """A letter to the editor of the zine; ``signature`` is its last line, empty where none signs it.

    ``closing`` is the line that ended the block, empty where the letter ended it.
    """

    text: str
    signature: str = ""
    closing: str = ""


@dataclass(frozen=True)
class WithdrawLettersRequest:
    """Take back the letters to the editor that no issue has printed."""


PublicationRequest = SubscriptionRequest | LetterToEditorRequest | WithdrawLettersRequest

_LONGEST_SIGNATURE = 60
_SIGNED = re.compile(r"\s*(?:—|–|--?|signed\b:?|signée?\b\s*:?)\s*(?P<name>[^\W\d_].*?)\s*", re.IGNORECASE)


def read_gazette(verb: VerbLine) -> SubscriptionRequest | None:
    """Whether the gazette is wanted; None of prose that begins with the word."""
    match verb.named:
        case ():
            return SubscriptionRequest("gazette", is_on=True)
        case (word,) if value_of(word.text) in {"yes", "no"}:
            return SubscriptionRequest("gazette", is_on=value_of(word.text) == "yes")
        case _:
            return None


def read_subscription(verb: VerbLine) -> SubscriptionRequest | None:
    """What is subscribed to or ended, the zine unless the line says the gazette; None of prose."""
    said = ["gazette" if verb_of(word.text)[0] == "gazette" else value_of(word.text) for word in verb.named]
    if not {*said} <= {"gazette", "zine", "pdf", "text", "yes", "no"} or {"gazette", "pdf"} <= {*said}:
        return None
    is_on = verb.key == "subscribe" and "no" not in said
    return SubscriptionRequest("gazette" if "gazette" in said else "zine", is_on, is_on and "pdf" in said)


def read_letters_off(verb: VerbLine) -> WithdrawLettersRequest | None:
    """Whether letters are taken back; None of prose that begins with the word."""
    return WithdrawLettersRequest() if [value_of(word.text) for word in verb.named] == ["no"] else None


def letter_to_editor(text: str, closing: str) -> LetterToEditorRequest:
    """A letter as it stands in its block: the last line is its signature if it begins as one and holds no address."""
    above, _, last = text.rstrip().rpartition("\n")
    signed = _SIGNED.fullmatch(last)
    if signed is None or not above.strip() or len(signed["name"]) > _LONGEST_SIGNATURE or "@" in last:
        return LetterToEditorRequest(text, closing=closing)
    return LetterToEditorRequest(above.strip("\n"), signed["name"], closing)
