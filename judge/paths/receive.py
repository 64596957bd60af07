"""The path of one letter: from the stored bytes to the events and the letters they cause.

Step 1, storing the bytes before the sender is told "250", is done by the servers (mail/smtp_session.py, mailboxes/in);
step 10 is that the bytes stay; step 11, sending, is deliver.py. ARCHITECTURE.md tells the whole path.
"""

from collections.abc import Callable
from dataclasses import replace

from judge.game.settings import Address
from judge.handlers.confirmations import (
    answer_without_proof,
    handle_automatic_mail,
    handle_confirmation_reply,
    request_confirmation,
)
from judge.handlers.letter_context import (
    LetterContext,
    enters_game,
    evidence_for,
    game_of_letter,
    game_of_press,
    is_hidden_from,
    is_open_to_newcomers,
    lines_of_letter,
    questions_of,
    written_anew,
)
from judge.handlers.people import ends_nothing, with_end_of_forgetting
from judge.handlers.services import SMTP, Services
from judge.handlers.settle_letter import carry_out_letter
from judge.handlers.wishes import lines_spoken
from judge.mail.identity import Proven, Recipient, Unproven, identify_sender, is_vouched_for, read_recipient
from judge.mail.letter import Letter, digest_of, read_letter
from judge.store.records import Transaction
from judge.store.rows import KeptLetter, LetterStatus


def settle_letter(services: Services, kept: KeptLetter) -> Transaction:
    """The transaction of one stored letter; nothing of it is written yet."""
    letter = read_letter(kept.raw)  # 2
    recipient = read_recipient(kept.recipient, services.config.judge.address)
    from_nobody = kept.transport == SMTP and kept.sender is None  # the null sender of machines (RFC 5321 4.5.5)
    if recipient is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    if letter.robot or from_nobody or recipient.is_bounce or recipient.road:
        return handle_automatic_mail(services, kept, letter, recipient)
    if letter.sender is None:
        return Transaction(kept.id, LetterStatus.SET_ASIDE)
    written = letter if recipient.confirms else written_anew(services, letter)
    if written is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    case = _context_of(services, kept, letter, written, recipient)  # 3: commands now, orders when the position is known
    lines, name = with_end_of_forgetting(services, case.sender, case.lines), case.name
    if case.is_repeated:  # 4
        return Transaction(kept.id, LetterStatus.REPEATED)
    if recipient.confirms and (of_question := handle_confirmation_reply(case, recipient.confirms)):
        return of_question
    game = services.game(name)  # 5
    if game and is_hidden_from(game, case.sender, recipient) and not any(enters_game(line.request) for line in lines):
        game = None
    case = replace(case, game=game, lines=lines)
    people = game.correspondents if game else {}
    evidence = evidence_for(case, recipient)
    if not lines:
        return answer_without_proof(case, (), evidence.verified_today)
    is_new = is_open_to_newcomers(lines, is_game=game is not None)
    who = identify_sender(case.sender, recipient, people, evidence, may_be_new=is_new)  # 6
    asked = questions_of(lines)
    match who:  # 7 and 8: the events and the letters out, in one transaction
        case Proven(address, proof) if not case.is_to_be_asked:
            return carry_out_letter(case, lines, address, proof.value)
        case Proven(address) | Unproven(address) if case.is_to_be_asked or (
            len(asked) != len(lines) and not ends_nothing(services, address, lines)
        ):
            return request_confirmation(case, address, is_vouched=is_vouched_for(recipient, people, evidence))
        case _:
            return answer_without_proof(case, asked, evidence.verified_today)


def _context_of(
    services: Services, kept: KeptLetter, letter: Letter, written: Letter, recipient: Recipient
) -> LetterContext:
    """The letter with its lines, and the game that they speak of; sentences of newcomers as the lines they come to."""
    lines = lines_of_letter(written, recipient)
    spoken = lines_spoken(services, written, lines) if recipient == Recipient() else None
    if spoken and spoken.lines:
        lines = spoken.lines
    name = game_of_letter(recipient, lines, services.store.is_game)
    if name is None and recipient == Recipient():
        name = game_of_press(services, written, lines)
    sender = Address(letter.sender or "")
    return LetterContext(services, kept, written, sender, lines, name, digest=digest_of(letter), spoken=spoken)


def receive(services: Services, kept: KeptLetter, decide: Callable[[Services, KeptLetter], Transaction]) -> Transaction:
    """Settle one stored letter. If its game changed meanwhile nothing is written, and the letter is simply next again.

    ``decide`` is ``settle_letter``, here or in a process of its own.
    """
    transaction = decide(services, kept)
    services.store.commit(transaction)  # 9
    return transaction
