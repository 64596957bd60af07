"""An issue of the fanzine: drafted, kept as a folder of text files in which an editor works.

docs/zine.md shows the folder: ``issue.toml``, one text for each article in the order of their names, ``pictures/``.
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Collection, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from difflib import get_close_matches
from itertools import chain, starmap
from math import inf
from pathlib import Path
from typing import Any, Self
from xml.etree import ElementTree as ET

from judge.game.league import Hobby
from judge.game.published import Publicity
from judge.game.settings import GameName
from judge.languages import FALLBACK, LANGUAGES, Language
from judge.reports.language import day_text, listing, say
from judge.reports.layout import plain_spaces
from judge.reports.names import within_sentence
from judge.reports.order_examples import result_examples
from judge.rules.position import Phase
from judge.store.records import EditorLetter
from judge.system.files import write_to_stay
from judge.zine.article import (
    PICTURE_NAME,
    Article,
    ArticleError,
    Headline,
    Picture,
    Quotation,
    Table,
    article_text,
    one_line_text,
    read_article,
)
from judge.zine.issue_articles import GameArticleWriter, GamePictures, HobbyWriter, captions_of, pictures_of
from judge.zine.sentence_writer import PatternCount
from judge.zine.sources import ToldGame

# --- an issue of the fanzine, and the folder of text files in which an editor works on it


_ISSUE_FILE = "issue.toml"
_PICTURES = "pictures"
_HEAD: Mapping[str, object] = {
    "title": "The Sleeping Ambassador",
    "number": 12,
    "day": date(2026, 5, 3),
    "language": FALLBACK,
    "subtitle": "A fanzine of Diplomacy",
}
"""The keys of ``issue.toml``, each with an example; all but the subtitle are needed."""

_STEP = 10
"""From the number of one article to that of the next: others find room between them."""

_NAME = re.compile(r"[^\W\d_][^/\\\x00-\x1f\x7f\ud800-\udfff]*(?<!\.en)(?<!\.fr)")
_BEFORE_NAME = re.compile(r"^[\W\d_]+")
_LANGUAGE_OF_FILE = re.compile(r"\.(en|fr)$")


class IssueError(Exception):
    """A folder holds no issue; each line of the message names a file, what is wrong in it, and what would work."""


@dataclass(frozen=True)
class NamedArticle:
    """An article with the name of its file: in one language, or in both, which then stand side by side.

    ValueError where ``name`` can be no such name, or ``texts`` is empty.
    """

    name: str
    texts: Mapping[Language, Article]

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"an article is named like “editorial” or “rome”, not {self.name!r}")
        if not self.texts or not set(self.texts) <= set(LANGUAGES):
            raise ValueError(f"an article is written in {' or '.join(LANGUAGES)}, not in {list(self.texts)}")

    def title(self, language: Language) -> str:
        """Return the title of the article, in a language if it is written in it; empty where it has none."""
        return next((text.title for _, text in self.in_order(language) if text.title), "")

    def in_order(self, language: Language) -> Sequence[tuple[Language, Article]]:
        """Return its texts with their languages, that of the issue first."""
        return sorted(self.texts.items(), key=lambda text: text[0] != language)


@dataclass(frozen=True)
class Issue:
    """An issue: ``language`` is that of its masthead, and of an article that is not in another one.

    ``pictures`` are SVG by name, the ones that articles show; ValueError where an article shows another, or ``number``
    is below 1.
    """

    title: str
    number: int
    day: date
    language: Language
    articles: tuple[NamedArticle, ...]
    pictures: Mapping[str, str] = field(default_factory=dict)
    subtitle: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", one_line_text(self.title))
        object.__setattr__(self, "subtitle", one_line_text(self.subtitle))
        if self.number < 1:
            raise ValueError(f"issues are numbered from 1, not {self.number}")
        for article in self.articles:
            for text in article.texts.values():
                if missing := [name for name in _pictures_of(text) if name not in self.pictures]:
                    raise ValueError(f"the article {article.name} shows pictures that are not there: {missing}")

    @property
    def is_bilingual(self) -> bool:
        """Whether an article is in both languages."""
        return any(len(article.texts) > 1 for article in self.articles)


def _pictures_of(article: Article) -> Iterator[str]:
    return (block.name for block in article.blocks if isinstance(block, Picture))


# --- the folder


def write_issue(issue: Issue, folder: Path) -> None:
    """Write an issue into a folder that is not there or is empty; IssueError if it is neither, OSError if it cannot."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise IssueError(f"{folder}: something is there already; name a new folder, so that no work of yours is lost")
    digits = max(2, len(str(_STEP * len(issue.articles))))
    for number, article in enumerate(issue.articles, start=1):
        for language, text in article.texts.items():
            alone = len(article.texts) == 1 and language == issue.language
            name = f"{_STEP * number:0{digits}}-{article.name}{'' if alone else f'.{language}'}.txt"
            write_to_stay(folder / name, article_text(text), mode=0o644)
    for name, svg in issue.pictures.items():
        write_to_stay(folder / _PICTURES / f"{name}.svg", svg, mode=0o644)
    head = {key: getattr(issue, key) for key in _HEAD}
    write_to_stay(folder / _ISSUE_FILE, "".join(f"{_toml(key, value)}\n" for key, value in head.items()), mode=0o644)


