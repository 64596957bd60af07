"""How the judge reads one letter, as a value: its text, who seems to have sent it, what would happen to it."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from enum import Enum

from judge.game.people.messages import Person
from judge.game.settings import Address
from judge.game.state import Game
from judge.handlers.acknowledgement import answer_unread_parts
from judge.handlers.headings import with_subject
from judge.handlers.left_open import answer_talk, leave_lines
from judge.handlers.letter_context import (
    game_of_letter,
    is_open_to_newcomers,
    lines_of_letter,
    questions_of,
    verify_sender,
)
from judge.handlers.services import Services
from judge.handlers.session import LineContext, Session
from judge.handlers.settle_letter import handle_lines
from judge.mail.dkim import ExpectedLetter, FromUnverified, FromVerified
from judge.mail.headers import addressed_to, headers_of
from judge.mail.identity import Evidence, Proof, Proven, Recipient, Stranger, Unproven, identify_sender, read_recipient
from judge.mail.letter import Letter
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import AnsweredLine
from judge.reports.phrasing import Phrasing
from judge.reports.quoted_lines import problem_text
from judge.requests.asked import LetterToEditorRequest
from judge.requests.press import SendPressRequest, WriteDiaryRequest
from judge.requests.questions import ResendRequest, WhatIfRequest
from judge.requests.requests import Line, QuestionRequest
from judge.requests.seats import JoinGameRequest, OpenGameRequest
from judge.requests.setting_lists import PracticeRequest, TutorialRequest
from judge.requests.suggestions import PossibleOrder
from judge.rules.orders import Order
from judge.store.records import ComposedLetter, Occasion, Transaction
from judge.store.rows import KeptLetter, LetterStatus

# --- how strongly a letter is proven, by what, what that rests on, and what becomes of each of its lines for it


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


# --- how the judge reads one letter, as a value: its text, who seems to have sent it, what would happen to it


@dataclass(frozen=True)
class Origin:
    """``to`` is the address without its secret, ``proof`` one sentence; ``writer`` is a person of ``game``.

    ``strength`` is None where proofs could not be weighed.
    """

    to: str
    proof: str
    game: Game | None = None
    writer: Person | None = None
    strength: ProofStrength | None = None


def origin_of(raw: bytes, letter: Letter, services: Services | None) -> Origin:
    """Weigh the proofs of a letter as the judge would, without an envelope: its headers name the recipient.

    It is taken to have arrived when it was written. Signatures are checked with the keys now in the DNS.
    """
    if services is None:
        told = next(iter(addressed_to(headers_of(raw))), "")
        return Origin(told.partition(".")[0] if "+" in told else told, "No judge to ask: proofs were not weighed.")
    address, recipient = recipient_of(raw, services.config.judge.address)
    lines = lines_of_letter(letter, recipient)
    game = services.game(game_of_letter(recipient, lines, services.store.is_game))
    to = _without_secret(address, recipient)
    if letter.sender is None:
        return Origin(to, "Nobody: no single sender in From.", game)
    people = game.correspondents if game else {}
    strength = weigh_proofs(raw, letter, services, people, is_game=game is not None)
    said = _strength_text(strength, game)
    writer = None if isinstance(strength.who, Stranger) else people.get(_owner(strength.who))
    return Origin(to, said, game, writer, strength)


def weigh_proofs(
    raw: bytes, letter: Letter, services: Services, people: Mapping[Address, Person], *, is_game: bool
) -> ProofStrength:
    """Return how strongly a letter is proven for the people of a game; it has a single sender."""
    own = services.config.judge.address
    _, recipient = recipient_of(raw, own)
    sender = Address(letter.sender or "")
    meant = ExpectedLetter(sender, recipient, own, letter.date or services.clock.now())
    looked = verify_sender(services, raw, meant) if sender in people else None
    evidence = Evidence(verified=lambda: looked.proof if isinstance(looked, FromVerified) else None)
    may_be_new = is_open_to_newcomers(lines_of_letter(letter, recipient), is_game=is_game)
    return ProofStrength(identify_sender(sender, recipient, people, evidence, may_be_new=may_be_new), looked)


def _strength_text(strength: ProofStrength, game: Game | None) -> str:
    match strength.who:
        case Proven(of, proof):
            by = f"{proof.value} by {strength.domain}" if strength.domain else proof.value
            return f"Proven ({by}): it speaks for {of}."
        case Unproven(of):
            why = f" From is not verified: {strength.why}." if strength.why else ""
            return f"Not proven: {of} is asked to confirm it, and nothing happens before.{why}"
        case Stranger():
            return "A stranger to this game." if game else "A stranger: no game is named by its address or its lines."


def _owner(who: Proven | Unproven) -> Address:
    return who.address if isinstance(who, Proven) else who.ask


def recipient_of(raw: bytes, own: str) -> tuple[str, Recipient]:
    """Return the first of the judge's addresses in the headers, and what it says; its plain one if they name none."""
    address = next((told for told in addressed_to(headers_of(raw)) if read_recipient(told, own)), own)
    return address, read_recipient(address, own) or Recipient()


def _without_secret(address: str, recipient: Recipient) -> str:
    """Return the address as it may be shown: whoever knows its secret may act."""
    secret = recipient.token or recipient.confirms
    return address.lower().replace(f".{secret}@", ".…@") if secret else address


_NOT_CARRIED = (
    QuestionRequest
    | WhatIfRequest
    | ResendRequest
    | OpenGameRequest
    | PracticeRequest
    | TutorialRequest
    | JoinGameRequest
)


