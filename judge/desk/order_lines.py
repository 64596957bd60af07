"""Lines that are orders or stand among them: the phase they are for, wishes, plain words, the end of the letter."""

from dataclasses import replace

from judge.desk.context import Context
from judge.desk.give_orders import give_orders
from judge.desk.headings import past_recalled, recalled, title_apart
from judge.desk.keep import condition_without_end, is_ahead, keep_orders
from judge.desk.progress import Progress
from judge.desk.seats import answer_muster, answered_by_order, is_mustered
from judge.desk.succeed import back_with_orders
from judge.desk.wage import wage
from judge.desk.wished import proposal
from judge.game.refusals import Refusal, Refused
from judge.mail.calendar import in_century
from judge.mail.meanings import Beyond, MaybeOrder, NamePhase, Near, Stop
from judge.mail.of_war import OfWar
from judge.mail.seating import Here
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Unknown, Wrong


def take_order(progress: Progress, line: str, _: MaybeOrder, context: Context) -> Progress:
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
    if is_ahead(progress):
        return keep_orders(progress, line, context)
    condition = condition_without_end(progress, line)
    if condition:
        astray = progress.astray or condition
        return replace(progress, astray=astray).told(line, astray)
    return give_orders(progress, line, context)


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
    return take_order(progress, line, MaybeOrder(), context)


def decide_war(progress: Progress, line: str, asked: OfWar, context: Context) -> Progress:
    """Decide something of a war besides orders; in a game without troops such a line is like any other."""
    game = progress.in_game
    if game and game.game.board.war.troops:
        return wage(game, line, asked, context)
    return take_order(progress, line, MaybeOrder(), context)


def propose(progress: Progress, line: str, near: Near, context: Context) -> Progress:
    """Propose the command that a sentence wishes for; where it turns out to wish for none it may be an order."""
    if proposed := proposal(progress, line, near):
        return progress.told(line, proposed)
    return take_order(progress, line, MaybeOrder(), context)


def stop(progress: Progress, _: str, __: Stop, ___: Context) -> Progress:
    """Read nothing below."""
    return replace(progress, stopped=True)


def tell_beyond(progress: Progress, line: str, _: Beyond, __: Context) -> Progress:
    """Tell from where on the letter is no more read."""
    return progress.told(line, Did(Deed.BEYOND))
