"""The rules of press: what may be sent, which letters are kept, who is told."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import assert_never

from judge.game.effect import Effects, Transition, effect, evolve, no_notices, unchanged
from judge.game.mastery.messages import MasterAct
from judge.game.mastery.permissions import why_not_permitted
from judge.game.messages import Event, Notice
from judge.game.orders.plans import MOST_YEARS_AHEAD, phase_order
from judge.game.press.circle import is_unnamed_writer, is_within, powers_within, without_name_of
from judge.game.press.delivery import (
    delivery,
    in_release_order,
    is_press_kept,
    leaves_together,
    may_press_leave,
    next_sweep,
    powers_waited_for,
    press_as_read,
    press_readers,
    reads_in_lesson,
)
from judge.game.press.messages import (
    AnsweredPress,
    DiaryWritten,
    PostSwept,
    PressCommand,
    PressSent,
    PressWriter,
    Recipients,
    SendPress,
    WriteDiary,
)
from judge.game.refusals import Refusal, Refused
from judge.game.settings import NO_READER, Address, Byline, PressSignature, Reader
from judge.game.state import Game
from judge.rules.board import Power


@dataclass(frozen=True)
class _Author:
    """The author of press: a power, an observer by the reader number, or the master (neither); and the signature."""

    power: Power | None = None
    observer: Reader = NO_READER
    signature: PressSignature = PressSignature.WHITE
    signed: Power | None = None

    @property
    def name(self) -> Power | PressWriter:
        """What a letter in their own name is signed with."""
        return PressWriter.OBSERVER if self.observer else self.power or PressWriter.MASTER


def decide_press(game: Game, command: PressCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about press, or why it is refused."""
    match command:
        case SendPress():
            return _send(game, command, now)
        case WriteDiary():
            return _note(game, command, now)
        case _:
            assert_never(command)


def _send(game: Game, command: SendPress, now: datetime) -> tuple[Event, ...] | Refused:
    hand = _author(game, command)
    if isinstance(hand, Refused):
        return hand
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    to = _recipients(game, command, hand)
    if to is None:
        return Refused(Refusal.PRESS_TO_ONESELF)
    refused = (
        _why_no_such_text(game, command.by, command.text)
        or _no_reader(game, to)
        or _no_reader(game, command.shown)
        or _why_not_allowed(game, hand, to, command)
        or _why_no_such_wait(game, command)
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
        sweep=next_sweep(max(now, game.press.last_sweep or now)) if _leaves_together(game, hand) else None,
        number=game.version + 1,
        thread=None if command.answers is None or to.are_the_master else command.answers.thread,
        to_unnamed=to.unnamed is not None,
    )
    if delivery(game, press).is_to_nobody:
        return Refused(Refusal.PRESS_TO_ONESELF)
    return (replace(press, held=is_press_kept(game, press)),)


def _leaves_together(game: Game, hand: _Author) -> bool:
    """Whether press leaves together with others; the master's never does, for it always says who writes."""
    return hand != _Author() and leaves_together(game, hand.signature, observer=bool(hand.observer))


def _author(game: Game, command: SendPress) -> _Author | Refused:
    """The author and the signature: in their own name, unless they or the settings want it otherwise.

    A master who plays has two names: a letter that does not say which is signed with the one they have chosen, or
    refused.
    """
    if command.answers and not command.says_who:
        return _author_of_reply(game, command.by, command.answers)
    powers = game.powers_of(command.by)
    if command.answers and not _takes_part(game, command.by, command.answers):
        return Refused(Refusal.NOT_A_READER)
    byline = byline_of(game, command)
    if command.as_master or byline is Byline.MASTER or (command.by == game.master and not powers):
        refused = why_not_permitted(game, command.by, MasterAct.SIGN_AS_MASTER)
        if refused:
            return refused
        return Refused(Refusal.MASTER_SIGNS) if command.grey or command.signed else _Author()
    observer = game.readers[command.by] if command.by in game.observers else NO_READER
    if not powers and not observer:
        return Refused(Refusal.NOT_A_PLAYER)
    power = command.signed if command.signed in powers else next(iter(powers), None)
    if byline is Byline.ASK:
        return Refused(Refusal.MASTER_OR_POWER, power=power)
    if command.signed and command.signed not in powers:
        return _Author(power, observer, PressSignature.BLACK, command.signed)
    if command.grey or not (command.signed or command.recipients.are_the_master):
        return _Author(power, observer, PressSignature.GREY if command.grey else _usual_signature(game))
    return _Author(power, observer, PressSignature.WHITE)