@dataclass(frozen=True)
class LetterReading:
    """The content of a letter, and its effect.

    ``orders`` are those in force after all lines, ``offered`` those that a yes would make count, in the standard
    notation; ``refused`` lines without effect, each with
    the reason; ``unread`` lines that may be orders, where no position decides it; ``lines`` all as they were read.
    """

    letter: Letter
    lines: tuple[Line, ...] = ()
    commands: tuple[str, ...] = ()
    press: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()


def read_as_writer(
    letter: Letter, game: Game | None, writer: Person | None, services: Services | None, now: datetime
) -> LetterReading:
    """Carry out the letter for its writer in the game as it stands, without keeping anything.

    The letter of a robot is not carried out.
    """
    lines = lines_of_letter(letter)
    commands = tuple(
        line.text
        for line in lines
        if not isinstance(line.request, SendPressRequest | WriteDiaryRequest | LetterToEditorRequest | PossibleOrder)
    )
    press = tuple(line.request.text for line in lines if isinstance(line.request, SendPressRequest))
    if letter.robot or game is None or writer is None or services is None:
        return LetterReading(letter, lines, commands, press, unread=tuple(_maybe_orders(lines)))
    start = with_subject(Session(game, writer), letter.subject)
    end = _carried_out(letter, lines, start, LineContext(services, None, 0, None, now, now))
    refused = tuple(_refused(end.answers, game, end.person))
    return LetterReading(letter, lines, commands, press, _orders(end), _offered(end), refused)


def _maybe_orders(lines: Sequence[Line]) -> Iterator[str]:
    return (line.text for line in lines if isinstance(line.request, PossibleOrder))


def _carried_out(letter: Letter, lines: Sequence[Line], start: Session, context: LineContext) -> Session:
    """The end of the letter; questions are not answered, and games neither opened nor joined."""
    carried = [line for line in lines if not isinstance(line.request, _NOT_CARRIED)]
    done = answer_talk(handle_lines(start, context, carried, letter.below), letter, context)
    return leave_lines(answer_unread_parts(done, letter), context)


def _orders(end: Session) -> tuple[str, ...]:
    game = end.game
    mine = (order for power in game.powers_of(end.person.address) for order in game.orders_of(power)) if game else ()
    return _in_standard(game, mine)


def _offered(end: Session) -> tuple[str, ...]:
    game = end.game
    left = game.left_open_by(game.powers_of(end.person.address)) if game else ()
    return _in_standard(game, (order for one in left for order in one.offered_orders))


def _in_standard(game: Game | None, orders: Iterable[Order]) -> tuple[str, ...]:
    if game is None or game.position is None:
        return ()
    return tuple(write_order(order, game.position, game.board, load_notation("standard")) for order in orders)


def _refused(answers: Sequence[AnsweredLine], game: Game, person: Person) -> Iterator[tuple[str, str]]:
    if game.position is None:
        return
    phrasing = Phrasing("en", load_notation("standard"), game.board, game.position)
    for answered in answers:
        why = problem_text(answered.answer, phrasing, person.zone)
        if why:
            yield answered.line, why


SettleLetter = Callable[[Services, KeptLetter], Transaction]
"""What the judge does with a letter, without writing it down."""

_SAID = {
    LetterStatus.DONE: "it is carried out and answered",
    LetterStatus.HELD: "nothing happens before it is confirmed",
    LetterStatus.SET_ASIDE: "it is set aside for the operator",
    LetterStatus.REPEATED: "nothing: it has been received already",
    LetterStatus.ROBOT: "nothing: automatic mail is never answered",
}
_WHOLE = frozenset({Occasion.QUESTION, Occasion.VOUCHED, Occasion.NEWCOMER, Occasion.STRANGER})
"""Letters shown with their text: those that ask something, and those to strangers."""


@dataclass(frozen=True)
class PreviewedLetter:
    """A letter that would be sent; ``text`` only if it asks something or answers somebody without a part in a game."""

    to: str
    subject: str
    text: str


@dataclass(frozen=True)
class LetterPreview:
    """What would happen to the letter, in a few words, and what would be sent."""

    said: str
    sent: tuple[PreviewedLetter, ...]


def preview_letter(
    raw: bytes, letter: Letter, services: Services, settle: SettleLetter, now: datetime
) -> LetterPreview:
    """Settle the letter as the judge would, without keeping anything.

    It is taken to have arrived when it was written.
    """
    address, _ = recipient_of(raw, services.config.judge.address)
    kept = KeptLetter(0, letter.date or now, "read", letter.sender, address, raw, confirmed=False, tries=0)
    transaction = settle(services, kept)
    said = (
        "nothing"
        if transaction.status is LetterStatus.DONE and not (transaction.outgoing or transaction.events)
        else _SAID[transaction.status]
    )
    return LetterPreview(said, tuple(_sent(out) for out in transaction.outgoing))


def _sent(out: ComposedLetter) -> PreviewedLetter:
    message = message_from_bytes(out.raw, policy=default)
    body = message.get_body(("plain",))
    text = str(body.get_content()) if isinstance(body, EmailMessage) and out.occasion in _WHOLE else ""
    return PreviewedLetter(out.to, str(message["Subject"]), text.strip())


def preview_lines(outcome: LetterPreview) -> Iterator[str]:
    """Yield the letters that would be sent, each under its recipient and its subject."""
    for sent in outcome.sent:
        yield f"to {sent.to}: {sent.subject}"
        yield from (f"  {line}".rstrip() for line in sent.text.split("\n") if sent.text)
