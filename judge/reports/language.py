"""The texts of one language: its sentences, moments and lengths of time in words, its pages from templates."""

import logging
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import TYPE_CHECKING, cast
from zoneinfo import ZoneInfo

from judge.game.settings import Language
from judge.languages import FALLBACK, has_form, language_name, language_table, name_as, plural_of
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
    no_wrap,
    numbered_lines_to_send,
    plain_spaces,
    verbatim,
    without_page_marks,
    wrapped,
)
from judge.reports.own_texts import (
    apostrophe,
    is_half_done,
    own_language_folder,
    own_sentences,
    own_template_folder,
    own_templates,
    packaged_sentences,
    templates_of,
    with_apostrophes,
)
from judge.system.files import LibraryOnDemand

if TYPE_CHECKING:
    import jinja2
    from jinja2.runtime import Context
else:
    jinja2 = LibraryOnDemand("jinja2")

_log = logging.getLogger("judge")

# --- names in the forms of a language


def name_form(form: str, name: str, language: Language) -> str:
    """Return a name in a form of its language: « de Furtenau », « d’Eisfurt »; as it is where there is no such form."""
    return with_apostrophes(name_as(form, name, language))


class _Sentences(Formatter):
    """Fills in sentences in which a name may stand in a form of the language: ``{game:of}``."""

    def __init__(self, language: Language) -> None:
        self._language = language

    def format_field(self, value: object, form: str) -> str:
        if isinstance(value, str) and has_form(form, self._language):
            return name_form(form, value, self._language)
        said: str = super().format_field(value, form)
        return said


# --- time zones by the names that people have for them: « heure de Paris », ``New York time``


_AREAS = frozenset(
    {
        *("Africa", "America", "Antarctica", "Arctic", "Asia"),
        *("Atlantic", "Australia", "Europe", "Indian", "Pacific"),
    }
)
"""What the names of zones that are named after a city begin with."""

_UNIVERSAL = frozenset({"UTC", "UCT", "GMT", "Greenwich", "Universal", "Zulu"})


def is_universal(zone: str) -> bool:
    """Whether a zone is UTC itself, under whichever of its names."""
    return zone.removeprefix("Etc/") in _UNIVERSAL


def place_of_zone(zone: str, language: Language) -> str:
    """Return the place after which a zone is named, in French behind « de »; empty for a zone named after none.

    A place that the table of names does not hold is the city in the name of the zone: ``America/Punta_Arenas`` is
    ``Punta Arenas``, « de Punta Arenas ».
    """
    area, _, rest = zone.partition("/")
    city = rest.rpartition("/")[2]
    if area not in _AREAS or not city:
        return ""
    name = city.replace("_", " ")
    return with_apostrophes(language_table(language, "zones.toml").get(city, "")) or name_form("of", name, language)


# --- the sentences of one language, read from its data file; moments and lengths of time in words


NO_BREAK_SPACE = "\u00a0"


@dataclass(frozen=True)
class Phrasebook:
    """All the sentences of a language by dotted key; ``weekdays`` begin with Monday, ``months`` with January.

    ``numbers`` are the words for them, from none.
    """

    language: Language
    sentences: Mapping[str, str]
    weekdays: Sequence[str]
    months: Sequence[str]
    numbers: Sequence[str]
    no_break_before: str
    no_break_after: str

    def as_printed(self, text: str) -> str:
        """Return the text with its apostrophes, and with the no-break spaces that its language wants."""
        text = with_apostrophes(text)
        if self.no_break_before:
            text = re.sub(f" (?=[{re.escape(self.no_break_before)}])", NO_BREAK_SPACE, text)
        if self.no_break_after:
            text = re.sub(f"(?<=[{re.escape(self.no_break_after)}]) ", NO_BREAK_SPACE, text)
        return text

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence with its facts filled in; KeyError when it or a fact is missing.

        Where a sentence asks for a fact that it is not told, the English one is said, and the log says so.
        """
        try:
            return self._filled(self.sentences[key], facts)
        except KeyError as error:
            if self.language == FALLBACK or error.args[0] not in self.sentences[key]:
                raise
            _log.error("%s: %s asks for %s; the English sentence is said", self.language, key, error)
            return phrasebook(FALLBACK).say(key, **facts)

    def _filled(self, sentence: str, facts: Mapping[str, object]) -> str:
        if ":of}" in sentence:
            return _Sentences(self.language).vformat(sentence, (), facts)
        return sentence.format_map(facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """Return one sentence in the form that goes with a number: ``one``, ``many``, or another of its language.

        The sentence may hold the number in digits, ``{n}``, or as a writer writes it, ``{number}``, at its head
        ``{Number}``.
        """
        number = self.numbers[n] if 0 <= n < len(self.numbers) else str(n)
        words = {"number": number, "Number": number.capitalize()}
        return self.say(self.counted(key, n), n=n, **words, **facts)

    def counted(self, key: str, n: float | Fraction) -> str:
        """Return the key of a sentence in the form that goes with a number."""
        form = f"{key}.{plural_of(n, self.language)}"
        return form if form in self.sentences else f"{key}.many"


def phrasebook(language: Language, book: str = "") -> Phrasebook:
    """Return the sentences of a language, the operator's own among them, in a rule book's words if it is named."""
    return _phrasebook(language, own_language_folder(), book, apostrophe())


def in_words_of(book: str, language: Language, text: str) -> str:
    """Return a text with the words that a rule book has in place of the usual ones."""
    words = _book_words(language, book)
    if not words:
        return text
    return words[0].sub(lambda found: with_apostrophes(words[1][found.group().replace("’", "'")]), text)


@lru_cache
def _book_words(language: Language, book: str) -> tuple[re.Pattern[str], Mapping[str, str]] | None:
    """The words of a book by the usual ones, and what finds those: the longest first, each between ends of words."""
    words: Mapping[str, str] = language_table(language, "books.toml").get(book, {})
    if not words:
        return None
    listed = "|".join(map(re.escape, sorted(words, key=len, reverse=True))).replace("'", "['’]")
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)"), words


@lru_cache
def _phrasebook(language: Language, own_folder: str, book: str, sign: str) -> Phrasebook:
    if book and _book_words(language, book) is None:
        return phrasebook(language)
    own = own_sentences(own_folder).usable
    usual = _phrasebook_with(language, frozenset(own.items()), sign)
    if not book:
        return usual
    said = {
        key: text if _own_key(language, key) in own else in_words_of(book, language, text)
        for key, text in usual.sentences.items()
    }
    return replace(usual, sentences=said)


def _own_key(language: Language, key: str) -> str:
    """What a sentence is called among the operator's own."""
    return f"{language}.toml: {key}"


