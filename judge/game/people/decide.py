"""Decisions about people: how they read, whether letters reach them, where they are written to."""

from datetime import datetime, timedelta
from typing import assert_never

from judge.game.mastery.permissions import MasterAct, why_not_permitted
from judge.game.people.address_book import AddressMove, Bounce, are_too_many, with_bounce
from judge.game.people.messages import (
    AddressChanged,
    AskMove,
    BecameUnreachable,
    ChangeToken,
    ConfirmMove,
    LetterBounced,
    MoveAsked,
    MoveConfirmed,
    MoveRefused,
    PeopleCommand,
    PeopleEvent,
    PreferenceSet,
    ReachedAgain,
    RecordBounce,
    RecordReached,
    RefuseMove,
    SetPreference,
    TokenChanged,
)
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import Game

SHORTEST_TIME_BETWEEN_MOVES = timedelta(hours=1)
"""A person may ask for a move only so often, for each writes to an address the judge knows nothing of."""

MOVE_CODE_LIFETIME = timedelta(days=7)
"""How long the codes of a move are good."""


def decide_people(game: Game, command: PeopleCommand, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
    """The events of a command about people, or why it is refused."""
    match command:
        case SetPreference():
            return _prefer(game, command, now)
        case RecordBounce(to, hard):
            return _bounce(game, LetterBounced(to, hard, now))
        case RecordReached(by):
            return (ReachedAgain(by, now),) if game.is_unreachable(by) else ()
        case AskMove():
            return _move(game, command, now)
        case ConfirmMove():
            return _confirm(game, command, now)
        case RefuseMove():
            return _refuse(game, command, now)
        case ChangeToken():
            return _renew(game, command, now)
        case _:
            assert_never(command)


def _prefer(game: Game, command: SetPreference, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
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
            command.reminders or person.reminders,
            person.calendar if command.calendar is None else command.calendar,
            command.byline or person.byline,
        ),
    )


def _bounce(game: Game, bounced: LetterBounced) -> tuple[PeopleEvent, ...]:
    """Record a bounce, unless one as bad came within a day; three hard ones in a week make a person unreachable."""
    address, reader = bounced.address, game.readers.get(bounced.address)
    if reader is None or game.is_unreachable(address):
        return ()
    counted = game.address_book.bounces.get(reader, ())
    bounces = with_bounce(counted, Bounce(bounced.hard, bounced.at))
    if bounces == counted:
        return ()
    return (bounced, BecameUnreachable(address, bounced.at)) if are_too_many(bounces) else (bounced,)


def _move(game: Game, command: AskMove, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
    """Ask for a move; whether ``to`` belongs to somebody of the game makes no difference, or asking would tell."""
    if command.by not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    if command.to == command.by:
        return Refused(Refusal.ADDRESS_TAKEN)
    pending = game.address_book.moves.get(game.readers[command.by])
    if pending and now < pending.at + SHORTEST_TIME_BETWEEN_MOVES:
        return Refused(Refusal.MOVE_PENDING, at=pending.at + SHORTEST_TIME_BETWEEN_MOVES)
    return (MoveAsked(command.by, command.to, command.old_code, command.new_code, now),)


def _confirm(game: Game, command: ConfirmMove, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
    """Confirm a move by a code, which counts only from the mailbox it was sent to; the second one changes the address.

    Where the new address belongs to somebody of the game the move never ends; whoever asked sees it wait for an answer.
    """
    found = _pending_move(game, command, now)
    if found is None:
        return Refused(Refusal.NOT_A_PLAYER)
    address, move = found
    from_new = command.code == move.new_code
    if move.to in game.people and (from_new or move.new_agrees):
        return ()
    confirmed = MoveConfirmed(address, from_new, now)
    if not move.confirmed(from_new=from_new).is_agreed:
        return (confirmed,)
    return (confirmed, AddressChanged(address, move.to, command.token, now))


def _refuse(game: Game, command: RefuseMove, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
    found = _pending_move(game, command, now)
    if found is None:
        return Refused(Refusal.NOT_A_PLAYER)
    address, move = found
    return (MoveRefused(address, command.code == move.new_code, now),)


def _pending_move(game: Game, command: ConfirmMove | RefuseMove, now: datetime) -> tuple[Address, AddressMove] | None:
    """The address of whoever is moving and the move that a code belongs to, while it may still be answered."""
    answer = (command.code, command.by)
    for address, move in game.by_address(game.address_book.moves).items():
        if answer in {(move.old_code, address), (move.new_code, move.to)}:
            return (address, move) if now <= move.at + MOVE_CODE_LIFETIME else None
    return None


def _renew(game: Game, command: ChangeToken, now: datetime) -> tuple[PeopleEvent, ...] | Refused:
    if command.by not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    if command.power is None:
        return (TokenChanged(command.by, command.token, False, now),)
    refused = why_not_permitted(game, command.by, MasterAct.CHANGE_TOKEN)
    if refused:
        return refused
    of: Address | None = game.seats.get(command.power)
    if of is None:
        return Refused(Refusal.NO_PLAYER_THERE, power=command.power)
    return (TokenChanged(of, command.token, of != command.by, now),)
