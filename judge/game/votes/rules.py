"""The rules of votes: the count, who may cast one, what follows from one that passes, how votes change the game."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from typing import TypeVar, assert_never

from judge.game.deadlines.deadline import Mover
from judge.game.deadlines.rules import move_deadline
from judge.game.mastery.messages import MasterChanged
from judge.game.mastery.rules import agreement, asked_to_consent
from judge.game.messages import (
    Effects,
    Event,
    Notice,
    Transition,
    effect,
    evolve,
    no_notices,
    tell_everybody,
    unchanged,
)
from judge.game.orders.order_status import powers_publicly_owing_orders
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, DrawRule, VoteDuration, VoteSecrecy
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
    VoteCastNews,
    VoteCommand,
    VotePassed,
    VotesLapsed,
    VotesWithdrawn,
    WithdrawVotes,
)
from judge.rules.board import Power
from judge.rules.ending import is_end_of_autumn

# --- counting votes: who may vote, whose votes count, what has passed


One = TypeVar("One", bound=Motion)

MOTION_KINDS: tuple[type[Motion], ...] = (ForDraw, ForConcession, ForExtension, ForEnding, ForMaster, ForProposal)
"""The kinds of motions, in the order in which they are listed."""


@dataclass(frozen=True)
class VoteCount:
    """The public count of one kind of votes; where votes are open, of one ``motion``, with its ``powers``."""

    kind: type[Motion]
    votes: int
    needed: int
    motion: Motion | None = None
    powers: tuple[Power, ...] = ()


def votes_for(game: Game, kind: type[One]) -> dict[Power, One]:
    """The votes of one kind that count, by power; not those of eliminated powers or of players who have left."""
    entitled = {power: game.readers.get(game.seats[power]) for power in game.electorate}
    return {
        ballot.power: ballot.motion
        for ballot in game.ballots
        if isinstance(ballot.motion, kind) and entitled.get(ballot.power) == ballot.reader
    }


def motions_of(game: Game, power: Power) -> tuple[Motion, ...]:
    """The motions that the present player of a power has voted for."""
    reader = game.readers.get(game.seats[power]) if power in game.seats else None
    return tuple(one.motion for one in game.ballots if one.power == power and one.reader == reader)


def two_thirds(voters: int) -> int:
    """The fewest votes that are two thirds of so many."""
    return -(-2 * voters // 3)


def passed_motion(game: Game, kind: type[Motion]) -> Motion | None:
    """The motion of a kind that has enough votes; None if there is none. For extensions see ``extension_agreed_on``."""
    voters = game.electorate
    if not voters:
        return None
    if kind is ForDraw:
        among = draw_agreed_on(game.settings.votes.draws, voters, votes_for(game, ForDraw))
        return ForDraw(among) if among else None
    if kind is ForConcession:
        return _concession_agreed_on(voters, votes_for(game, ForConcession))
    if kind is ForEnding:
        return ForEnding() if len(votes_for(game, ForEnding)) == len(voters) else None
    if kind is ForProposal:
        return _proposal_agreed_on(game)
    return _master_agreed_on(voters, votes_for(game, ForMaster)) if kind is ForMaster else None


def draw_agreed_on(draws: DrawRule, voters: Sequence[Power], ballots: dict[Power, ForDraw]) -> tuple[Power, ...]:
    """The powers of the draw on which all agree, in board order; none as long as they do not.

    A ballot accepts the powers it names, or all. Where subsets are allowed it accepts fewer of them, too: those that
    still include its own power if it named that, any at all if it did not.
    """
    if len(ballots) < len(voters):
        return ()
    named = {power: frozenset(ballots[power].among or voters) for power in voters}
    if draws is not DrawRule.SUBSETS:
        first, *others = named.values()
        return _in_order(voters, first) if all(other == first for other in others) else ()
    shared = frozenset(voters).intersection(*named.values())
    content = all(power in shared for power in voters if power in named[power])
    return _in_order(voters, shared) if content else ()


def _in_order(voters: Sequence[Power], among: Collection[Power]) -> tuple[Power, ...]:
    return tuple(power for power in voters if power in among)


def _concession_agreed_on(voters: Sequence[Power], ballots: dict[Power, ForConcession]) -> ForConcession | None:
    """The concession that all other powers have voted for; the power that wins need not."""
    for to in dict.fromkeys(ballot.to for ballot in ballots.values()):
        others = [power for power in voters if power != to]
        if to in voters and others and all(ballots.get(power) == ForConcession(to) for power in others):
            return ForConcession(to)
    return None


def _master_agreed_on(voters: Sequence[Power], ballots: dict[Power, ForMaster]) -> ForMaster | None:
    """The new master: two thirds must name the same power, its own player among them, who must want it."""
    for motion in dict.fromkeys(ballots.values()):
        votes = sum(ballot == motion for ballot in ballots.values())
        if votes >= two_thirds(len(voters)) and ballots.get(motion.power) == motion:
            return motion
    return None


def _proposal_agreed_on(game: Game) -> ForProposal | None:
    """The master's proposal, once everybody who is asked has agreed to it."""
    if game.proposal is None:
        return None
    motion, ballots = ForProposal(game.proposal.number), votes_for(game, ForProposal)
    asked = asked_to_consent(game, game.proposal.act)
    return motion if asked and all(ballots.get(power) == motion for power in asked) else None


