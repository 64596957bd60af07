"""Commands to play and try: a recorded game, a letter to a running judge."""

import os
import sys
from pathlib import Path

import click
from rich.console import Console

from judge.config import Config
from judge.game.settings import Language
from judge.paths.deliver import mailbox_of
from judge.reports.language import say
from judge.shell.database import config_at
from judge.shell.letters import send_letter
from judge.shell.play.recorded_play import play_recorded_game, recorded_games
from judge.shell.play.screen import Screen
from judge.shell.table import LANGUAGES, echo, terminal_language, text_to_send


@click.command(name="play")
@click.argument("game", default="one")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    default=None,
    help="Where to put everything; a scratch folder by default.",
)
@click.option("--language", type=click.Choice(tuple(LANGUAGES)), help="Of what is shown; the terminal's by default.")
def play_game(game: str, folder: Path | None, language: Language | None) -> None:
    """Play a recorded GAME to its end by real mail, with seven correspondents, in a scratch folder."""
    language = language or terminal_language(os.environ)
    if game not in recorded_games():
        raise click.UsageError(say(language, "play.unknown", name=game, names=", ".join(recorded_games())))
    screen = Screen(Console(highlight=False), language)
    if not play_recorded_game(game, folder, screen):
        sys.exit(1)


@click.command()
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who writes.")
@click.option(
    "--to", "recipient", metavar="ADDRESS", help="The judge's address or a reply address; the judge's own by default."
)
@click.option("--subject", default="", help="The subject line.")
@click.argument("words", nargs=-1)
@click.pass_obj
def letter(path: Path, sender: str, recipient: str | None, subject: str, words: tuple[str, ...]) -> None:
    """Write a letter to a running judge: WORDS are its lines, or standard input is when there are none."""
    _send(config_at(path), sender, recipient, subject, text_to_send(words))


@click.command(name="open")
@click.option("--from", "sender", required=True, metavar="ADDRESS", help="Who opens it, and is its master.")
@click.argument("name")
@click.argument("settings", nargs=-1)
@click.pass_obj
def open_game_command(path: Path, sender: str, name: str, settings: tuple[str, ...]) -> None:
    """Open a game NAME by a letter to a running judge, with SETTINGS as in a letter: zine HOUR 20:00 LAST 1910."""
    _send(config_at(path), sender, None, f"OPEN {name}", text_to_send((" ".join(("OPEN", name, *settings)),)))


def _send(config: Config, sender: str, recipient: str | None, subject: str, text: str) -> None:
    send_letter(config, sender, recipient, subject, text)
    box = mailbox_of(config.folders.mailboxes, sender.lower())
    echo("kept; the answer goes out by mail" if config.relay.host else f"kept; the answer will lie in {box}")
