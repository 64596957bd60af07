"""An issue drafted from games, the hobby and letters: its articles in their order, its pictures."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from judge.game.settings import Language
from judge.reports.language import say
from judge.store.publications import EditorLetter
from judge.zine.article import read_article
from judge.zine.blocks import Article, Headline, Quotation
from judge.zine.game_article import GameArticleWriter
from judge.zine.hobby import Hobby
from judge.zine.hobby_articles import HobbyWriter
from judge.zine.issue import Issue, NamedArticle
from judge.zine.pictures import GamePictures, captions_of, pictures_of
from judge.zine.prose_patterns import PatternCount
from judge.zine.sources import ToldGame


@dataclass(frozen=True)
class Masthead:
    """What stands above an issue; of several ``languages`` the first is that of the masthead and the pictures.

    ``notation`` is empty for that of each game.
    """

    title: str
    number: int
    day: date
    languages: tuple[Language, ...] = ("en",)
    subtitle: str = ""
    notation: str = ""

    @property
    def language(self) -> Language:
        """The first language."""
        return self.languages[0]


@dataclass(frozen=True)
class IssueContents:
    """What an issue is made of: games as they are told of, the hobby, letters to the editor, an editorial's text."""

    games: Sequence[ToldGame] = ()
    hobby: Hobby = field(default_factory=Hobby)
    letters: Sequence[EditorLetter] = ()
    editorial: str = ""


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
    articles = [*_editorial(masthead, contents), *_games(masthead, contents, drawn), *_hobby(masthead, contents)]
    return Issue(
        title=masthead.title,
        number=masthead.number,
        day=masthead.day,
        language=masthead.language,
        articles=tuple(articles),
        pictures={name: svg for one in drawn.values() for name, svg in one.drawn.items()},
        subtitle=masthead.subtitle,
    )


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


def _hobby(masthead: Masthead, contents: IssueContents) -> Iterator[NamedArticle]:
    writers = {language: HobbyWriter(contents.hobby, language) for language in masthead.languages}
    for name, texts in (
        ("openings", {language: writer.sought() for language, writer in writers.items()}),
        ("tournaments", {language: writer.tournaments() for language, writer in writers.items()}),
        ("rankings", {language: writer.rankings() for language, writer in writers.items()}),
        ("letters", {language: _letters(contents.letters, language) for language in masthead.languages}),
    ):
        if any(article.blocks for article in texts.values()):
            yield NamedArticle(name, texts)


def _letters(letters: Sequence[EditorLetter], language: Language) -> Article:
    """The letters to the editor as they were written, each below its writer's own signature."""
    unsigned = say(language, "zine.unsigned")
    quoted = (Quotation(one.signature or unsigned, tuple(one.text.splitlines())) for one in letters)
    return Article((Headline(say(language, "zine.letters")), *quoted) if letters else ())
