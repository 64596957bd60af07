"""What is written down of a war is read back the same, judged again the same, gone back to as it was."""

import json
from collections.abc import Iterator
from random import Random

import pytest

from judge.game.apply import fold_events
from judge.game.mastery.messages import RolledBack
from judge.game.phases.close import with_scouts
from judge.game.phases.messages import PhaseClosed
from judge.game.seats.messages import GameStarted
from judge.rules.judge_phase import judge_phase
from judge.store.event_json import dump_event, read_event
from tests.fog.tables import OWN, Desk, desk_of
from tests.fog.wars import PLAYERS, play_phase
from tests.shared.kinds import kinds_of

MASTER = "meg@example.org"


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A war of five phases whose master does not play; the master has gone back one phase."""
    random = Random("the record")
    with desk_of(tmp_path_factory.mktemp("war")) as desk:
        desk.write(MASTER, "OUVRIR rome CARTE seuil\n", OWN)
        desk.confirm(MASTER)
        for player in PLAYERS:
            desk.write(player, "JOUER rome\n", OWN)
            desk.confirm(player)
        for _ in range(5):
            play_phase(random, desk, complete=True)
        last = [event for event in desk.log if isinstance(event, PhaseClosed)][-1]
        desk.write(MASTER, f"ROLLBACK {last.before.phase}")
        yield desk


def test_every_event_of_a_war_is_read_back_as_it_was(war: Desk) -> None:
    assert [read_event(dump_event(event)) for event in war.log] == list(war.log)
    assert fold_events(tuple(read_event(dump_event(event)) for event in war.log)) == war.game


def test_a_phase_of_a_war_judged_again_comes_out_as_recorded(war: Desk) -> None:
    closed = 0
    for number, event in enumerate(war.log):
        game = fold_events(war.log[:number]) if isinstance(event, PhaseClosed) else None
        if game and isinstance(event, PhaseClosed):
            again = judge_phase(game.board, game.book, event.before, event.orders)
            assert with_scouts(game, again) == (event.judgement, event.scouts)
            closed += 1
    assert closed == 5


def test_going_back_puts_scouts_where_they_were(war: Desk) -> None:
    back = war.log[-1]
    assert isinstance(back, RolledBack)
    undone = [event for event in war.log if isinstance(event, PhaseClosed)][-1]
    assert undone.scouts is not None
    assert war.game.scouting == undone.scouts.before
    assert war.game.position == undone.before
    assert not war.game.errands


def test_a_log_from_before_there_were_scouts_is_read(war: Desk) -> None:
    for event in war.log:
        if isinstance(event, GameStarted | PhaseClosed | RolledBack):
            assert kinds_of([read_event(json.dumps(_older(json.loads(dump_event(event)))))]) == kinds_of([event])


def _older(value: object) -> object:
    """JSON without the fields that came with the war."""
    if isinstance(value, dict):
        new = {"scouts", "scouting", "allies", "factories", "quarantined", "troops"}
        return {key: _older(one) for key, one in value.items() if key not in new}
    return [_older(one) for one in value] if isinstance(value, list) else value
