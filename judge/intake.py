"""The second door: mail that something else dropped into ``mailboxes/in`` is kept like any other."""

import logging
from pathlib import Path

from judge.desk.office import Office
from judge.mail.addresses import read_recipient
from judge.mail.limits import LARGEST_LETTER
from judge.mail.maildir import make, move_aside, taken, waiting
from judge.mail.recipients import recipients_delivered, recipients_told

_log = logging.getLogger("judge")


class Intake:
    """Takes letters from the folder; what is wrong with it, or with one file, is logged once and stops nothing."""

    def __init__(self, office: Office) -> None:
        """Nothing is looked at before ``take_in``."""
        self._office = office
        self._folder = inbox_of(office)
        self._kept: set[Path] = set()
        self._told: set[str] = set()

    def make_folder(self) -> None:
        """Make the Maildir, so that something can be dropped into it."""
        try:
            make(self._folder)
        except OSError as error:
            self._tell(self._folder, error)

    def take_in(self) -> None:
        """Keep every mail of the folder, and only then take it out; a mail for nobody we know is one for the judge.

        A file that no letter could be is not read but moved to where a person looks. Trouble of the store is raised.
        """
        try:
            paths = waiting(self._folder)
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
        """The bytes of a letter; None where they are kept already, cannot be read, or are more than a letter's."""
        if path in self._kept:
            return None
        try:
            if path.stat().st_size > LARGEST_LETTER:
                move_aside(path, self._office.config.folders.mailboxes / "set-aside")
                _log.error("%s is larger than any letter: it lies in mailboxes/set-aside now", path)
                return None
            return path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._tell(path, error)
            return None

    def _keep(self, raw: bytes) -> None:
        for recipient in _for_whom(self._office, raw):
            self._office.store.keep("maildir", None, recipient, raw).result()

    def _remove(self, path: Path) -> None:
        try:
            taken(path)
            self._kept.discard(path)
        except OSError as error:
            self._tell(path, error)

    def _tell(self, path: Path, error: OSError) -> None:
        trouble = f"{path}: {error.strerror or error}"
        if trouble not in self._told:
            self._told.add(trouble)
            _log.error("letters dropped into a folder cannot be taken in: %s", trouble)


def inbox_of(office: Office) -> Path:
    """The Maildir that is read as incoming mail."""
    return office.config.folders.mailboxes / "in"


def _for_whom(office: Office, raw: bytes) -> tuple[str, ...]:
    """Our addresses that a mail was for; one for nobody we know is one for the judge.

    What delivered it says for whom, and brings a copy for each. Where nothing says so, one file may be all there is of
    a letter to several games: it is kept once for each, for an address that bears a token before one that bears none.
    """
    own = office.config.judge.address
    delivered = [address for address in recipients_delivered(raw) if read_recipient(address, own)]
    if delivered:
        return (delivered[0],)
    told = {address: read for address in recipients_told(raw) if (read := read_recipient(address, own))}
    apart: dict[object, str] = {}
    for address, read in sorted(told.items(), key=lambda one: one[1].token is None):
        apart.setdefault(read.game or read.confirms or read.is_bounce, address)
    named = [address for purpose, address in apart.items() if purpose]
    return tuple(named[: office.config.smtp.recipients]) or (next(iter(told), own),)
