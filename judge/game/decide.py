"""Decisions: a command and a game make events or a refusal, nothing else."""

from datetime import datetime
from typing import assert_never

from judge.game import schedule
from judge.game.ahead import decide_ahead
from judge.game.commands import (
    AheadCommand,
    AskWhatIf,
    Command,
    ConfirmMove,
    DropAdvance,
    DropWishes,
    GiveOrder,
    JoinGame,
    KeepAdvance,
    KeepWish,
    MoveTo,
    NoteBounce,
    NoteLetter,
    OpenGame,
    RenewToken,
    SendPress,
    SetPreference,
    WithdrawOrders,
)
from judge.game.crossing import is_overtaken
from judge.game.events import (
    Deadline,
    Event,
    GameOpened,
    GameStarted,
    OrderGiven,
    OrdersWithdrawn,
    PlayerJoined,
    PreferenceSet,
    PressSent,
    WhatIfAsked,
)
from judge.game.lots import draw
from judge.game.people import decide_mailbox
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Seating
from judge.game.state import DAY, Game, after
from judge.rules.board import Power, Province
from judge.rules.orders import Build, Order, Waive
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.setup import opening_position


def decide(game: Game | None, command: Command, now: datetime) -> tuple[Event, ...] | Refused:
    """What a command makes happen at ``now`` (UTC), or why it may not. Pure: the game is left as it was."""
    if isinstance(command, OpenGame):
        return _open(game, command, now)
    if game is None:
        return Refused(Refusal.NOT_A_PLAYER)
    match command:
        case JoinGame():
            return _join(game, command, now)
        case GiveOrder():
            return _order(game, command)
        case WithdrawOrders(by):
            powers = game.powers_of(by)
            refused = _no_orders_now(game, powers)
            return refused or tuple(OrdersWithdrawn(power, now) for power in powers)
        case KeepAdvance() | DropAdvance() | KeepWish() | DropWishes():
            return _ahead(game, command, now)
        case SendPress():
            return _press(game, command, now)
        case SetPreference():
            return _prefer(game, command, now)
        case NoteBounce() | NoteLetter() | MoveTo() | ConfirmMove() | RenewToken():
            return decide_mailbox(game, command, now)
        case AskWhatIf():
            return _what_if(game, command, now)
        case _:
            assert_never(command)


def _open(game: Game | None, command: OpenGame, now: datetime) -> tuple[Event, ...] | Refused:
    if game is not None:
        return Refused(Refusal.NAME_TAKEN)
    return (GameOpened(command.game, command.settings, command.by, command.seed, now),)


def _join(game: Game, command: JoinGame, now: datetime) -> tuple[Event, ...] | Refused:
    refused = _no_seat(game, command)
    if refused:
        return refused
    joined = PlayerJoined(command.by, command.wishes, now)
    full = after(game, joined)
    return (joined, _start(full, now)) if len(full.players) == len(game.board.powers) else (joined,)


def _no_seat(game: Game, command: JoinGame) -> Refused | None:
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if command.by.address in game.wishes:
        return Refused(Refusal.ALREADY_JOINED)
    if game.position:
        return Refused(Refusal.GAME_FULL)
    if command.wishes and game.settings.seating is Seating.LOTS:
        return Refused(Refusal.LOTS_ONLY, power=command.wishes[0])
    wished = {power for wishes in game.wishes.values() for power in wishes[:1]}
    taken = next((power for power in command.wishes if power in wished), None)
    return Refused(Refusal.POWER_TAKEN, power=taken) if taken else None


def _start(game: Game, now: datetime) -> GameStarted:
    seats = draw(game.seed, tuple(game.board.powers), game.wishes)
    position = opening_position(game.board)
    return GameStarted(seats, position, schedule.deadline(game.settings, position.phase.kind, now), now)


def _no_orders_now(game: Game, powers: tuple[Power, ...]) -> Refused | None:
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    return Refused(Refusal.TOO_LATE, phase=game.position.phase) if game.deadline is None else None


