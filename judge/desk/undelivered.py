"""A letter given up: the master of its game is told, it counts as one that came back."""

from judge.desk.office import Office
from judge.desk.post import Thread, to_person
from judge.desk.seal import seal
from judge.game.mastery.permissions import knows_addresses
from judge.game.settings import Address
from judge.mail.bounces import write_bounce
from judge.reports.people import write_undelivered
from judge.store.values import Change, Fate, Occasion, Queued


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
