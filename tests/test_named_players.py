"""Who plays here is told as far as each allows: PLAYERS NO takes its writer off every list that others see."""

from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.rules.board import Power
from judge.shell.local_game import text_of
from tests.shared.seated import lay_seated_table

LINES: dict[Language, tuple[str, str, str, str, str]] = {
    "en": ("ENGLAND", "PLAYERS", "PLAYERS NO", "PLAYERS YES", "England (rome)"),
    "fr": ("FRANCE", "JOUEURS", "JOUEURS NON", "JOUEURS OUI", "France (rome)"),
}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_whoever_does_not_want_it_is_named_to_nobody_until_they_do(language: Language, tmp_path: Path) -> None:
    table = lay_seated_table(tmp_path, "ANONYMOUS no")
    power, ask, off, on, seat = LINES[language]
    writer = table.players[Power(power)]
    told = []
    for line in (ask, off, ask, on, ask):
        writer.answer(line)
        table.settle()
        told.append(" ".join(text_of(writer.last()).split("-----")[0].split()))
    assert [seat in one for one in told] == [True, False, False, False, True]
    assert seat.replace("England", "Italy").replace("France", "Italie") in told[2]
    table.judge.stop()
