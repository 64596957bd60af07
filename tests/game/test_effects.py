"""Every kind of event has its effect, every command somebody who decides it: what is new cannot be forgotten."""

from typing import get_args

from judge.game import apply
from judge.game.apply import EFFECTS
from judge.game.decide import DECISIONS
from judge.game.messages import Command, Event

THEMES = [table for name, table in vars(apply).items() if name.endswith("_EFFECTS")]


def test_every_kind_of_event_has_an_effect() -> None:
    assert {*EFFECTS} == {*get_args(Event)}


def test_no_kind_of_event_has_two_effects() -> None:
    assert len(EFFECTS) == sum(len(table) for table in THEMES)


def test_every_command_is_decided() -> None:
    assert {*DECISIONS} == {*get_args(Command)}


def test_the_table_of_a_theme_speaks_of_its_own_events() -> None:
    for table in THEMES:
        assert len({kind.__module__ for kind in table}) == 1, table
