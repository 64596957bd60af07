"""The judge's own addresses: which game, person or confirmation request a recipient address names."""

import re
from dataclasses import dataclass

from judge.game.settings import GameName, Token
from judge.mail.redaction import redact
from judge.requests.names import BOUNCE_WORD, CONFIRMATION_WORD, game_name


@dataclass(frozen=True)
class Recipient:
    """The detail behind the ``+`` of a recipient address; every field is empty for the bare address."""

    game: GameName | None = None
    token: Token | None = None
    confirms: str | None = None
    is_bounce: bool = False
    bounced: str | None = None


def read_recipient(address: str, judge: str) -> Recipient | None:
    """Parse a recipient address; None when it is not one of the judge's. Case is ignored (RFC 5321 2.4 allows it).

    ``judge@host``, ``judge+rome@host``, ``judge+rome.TOKEN@host``, ``judge+ok.CODE@host``,
    ``judge+bounce.SECRET@host``.
    """
    local, _, domain = address.lower().rpartition("@")
    own_local, _, own_domain = judge.lower().rpartition("@")
    name, plus, detail = local.partition("+")
    if domain != own_domain or name != own_local:
        return None
    if not plus:
        return Recipient()
    head, _, secret = detail.partition(".")
    if head == BOUNCE_WORD:
        return Recipient(is_bounce=True, bounced=secret or None)
    if head == CONFIRMATION_WORD and secret:
        return Recipient(confirms=secret)
    game = game_name(head)
    return Recipient(game=game, token=Token(secret) if secret else None) if game else None


def reply_address(judge: str, game: GameName, token: Token) -> str:
    """The address for a person's plain replies: together with their From it is enough to act for their powers."""
    return _add_detail(judge, f"{game}.{token}")


def confirmation_address(judge: str, code: str) -> str:
    """Where the answer to a confirmation request goes."""
    return _add_detail(judge, f"{CONFIRMATION_WORD}.{code}")


def bounce_address(judge: str, secret: str) -> str:
    """The envelope sender of one outgoing letter; mail that comes back to it is never answered."""
    return _add_detail(judge, f"{BOUNCE_WORD}.{secret}")


def redact_addresses(text: str, judge: str, token: str) -> str:
    """A text for other readers with every secret reply address replaced by ``judge+…@host``.

    Removes every address of the judge that bears a secret, however a mail program has encoded its plus sign; and
    ``token`` wherever and however it stands, because half an address is enough to write as its owner.
    """
    local, _, domain = judge.rpartition("@")
    secret = rf"{re.escape(local)}(?:\+|%2b|=2b)[a-z0-9-]+\.[a-z0-9.=\s-]{{1,80}}?(?:@|%40|=40){re.escape(domain)}"
    text = re.sub(secret, f"{local}+…@{domain}", text, flags=re.IGNORECASE)
    return redact(text, token)


def _add_detail(judge: str, detail: str) -> str:
    local, _, domain = judge.rpartition("@")
    return f"{local}+{detail}@{domain}"
