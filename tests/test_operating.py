"""What the operator is told is so: the files are there, the keys are known, the commands exist."""

import re
from dataclasses import fields
from pathlib import Path

from click.testing import CliRunner

from judge.cli import main
from judge.config import Config, read_config
from tests.shared.each_case import each_case

HERE = Path(__file__).parent.parent
PAGE = (HERE / "docs" / "operating.md").read_text(encoding="utf-8")
DEPLOY = [path for path in sorted((HERE / "deploy").rglob("*")) if path.is_file()]
SECTIONS = {part.name: part.default_factory for part in fields(Config)}
KEYS = {f"{name}.{key.name}" for name, section in SECTIONS.items() for key in fields(section)}  # type: ignore[arg-type]


def test_every_file_the_page_points_to_is_there() -> None:
    for link in re.findall(r"\]\(([^)]+)\)", PAGE):
        assert (HERE / "docs" / link.partition("#")[0]).exists(), link


def test_every_file_of_deploy_is_pointed_to() -> None:
    for path in DEPLOY:
        assert path.name in PAGE, path


@each_case("command", sorted(set(re.findall(r"judge\.py (?:--config \S+ )?([a-z]+)", PAGE))))
def test_every_command_of_the_page_exists(command: str) -> None:
    assert CliRunner().invoke(main, [command, "--help"]).exit_code == 0


@each_case("path", [HERE / "docs" / "operating.md", *DEPLOY], ids=lambda path: path.name)
def test_every_key_that_is_named_is_one(path: Path) -> None:
    sections = "|".join(SECTIONS)
    named = re.findall(rf"(?<![\w./@-])((?:{sections})\.[a-z_]+)(?![\w.@])", path.read_text(encoding="utf-8"))
    files = {"judge.db", "judge.service", "judge.py", "judge.pem", "judge.example"}
    assert {key for key in named if key not in files and not key.endswith((".conf", ".md"))} <= KEYS


def test_every_configuration_shown_is_read(tmp_path: Path) -> None:
    shown = re.findall(r"(?:^    [^\n]*\n|^\n(?=    ))+", PAGE, re.MULTILINE)
    blocks = [block for block in shown if block.lstrip().startswith("[")]
    assert len(blocks) == 3
    for block in blocks:
        (tmp_path / "config.toml").write_text(re.sub(r"^    ", "", block, flags=re.MULTILINE))
        config = read_config(tmp_path / "config.toml")
        assert config.relay.host or config.metrics.file