@lru_cache
def _phrasebook_with(language: Language, own: frozenset[tuple[str, str]], _sign: str) -> Phrasebook:
    packaged = packaged_sentences(language)
    before, after = (str(packaged[f"typography.{key}"]) for key in ("no_break_before", "no_break_after"))
    days, months, numbers = (
        cast(Sequence[str], packaged[f"calendar.{key}"]) for key in ("weekdays", "months", "numbers")
    )
    bare = Phrasebook(language, _sentences(packaged, language, dict(own)), days, months, numbers, before, after)
    return replace(bare, sentences={key: bare.as_printed(sentence) for key, sentence in bare.sentences.items()})


def _sentences(packaged: Mapping[str, object], language: Language, own: Mapping[str, str]) -> Mapping[str, str]:
    said = {key: text for key, text in packaged.items() if isinstance(text, str)}
    return {key: own.get(_own_key(language, key), text) for key, text in said.items()}


def say(language: Language, key: str, /, **facts: object) -> str:
    """Return one sentence with its facts filled in, ``Phrasebook.say``."""
    return phrasebook(language).say(key, **facts)


def count(language: Language, key: str, n: int, /, **facts: object) -> str:
    """Return one sentence in the form that goes with a number, ``Phrasebook.count``."""
    return phrasebook(language).count(key, n, **facts)


def number_text(n: int, language: Language) -> str:
    """Return a number in words up to sixteen, in digits beyond; of French « un » the masculine."""
    words = phrasebook(language).numbers
    return words[n] if 0 <= n < len(words) else str(n)


@lru_cache(maxsize=4096)
def alphabetic(text: str) -> str:
    """Return what puts printed words in order: without accents and capitals."""
    apart = unicodedata.normalize("NFD", text)
    return "".join(sign for sign in apart if not unicodedata.combining(sign)).casefold()


def listing(language: Language, items: Sequence[str], last: str = "words.and") -> str:
    """Return ``A, B and C``; ``last`` is the key of the word before the last item."""
    if not items:
        return ""
    *first, final = items
    return say(language, last).join([say(language, "words.comma").join(first), final]) if first else final


# --- moments and lengths of time


def moment_text(at: datetime, zone: str, language: Language) -> str:
    """Return a moment in a time zone: weekday, date, time, the zone by name; with no-wrap spaces in the time.

    The offset from UTC stands beside an hour that comes twice, in the night when clocks go back, and in place of the
    name of a zone that is named after no city.
    """
    local = at.astimezone(ZoneInfo(zone))
    book = phrasebook(language)
    return say(
        language,
        "calendar.moment",
        weekday=book.weekdays[local.weekday()],
        day=say(language, "calendar.first") if local.day == 1 else local.day,
        month=book.months[local.month - 1],
        year=local.year,
        time=_time_text(local, zone, language),
    )


