"""Decide commands: a game and a command make events, or a refusal."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import reduce
from typing import Any, get_args, get_type_hints

from judge.game.apply import apply
from judge.game.clockwork.practice import decide_in_practice, open_practice, open_tutorial
from judge.game.deadlines.rules import decide_deadlines
from judge.game.mastery.decide import decide_mastery
from judge.game.mastery.messages import ActAgreed
from judge.game.mastery.rules import act_proposed
from judge.game.messages import Command, Event
from judge.game.orders.rules import decide_orders
from judge.game.people.rules import decide_people
from judge.game.press.rules import decide_press
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.rules import decide_replacements
from judge.game.seats.messages import OpenGame, OpenPractice
from judge.game.seats.rules import decide_seats, open_game
from judge.game.state import Game
from judge.game.strategists.rules import decide_strategists
from judge.game.tutorial.messages import OpenTutorial
from judge.game.tutorial.rules import decide_tutorial
from judge.game.votes.decide import decide_votes
from judge.game.war.rules import decide_war
from judge.game.watching.rules import decide_watching

DecideFunction = Callable[[Game, Any, datetime], tuple[Event, ...] | Refused]

DECISIONS: Mapping[type, DecideFunction] = {
    kind: decide_theme
    for decide_theme in (
        decide_seats,
        decide_replacements,
        decide_strategists,
        decide_orders,
        decide_press,
        decide_deadlines,
        decide_votes,
        decide_watching,
        decide_mastery,
        decide_war,
        decide_people,
        decide_tutorial,
    )
    for kind in get_args(get_type_hints(decide_theme)["command"])
}
"""The function that decides each kind of command: the one whose parameter ``command`` is declared as that kind."""


def decide(game: Game | None, command: Command, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command given at ``now`` (UTC), or why it is refused. Pure: the game is not changed."""
    if isinstance(command, OpenGame):
        return open_game(game, command, now)
    if isinstance(command, OpenPractice):
        return open_practice(game, command, now)
    if isinstance(command, OpenTutorial):
        return open_tutorial(game, command, now)
    if game is None:
        return Refused(Refusal.NOT_A_PLAYER)
    special = decide_in_practice(game, command, now)
    if special is not None:
        return special
    events = DECISIONS[type(command)](game, command, now)
    if isinstance(events, Refused):
        return events
    proposed = act_proposed(game, command, events, now)
    return _with_agreed_act(game, events, now) if proposed is None else proposed


def _with_agreed_act(game: Game, events: tuple[Event, ...], now: datetime) -> tuple[Event, ...] | Refused:
    """The events with those of the master's proposal, if all have agreed by them; refused where it cannot be done."""
    if game.proposal is None or not any(isinstance(one, ActAgreed) for one in events):
        return events
    act = replace(game.proposal.act, by=game.master)
    done = DECISIONS[type(act)](reduce(apply, events, game), act, now)
    return done if isinstance(done, Refused) else (*events, *done)
