"""Verdicts written before they told who supported whom: what they lack is found again when they are read."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.game.phases.messages import PhaseClosed
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.explanation import verdict_at
from judge.rules.judge_phase import judge_phase
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from judge.store.event_json import dump_event, read_event
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.store.event_samples import SAMPLES

BATTLES: Mapping[str, Mapping[str, list[str]]] = {
    "a support on either side": {
        "ENGLAND": ["F NTH - NWY", "F SKA S F NTH - NWY"],
        "RUSSIA": ["F NWY H", "F NWG S F NWY"],
    },
    "support of the defender's own power": {
        "FRANCE": ["A PAR - BUR"],
        "GERMANY": ["A BUR H", "A MUN S A PAR - BUR"],
    },
    "head to head": {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
    "a unit that tried to leave in vain": {
        "FRANCE": ["A GAS - PAR", "A PAR - BUR", "A MAR S A PAR - BUR"],
        "GERMANY": ["A BUR H", "A MUN S A BUR"],
    },
    "two rivals beaten": {
        "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A GAS S A PAR - BUR"],
        "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR", "A BEL - BUR"],
    },
    "nobody in the way": {"FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR"]},
}


@each_case("orders", BATTLES.values(), ids=list(BATTLES))
def test_an_old_verdict_is_read_with_the_supporters_it_did_not_tell(orders: Mapping[str, list[str]]) -> None:
    event = closed(orders)
    assert any(verdict.supporters or verdict.opposition for verdict in listed(event.judgement))
    assert read_event(as_it_was_written_before(event)) == event


def test_what_a_verdict_tells_of_its_supporters_is_believed() -> None:
    """Nothing is added up for a verdict that bears its supporters, were it wrong."""
    event = closed(BATTLES["a support on either side"])
    verdict = verdict_at(event.judgement, Province("NTH"))
    assert verdict
    told = replace(verdict, supporters=(Province("NWG"),))
    verdicts = {
        power: tuple(told if one == verdict else one for one in some)
        for power, some in event.judgement.verdicts.items()
    }
    other = replace(event, judgement=replace(event.judgement, verdicts=verdicts))
    assert read_event(dump_event(other)) == other


def closed(orders: Mapping[str, list[str]]) -> PhaseClosed:
    """A first spring in which nothing but these units and orders was there."""
    spring = plain.position("S1901M", {power: [text[:5] for text in texts] for power, texts in orders.items()})
    given = {Power(power): [plain.order(text) for text in texts] for power, texts in orders.items()}
    judgement = judge_phase(load_board("standard"), load_rulebook("2023"), spring, given)
    sample = SAMPLES["phase-closed"]
    assert isinstance(sample, PhaseClosed)
    return replace(sample, before=spring, orders={}, judgement=judgement)


def listed(judgement: Judgement) -> list[Any]:
    return [verdict for some in judgement.verdicts.values() for verdict in some]


def as_it_was_written_before(event: PhaseClosed) -> str:
    fields = json.loads(dump_event(event))
    for some in fields["judgement"]["verdicts"].values():
        for verdict in some:
            del verdict["supporters"], verdict["opposition"]
    return json.dumps(fields)
