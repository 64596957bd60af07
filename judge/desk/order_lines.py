"""Lines that are orders or stand among them: the phase they are for, wishes, plain words, the end of the letter."""

from collections.abc import Mapping
from dataclasses import replace

from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.give_orders import give_orders, is_near
from judge.desk.handler import in_game
from judge.desk.headings import past_recalled, recalled, title_apart
from judge.desk.keep import condition_without_end, keep_orders, phase_ahead
from judge.desk.progress import InGame, Progress
from judge.desk.seats import answer_muster, answered_by_order, is_mustered
from judge.desk.succeed import back_with_orders
from judge.desk.war import wage
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.decide import decide_votes
from judge.game.votes.messages import CastVote, ForExtension
from judge.mail.calendar import in_century
from judge.mail.dates import read_length
from judge.mail.meanings import Beyond, MaybeOrder, NamePhase, Near, Stop
from judge.mail.of_war import OfWar
from judge.mail.seating import Here
from judge.mail.vocabulary import vocabulary
from judge.mail.words import Word, verb_of
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Did, Unknown, Wrong
from judge.reports.names import power_name

# --- sentences that wish for a command


_DEEDS = {
    "same_orders": Deed.SAME_ORDERS,
    "orders_stand": Deed.ORDERS_STAND,
    "orders_attached": Deed.ORDERS_ATTACHED,
}
_TO_MASTER: Mapping[Language, str] = {"en": "TO MASTER", "fr": "AU MAÎTRE DE JEU"}
_AND: Mapping[Language, str] = {"en": " AND ", "fr": " ET "}


def proposal(progress: Progress, line: str, near: Near) -> Answer | None:
    """What is answered to a sentence; None where it turns out to be no wish, since what it names are no powers."""
    game, (verb, language, _) = progress.game, verb_of(near.command)
    if verb == "absence" and (game is None or progress.person.address not in game.players):
        return None  # nobody waits for them
    if verb == "absence" and game and not game.settings.timing.absences.days:
        return Refused(Refusal.NO_ABSENCES)
    if near.about:
        return _about_orders(progress, line, near.about)
    if verb in {"extend", "rollback", "press"} and game and not near.to:
        return _to_who_may(progress, game, near.command)
    if not near.to:
        return Wrong(Unknown.NEAR_COMMAND, hints=(near.command,))
    named = read_powers(near.to, game.board, load_notation(progress.person.notation)) if game else ()
    if game is None or isinstance(named, Wrong) or not named or is_near(progress, line):
        return None
    if set(named) & set(game.powers_of(progress.person.address)):
        return None  # a title of one's own power
    names = _AND[language].join(power_name(power, game.board, language).to.upper() for power in named)
    return Wrong(Unknown.NEAR_PRESS, hints=(f"{near.command} {names}",))


def _about_orders(progress: Progress, line: str, about: str) -> Answer | None:
    """What is said to somebody who speaks of orders without writing them; None where they have none to give."""
    game = progress.view
    is_due = game is not None and game.open_position is not None and game.powers_of(progress.person.address)
    return Did(_DEEDS[about]) if is_due and not is_near(progress, line) else None


def _to_who_may(progress: Progress, game: Game, command: str) -> Answer | None:
    """What its writer may write: a master the command, a player a vote, or a letter to the master; None where nothing.

    A reminder is a master's to send, not a player's; their own game stands still before it begins and when it is over.
    """
    by, (verb, language, rest) = progress.person.address, verb_of(command)
    printed = vocabulary().printed
    if by == game.master:
        if verb == "press":
            return Wrong(Unknown.NEAR_PRESS, hints=(command,))
        return Wrong(Unknown.NEAR_COMMAND, hints=(command,))
    if verb == "press" or by not in game.players:
        return None
    length = read_length(rest[0].text) if verb == "extend" and rest else None
    vote = CastVote(by, ForExtension(length)) if length and game.deadline else None
    if vote and game.deadline and not isinstance(decide_votes(game, vote, game.deadline.at), Refused) and rest:
        proposed = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {rest[0].text}"
        return Wrong(Unknown.NEAR_COMMAND, hints=(proposed,))
    return Wrong(Unknown.NEAR_PRESS, hints=(f"{printed['verbs', language]['press']} {_TO_MASTER[language]}",))


# --- the lines


def take_order(progress: InGame, line: str, _: MaybeOrder, context: Context) -> InGame:
    """Take orders for the open phase, or for one that is to come; perhaps a condition where none can stand."""
    if answered := answered_by_order(progress, line, context):
        return answered
    title, *orders = title_apart(progress, line)
    if orders:
        headed = take_order(progress, title, MaybeOrder(), context)
        return take_order(headed, orders[0], MaybeOrder(), context)
    if old := recalled(progress, line):
        return old
    progress = back_with_orders(past_recalled(progress, line), line, context)
    if ahead := phase_ahead(progress):
        return keep_orders(progress, line, ahead, context)
    condition = condition_without_end(progress, line)
    if condition:
        astray = progress.astray or condition
        return replace(progress, astray=astray).told(line, astray)
    return give_orders(progress, line, context)


def _plain_words(*_: object) -> Answer:
    return Did(Deed.PLAIN_WORDS)


take_line = in_game(take_order, _plain_words)
"""Takes a line that is no command: without a game there are but plain words."""


def name_phase(progress: Progress, line: str, named: NamePhase, _: Context) -> Progress:
    """Note the phase the lines below are for; below one that cannot be read, orders would be for nobody knows which."""
    phase = named.phase
    position = progress.game.open_position if progress.game else None
    if phase is None:
        place = named.words or Word("", len(line.rstrip()))
        hint = (f"{line[: place.start].strip(' :')} {position.phase}",) if position else ()
        progress = progress.told(line, Wrong.at(Unknown.VALUE, place, hint))
    elif position:
        phase = in_century(phase, position.phase)
    return replace(progress, phase=phase, astray=None if phase else Refused(Refusal.PHASE_UNREAD))


def be_here(progress: Progress, line: str, here: Here, context: Context) -> Progress:
    """Answer the muster; with more words behind the verb, which nobody waits for: ``Here are my orders for fall:``."""
    if here.is_bare or is_mustered(progress.game, progress.person.address):
        return answer_muster(progress, line, here, context)
    return take_line(progress, line, MaybeOrder(), context)


def decide_war(progress: Progress, line: str, asked: OfWar, context: Context) -> Progress:
    """Decide something of a war besides orders; in a game without troops such a line is like any other."""
    game = progress.in_game
    if game and game.game.board.war.troops:
        return wage(game, line, asked, context)
    return take_line(progress, line, MaybeOrder(), context)


def propose(progress: Progress, line: str, near: Near, context: Context) -> Progress:
    """Propose the command that a sentence wishes for; where it turns out to wish for none it may be an order."""
    if proposed := proposal(progress, line, near):
        return progress.told(line, proposed)
    return take_line(progress, line, MaybeOrder(), context)


def stop(progress: Progress, _: str, __: Stop, ___: Context) -> Progress:
    """Read nothing below."""
    return replace(progress, stopped=True)


def tell_beyond(progress: Progress, line: str, _: Beyond, __: Context) -> Progress:
    """Tell from where on the letter is no more read."""
    return progress.told(line, Did(Deed.BEYOND))
