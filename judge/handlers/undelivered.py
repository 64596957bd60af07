"""Settle letters that nobody wrote to a game: delivery failures, the operator's road letter."""

import logging

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.people.messages import RecordBounce
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName
from judge.game.visibility import knows_addresses
from judge.handlers.outgoing import DIGEST_PREFIX, MailThread, address_letters, letter_to_person, letters_of_news
from judge.handlers.services import SMTP, Services
from judge.handlers.transaction import new_transaction
from judge.mail.identity import Recipient, bounce_address
from judge.mail.letter import BounceReport, Letter, envelope_sender_in, read_bounce, write_bounce
from judge.reports.people import write_undelivered
from judge.store.data_folder import awaited_road_letter
from judge.store.records import DigestWish, Occasion, OutboxRow, Publication, Subscription, Transaction
from judge.store.rows import KeptLetter, LetterStatus

# --- settle a letter to the address of the operator's road letters


_log = logging.getLogger("judge")


def settle_road_letter(services: Services, kept: KeptLetter, letter: Letter, token: str) -> Transaction:
    """Settle it without an answer; the one that is awaited is noted as proven, any other one as a stranger's."""
    awaited = awaited_road_letter(services.config.folders.data)
    if awaited is None or not awaited.is_meant(token, kept.arrived):
        _log.info("for the address of road letters, and none such is awaited")
        return Transaction(kept.id, LetterStatus.ROBOT)
    _log.info("the operator's road letter has come back")
    return Transaction(kept.id, LetterStatus.ROBOT, message_id=letter.message_id)


# --- handle a letter that could not be delivered: the master of its game is told, and it counts as a bounce


def notify_master(services: Services, letter: OutboxRow, why: str) -> None:
    """Queue a letter to the master of the game, unless the letter given up was to the master.

    Its id is a function of the letter given up, so that a second notice is the same letter.
    """
    game = services.game(letter.game)
    if game is None or letter.to == game.master:
        return
    master = game.people[game.master]
    to = Address(letter.to)
    address = to if knows_addresses(game, game.master) else None
    words = write_undelivered(game, game.powers_of(to), address, why, master.language)
    thread = MailThread(game.name, ("undelivered", letter.id), once=True)
    told = False
    while not told:  # its number may be taken by news that is written at this very moment
        sealed = address_letters(services, [letter_to_person(services, game, master, words, thread, Occasion.NEWS)])
        told = services.store.commit(Transaction(None, LetterStatus.DONE, outgoing=sealed))


def record_bounce(services: Services, letter: OutboxRow, why: str, *, for_good: bool) -> None:
    """Keep a bounce of the letter, as the mail server of its reader would have sent it.

    So every bounce is counted in the same way. The same letter refused in the same words is kept once.
    """
    status = "5.0.0" if for_good else "4.4.7"  # RFC 3463 3.5: delivery time expired
    report = write_bounce(services.config.judge.address, letter.to, status, why)
    kept = services.store.keep("outbox", None, letter.envelope_from, report).result()
    _log.info("its bounce is letter %s", kept)


def handle_automatic_mail(services: Services, kept: KeptLetter, letter: Letter, recipient: Recipient) -> Transaction:
    """Settle what came to an envelope sender or to the address of road letters, or from a machine to any other one.

    A bounce counts only if it names the envelope sender of one letter: only those who carried that letter have seen it.
    What a person writes to such an address is set aside for the operator.
    """
    if recipient.road:
        return settle_road_letter(services, kept, letter, recipient.road)
    bounce = read_bounce(kept.raw)
    if bounce is None:
        from_machine = letter.robot or (kept.transport == SMTP and kept.sender is None)
        return Transaction(kept.id, LetterStatus.ROBOT if from_machine else LetterStatus.SET_ASIDE)
    own = services.config.judge.address
    envelope = bounce_address(own, recipient.bounced) if recipient.bounced else envelope_sender_in(kept.raw, own)
    posted = services.store.under_envelope(envelope) if envelope else None
    if posted is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    _log.info("a bounce of %s", posted.named)
    if posted.game is None:
        lost = [one for one in Publication if posted.message_id.startswith(f"<{one.value}.") and bounce.hard]
        ended = tuple(Subscription(one, posted.to, is_on=False) for one in lost)
        is_digest = posted.message_id.startswith(f"<{DIGEST_PREFIX}.") and bounce.hard
        digests = (DigestWish(Address(posted.to), None, services.clock.now()),) if is_digest else ()
        return Transaction(kept.id, LetterStatus.ROBOT, subscriptions=ended, digests=digests)
    return _count_bounce(services, kept, posted, posted.game, bounce)


def _count_bounce(
    services: Services, kept: KeptLetter, posted: OutboxRow, name: GameName, bounce: BounceReport
) -> Transaction:
    """Record the bounce in its game; one from an address that the person has left since does not count."""
    before = services.game(name)
    address = Address(posted.to)
    if before is None or before.readers.get(address) != posted.reader:
        return Transaction(kept.id, LetterStatus.ROBOT)
    events = decide(before, RecordBounce(address, bounce.hard), services.clock.now())
    if isinstance(events, Refused) or not events:
        return Transaction(kept.id, LetterStatus.ROBOT)
    trail = Trail(before).on(events)
    return new_transaction(services, trail, letters_of_news(services, trail), letter=kept.id, status=LetterStatus.ROBOT)
