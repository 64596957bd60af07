"""The count of votes: who may vote, whose votes count, what has passed, how votes change the game."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar, assert_never

from judge.game.mastery.messages import ProposedAct
from judge.game.messages import Effects, Notice, Transition, effect, evolve, no_notices, tell_everybody, unchanged
from judge.game.orders.order_status import powers_publicly_owing_orders
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.settings import DrawRule, VoteSecrecy
from judge.game.state import Game
from judge.game.votes.messages import (
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
    VotePassed,
    VotesLapsed,
    VotesWithdrawn,
)
from judge.rules.board import Power

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


def electorate(game: Game) -> tuple[Power, ...]:
    """The powers whose votes are asked for, in board order: those with a unit or a centre left that somebody plays."""
    return tuple(power for power in game.survivors if power in game.seats)


def asked_to_consent(game: Game, act: ProposedAct) -> tuple[Power, ...]:
    """The powers whose players are asked whether the master, who plays, may do something.

    Not the one whose seat it is about.
    """
    left_out = {game.master} | (
        {*game.players_of(act.power)} if isinstance(act, EjectPlayer | ReplacePlayer) else set()
    )
    return tuple(power for power in electorate(game) if left_out.isdisjoint(game.players_of(power)))


def votes_for(game: Game, kind: type[One]) -> dict[Power, One]:
    """The votes of one kind that count, by power; not those of eliminated powers or of players who have left."""
    entitled = {power: game.readers.get(game.seats[power]) for power in electorate(game)}
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
    voters = electorate(game)
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
    voters = electorate(game)
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
                if (powers := tuple(power for power in electorate(game) if ballots.get(power) == motion))
            )


# --- effects of the events of votes; nobody is told before a vote has passed, unless the settings say so


def _cast(game: Game, event: VoteCast) -> Game:
    kind = type(event.motion)
    kept = (one for one in game.ballots if one.power != event.power or type(one.motion) is not kind)
    return evolve(game, ballots=(*kept, event))


def _tell_cast(step: Transition[VoteCast]) -> Iterator[Notice]:
    if not any(isinstance(one, VotePassed) for one in step.later):
        yield from _told(step.after, step.event.power, step.event.motion, withdrawn=False)


def _withdrawn(game: Game, event: VotesWithdrawn | VotesLapsed) -> Game:
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
        effect(VoteCast, _cast, _tell_cast),
        effect(VotesWithdrawn, _withdrawn, _tell_withdrawn),
        effect(VotesLapsed, _withdrawn, no_notices),  # stands in the results of their own power
        effect(VotePassed, _passed, no_notices),  # is told by what it brings about
        effect(DrawProposed, unchanged, tell_everybody),
    )
)
