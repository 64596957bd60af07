"""The shell command that takes a game over from another judge, or from what is left of one."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from email import message_from_bytes, policy
from pathlib import Path

import click

from judge.formats.njudge import ReportFaultError
from judge.formats.njudge_report import ToldPosition, is_njudge_report, read_njudge_report
from judge.formats.positions_json import JsonFaultError
from judge.formats.record.facts import OpeningFacts
from judge.formats.record.logs import NewGame
from judge.formats.record.private_part import NoPrivatePartError, PrivatePart, read_private_part
from judge.formats.record.replay import Cast
from judge.formats.record.verifying import FormerRecordError, Verified, verify
from judge.formats.saved_game import MAP, SavedGame, is_saved_game, read_saved_game
from judge.game.settings import Address, GameName, Settings, board_of_settings
from judge.handlers.services import fresh_secret
from judge.mail.headers import is_address
from judge.requests.names import game_name
from judge.rules.board import Board, Power
from judge.rules.board_file import load_board
from judge.rules.rulebook import rulebook_names
from judge.shell.database import config_at
from judge.shell.games import phase_and_deadline
from judge.shell.import_game import (
    Newcomers,
    NotImportedError,
    TakenOver,
    cast_of,
    free_seats,
    import_game,
    report_taken_over,
    saved_game_taken_over,
    taken_over,
)
from judge.shell.record import told_of
from judge.shell.table import echo
from judge.system.clock import SystemClock
from judge.system.packaged import PROGRAM
from judge.system.private_files import restricted_umask

# --- what a game can be taken over from


@dataclass(frozen=True)
class Source:
    """What a game is taken over from, with its name there and its board."""

    found: Verified | SavedGame | ToldPosition
    name: str
    board: Board


def read_source(path: Path) -> Source:
    """Return what lies at a path; ClickException says what is wrong with it, and what would do."""
    if path.is_dir():
        found = _verified(path)
        opening = found.read[0].facts
        assert isinstance(opening, OpeningFacts)
        return Source(found, found.name, board_of_settings(replace(opening.settings, board_text=found.board_text)))
    text = _text_of(path.read_bytes())
    board = load_board(MAP)
    if text.lstrip().startswith("{"):
        saved = _saved_game(path, text)
        return Source(saved, saved.name, board)
    if not is_njudge_report(text):
        message = (
            f"{path} is neither a saved game of the package “diplomacy” (JSON) nor a report in nJudge's wording; one "
            "has a line like “Movement results for Spring of 1902.  (rome.004)”. The pages of a game are a folder"
        )
        raise click.ClickException(message)
    try:
        report = read_njudge_report(text, board)
    except ReportFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error
    return Source(report, report.name, board)


def _verified(folder: Path) -> Verified:
    """What the pages of a folder say; ClickException where they do not verify."""
    texts = {
        path.name: path.read_bytes().decode("utf-8", errors="surrogateescape")
        for path in sorted(folder.iterdir())
        if path.suffix in {".txt", ".toml"}
    }
    try:
        found = verify(texts)
    except FormerRecordError:
        raise click.ClickException(f"the pages in {folder} are from before pages bore hashes") from None
    if found.difference or not found.pages:
        raise click.ClickException(f"the pages in {folder} do not verify\n{told_of(found)}")
    return found


def _saved_game(path: Path, text: str) -> SavedGame:
    table = _object(path, text)
    if "last_page" in table:
        message = (
            f"{path} is the private file of a game; “{PROGRAM} import FOLDER --private {path}” takes it with the pages"
        )
        raise click.ClickException(message)
    if not is_saved_game(table):
        message = f'{path} is no saved game: it has no list of phases, {{"phases": [{{"name": "S1901M", …}}, …]}}'
        raise click.ClickException(message)
    try:
        return read_saved_game(table)
    except JsonFaultError as error:
        raise click.ClickException(f"{path}, {error}") from error


def _object(path: Path, text: str) -> Mapping[str, object]:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise click.ClickException(f"{path} is no JSON: {error}") from error
    return table if isinstance(table, dict) else {}


# --- text


def _text_of(raw: bytes) -> str:
    """The text of a file; of a mail that was saved its text, with no line of its head but the last."""
    if _HEAD.match(raw):
        message = message_from_bytes(raw, policy=policy.default)
        body = message.get_body(("plain",))
        if body is not None:
            payload = body.get_payload(decode=True)
            raw = payload if isinstance(payload, bytes) else raw
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        return raw.decode("cp1252", errors="replace")


_HEAD = re.compile(rb"(?:From |[A-Za-z][A-Za-z-]*: ).*\r?\n(?:[A-Za-z][A-Za-z-]*: |[ \t])", re.IGNORECASE)
"""Two lines of the head of a mail."""


# --- the shell command that takes a game over from another judge, or from what is left of one


@click.command(name="import")
@click.argument("source", metavar="FOLDER|FILE", type=click.Path(exists=True, path_type=Path))
@click.option("--name", "wanted", metavar="NAME", help="What the game is called here; as it was called by default.")
@click.option("--master", metavar="ADDRESS", help="Who leads it; who led it, or else the judge's own address.")
@click.option("--player", "players", multiple=True, metavar="POWER=ADDRESS", help="Who plays a power; may be repeated.")
@click.option(
    "--private",
    "private_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What “archive --for-import” wrote: people, seats, orders of the open phase, deadline.",
)
@click.option("--rules", metavar="NAME", help="The rule book of a game from a FILE; 2023 by default.")
@click.option("--quiet", is_flag=True, help="Write to nobody; else all are told where the game goes on.")
@click.pass_obj
def take_over(  # noqa: PLR0913, PLR0917 (each is one option of the command)
    path: Path,
    source: Path,
    wanted: str | None,
    master: str | None,
    players: tuple[str, ...],
    private_file: Path | None,
    rules: str | None,
    quiet: bool,
) -> None:
    """Take a game over, finished or running; the judge is stopped.

    From the pages of another judge in FOLDER, which are verified first. From a saved game of the package “diplomacy”
    in FILE, of which each phase is judged again. From reports in nJudge's wording in FILE: the game goes on where they
    end. All of the game is stored, or nothing.
    """
    config, clock = config_at(path), SystemClock()
    read = read_source(source)
    if isinstance(read.found, Verified) and rules:
        raise click.ClickException("the pages of a game name its rule book; “--rules” is for a FILE")
    if private_file and not isinstance(read.found, Verified):
        raise click.ClickException("a private file belongs to the pages of a game; “--private” is for a FOLDER")
    name = _name(wanted or read.name or source.stem)
    private = _private(private_file) if private_file else None
    named = Newcomers(_address(master) if master else None, dict(_player(one, read.board) for one in players))
    settings = Settings(rulebook=_rules(rules))
    try:
        cast = cast_of(name, named, private, Address(config.judge.address))
        taken = _taken(read, name, cast, private, settings, clock.now())
        with restricted_umask():
            import_game(config, clock, taken, quiet=quiet)
    except NotImportedError as error:
        raise click.ClickException(str(error)) from error
    except JsonFaultError as error:
        raise click.ClickException(f"{source}, {error}") from error
    for line in _told(taken, read, is_told=not quiet):
        echo(line)


def _taken(
    read: Source, name: GameName, cast: Cast, private: PrivatePart | None, settings: Settings, now: datetime
) -> TakenOver:
    if isinstance(read.found, Verified):
        return taken_over(read.found, name, cast, private, now)
    here = NewGame(name, cast, fresh_secret(), settings, now)
    if isinstance(read.found, SavedGame):
        return saved_game_taken_over(read.found, here)
    return report_taken_over(read.found, here)


def _name(text: str) -> GameName:
    name = game_name(text)
    if name is None:
        raise click.ClickException(f"no game can be called “{text}”; “rome” or “rome-2” would do (--name rome)")
    return name


def _rules(name: str | None) -> str:
    if name and name not in rulebook_names():
        raise click.ClickException(f"there is no rule book “{name}”; there are {', '.join(rulebook_names())}")
    return name or Settings().rulebook


def _private(file: Path) -> PrivatePart:
    try:
        return read_private_part(file.read_text(encoding="utf-8"))
    except (NoPrivatePartError, UnicodeDecodeError) as error:
        raise click.ClickException(f"{file} cannot be used: {error}") from error


def _address(text: str) -> Address:
    if not is_address(text):
        raise click.ClickException(f"“{text}” is no mail address; alice@example.org would be one")
    return Address(text.lower())


def _player(text: str, board: Board) -> tuple[Power, Address]:
    """A power and its player, as ``--player`` names them."""
    who, _, address = text.partition("=")
    named = {word.lower(): power for power, names in board.powers.items() for word in (power, *names.values())}
    power = named.get(who.strip().lower())
    if power is None or not address:
        there = ", ".join(board.powers)
        raise click.ClickException(
            f"“{text}” names no player; {there.split(', ')[0]}=alice@example.org would ({there})"
        )
    return power, _address(address.strip())


def _told(taken: TakenOver, read: Source, *, is_told: bool) -> Iterator[str]:
    """What has been taken over, and what has not, a line each."""
    game, found = taken.game, read.found
    if isinstance(found, Verified):
        told = f"{found.pages} pages taken over"
    elif isinstance(found, SavedGame):
        told = f"{game.phases_closed} phases taken over and judged again by {game.settings.rulebook}"
    else:
        told = "the position of the report taken over"
    yield f"{game.name}: {told}, {phase_and_deadline(game)}"
    yield from (f"the seat of {power} is free: TAKEOVER {power}" for power in free_seats(game))
    yield from (f"differs: {line}" for line in taken.differences)
    if taken.differences and isinstance(found, SavedGame):
        yield "where positions differ, the game has gone on from that of the file"
    yield from (f"not taken over: {line}" for line in taken.left_out)
    if game.open_position and is_told:
        yield "everybody with a part in it is written to when the judge serves again"
    elif game.open_position:
        yield f"nobody has been told: {PROGRAM} master {game.name} “PRESS …” writes to the players"
