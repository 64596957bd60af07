"""The second door: mail that something else dropped into ``mailboxes/in`` is kept like any other."""

from pathlib import Path

from judge.desk.office import Office
from judge.mail.addresses import read_recipient
from judge.mail.maildir import taken, waiting
from judge.mail.recipients import recipients_told


def inbox_of(office: Office) -> Path:
    """The Maildir that is read as incoming mail."""
    return office.config.folders.mailboxes / "in"


def take_in(office: Office) -> None:
    """Keep every mail of the folder, and only then take it out; a mail for nobody we know is one for the judge."""
    own = office.config.judge.address
    for path, raw in waiting(inbox_of(office)):
        ours = (address for address in recipients_told(raw) if read_recipient(address, own))
        office.store.keep("maildir", None, next(ours, own), raw).result()
        taken(path)
