"""The path of one letter: from the stored bytes to the events and the letters they cause.

Step 1, storing the bytes before the sender is told "250", is done by the servers (mail/smtp_session.py, mailboxes/in);
step 10 is that the bytes stay; step 11, sending, is deliver.py. ARCHITECTURE.md tells the whole path.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Protocol

from judge.game.settings import Address
from judge.handlers.confirmations import (
    answer_without_proof,
    handle_automatic_mail,
    handle_confirmation_reply,
    request_confirmation,
)
from judge.handlers.letter_context import (
    LetterContext,
    enters_game,
    evidence_for,
    game_of_letter,
    game_of_press,
    is_hidden_from,
    is_open_to_newcomers,
    lines_of_letter,
    questions_of,
    with_end_of_forgetting,
    written_anew,
)
from judge.handlers.people import ends_nothing
from judge.handlers.services import SMTP, Services
from judge.handlers.settle_letter import carry_out_letter
from judge.handlers.wishes import lines_spoken
from judge.mail.headers import LARGEST_LETTER, addressed_to, delivered_to, headers_of
from judge.mail.identity import Proven, Recipient, Unproven, identify_sender, is_vouched_for, read_recipient
from judge.mail.letter import Letter, digest_of, read_letter
from judge.mail.maildir import make_maildir, move_aside, remove_file, waiting_files
from judge.store.records import Transaction
from judge.store.rows import ArrivedLetter, KeptLetter, LetterStatus
from judge.store.spool import SpoolReader, spool_path

# --- taken in: from the spool, and from the Maildir mailboxes/in


_log = logging.getLogger("judge")


class Intake:
    """Takes letters from the folder; an error with it, or with one file, is logged once and stops nothing."""

    def __init__(self, services: Services) -> None:
        """Nothing is read before ``take_in``."""
        self._services = services
        self._folder = inbox_of(services)
        self._kept: set[Path] = set()
        self._told: set[str] = set()

    def make_folder(self) -> None:
        """Make the Maildir, so that letters can be dropped into it."""
        try:
            make_maildir(self._folder)
        except OSError as error:
            self._tell(self._folder, error)

    def take_in(self) -> None:
        """Store every letter of the folder, and only then remove its file; one for no known address is for the judge.

        A file larger than any letter is not read but moved to where a person looks. Errors of the store are raised.
        """
        try:
            paths = waiting_files(self._folder)
        except OSError as error:
            self._tell(self._folder, error)
            return
        for path in paths:
            raw = self._read(path)
            if raw is not None:
                self._keep(raw)
                self._kept.add(path)
            if path in self._kept:
                self._remove(path)

    def _read(self, path: Path) -> bytes | None:
        """The bytes of a letter; None where they are stored already, cannot be read, or are too many."""
        if path in self._kept:
            return None
        try:
            if path.stat().st_size > LARGEST_LETTER:
                move_aside(path, self._services.config.folders.mailboxes / "set-aside")
                _log.error("%s is larger than any letter: it lies in mailboxes/set-aside now", path)
                return None
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._tell(path, error)
            return None

    def _keep(self, raw: bytes) -> None:
        for recipient in _recipients_of(self._services, raw):
            number = self._services.store.keep("maildir", None, recipient, raw).result()
            _log.info("letter %s: arrived in %s, %s bytes", number, self._folder, len(raw))

    def _remove(self, path: Path) -> None:
        try:
            remove_file(path)
            self._kept.discard(path)
        except OSError as error:
            self._tell(path, error)

    def _tell(self, path: Path, error: OSError) -> None:
        trouble = f"{path}: {error.strerror or error}"
        if trouble not in self._told:
            self._told.add(trouble)
            _log.error("letters dropped into a folder cannot be taken in: %s", trouble)


def inbox_of(services: Services) -> Path:
    """The Maildir that is read as incoming mail."""
    return services.config.folders.mailboxes / "in"


def _recipients_of(services: Services, raw: bytes) -> tuple[str, ...]:
    """The judge's addresses that a letter was for; the judge's own where none is known.

    The machine that delivered it names the recipient, and brings a copy for each. Where nothing names one, one file may
    be all there is of a letter to several games: it is stored once for each, for an address with a token before one
    without.
    """
    own, headers = services.config.judge.address, headers_of(raw)
    delivered = [address for address in delivered_to(headers) if read_recipient(address, own)]
    if delivered:
        return (delivered[0],)
    told = {address: read for address in addressed_to(headers) if (read := read_recipient(address, own))}
    apart: dict[object, str] = {}
    for address, read in sorted(told.items(), key=lambda one: one[1].token is None):
        apart.setdefault(read.game or read.confirms or read.is_bounce, address)
    named = [address for purpose, address in apart.items() if purpose]
    return tuple(named[: services.config.smtp.recipients]) or (next(iter(told), own),)


# --- takes letters from the spool into the store, where they wait to be read


class DoorControl(Protocol):
    """What the worker asks of the door, in this process or in another."""

    def settle(self) -> None:
        """Return once every letter that had arrived before the call is in the spool."""
        ...

    def release(self, letter_id: int) -> None:
        """Note that all letters of the spool up to one are in the store."""
        ...


class Pickup:
    """Takes letters in, in the order of arrival; one thread at a time drives it.

    A letter is in the store before it leaves the spool. If the judge is killed in between it is taken in again, and the
    store knows it by its bytes.
    """

    def __init__(self, services: Services, door: DoorControl) -> None:
        """Nothing is read before the first letter is asked for."""
        self._services = services
        self._door = door
        self._spool = SpoolReader(spool_path(services.config.folders.data))
        self._taken = 0
        self._complete_until: datetime | None = None

    def take_in(self) -> None:
        """Take in what the spool holds."""
        while letters := self._spool.letters_after(self._taken):
            for each, number in zip(
                letters, self._services.store.take_in([one.letter for one in letters]), strict=True
            ):
                _log_arrival(each.letter, number)
            self._taken = letters[-1].id
            self._door.release(self._taken)

    def take_in_until(self, moment: datetime) -> None:
        """Take in every letter that arrived up to a moment; of many moments gone by, the door is asked once."""
        now, until = self._services.clock.now(), self._complete_until
        if until is None or not moment < until <= now:  # a clock may have been set back
            self._door.settle()
            self._complete_until = now
        self.take_in()

    def close(self) -> None:
        """Close the spool."""
        self._spool.close()


def _log_arrival(letter: ArrivedLetter, number: int) -> None:
    """Tell the number under which everything about a letter is in the log."""
    _log.info("letter %s: arrived at %s by %s, %s bytes", number, letter.at, letter.transport, len(letter.raw))


# --- settled: from the stored bytes to the events and the letters that they cause


def settle_letter(services: Services, kept: KeptLetter) -> Transaction:
    """The transaction of one stored letter; nothing of it is written yet."""
    letter = read_letter(kept.raw)  # 2
    recipient = read_recipient(kept.recipient, services.config.judge.address)
    from_nobody = kept.transport == SMTP and kept.sender is None  # the null sender of machines (RFC 5321 4.5.5)
    if recipient is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    if letter.robot or from_nobody or recipient.is_bounce or recipient.road:
        return handle_automatic_mail(services, kept, letter, recipient)
    if letter.sender is None:
        return Transaction(kept.id, LetterStatus.SET_ASIDE)
    written = letter if recipient.confirms else written_anew(services, letter)
    if written is None:
        return Transaction(kept.id, LetterStatus.ROBOT)
    case = _context_of(services, kept, letter, written, recipient)  # 3: commands now, orders when the position is known
    lines, name = with_end_of_forgetting(services, case.sender, case.lines), case.name
    if case.is_repeated:  # 4
        return Transaction(kept.id, LetterStatus.REPEATED)
    if recipient.confirms and (of_question := handle_confirmation_reply(case, recipient.confirms)):
        return of_question
    game = services.game(name)  # 5
    if game and is_hidden_from(game, case.sender, recipient) and not any(enters_game(line.request) for line in lines):
        game = None
    case = replace(case, game=game, lines=lines)
    people = game.correspondents if game else {}
    evidence = evidence_for(case, recipient)
    if not lines:
        return answer_without_proof(case, (), evidence.verified_today)
    is_new = is_open_to_newcomers(lines, is_game=game is not None)
    who = identify_sender(case.sender, recipient, people, evidence, may_be_new=is_new)  # 6
    asked = questions_of(lines)
    match who:  # 7 and 8: the events and the letters out, in one transaction
        case Proven(address, proof) if not case.is_to_be_asked:
            return carry_out_letter(case, lines, address, proof.value)
        case Proven(address) | Unproven(address) if case.is_to_be_asked or (
            len(asked) != len(lines) and not ends_nothing(services, address, lines)
        ):
            return request_confirmation(case, address, is_vouched=is_vouched_for(recipient, people, evidence))
        case _:
            return answer_without_proof(case, asked, evidence.verified_today)


def _context_of(
    services: Services, kept: KeptLetter, letter: Letter, written: Letter, recipient: Recipient
) -> LetterContext:
    """The letter with its lines, and the game that they speak of; sentences of newcomers as the lines they come to."""
    lines = lines_of_letter(written, recipient)
    spoken = lines_spoken(services, written, lines) if recipient == Recipient() else None
    if spoken and spoken.lines:
        lines = spoken.lines
    name = game_of_letter(recipient, lines, services.store.is_game)
    if name is None and recipient == Recipient():
        name = game_of_press(services, written, lines)
    sender = Address(letter.sender or "")
    return LetterContext(services, kept, written, sender, lines, name, digest=digest_of(letter), spoken=spoken)


def receive(services: Services, kept: KeptLetter, decide: Callable[[Services, KeptLetter], Transaction]) -> Transaction:
    """Settle one stored letter. If its game changed meanwhile nothing is written, and the letter is simply next again.

    ``decide`` is ``settle_letter``, here or in a process of its own.
    """
    transaction = decide(services, kept)
    services.store.commit(transaction)  # 9
    return transaction
