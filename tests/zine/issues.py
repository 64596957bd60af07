"""Issues compiled from what a judge has stored, as text."""

from datetime import UTC, datetime

from judge.game.messages import Event
from judge.game.published import PublishedGame, published_game
from judge.game.settings import Language
from judge.shell.zine import IssueWish, issue_of_store
from judge.store.overview import open_read_only
from judge.zine.article import article_text
from judge.zine.issue import Issue, IssueContents, Masthead, draft_issue
from judge.zine.sources import told_since
from tests.fog.tables import Desk

LATER = datetime.max.replace(tzinfo=UTC)
"""When all that is told later than it happens has been told."""

BOTH: tuple[Language, ...] = ("en", "fr")


def printed(issue: Issue) -> str:
    """All that is in an issue: every article in each of its languages, every picture."""
    texts = [
        f"--- {article.name}.{language}\n{article_text(text)}"
        for article in issue.articles
        for language, text in article.texts.items()
    ]
    pictures = [f"--- {name}\n{svg}" for name, svg in issue.pictures.items()]
    return "\n".join([f"{issue.title} {issue.number} {issue.day}", *texts, *pictures])


def known_of(log: tuple[Event, ...]) -> PublishedGame:
    """What strangers may know of a game of which they may know something."""
    known = published_game(log, LATER)
    assert known is not None
    return known


def issue_of_desk(desk: Desk, *games: str) -> str:
    """The next issue of a judge at its desk."""
    with open_read_only(desk.folder / "judge.db") as found:
        wish = IssueWish(BOTH, games)
        return printed(issue_of_store(found, desk.services.config, wish, desk.clock.now()).issue)


def issue_of_log(*logs: tuple[Event, ...], languages: tuple[Language, ...] = ("en",)) -> str:
    """An issue of the last season of each of these games; one that is told of nowhere is not in it."""
    now = max(event.at for log in logs for event in log)
    told = [told_since(known, None, now) for log in logs if (known := published_game(log, now))]
    return printed(draft_issue(Masthead("Zine", 1, now.date(), languages), IssueContents(told)))
