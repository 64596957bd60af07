"""Handle the lines of a letter that cast votes or withdraw them."""

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.mastery.messages import ActAgreed
from judge.game.refusals import Refused
from judge.game.settings import Language, VoteDuration
from judge.game.state import Game
from judge.game.votes.messages import (
    MOTIONS_OF_A_PHASE,
    CastVote,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    ForProposal,
    Motion,
    WithdrawVotes,
)
from judge.handlers.names import read_powers
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.session import GameSession, LineContext, Session, handles_in_game, no_game_at_end
from judge.notation.tables import load_notation
from judge.reports.line_answers import Done, InvalidCommand, Outcome, Unknown
from judge.reports.votes import motion_text
from judge.requests.dates import read_length
from judge.requests.vocabulary import Word, vocabulary
from judge.requests.votes import CastVoteRequest, WithdrawVotesRequest

_MOST_DIGITS = 6
_MOTIONS_BY_KEY: dict[str, type[Motion]] = {
    "draw": ForDraw,
    "concession": ForConcession,
    "extension": ForExtension,
    "ending": ForEnding,
    "master": ForMaster,
    "proposal": ForProposal,
}


@handles_in_game(no_game_at_end)
def handle_cast_vote(session: GameSession, line: str, asked: CastVoteRequest, context: LineContext) -> Session:
    """Cast a vote; where a phase closes by it, what players have kept for the next one is taken up."""
    game, by = session.game, session.person.address
    if asked.motion is None:
        return session.told(line, _unknown_motion(line, asked, session.person.language))
    motion = _read_motion(game, line, asked, session)
    if isinstance(motion, InvalidCommand):
        return session.told(line, motion)
    events = decide(game, CastVote(by, motion), context.now)
    if isinstance(events, Refused):
        return session.told(line, events)
    of_phase = game.settings.votes.standing is not VoteDuration.WITHDRAWN or isinstance(motion, MOTIONS_OF_A_PHASE)
    named = motion_text(motion, game.board, session.person.language)
    voted = session.along(with_plans_taken_up(Trail(game).on(events), context.now))
    if any(isinstance(event, ActAgreed) for event in events):
        return voted.told(line, Done(Outcome.VOTE_AGREED, named))
    return voted.told(line, Done(Outcome.VOTE_CAST_FOR_PHASE if of_phase else Outcome.VOTE_CAST, named))


@handles_in_game(no_game_at_end)
def handle_withdraw_votes(
    session: GameSession, line: str, asked: WithdrawVotesRequest, context: LineContext
) -> Session:
    """Withdraw votes: those of one kind, or all."""
    if asked.motion is None and asked.word:
        return session.told(line, _unknown_motion(line, asked, session.person.language))
    kind = _MOTIONS_BY_KEY[asked.motion] if asked.motion else None
    return session.decided(line, WithdrawVotes(session.person.address, kind), context, Done(Outcome.VOTES_WITHDRAWN))


def _unknown_motion(line: str, asked: CastVoteRequest | WithdrawVotesRequest, language: Language) -> InvalidCommand:
    motions = tuple(vocabulary().printed["motions", language].values())
    return InvalidCommand.at(Unknown.MOTION, asked.word or Word("", len(line)), motions)


def _read_motion(game: Game, line: str, asked: CastVoteRequest, session: Session) -> Motion | InvalidCommand:
    """Return the motion that is voted for, with the powers or the length it needs, or what is wrong."""
    if asked.motion == "ending":
        return ForEnding()
    if asked.motion == "extension":
        return _read_extension(line, asked)
    if asked.motion == "proposal":
        return _read_proposal(game, line, asked)
    powers = read_powers(asked.named, game.board, load_notation(session.person.notation))
    if isinstance(powers, InvalidCommand):
        return powers
    if asked.motion == "draw":
        return ForDraw(powers)
    if len(powers) != 1:
        end = asked.named[1].start if len(asked.named) > 1 else len(line)
        return InvalidCommand.missing(Unknown.POWER, end)
    return ForConcession(powers[0]) if asked.motion == "concession" else ForMaster(powers[0])


def _read_proposal(game: Game, line: str, asked: CastVoteRequest) -> Motion | InvalidCommand:
    """Return a vote for what the master proposes, by its number; nobody agrees to a proposal that is not named."""
    number = asked.rest.text.strip(" .#") if asked.rest else ""
    if number.isdecimal() and len(number) <= _MOST_DIGITS:
        return ForProposal(int(number))
    example = str(game.proposal.number if game.proposal else 1)
    return InvalidCommand.at(Unknown.VALUE, asked.rest or Word("", len(line)), (example,))


def _read_extension(line: str, asked: CastVoteRequest) -> Motion | InvalidCommand:
    length = read_length(asked.rest.text) if asked.rest else None
    if length:
        return ForExtension(length)
    return InvalidCommand.at(Unknown.VALUE, asked.rest or Word("", len(line)), ("3d",))
