"""The command that compiles an issue of the zine: a folder for its editor, a file, letters to its subscribers."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import click

from judge.game.settings import Language
from judge.notation.tables import notation_names
from judge.paths.zine_mailing import FinishedZine, ZineNotPublishedError, publish_zine, services_beside
from judge.shell.database import config_at, database_of
from judge.shell.table import echo, terminal_language
from judge.shell.zine import CompiledIssue, IssueWish, issue_of_folders, issue_of_store
from judge.store.read_only import open_read_only
from judge.system.clock import SystemClock
from judge.system.private_files import private_folder
from judge.zine.forms import FORMS, PAPERS, UnwritableFormError, form_of_file, write_form
from judge.zine.issue import (
    DraftedUntil,
    IssueError,
    is_drafted,
    read_issue,
    read_told,
    subject_of,
    write_issue,
    write_told,
)
from judge.zine.pdf_form import PdfPaper

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
_LANGUAGES: dict[str, tuple[Language, ...]] = {"fr": ("fr",), "en": ("en",), "both": ("fr", "en")}
_PRINTED = "printed"
"""The folder in that of an issue where what went out is kept."""


@click.command()
@click.option("--draft", type=_FOLDER, metavar="FOLDER", help="Write a folder of texts that the editor changes.")
@click.option("--publish", type=_FOLDER, metavar="FOLDER", help="Send what that folder holds to all subscribers.")
@click.option("--out", type=_FILE, metavar="FILE", help="Write one file: zine.pdf, zine.html or zine.txt.")
@click.option("--from", "first", multiple=True, type=_FOLDER, metavar="FOLDER", help="Of the pages of games alone.")
@click.argument("more", nargs=-1, type=_FOLDER, metavar="[FOLDER]...")
@click.option("--game", "games", multiple=True, metavar="NAME", help="A game to tell of; may be repeated.")
@click.option("--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Tell of what came since that day.")
@click.option("--language", type=click.Choice([*_LANGUAGES]), help="The terminal's by default.")
@click.option("--notation", type=click.Choice(notation_names()), help="Of the orders; each game's own by default.")
@click.option("--title", help="The title of the zine.")
@click.option("--number", type=click.IntRange(min=1), help="The number of the issue; the next one by default.")
@click.option("--editorial", type=_FILE, metavar="FILE", help="The text of the editorial.")
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
            _draft(_compiled(path, **wished), draft)
        elif out:
            form = form_of_file(out)
            out.write_bytes(write_form(_compiled(path, **wished).issue, form, paper or "a4"))


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


def _compiled(
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
    languages = _LANGUAGES[language or terminal_language(os.environ)]
    wish = IssueWish(languages, games, since.date() if since else None, **given)
    if len(folders) == 1 and is_drafted(folders[0]):
        return CompiledIssue(read_issue(folders[0]), DraftedUntil())
    if folders:
        return issue_of_folders(folders, wish, now)
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        return issue_of_store(found, config, wish, now)


def _draft(compiled: CompiledIssue, folder: Path) -> None:
    """Write the folder that the editor works on."""
    write_issue(compiled.issue, folder)
    write_told(compiled.told, folder)
    echo(f"{folder}: issue {compiled.issue.number}, {len(compiled.issue.articles)} articles to work on")


def _publish(path: Path, folder: Path) -> None:
    """Send what a folder holds, and keep in it what went out; a folder with an error in it goes to nobody."""
    issue, told, config = read_issue(folder), read_told(folder), config_at(path)
    forms = {form: write_form(issue, form) for form in FORMS}
    finished = FinishedZine(subject_of(issue), forms["txt"].decode(), forms["html"].decode(), forms["pdf"])
    with database_of(config), services_beside(config) as services:
        drafted = told.drafted or services.clock.now()
        letters = publish_zine(services, issue.number, {issue.language: finished}, drafted, told.games)
    private_folder(folder / _PRINTED)
    for form, written in forms.items():
        (folder / _PRINTED / f"zine-{issue.number}.{form}").write_bytes(written)
    echo(f"issue {issue.number} goes to {letters} subscribers; {folder / _PRINTED} has it as text, page and PDF")
