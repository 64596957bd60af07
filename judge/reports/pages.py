"""Templates: the wording of each kind of letter, one file for each kind and language."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from judge.game.settings import Language
from judge.reports.language import phrasebook
from judge.reports.layout import beside, page, verbatim
from judge.reports.prose import laid_out

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
