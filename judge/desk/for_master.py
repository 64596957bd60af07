"""The lines of a letter by which the master of a game acts on it."""

from judge.desk.context import Context
from judge.desk.office import fresh_secret
from judge.desk.phases import closed_as, no_phase
from judge.desk.progress import InGame, Progress
from judge.desk.take_up import with_plans
from judge.game.decide import decide
from judge.game.mastery.commands import CloseNow, OfferGame, Predict, RollBack, Terminate
from judge.game.mastery.permissions import Act, why_not
from judge.game.mastery.standing import opened_with
from judge.game.refusals import Refused
from judge.game.settings import Address
from judge.game.trail import Trail
from judge.mail.from_header import is_address
from judge.mail.of_master import BreakOff, ForceClose, Foretell, GoBack, HandOver, Look
from judge.mail.secrets import without_secret
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Shown, Unknown, Wrong
from judge.reports.mastery import write_overview


def close(progress: InGame, line: str, asked: ForceClose, context: Context) -> Progress:
    """Close the phase; what follows where players have kept orders for the phase that opens comes with it."""
    events = decide(progress.game, CloseNow(progress.person.address, asked.phase), context.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    closed = with_plans(Trail(progress.game).on(events), context.now)
    return progress.along(closed).told(line, Did(Deed.CLOSED))


def show_report(progress: InGame, line: str, _: Look, context: Context) -> Progress:
    """Show the master how the game stands."""
    game = progress.game
    refused = why_not(game, progress.person.address, Act.READ_REPORT)
    overview = write_overview(game, progress.person, context.office.unsent(game.name))
    return progress.told(line, refused or Shown(overview))


def predict(progress: InGame, line: str, _: Foretell, context: Context) -> Progress:
    """Judge orders before they are due."""
    return progress.decided(line, Predict(progress.person.address), context, Did(Deed.PLAIN_WORDS))


def roll_back(progress: InGame, line: str, asked: GoBack, context: Context) -> Progress:
    """Open a closed phase again."""
    game = progress.game
    refused = why_not(game, progress.person.address, Act.ROLL_BACK)
    if refused:
        return progress.told(line, refused)
    closed = context.office.phases(game.name)
    event = closed_as(asked.phase, closed) if asked.phase else None
    was = opened_with(context.office.store.events(game.name), event) if event else None
    if event is None or was is None:
        return progress.told(line, no_phase(asked.phase, [one.before.phase for one in closed]))
    undone = tuple(one.number for one in closed[closed.index(event) :])
    command = RollBack(progress.person.address, event, was, undone, asked.keep)
    return progress.decided(line, command, context, Did(Deed.ROLLED_BACK))


def hand_over(progress: InGame, line: str, asked: HandOver, context: Context) -> Progress:
    """Offer the game to somebody, who has to accept it."""
    to = asked.to
    if to is None:
        return progress.told(line, Wrong.missing(Unknown.VALUE, len(line), ("name@example.org",)))
    address = to.text.strip("<>").lower()
    if not is_address(address):
        return progress.told(line, Wrong.at(Unknown.VALUE, to, ("name@example.org",)))
    command = OfferGame(progress.person.address, Address(address), fresh_secret())
    return progress.decided(line, command, context, Did(Deed.OFFERED, address))


def terminate(progress: InGame, line: str, asked: BreakOff, context: Context) -> Progress:
    """End the game; the name of the game must stand there, so that nobody ends one by a slip."""
    game, name = progress.game, asked.name
    if name is None or name.text.lower() != game.name:
        return progress.told(line, Wrong.at(Unknown.GAME, name or Word("", len(line)), (game.name,)))
    reason = without_secret(asked.reason, progress.person.token)
    return progress.decided(line, Terminate(progress.person.address, reason), context, Did(Deed.TERMINATED))
