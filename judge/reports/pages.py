"""Pages from templates, one file for each kind and language; letters before they are mail."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from judge.game.settings import Language
from judge.reports.language import phrasebook, say
from judge.reports.layout import beside, laid_out, page, unglue, verbatim


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


# --- templates


TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
"""One folder of templates for each language."""


class _Typeset(FileSystemLoader):
    """Sets the no-break spaces of a language, so that whoever writes a template types plain ones."""

    def __init__(self, language: Language) -> None:
        super().__init__(TEMPLATES / language)
        self._book = phrasebook(language)

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, filename, is_current = super().get_source(environment, template)
        return self._book.set_type(source), filename, is_current


@lru_cache
def _environment(language: Language) -> Environment:
    environment = Environment(
        loader=_Typeset(language),
        autoescape=False,  # noqa: S701 - plain text; there is nothing to escape
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["verbatim"] = verbatim
    environment.filters["laid_out"] = laid_out
    environment.filters["beside"] = beside
    return environment


def fill(language: Language, template: str, /, **facts: object) -> str:
    """A whole page: the template with its facts, folded to 72 columns; UndefinedError when a fact is missing."""
    return page(_environment(language).get_template(f"{template}.txt").render(facts))
