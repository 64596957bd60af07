"""Who hears of whose mailbox."""

from collections.abc import Iterator
from typing import assert_never

from judge.game.mastery.permissions import knows_addresses
from judge.game.news import Notice
from judge.game.people.events import (
    AddressChanged,
    AddressEvent,
    BecameUnreachable,
    LetterBounced,
    MoveAsked,
    MoveConfirmed,
    MoveRefused,
    PeopleEvent,
    PreferenceSet,
    ReachedAgain,
    ReachEvent,
    TokenChanged,
)
from judge.game.people.news import Moved, MoveHalfway, MoveOff, MoveToConfirm, Reached, TokenGiven, Unreachable
from judge.game.state import Game


def people_notices(was: Game, game: Game, event: PeopleEvent) -> Iterator[Notice]:
    """The notices of one of these events, which turned ``was`` into ``game``."""
    match event:
        case PreferenceSet():
            yield from ()  # between the reader and the judge: the acknowledgement is all
        case LetterBounced() | BecameUnreachable() | ReachedAgain():
            yield from _heard(game, event)
        case MoveAsked() | MoveConfirmed() | MoveRefused() | AddressChanged() | TokenChanged():
            yield from _addressed(was, game, event)
        case _:
            assert_never(event)


def _heard(game: Game, event: ReachEvent) -> Iterator[Notice]:
    """Whose mailbox fails is the master's business; the settings may make it everyone else's. Theirs it never is."""
    everyone = game.audience if game.settings.tell_unreachable else (game.master,)
    powers = game.powers_of(event.address)
    readers = [reader for reader in everyone if reader != event.address]
    match event:
        case LetterBounced():
            pass
        case BecameUnreachable():
            for reader in readers:
                address = event.address if knows_addresses(game, reader) else None
                yield Notice(reader, Unreachable(powers, address))
        case ReachedAgain():
            yield from (Notice(reader, Reached(powers)) for reader in readers)
        case _:
            assert_never(event)


def _addressed(was: Game, game: Game, event: AddressEvent) -> Iterator[Notice]:
    """That somebody moves, and where to, is told to nobody else, not even to the master."""
    match event:
        case MoveAsked(old, new):
            yield Notice(old, MoveToConfirm(event, event.old_code, is_new=False))
            yield Notice(old, MoveToConfirm(event, event.new_code, is_new=True), at=new)
        case MoveConfirmed(old, from_new):
            move = game.moves[old]
            if not move.is_agreed:
                yield Notice(old, MoveHalfway(from_new), at=move.asked.to if from_new else None)
        case MoveRefused(old, from_new):
            to = was.moves[old].asked.to
            yield Notice(old, MoveOff(from_new, to))
            if from_new:
                yield Notice(old, MoveOff(is_new=True, to=None), at=to)
        case AddressChanged(old, new):
            yield Notice(new, Moved(is_new=True))
            yield Notice(new, Moved(is_new=False), at=old)
        case TokenChanged(address, by_master=by_master):
            if by_master:
                yield Notice(address, TokenGiven())
        case _:
            assert_never(event)
