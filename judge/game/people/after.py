"""What becomes of a game when something happens to its people."""

from dataclasses import replace
from typing import assert_never

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
from judge.game.people.mailboxes import Move, with_bounce
from judge.game.state import Game


def peopled(game: Game, event: PeopleEvent) -> Game:
    """The game after one of these events."""
    match event:
        case PreferenceSet(address):
            person = replace(
                game.people[address],
                language=event.language,
                notation=event.notation,
                zone=event.zone,
                reminders=event.reminders,
                calendar=event.calendar,
                byline=event.byline,
            )
            return replace(game, people={**game.people, address: person})
        case LetterBounced() | BecameUnreachable() | ReachedAgain():
            return _heard(game, event)
        case MoveAsked() | MoveConfirmed() | MoveRefused() | AddressChanged() | TokenChanged():
            return _addressed(game, event)
        case _:
            assert_never(event)


def _heard(game: Game, event: ReachEvent) -> Game:
    match event:
        case LetterBounced(address):
            bounces = with_bounce(game.bounces.get(address, ()), event)
            return replace(game, bounces={**game.bounces, address: bounces})
        case BecameUnreachable(address):
            return replace(game, unreachable=game.unreachable | {address})
        case ReachedAgain(address):
            return replace(game, unreachable=game.unreachable - {address}, bounces={**game.bounces, address: ()})
        case _:
            assert_never(event)


def _addressed(game: Game, event: AddressEvent) -> Game:
    match event:
        case MoveAsked(address):
            return replace(game, moves={**game.moves, address: Move(event)})
        case MoveConfirmed(address, from_new):
            return replace(game, moves={**game.moves, address: game.moves[address].confirmed(from_new=from_new)})
        case MoveRefused(address):
            return replace(game, moves={one: move for one, move in game.moves.items() if one != address})
        case TokenChanged(address, token):
            return replace(game, people={**game.people, address: replace(game.people[address], token=token)})
        case AddressChanged():
            return _moved(game, event)
        case _:
            assert_never(event)


def _moved(game: Game, event: AddressChanged) -> Game:
    """The game with one address in the place of another, wherever it stood; who joined when stays as it was."""
    old, new = event.address, event.to
    person = replace(game.people[old], address=new, token=event.token)
    return replace(
        game,
        master=new if game.master == old else game.master,
        people={new if one == old else one: person if one == old else who for one, who in game.people.items()},
        readers={new if one == old else one: number for one, number in game.readers.items()},
        wishes={new if one == old else one: wishes for one, wishes in game.wishes.items()},
        seats={power: new if one == old else one for power, one in game.seats.items()},
        partners={power: tuple(new if one == old else one for one in ones) for power, ones in game.partners.items()},
        pairs={
            new if one == old else one: replace(pair, by=new) if pair.by == old else pair
            for one, pair in game.pairs.items()
        },
        to_share={new if one == old else one: power for one, power in game.to_share.items()},
        standbys=tuple(new if one == old else one for one in game.standbys),
        watching=tuple(new if one == old else one for one in game.watching),
        applicants={new if one == old else one: wishes for one, wishes in game.applicants.items()},
        placed={new if one == old else one: power for one, power in game.placed.items()},
        muster=game.muster.moved(old, new) if game.muster else None,
        misses={new if one == old else one: misses for one, misses in game.misses.items()},
        vacancies={power: one.moved(old, new) for power, one in game.vacancies.items()},
        former={new if one == old else one: power for one, power in game.former.items()},
        moves={one: move for one, move in game.moves.items() if one != old},
        bounces={one: bounces for one, bounces in game.bounces.items() if one != old},
        unreachable=game.unreachable - {old},
        played=frozenset(new if one == old else one for one in game.played),
        unveiled=frozenset(new if one == old else one for one in game.unveiled),
    )
