"""What is said of a letter that failed too often: to its sender, where somebody is registered under that address."""

from judge.desk.limits import within_limits
from judge.desk.office import SMTP, Office
from judge.desk.post import Thread, to_stranger
from judge.desk.seal import seal
from judge.game.person import Person
from judge.game.settings import Address
from judge.mail.from_header import one_address
from judge.mail.headers import Headers, decoded
from judge.mail.limits import header_block
from judge.mail.robots import why_robot
from judge.reports.doorstep import write_trouble
from judge.reports.echo import Trouble
from judge.store.values import Change, Fate, KeptLetter

_HEADERS = 64 * 1024


def give_up(office: Office, kept: KeptLetter) -> Change:
    """The letter is set aside. Only its headers are looked at again: something below them may be what does the harm."""
    headers = Headers(header_block(kept.raw[:_HEADERS]))
    sender = one_address(headers.all("from"))
    automatic = why_robot(headers, sender, decoded(headers.first("subject")))
    person = None if automatic or (kept.door == SMTP and kept.sender is None) else _registered(office, sender)
    if person is None:
        return Change(kept.id, Fate.SET_ASIDE)
    host = office.config.judge.address.rpartition("@")[2]
    words = write_trouble(Trouble.SET_ASIDE, person.language)
    told = to_stranger(office, person.address, words, Thread(f"<answer.{kept.id}.aside@{host}>"), person.language)
    return Change(kept.id, Fate.SET_ASIDE, outgoing=seal(office, within_limits(office, told)))


def _registered(office: Office, sender: str | None) -> Person | None:
    """The person of any game with that address."""
    if sender is None:
        return None
    address = Address(sender)
    return next((game.people[address] for game in office.games() if address in game.people), None)
