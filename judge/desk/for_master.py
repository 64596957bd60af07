"""The lines of a letter by which the master of a game acts on it."""

from judge.desk.amend import amend
from judge.desk.phases import closed_as, no_phase
from judge.desk.progress import Progress, Reading
from judge.desk.sources import Sources
from judge.desk.take_up import with_plans
from judge.game.decide import decide
from judge.game.mastery.commands import CloseNow, OfferGame, Predict, RollBack, Terminate
from judge.game.mastery.permissions import Act, why_not
from judge.game.mastery.standing import opened_with
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.mail.from_header import is_address
from judge.mail.of_master import Amend, BreakOff, ForceClose, Foretell, GoBack, HandOver, Look, OfMaster
from judge.mail.secrets import without_secret
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Shown, Unknown, Wrong
from judge.reports.mastery import write_overview


def for_master(progress: Progress, line: str, asked: OfMaster, reading: Reading, sources: Sources) -> Progress:
    """Take a line that only the master may write; who else may not is for the decision to say."""
    game, by = progress.game, progress.person.address
    if game is None:
        return progress.told(line, Wrong(Unknown.GAME))
    match asked:
        case ForceClose(phase):
            return _close(progress, line, CloseNow(by, phase), reading)
        case GoBack():
            return _go_back(progress, line, asked, reading, sources)
        case Amend():
            return amend(progress, line, asked, reading)
        case HandOver():
            return _hand_over(progress, line, asked, reading, sources)
        case BreakOff():
            return _break_off(game, progress, line, asked, reading)
        case Look():
            refused = why_not(game, by, Act.READ_REPORT)
            overview = write_overview(game, progress.person, sources.unsent(game.name))
            return progress.told(line, refused or Shown(overview))
        case Foretell():
            return progress.decided(line, Predict(by), reading, Did(Deed.PLAIN_WORDS))


def _close(progress: Progress, line: str, command: CloseNow, reading: Reading) -> Progress:
    """The close, and what follows where players have kept orders for the phase that opens."""
    events = decide(progress.game, command, reading.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    assert progress.game is not None
    happened = progress.happened(with_plans(progress.game, events, reading.now))
    return happened.told(line, Did(Deed.CLOSED))


def _go_back(progress: Progress, line: str, asked: GoBack, reading: Reading, sources: Sources) -> Progress:
    game = progress.game
    assert game is not None
    refused = why_not(game, progress.person.address, Act.ROLL_BACK)
    if refused:
        return progress.told(line, refused)
    closed = sources.phases(game.name)
    event = closed_as(asked.phase, closed) if asked.phase else None
    was = opened_with(sources.log(game.name), event) if event else None
    if event is None or was is None:
        return progress.told(line, no_phase(asked.phase, [one.before.phase for one in closed]))
    undone = tuple(one.number for one in closed[closed.index(event) :])
    command = RollBack(progress.person.address, event, was, undone, asked.keep)
    return progress.decided(line, command, reading, Did(Deed.ROLLED_BACK))


def _hand_over(progress: Progress, line: str, asked: HandOver, reading: Reading, sources: Sources) -> Progress:
    to = asked.to
    if to is None:
        return progress.told(line, Wrong.missing(Unknown.VALUE, len(line), ("name@example.org",)))
    address = to.text.strip("<>").lower()
    if not is_address(address):
        return progress.told(line, Wrong.at(Unknown.VALUE, to, ("name@example.org",)))
    command = OfferGame(progress.person.address, Address(address), sources.secret())
    return progress.decided(line, command, reading, Did(Deed.OFFERED, address))


def _break_off(game: Game, progress: Progress, line: str, asked: BreakOff, reading: Reading) -> Progress:
    """The name of the game must stand there, so that nobody ends one by a slip."""
    name = asked.name
    if name is None or name.text.lower() != game.name:
        return progress.told(line, Wrong.at(Unknown.GAME, name or Word("", len(line)), (game.name,)))
    reason = without_secret(asked.reason, progress.person.token)
    return progress.decided(line, Terminate(progress.person.address, reason), reading, Did(Deed.TERMINATED))
