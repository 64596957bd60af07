"""What is said of a letter that failed too often: to its sender, where somebody is registered under that address."""

from judge.desk.limits import within_limits
from judge.desk.office import SMTP, Office
from judge.desk.post import ANSWER, Thread, seal, to_stranger
from judge.game.settings import Address, Language
from judge.mail.from_header import one_address
from judge.mail.headers import Headers, decoded
from judge.mail.limits import header_block
from judge.mail.robots import why_robot
from judge.mail.tongue import tongue_of
from judge.reports.doorstep import write_trouble
from judge.reports.echo import Trouble
from judge.store.values import Change, Fate, KeptLetter

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
    language = _read_by(office, address) or tongue_of(subject, "") or office.config.judge.language
    words = write_trouble(Trouble.SET_ASIDE, language)
    told = to_stranger(office, address, words, Thread(ANSWER, (kept.id, "aside")), language)
    return Change(kept.id, Fate.SET_ASIDE, outgoing=seal(office, within_limits(office, told)))


def _read_by(office: Office, address: Address) -> Language | None:
    """What somebody registered under that address reads."""
    languages = (game.languages.get(address) for game in office.store.summaries())
    return next((language for language in languages if language), None)
