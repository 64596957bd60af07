"""Consequences of votes: what has passed happens at once; with a phase votes lapse, or a draw is proposed."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from judge.game.apply import apply, apply_all
from judge.game.deadlines.deadline import Mover
from judge.game.deadlines.new_deadlines import move_deadline
from judge.game.mastery.messages import MasterChanged
from judge.game.messages import Event
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.game.votes.count import electorate, passed_motion
from judge.game.votes.messages import (
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    Motion,
    VoteCast,
    VotePassed,
    VotesLapsed,
)
from judge.game.votes.settings import DrawRule, VoteDuration
from judge.rules.board import Power
from judge.rules.ending import is_end_of_autumn


def events_of_passed_motion(game: Game, motion: Motion, now: datetime) -> tuple[Event, ...]:
    """The events of a motion that has passed."""
    vote = VotePassed(motion, now)
    match motion:
        case ForDraw(among):
            return (vote, game_ended(game, game.position, Ending.DRAW, among, now))
        case ForConcession(to):
            return (vote, game_ended(game, game.position, Ending.CONCESSION, (to,), now))
        case ForEnding():
            return (vote, game_ended(game, game.position, Ending.ABANDONED, (), now))
        case ForMaster(power):
            return (vote, MasterChanged(game.people[game.seats[power]], None, now))
        case ForExtension(length):
            moved = move_deadline(game, Mover.VOTE, now, length=length)
            return () if isinstance(moved, Refused) else (vote, *moved)
        case _:
            assert_never(motion)


def votes_at_close(before: Game, closed: PhaseClosed, now: datetime) -> tuple[Event, ...]:
    """The events of votes once a phase has closed and the game goes on: some lapse, one may pass now."""
    opened = apply(before, closed)
    lapsed = tuple(_lapsed(opened, closed, now))
    game = apply_all(opened, lapsed) or opened
    for kind in (ForDraw, ForConcession, ForEnding):
        motion = passed_motion(game, kind)
        if motion:
            return (*lapsed, *events_of_passed_motion(game, motion, now))
    return (*lapsed, *_proposed(game, closed, now))


def _lapsed(game: Game, closed: PhaseClosed, now: datetime) -> Iterator[VotesLapsed]:
    """The votes that end with the phase, those for extensions of it, and those that involve an eliminated power."""
    voters = electorate(game)
    casters = dict.fromkeys((ballot.power, ballot.reader) for ballot in game.ballots)
    for power, reader in casters:
        motions = tuple(
            ballot.motion
            for ballot in game.ballots
            if (ballot.power, ballot.reader) == (power, reader) and not _still_counts(game, ballot, voters)
        )
        if motions:
            yield VotesLapsed(power, motions, reader, closed.before.phase, now)


def _still_counts(game: Game, ballot: VoteCast, voters: tuple[Power, ...]) -> bool:
    lasts = game.settings.votes.standing is VoteDuration.WITHDRAWN and not isinstance(ballot.motion, ForExtension)
    return lasts and {ballot.power, *powers_in_motion(ballot.motion)} <= {*voters}


def powers_in_motion(motion: Motion) -> tuple[Power, ...]:
    """The powers that a motion names."""
    match motion:
        case ForDraw(among):
            return among
        case ForConcession(power) | ForMaster(power):
            return (power,)
        case ForExtension() | ForEnding():
            return ()
        case _:
            assert_never(motion)


def _proposed(game: Game, closed: PhaseClosed, now: datetime) -> tuple[Event, ...]:
    """The proposal of a draw, at the end of each year without a change, from the year in the settings on."""
    rules = game.settings.votes
    year_over = is_end_of_autumn(closed.before.phase, closed.judgement.after.phase)
    is_due = rules.proposed_after and game.still_years >= rules.proposed_after
    return (DrawProposed(game.still_years, now),) if year_over and is_due and rules.draws is not DrawRule.NONE else ()
