"""What the shell compiles an issue of the zine from: the database, or archive folders alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import click

from judge.config import Config
from judge.game.published import Publicity, PublishedGame, publicity_of, published_game
from judge.game.settings import GameName, Language
from judge.game.summary import Summary, summary_of
from judge.reports.language import say
from judge.shell.games import game_of
from judge.store.read_only import ReadOnlyStore
from judge.store.tournaments import read_tournaments
from judge.zine.article import ArticleError
from judge.zine.hobby import public_hobby
from judge.zine.issue import DraftedUntil, Issue, IssueContents, Masthead, draft_issue, drafted_until, told_apart
from judge.zine.sources import PagesError, ToldGame, game_of_folder, has_news, told_since

_A_WEEK = timedelta(days=7)
"""The time in which a phase must have closed for the first issue to tell of a game that nobody names."""


@dataclass(frozen=True)
class IssueWish:
    """What somebody wants in an issue; empty fields are as usual. ``since`` is a day, the first that is told of."""

    languages: tuple[Language, ...]
    games: tuple[str, ...] = ()
    since: date | None = None
    title: str = ""
    number: int = 0
    notation: str = ""
    editorial: Path | None = None

    def since_moment(self, zone: ZoneInfo) -> datetime | None:
        """The beginning of the day since when things are told; None where none is named."""
        return datetime.combine(self.since, datetime.min.time(), zone).astimezone(UTC) if self.since else None

    def masthead(self, number: int, day: date) -> Masthead:
        """What stands above the issue."""
        title = self.title or say(self.languages[0], "zine.title")
        return Masthead(title, self.number or number, day, self.languages, notation=self.notation)

    def written_editorial(self) -> str:
        """The text of the editorial; ClickException where its file cannot be read."""
        try:
            return self.editorial.read_text(encoding="utf-8") if self.editorial else ""
        except (OSError, UnicodeDecodeError) as error:
            raise click.ClickException(f"{self.editorial} cannot be read: {error}") from error


@dataclass(frozen=True)
class CompiledIssue:
    """An issue, and until when it tells of its games."""

    issue: Issue
    told: DraftedUntil


def issue_of_store(found: ReadOnlyStore, config: Config, wish: IssueWish, now: datetime) -> CompiledIssue:
    """Compile the next issue from the database; ClickException where there is nothing to tell."""
    last, zone = found.last_zine_issue(), ZoneInfo(config.gazette.zone)
    since = wish.since_moment(zone) or (last.drafted if last else None)
    games = _named(found, wish.games, since, now) if wish.games else _with_news(found, since, now)
    hobby = public_hobby(found.summaries(found.games()).values(), read_tournaments(config.folders.tournaments)[0])
    letters = found.letters_to_editor(last.drafted if last else None)
    masthead = wish.masthead(last.number + 1 if last else 1, now.astimezone(zone).date())
    return _compiled(masthead, IssueContents(games, hobby, letters, wish.written_editorial()), wish, now)


def issue_of_folders(folders: Sequence[Path], wish: IssueWish, now: datetime) -> CompiledIssue:
    """Compile an issue from the pages of games alone; ClickException where pages do not verify."""
    try:
        known = [game_of_folder(folder) for folder in folders]
    except PagesError as error:
        raise click.ClickException(str(error)) from error
    since = wish.since_moment(ZoneInfo("UTC"))
    games = told_apart([told_since(one, since, now) for one in known])
    hobby = public_hobby(summary_of(one.game) for one in known)
    masthead = wish.masthead(1, now.date())
    return _compiled(masthead, IssueContents(games, hobby, (), wish.written_editorial()), wish, now)


def _compiled(masthead: Masthead, contents: IssueContents, wish: IssueWish, now: datetime) -> CompiledIssue:
    try:
        issue = draft_issue(masthead, contents)
    except ArticleError as error:
        raise click.ClickException(f"{wish.editorial}, {error}") from error
    return CompiledIssue(issue, drafted_until(contents.games, now))


# --- which games


def _named(found: ReadOnlyStore, names: Sequence[str], since: datetime | None, now: datetime) -> tuple[ToldGame, ...]:
    games = [game_of(found, name) for name in dict.fromkeys(names)]
    for game in games:
        if publicity_of(game) is Publicity.NOTHING:
            why = "has not begun" if game.position is None else "stands in no list, and is told of nowhere"
            raise click.ClickException(f"{game.name} {why}")
    return tuple(told_since(known, since, now) for game in games if (known := _published(found, game.name)))


def _with_news(found: ReadOnlyStore, since: datetime | None, now: datetime) -> tuple[ToldGame, ...]:
    """Every game that is told of at all and has something new; for a first issue what has closed within a week."""
    from_then = since or now - _A_WEEK
    latest = {name: _last_news(one) for name, one in found.summaries(found.games()).items()}
    names = [name for name, at in latest.items() if at and at > from_then]
    told = (told_since(known, since, now) for name in names if (known := _published(found, name)))
    games = tuple(one for one in told if has_news(one, since))
    if not games:
        raise click.ClickException(
            f"in no game has a phase closed since {from_then:%Y-%m-%d %H:%M} UTC; --since 2026-05-01 tells of what "
            "came after that day, --game rome of a game's last season"
        )
    return games


def _last_news(game: Summary) -> datetime | None:
    """When a phase of a game last closed, or the game ended."""
    return game.ended.at if game.ended else game.last_closed


def _published(found: ReadOnlyStore, name: GameName) -> PublishedGame | None:
    return published_game(found.events(name))
