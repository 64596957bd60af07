"""The lines that the fingerprint of a game is made of tell what everybody knows, and nothing else."""

from dataclasses import replace
from datetime import date, timedelta
from typing import get_type_hints

import pytest

from judge.game.apply import TOLD, apply
from judge.game.deadlines.deadline import AbsenceSkipped, Deadline
from judge.game.deadlines.messages import AbsenceTold, CloseHeld, DeadlineMoved
from judge.game.messages import Event
from judge.game.press.messages import PressSent
from judge.game.settings import Reader
from judge.game.votes.messages import ForEnding, VoteCast
from judge.rules.board import Power
from judge.rules.position import Phase
from tests.game.event_logs import close, folded, log
from tests.game.tables import OPENED, address

ITALY, SPRING = Power("ITALY"), Phase.parse("S1901M")
MOVED = DeadlineMoved(SPRING, Deadline(OPENED + timedelta(days=9), OPENED), OPENED)

SECRETS: tuple[Event, ...] = (
    VoteCast(ITALY, ForEnding(), Reader(3), OPENED),
    PressSent(ITALY, (Power("FRANCE"),), "Shall we?", held=False, at=OPENED),
    AbsenceTold(address("italy"), date(2026, 2, 1), date(2026, 2, 9), OPENED),
    CloseHeld(ITALY, SPRING, OPENED),
)


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_no_line_names_anybody(kind: type) -> None:
    hints = get_type_hints(kind)
    named = [name for name in TOLD[kind] if any(who in str(hints[name]) for who in ("Address", "Person", "Reader"))]
    assert named == []


@pytest.mark.parametrize("secret", SECRETS, ids=lambda one: type(one).__name__)
def test_what_only_some_are_told_is_no_line(secret: Event) -> None:
    game = folded(log())
    assert apply(game, secret).acts == game.acts


def test_a_deadline_is_told_without_its_reasons() -> None:
    game = folded(log())
    absent = AbsenceSkipped(ITALY, date(2026, 2, 9))
    reasoned = replace(MOVED, deadline=replace(MOVED.deadline, steps=(absent,)))
    assert apply(game, reasoned).acts == apply(game, MOVED).acts != game.acts


def test_each_close_begins_anew() -> None:
    events = [*log(), MOVED]
    close(events)
    assert folded(events).acts == ()
