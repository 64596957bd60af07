"""The apparent sender and the recipient of a letter, and what proves who sent it."""

from dataclasses import dataclass

from judge.game.person import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.handlers.evidence import verify_sender
from judge.handlers.letter_intent import game_of_letter, is_open_to_newcomers
from judge.handlers.letter_lines import lines_of_letter
from judge.handlers.services import Services
from judge.mail.dkim_signatures import ExpectedLetter
from judge.mail.from_verification import FromUnverified, FromVerified
from judge.mail.identity import Evidence, Proof, Proven, Stranger, Unproven, identify_sender
from judge.mail.judge_addresses import Recipient, read_recipient
from judge.mail.letter import Letter
from judge.mail.recipient_headers import addressed_to


@dataclass(frozen=True)
class Origin:
    """``to`` is the address without its secret, ``proof`` one sentence; ``writer`` is a person of ``game``."""

    to: str
    proof: str
    game: Game | None = None
    writer: Person | None = None


def origin_of(raw: bytes, letter: Letter, services: Services | None) -> Origin:
    """Weigh the proofs of a letter as the judge would, without an envelope: its headers name the recipient.

    It is taken to have arrived when it was written. Signatures are checked with the keys now in the DNS.
    """
    if services is None:
        told = next(iter(addressed_to(raw)), "")
        return Origin(told.partition(".")[0] if "+" in told else told, "No judge to ask: proofs were not weighed.")
    own = services.config.judge.address
    address = recipient_of(raw, own)
    recipient = read_recipient(address, own) or Recipient()
    lines = lines_of_letter(letter)
    game = services.game(game_of_letter(recipient, lines, services.store.games()))
    if letter.sender is None:
        return Origin(_without_secret(address, recipient), "Nobody: no single sender in From.", game)
    people = game.correspondents if game else {}
    sender = Address(letter.sender)
    written = letter.date or services.clock.now()
    looked = verify_sender(services, raw, ExpectedLetter(sender, recipient, own, written)) if sender in people else None
    evidence = Evidence(verified=lambda: looked.proof if isinstance(looked, FromVerified) else None)
    who = identify_sender(
        sender, recipient, people, evidence, may_be_new=is_open_to_newcomers(lines, is_game=game is not None)
    )
    match who:
        case Proven(of, proof):
            said = f"Proven ({_shown(proof, looked)}): it speaks for {of}."
        case Unproven(of):
            why = f" From is not verified: {looked.why}." if isinstance(looked, FromUnverified) else ""
            said = f"Not proven: {of} is asked to confirm it, and nothing happens before.{why}"
        case Stranger():
            said = "A stranger to this game." if game else "A stranger: no game is named by its address or its lines."
    writer = None if isinstance(who, Stranger) else people.get(who.address if isinstance(who, Proven) else who.ask)
    return Origin(_without_secret(address, recipient), said, game, writer)


def recipient_of(raw: bytes, own: str) -> str:
    """Return the first of the judge's addresses in the headers; its plain address if they name none."""
    return next((told for told in addressed_to(raw) if read_recipient(told, own)), own)


def _shown(proof: Proof, looked: FromVerified | FromUnverified | None) -> str:
    """A proof by its name; of a signature, whose it is."""
    if isinstance(looked, FromVerified) and proof is looked.proof:
        return f"{proof.value} by {looked.domain}"
    return proof.value


def _without_secret(address: str, recipient: Recipient) -> str:
    """Return the address as it may be shown: whoever knows its secret may act."""
    secret = recipient.token or recipient.confirms
    return address.lower().replace(f".{secret}@", ".…@") if secret else address
