"""What strangers, relays and files have written does nothing in the operator's terminal and log but be read."""

import ast
import io
import json
import logging
import re
import unicodedata
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from judge.cli import main
from judge.shell.table import ShellTable, print_tables
from judge.system.log import log_lines_to, printable, printable_line

HOUSE = Path(__file__).parent.parent / "judge"
EVIL = "a\u202eb\u2066c\x1b[31md\x07e\u2028f\x9bg\U000e0041h"


def obeyed(text: str) -> list[str]:
    """The signs that a terminal would obey."""
    formats = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return [sign for sign in text if unicodedata.category(sign) in formats and sign not in "\n\t\u200c\u200d"]


@given(st.text())
def test_no_sign_that_a_terminal_obeys_is_left(text: str) -> None:
    assert obeyed(printable(text)) == []
    assert "\n" not in printable_line(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "S", "Zs"])))
def test_what_can_be_read_stays_as_it_is(text: str) -> None:
    assert printable(text) == text


@given(st.text())
def test_json_means_the_same(text: str) -> None:
    told = json.dumps({"says": text}, ensure_ascii=False)
    assert json.loads(printable(told)) == json.loads(told)


def test_a_log_shows_no_such_sign_and_no_line_of_somebody_elses() -> None:
    out = io.StringIO()
    log = logging.Logger("judge")  # noqa: LOG001  # of the test alone
    log.addHandler(log_lines_to(out))
    log.warning("the relay said %s", f"550 {EVIL}\n2026-01-01 00:00:00 INFO letter 1: done")
    try:
        int(EVIL)
    except ValueError:
        log.exception("it failed")
    told = out.getvalue()
    assert obeyed(told) == []
    assert len([line for line in told.splitlines() if line.startswith("20")]) == 2
    assert "\\u202e" in told


def test_a_table_shows_none() -> None:
    lines: list[str] = []
    print_tables([ShellTable("letters", ("subject",), ((EVIL,),))], lines.append, as_json=False)
    assert obeyed("\n".join(lines)) == []


def test_an_error_shows_none(tmp_path: Path) -> None:
    (tmp_path / "duel.toml").write_text(f'name = "{EVIL[:2]}"\n', encoding="utf-8")
    told = CliRunner().invoke(main, ["board", "check", str(tmp_path / "duel.toml")])
    assert told.exit_code
    assert obeyed(told.output) == []
    told = CliRunner().invoke(main, ["--config", str(tmp_path / f"{EVIL[:2]}.toml"), "status"])
    assert obeyed(told.output) == []


@pytest.mark.parametrize("text", ["[" * 5_000, "a = " + "[" * 5_000, "a = " + "{a=" * 5_000])
def test_a_board_file_of_brackets_is_told_in_a_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.toml").write_text(text, encoding="utf-8")
    told = CliRunner().invoke(main, ["board", "check", str(tmp_path / "deep.toml")])
    assert told.exit_code == 1
    assert not told.exception or isinstance(told.exception, SystemExit | click.ClickException)
    assert "deep.toml" in told.output
    assert len(told.output) < 400


def test_nothing_is_printed_by_any_other_way() -> None:
    """Every call of ``click.echo`` or ``print`` in the program is that of the one function."""
    called = [
        str(path.relative_to(HOUSE))
        for path in HOUSE.rglob("*.py")
        if re.search("echo|print", text := path.read_text(encoding="utf-8"))
        for node in ast.walk(ast.parse(text))
        if (isinstance(node, ast.Attribute) and node.attr in {"echo", "secho"} and ast.unparse(node.value) == "click")
        or (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print")
    ]
    assert called == ["shell/terminal.py"]
