"""Letters of ours that do not arrive: given up, or come back; and what else machines send."""

from judge.desk.office import SMTP, Office
from judge.desk.post import Thread, news, seal, to_person
from judge.desk.transaction import change_of
from judge.game.decide import decide
from judge.game.mastery.permissions import knows_addresses
from judge.game.people.messages import NoteBounce
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName
from judge.game.trail import Trail
from judge.mail.addresses import Recipient, bounce_address
from judge.mail.bounces import Bounce, envelope_in, read_bounce, write_bounce
from judge.mail.letter import Letter
from judge.reports.people import write_undelivered
from judge.store.values import Change, Fate, KeptLetter, Occasion, Queued, Subscription


def tell_master(office: Office, letter: Queued, why: str) -> None:
    """Queue a letter to the master of the game a letter belonged to, unless the master's own mail does not arrive.

    Its id is a function of the letter given up, so that a second telling is the same letter.
    """
    game = office.game(letter.game)
    if game is None or letter.to == game.master:
        return
    master = game.people[game.master]
    to = Address(letter.to)
    address = to if knows_addresses(game, game.master) else None
    words = write_undelivered(game, game.powers_of(to), address, why, master.language)
    thread = Thread(game.name, ("undelivered", letter.id), once=True)
    told = False
    while not told:  # its number may be taken by news that is written at this very moment
        sealed = seal(office, [to_person(office, game, master, words, thread, Occasion.NEWS)])
        told = office.store.commit(Change(None, Fate.DONE, outgoing=sealed))


def take_back(office: Office, letter: Queued, why: str, *, for_good: bool) -> None:
    """Keep a report that the letter came back, as the mail server of its reader would have sent it.

    So one path counts every bounce. The same letter refused in the same words is one report, however often it is kept.
    """
    status = "5.0.0" if for_good else "4.4.7"  # RFC 3463 3.5: delivery time expired
    report = write_bounce(office.config.judge.address, letter.to, status, why)
    office.store.keep("outbox", None, letter.envelope_from, report).result()


GAZETTE = "gazette"
"""What the ids of its letters begin with; where one does not arrive for good, no more are sent."""


def came_back(office: Office, kept: KeptLetter, letter: Letter, recipient: Recipient) -> Change:
    """Settle what came to an envelope sender, or from a machine to any other address of ours.

    A bounce counts only if it names the envelope sender of one letter, which nobody has seen but those who carried
    it. What a person writes to such an address is set aside for the operator.
    """
    bounce = read_bounce(kept.raw)
    if bounce is None:
        from_machine = letter.robot or (kept.door == SMTP and kept.sender is None)
        return Change(kept.id, Fate.ROBOT if from_machine else Fate.SET_ASIDE)
    own = office.config.judge.address
    envelope = bounce_address(own, recipient.bounced) if recipient.bounced else envelope_in(kept.raw, own)
    posted = office.store.under_envelope(envelope) if envelope else None
    if posted is None:
        return Change(kept.id, Fate.ROBOT)
    if posted.game is None:
        lost = posted.message_id.startswith(f"<{GAZETTE}.") and bounce.hard
        return Change(kept.id, Fate.ROBOT, subscription=Subscription(posted.to, is_on=False) if lost else None)
    return _counted(office, kept, posted, posted.game, bounce)


def _counted(office: Office, kept: KeptLetter, posted: Queued, name: GameName, bounce: Bounce) -> Change:
    """The bounce in the record of the game; one of an address the person has left since says nothing."""
    before = office.game(name)
    address = Address(posted.to)
    if before is None or before.readers.get(address) != posted.reader:
        return Change(kept.id, Fate.ROBOT)
    events = decide(before, NoteBounce(address, bounce.hard), office.clock.now())
    if isinstance(events, Refused) or not events:
        return Change(kept.id, Fate.ROBOT)
    trail = Trail(before).on(events)
    return change_of(office, trail, news(office, trail), letter=kept.id, fate=Fate.ROBOT)
