"""The path of one letter: from the bytes that were kept to the events and the letters they cause.

Step 1, keeping the bytes before the sender is told "250", is done at the doors (mail/smtp_in.py, mailboxes/in);
step 10 is that the bytes stay; step 11, sending, is deliver.py. ARCHITECTURE.md tells the whole path.
"""

from collections.abc import Callable
from dataclasses import replace

from judge.desk.acknowledge import in_trouble
from judge.desk.case import Case
from judge.desk.changes import act
from judge.desk.confirmed import answered
from judge.desk.office import SMTP, Office
from judge.desk.spoken import game_spoken_of, may_be_new, questions
from judge.desk.undelivered import came_back
from judge.desk.unproven import answer_anybody, ask
from judge.desk.vouch import evidence_for
from judge.game.settings import Address
from judge.mail.addresses import read_recipient
from judge.mail.identity import Proven, Stranger, Unproven, is_vouched_for, who_is_it
from judge.mail.letter import read_letter
from judge.mail.subjects import lines_of
from judge.store.values import Change, Fate, KeptLetter


def settle(office: Office, kept: KeptLetter) -> Change:
    """What comes of one kept letter; nothing of it is written yet."""
    letter = read_letter(kept.raw)  # 2
    recipient = read_recipient(kept.recipient, office.config.judge.address)
    from_nobody = kept.door == SMTP and kept.sender is None  # the null sender of machines (RFC 5321 4.5.5)
    if recipient is None:
        return Change(kept.id, Fate.ROBOT)
    if letter.robot or from_nobody or recipient.is_bounce:
        return came_back(office, kept, letter, recipient)
    if letter.sender is None:
        return Change(kept.id, Fate.SET_ASIDE)
    lines = lines_of(letter)  # 3: commands now, orders when the position is known
    name = game_spoken_of(recipient, lines, office.store.games())
    case = Case(office, kept, letter, Address(letter.sender), lines, name)
    if case.is_repeated:  # 4
        return Change(kept.id, Fate.REPEATED)
    if recipient.confirms and (of_question := answered(case, recipient.confirms)):
        return of_question
    game = office.game(name)  # 5
    case = replace(case, game=game)
    if not lines:
        return in_trouble(case)
    people = game.correspondents if game else {}
    evidence = evidence_for(case, recipient)
    is_new = may_be_new(lines, is_game=game is not None)
    who = who_is_it(case.sender, recipient, people, evidence, may_be_new=is_new)  # 6
    asked = questions(lines)
    match who:  # 7 and 8: the events and the letters out, in one change
        case Proven(address, proof):
            return act(case, lines, address, proof.value)
        case Unproven(address) if len(asked) != len(lines):
            return ask(case, address, is_vouched=is_vouched_for(recipient, people, evidence))
        case Unproven() | Stranger():
            return answer_anybody(case, asked)


def receive(office: Office, kept: KeptLetter, decide: Callable[[Office, KeptLetter], Change]) -> Change:
    """Settle one kept letter. If its game moved meanwhile nothing is written, and the letter is simply next again.

    ``decide`` is ``settle``, here or in a process of its own.
    """
    change = decide(office, kept)
    office.store.commit(change)  # 9
    return change