def _toml(key: str, value: object) -> str:
    return f"{key} = {json.dumps(value, ensure_ascii=False) if isinstance(value, str) else value}"


def read_issue(folder: Path) -> Issue:
    """Return the issue that a folder holds; IssueError, with all that is wrong in its files, where it holds none."""
    faults: list[str] = []
    head = _read_head(folder / _ISSUE_FILE, faults)
    pictures = {path.stem: _read_picture(path, faults) for path in _files(folder / _PICTURES, ".svg")}
    texts: dict[str, dict[Language, Article]] = {}
    for path in article_files(folder):
        file = FileName.of(path)
        language = file.language or _language(head.get("language"))
        article = _read_article(path, pictures, faults)
        if language in (of_article := texts.setdefault(file.stem, {})):
            faults.append(f"{path}: another file has the same article in the same language; name one of them otherwise")
        of_article[language] = article
    if faults:
        raise IssueError("\n".join(faults))
    named = tuple(NamedArticle(_name_of(stem), of_article) for stem, of_article in texts.items())
    return Issue(articles=named, pictures=pictures, **head)


def _files(folder: Path, suffix: str) -> Sequence[Path]:
    found = folder.iterdir() if folder.is_dir() else ()
    return sorted(path for path in found if path.suffix.lower() == suffix and not path.name.startswith("."))


@dataclass(frozen=True)
class FileName:
    """The name of an article's file: its ``stem`` without the language, the ``name`` in it behind a number, or 0."""

    stem: str
    name: str
    number: int
    language: Language | None

    @classmethod
    def of(cls, path: Path) -> Self:
        """The parts of the name of a file."""
        stem, found = _LANGUAGE_OF_FILE.sub("", path.stem), _LANGUAGE_OF_FILE.search(path.stem)
        number = re.match(r"\d+", stem)
        return cls(stem, _name_of(stem), int(number.group()) if number else 0, _language(found[1]) if found else None)


def article_files(folder: Path) -> Sequence[Path]:
    """The files of the articles that a folder holds, in their order."""
    return sorted(_files(folder, ".txt"), key=_place_in_order)


def picture_names(folder: Path) -> Collection[str]:
    """The names of the pictures that articles of a folder may show."""
    return {path.stem for path in _files(folder / _PICTURES, ".svg")}


def _place_in_order(path: Path) -> tuple[float, str]:
    """Files whose names begin with a number stand in its order, before those that have none."""
    found = re.match(r"\d+", path.name)
    return (int(found.group()) if found else inf, path.name)


