"""The command that compiles an issue of the zine: a folder for its editor, a file, letters to its subscribers."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import click

from judge.config import Config, is_configured
from judge.game.league import Hobby, Summary, public_hobby, summary_of
from judge.game.published import Publicity, PublishedGame, publicity_of, published_game
from judge.game.settings import GameName, Language
from judge.handlers.desk import ZineNotPublishedError, keep_printed
from judge.notation.tables import notation_names
from judge.paths.gazette import decide_tribune, publish_zine, services_beside
from judge.reports.language import say
from judge.shell.games import game_of
from judge.shell.table import database_of
from judge.shell.terminal import SETS_OF_LANGUAGES, config_at, echo, terminal_language
from judge.store.issues import read_tournaments
from judge.store.overview import ReadOnlyStore, open_read_only
from judge.store.records import EditorLetter
from judge.system.clock import SystemClock
from judge.zine.article import ArticleError
from judge.zine.forms import PAPERS, UnwritableFormError, finished, form_of_file, write_form
from judge.zine.issue import (
    DraftedUntil,
    Issue,
    IssueContents,
    IssueError,
    Masthead,
    Standing,
    draft_issue,
    drafted_until,
    is_drafted,
    read_issue,
    read_standing,
    read_told,
    told_apart,
    write_issue,
    write_told,
)
from judge.zine.pdf_form import PdfPaper
from judge.zine.sources import PagesError, ToldGame, chronicle_of, game_of_folder, has_news, told_since

# --- what the shell compiles an issue of the zine from: the database, or archive folders alone


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
    standing: Path | None = None
    copy_day: date | None = None

    def since_moment(self, zone: ZoneInfo) -> datetime | None:
        """The beginning of the day since when things are told; None where none is named."""
        return datetime.combine(self.since, datetime.min.time(), zone).astimezone(UTC) if self.since else None

    def masthead(self, number: int, day: date) -> Masthead:
        """What stands above the issue."""
        title = self.title or say(self.languages[0], "zine.title")
        return Masthead(
            title, self.number or number, day, self.languages, notation=self.notation, copy_day=self.copy_day
        )

    def made_of(
        self, masthead: Masthead, games: Sequence[ToldGame], hobby: Hobby, letters: Sequence[EditorLetter]
    ) -> IssueContents:
        """What the issue is made of; IssueError where a standing text is at fault."""
        standing = read_standing(self.standing, masthead) if self.standing else Standing()
        return IssueContents(games, hobby, letters, self.written_editorial(), standing)

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
    games: Sequence[ToldGame] = ()


def issue_of_store(found: ReadOnlyStore, config: Config, wish: IssueWish, now: datetime) -> CompiledIssue:
    """Compile the next issue from the database; ClickException where there is nothing to tell."""
    last, zone = found.last_zine_issue(), ZoneInfo(config.gazette.zone)
    since = wish.since_moment(zone) or (last.drafted if last else None)
    whole = frozenset[GameName]() if wish.since else _never_told(found)
    games = _named(found, wish.games, since, now) if wish.games else _with_news(found, since, now)
    games = tuple(chronicle_of(told.known) if told.known.game.name in whole else told for told in games)
    tournaments = read_tournaments(config.folders.tournaments, found.tournaments())[0]
    hobby = public_hobby(found.summaries(found.games()).values(), tournaments, found.unlisted())
    letters = found.letters_to_editor(last.drafted if last else None)
    masthead = wish.masthead(last.number + 1 if last else 1, now.astimezone(zone).date())
    return _compiled(masthead, wish.made_of(masthead, games, hobby, letters), wish, now)


def issue_of_folders(folders: Sequence[Path], wish: IssueWish, now: datetime) -> CompiledIssue:
    """Compile an issue from the pages of games alone; ClickException where pages do not verify."""
    try:
        known = [game_of_folder(folder) for folder in folders]
    except PagesError as error:
        raise click.ClickException(str(error)) from error
    since = wish.since_moment(ZoneInfo("UTC"))
    games = told_apart(
        [chronicle_of(one) if one.game.ended and not since else told_since(one, since, now) for one in known]
    )
    hobby = public_hobby(summary_of(one.game) for one in known)
    masthead = wish.masthead(1, now.date())
    return _compiled(masthead, wish.made_of(masthead, games, hobby, ()), wish, now)


def _compiled(masthead: Masthead, contents: IssueContents, wish: IssueWish, now: datetime) -> CompiledIssue:
    try:
        issue = draft_issue(masthead, contents)
    except ArticleError as error:
        raise click.ClickException(f"{wish.editorial}, {error}") from error
    return CompiledIssue(issue, drafted_until(contents.games, now), contents.games)


# --- which games


def _named(found: ReadOnlyStore, names: Sequence[str], since: datetime | None, now: datetime) -> tuple[ToldGame, ...]:
    games = [game_of(found, name) for name in dict.fromkeys(names)]
    for game in games:
        if publicity_of(game) is Publicity.NOTHING:
            why = "has not begun" if game.position is None else "stands in no list, and is told of nowhere"
            raise click.ClickException(f"{game.name} {why}")
    return tuple(told_since(known, since, now) for game in games if (known := _published(found, game.name, now)))


def _with_news(found: ReadOnlyStore, since: datetime | None, now: datetime) -> tuple[ToldGame, ...]:
    """Every game that is told of at all and has something new; for a first issue what has closed within a week."""
    from_then = since or now - _A_WEEK
    latest = {name: _last_news(one) for name, one in found.summaries(found.games()).items()}
    names = [name for name, at in latest.items() if at and at > from_then]
    told = (told_since(known, since, now) for name in names if (known := _published(found, name, now)))
    games = tuple(one for one in told if has_news(one, since))
    if not games:
        raise click.ClickException(
            f"in no game has a phase closed since {from_then:%Y-%m-%d %H:%M} UTC; --since 2026-05-01 tells of what "
            "came after that day, --game rome of a game's last season"
        )
    return games


def _never_told(found: ReadOnlyStore) -> frozenset[GameName]:
    """The games that are over and of which no issue has told anything."""
    over = {name for name, game in found.summaries(found.games()).items() if game.ended}
    return frozenset(over - found.games_told_in_zine())


def _last_news(game: Summary) -> datetime | None:
    """When a phase of a game last closed, as far as that is told, or the game ended."""
    delay = game.settings.press.delay or timedelta()
    return game.ended.at if game.ended else game.last_closed and game.last_closed + delay


def _published(found: ReadOnlyStore, name: GameName, now: datetime) -> PublishedGame | None:
    return published_game(found.events(name), now)


# --- the command that compiles an issue of the zine: a folder for its editor, a file, letters to its subscribers


_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)


@click.command()
@click.option("--draft", type=_FOLDER, metavar="FOLDER", help="Write a folder of texts that the editor changes.")
@click.option("--publish", type=_FOLDER, metavar="FOLDER", help="Send what that folder holds to all subscribers.")
@click.option("--out", type=_FILE, metavar="FILE", help="Write one file: zine.pdf, zine.html or zine.txt.")
@click.option("--from", "first", multiple=True, type=_FOLDER, metavar="FOLDER", help="Of the pages of games alone.")
@click.argument("more", nargs=-1, type=_FOLDER, metavar="[FOLDER]...")
@click.option("--game", "games", multiple=True, metavar="NAME", help="A game to tell of; may be repeated.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Tell of what came since that day.")
@click.option("--language", type=click.Choice([*SETS_OF_LANGUAGES]), help="The terminal's by default.")
@click.option("--notation", type=click.Choice(notation_names()), help="Of the orders; each game's own by default.")
@click.option("--title", help="The title of the zine.")
@click.option("--number", type=click.IntRange(min=1), help="The number of the issue; the next one by default.")
@click.option("--editorial", type=_FILE, metavar="FILE", help="The text of the editorial.")
@click.option("--standing", type=_FOLDER, metavar="FOLDER", help="Of what every issue has; standing/ by default.")
@click.option(
    "--copy-day",
    type=click.DateTime(["%Y-%m-%d"]),
    callback=lambda _, __, given: given and given.date(),
    metavar="DATE",
    help="The copy date of the next issue.",
)
@click.option("--paper", type=click.Choice(PAPERS), help="Of a PDF; a4 by default.")
@click.pass_obj
def zine(
    path: Path, /, *, draft: Path | None, publish: Path | None, out: Path | None, paper: PdfPaper | None, **wished: Any
) -> None:
    """Compile an issue of the zine from the games here, or from the pages of games alone; see docs/zine.md.

    FOLDERs behind --from hold the pages of a game each; a single one may be what --draft has written.
    """
    if len([one for one in (draft, publish, out) if one]) != 1 or (paper and (not out or out.suffix != ".pdf")):
        raise click.UsageError(_USAGE)
    with _clear_errors():
        if publish:
            _publish(path, publish)
        elif draft:
            _draft(_as_wished(path, **wished), draft)
        elif out:
            form = form_of_file(out)
            out.write_bytes(write_form(_as_wished(path, **wished).issue, form, paper or "a4"))


_USAGE = (
    "say what is to be made: zine --draft FOLDER, then zine --publish FOLDER; or zine --out zine.pdf --paper booklet; "
    "or from pages of games alone: zine --from archive/rome archive/oslo --out zine.pdf"
)


@contextmanager
def _clear_errors() -> Iterator[None]:
    """Whatever keeps an issue from being made is told in a line or two."""
    try:
        yield
    except (IssueError, UnwritableFormError, ZineNotPublishedError) as error:
        raise click.ClickException(str(error)) from error


def _as_wished(
    path: Path,
    *,
    first: tuple[Path, ...],
    more: tuple[Path, ...],
    games: tuple[str, ...],
    since: datetime | None,
    language: str | None,
    **fields: Any,
) -> CompiledIssue:
    if more and not first:
        raise click.UsageError(_USAGE)
    folders, now = (*first, *more), SystemClock().now()
    given = {name: value for name, value in fields.items() if value is not None}
    languages = SETS_OF_LANGUAGES[language or terminal_language(os.environ)]
    config = Config() if folders and not is_configured(path) else config_at(path)
    if (usual := path.parent / config.folders.standing).is_dir():
        given.setdefault("standing", usual)
    wish = IssueWish(languages, games, since.date() if since else None, **given)
    if len(folders) == 1 and is_drafted(folders[0]):
        return CompiledIssue(read_issue(folders[0]), DraftedUntil())
    if folders:
        return issue_of_folders(folders, wish, now)
    with database_of(config) as at, open_read_only(at) as found:
        return issue_of_store(found, config, wish, now)


def _draft(compiled: CompiledIssue, folder: Path) -> None:
    """Write the folder that the editor works on."""
    write_issue(compiled.issue, folder)
    write_told(compiled.told, folder)
    echo(f"{folder}: issue {compiled.issue.number}, {len(compiled.issue.articles)} articles to work on")
    for told in compiled.games:
        echo(f"  {told.name}: {_what_is_told(told)}")


def _what_is_told(told: ToldGame) -> str:
    """What a draft tells of a game, and from when on."""
    if not told.phases:
        return "no phase"
    first, last = (str(told.phases[at].before.phase) for at in (0, -1))
    phases = first if first == last else f"{first} to {last}"
    if told.is_chronicle:
        return f"{phases}, the whole game in short, as no issue has told of it; --since tells of seasons"
    return f"{phases}, since {told.since:%Y-%m-%d %H:%M} UTC" if told.since else f"{phases}, since it began"


def _publish(path: Path, folder: Path) -> None:
    """Send what a folder holds, and keep in it what went out; a folder with an error in it goes to nobody."""
    issue, told, config = read_issue(folder), read_told(folder), config_at(path)
    forms = finished(issue)
    with database_of(config), services_beside(config) as services:
        drafted = told.drafted or services.clock.now()
        letters = publish_zine(services, issue.number, forms, drafted, told.games)
    printed = keep_printed(folder, issue.number, forms)
    echo(f"issue {issue.number} goes to {letters} subscribers; {printed} has it as text, page and PDF")


# --- the tribune: letters to all readers that wait for the operator


@click.command()
@click.option("--print", "printed", type=int, metavar="NUMBER", help="Let a letter through; its writer is told.")
@click.option("--drop", "dropped", type=int, metavar="NUMBER", help="Print a letter nowhere; its writer is told.")
@click.pass_obj
def tribune(path: Path, /, *, printed: int | None, dropped: int | None) -> None:
    """Show the letters to all readers that wait to be let through, or decide about one; see docs/zine.md."""
    if printed and dropped:
        raise click.UsageError("one at a time: --print NUMBER, or --drop NUMBER")
    config = config_at(path)
    with database_of(config), services_beside(config) as services:
        held = {one.number: one for one in services.store.letters_of_tribune("held")}
        number = printed or dropped
        if number is None:
            echo("\n\n".join(_shown(one) for one in held.values()) or "no letter to the tribune waits")
            return
        if number not in held:
            raise click.ClickException(
                f"no letter {number} waits; those that do: {', '.join(map(str, held)) or 'none'}"
            )
        decide_tribune(services, held[number], is_printed=bool(printed))
    echo(f"letter {number} {'stands in the next gazette' if printed else 'is printed nowhere'}; its writer is told")


def _shown(letter: EditorLetter) -> str:
    signed = f"signed “{letter.signature}”" if letter.signature else "without a name"
    lines = (f"  {line}".rstrip() for line in letter.text.splitlines())
    return "\n".join((f"{letter.number}, {letter.at:%Y-%m-%d %H:%M} UTC, {signed}:", *lines))
