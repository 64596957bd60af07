"""Checks the operator's own texts: what cannot be used, what was made from a text that has changed since."""

from collections.abc import Iterator

from judge.doctor.check import CheckFinding, Installation, fine, note, wrong
from judge.packaged import PROGRAM
from judge.reports.own_texts import own_texts_in_use, use_own_texts
from judge.text_notes import changed_texts


def check_texts(installation: Installation) -> Iterator[CheckFinding]:
    """Yield a finding for each own text that is not used, or is to be looked at; none if there are no own texts."""
    folders = installation.config.folders
    use_own_texts(folders.templates, folders.languages)
    own = own_texts_in_use()
    for fault in own.faults:
        yield wrong("texts", str(fault), "put it right; until then the text that comes with the judge is used")
    for name, _ in changed_texts(folders.data):
        do = f"{PROGRAM} upgrade shows the change; whoever changes the own one has seen it"
        yield note("texts", f"what {name} takes the place of has changed since", do)
    if own.usable:
        yield fine("texts", f"{len(own.usable)} of the operator's own")
