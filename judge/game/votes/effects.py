"""Effects of the events of votes; nobody is told before a vote has passed, unless the settings say so."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.effect import Effects, Transition, effect, evolve, no_notices, unchanged
from judge.game.messages import Notice
from judge.game.settings import VoteSecrecy
from judge.game.state import Game
from judge.game.votes.count import votes_for, votes_needed
from judge.game.votes.messages import (
    DrawProposed,
    DrawProposedNews,
    Motion,
    VoteCast,
    VoteCastNews,
    VotePassed,
    VotesLapsed,
    VotesWithdrawn,
)
from judge.rules.board import Power


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


def _tell_proposed(step: Transition[DrawProposed]) -> Iterator[Notice]:
    yield from (Notice(reader, DrawProposedNews(step.event)) for reader in step.after.audience)


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
        effect(DrawProposed, unchanged, _tell_proposed),
    )
)