def _name_of(stem: str) -> str:
    """The name that an article has in the code: without the number before it, or ``article`` if nothing is left."""
    name = _BEFORE_NAME.sub("", stem)
    return name if _NAME.fullmatch(name) else "article"


def _language(written: object) -> Language:
    return str(written) if written in LANGUAGES else FALLBACK


def _read_text(path: Path, faults: list[str]) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        faults.append(f"{path}: {error.strerror}")
    except UnicodeDecodeError:
        faults.append(f"{path}: this is no text in UTF-8; save it as UTF-8 in your editor")
    return ""


def _read_article(
    path: Path, pictures: Container[str], faults: list[str], facts: Mapping[str, str] | None = None
) -> Article:
    """The article of a file; ``facts`` are what its text names in braces, None where braces are words."""
    text = _read_text(path, faults)
    if facts is not None:
        for name in sorted({*_FIELD.findall(text)} - {*facts}):
            line = 1 + text.count("\n", 0, text.index(f"{{{name}}}"))
            faults.append(f"{path}, line {line}: nothing is known as {{{name}}}; there are {', '.join(facts)}")
        text = _FIELD.sub(lambda found: facts.get(found[1], found[0]), text)
    try:
        article = read_article(text)
    except ArticleError as error:
        faults.append(f"{path}, {error}")
        return Article(())
    for name in (name for name in _pictures_of(article) if name not in pictures):
        found = re.search(rf"\[(picture|image)\s+{re.escape(name)}\b", text)
        line = 1 + text.count("\n", 0, found.start() if found else 0)
        faults.append(f"{path}, line {line}: there is no {_PICTURES}/{name}.svg; put it there, or take the line out")
    return article


def _read_picture(path: Path, faults: list[str]) -> str:
    if not re.fullmatch(PICTURE_NAME, path.stem):
        faults.append(f"{path}: a picture is named with letters, digits, “-”, “_” and “.”, such as rome-S1905M.svg")
    svg = _read_text(path, faults)
    try:
        root = None if "<!ENTITY" in svg else ET.fromstring(svg)  # noqa: S314 - entities are refused
    except ET.ParseError as error:
        faults.append(f"{path}: this is no SVG ({error}); draw it anew, or save it as “plain SVG”")
    else:
        if root is None or root.tag.rpartition("}")[2] != "svg":
            faults.append(f"{path}: this is no SVG, or one with entities; save it as “plain SVG”")
    return svg


def _read_head(path: Path, faults: list[str]) -> Any:
    """The keys of ``issue.toml``; what is wrong with them goes to ``faults``."""
    if not path.is_file():
        faults.append(f"{path}: is not there; it holds lines such as: {'; '.join(starmap(_toml, _HEAD.items()))}")
        return {}
    try:
        head = tomllib.loads(_read_text(path, faults))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        faults.append(f"{path}: {error}; a line that works: {_toml('title', _HEAD['title'])}")
        return {}
    for key in head:
        if key not in _HEAD:
            near = get_close_matches(key, _HEAD, n=1, cutoff=0)[0]
            faults.append(f"{path}: there is no key “{key}”; the nearest is “{near}” (of {', '.join(_HEAD)})")
    for key, example in _HEAD.items():
        if (key in head or key != "subtitle") and not _is_like(head.get(key), example):
            what = f"{key} is not {json.dumps(head[key], default=str)}" if key in head else f"{key} is missing"
            faults.append(f"{path}: {what}; a line that works: {_toml(key, example)}")
    if isinstance(head.get("language"), str) and head["language"] not in LANGUAGES:
        faults.append(f"{path}: language is one of {', '.join(LANGUAGES)}, not {head['language']!r}")
    return head


def _is_like(value: object, example: object) -> bool:
    """Whether a value is of the kind of its example; a number is one that an issue can have."""
    return type(value) is type(example) and (not isinstance(value, int) or value > 0)