def _order(game: Game, command: GiveOrder) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    refused = _no_orders_now(game, powers)
    if refused or game.position is None or game.deadline is None:
        return refused or Refused(Refusal.NOT_STARTED)
    refused = _out_of_time(command, game.position.phase, game.deadline)
    if refused:
        return refused
    power = _ordering_power(game, game.position, powers, command.order)
    if isinstance(power, Refused):
        return power
    given = OrderGiven(power, command.order, command.letter, command.written, command.arrived)
    if is_overtaken(command.written, (earlier.written for earlier in game.orders.get(power, ()))):
        return Refused(Refusal.OVERTAKEN, at=command.written)
    return (given,)


def _out_of_time(command: GiveOrder, phase: Phase, deadline: Deadline) -> Refused | None:
    """A letter that crossed the close of a phase must not command the units of the next one by accident."""
    if command.arrived > deadline.at:
        return Refused(Refusal.TOO_LATE, phase=phase, at=deadline.at)
    if command.phase is not None:
        return None if command.phase == phase else Refused(Refusal.OTHER_PHASE, phase=command.phase)
    if command.written and command.written < deadline.opened.replace(microsecond=0):
        return Refused(Refusal.WRITTEN_BEFORE, phase=phase, at=command.written)
    return None


def _ordering_power(game: Game, position: Position, powers: tuple[Power, ...], order: Order) -> Power | Refused:
    """The sender's power that an order speaks for, by its unit; a build speaks for the power whose home it is."""
    match order:
        case Waive():
            return powers[0]
        case Build(at=place):
            home = game.board.regions[place.province].home_of
            return home if home in powers else powers[0]
        case _:
            return _owner(position, powers, order.at)


def _owner(position: Position, powers: tuple[Power, ...], province: Province) -> Power | Refused:
    unit = position.units.get(province)
    if position.phase.kind is PhaseKind.RETREAT and province in position.dislodged:
        unit = position.dislodged[province].unit
    if unit is None:
        return Refused(Refusal.NO_UNIT_THERE, province=province)
    if unit.power not in powers:
        return Refused(Refusal.NOT_YOUR_UNIT, province=province, power=unit.power)
    return unit.power


def _ahead(game: Game, command: AheadCommand, now: datetime) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    refused = _no_orders_now(game, powers)
    if refused or game.position is None:
        return refused or Refused(Refusal.NOT_STARTED)
    return decide_ahead(game, powers[0], game.position.phase, command, now)


def _press(game: Game, command: SendPress, now: datetime) -> tuple[Event, ...] | Refused:
    powers = game.powers_of(command.by)
    if not powers and command.by != game.master:
        return Refused(Refusal.NOT_A_PLAYER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if not command.text.strip():
        return Refused(Refusal.EMPTY_PRESS)
    absent = next((power for power in command.to if power not in game.seats), None)
    if absent:
        return Refused(Refusal.PRESS_TO_NOBODY, power=absent)
    silent_phase = game.position.phase.kind is not PhaseKind.MOVEMENT and not game.ended
    held = silent_phase and not game.book.press_in_short_phases
    return (PressSent(powers[0] if powers else None, command.to, command.text, held, now),)


def _prefer(game: Game, command: SetPreference, now: datetime) -> tuple[Event, ...] | Refused:
    person = game.people.get(command.by)
    if person is None:
        return Refused(Refusal.NOT_A_PLAYER)
    return (
        PreferenceSet(
            person.address,
            command.language or person.language,
            command.notation or person.notation,
            command.zone or person.zone,
            now,
        ),
    )


def _what_if(game: Game, command: AskWhatIf, now: datetime) -> tuple[Event, ...] | Refused:
    """Anyone of the game may ask, so many times in a day; the oldest of them makes room a day later."""
    if command.by not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    mine = [asked.at for asked in game.whatifs_since(now - DAY) if asked.address == command.by]
    most = game.settings.whatifs_per_day
    return (
        Refused(Refusal.WHATIFS_USED_UP, at=mine[-most] + DAY) if len(mine) >= most else (WhatIfAsked(command.by, now),)
    )
