"""What is said of a letter that failed too often: to its sender, where somebody is registered under that address."""

import logging

from judge.desk.limits import within_limits
from judge.desk.office import SMTP, Office
from judge.desk.post import ANSWER, Thread, to_stranger
from judge.desk.seal import seal
from judge.game.person import Person
from judge.game.settings import Address, GameName
from judge.game.state import Game
from judge.mail.from_header import one_address
from judge.mail.headers import Headers, decoded
from judge.mail.limits import header_block
from judge.mail.robots import why_robot
from judge.mail.tongue import tongue_of
from judge.reports.doorstep import write_trouble
from judge.reports.echo import Trouble
from judge.store.trouble import is_of_the_house
from judge.store.values import Change, Fate, KeptLetter

_log = logging.getLogger("judge")
_HEADERS = 64 * 1024


def give_up(office: Office, kept: KeptLetter) -> Change:
    """The letter is set aside. Only its headers are looked at again: something below them may be what does the harm.

    Whoever wrote it is told, registered or not, as anybody is who writes; automatic mail is not answered.
    """
    headers = Headers(header_block(kept.raw[:_HEADERS]))
    sender = one_address(headers.all("from"))
    subject = decoded(headers.first("subject"))
    automatic = why_robot(headers, sender, subject)
    if sender is None or automatic or (kept.door == SMTP and kept.sender is None):
        return Change(kept.id, Fate.SET_ASIDE)
    address = Address(sender)
    person = _registered(office, address)
    language = person.language if person else tongue_of(subject, "") or office.config.judge.language
    words = write_trouble(Trouble.SET_ASIDE, language)
    told = to_stranger(office, address, words, Thread(ANSWER, (kept.id, "aside")), language)
    return Change(kept.id, Fate.SET_ASIDE, outgoing=seal(office, within_limits(office, told)))


def _registered(office: Office, address: Address) -> Person | None:
    """The person of any game with that address; of a game that cannot be read nobody is known."""
    games = (_game(office, name) for name in office.store.games())
    return next((game.people[address] for game in games if game and address in game.people), None)


def _game(office: Office, name: GameName) -> Game | None:
    try:
        return office.game(name)
    except Exception as error:
        if is_of_the_house(error):
            raise
        # The letter may have failed for this very game, and whoever wrote it is to hear of that.
        _log.exception("%s cannot be read", name)
        return None
