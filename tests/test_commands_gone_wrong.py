"""Every command with every kind of wrong argument, file, folder, stream: its exit status, what it says first.

0 is right, 1 that something is wrong, 2 that the command line is; never a traceback.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from tests.shared.shell import lay_stopped_judge

HERE = Path(__file__).parent.parent
WRITER = "alice@example.org"

OF_DATABASE: Mapping[str, Sequence[str]] = {
    "archive": ("rome",),
    "backup": ("{new}",),
    "confirm": ("rome",),
    "export": ("rome", "--to", "pbm"),
    "forget": (WRITER, "--yes"),
    "fsck": (),
    "game": ("rome",),
    "games": (),
    "letters": ("rome", "FRANCE"),
    "map": ("rome", "--out", "{new}.svg"),
    "master": ("rome", "REPORT"),
    "players": (),
    "queue": (),
    "standings": (),
    "status": (),
    "story": ("1",),
    "site": ("{new}",),
    "tribune": (),
    "zine": ("--draft", "{new}"),
}
"""Commands that need a database, each with words that are right where there is one."""

OF_CONFIGURATION: Mapping[str, Sequence[str]] = {
    **OF_DATABASE,
    "doctor": (),
    "drill": (),
    "import": ("{file}",),
    "letter": ("--from", WRITER, "HELP"),
    "open": ("lake", "--from", WRITER),
    "recover": ("--from", "{folder}"),
    "restore": ("{file}",),
    "serve": (),
    "upgrade": (),
}
"""Those that need a configuration."""

OTHERS: Mapping[str, Sequence[str]] = {
    "adjudicate": (),
    "board check": ("{file}",),
    "board draw": ("{file}",),
    "board import": ("{file}",),
    "init": ("{new}",),
    "play": (),
    "read": (),
    "text": (),
    "verify": ("{folder}",),
    "words check": ("fr",),
}
"""Those that need neither."""

ALL: Mapping[str, Sequence[str]] = {**OF_CONFIGURATION, **OTHERS}


def commands(group: click.Group, above: str = "") -> Iterator[tuple[str, click.Command]]:
    context = click.Context(group)
    for name in group.list_commands(context):
        one = group.get_command(context, name)
        assert one
        if isinstance(one, click.Group):
            yield from commands(one, f"{above}{name} ")
        else:
            yield f"{above}{name}", one


COMMANDS = dict(commands(main))


def test_every_command_is_among_them() -> None:
    assert ALL.keys() == COMMANDS.keys()


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with a ``file`` and a ``folder`` that are not what any command wants, and a configuration."""
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    (tmp_path / "file").write_text("nothing\n", encoding="utf-8")
    (tmp_path / "folder").mkdir()
    return tmp_path


def words_of(command: str, words: Sequence[str], place: Path) -> list[str]:
    named = {name: str(place / name) for name in ("file", "folder", "new", "closed")}
    return ["--config", str(place / "config.toml"), *command.split(), *(word.format(**named) for word in words)]


def done(command: str, words: Sequence[str], place: Path, stdin: str = "") -> Result:
    result = CliRunner().invoke(main, words_of(command, words, place), input=stdin, prog_name="judge")
    assert result.exception is None or isinstance(result.exception, SystemExit), repr(result.exception)
    return result


def says(command: str, words: Sequence[str], place: Path) -> tuple[int, str]:
    """The exit status, and the error without the place where it happened."""
    result = done(command, words, place)
    (told, *_) = [line for line in result.stderr.splitlines() if line.startswith("Error: ")] or [result.stderr]
    return int(result.exit_code), told.replace(str(place), "…").removeprefix("Error: ")


# --- the command line


@pytest.mark.parametrize("command", ALL)
def test_an_option_that_there_is_not_is_named(command: str, place: Path) -> None:
    status, told = says(command, (*ALL[command], "--nonsense"), place)
    assert status == 2
    assert told.startswith("No such option '--nonsense'.")


@pytest.mark.parametrize("command", [name for name, one in COMMANDS.items() if any(p.required for p in one.params)])
def test_what_is_missing_is_named(command: str, place: Path) -> None:
    status, told = says(command, (), place)
    assert status == 2
    assert told.startswith(("Missing argument '", "Missing option '--"))


