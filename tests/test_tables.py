"""Tables on a terminal: as wide as it is, no name and no moment broken, nothing cut."""

import pytest

from judge.shell.table import Cell, ShellTable, print_tables

COLUMNS = ("game", "phase", "deadline", "waits for", "players", "standbys", "seeks")
GREAT_POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")


def row(game: str) -> tuple[Cell, ...]:
    return (game, "S1901M paused", "2026-01-12 21:00+01:00", GREAT_POWERS, "7/7", 0, 0)


def drawn(columns: int, *names: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines of the table of some games in a terminal so wide."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    print_tables([ShellTable("games", COLUMNS, tuple(map(row, names)))], print, as_json=False)
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("columns", [80, 100, 160])
@pytest.mark.parametrize("name", ["rome", "the-long-war-of-the-south"])
def test_of_games_no_name_and_no_deadline_is_broken(
    columns: int, name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = drawn(columns, name, "oslo", monkeypatch=monkeypatch, capsys=capsys)
    assert max(map(len, lines)) <= columns
    words = " ".join(lines).split()
    for word in (name, "oslo", "2026-01-12", "21:00+01:00", "S1901M", *(f"{power}," for power in GREAT_POWERS[:-1])):
        assert word in words


def test_a_terminal_too_narrow_for_its_words_cuts_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = drawn(60, "rome", monkeypatch=monkeypatch, capsys=capsys)
    assert max(map(len, lines)) <= 60
    assert all(power[:5] in "".join(lines) for power in GREAT_POWERS)


def test_a_wide_terminal_shows_each_row_on_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = drawn(160, "rome", "oslo", monkeypatch=monkeypatch, capsys=capsys)
    assert any("rome" in line and "2026-01-12 21:00+01:00" in line and "TURKEY" in line for line in lines)
