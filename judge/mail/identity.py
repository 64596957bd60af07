"""Whom a letter speaks for, and which addresses of the judge's own it is sent to."""

import itertools
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from hmac import compare_digest

from judge.game.people.messages import Person
from judge.game.settings import Address, GameName, Token
from judge.mail.headers import resolve_references
from judge.requests.names import BOUNCE_WORD, CONFIRMATION_WORD, ROAD_WORD, game_name

# --- whom a letter speaks for


_LARGEST_GAP = 16
"""Characters that may stand between two of a secret: a line end, quotation marks, invisible characters."""

_PIECE = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z]{2,8});?|[%=][0-9A-Fa-f]{2}|.", re.DOTALL)
"""A character, or one as an HTML reference, percent-encoded (RFC 3986 2.1) or quoted-printable (RFC 2045 6.7)."""

_LONGEST_PIECE = 4
"""Characters that one may decompose into: some stand for whole sentences, and no secret is written in those."""

_SHORTEST = 8
"""Letters and digits a secret needs to be searched with gaps; those of a shorter one occur by chance."""


def redact(text: str, secret: str) -> str:
    """The text with ``…`` in place of a secret, wherever and however it stands there.

    Only letters and digits are compared, without case, accents and the forms that other fonts give them.
    """
    wanted = "".join(one for one in unicodedata.normalize("NFKC", secret).casefold() if one.isalnum())
    if len(wanted) < _SHORTEST:
        return re.sub(re.escape(secret), "…", text, flags=re.IGNORECASE) if secret else text
    kept, end = [], 0
    for start, stop in _spans(text, wanted):
        kept += [text[end:start], "…"]
        end = stop
    return "".join([*kept, text[end:]])


def _spans(text: str, wanted: str) -> Iterator[tuple[int, int]]:
    """Where the secret begins and ends in the text, scanned once as it stands and once with encodings resolved."""
    found = sorted(place for is_coded in (False, True) for place in _spans_in(text, wanted, is_coded=is_coded))
    last = 0
    for start, stop in found:
        if start >= last:
            yield start, stop
            last = stop


def _spans_in(text: str, wanted: str, *, is_coded: bool) -> Iterator[tuple[int, int]]:
    pieces = _PIECE.finditer(text) if is_coded else re.finditer(r".", text, re.DOTALL)
    letters: list[str] = []
    spans: list[tuple[int, int]] = []
    for piece in pieces:
        for letter in _letters(piece[0]):
            letters.append(letter)
            spans.append(piece.span())
    plain, at = "".join(letters), 0
    while (at := plain.find(wanted, at)) >= 0:
        held = spans[at : at + len(wanted)]
        if all(after[0] - before[1] <= _LARGEST_GAP for before, after in itertools.pairwise(held)):
            yield held[0][0], held[-1][1]
            at += len(wanted)
        else:
            at += 1


def _letters(piece: str) -> str:
    """The letters and digits that a piece of text stands for."""
    if len(piece) == 1 and piece.isascii():
        return piece.lower() if piece.isalnum() else ""
    if piece.startswith("&"):
        piece = resolve_references(piece)
    elif len(piece) > 1:
        piece = chr(int(piece[1:], 16))
    plain = unicodedata.normalize("NFKD", piece).casefold()
    return "".join(letter for letter in plain if letter.isalnum()) if len(plain) <= _LONGEST_PIECE else ""


@dataclass(frozen=True)
class Recipient:
    """The detail behind the ``+`` of a recipient address; every field is empty for the bare address."""

    game: GameName | None = None
    token: Token | None = None
    press: str = ""
    confirms: str | None = None
    is_bounce: bool = False
    bounced: str | None = None
    road: str | None = None


def read_recipient(address: str, judge: str) -> Recipient | None:
    """Parse a recipient address; None when it is not one of the judge's. Case is ignored (RFC 5321 2.4 allows it).

    ``judge@host``, ``judge+rome@host``, ``judge+rome.TOKEN@host``, ``judge+rome.TOKEN.PRESS@host``,
    ``judge+ok.CODE@host``, ``judge+bounce.SECRET@host``, ``judge+road_letter.TOKEN@host``.
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
    if head == ROAD_WORD and secret:
        return Recipient(road=secret)
    game = game_name(head)
    token, _, press = secret.partition(".")
    return Recipient(game=game, token=Token(token) if token else None, press=press) if game else None


def game_address(judge: str, game: GameName) -> str:
    """The address of a game, for whoever has no reply address or is not to pass it on."""
    return _add_detail(judge, game)


def reply_address(judge: str, game: GameName, token: Token) -> str:
    """The address for a person's plain replies: together with their From it is enough to act for their powers."""
    return _add_detail(judge, f"{game}.{token}")


