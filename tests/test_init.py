"""A folder for a new judge: laid out by flags or questions, good for the doctor, nothing there is changed."""

import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tzlocal import reload_localzone

from judge.cli import main
from judge.config import Config, FolderConfig, JudgeConfig, OneOf, RelayConfig, SmtpConfig, read_config
from judge.languages import LANGUAGES
from judge.shell.new_service import with_settings
from judge.system.files import packaged
from tests.shared.shell import shell

FOLDERS = ("data", "mailboxes", "boards", "tournaments", "templates", "languages")


def init(folder: Path, *words: str, answers: str = "") -> Result:
    return CliRunner().invoke(main, ["init", str(folder), *words], input=answers, prog_name="judge")


def defaults_in(folder: Path) -> FolderConfig:
    return read_config(folder / "config.toml").folders


def test_a_folder_is_laid_out_and_the_next_step_told(tmp_path: Path) -> None:
    folder = tmp_path / "judge"
    done = init(folder)
    assert (done.exit_code, done.stderr) == (0, "")
    assert done.stdout == "".join(
        [
            *(f"made: {folder / name}\n" for name in ("config.toml", *FOLDERS)),
            f"Every setting is explained in {folder / 'config.toml'}. Next:\n",
            f"  judge --config {folder / 'config.toml'} doctor    says what is missing, and what to do\n",
            f"  judge --config {folder / 'config.toml'} serve     runs judge@localhost, until Ctrl-C\n",
        ]
    )
    assert read_config(folder / "config.toml") == Config(folders=defaults_in(folder))
    assert (folder / "config.toml").read_text(encoding="utf-8") == packaged("config.toml").read_text(encoding="utf-8")
    assert {path.name for path in folder.iterdir()} == {"config.toml", *FOLDERS}
    assert [(folder / name).stat().st_mode & 0o077 for name in ("data", "mailboxes")] == [0, 0]


WISHES = Config(
    judge=JudgeConfig("judge@judge.example.org", 'The "Old" Judge', "fr", "America/Montreal"),
    smtp=SmtpConfig(port=2525),
    relay=RelayConfig(host="127.0.0.1"),
)


def test_flags_become_the_first_configuration(tmp_path: Path) -> None:
    own = WISHES.judge
    given = ["--address", own.address, "--name", own.name, "--language", "fr", "--zone", own.zone]
    assert init(tmp_path, *given, "--relay", "127.0.0.1", "--port", "2525").exit_code == 0
    found = read_config(tmp_path / "config.toml")
    assert (found.judge, found.smtp, found.relay) == (WISHES.judge, WISHES.smtp, WISHES.relay)
    assert found.gazette.zone == own.zone


@pytest.mark.parametrize(("relay", "host"), [("127.0.0.1", "127.0.0.1"), ("mx.example.org", "")])
def test_a_mail_server_beside_the_judge_brings_letters_too(relay: str, host: str, tmp_path: Path) -> None:
    init(tmp_path, "--no-ask", "--relay", relay)
    assert read_config(tmp_path / "config.toml").lmtp.host == host


def test_questions_are_asked_for_what_is_not_given(tmp_path: Path) -> None:
    done = init(
        tmp_path,
        "--ask",
        "--address",
        "judge@example.org",
        answers="\nxx\nfr\nParis\nEurope/Paris\nbad host\n\nAnna Ott\n",
    )
    assert [line.partition(" [")[0] for line in done.stdout.splitlines()[:7]] == [
        "The display name on its letters",
        f"The language for people not known yet, {' or '.join(LANGUAGES)}",
        f"Error: “xx” is not {OneOf(LANGUAGES)}",
        f"The language for people not known yet, {' or '.join(LANGUAGES)}",
        "The time zone of its hours",
        "Error: “Paris” is not a time zone such as “Europe/Paris” or “UTC”",
        "The time zone of its hours",
    ]
    assert "Error: “bad host” is not the name or the address of a machine, or empty" in done.stdout
    assert read_config(tmp_path / "config.toml").judge == JudgeConfig(
        "judge@example.org", "The Judge", "fr", run_by="Anna Ott"
    )


def test_the_zone_that_is_proposed_is_the_machines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Europe/Lisbon")
    reload_localzone()  # it is read once in the life of a process
    done = init(tmp_path, "--ask", answers="\n\n\n\n\n\n")
    assert "The time zone of its hours [Europe/Lisbon]" in done.stdout
    assert read_config(tmp_path / "config.toml").judge.zone == "Europe/Lisbon"


def test_nothing_that_is_there_is_changed(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[judge]\naddress = "mine@example.org"\n', encoding="utf-8")
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "README.md").write_text("my boards\n", encoding="utf-8")
    done = init(tmp_path, "--ask", "--address", "other@example.org")
    assert f"there already, and left as it is: {tmp_path / 'config.toml'}\n" in done.stdout
    assert f"there already, and left as it is: {tmp_path / 'boards'}\n" in done.stdout
    assert "serve     runs mine@example.org" in done.stdout
    assert (tmp_path / "config.toml").read_text(encoding="utf-8") == '[judge]\naddress = "mine@example.org"\n'
    assert (tmp_path / "boards" / "README.md").read_text(encoding="utf-8") == "my boards\n"
    assert "made: " not in init(tmp_path).stdout


def test_the_doctor_is_content_with_a_new_folder(tmp_path: Path) -> None:
    init(tmp_path, "--port", "0")
    said = shell(tmp_path, "doctor").stdout.splitlines()
    assert [line for line in said if line.startswith("WRONG") and not line.startswith("WRONG  clock")] == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--address", "nobody"), "“nobody” is not a mail address such as “judge@example.org”"),
        (("--relay", "bad host"), "“bad host” is not the name or the address of a machine, or empty"),
        (("--zone", "Paris"), "“Paris” is not a time zone such as “Europe/Paris” or “UTC”"),
        (("--name", "The\nJudge"), "is not text of one line"),
        (("--language", "xx"), "'xx' is not one of " + ", ".join(map(repr, LANGUAGES))),
        (("--port", "70000"), "70000 is not in the range 0<=x<=65535"),
    ],
)
def test_what_cannot_be_used_makes_nothing(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    done = init(tmp_path / "judge", *words)
    assert done.exit_code == 2
    assert said in done.stderr
    assert not (tmp_path / "judge").exists()


def test_a_folder_that_cannot_be_made_is_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    done = init(tmp_path / "file" / "judge")
    assert done.exit_code == 1
    assert done.stderr == f"Error: {tmp_path / 'file' / 'judge'}: Not a directory\n"


def test_a_value_of_the_configuration_is_changed_and_its_comment_stays() -> None:
    text = '[a]\nkey = "x"      # what it is\n[b]\nkey = 1\nother = "#"\n'
    changed = with_settings(text, {"a.key": "é “1”", "b.key": 2})
    assert changed == '[a]\nkey = "é “1”"  # what it is\n[b]\nkey = 2\nother = "#"\n'
    assert tomllib.loads(changed)["a"]["key"] == "é “1”"
