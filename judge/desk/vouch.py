"""What speaks for a letter besides its addresses, as far as the operator lets it count."""

from functools import cache, partial

from judge.desk.case import Case
from judge.desk.office import Office
from judge.mail.addresses import Recipient
from judge.mail.identity import Evidence, Proof
from judge.mail.signatures import Meant
from judge.mail.verified import Unverified, Verified, Witnesses, verify_from


def evidence_for(case: Case, recipient: Recipient) -> Evidence:
    """The evidence of a letter on the desk; its signatures are looked at when somebody asks."""
    meant = Meant(case.sender, recipient, case.office.config.judge.address, case.kept.arrived)
    return Evidence(case.kept.confirmed, case.is_old, cache(partial(_proof, case.office, case.kept.raw, meant)))


def _proof(office: Office, raw: bytes, meant: Meant) -> Proof | None:
    looked = look_at_from(office, raw, meant)
    return looked.proof if isinstance(looked, Verified) else None


def look_at_from(office: Office, raw: bytes, meant: Meant) -> Verified | Unverified:
    """Whether From is verified, and counts."""
    identity = office.config.identity
    if identity.verified_from == "asked":
        return Unverified("the operator has every letter without a reply address confirmed")
    return verify_from(raw, meant, Witnesses(identity.authserv_id, office.keys))