_LONGEST_LOCAL_PART = 64
"""Octets before the ``@`` (RFC 5321 4.5.3.1.1)."""


def press_reply_address(reply_to: str, mark: str) -> str | None:
    """A person's reply address with the mark of one letter of press; None where it would be too long for one."""
    local, _, domain = reply_to.rpartition("@")
    return f"{local}.{mark}@{domain}" if len(f"{local}.{mark}".encode()) <= _LONGEST_LOCAL_PART else None


def confirmation_address(judge: str, code: str) -> str:
    """Where the answer to a confirmation request goes."""
    return _add_detail(judge, f"{CONFIRMATION_WORD}.{code}")


def bounce_address(judge: str, secret: str) -> str:
    """The envelope sender of one outgoing letter; mail that comes back to it is never answered."""
    return _add_detail(judge, f"{BOUNCE_WORD}.{secret}")


def road_address(judge: str, token: str) -> str:
    """Where a letter goes that the operator sends from the judge to itself."""
    return _add_detail(judge, f"{ROAD_WORD}.{token}")


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


class Proof(Enum):
    """How it was proved that a letter is its sender's."""

    TOKEN = "token"  # noqa: S105 - the name of a proof; the reply address of this person in this game, and their registered From
    CONFIRMED = "confirmed"  # a request sent to the registered address was answered
    SIGNED = "signed"  # the mail domain of their registered From has signed it; we have checked that
    RELAY = "relay"  # the same, checked by the operator's mail server


LONGEST_PROVING_AGE = timedelta(days=7)
"""The age up to which a letter proves anything by itself: relays give up after five days (RFC 5321 4.5.4.1)."""


@dataclass(frozen=True)
class Proven:
    """The letter is proved to be from this address."""

    address: Address
    proof: Proof


@dataclass(frozen=True)
class Unproven:
    """The letter may be from this address, which has to confirm it first."""

    ask: Address


@dataclass(frozen=True)
class Stranger:
    """No person of this game has that address, and no token shows another."""


def _unverified() -> None:
    return None


@dataclass(frozen=True)
class Evidence:
    """The evidence for a letter besides its addresses.

    ``confirmed`` when the person asked has answered a confirmation request for it, ``is_old`` when it was written
    longer ago than a letter may prove anything. ``verified`` returns how its From is verified, None when it is not; it
    takes time, so it is called last.
    """

    confirmed: bool = False
    is_old: bool = False
    verified: Callable[[], Proof | None] = _unverified

    def verified_today(self) -> bool:
        """Whether its From is verified, and it was written lately."""
        return not self.is_old and self.verified() is not None


def identify_sender(
    sender: Address, recipient: Recipient, people: Mapping[Address, Person], evidence: Evidence, *, may_be_new: bool
) -> Proven | Unproven | Stranger:
    """The sender of one letter by its evidence.

    ``may_be_new`` when it asks for what newcomers may: a game, a seat.

    A wrong token counts as none, and so does the right one in an old letter: somebody may have kept it and sent it
    again. A verified From proves its registered address, never another one whose token the letter bears. Who has to
    confirm a letter follows from the letter itself, so the answer is the same both times.
    """
    bearer = _bearer(recipient, people)
    registered = bearer or people.get(sender)
    if registered is None and not may_be_new:
        return Stranger()
    address = registered.address if registered else sender
    if evidence.confirmed:
        return Proven(address, Proof.CONFIRMED)
    if registered is None or sender != address or evidence.is_old:
        return Unproven(address)
    proof = Proof.TOKEN if bearer else evidence.verified()
    return Proven(address, proof) if proof else Unproven(address)


def is_vouched_for(recipient: Recipient, people: Mapping[Address, Person], evidence: Evidence) -> bool:
    """Whether any evidence supports a letter that is not proved: a person's token, or its mail domain for its From."""
    return _bearer(recipient, people) is not None or evidence.verified() is not None


def _bearer(recipient: Recipient, people: Mapping[Address, Person]) -> Person | None:
    """The person whose token the recipient address bears."""
    token = recipient.token
    if token is None:
        return None
    return next((person for person in people.values() if compare_digest(person.token.encode(), token.encode())), None)


# --- the alias map of a judge that shares its address with others


def alias_map(shared: str, own: str, games: Iterable[GameName]) -> str:
    """The text of a map (virtual(5)): a line for each game, its shared address, then the judge's own for it.

    It names hidden games, so nobody else may read it.
    """
    return "".join(f"{game_address(shared, game)} {game_address(own, game)}\n" for game in games)