@pytest.mark.parametrize("command", [name for name, one in COMMANDS.items() if all(p.nargs == 1 for p in one.params)])
def test_one_word_too_many_is_named(command: str, place: Path) -> None:
    surplus = [param for param in COMMANDS[command].params if isinstance(param, click.Argument)]
    status, told = says(command, (*ALL[command], *["one-too-many"] * (len(surplus) + 1)), place)
    assert status == 2
    assert told.startswith("Got unexpected extra argument")


# --- the configuration


CONFIGURATIONS = {
    "none": (None, "…/config.toml: there is no such file; --config names another, “judge.py init FOLDER” lays one out"),
    "latin-1": ('[judge]\nname = "Réné"\n'.encode("latin-1"), "…/config.toml: line 2 is not UTF-8; save the file with"),
    "no TOML": (b"[judge\n", "…/config.toml: Expected ']' at the end of a table declaration"),
    "a strange key": (b"[judge]\nnmae = 1\n", "…/config.toml: there is no setting “nmae”; the nearest is “name”"),
    "a strange value": (b"[smtp]\nport = 99999\n", "…/config.toml: smtp.port must be a whole number from 0 to 65535"),
}


@pytest.mark.parametrize(("text", "told"), CONFIGURATIONS.values(), ids=list(CONFIGURATIONS))
@pytest.mark.parametrize("command", OF_CONFIGURATION)
def test_a_configuration_that_cannot_be_used_is_one_line(
    command: str, text: bytes | None, told: str, place: Path
) -> None:
    (place / "config.toml").unlink()
    if text is not None:
        (place / "config.toml").write_bytes(text)
    status, found = says(command, OF_CONFIGURATION[command], place)
    assert (status, found[: len(told)]) == (1, told)


# --- the database


def none_yet(_: Path) -> None:
    pass


def file_for_folder(place: Path) -> None:
    (place / "data").write_text("x", encoding="utf-8")


def folder_for_file(place: Path) -> None:
    (place / "data" / "judge.db").mkdir(parents=True)


def no_database(place: Path) -> None:
    (place / "data").mkdir()
    (place / "data" / "judge.db").write_bytes(b"no database" * 100)


DATABASES = {
    none_yet: "there is no database at …/data/judge.db",
    file_for_folder: "…/data is no folder, so there is no database in it; move it away, or set folders.data",
    folder_for_file: "…/data/judge.db is no file, so it is no database; move it away, or restore a backup",
    no_database: "…/data/judge.db cannot be read: file is not a database",
}


@pytest.mark.parametrize(("laid", "told"), DATABASES.items(), ids=[one.__name__ for one in DATABASES])
@pytest.mark.parametrize("command", OF_DATABASE)
def test_a_database_that_cannot_be_used_is_one_line(command: str, laid: object, told: str, place: Path) -> None:
    assert callable(laid)
    laid(place)
    status, found = says(command, OF_DATABASE[command], place)
    assert (status, found[: len(told)]) == (1, told)


def test_the_doctor_tells_it_as_a_finding(place: Path) -> None:
    for laid, told in {file_for_folder: "data is no folder", no_database: "file is not a database"}.items():
        laid(place)
        result = done("doctor", (), place)
        assert result.exit_code == 1
        assert [line for line in result.stdout.splitlines() if line.startswith("WRONG") and told in line]
        (place / "data").unlink() if laid is file_for_folder else None


