"""Decisions about votes: who may cast one, what has passed, what follows from it."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import assert_never

from judge.game.apply import apply, apply_all
from judge.game.deadlines.deadline import Mover
from judge.game.deadlines.rules import move_deadline
from judge.game.mastery.messages import MasterChanged
from judge.game.mastery.rules import agreement
from judge.game.messages import Event
from judge.game.orders.order_status import powers_publicly_owing_orders
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, DrawRule, VoteDuration
from judge.game.state import Game
from judge.game.votes.messages import (
    MOTIONS_OF_A_PHASE,
    CastVote,
    DrawProposed,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    ForProposal,
    Motion,
    VoteCast,
    VoteCommand,
    VotePassed,
    VotesLapsed,
    VotesWithdrawn,
    WithdrawVotes,
)
from judge.game.votes.rules import (
    asked_to_consent,
    electorate,
    extension_agreed_on,
    motions_of,
    passed_motion,
    votes_for,
)
from judge.rules.board import Power
from judge.rules.ending import is_end_of_autumn

LONGEST_EXTENSION = timedelta(days=28)
"""The longest extension by vote; more is a pause, which only the master can make."""


def decide_votes(game: Game, command: VoteCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about votes, or why it is refused."""
    voters = _voters(game, command.by)
    if isinstance(voters, Refused):
        return voters
    match command:
        case CastVote(motion=motion):
            meant = _votable(game, motion, voters)
            return meant if isinstance(meant, Refused) else _cast(game, meant, voters, now)
        case WithdrawVotes(kind=kind):
            return _withdrawn(game, voters, kind, now)
        case _:
            assert_never(command)


