"""The lines of a letter that cast votes or take them back."""

from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.progress import InGame, Progress
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.messages import (
    CastVote,
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    Motion,
    WithdrawVotes,
)
from judge.game.votes.rules import Standing
from judge.mail.ballots import Unvote, Vote
from judge.mail.dates import read_length
from judge.mail.vocabulary import vocabulary
from judge.mail.words import Word
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong
from judge.reports.votes import motion_named

_KINDS: dict[str, type[Motion]] = {
    "draw": ForDraw,
    "concession": ForConcession,
    "extension": ForExtension,
    "ending": ForEnding,
    "master": ForMaster,
}


def vote(progress: InGame, line: str, asked: Vote, context: Context) -> Progress:
    """Take a vote."""
    game, by = progress.game, progress.person.address
    if asked.motion is None:
        return progress.told(line, _no_motion(line, asked, progress.person.language))
    motion = _motion(game, line, asked, progress)
    if isinstance(motion, Wrong):
        return progress.told(line, motion)
    lasts = game.settings.votes.standing is Standing.WITHDRAWN and not isinstance(motion, ForExtension)
    named = motion_named(motion, game.board, progress.person.language)
    return progress.decided(line, CastVote(by, motion), context, Did(Deed.VOTED if lasts else Deed.VOTED_NOW, named))


def unvote(progress: InGame, line: str, asked: Unvote, context: Context) -> Progress:
    """Take back the votes for a motion, or all."""
    if asked.motion is None and asked.word:
        return progress.told(line, _no_motion(line, asked, progress.person.language))
    kind = _KINDS[asked.motion] if asked.motion else None
    return progress.decided(line, WithdrawVotes(progress.person.address, kind), context, Did(Deed.UNVOTED))


def _no_motion(line: str, asked: Vote | Unvote, language: Language) -> Wrong:
    motions = tuple(vocabulary().printed["motions", language].values())
    return Wrong.at(Unknown.MOTION, asked.word or Word("", len(line)), motions)


def _motion(game: Game, line: str, asked: Vote, progress: Progress) -> Motion | Wrong:
    """What is voted for, with the powers or the length it needs."""
    if asked.motion == "ending":
        return ForEnding()
    if asked.motion == "extension":
        return _extension(line, asked)
    powers = read_powers(asked.named, game.board, load_notation(progress.person.notation))
    if isinstance(powers, Wrong):
        return powers
    if asked.motion == "draw":
        return ForDraw(powers)
    if len(powers) != 1:
        end = asked.named[1].start if len(asked.named) > 1 else len(line)
        return Wrong.missing(Unknown.POWER, end)
    return ForConcession(powers[0]) if asked.motion == "concession" else ForMaster(powers[0])


def _extension(line: str, asked: Vote) -> Motion | Wrong:
    length = read_length(asked.rest.text) if asked.rest else None
    if length:
        return ForExtension(length)
    return Wrong.at(Unknown.VALUE, asked.rest or Word("", len(line)), ("3d",))
