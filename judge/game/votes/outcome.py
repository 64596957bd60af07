"""Outcome of votes: what has passed happens at once, what ends with a phase lapses, the judge proposes a draw."""

from collections.abc import Iterator
from datetime import datetime
from typing import assert_never

from judge.game.after import after, after_all
from judge.game.deadlines.deadline import Mover
from judge.game.deadlines.move import move_deadline
from judge.game.mastery.messages import MasterChanged
from judge.game.messages import Event
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.game.votes.count import electorate, passed
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
from judge.game.votes.rules import Draws, Standing
from judge.rules.board import Power
from judge.rules.ending import ended_autumn


def carried(game: Game, motion: Motion, now: datetime) -> tuple[Event, ...]:
    """Events that follow once a motion has passed."""
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
    """Events of votes once a phase has closed and the game goes on."""
    opened = after(before, closed)
    lapsed = tuple(_lapsed(opened, closed, now))
    game = after_all(opened, lapsed) or opened
    for kind in (ForDraw, ForConcession, ForEnding):
        motion = passed(game, kind)
        if motion:
            return (*lapsed, *carried(game, motion, now))
    return (*lapsed, *_proposed(game, closed, now))


def _lapsed(game: Game, closed: PhaseClosed, now: datetime) -> Iterator[VotesLapsed]:
    """Votes that end with the phase, those for an extension of it, those whose powers have nothing left."""
    voters = electorate(game)
    casters = dict.fromkeys((ballot.power, ballot.reader) for ballot in game.ballots)
    for power, reader in casters:
        motions = tuple(
            ballot.motion
            for ballot in game.ballots
            if (ballot.power, ballot.reader) == (power, reader) and not _stands(game, ballot, voters)
        )
        if motions:
            yield VotesLapsed(power, motions, reader, closed.before.phase, now)


def _stands(game: Game, ballot: VoteCast, voters: tuple[Power, ...]) -> bool:
    lasts = game.settings.votes.standing is Standing.WITHDRAWN and not isinstance(ballot.motion, ForExtension)
    return lasts and {ballot.power, *named(ballot.motion)} <= {*voters}


def named(motion: Motion) -> tuple[Power, ...]:
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
    """At the end of each year that nothing has moved, from the settled one on."""
    rules = game.settings.votes
    year_over = ended_autumn(closed.before.phase, closed.judgement.after.phase)
    is_due = rules.proposed_after and game.still_years >= rules.proposed_after
    return (DrawProposed(game.still_years, now),) if year_over and is_due and rules.draws is not Draws.NONE else ()
