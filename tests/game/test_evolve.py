"""A game with other values of some fields is the same as by ``dataclasses.replace``."""

from dataclasses import replace

from judge.game.messages import evolve
from judge.rules.board import Province
from tests.game.tables import started


def test_what_follows_from_a_field_is_worked_out_anew_when_it_changes() -> None:
    game = started()
    assert game.position is not None
    closed = replace(game.position, quarantined=frozenset({Province("PAR")}))
    assert game.board.closed == frozenset()
    changed = evolve(game, position=closed, version=7)
    assert changed == replace(game, position=closed, version=7)
    assert changed.board.closed == {Province("PAR")}
    assert evolve(changed, position=game.position).board == game.board
