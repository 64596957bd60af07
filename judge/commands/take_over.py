"""The shell command that takes a game over from another judge, or from what is left of one."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from judge.clock import SystemClock
from judge.game.settings import Address, GameName, board_of_settings
from judge.import_game import (
    Newcomers,
    NotImportedError,
    TakenOver,
    cast_of,
    free_seats,
    import_game,
    taken_over,
)
from judge.mail.headers import is_address
from judge.private_files import restricted_umask
from judge.record.facts import OpeningFacts
from judge.record.private_part import NoPrivatePartError, PrivatePart, read_private_part
from judge.record.verifying import FormerRecordError, Verified, verify
from judge.requests.names import game_name
from judge.rules.board import Board, Power
from judge.shell.database import config_at
from judge.shell.games import phase_and_deadline
from judge.shell.record import told_of


@click.command(name="import")
@click.argument("source", metavar="FOLDER", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--name", "wanted", metavar="NAME", help="What the game is called here; as in its pages by default.")
@click.option("--master", metavar="ADDRESS", help="Who leads it; who led it, or else the judge's own address.")
@click.option("--player", "players", multiple=True, metavar="POWER=ADDRESS", help="Who plays a power; may be repeated.")
@click.option(
    "--private",
    "private_file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What “archive --for-import” wrote: people, seats, orders of the open phase, deadline.",
)
@click.pass_obj
def take_over(
    path: Path,
    source: Path,
    wanted: str | None,
    master: str | None,
    players: tuple[str, ...],
    private_file: Path | None,
) -> None:
    """Take a game over from the pages in FOLDER, finished or running; the judge is stopped.

    The pages are verified first. All of the game is stored, or nothing.
    """
    config, clock = config_at(path), SystemClock()
    found = _verified(source)
    name = _name(wanted or found.name)
    private = _private(private_file) if private_file else None
    board = _board(found)
    named = Newcomers(_address(master) if master else None, dict(_player(one, board) for one in players))
    try:
        cast = cast_of(name, named, private, Address(config.judge.address))
        taken = taken_over(found, name, cast, private, clock.now())
        with restricted_umask():
            import_game(config, clock, taken)
    except NotImportedError as error:
        raise click.ClickException(str(error)) from error
    for line in _told(taken, found):
        click.echo(line)


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


def _board(found: Verified) -> Board:
    opening = found.read[0].facts
    assert isinstance(opening, OpeningFacts)
    return board_of_settings(replace(opening.settings, board_text=found.board_text))


def _name(text: str) -> GameName:
    name = game_name(text)
    if name is None:
        raise click.ClickException(f"no game can be called “{text}”; “rome” or “rome-2” would do")
    return name


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


def _told(taken: TakenOver, found: Verified) -> Iterator[str]:
    """What has been taken over, and what has not, a line each."""
    game = taken.game
    yield f"{game.name}: {found.pages} pages taken over, {phase_and_deadline(game)}"
    yield from (f"the seat of {power} is free: TAKEOVER {power}" for power in free_seats(game))
    yield from (f"not taken over: {line}" for line in taken.left_out)
    if game.open_position:
        yield f"nobody has been told yet: judge.py master {game.name} “PRESS …” writes to the players"
