"""Who a letter speaks for: From proves nothing, a token alone proves little, both together are enough."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from hmac import compare_digest

from judge.game.commands import Person
from judge.game.settings import Address
from judge.mail.addresses import Recipient


class Proof(Enum):
    """What showed that a letter is its sender's."""

    TOKEN = "token"  # noqa: S105 - the name of a proof; the reply address of this person in this game, and their registered From
    CONFIRMED = "confirmed"  # a request sent to the registered address was answered


@dataclass(frozen=True)
class Proven:
    """The letter speaks for this address."""

    address: Address
    proof: Proof


@dataclass(frozen=True)
class Unproven:
    """The letter may speak for this address, which has to confirm it first."""

    ask: Address


@dataclass(frozen=True)
class Stranger:
    """Nobody in this game has that address, and no token says otherwise."""


def who_is_it(
    sender: Address,
    recipient: Recipient,
    people: Mapping[Address, Person],
    *,
    confirmed: bool,
    may_be_new: bool,
    is_old: bool = False,
) -> Proven | Unproven | Stranger:
    """Weigh the proofs of one letter; ``may_be_new`` when it asks for something a newcomer may ask (a game, a seat).

    A wrong token is no token, and neither is the right one in a letter that ``is_old``: somebody may have kept it and
    sent it again. ``confirmed`` when the person asked has answered a confirmation request for this
    letter; who that was follows from the letter itself, so the answer is the same both times.
    """
    registered = _bearer(recipient, people) or people.get(sender)
    if registered is None and not may_be_new:
        return Stranger()
    address = registered.address if registered else sender
    if confirmed:
        return Proven(address, Proof.CONFIRMED)
    if _bearer(recipient, people) and sender == address and not is_old:
        return Proven(address, Proof.TOKEN)
    return Unproven(address)


def _bearer(recipient: Recipient, people: Mapping[Address, Person]) -> Person | None:
    """The person whose token the recipient address bears."""
    token = recipient.token
    if token is None:
        return None
    return next((person for person in people.values() if compare_digest(person.token.encode(), token.encode())), None)
