"""Commands in a shell: streams that are closed, full or no text, folders of somebody else, Ctrl-C while they load."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.shared.shell import lay_stopped_judge

HERE = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a judge that is stopped, with a game; beside its data a file and a folder."""
    return lay_stopped_judge(tmp_path_factory.mktemp("wrong"))


def run(folder: Path, *words: str, way: str = "{}") -> tuple[int, str]:
    """How a command ends in a shell, where it stands in the place of ``{}``, and what is on standard error."""
    command = [sys.executable, str(HERE / "judge.py"), "--config", str(folder / "config.toml"), *words]
    shell = subprocess.run(
        ["sh", "-c", way.format('"$@"'), "sh", *command],
        env=os.environ | {"LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in shell.stderr
    return shell.returncode, shell.stderr.replace(str(folder), "…").removeprefix("Error: ")


STREAMS = [
    ("--help", "{} > /dev/full", 1, "No space left on device\n"),
    ("games", "{} > /dev/full", 1, "No space left on device\n"),
    ("text en.toml", "{} | head -1 > /dev/null", 0, ""),
    ("adjudicate", "{} <&-", 1, "standard input is closed; what is to be read goes there\n"),
    ("master rome", "{} <&-", 1, "standard input is closed; what is to be read goes there\n"),
    ("letter --from alice@example.org", "{} <&-", 1, "standard input is closed; what is to be read goes there\n"),
    ("init {new}", "{} <&-", 0, ""),
    ("adjudicate", "printf '\\351' | {}", 1, ""),
    ("master rome", "printf '\\351' | {}", 2, "line 1 of the letter is not UTF-8; write it with that encoding\n"),
    ("letter --from a@b.example", "printf '\\351' | {}", 2, "line 1 of the letter is not UTF-8; write it with that"),
]
"""Words, what a shell does with them, the exit status, how the error begins."""


@pytest.mark.parametrize(("words", "way", "status", "told"), STREAMS)
def test_streams_that_are_closed_full_or_no_text(
    words: str, way: str, status: int, told: str, game: Path, tmp_path: Path
) -> None:
    found, said = run(game, *words.format(new=tmp_path / "new").split(), way=way)
    error = said.partition("Error: ")[2] or said
    assert (found, error[: len(told)]) == (status, told)
    assert told or not error


NOBODYS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-dac_override,-dac_read_search")
"""Has root, too, keep to the rights of files."""


@pytest.mark.skipif(os.geteuid() == 0 and not shutil.which("setpriv"), reason="root may read everything")
def test_folders_that_are_closed_to_this_user_are_one_line(game: Path, tmp_path: Path) -> None:
    place = tmp_path / "closed"
    shutil.copytree(game, place)
    (place / "folder" / "page.txt").write_text("x", encoding="utf-8")
    (place / "folder" / "page.txt").chmod(0)
    (place / "data").chmod(0)
    way = f"{' '.join(NOBODYS) if os.geteuid() == 0 else ''} {{}}"
    closed = "Permission denied; run this as the user whose it is\n"
    try:
        for words in (("status",), ("upgrade",), ("backup", str(tmp_path / "copy"))):
            assert run(place, *words, way=way) == (1, f"…/data/judge.db: {closed}"), words
        page = str(place / "folder")
        assert run(place, "verify", page, way=way) == (1, f"…/folder/page.txt: {closed}")
        assert run(place, "doctor", way=f"{way} | grep -q 'WRONG  doctor .*run the doctor as'") == (0, "")
    finally:
        (place / "data").chmod(0o700)


_INTERRUPTS = """\
import os, signal, sys

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell that tests in its background has it ignored

class Interrupt:
    def find_spec(self, name, *_):
        if name == "judge.shell":
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Interrupt())
"""
"""Presses Ctrl-C while the modules of the judge are loaded."""


def test_ctrl_c_while_it_is_loaded_ends_it_without_a_word(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(_INTERRUPTS, encoding="utf-8")
    command = [sys.executable, str(HERE / "judge.py"), "--version"]
    own = os.environ | {"PYTHONPATH": str(tmp_path)}
    done = subprocess.run(command, env=own, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")
