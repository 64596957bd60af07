"""Decisions about press: whether a letter may be sent, as whom, to whom, when."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from judge.game.mastery.permissions import Act, why_not
from judge.game.messages import Event
from judge.game.orders.plans import MOST_YEARS_AHEAD, rank
from judge.game.press.messages import DiaryWritten, PressCommand, PressSent, Recipients, SendPress, WriteDiary
from judge.game.press.post import delivery, is_kept
from judge.game.press.rules import Byline, Signature
from judge.game.press.sweep import leaves_together, next_sweep
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


@dataclass(frozen=True)
class _Hand:
    """Who writes: a power, an observer by the number, the master (neither); with which signature."""

    power: Power | None = None
    observer: int = 0
    signature: Signature = Signature.WHITE
    signed: Power | None = None


def decide_press(game: Game, command: PressCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """Events of a command about press, or why it is refused."""
    match command:
        case SendPress():
            return _send(game, command, now)
        case WriteDiary():
            return _note(game, command, now)
        case _:
            assert_never(command)


def _send(game: Game, command: SendPress, now: datetime) -> tuple[Event, ...] | Refused:
    hand = _hand(game, command)
    if isinstance(hand, Refused):
        return hand
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    to = _recipients(game, command)
    refused = (
        _unfit(game, command.by, command.text)
        or _no_reader(game, to)
        or _no_reader(game, command.shown)
        or _not_so(game, hand, to, command)
        or _not_then(game, command)
    )
    if refused:
        return refused
    press = PressSent(
        sender=hand.power,
        to=to.powers,
        text=command.text,
        held=False,
        at=now,
        to_master=to.master,
        to_observers=to.observers,
        observer=hand.observer,
        signature=hand.signature,
        signed=hand.signed,
        shown=command.shown,
        until=command.until,
        phase=game.position.phase,
        sweep=next_sweep(max(now, game.press.swept or now)) if _leaves_together(game, hand) else None,
    )
    if delivery(game, press).is_to_nobody:
        return Refused(Refusal.PRESS_TO_ONESELF)
    return (replace(press, held=is_kept(game, press)),)


def _leaves_together(game: Game, hand: _Hand) -> bool:
    """The master always says who they are."""
    return hand != _Hand() and leaves_together(game, hand.signature, observer=bool(hand.observer))


def _hand(game: Game, command: SendPress) -> _Hand | Refused:
    """Who writes and how they sign: in their own name, unless they or the settings want it otherwise.

    A master who plays has two names: under a letter that does not say which stands the one they have chosen, or none.
    """
    powers, allowed = game.powers_of(command.by), game.settings.press.signatures
    byline = byline_of(game, command)
    if command.as_master or byline is Byline.MASTER or (command.by == game.master and not powers):
        refused = why_not(game, command.by, Act.SIGN_AS_MASTER)
        if refused:
            return refused
        return Refused(Refusal.MASTER_SIGNS) if command.grey or command.signed else _Hand()
    observer = game.readers[command.by] if command.by in game.observers else 0
    if not powers and not observer:
        return Refused(Refusal.NOT_A_PLAYER)
    power = command.signed if command.signed in powers else next(iter(powers), None)
    if byline is Byline.ASK:
        return Refused(Refusal.MASTER_OR_POWER, power=power)
    if command.signed and command.signed not in powers:
        return _Hand(power, observer, Signature.BLACK, command.signed)
    unsigned = Signature.WHITE not in allowed and Signature.GREY in allowed and not command.signed
    to_master = command.recipients.are_the_master
    return _Hand(power, observer, Signature.GREY if command.grey or (unsigned and not to_master) else Signature.WHITE)


def byline_of(game: Game, command: SendPress) -> Byline | None:
    """Which of two names stands under a letter that says nothing of it; None of a writer who has one, or has said."""
    if command.by != game.master or not game.powers_of(command.by):
        return None
    return None if command.signed or command.grey or command.as_master else game.people[command.by].byline


def _recipients(game: Game, command: SendPress) -> Recipients:
    """Those who are named; of "all but" some, every other power, and nobody else: the master may play one of them."""
    if not command.all_but:
        return command.recipients
    own = game.powers_of(command.by)
    others = (power for power in game.board.powers if power in game.seats or power in game.vacant)
    return Recipients(tuple(power for power in others if power not in {*command.to, *own}))


def _unfit(game: Game, by: Address, text: str) -> Refused | None:
    """Nothing, or something that tells who wrote it where nobody may know."""
    if not text.strip():
        return Refused(Refusal.EMPTY_PRESS)
    if game.settings.access.anonymous and by in text.lower():
        return Refused(Refusal.OWN_ADDRESS)
    return None


def _no_reader(game: Game, to: Recipients | None) -> Refused | None:
    powers = to.powers if to else ()
    absent = next((power for power in powers if power not in game.seats and power not in game.vacant), None)
    if absent:
        return Refused(Refusal.PRESS_TO_NOBODY, power=absent)
    return Refused(Refusal.NO_OBSERVERS) if to and to.observers and not game.observers else None


def _not_so(game: Game, hand: _Hand, to: Recipients, command: SendPress) -> Refused | None:
    """Whether the settings forbid it. To the master everyone may write in their own name, and the master to all."""
    rules, is_plain = game.settings.press, hand.signature is Signature.WHITE and command.shown is None
    is_master = hand == _Hand()
    if is_plain and (is_master or to.are_the_master):
        return None
    if hand.observer and (hand.signed or not rules.observers_write):
        return Refused(Refusal.OBSERVERS_SILENT)
    if not is_master and hand.signature not in rules.signatures:
        return Refused(_FORBIDDEN[hand.signature] if rules.signatures else Refusal.NO_PRESS)
    if command.shown is not None and not rules.fakes:
        return Refused(Refusal.NO_FAKES)
    if not rules.private and not is_master and not to.are_everyone:
        return Refused(Refusal.NO_PRIVATE_PRESS)
    return None


_FORBIDDEN = {
    Signature.WHITE: Refusal.NO_WHITE_PRESS,
    Signature.GREY: Refusal.NO_GREY_PRESS,
    Signature.BLACK: Refusal.NO_BLACK_PRESS,
}


def _not_then(game: Game, command: SendPress) -> Refused | None:
    """A letter waits for results that are still to come, and not for years."""
    phase, position = command.until, game.position
    if phase is None or position is None:
        return None
    if game.ended or rank(phase) < rank(position.phase):
        return Refused(Refusal.RESULTS_OUT, phase=phase)
    if phase.year > position.phase.year + MOST_YEARS_AHEAD:
        return Refused(Refusal.TOO_FAR_AHEAD, phase=phase)
    return None


def _note(game: Game, command: WriteDiary, now: datetime) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    if not game.settings.press.diaries:
        return Refused(Refusal.NO_DIARIES)
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    assert game.position is not None
    refused = _unfit(game, command.by, command.text)
    return refused or (DiaryWritten(powers[0], game.readers[command.by], command.text, game.position.phase, now),)