# --- the file of a drafted folder that says until when its draft looked, and up to which phase it tells of each game


_FILE = "told.toml"
_EXAMPLE = 'drafted = 2026-05-03T18:00:00Z, and below [games] lines like rome = "F1902M"'


@dataclass(frozen=True)
class DraftedUntil:
    """Until when a draft looked (UTC), None for a folder made by hand, and the last phase told of each game."""

    drafted: datetime | None = None
    games: Mapping[GameName, Phase] = field(default_factory=dict)


def drafted_until(games: Sequence[ToldGame], now: datetime) -> DraftedUntil:
    """What a draft of these games tells."""
    last = {told.known.game.name: told.phases[-1].before.phase for told in games if told.phases}
    return DraftedUntil(now, last)


def write_told(told: DraftedUntil, folder: Path) -> None:
    """Write the file into the folder of a draft; OSError where that fails."""
    drafted = f"drafted = {told.drafted.isoformat()}\n" if told.drafted else ""
    games = "".join(f'{name} = "{phase}"\n' for name, phase in told.games.items())
    write_to_stay(folder / _FILE, f"{drafted}\n[games]\n{games}", mode=0o644)


def is_drafted(folder: Path) -> bool:
    """Whether a folder is that of an issue, and not the pages of a game."""
    return (folder / "issue.toml").is_file()


def read_told(folder: Path) -> DraftedUntil:
    """Return what the file of a folder says, nothing where there is none; IssueError where it cannot be read."""
    path = folder / _FILE
    if not path.is_file():
        return DraftedUntil()
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        drafted, games = table.get("drafted"), table.get("games", {})
        if not (drafted is None or isinstance(drafted, datetime)) or not isinstance(games, dict):
            raise IssueError(f"{path}: it says {_EXAMPLE}")
        if drafted and drafted.tzinfo is None:
            drafted = drafted.replace(tzinfo=UTC)
        return DraftedUntil(drafted, {GameName(name): Phase.parse(phase) for name, phase in games.items()})
    except (OSError, ValueError, TypeError, RecursionError) as error:
        raise IssueError(f"{path}: {error}; it says {_EXAMPLE}") from error


# --- an issue drafted from games, the hobby and letters: its articles in their order, its pictures


@dataclass(frozen=True)
class Masthead:
    """What stands above an issue; of several ``languages`` the first is that of the masthead and the pictures.

    ``notation`` is empty for that of each game. ``copy_day`` is that of the next issue, None where nobody has said.
    """

    title: str
    number: int
    day: date
    languages: tuple[Language, ...] = (FALLBACK,)
    subtitle: str = ""
    notation: str = ""
    copy_day: date | None = None

    @property
    def language(self) -> Language:
        """The first language."""
        return self.languages[0]


@dataclass(frozen=True)
class Standing:
    """What stands in every issue: articles by their place, one of ``PLACES``, and the pictures that they show."""

    articles: Mapping[str, Sequence[NamedArticle]] = field(default_factory=dict)
    pictures: Mapping[str, str] = field(default_factory=dict)

    def at(self, place: str) -> Sequence[NamedArticle]:
        """The articles of a place."""
        return self.articles.get(place, ())


FILLER = "filler"
"""Begins the name of an article that may stand wherever a page would stay blank."""

PLACES = ("front", "editorial", "games", "hobby", "letters", "back", FILLER)
"""Before all else; behind the editorial, the games, what is told of the hobby, the letters; the last two at the end."""

_FIELD = re.compile(r"\{(\w+)\}")


