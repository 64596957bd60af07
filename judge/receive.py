"""The path of one letter: from the bytes that were kept to the events and the letters they cause.

Step 1, keeping the bytes before the sender is told "250", is done at the doors (mail/smtp_in.py, mailboxes/in);
step 10 is that the bytes stay; step 11, sending, is deliver.py. ARCHITECTURE.md tells the whole path.
"""

from dataclasses import replace

from judge.desk.came_back import came_back
from judge.desk.changes import Case, act, ask, in_trouble, release, turn_away
from judge.desk.office import SMTP, Office
from judge.desk.spoken import game_spoken_of, may_be_new, questions, wants_something
from judge.desk.vouch import evidence_for
from judge.game.settings import Address
from judge.mail.addresses import read_recipient
from judge.mail.identity import Proven, Stranger, Unproven, who_is_it
from judge.mail.letter import read_letter
from judge.mail.verbs import read_lines
from judge.store.values import Change, Fate, KeptLetter


def receive(office: Office, kept: KeptLetter) -> Change:
    """Settle one kept letter. If its game moved meanwhile nothing is written, and the letter is simply next again."""
    change = _settle(office, kept)
    office.store.commit(change)  # 9
    return change


def _settle(office: Office, kept: KeptLetter) -> Change:
    letter = read_letter(kept.raw)  # 3
    recipient = read_recipient(kept.recipient, office.config.judge.address)
    from_nobody = kept.door == SMTP and kept.sender is None  # the null sender of machines (RFC 5321 4.5.5)
    if recipient is None:
        return Change(kept.id, Fate.ROBOT)
    if letter.robot or from_nobody or recipient.is_bounce:
        return came_back(office, kept, letter, recipient)
    if letter.sender is None:
        return Change(kept.id, Fate.SET_ASIDE)
    case = Case(office, kept, letter, Address(letter.sender))
    if not kept.confirmed and office.store.seen_before(case.sender, letter.message_id, kept.id):  # 2
        return Change(kept.id, Fate.REPEATED)
    if recipient.confirms:
        return release(case, recipient.confirms)
    lines = read_lines(letter.text)  # 6: commands now, orders when the position is known
    if not lines:
        return in_trouble(replace(case, game=office.game(recipient.game)))
    name = game_spoken_of(recipient, lines, office.store.games())
    game = office.game(name)  # 5
    case = replace(case, lines=lines, name=name, game=game)
    people = game.correspondents if game else {}
    evidence = evidence_for(case, recipient)
    is_new = may_be_new(lines, is_game=game is not None)
    who = who_is_it(case.sender, recipient, people, evidence, may_be_new=is_new)  # 4
    asked = questions(lines)
    match who:  # 7 and 8: the events and the letters out, in one change
        case Proven(address, proof):
            return act(case, lines, address, proof.value)
        case Unproven() if len(asked) == len(lines):
            return act(case, asked, case.sender, proof="")
        case Stranger() if asked and not wants_something(lines):
            return act(case, asked, case.sender, proof="")
        case Unproven(address):
            return ask(case, address)
        case Stranger():
            return turn_away(case)
