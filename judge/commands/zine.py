"""The command that compiles an issue of the zine: a folder for its editor, a file, letters to its subscribers."""

import os
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from judge.clock import SystemClock
from judge.game.settings import Language
from judge.notation.tables import notation_names
from judge.shell.database import config_at, database_of
from judge.shell.languages import terminal_language
from judge.shell.zine import CompiledIssue, IssueWish, issue_of_folders, issue_of_store
from judge.store.read_only import open_read_only
from judge.zine.issue import IssueError, write_issue
from judge.zine.told_file import write_told

_FOLDER = click.Path(file_okay=False, path_type=Path)
_LANGUAGES: dict[str, tuple[Language, ...]] = {"fr": ("fr",), "en": ("en",), "both": ("fr", "en")}


@click.command()
@click.option("--draft", type=_FOLDER, metavar="FOLDER", help="Write a folder of texts for the editor.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="FILE.pdf, .html or .txt.")
@click.option("--from", "first", multiple=True, type=_FOLDER, metavar="FOLDER…", help="The pages of games alone.")
@click.argument("more", nargs=-1, type=_FOLDER)
@click.option("--game", "games", multiple=True, metavar="NAME", help="A game to tell of; may be repeated.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Tell of what came since that day.")
@click.option("--language", type=click.Choice([*_LANGUAGES]), help="The terminal's by default.")
@click.option("--notation", type=click.Choice(notation_names()), help="Of the orders; each game's own by default.")
@click.option("--title", default="", help="The title of the zine.")
@click.option("--number", type=click.IntRange(min=1), help="The number of the issue; the next one by default.")
@click.option("--editorial", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="Its text.")
@click.pass_obj
def zine(
    path: Path,
    /,
    *,
    draft: Path | None,
    out: Path | None,
    first: tuple[Path, ...],
    more: tuple[Path, ...],
    **wished: Any,
) -> None:
    """Compile an issue of the zine from the games here, or from pages of games alone; see docs/zine.md.

    FOLDERS go with --from: pages of games, or one folder of texts that --draft has written.
    """
    if (draft is None) == (out is None) or (more and not first):
        raise click.UsageError(_USAGE)
    folders = (*first, *more)
    wish = _wish(**wished)
    try:
        compiled = issue_of_folders(folders, wish, _now()) if folders else _from_store(path, wish)
        if draft:
            write_issue(compiled.issue, draft)
            write_told(compiled.told, draft)
            click.echo(f"{draft} holds issue {compiled.issue.number}, {len(compiled.issue.articles)} articles")
    except IssueError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error


_USAGE = (
    "say what is to be made: zine --draft FOLDER, zine --out zine.pdf, or from pages of games alone: "
    "zine --from archive/rome archive/oslo --out zine.pdf"
)


def _wish(*, games: tuple[str, ...], since: datetime | None, language: str | None, **fields: Any) -> IssueWish:
    languages = _LANGUAGES[language or terminal_language(os.environ)]
    given = {name: value for name, value in fields.items() if value is not None}
    return IssueWish(languages, games, since.date() if since else None, **given)


def _now() -> datetime:
    return SystemClock().now()


def _from_store(path: Path, wish: IssueWish) -> CompiledIssue:
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        return issue_of_store(found, config, wish, _now())