def read_standing(folder: Path, masthead: Masthead) -> Standing:
    """Return what a folder holds for every issue, with the facts of this one filled in; nothing where there is none.

    IssueError, with all that is wrong in its files.
    """
    faults: list[str] = []
    pictures = {path.stem: _read_picture(path, faults) for path in _files(folder / _PICTURES, ".svg")}
    found: dict[str, dict[str, dict[Language, Article]]] = {}
    for path in _files(folder, ".txt"):
        place, _, name = _LANGUAGE_OF_FILE.sub("", path.stem).partition("-")
        if place not in PLACES or not _NAME.fullmatch(name):
            faults.append(
                f"{path}: it is named by its place and its name, such as front-imprint.txt ({', '.join(PLACES)})"
            )
            continue
        named = _LANGUAGE_OF_FILE.search(path.stem)
        language = _language(named[1]) if named else masthead.language
        if language in masthead.languages:
            article = _read_article(path, pictures, faults, _facts_of(masthead, language))
            name = f"{FILLER}-{name}" if place == FILLER else name
            found.setdefault(place, {}).setdefault(name, {})[language] = article
    if faults:
        raise IssueError("\n".join(faults))
    articles = {place: tuple(starmap(NamedArticle, of_place.items())) for place, of_place in found.items()}
    texts = (text for of_place in articles.values() for one in of_place for text in one.texts.values())
    shown = {*chain.from_iterable(map(_pictures_of, texts))}
    return Standing(articles, {name: svg for name, svg in pictures.items() if name in shown})


def _facts_of(masthead: Masthead, language: Language) -> Mapping[str, str]:
    """What a standing text may name of the issue in which it stands."""
    days = {"day": masthead.day, "copy_day": masthead.copy_day}
    told = {name: day_text(day, language) for name, day in days.items() if day}
    return {"title": masthead.title, "number": str(masthead.number), "next": str(masthead.number + 1), **told}


@dataclass(frozen=True)
class IssueContents:
    """What an issue is made of: games as they are told of, the hobby, letters to the editor, an editorial's text.

    ``standing`` is what every issue has.
    """

    games: Sequence[ToldGame] = ()
    hobby: Hobby = field(default_factory=Hobby)
    letters: Sequence[EditorLetter] = ()
    editorial: str = ""
    standing: Standing = field(default_factory=Standing)


def told_apart(games: Sequence[ToldGame]) -> Sequence[ToldGame]:
    """The games, those that bear the name of another one with their place among these."""
    seen: Counter[str] = Counter()
    apart = []
    for told in games:
        seen[told.known.game.name] += 1
        apart.append(replace(told, place=seen[told.known.game.name]))
    return apart


def draft_issue(masthead: Masthead, contents: IssueContents) -> Issue:
    """Return the issue; ArticleError where the editorial cannot be read as an article."""
    drawn = {told.name: pictures_of(told, masthead.language, masthead.notation) for told in contents.games}
    games = [*_games(masthead, contents, drawn), *_legend(masthead, contents)]
    hobby = [*_hobby(masthead, contents)]
    standing, letters = contents.standing, [one for one in hobby if one.name == _LETTERS]
    articles = [
        *(*standing.at("front"), *_editorial(masthead, contents), *standing.at("editorial")),
        *(*games, *standing.at("games")),
        *(*(one for one in hobby if one not in letters), *standing.at("hobby")),
        *(*letters, *standing.at("letters"), *standing.at("back"), *standing.at(FILLER)),
    ]
    return Issue(
        title=masthead.title,
        number=masthead.number,
        day=masthead.day,
        language=masthead.language,
        articles=tuple(articles),
        pictures={**standing.pictures, **{name: svg for one in drawn.values() for name, svg in one.drawn.items()}},
        subtitle=masthead.subtitle,
    )


def editions(issue: Issue) -> Mapping[Language, Issue]:
    """The issue as its readers get it: in each language of a bilingual one, what is in that language alone.

    An article that is not in it stands there as it is.
    """
    if not issue.is_bilingual:
        return {issue.language: issue}
    languages = sorted(LANGUAGES, key=lambda language: language != issue.language)
    return {language: _edition(issue, language) for language in languages}


def _edition(issue: Issue, language: Language) -> Issue:
    articles = (NamedArticle(one.name, dict([*one.in_order(language)][:1])) for one in issue.articles)
    return replace(issue, language=language, articles=tuple(articles))


