"""Who a letter seems to be from, to which of the judge's addresses it went, and what that proves."""

from dataclasses import dataclass

from judge.desk.office import Office
from judge.desk.spoken import game_spoken_of, may_be_new
from judge.desk.vouch import look_at_from
from judge.game.person import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.addresses import Recipient, read_recipient
from judge.mail.identity import Evidence, Proof, Proven, Stranger, Unproven, who_is_it
from judge.mail.letter import Letter
from judge.mail.recipients import recipients_told
from judge.mail.signatures import Meant
from judge.mail.subjects import lines_of
from judge.mail.verified import Unverified, Verified


@dataclass(frozen=True)
class Origin:
    """``to`` is the address without its secret, ``proof`` one sentence; ``writer`` is of ``game``."""

    to: str
    proof: str
    game: Game | None = None
    writer: Person | None = None


def origin_of(raw: bytes, letter: Letter, office: Office | None) -> Origin:
    """Weigh the proofs of a letter as the judge would, without an envelope: its headers tell to whom it went.

    It is taken to have come when it was written. Signatures are checked with the keys that stand in the DNS now.
    """
    if office is None:
        told = next(iter(recipients_told(raw)), "")
        return Origin(told.partition(".")[0] if "+" in told else told, "No judge to ask: proofs were not weighed.")
    own = office.config.judge.address
    address = recipient_of(raw, own)
    recipient = read_recipient(address, own) or Recipient()
    lines = lines_of(letter)
    game = office.game(game_spoken_of(recipient, lines, office.store.games()))
    if letter.sender is None:
        return Origin(_without_secret(address, recipient), "Nobody: no single sender in From.", game)
    people = game.correspondents if game else {}
    sender = Address(letter.sender)
    written = letter.date or office.clock.now()
    looked = look_at_from(office, raw, Meant(sender, recipient, own, written)) if sender in people else None
    evidence = Evidence(verified=lambda: looked.proof if isinstance(looked, Verified) else None)
    who = who_is_it(sender, recipient, people, evidence, may_be_new=may_be_new(lines, is_game=game is not None))
    match who:
        case Proven(of, proof):
            said = f"Proven ({_shown(proof, looked)}): it speaks for {of}."
        case Unproven(of):
            why = f" From is not verified: {looked.why}." if isinstance(looked, Unverified) else ""
            said = f"Not proven: {of} is asked to confirm it, and nothing happens before.{why}"
        case Stranger():
            said = "A stranger to this game." if game else "A stranger: no game is named by its address or its lines."
    writer = None if isinstance(who, Stranger) else people.get(who.address if isinstance(who, Proven) else who.ask)
    return Origin(_without_secret(address, recipient), said, game, writer)


def recipient_of(raw: bytes, own: str) -> str:
    """The first of the judge's addresses that the headers name; its plain one where they name none."""
    return next((told for told in recipients_told(raw) if read_recipient(told, own)), own)


def _shown(proof: Proof, looked: Verified | Unverified | None) -> str:
    """A proof by its name; of a signature, whose it is."""
    if isinstance(looked, Verified) and proof is looked.proof:
        return f"{proof.value} by {looked.domain}"
    return proof.value


def _without_secret(address: str, recipient: Recipient) -> str:
    """The address as it may be shown: whoever knows its secret may act."""
    secret = recipient.token or recipient.confirms
    return address.lower().replace(f".{secret}@", ".…@") if secret else address
