"""A letter before it is mail."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.reports.language import say
from judge.reports.layout import unglue


@dataclass(frozen=True)
class Words:
    """What a letter says: ``subject`` is one line, ``text`` ends with one newline."""

    subject: str
    text: str


def words(subject: str, text: str) -> Words:
    """A letter of a page that is laid out already; whatever its facts hold, the subject is one line."""
    return Words(" ".join(unglue(subject).splitlines()), text)


def again_mark(language: Language) -> str:
    """What stands behind the subject of a letter that is sent once more."""
    return say(language, "subject.again")


def numbered(letter: Words, language: Language, game: str, number: int) -> Words:
    """The letter with its place in the series of its reader as the last line, so that a gap shows."""
    line = say(language, "letter.number", number=number, game=game)
    return Words(letter.subject, f"{letter.text}{line}\n")
