"""Settle a letter that could not be read after several tries: set it aside and tell its sender."""

from judge.game.settings import Address, Language
from judge.handlers.outgoing import ANSWER_PREFIX, MailThread, address_letters, letter_to_stranger
from judge.handlers.rate_limits import within_limits
from judge.handlers.services import SMTP, Services
from judge.mail.automatic_mail import why_automatic
from judge.mail.headers import Headers, decode_header, single_from_address
from judge.mail.size_limits import header_block
from judge.reports.line_answers import UnreadableReason
from judge.reports.unprocessed_letters import write_unreadable
from judge.requests.small_talk import guess_language
from judge.store.records import KeptLetter, LetterStatus, Transaction

_MOST_HEADER_BYTES = 64 * 1024


def settle_failed_letter(services: Services, kept: KeptLetter) -> Transaction:
    """Return the transaction that sets the letter aside, with a letter that tells its sender.

    Only its headers are read again, for something below them may be what fails. The sender is told, registered or not;
    automatic mail is not answered.
    """
    headers = Headers(header_block(kept.raw[:_MOST_HEADER_BYTES]))
    sender = single_from_address(headers.all("from"))
    subject = decode_header(headers.first("subject"))
    automatic = why_automatic(headers, sender, subject)
    if sender is None or automatic or (kept.transport == SMTP and kept.sender is None):
        return Transaction(kept.id, LetterStatus.SET_ASIDE)
    address = Address(sender)
    language = _language_of(services, address) or guess_language(subject, "") or services.config.judge.language
    words = write_unreadable(UnreadableReason.SET_ASIDE, language)
    told = letter_to_stranger(services, address, words, MailThread(ANSWER_PREFIX, (kept.id, "aside")), language)
    return Transaction(
        kept.id, LetterStatus.SET_ASIDE, outgoing=address_letters(services, within_limits(services, told))
    )


def _language_of(services: Services, address: Address) -> Language | None:
    """Return the language that somebody reads in a game, None if nobody has that address."""
    languages = (game.languages.get(address) for game in services.store.summaries())
    return next((language for language in languages if language), None)