def _usual_signature(game: Game) -> PressSignature:
    """The signature of a letter that says nothing of it: none, where nobody may sign."""
    allowed = game.settings.press.signatures
    is_grey = PressSignature.WHITE not in allowed and PressSignature.GREY in allowed
    return PressSignature.GREY if is_grey else PressSignature.WHITE


def _takes_part(game: Game, who: Address, answered: AnsweredPress) -> bool:
    """Whether somebody still is among those who wrote or read what a reply answers."""
    is_unnamed = answered.circle.unnamed is not None or answered.readers.unnamed is not None
    wrote_first = is_unnamed and is_unnamed_writer(game, who, answered.thread)
    return wrote_first or is_within(game, who, answered.circle) or is_within(game, who, answered.readers)


def _author_of_reply(game: Game, who: Address, answered: AnsweredPress) -> _Author | Refused:
    """The author of a reply that says nothing of it, named as the letter it answers names them.

    So a master who plays and is written to as one of them signs as that, and whoever is in the exchange without their
    name stays so.
    """
    if not _takes_part(game, who, answered):
        return Refused(Refusal.NOT_A_READER)
    for to in (answered.circle, answered.readers):
        if powers := powers_within(game, who, to):
            others = without_name_of(answered.circle, powers[0])
            to_master = others is not None and others.are_the_master
            return _Author(powers[0], signature=PressSignature.WHITE if to_master else _usual_signature(game))
        if who == game.master and is_within(game, who, to):
            return _Author()
        if is_within(game, who, to):
            return _Author(observer=game.readers[who], signature=_usual_signature(game))
    thread = answered.thread
    return _Author(thread.sender, thread.observer, thread.signature)


def byline_of(game: Game, command: SendPress) -> Byline | None:
    """How a master who plays signs press that does not say who writes; None for others, or where it says."""
    if command.by != game.master or not game.powers_of(command.by):
        return None
    return None if command.signed or command.grey or command.as_master else game.people[command.by].byline


def _recipients(game: Game, command: SendPress, hand: _Author) -> Recipients | None:
    """The recipients that are named; with ``all_but`` every other power, and nobody else; None for nobody.

    The master gets it by a power at most, for they may play one of those left out. A reply is for all of its circle;
    one that is signed does not name its writer among them.
    """
    if command.answers:
        circle = command.answers.circle
        circle = replace(circle, observers=circle.observers and bool(game.observers))
        if hand.signature is not PressSignature.WHITE:
            return circle
        return without_name_of(circle, hand.name)
    if not command.all_but:
        return command.recipients
    own = game.powers_of(command.by)
    others = (power for power in game.board.powers if _may_be_written_to(game, power))
    return Recipients(tuple(power for power in others if power not in {*command.to, *own}))


def _why_no_such_text(game: Game, by: Address, text: str) -> Refused | None:
    """Why a text is refused: it is empty, or bears the writer's address where nobody may know who plays."""
    if not text.strip():
        return Refused(Refusal.EMPTY_PRESS)
    if game.settings.access.anonymous and by in text.lower():
        return Refused(Refusal.OWN_ADDRESS)
    return None


def _no_reader(game: Game, to: Recipients | None) -> Refused | None:
    powers = to.powers if to else ()
    absent = next((power for power in powers if not _may_be_written_to(game, power)), None)
    if absent:
        return Refused(Refusal.PRESS_TO_NOBODY, power=absent)
    return Refused(Refusal.NO_OBSERVERS) if to and to.observers and not game.observers else None


def _may_be_written_to(game: Game, power: Power) -> bool:
    return power in game.seats or power in game.vacant or reads_in_lesson(game, power)


