"""The shell commands about the record of a game: written, verified, exported."""

import sys
from pathlib import Path

import click

from judge.config import Config
from judge.formats.export import FORMATS, export
from judge.formats.record.facts import PageForm, usual_form
from judge.formats.record.verifying import Difference, FormerRecordError, Verified, verify
from judge.formats.record.whole import INDEX, dump_private_part, private_part_of, read_index, record_of, standing_pages
from judge.game.folded_log import fold_log, valid_phases
from judge.game.refusals import Refusal
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.languages import LANGUAGES
from judge.notation.tables import every_notation
from judge.reports.language import say
from judge.reports.orders import beginning_of
from judge.shell.games import game_of
from judge.shell.table import database_of
from judge.shell.terminal import config_at, echo
from judge.store.overview import open_read_only
from judge.system.files import PROGRAM, write_to_stay, write_whole

# --- the shell commands about the record of a game: writing it, verifying it


@click.command(name="archive")
@click.argument("name")
@click.option("--notation", metavar="NAME", help="The notation of the orders; the neutral one by default.")
@click.option("--language", type=click.Choice(LANGUAGES), help="The language; the master's by default.")
@click.option(
    "--to", "folder", type=click.Path(file_okay=False, path_type=Path), help="Where to; the game's own by default."
)
@click.option(
    "--for-import",
    "private_file",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write what another judge needs beside the pages into FILE, for the operators alone, and no page.",
)
@click.pass_obj
def write_archive(
    path: Path,
    name: str,
    notation: str | None,
    language: Language | None,
    folder: Path | None,
    private_file: Path | None,
) -> None:
    """Write the record of the game NAME anew, whole, in a notation and a language; what stood there is kept beside.

    In a notation or a language of one's choice the pages go into a folder of their own below it.
    """
    config = config_at(path)
    if private_file:
        _write_private_part(config, name, private_file)
        return
    with database_of(config) as at, open_read_only(at) as found:
        game = game_of(found, name)
        texts = record_of(found.events(game.name), _form(game, notation, language))
    if not texts:
        raise click.ClickException(f"{game.name} has no pages: it has not begun, or is a practice game")
    usual = notation is None and language is None
    folder = folder or config.folders.archive / game.name / ("" if usual else _folder_name(notation, language))
    _put_aside(folder)
    for page, text in texts.items():
        write_whole(folder / page, text)
    echo(f"{len(texts) - 1} pages lie in {folder}" if len(texts) > 1 else f"{game.name}: {_HIDDEN}")


def _write_private_part(config: Config, name: str, file: Path) -> None:
    """Write what the pages of a game may not tell into a file beside them that nobody else may read."""
    pages = config.folders.archive
    if file.absolute().is_relative_to(pages.absolute()):
        raise click.ClickException(f"{file} would lie among the pages, which anybody may read; put it elsewhere")
    with database_of(config) as at, open_read_only(at) as found:
        game = game_of(found, name)
        log = found.events(game.name)
        standing = standing_pages(pages / game.name)
        entries = read_index(record_of(log, standing=standing).get(INDEX, ""))
        if not entries:
            raise click.ClickException(f"{game.name} has no pages yet, and cannot go elsewhere")
        part = private_part_of(fold_log(log), log, entries[-1].own)
    write_to_stay(file, dump_private_part(part))
    echo(f"{file} is for the operators alone; with the pages in {pages / game.name} another judge goes on")
    for line in part.stays:
        echo(f"not in it: {line}")


_HIDDEN = "what happens is hidden from its players; its pages are written when it is over"


def _form(game: Game, notation: str | None, language: Language | None) -> PageForm | None:
    """The form that was asked for; None for the usual one of each page."""
    if notation is None and language is None:
        return None
    usual = usual_form(game)
    named = notation or usual.notation
    if named not in every_notation():
        raise click.ClickException(f"there is no notation {named!r}; there are {', '.join(sorted(every_notation()))}")
    return PageForm(language or usual.language, named)


def _folder_name(notation: str | None, language: Language | None) -> str:
    return "-".join(filter(None, (notation, language)))


def _put_aside(folder: Path) -> None:
    """Rename a folder of pages that is there already: to ``NAME.before``, ``NAME.before-2``."""
    if not folder.exists():
        return
    number = 1
    while (kept := folder.with_name(f"{folder.name}.before{f'-{number}' if number > 1 else ''}")).exists():
        number += 1
    folder.rename(kept)
    echo(f"kept: {kept}")


@click.command(name="verify")
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
def verify_record(folder: Path) -> None:
    """Judge the record in FOLDER again from its text alone; fails at the first line that differs."""
    try:
        found = verified_at(folder)
    except FormerRecordError:
        raise click.ClickException(
            f"the pages in {folder} are from before pages bore hashes; the judge that has the game writes them anew: "
            f"{PROGRAM} archive {folder.name}"
        ) from None
    echo(told_of(found))
    sys.exit(bool(found.difference or not found.pages))


def verified_at(folder: Path) -> Verified:
    """Judge the record in a folder again; FormerRecordError where its pages are from before pages bore hashes."""
    return verify({path.name: _text(path) for path in sorted(folder.iterdir()) if path.suffix in {".txt", ".toml"}})


def _text(path: Path) -> str:
    """The text of a page byte for byte; what is no UTF-8 shows as signs that no page has."""
    return path.read_bytes().decode("utf-8", errors="surrogateescape")


def told_of(found: Verified) -> str:
    """Return what was found, in lines."""
    difference = found.difference
    if difference is None and not found.pages:
        return f"{found.name}: there is no page yet, and nothing to verify; those of a hidden game come at its end"
    if difference is None:
        same = f"{found.name}: the same results on every page ({found.pages} pages, {INDEX})"
        bears = f"{found.name}: the report of the last phase bears {beginning_of(found.fingerprint)}"
        return f"{same}\n{bears}, if nobody has changed the game since" if found.fingerprint else same
    return "\n".join(_told(difference))


def _told(difference: Difference) -> list[str]:
    if not difference.line:
        if not difference.stands:
            return [f"{difference.page} is missing"]
        return [f"{difference.page}: {difference.follows or f'is not listed in {INDEX}'}"]
    return [
        f"{difference.page}, line {difference.line}",
        f"  stands:   {_shown(difference.stands)}",
        f"  follows:  {_shown(difference.follows)}",
    ]


def _shown(line: str) -> str:
    return line.encode("utf-8", errors="backslashreplace").decode() or "(nothing)"


# --- the shell command that writes a game in a format of the field


@click.command(name="export")
@click.argument("name")
@click.option("--to", "format_name", type=click.Choice([*FORMATS]), required=True, help="The format.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where to; standard output by default.")
@click.pass_obj
def export_game(path: Path, name: str, format_name: str, out: Path | None) -> None:
    """Write the closed phases of the game NAME in a format of other programs, or of zines.

    A game whose units are hidden from players is written once it is over.
    """
    config = config_at(path)
    with database_of(config) as at, open_read_only(at) as found:
        game = game_of(found, name)
        text = export(game, valid_phases(found.events(game.name)), format_name, sees_all=not has_fog(game))
    if isinstance(text, Refusal):
        raise click.ClickException(say("en", f"refusal.{text.value}"))
    if out is None:
        if sys.stdout.isatty():
            echo(text, nl=False)
        else:
            sys.stdout.buffer.write(text.encode())  # for another program, to the byte
        return
    try:
        out.write_bytes(text.encode())
    except OSError as error:
        raise click.ClickException(f"{out}: {error.strerror}") from error
