"""An imported variant is played by mail: from an empty board, with builds in any centre that a power owns."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli import main
from judge.rules.board import Power
from tests.shared.small_tables import at_table, play_until, seat

MAP = Path(__file__).parent / "files" / "lagoon-winter.map"


def test_a_variant_that_begins_with_builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "boards").mkdir()
    imported = CliRunner().invoke(main, ["board", "import", str(MAP), "--out", "boards/lagoon.toml"])
    assert imported.exit_code == 0, imported.output
    table = at_table(tmp_path)
    try:
        people = seat(table, "BOARD lagoon", ["edith", "florence"], {"edith": "Dover-East", "florence": "Western"})
        edith, florence = people
        assert table.game.position is not None
        assert str(table.game.position.phase) == "W1499A"
        edith.answer("BUILD A Almond\nBUILD F Bron")
        florence.answer("BUILD F Crag/NC\nBUILD A Dune")
        table.settle()
        position = table.game.position
        assert position is not None
        assert str(position.phase) == "S1500M"
        assert [str(unit) for unit in position.units_of(Power("WESTERN"))] == ["F CRG/NC", "A DUN"]
        list(play_until(table, people, 1502))
        assert table.game.ended or table.game.phases_closed > 3
    finally:
        table.judge.stop()
