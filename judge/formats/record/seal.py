"""The foot of every page: language and notation, the hash of the page before, the hash of the page."""

import re
from dataclasses import dataclass
from hashlib import sha256

from judge.game.settings import Language
from judge.game.state import Game
from judge.reports.board_tables import neutral_notation

FORMAT = 2
"""The number of the format written here; in 1 nothing was said of convoys that were not used."""

NO_PAGE = "0" * 64
"""Stands in the first page for the hash of the page before."""

_FOOT = re.compile(r"record (\d+) (en|fr) (\S+)\nbefore  ([0-9a-f]{64})\nSHA-256 ([0-9a-f]{64})\n\Z")

_ANY_HASH = re.compile(r"^(before  |SHA-256 )[0-9a-f]{64}$", re.MULTILINE)


@dataclass(frozen=True)
class PageForm:
    """The language and the notation of a page, both by their names, and the number of its format."""

    language: Language
    notation: str
    number: int = FORMAT


@dataclass(frozen=True)
class Seal:
    """The foot of a page as it was read: ``before`` is the hash of the page before, ``own`` that of the page."""

    form: PageForm
    before: str
    own: str


class NoSealError(Exception):
    """A page has no foot of a format that is known; ``is_former`` when it may be a page from before there were any."""

    def __init__(self, *, is_former: bool) -> None:
        super().__init__()
        self.is_former = is_former


def usual_form(game: Game) -> PageForm:
    """The form of the pages in a game's folder: the language of the master, the neutral notation of the board."""
    return PageForm(game.people[game.master].language, neutral_notation(game.board).name)


def sealed(body: str, form: PageForm, before: str) -> str:
    """Return a page with its foot; its hash is that of all bytes above the last line."""
    text = f"{body}\nrecord {form.number} {form.language} {form.notation}\nbefore  {before}\n"
    return f"{text}SHA-256 {sha256(text.encode()).hexdigest()}\n"


def read_seal(text: str) -> Seal:
    """Return the foot of a page; NoSealError where there is none that is known."""
    found = _FOOT.search(text)
    if found is None or not 0 < int(found[1]) <= FORMAT:
        raise NoSealError(is_former=not _ANY_HASH.search(text))
    return Seal(_form(found), found[4], found[5])


def is_intact(text: str, before: str) -> bool:
    """Whether a page bears the hash of its own text, and ``before`` as that of the page before."""
    found = _FOOT.search(text)
    form = read_form(text)
    return found is not None and form is not None and found[4] == before and sealed(body_of(text), form, before) == text


def read_form(text: str) -> PageForm | None:
    """Return the form of a page; None where it has no foot that is known."""
    found = _FOOT.search(text)
    return _form(found) if found else None


def _form(foot: re.Match[str]) -> PageForm:
    return PageForm("fr" if foot[2] == "fr" else "en", foot[3], int(foot[1]))


def body_of(text: str) -> str:
    """Return a page without its foot."""
    found = _FOOT.search(text)
    return text[: found.start() - 1] if found else text