def _why_not_allowed(game: Game, hand: _Author, to: Recipients, command: SendPress) -> Refused | None:
    """Why the settings forbid a letter. Everyone may write to the master in their own name, and the master to all."""
    rules, is_plain = game.settings.press, hand.signature is PressSignature.WHITE and command.shown is None
    is_master = hand == _Author()
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
    PressSignature.WHITE: Refusal.NO_WHITE_PRESS,
    PressSignature.GREY: Refusal.NO_GREY_PRESS,
    PressSignature.BLACK: Refusal.NO_BLACK_PRESS,
}


def _why_no_such_wait(game: Game, command: SendPress) -> Refused | None:
    """Why a letter may not wait for these results: they are out already, or years away."""
    phase, position = command.until, game.position
    if phase is None or position is None:
        return None
    if game.ended or phase_order(phase) < phase_order(position.phase):
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
    refused = _why_no_such_text(game, command.by, command.text)
    return refused or (DiaryWritten(powers[0], game.readers[command.by], command.text, game.position.phase, now),)


# --- how each event changes the game, and who is told


def _press_sent(game: Game, event: PressSent) -> Game:
    if not event.waits:
        return _with_press_sent(game, event)
    return evolve(game, press=replace(game.press, held=(*game.press.held, event)))


def _tell_press_sent(step: Transition[PressSent]) -> Iterator[Notice]:
    return press_notices(step.after, step.event)


def _swept(game: Game, event: PostSwept) -> Game:
    return evolve(game, press=replace(game.press, last_sweep=event.at))


def release_press(game: Game) -> Game:
    """The game with the kept press released that nothing keeps any more; called after every event."""
    if not game.press.held and not game.press.unread:
        return game
    unread = {power: letters for power, letters in game.press.unread.items() if power not in game.seats}
    held = tuple(press for press in game.press.held if not may_press_leave(game, press))
    freed = released_press(game, game)
    game = evolve(game, press=replace(game.press, held=held, unread=unread))
    for press in freed:
        game = _with_press_sent(game, press)
    return game


def released_press(was: Game, game: Game) -> tuple[PressSent, ...]:
    """The press that was kept in ``was`` and may leave in ``game``, in the order in which it leaves."""
    return in_release_order(game, (press for press in was.press.held if may_press_leave(game, press)))


def press_notices(game: Game, event: PressSent) -> Iterator[Notice]:
    """The notices of press that has been sent; none while it is kept."""
    return iter(()) if event.waits else _delivered(game, event)


def released_press_notices(was: Game, game: Game) -> Iterator[Notice]:
    """The notices of kept press that leaves now, whichever event has turned ``was`` into ``game``."""
    for press in released_press(was, game):
        yield from _delivered(game, press)
    for power, press in _found_press(was, game):
        yield from (Notice(player, press_as_read(press)) for player in game.players_of(power))


def _found_press(was: Game, game: Game) -> Iterator[tuple[Power, PressSent]]:
    """The press that had waited for a power without a player, and the power that is played now; once for each seat."""
    for power, letters in was.press.unread.items():
        seat = game.seat_of(power)
        known = [press for other in seat[: seat.index(power)] for press in was.press.unread.get(other, ())]
        if power in game.seats:
            yield from ((power, press) for press in letters if press not in known)


def _with_press_sent(game: Game, press: PressSent) -> Game:
    """The game with press sent; for a power that nobody plays it waits for its next player, or for the lesson."""
    unread = dict(game.press.unread)
    for power in powers_waited_for(game, press):
        unread[power] = (*unread.get(power, ()), press)
    return evolve(game, press=replace(game.press, unread=unread))


def _delivered(game: Game, press: PressSent) -> Iterator[Notice]:
    yield from (Notice(reader, press_as_read(press)) for reader in press_readers(game, press))


EFFECTS: Effects = dict(
    (
        effect(PressSent, _press_sent, _tell_press_sent),
        effect(PostSwept, _swept, no_notices),  # the letters that leave are told by ``released_press_notices``
        effect(DiaryWritten, unchanged, no_notices),
    )
)
