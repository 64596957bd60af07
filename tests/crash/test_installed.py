"""The judge as a package: what is in the wheel, that it plays from there, its manual page, completion, version."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from hatchling.build import build_wheel

from judge import entry
from judge.cli import _HEADINGS, main
from judge.system.files import __version__
from tests.shared import man_page

HERE = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built once as pip builds it."""
    folder, before = tmp_path_factory.mktemp("wheel"), Path.cwd()
    os.chdir(HERE)
    try:
        return folder / build_wheel(str(folder))
    finally:
        os.chdir(before)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is in the wheel, unpacked far from the checkout; what Python compiles of it is compiled once."""
    folder = tmp_path_factory.mktemp("installed")
    with ZipFile(wheel) as zipped:
        zipped.extractall(folder)
    return folder


@pytest.fixture(scope="module")
def bare(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what is in the wheel and the packages that it needs without any extra, and no others."""
    folder = tmp_path_factory.mktemp("bare") / "site"
    shutil.copytree(installed, folder)
    (own,) = folder.glob("*.dist-info")
    for package in needed_by(PathDistribution(own)):
        for file in package.files or ():
            if file.parts[0] != ".." and file.suffix != ".pyc":
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(str(package.locate_file(file)), folder / file)
    return folder


def needed_by(package: Distribution) -> Iterator[Distribution]:
    """The packages that one needs without any extra, each after all those that need it."""
    for needed in package.requires or ():
        if ";" not in needed:
            found = distribution(re.split(r"[^\w.-]", needed)[0])
            yield found
            yield from needed_by(found)


def run_bare(bare: Path, program: str, *words: str, told: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-S", "-P", "-c", program, *words],
        cwd=bare.parent,
        env={"PYTHONPATH": str(bare), "PATH": os.environ["PATH"]},
        input=told,
        capture_output=True,
        text=True,
        check=False,
    )


PROGRAM = "from judge.entry import main; main()"


def test_without_extras_a_command_works_or_says_in_one_line_what_it_lacks(bare: Path) -> None:
    lacking = {}
    for name in (name for commands in _HEADINGS.values() for name in commands):
        done = run_bare(bare, PROGRAM, name, "--help")
        assert "Traceback" not in done.stderr, done.stderr
        if done.returncode:
            assert re.fullmatch(r"This needs the package \S+, .*extra judge\[serve\].*\n", done.stderr), done.stderr
            lacking[name] = done.stderr
    assert {*lacking}.isdisjoint({"adjudicate", "letter", "open"})
    assert {"serve", "zine", "map", "board"} <= {*lacking}


def test_without_extras_positions_are_judged_with_reasons_in_words(bare: Path) -> None:
    told = '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BRE", "x"]}}\n'
    done = run_bare(bare, PROGRAM, "adjudicate", told=told)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"A BRE"' in done.stdout


def files_below(name: str) -> dict[str, bytes]:
    return {
        str(path.relative_to(HERE)): path.read_bytes()
        for path in (HERE / name).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def test_every_file_that_is_read_at_run_time_is_in_the_wheel(wheel: Path) -> None:
    beside = ("templates", "games", "config.toml", "CHANGELOG.md", "deploy")
    wanted = files_below("judge")
    for name in beside:
        found = files_below(name) or {name: (HERE / name).read_bytes()}
        wanted |= {f"judge/packaged_files/{path}": content for path, content in found.items()}
    with ZipFile(wheel) as zipped:
        packed = {name: zipped.read(name) for name in zipped.namelist() if name.startswith("judge/")}
    assert packed == wanted


def test_licences_the_manual_page_and_files_for_other_programs_are_in_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as zipped:
        names = {name.split("/", 1)[1] for name in zipped.namelist()}
        (about,) = (zipped.read(name).decode() for name in zipped.namelist() if name.endswith("/METADATA"))
    deploy = {f"data/share/judge/{name}" for name in files_below("deploy")}
    licences = {f"licenses/{name}" for name in ("LICENSE", "docs/licences.md", "judge/maps/data/OFL.txt")}
    assert deploy | licences | {"data/share/man/man1/judge.1"} <= names
    assert "License-Expression: MIT" in about
    assert f"Version: {__version__}\n" in about


def test_a_judge_without_its_checkout_plays(installed: Path, tmp_path: Path) -> None:
    """What is read while letters are answered, pages and maps too, is read from the wheel, far from the checkout."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", _PRACTICE],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    package, *subjects, kinds = done.stdout.splitlines()
    assert package == str(installed / "judge" / "__init__.py")
    assert subjects[-1].endswith("Results of spring 1901"), subjects
    assert kinds == "image/png text/html text/plain"


def test_an_installed_judge_speaks_of_itself_as_it_was_installed(installed: Path, tmp_path: Path) -> None:
    """What an operator is told to type is what they can type: no checkout with a judge.py is there."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", "from judge.cli import main; main(prog_name='judge')", "doctor"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(installed), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": ""},
        input="",
        capture_output=True,
        text=True,
        check=False,
    )
    said = done.stdout + done.stderr
    assert "judge.py" not in said, said
    assert "judge init" in said or "judge serve" in said, said


_PRACTICE = """
from pathlib import Path

import judge
from judge.shell.local_game import start_local_game
from judge.shell.play import recorded_games

assert recorded_games()
table = start_local_game(Path("game"))
nora = table.players["AUSTRIA"]
nora.write("judge@localhost", "PRACTICE AUSTRIA\\nSET LETTERS html\\nSET MAP png\\n")
table.settle()
nora.answer("Yes, that was me.")
table.settle()
nora.answer("A VIE - GAL\\nA BUD - SER\\nF TRI - ALB\\n")
table.settle()
table.judge.stop()
print(judge.__file__)
for letter in nora.read:
    print(" ".join(letter["Subject"].split()))
parts = {part.get_content_type() for part in nora.read[-1].walk() if not part.is_multipart()}
print(*sorted(parts - {"text/calendar"}))
"""


def test_the_manual_page_is_that_of_the_commands() -> None:
    """``make man`` writes it anew."""
    assert man_page.PAGE.read_text(encoding="utf-8") == man_page.manual_page()


@pytest.mark.parametrize(
    ("words", "completed"),
    [("judge adj", "plain,adjudicate"), ("judge board ch", "plain,check"), ("judge games --js", "plain,--json")],
)
def test_the_shell_completes_commands_and_options(words: str, completed: str) -> None:
    asked = {"_JUDGE_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    assert CliRunner().invoke(main, prog_name="judge", env=asked).stdout == f"{completed}\n"


def test_the_changelog_begins_with_the_version_that_the_judge_says(wheel: Path) -> None:
    headings = re.findall(r"^## (.+)$", (HERE / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert CliRunner().invoke(main, ["--version"]).stdout == f"judge {headings[0]}\n"
    assert wheel.name.startswith(f"judge-{headings[0]}-")


def test_a_python_that_is_too_old_is_told_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match=r"^The judge needs Python 3\.11 or newer; this is \S+\.$"):
        entry.main()


def test_the_package_asks_for_the_same_python() -> None:
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["project"]["requires-python"] == ">={}.{}".format(*entry.OLDEST_PYTHON)
