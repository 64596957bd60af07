"""The judge's own addresses: which game, which person or which question a recipient address speaks of."""

import re
from dataclasses import dataclass

from judge.game.settings import GameName, Token
from judge.mail.secrets import without_secret

GAME_NAME = re.compile(r"[a-z][a-z0-9-]{1,23}")
"""What a game may be called: it stands in addresses, folder names and subjects."""

_CONFIRM = "ok"
_BOUNCE = "bounce"


def game_name(word: str) -> GameName | None:
    """A word as the name of a game; None when no game may be called so."""
    name = word.lower()
    return GameName(name) if GAME_NAME.fullmatch(name) and name not in {_CONFIRM, _BOUNCE} else None


@dataclass(frozen=True)
class Recipient:
    """What the part behind the ``+`` of a recipient address says; all empty for the bare address."""

    game: GameName | None = None
    token: Token | None = None
    confirms: str | None = None
    is_bounce: bool = False
    bounced: str | None = None


def read_recipient(address: str, judge: str) -> Recipient | None:
    """Take a recipient address apart; None when it is not one of ours. Case is ignored (RFC 5321 2.4 allows us to).

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
    if head == _BOUNCE:
        return Recipient(is_bounce=True, bounced=secret or None)
    if head == _CONFIRM and secret:
        return Recipient(confirms=secret)
    game = game_name(head)
    return Recipient(game=game, token=Token(secret) if secret else None) if game else None


def reply_address(judge: str, game: GameName, token: Token) -> str:
    """Where a person's plain reply goes: enough, together with their From, to act for their powers."""
    return _with_detail(judge, f"{game}.{token}")


def confirmation_address(judge: str, code: str) -> str:
    """Where the answer to a confirmation request goes."""
    return _with_detail(judge, f"{_CONFIRM}.{code}")


def bounce_address(judge: str, secret: str) -> str:
    """The envelope sender of one letter out: mail that comes back here is never answered."""
    return _with_detail(judge, f"{_BOUNCE}.{secret}")


def masked(text: str, judge: str, token: str) -> str:
    """A text that goes to others, without the secrets by which somebody writes as who they are: ``judge+…@host``.

    Every address of ours with a secret in it, however a mail program has written its plus; and ``token`` wherever and
    however it stands, for half an address is enough.
    """
    local, _, domain = judge.rpartition("@")
    secret = rf"{re.escape(local)}(?:\+|%2b|=2b)[a-z0-9-]+\.[a-z0-9.=\s-]{{1,80}}?(?:@|%40|=40){re.escape(domain)}"
    text = re.sub(secret, f"{local}+…@{domain}", text, flags=re.IGNORECASE)
    return without_secret(text, token)


def _with_detail(judge: str, detail: str) -> str:
    local, _, domain = judge.rpartition("@")
    return f"{local}+{detail}@{domain}"