def _time_text(local: datetime, zone: str, language: Language) -> str:
    """The time of day of a moment, with the name of its zone; ``local`` is in that zone."""
    place = place_of_zone(zone, language)
    facts = {"clock": time_of_day_text(local.time(), language), "zone": place, "offset": _offset(local)}
    is_twice = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    if is_universal(zone):
        return say(language, "calendar.time_utc", **facts)
    if not place:
        return say(language, "calendar.time_offset", **facts)
    return say(language, "calendar.time_twice" if is_twice else "calendar.time", **facts)


def clock_text(hour: time, zone: str, language: Language) -> str:
    """Return a time of day that holds on every day, with its zone by name; the zone as it is where it has no place."""
    place, clock = place_of_zone(zone, language), time_of_day_text(hour, language)
    if is_universal(zone):
        return say(language, "calendar.time_utc", clock=clock)
    return say(language, "calendar.time" if place else "calendar.time_offset", clock=clock, zone=place, offset=zone)


def zone_text(zone: str, language: Language) -> str:
    """Return what times of a zone are called: ``Paris time``, « heure de Paris », ``UTC``."""
    if is_universal(zone):
        return "UTC"
    place = place_of_zone(zone, language)
    return say(language, "calendar.zone", zone=place) if place else zone


def capitalized(text: str) -> str:
    """Return a text that begins with a capital."""
    return text[:1].upper() + text[1:]


def day_text(day: date, language: Language) -> str:
    """Return a day: weekday and date."""
    book = phrasebook(language)
    return say(
        language,
        "calendar.date",
        weekday=book.weekdays[day.weekday()],
        day=say(language, "calendar.first") if day.day == 1 else day.day,
        month=book.months[day.month - 1],
        year=day.year,
    )


def days_text(first: date, last: date, language: Language) -> str:
    """Return one day, or the first and the last of several."""
    if first == last:
        return say(language, "calendar.one_day", day=day_text(first, language))
    return say(language, "calendar.span", first=day_text(first, language), last=day_text(last, language))


def time_of_day_text(hour: time, language: Language) -> str:
    """Return a time of day, ``21:00``, « 21 h », « 9 h 05 »; with no-wrap spaces."""
    key = "calendar.clock" if hour.minute else "calendar.full_hour"
    return no_wrap(say(language, key, hour=hour.hour, minute=hour.minute))


def duration_text(span: timedelta, language: Language) -> str:
    """Return a length of time in days, hours and minutes, leaving out what is zero."""
    hours, minutes = divmod(round(span.total_seconds() / 60), 60)
    days, hours = divmod(hours, 24)
    parts = {"days": days, "hours": hours, "minutes": minutes}
    named = [count(language, f"calendar.{unit}", number) for unit, number in parts.items() if number]
    return listing(language, named) or count(language, "calendar.minutes", 0)


def _offset(local: datetime) -> str:
    """``UTC+1``, ``UTC-3:30``, ``UTC``."""
    shift = local.utcoffset() or timedelta()
    hours, minutes = divmod(abs(round(shift.total_seconds() / 60)), 60)
    if not hours and not minutes:
        return "UTC"
    sign = "-" if shift < timedelta() else "+"
    return f"UTC{sign}{hours}:{minutes:02}" if minutes else f"UTC{sign}{hours}"


# --- pages from templates


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


class _TypesetTemplates:
    """Templates as they are printed, so that their authors type ordinary spaces and apostrophes.

    A line that begins with ``# `` is a heading, one with ``## `` a lesser one; a text shows neither mark. The words
    are those of the rule book ``book``, where one is named; the operator's own stay as they are.
    """

    def __init__(self, environment: "jinja2.Environment", language: Language, own_folder: str, book: str) -> None:
        self._environment = environment
        self._files = jinja2.FileSystemLoader([templates_of(language), templates_of(FALLBACK)])
        self._words_of = book
        self._book = phrasebook(language)
        self._own = {name: text for name, text in own_templates(own_folder).usable.items() if own_folder}
        self._language = language

    def source(self, template: str) -> tuple[str, str, Callable[[], bool]]:
        """The text of a template, its file, and whether that is still so; TemplateNotFound where there is none."""
        source, filename, is_current = self._files.get_source(jinja2.Environment(), template)
        own = self._own.get(f"{self._language}/{template}", source)
        source = own if own != source else in_words_of(self._words_of, self._language, source)
        for begin, mark in _HEADINGS:
            source = begin.sub(mark, source)
        return self._book.as_printed(source), filename, is_current


@lru_cache
def _environment(language: Language, own_folder: str, book: str, _sign: str) -> "jinja2.Environment":
    environment = jinja2.Environment(
        autoescape=False,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        auto_reload=False,
        finalize=jinja2.pass_context(_marked_fact),
    )
    environment.loader = jinja2.FunctionLoader(_TypesetTemplates(environment, language, own_folder, book).source)
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


def _marked_fact(context: "Context", value: object) -> object:
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