def _voters(game: Game, by: Address) -> tuple[Power, ...] | Refused:
    """The powers with which somebody may vote."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    powers = game.powers_of(by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    voters = tuple(power for power in powers if power in electorate(game))
    return voters or Refused(Refusal.ELIMINATED)


def _votable(game: Game, motion: Motion, voters: tuple[Power, ...]) -> Motion | Refused:
    """The motion in the form in which it is counted, or why it may not be voted for."""
    match motion:
        case ForDraw(among):
            return _draw(game, among)
        case ForConcession(to):
            if not game.settings.votes.concessions:
                return Refused(Refusal.NO_CONCESSIONS)
            return Refused(Refusal.CONCEDE_TO_ONESELF) if to in voters else _to_survivor(game, motion, to)
        case ForMaster(power):
            return _master(game, motion, power, voters)
        case ForExtension(length):
            return _extension(game, length, voters)
        case ForProposal(number):
            return _proposal(game, motion, number, voters)
        case ForEnding():
            return motion
        case _:
            assert_never(motion)


def _proposal(game: Game, motion: Motion, number: int, voters: tuple[Power, ...]) -> Motion | Refused:
    """A vote for what the master proposes, under the number that was told: nobody agrees to what they have not read."""
    if game.proposal is None or game.proposal.number != number:
        return Refused(Refusal.NO_SUCH_PROPOSAL)
    return motion if set(voters) & set(asked_to_consent(game, game.proposal.act)) else Refused(Refusal.NOT_CONSULTED)


def _extension(game: Game, length: timedelta, voters: tuple[Power, ...]) -> Motion | Refused:
    """An extension of a deadline that runs, for those who must write by it."""
    if game.timekeeping.paused:
        return Refused(Refusal.PAUSED, at=game.timekeeping.paused)
    if not set(voters) & set(powers_publicly_owing_orders(game)):
        return Refused(Refusal.NOTHING_TO_WRITE)
    return ForExtension(length) if length <= LONGEST_EXTENSION else Refused(Refusal.EXTENSION_TOO_LONG)


def _master(game: Game, motion: Motion, power: Power, voters: tuple[Power, ...]) -> Motion | Refused:
    """A vote for a master.

    Where nobody may know what the master plays, only the master is told that a vote for their power leads to nothing.
    """
    may_know = power in voters or not game.settings.access.anonymous
    if may_know and game.seats.get(power) == game.master:
        return Refused(Refusal.MASTER_ALREADY)
    return _to_survivor(game, motion, power)


def _to_survivor(game: Game, motion: Motion, power: Power) -> Motion | Refused:
    return motion if power in electorate(game) else Refused(Refusal.NOT_A_SURVIVOR, power=power)


def _draw(game: Game, among: tuple[Power, ...]) -> Motion | Refused:
    """A draw; one that names all survivors counts like one that names none."""
    survivors = electorate(game)
    draws = game.settings.votes.draws
    gone = next((power for power in among if power not in survivors), None)
    if draws is DrawRule.NONE:
        return Refused(Refusal.NO_DRAWS)
    if gone:
        return Refused(Refusal.NOT_A_SURVIVOR, power=gone)
    if not among or set(among) == set(survivors):
        return ForDraw()
    if draws is DrawRule.DIAS:
        return Refused(Refusal.DRAW_OF_ALL)
    return ForDraw(tuple(power for power in survivors if power in among))


def _cast(game: Game, motion: Motion, voters: tuple[Power, ...], now: datetime) -> tuple[Event, ...]:
    """The ballots, and the consequences where the motion passes by them."""
    events: list[Event] = []
    for power in voters:
        ballot = VoteCast(power, motion, game.readers[game.seats[power]], now)
        game = apply(game, ballot)
        events.append(ballot)
    motion_carried = _passed_with(game, type(motion))
    return (*events, *events_of_passed_motion(game, motion_carried, now)) if motion_carried else tuple(events)


def _passed_with(game: Game, kind: type[Motion]) -> Motion | None:
    if kind is not ForExtension:
        return passed_motion(game, kind)
    owers = [power for power in electorate(game) if power in powers_publicly_owing_orders(game)]
    lengths = {power: ballot.length for power, ballot in votes_for(game, ForExtension).items()}
    length = extension_agreed_on(owers, lengths)
    return ForExtension(length) if length else None


def _withdrawn(
    game: Game, voters: tuple[Power, ...], kind: type[Motion] | None, now: datetime
) -> tuple[Event, ...] | Refused:
    """Those of one kind, or all of them."""
    events: list[Event] = []
    for power in voters:
        motions = tuple(motion for motion in motions_of(game, power) if kind in {None, type(motion)})
        if motions:
            events.append(VotesWithdrawn(power, motions, now))
    return tuple(events) or Refused(Refusal.NO_SUCH_VOTE)


# --- what has passed happens at once; with a phase votes lapse, or a draw is proposed


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
        case ForProposal(number):
            assert game.proposal is not None
            assert game.proposal.number == number
            return (vote, agreement(game, game.proposal, now))
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
    lasts = game.settings.votes.standing is VoteDuration.WITHDRAWN and not isinstance(ballot.motion, MOTIONS_OF_A_PHASE)
    return lasts and {ballot.power, *powers_in_motion(ballot.motion)} <= {*voters}


def powers_in_motion(motion: Motion) -> tuple[Power, ...]:
    """The powers that a motion names."""
    match motion:
        case ForDraw(among):
            return among
        case ForConcession(power) | ForMaster(power):
            return (power,)
        case ForExtension() | ForEnding() | ForProposal():
            return ()
        case _:
            assert_never(motion)


def _proposed(game: Game, closed: PhaseClosed, now: datetime) -> tuple[Event, ...]:
    """The proposal of a draw, at the end of each year without a change, from the year in the settings on."""
    rules = game.settings.votes
    year_over = is_end_of_autumn(closed.before.phase, closed.judgement.after.phase)
    is_due = rules.proposed_after and game.still_years >= rules.proposed_after
    return (DrawProposed(game.still_years, now),) if year_over and is_due and rules.draws is not DrawRule.NONE else ()
