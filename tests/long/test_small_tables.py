"""Two years by mail at every table of 1971 for two to six, and at the duel."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.rules.verdicts import Stood
from judge.shell.local_game import LocalGame
from tests.shared.small_tables import EVERYONE, at_table, closed, play_until, seat


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = at_table(tmp_path)
    yield table
    table.judge.stop()


SMALL = [
    ("1971-six", 6, 1870),
    ("1971-five", 5, 1801),
    ("1971-four", 4, 1901),
    ("1971-three", 3, 1901),
    ("1971-three-too", 3, 1901),
    ("1971-two", 2, 1914),
    ("duel", 2, 1401),
]


@pytest.mark.parametrize(("board", "players", "first"), SMALL)
def test_two_years_by_mail(table: LocalGame, board: str, players: int, first: int) -> None:
    people = seat(table, f"BOARD {board}", EVERYONE[:players])
    assert table.game.settings.rulebook == ("1971" if board.startswith("1971") else "2023")
    assert sorted(Counter(table.game.seats.values()).values()) == sorted(map(len, table.game.board.seats))
    for position in play_until(table, people, first + 2):
        if position.phase.kind.value != "A":
            continue
        for power in table.game.board.powers:
            held, units = len(position.centres_of(power)), len(position.units_of(power))
            assert power in table.game.board.standing or held or units or power not in table.game.seats
    phases = [str(event.before.phase) for event in closed(table)]
    assert {f"S{first}M", f"F{first}M", f"S{first + 1}M", f"F{first + 1}M"} <= set(phases)
    assert all(event.because.value == "complete" for event in closed(table))
    standing = [
        verdict.reason
        for event in closed(table)
        for power in table.game.board.standing
        for verdict in event.judgement.verdicts[power]
        if event.before.phase.kind.value == "M"
    ]
    assert set(standing) <= {Stood()}
    for player in people:
        numbered = [letter["Subject"] for letter in player.read if f"{first + 1}" in str(letter["Subject"])]
        assert numbered, player.address
