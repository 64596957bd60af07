"""Who is told of votes: nobody before one has passed, unless the settings say so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.events import Event
from judge.game.news import Notice
from judge.game.phases.close import openly_owing
from judge.game.state import Game
from judge.game.votes.count import electorate, two_thirds, votes_for
from judge.game.votes.events import DrawProposed, VoteCast, VoteEvent, VotePassed, VotesLapsed, VotesWithdrawn
from judge.game.votes.motions import ForConcession, ForDraw, ForEnding, ForExtension, ForMaster, Motion
from judge.game.votes.news import Proposed, VoteTold
from judge.game.votes.rules import Tally
from judge.rules.board import Power

KINDS: tuple[type[Motion], ...] = (ForDraw, ForConcession, ForExtension, ForEnding, ForMaster)
"""What can be voted for, in the order in which it is told."""


@dataclass(frozen=True)
class Counted:
    """What everyone may know of the votes of one kind; where they are open, of those for one ``motion``, and whose."""

    kind: type[Motion]
    votes: int
    needed: int
    motion: Motion | None = None
    powers: tuple[Power, ...] = ()


def vote_notices(game: Game, event: VoteEvent, later: Sequence[Event]) -> Iterator[Notice]:
    """The notices of one of these events, which made ``game`` before ``later`` happened.

    That votes have lapsed stands in the results of their own power; what has passed is told by what it brings about.
    """
    match event:
        case VoteCast(power, motion):
            if not any(isinstance(one, VotePassed) for one in later):
                yield from _told(game, power, motion, withdrawn=False)
        case VotesWithdrawn(power, motions):
            for motion in motions:
                yield from _told(game, power, motion, withdrawn=True)
        case DrawProposed():
            yield from (Notice(reader, Proposed(event)) for reader in game.audience)
        case VotesLapsed() | VotePassed():
            pass
        case _:
            assert_never(event)


def _told(game: Game, power: Power, motion: Motion, *, withdrawn: bool) -> Iterator[Notice]:
    tally = game.settings.votes.tally
    if tally is Tally.SECRET:
        return
    ballots = votes_for(game, type(motion)).values()
    is_open = tally is Tally.OPEN
    votes = sum(ballot == motion for ballot in ballots) if is_open else len(ballots)
    news = VoteTold(motion, power if is_open else None, votes, needed(game, type(motion)), withdrawn)
    yield from (Notice(reader, news) for reader in game.audience if reader not in game.players_of(power))


def needed(game: Game, kind: type[Motion]) -> int:
    """How many votes of a kind must agree; whom a concession is to need not."""
    voters = electorate(game)
    if kind is ForConcession:
        return len(voters) - 1
    if kind is ForExtension:
        return two_thirds(len(set(voters) & set(openly_owing(game))))
    return two_thirds(len(voters)) if kind is ForMaster else len(voters)


def counted(game: Game) -> tuple[Counted, ...]:
    """What any reader, the master included, may know of the votes as they stand: nothing where they are secret."""
    tally = game.settings.votes.tally
    if tally is Tally.SECRET:
        return ()
    kinds = {kind: ballots for kind in KINDS if (ballots := votes_for(game, kind))}
    if tally is Tally.COUNT:
        return tuple(Counted(kind, len(ballots), needed(game, kind)) for kind, ballots in kinds.items())
    return tuple(
        Counted(kind, len(powers), needed(game, kind), motion, powers)
        for kind, ballots in kinds.items()
        for motion in dict.fromkeys(ballots.values())
        if (powers := tuple(power for power in electorate(game) if ballots.get(power) == motion))
    )