# --- what is not there


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a judge that is stopped, with a game; beside its data a file and a folder."""
    return lay_stopped_judge(tmp_path_factory.mktemp("wrong"))


NO_MAP_NAMED = (
    "name a game and a file: map rome --out rome.svg, or rome.png; map --blank --out sheet.pdf; or give --jsonl"
)
WRONG = [
    ("archive nope", 1, "there is no game “nope”; games there are: rome"),
    ("backup {file}", 1, "…/file is there already"),
    ("backup {new}/copy.db", 1, "there is no folder …/new"),
    ("board check {folder}", 2, "Invalid value for 'FILE': File '…/folder' is a directory."),
    ("board check {new}", 2, "Invalid value for 'FILE': File '…/new' does not exist."),
    ("board import {file}", 1, "file has no line "),
    ("confirm nope", 1, "there is no game “nope”; games there are: rome"),
    ("confirm rome", 1, "the game master of rome proposes nothing"),
    ("doctor --wait x", 2, "Invalid value for '--wait': 'x' is not"),
    ("export nope --to pbm", 1, "there is no game “nope”; games there are: rome"),
    ("export rome --to nonsense", 2, "Invalid value for '--to': 'nonsense' is not one of 'diplomacy',"),
    ("export rome --to pbm --out {folder}", 2, "Invalid value for '--out': File '…/folder' is a directory."),
    ("game nope", 1, "there is no game “nope”; games there are: rome"),
    (
        "import {file}",
        1,
        "…/file is neither a saved game of the package “diplomacy” (JSON) nor a report in nJudge's wording;",
    ),
    ("import {folder}", 1, "the pages in …/folder do not verify"),
    ("import {new}", 2, "Invalid value for 'FOLDER|FILE': Path '…/new' does not exist."),
    ("init {file}", 2, "Invalid value for 'FOLDER': Directory '…/file' is a file."),
    ("init {file}/judge", 1, "…/file/judge: Not a directory"),
    ("letter --from nobody HELP", 2, "Invalid value for --from: 'nobody' is no mail address; alice@example.org is one"),
    ("letters nope FRANCE", 1, "there is no game “nope”; games there are: rome"),
    ("letters rome NARNIA", 1, "rome has no player “NARNIA”; name an address of the game, or a power that is played:"),
    ("map", 2, NO_MAP_NAMED),
    ("map nope --out {new}.svg", 1, "there is no game “nope”; games there are: rome"),
    ("map rome S1801M --out {new}.svg", 1, "rome has no phase S1801M; "),
    ("map rome --out {new}.doc", 2, NO_MAP_NAMED),
    ("master nope REPORT", 1, "there is no game “nope”; games there are: rome"),
    ("master rome", 2, "there is nothing to send; PAUSE is a line, “EXTEND 2d” another"),
    ("play six --language en", 2, "There is no recorded game “six”; there are five, four, one, three, two."),
    ("read {new}", 2, "Invalid value for 'LETTER.eml …': File '…/new' does not exist."),
    ("recover --from {new}", 2, "Invalid value for '--from': Directory '…/new' does not exist."),
    ("recover --from {folder}", 1, "no letter in …/folder tells of a game"),
    ("restore {new}", 2, "Invalid value for 'BACKUP': Path '…/new' does not exist."),
    ("restore {file}", 1, "…/data/judge.db is there already; with --replace it is kept beside the backup put back"),
    ("restore {file} --replace", 1, "…/file cannot be read: file is not a database"),
    ("standings nope", 1, "there is no tournament “nope” in …/tournaments; those there are: none yet"),
    ("story 0", 2, "Invalid value for 'NUMBER': 0 is not in the range 1<=x<=9223372036854775807."),
    ("story 9999", 1, "no letter has the number 9999; “judge.py letters GAME PLAYER” and the log tell numbers"),
    ("story 9999999999999999999999", 2, "Invalid value for 'NUMBER': 9999999999999999999999 is not in the range"),
    ("text nope", 2, "there is no text “nope”; the nearest is “"),
    ("upgrade --since nonsense", 2, "“nonsense” is no version; there are "),
    ("verify {new}", 2, "Invalid value for 'FOLDER': Directory '…/new' does not exist."),
    ("site {file}", 2, "Invalid value for '[DIR]': Directory '…/file' is a file."),
    ("tribune --print 3", 1, "no letter 3 waits; those that do: none"),
    ("zine --draft {new} --game nope", 1, "there is no game “nope”; games there are: rome"),
    ("zine --publish {folder}", 1, "…/folder"),
]
"""Words, the exit status, how the error begins."""


@pytest.mark.parametrize(("words", "status", "told"), WRONG, ids=[words for words, _, _ in WRONG])
def test_what_is_not_there_is_one_line(words: str, status: int, told: str, game: Path) -> None:
    found, said = says("", words.split(), game)
    assert (found, said[: len(told)]) == (status, told)
