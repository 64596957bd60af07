"""What machines send: a letter of ours that came back counts against its reader, the rest is kept; none is answered."""

from judge.desk.office import SMTP, Office
from judge.desk.post import news
from judge.desk.transaction import change_of
from judge.game.decide import decide
from judge.game.people.messages import NoteBounce
from judge.game.refusals import Refused
from judge.game.settings import Address, GameName
from judge.game.trail import Trail
from judge.mail.addresses import Recipient, bounce_address
from judge.mail.bounces import Bounce, envelope_in, read_bounce
from judge.mail.letter import Letter
from judge.store.values import Change, Fate, KeptLetter, Queued, Subscription

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
