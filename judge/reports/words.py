"""A letter before it is mail."""

from dataclasses import dataclass

from judge.reports.layout import unglue


@dataclass(frozen=True)
class Words:
    """What a letter says: ``subject`` is one line, ``text`` ends with one newline."""

    subject: str
    text: str


def words(subject: str, text: str) -> Words:
    """A letter of a page that is laid out already; whatever its facts hold, the subject is one line."""
    return Words(" ".join(unglue(subject).splitlines()), text)