def subject_of(issue: Issue) -> str:
    """Return the subject of the letter that bears an issue."""
    return say(issue.language, "zine.subject", title=issue.title, number=issue.number)


def _editorial(masthead: Masthead, contents: IssueContents) -> Iterator[NamedArticle]:
    if contents.editorial.strip():
        article = read_article(contents.editorial)
        title = () if article.title else (Headline(say(masthead.language, "zine.editorial")),)
        yield NamedArticle("editorial", {masthead.language: Article((*title, *article.blocks))})


def _games(masthead: Masthead, contents: IssueContents, drawn: Mapping[str, GamePictures]) -> Iterator[NamedArticle]:
    patterns = {language: PatternCount() for language in masthead.languages}
    for told in contents.games:
        texts: dict[Language, Article] = {}
        for language in masthead.languages:
            pictures = captions_of(told, language) if drawn[told.name].drawn else GamePictures()
            texts[language] = GameArticleWriter(
                told, language, masthead.notation, pictures.of_phases, pictures.of_game, patterns[language]
            ).article()
        yield NamedArticle(told.name if told.name[:1].isalpha() else f"game-{told.name}", texts)


def _legend(masthead: Masthead, contents: IssueContents) -> Iterator[NamedArticle]:
    """What the signs behind orders mean, in each way in which an issue prints any."""
    whole = (told for told in contents.games if told.known.publicity is Publicity.WHOLE)
    printed = [told for told in whole if told.phases and not told.is_chronicle]
    plain = [told for told in printed if not told.known.game.board.war.troops]
    if plain:
        texts = {language: _legend_in(language, masthead.notation, plain) for language in masthead.languages}
        yield NamedArticle("legend", texts)


def _legend_in(language: Language, notation: str, games: Sequence[ToldGame]) -> Article:
    """One table for all rule books whose reports have the same signs; titles where there are several."""
    books: dict[tuple[tuple[str, str], ...], list[str]] = {}
    for told in games:
        examples = result_examples(language, told.notation(language, notation).name, told.known.game.board)
        rows = tuple((plain_spaces(row.printed), plain_spaces(row.meaning)) for row in examples)
        book = say(language, f"book.{told.known.game.settings.rulebook}")
        named = books.setdefault(rows, [])
        if book not in named:
            named.append(book)
    titled = {
        rows: (Headline(_books_named(language, named), 2),) if len(books) > 1 else () for rows, named in books.items()
    }
    tables = chain.from_iterable((*title, Table((), rows)) for rows, title in titled.items())
    return Article((Headline(say(language, "zine.legend")), *tables))


def _books_named(language: Language, books: Sequence[str]) -> str:
    return plain_spaces(listing(language, [book if not at else within_sentence(book) for at, book in enumerate(books)]))


def _hobby(masthead: Masthead, contents: IssueContents) -> Iterator[NamedArticle]:
    writers = {language: HobbyWriter(contents.hobby, language) for language in masthead.languages}
    for name, texts in (
        ("openings", {language: writer.sought() for language, writer in writers.items()}),
        ("tournaments", {language: writer.tournaments() for language, writer in writers.items()}),
        ("rankings", {language: writer.rankings() for language, writer in writers.items()}),
        (_LETTERS, {language: _letters(contents.letters, language) for language in masthead.languages}),
    ):
        if any(article.blocks for article in texts.values()):
            yield NamedArticle(name, texts)


_LETTERS = "letters"


def _letters(letters: Sequence[EditorLetter], language: Language) -> Article:
    """The letters to the editor as they were written, each below its writer's own signature."""
    unsigned = say(language, "zine.unsigned")
    quoted = (Quotation(one.signature or unsigned, tuple(one.text.splitlines())) for one in letters)
    return Article((Headline(say(language, "zine.letters")), *quoted) if letters else ())