def extension_agreed_on(owers: Collection[Power], lengths: dict[Power, timedelta]) -> timedelta | None:
    """The longest extension that two thirds of those who must write accept; a vote accepts any shorter one."""
    accepted = sorted((length for power, length in lengths.items() if power in owers), reverse=True)
    enough = two_thirds(len(owers))
    return accepted[enough - 1] if owers and len(accepted) >= enough else None


def votes_needed(game: Game, kind: type[Motion]) -> int:
    """How many votes of a kind must agree; the power that a concession is to need not vote."""
    voters = game.electorate
    if kind is ForConcession:
        return len(voters) - 1
    if kind is ForProposal:
        return len(asked_to_consent(game, game.proposal.act)) if game.proposal else 0
    if kind is ForExtension:
        return two_thirds(len(set(voters) & set(powers_publicly_owing_orders(game))))
    return two_thirds(len(voters)) if kind is ForMaster else len(voters)


def public_vote_counts(game: Game) -> tuple[VoteCount, ...]:
    """The counts that every reader may know, the master included: nothing where votes are secret."""
    kinds = {kind: ballots for kind in MOTION_KINDS if (ballots := votes_for(game, kind))}
    match game.settings.votes.tally:
        case VoteSecrecy.SECRET:
            return ()
        case VoteSecrecy.COUNT:
            return tuple(VoteCount(kind, len(ballots), votes_needed(game, kind)) for kind, ballots in kinds.items())
        case VoteSecrecy.OPEN:
            return tuple(
                VoteCount(kind, len(powers), votes_needed(game, kind), motion, powers)
                for kind, ballots in kinds.items()
                for motion in dict.fromkeys(ballots.values())
                if (powers := tuple(power for power in game.electorate if ballots.get(power) == motion))
            )


# --- decisions about votes: who may cast one, what has passed, what follows from it


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
    voters = tuple(power for power in powers if power in game.electorate)
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
    return motion if power in game.electorate else Refused(Refusal.NOT_A_SURVIVOR, power=power)


def _draw(game: Game, among: tuple[Power, ...]) -> Motion | Refused:
    """A draw; one that names all survivors counts like one that names none."""
    survivors = game.electorate
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
        game = _counted(game, ballot)
        events.append(ballot)
    motion_carried = _passed_with(game, type(motion))
    return (*events, *events_of_passed_motion(game, motion_carried, now)) if motion_carried else tuple(events)


def _passed_with(game: Game, kind: type[Motion]) -> Motion | None:
    if kind is not ForExtension:
        return passed_motion(game, kind)
    owers = [power for power in game.electorate if power in powers_publicly_owing_orders(game)]
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


def votes_at_close(opened: Game, closed: PhaseClosed, now: datetime) -> tuple[Event, ...]:
    """The events of votes once a phase has closed, and the next is ``opened``: some lapse, one may pass now."""
    lapsed = tuple(_lapsed(opened, closed, now))
    game = reduce(_counted_no_longer, lapsed, opened)
    for kind in (ForDraw, ForConcession, ForEnding):
        motion = passed_motion(game, kind)
        if motion:
            return (*lapsed, *events_of_passed_motion(game, motion, now))
    return (*lapsed, *_proposed(game, closed, now))


def _lapsed(game: Game, closed: PhaseClosed, now: datetime) -> Iterator[VotesLapsed]:
    """The votes that end with the phase, those for extensions of it, and those that involve an eliminated power."""
    voters = game.electorate
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


# --- effects of the events of votes; nobody is told before a vote has passed, unless the settings say so


def _counted(game: Game, event: VoteCast) -> Game:
    kind = type(event.motion)
    kept = (one for one in game.ballots if one.power != event.power or type(one.motion) is not kind)
    return evolve(game, ballots=(*kept, event))


def _tell_cast(step: Transition[VoteCast]) -> Iterator[Notice]:
    if not any(isinstance(one, VotePassed) for one in step.later):
        yield from _told(step.after, step.event.power, step.event.motion, withdrawn=False)


def _counted_no_longer(game: Game, event: VotesWithdrawn | VotesLapsed) -> Game:
    kept = (one for one in game.ballots if one.power != event.power or one.motion not in event.motions)
    return evolve(game, ballots=tuple(kept))


def _tell_withdrawn(step: Transition[VotesWithdrawn]) -> Iterator[Notice]:
    for motion in step.event.motions:
        yield from _told(step.after, step.event.power, motion, withdrawn=True)


def _passed(game: Game, event: VotePassed) -> Game:
    kept = (one for one in game.ballots if type(one.motion) is not type(event.motion))
    return evolve(game, ballots=tuple(kept))


def _told(game: Game, power: Power, motion: Motion, *, withdrawn: bool) -> Iterator[Notice]:
    ballots = votes_for(game, type(motion)).values()
    match game.settings.votes.tally:
        case VoteSecrecy.SECRET:
            return
        case VoteSecrecy.COUNT:
            whose, votes = None, len(ballots)
        case VoteSecrecy.OPEN:
            whose, votes = power, sum(ballot == motion for ballot in ballots)
        case tally:
            assert_never(tally)
    news = VoteCastNews(motion, whose, votes, votes_needed(game, type(motion)), withdrawn)
    yield from (Notice(reader, news) for reader in game.audience if reader not in game.players_of(power))


EFFECTS: Effects = dict(
    (
        effect(VoteCast, _counted, _tell_cast),
        effect(VotesWithdrawn, _counted_no_longer, _tell_withdrawn),
        effect(VotesLapsed, _counted_no_longer, no_notices),  # stands in the results of their own power
        effect(VotePassed, _passed, no_notices),  # is told by what it brings about
        effect(DrawProposed, unchanged, tell_everybody),
    )
)
