"""A judge looked at from its shell."""

from pathlib import Path

from click.testing import CliRunner, Result

from judge.cli import main
from judge.rules.board import Power
from judge.shell.local_game import LocalGame
from judge.shell.play import load_record, play_phase
from tests.shared.seated import lay_seated_table

SEALED = "F NTH - NWY"


def lay_half_written_table(folder: Path, settings: str = "") -> LocalGame:
    """A game whose first spring is over; for the second phase England alone has written, in part."""
    table = lay_seated_table(folder, settings)
    (folder_of(table) / "config.toml").write_text("", encoding="utf-8")
    play_phase(table, load_record("one")[0], {})
    table.players[Power("ENGLAND")].answer(SEALED)
    table.settle()
    return table


def lay_stopped_judge(folder: Path) -> Path:
    """The folder of a judge that is stopped, with such a game; beside its data a file, one of no text, a folder."""
    table = lay_half_written_table(folder)
    table.judge.stop()
    below = folder_of(table)
    (below / "file").write_text("nothing\n", encoding="utf-8")
    (below / "latin").write_bytes(b"\xe9\n")
    (below / "folder").mkdir()
    return below


def folder_of(table: LocalGame) -> Path:
    """The folder with the configuration of a judge."""
    return table.judge.services.config.folders.data.parent


def shell(folder: Path, *words: str, stdin: str = "") -> Result:
    """What a command says about the judge of a folder."""
    return CliRunner().invoke(main, ["--config", str(folder / "config.toml"), *words], input=stdin)
