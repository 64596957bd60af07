"""Pages from templates, one file for each kind and language; the text of a letter before it becomes mail."""

import logging
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from jinja2 import Environment, FileSystemLoader, StrictUndefined, pass_context
from jinja2.runtime import Context

from judge.game.settings import Language
from judge.languages import FALLBACK, language_name
from judge.reports.language import in_words_of, name_form, number_text, phrasebook, say
from judge.reports.layout import (
    HEADING,
    SUBHEADING,
    LineToSend,
    Page,
    PageFact,
    PicturePlace,
    beside,
    in_columns,
    laid_out,
    lay_out_page,
    marked,
    numbered_lines_to_send,
    plain_spaces,
    verbatim,
    without_page_marks,
    wrapped,
)
from judge.reports.own_texts import apostrophe, is_half_done, own_template_folder, own_templates, templates_of

_log = logging.getLogger("judge")


@dataclass(frozen=True)
class LetterText:
    """The text of a letter: ``subject`` is one line, ``text`` ends with one newline.

    A text that is a ``Page`` can be shown as HTML, too.
    """

    subject: str
    text: str


def letter_text(subject: str, text: str) -> LetterText:
    """Return a letter from a page that is laid out already; the subject is made one line whatever its facts hold."""
    return LetterText(" ".join(plain_spaces(subject).splitlines()), text)


MOST_SUBJECT_SIGNS = 60
"""The most signs of a subject that a telephone shows."""


def fitting_subject(subjects: Iterable[str]) -> str:
    """Return the first of several subjects that a telephone shows whole; the shortest where none is."""
    listed = [*subjects]
    return next((one for one in listed if len(one) <= MOST_SUBJECT_SIGNS), min(listed, key=len))


def subject_of(language: Language, key: str, **facts: object) -> str:
    """Return a subject, or its short form, if it has one (``…_short``), where a telephone would not show it whole."""
    known = phrasebook(language).sentences
    return fitting_subject(say(language, one, **facts) for one in (key, f"{key}_short") if one in known)


def resent_mark(language: Language) -> str:
    """Return the mark behind the subject of a letter that is sent again."""
    return say(language, "subject.again")


def last_lines(language: Language, game: str, number: int | None) -> str:
    """Return what stands below a letter: that its language is half done, where it is; its number, where it has one."""
    half_done = say(language, "letter.half_done", tongue=language_name(language, language))
    told = wrapped(half_done) if is_half_done(language) else ""
    return "\n".join(filter(None, (told, "" if number is None else letter_number_line(language, game, number))))


def letter_number_line(language: Language, game: str, number: int) -> str:
    """Return the last line of a letter: its number in the reader's series, so that gaps are noticed."""
    return say(language, "letter.number", number=number, game=game)


# --- templates


_HEADINGS = ((re.compile(r"^## ", re.MULTILINE), SUBHEADING), (re.compile(r"^# ", re.MULTILINE), HEADING))


class _TypesettingLoader(FileSystemLoader):
    """Loads templates as they are printed, so that their authors type ordinary spaces and apostrophes.

    A line that begins with ``# `` is a heading, one with ``## `` a lesser one; a text shows neither mark. The words
    are those of the rule book ``book``, where one is named; the operator's own stay as they are.
    """

    def __init__(self, language: Language, own_folder: str, book: str) -> None:
        super().__init__([templates_of(language), templates_of(FALLBACK)])
        self._words_of = book
        self._book = phrasebook(language)
        self._own = {name: text for name, text in own_templates(own_folder).usable.items() if own_folder}
        self._language = language

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, filename, is_current = super().get_source(environment, template)
        own = self._own.get(f"{self._language}/{template}", source)
        source = own if own != source else in_words_of(self._words_of, self._language, source)
        for begin, mark in _HEADINGS:
            source = begin.sub(mark, source)
        return self._book.as_printed(source), filename, is_current


@lru_cache
def _environment(language: Language, own_folder: str, book: str, _sign: str) -> Environment:
    environment = Environment(
        loader=_TypesettingLoader(language, own_folder, book),
        autoescape=False,  # noqa: S701 - plain text; there is nothing to escape
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        finalize=_marked_fact,
    )
    environment.globals["board_map"] = PicturePlace("map")
    environment.globals["board_near"] = PicturePlace("near")
    environment.globals["centre_chart"] = PicturePlace("chart")
    environment.globals["board_now"] = PicturePlace("now")
    environment.globals["rule_example"] = PicturePlace("rule")
    environment.filters["in_words"] = lambda n: number_text(n, language)
    environment.filters["verbatim"] = verbatim
    environment.filters["laid_out"] = laid_out
    environment.filters["beside"] = beside
    environment.filters["in_columns"] = in_columns
    environment.filters["to_send"] = LineToSend
    environment.filters["to_choose"] = numbered_lines_to_send
    environment.filters["of"] = lambda name: name_form("of", name, language)
    return environment


@pass_context
def _marked_fact(context: Context, value: object) -> object:
    is_plain = type(value) is str and value.isascii()  # as most are, and no fact is
    return value if is_plain else marked(value, context[_FACTS])


_FACTS = "_facts"


def fill_template(language: Language, template: str, book_words: str = "", /, **facts: object) -> Page:
    """Return a page: the template with its facts, wrapped to 72 columns; UndefinedError when a fact is missing.

    It is in the words of a rule book where the board of a game has them (``Board.book_words``).
    Where the operator's own template cannot be filled in, the one that comes with the judge is, and the log says so.
    """
    own_folder = own_template_folder()
    if own_folder:
        try:
            return _filled(language, own_folder, book_words, template, facts)
        except Exception:  # noqa: BLE001  # whatever an own template may raise, the letter leaves
            _log.exception("templates/%s/%s.txt cannot be filled in; the packaged one is used", language, template)
    return _filled(language, "", book_words, template, facts)


def _filled(language: Language, own_folder: str, book: str, template: str, facts: Mapping[str, object]) -> Page:
    found: list[PageFact] = []
    environment = _environment(language, own_folder, book, apostrophe())
    source = environment.get_template(f"{template}.txt").render(facts, **{_FACTS: found})
    return Page(lay_out_page(without_page_marks(source, found)), source, found)
