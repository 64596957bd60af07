"""How strongly a letter is proven, by what, what that rests on, and what becomes of each of its lines for it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from judge.handlers.letter_context import questions_of
from judge.mail.dkim import FromUnverified, FromVerified
from judge.mail.identity import Proof, Proven, Stranger, Unproven
from judge.requests.requests import Line


class Basis(Enum):
    """What the fate of a line depends on."""

    PROOF = "proof"  # it counts, for its letter is proven
    CONFIRMATION = "confirmation"  # it waits until the registered address has confirmed its letter
    ANYBODY = "anybody"  # a question, answered with what anybody may know
    NOTHING = "nothing"  # it does nothing: a stranger's, or a machine's


@dataclass(frozen=True)
class ProofStrength:
    """How strongly a letter is proven: ``who`` it speaks for, by what; ``looked`` whether its From is verified.

    ``looked`` is None where that was not looked for.
    """

    who: Proven | Unproven | Stranger
    looked: FromVerified | FromUnverified | None = None

    @property
    def by(self) -> Proof | None:
        """What proves the letter; None where nothing does."""
        return self.who.proof if isinstance(self.who, Proven) else None

    @property
    def domain(self) -> str | None:
        """Whose signature proves the letter; None where none does."""
        is_signed = isinstance(self.looked, FromVerified) and self.by is self.looked.proof
        return self.looked.domain if is_signed and isinstance(self.looked, FromVerified) else None

    @property
    def why(self) -> str | None:
        """Why From is not verified, in a few English words; None where the letter is proven, or nobody looked."""
        return self.looked.why if isinstance(self.looked, FromUnverified) and self.by is None else None

    def basis_of(self, lines: Sequence[Line]) -> Iterator[tuple[str, Basis]]:
        """Yield each line with what its fate depends on; a letter that waits does so whole, its questions with it."""
        asked = questions_of(lines)
        for line in lines:
            match self.who:
                case Proven():
                    yield line.text, Basis.PROOF
                case Unproven() if len(asked) != len(lines):
                    yield line.text, Basis.CONFIRMATION
                case Unproven() | Stranger():
                    yield line.text, Basis.ANYBODY if line in asked else Basis.NOTHING

    def rests_on(self) -> Iterator[str]:
        """Yield what the proof rests on, and what it cannot show, a line each."""
        signer = self.looked.domain if isinstance(self.looked, FromVerified) else ""
        match self.by:
            case Proof.TOKEN:
                yield "only this person, and whoever reads their mail or is shown it, knows the reply address"
                if not signer:
                    yield "nobody has signed it: that its words are those that were written rests on the way it came"
            case Proof.SIGNED:
                yield f"the signature was checked here; it covers {_COVERED}"
            case Proof.RELAY:
                yield f"a signature that covers {_COVERED}: that was looked at here"
                yield "that it holds is the word of our mail server, which covers nothing that was changed behind it,"
                yield "and no letter that came past it"
            case Proof.CONFIRMED | None:
                return
        if signer:
            yield f"that nobody at {signer} writes in another's name is in the hands of {signer}"


_COVERED = "the words, From, To, Date, Subject and how they are to be read"


def basis_text(strength: ProofStrength, basis: Basis) -> str:
    """Return what a line's fate depends on, in English words."""
    match basis, strength.who:
        case Basis.PROOF, Proven(proof=proof):
            return f"counts by the {_NAMES[proof]}{f' of {strength.domain}' if strength.domain else ''}"
        case Basis.CONFIRMATION, Unproven(of):
            return f"waits until {of} has confirmed the letter"
        case Basis.ANYBODY, _:
            return "is answered as anybody's question is"
        case _:
            return "does nothing: nothing shows whose it is"


_NAMES = {
    Proof.TOKEN: "reply address, together with From",
    Proof.SIGNED: "signature",
    Proof.RELAY: "word of our mail server for the signature",
    Proof.CONFIRMED: "confirmation",
}
