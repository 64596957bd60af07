"""The evidence for who sent a letter, as far as the operator lets it count."""

from functools import cache, partial

from judge.handlers.letter_context import LetterContext
from judge.handlers.services import Services
from judge.mail.dkim_signatures import ExpectedLetter
from judge.mail.from_verification import FromUnverified, FromVerified, TrustedCheckers, verify_from
from judge.mail.identity import Evidence, Proof, Recipient


def evidence_for(case: LetterContext, recipient: Recipient) -> Evidence:
    """Return the evidence of a letter; its signatures are checked only when they are asked for."""
    meant = ExpectedLetter(case.sender, recipient, case.services.config.judge.address, case.kept.arrived)
    return Evidence(
        case.kept.confirmed, case.is_old, cache(partial(_proof_of_signature, case.services, case.kept.raw, meant))
    )


def _proof_of_signature(services: Services, raw: bytes, meant: ExpectedLetter) -> Proof | None:
    looked = verify_sender(services, raw, meant)
    return looked.proof if isinstance(looked, FromVerified) else None


def verify_sender(services: Services, raw: bytes, meant: ExpectedLetter) -> FromVerified | FromUnverified:
    """Return whether From is verified, and by what; or why not, or why it does not count."""
    identity = services.config.identity
    if identity.verified_from == "asked":
        return FromUnverified("the operator has every letter without a reply address confirmed")
    return verify_from(raw, meant, TrustedCheckers(identity.authserv_id, services.keys))
