"""The judge as a package: built twice the same, what is in it, that it plays, its manual page, completion, version."""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from hashlib import sha256
from importlib.metadata import Distribution, PathDistribution, distribution
from pathlib import Path
from zipfile import ZipFile

import pytest
from click.testing import CliRunner
from hatchling.build import build_wheel

from judge import entry
from judge.cli import _HEADINGS, main
from judge.shell.build import source_of
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
    assert {*lacking}.isdisjoint({"adjudicate", "board", "letter", "open"})
    assert {"serve", "zine", "map"} <= {*lacking}


def test_what_is_loaded_on_demand_and_is_not_there_is_a_line(bare: Path) -> None:
    program = "import judge.cli as cli; cli.load = lambda _: __import__('resvg_py'); cli.main()"
    done = run_bare(bare, program, "board")
    assert done.returncode == 1
    assert done.stderr.startswith("This needs the package resvg_py, which is not installed")


def test_without_extras_positions_are_judged_with_reasons_in_words(bare: Path) -> None:
    told = '{"phase": "S1901M", "units": {"FRANCE": ["A PAR"]}, "orders": {"FRANCE": ["A PAR - BRE", "x"]}}\n'
    done = run_bare(bare, PROGRAM, "adjudicate", told=told)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"A BRE"' in done.stdout
    many = told * 100
    assert run_bare(bare, PROGRAM, "adjudicate", "--processes", "2", told=many).stdout == done.stdout * 100


def test_without_extras_a_game_is_played_to_its_end(bare: Path) -> None:
    done = run_bare(bare, GAME)
    assert (done.returncode, done.stderr) == (0, "")
    won, words = done.stdout.splitlines()
    assert won.startswith("TermReached("), won
    assert words.startswith("L’attaque échoue"), words


GAME = """
from random import Random

from judge.notation import load_notation, read_order, write_order
from judge.reports.verdict_sentences import explain_verdict_plainly
from judge.rules import find_ending, judge_phase, legal_orders, load_board, opening_position, rulebook_of

board, french, dice, ending, failed = load_board("standard"), load_notation("18centres"), Random(7), None, []
book, position = rulebook_of(board, "18centres"), opening_position(board)
while ending is None:
    orders = {}
    for power in board.powers:
        chosen = [dice.choice(of_unit) for of_unit in legal_orders(board, position, power).values()]
        written = [write_order(order, position, board, french) for order in chosen]
        orders[power] = [read_order(line, position, board, power, french) for line in written]
        assert orders[power] == chosen, written
    judgement = judge_phase(board, book, position, orders)
    ending = find_ending(board, book, position, judgement, 1904)
    failed += [
        explain_verdict_plainly(verdict, position, board, french, "fr")
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if not verdict.succeeded
    ]
    position = judgement.after
print(ending)
print(next(words for words in failed if "attaque" in words))
"""


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
    noted = json.loads(packed.pop("judge/packaged_files/source.json"))
    assert packed == wanted
    assert noted == source_of(HERE)


def test_licences_the_manual_page_and_files_for_other_programs_are_in_the_wheel(wheel: Path) -> None:
    with ZipFile(wheel) as zipped:
        names = {name.split("/", 1)[1] for name in zipped.namelist()}
        (about,) = (zipped.read(name).decode() for name in zipped.namelist() if name.endswith("/METADATA"))
    deploy = {f"data/share/judge/{name}" for name in files_below("deploy")} | {"sboms/judge.cdx.json"}
    licences = {f"licenses/{name}" for name in ("LICENSE", "docs/licences.md", "judge/maps/data/OFL.txt")}
    assert deploy | licences | {"data/share/man/man1/judge.1"} <= names
    assert "License-Expression: MIT" in about
    assert f"Version: {__version__}\n" in about


_BUILD = """
import os, sys
os.umask(int(sys.argv[1], 8))
from hatchling.build import build_sdist, build_wheel
for build in (build_wheel, build_sdist):
    build(sys.argv[2])
"""


def built(source: Path, umask: str, settings: Mapping[str, str]) -> Path:
    """The folder of a wheel and a source distribution."""
    folder = source.with_name(f"{source.name}-built")
    environment = {**os.environ, **settings, "PYTHONDONTWRITEBYTECODE": "1"}
    subprocess.run([sys.executable, "-c", _BUILD, umask, folder], cwd=source, env=environment, check=True)
    return folder


def digests(folder: Path) -> Mapping[str, str]:
    return {path.name: sha256(path.read_bytes()).hexdigest() for path in sorted(folder.iterdir())}


def test_what_is_built_twice_is_the_same_bytes(tmp_path: Path) -> None:
    """Two people have the source, in other folders, zones, rights and years; a third has their source distribution."""
    listed = ["git", "-C", str(HERE), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")
    hers, theirs = tmp_path / "hers", tmp_path / "far" / "off" / "theirs"
    for source, rights, year in ((hers, 0o600, 2001), (theirs, 0o664, 2031)):
        for name in names if source is hers else reversed(names):
            if (HERE / name).is_file():
                (source / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(HERE / name, source / name)
                (source / name).chmod(rights | (HERE / name).stat().st_mode & 0o100)
                os.utime(source / name, (seconds := (year - 1970) * 31_556_952, seconds))
    first = built(hers, "077", {"TZ": "Pacific/Auckland", "PYTHONHASHSEED": "1", "LC_ALL": "C"})
    second = built(theirs, "002", {"TZ": "America/Lima", "PYTHONHASHSEED": "2"})
    assert digests(first) == digests(second)

    with tarfile.open(first / f"judge-{__version__}.tar.gz") as packed:
        packed.extractall(tmp_path, filter="data")
    assert digests(built(tmp_path / f"judge-{__version__}", "022", {})) == digests(first)


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
    assert (HERE / "debian" / "changelog").read_text(encoding="utf-8").startswith(f"judge ({headings[0]}) ")


def test_in_full_it_tells_its_source_and_what_it_runs_with(installed: Path, tmp_path: Path) -> None:
    """From the checkout and from the wheel: a line for each thing, by names that an index knows."""
    elsewhere = {"PYTHONPATH": str(installed), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": ""}
    asked = ("-c", "import sys; from judge.entry import main; sys.exit(main())", "--version", "--verbose")
    told = subprocess.run([sys.executable, *asked], cwd=HERE, capture_output=True, text=True, check=True).stdout
    wheel = [sys.executable, "-P", *asked]
    assert subprocess.run(wheel, cwd=tmp_path, env=elsewhere, capture_output=True, text=True, check=True).stdout == told
    lines = told.splitlines()
    locked = set(re.findall(r"^(\S+)==(\S+)", (HERE / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    assert lines[0] == f"judge {__version__}"
    assert lines[1] == "Source: {commit}, {date}".format(**source_of(HERE))
    assert [line.split(":")[0] for line in lines[2:4]] == ["Python", "SQLite"]
    assert {tuple(line.split(": ")) for line in lines[4:]} <= locked
    assert {"aiosmtpd", "typst", "dnspython"} <= {line.split(":")[0] for line in lines[4:]}


def test_verbose_alone_is_not_understood() -> None:
    assert "goes with “--version”" in CliRunner().invoke(main, ["--verbose", "games"]).output


def test_a_python_that_is_too_old_is_told_so_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.version_info", (3, 10, 13))
    with pytest.raises(SystemExit, match=r"^The judge needs Python 3\.11 or newer; this is \S+\.$"):
        entry.main()


def test_the_package_asks_for_the_same_python() -> None:
    pyproject = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert pyproject["project"]["requires-python"] == ">={}.{}".format(*entry.OLDEST_PYTHON)
