"""Who may vote, whose votes count, what has passed."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from judge.game.orders.standing import openly_owing
from judge.game.state import Game
from judge.game.votes.messages import ForConcession, ForDraw, ForEnding, ForExtension, ForMaster, Motion
from judge.game.votes.rules import Draws, Tally
from judge.rules.board import Power

One = TypeVar("One", bound=Motion)

KINDS: tuple[type[Motion], ...] = (ForDraw, ForConcession, ForExtension, ForEnding, ForMaster)
"""The kinds of motions, in the order in which they are told."""


@dataclass(frozen=True)
class Counted:
    """What everyone may know of the votes of one kind; where they are open, of those for one ``motion``, and whose."""

    kind: type[Motion]
    votes: int
    needed: int
    motion: Motion | None = None
    powers: tuple[Power, ...] = ()


def electorate(game: Game) -> tuple[Power, ...]:
    """The powers whose votes are asked for, in board order: those with a unit or a centre left that somebody plays."""
    return tuple(power for power in game.survivors if power in game.seats)


def votes_for(game: Game, kind: type[One]) -> dict[Power, One]:
    """The votes of one kind that count, by power: neither those of the eliminated nor of players who have left."""
    entitled = {power: game.readers.get(game.seats[power]) for power in electorate(game)}
    return {
        ballot.power: ballot.motion
        for ballot in game.ballots
        if isinstance(ballot.motion, kind) and entitled.get(ballot.power) == ballot.reader
    }


def motions_of(game: Game, power: Power) -> tuple[Motion, ...]:
    """What a power has voted for, as its present player did."""
    reader = game.readers.get(game.seats[power]) if power in game.seats else None
    return tuple(one.motion for one in game.ballots if one.power == power and one.reader == reader)


def two_thirds(voters: int) -> int:
    """The fewest votes that are two thirds of so many."""
    return -(-2 * voters // 3)


def passed(game: Game, kind: type[Motion]) -> Motion | None:
    """What of a kind everybody who must agree to it has voted for; extensions are counted by ``extension``."""
    voters = electorate(game)
    if not voters:
        return None
    if kind is ForDraw:
        among = draw_between(game.settings.votes.draws, voters, votes_for(game, ForDraw))
        return ForDraw(among) if among else None
    if kind is ForConcession:
        return _conceded(voters, votes_for(game, ForConcession))
    if kind is ForEnding:
        return ForEnding() if len(votes_for(game, ForEnding)) == len(voters) else None
    return _mastered(voters, votes_for(game, ForMaster)) if kind is ForMaster else None


def draw_between(draws: Draws, voters: Sequence[Power], ballots: dict[Power, ForDraw]) -> tuple[Power, ...]:
    """The powers that share the draw on which all agree, in board order; none as long as they do not.

    A ballot accepts the powers it names, or all. Where subsets are implied it accepts fewer of them, too: those that
    still hold its own power if it named that, any at all if it did not.
    """
    if len(ballots) < len(voters):
        return ()
    named = {power: frozenset(ballots[power].among or voters) for power in voters}
    if draws is not Draws.SUBSETS:
        first, *others = named.values()
        return _in_order(voters, first) if all(other == first for other in others) else ()
    shared = frozenset(voters).intersection(*named.values())
    content = all(power in shared for power in voters if power in named[power])
    return _in_order(voters, shared) if content else ()


def _in_order(voters: Sequence[Power], among: Collection[Power]) -> tuple[Power, ...]:
    return tuple(power for power in voters if power in among)


def _conceded(voters: Sequence[Power], ballots: dict[Power, ForConcession]) -> ForConcession | None:
    """All the others must name the same power; it need not agree."""
    for to in dict.fromkeys(ballot.to for ballot in ballots.values()):
        others = [power for power in voters if power != to]
        if to in voters and others and all(ballots.get(power) == ForConcession(to) for power in others):
            return ForConcession(to)
    return None


def _mastered(voters: Sequence[Power], ballots: dict[Power, ForMaster]) -> ForMaster | None:
    """Two thirds must name the same power, and its own player be among them, for nobody is made master unasked."""
    for motion in dict.fromkeys(ballots.values()):
        votes = sum(ballot == motion for ballot in ballots.values())
        if votes >= two_thirds(len(voters)) and ballots.get(motion.power) == motion:
            return motion
    return None


def extension(owers: Collection[Power], lengths: dict[Power, timedelta]) -> timedelta | None:
    """The longest extension that two thirds of those who must write accept; who votes for much accepts less."""
    accepted = sorted((length for power, length in lengths.items() if power in owers), reverse=True)
    enough = two_thirds(len(owers))
    return accepted[enough - 1] if owers and len(accepted) >= enough else None


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
    kinds = {kind: ballots for kind in KINDS if (ballots := votes_for(game, kind))}
    match game.settings.votes.tally:
        case Tally.SECRET:
            return ()
        case Tally.COUNT:
            return tuple(Counted(kind, len(ballots), needed(game, kind)) for kind, ballots in kinds.items())
        case Tally.OPEN:
            return tuple(
                Counted(kind, len(powers), needed(game, kind), motion, powers)
                for kind, ballots in kinds.items()
                for motion in dict.fromkeys(ballots.values())
                if (powers := tuple(power for power in electorate(game) if ballots.get(power) == motion))
            )
