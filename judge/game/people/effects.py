"""Effects of the events of people: their preferences, bounces, addresses and tokens; and who is told."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, evolve, no_notices
from judge.game.mastery.permissions import knows_addresses
from judge.game.messages import Notice
from judge.game.people.address_book import AddressBook, AddressMove, Bounce, with_bounce
from judge.game.people.messages import (
    AddressChanged,
    AddressChangedNews,
    BecameUnreachable,
    BecameUnreachableNews,
    LetterBounced,
    MoveAsked,
    MoveAskedNews,
    MoveConfirmed,
    MoveConfirmedNews,
    MoveRefused,
    MoveRefusedNews,
    PreferenceSet,
    ReachedAgain,
    ReachedAgainNews,
    TokenChanged,
    TokenChangedNews,
)
from judge.game.settings import Address
from judge.game.state import Game


def _preferred(game: Game, event: PreferenceSet) -> Game:
    person = replace(
        game.people[event.address],
        language=event.language,
        notation=event.notation,
        zone=event.zone,
        reminders=event.reminders,
        calendar=event.calendar,
        byline=event.byline,
    )
    return _with_book(game, game.address_book.with_entry(person))


def _with_book(game: Game, book: AddressBook) -> Game:
    return evolve(game, address_book=book)


# --- whether letters reach somebody: the master's business, by the settings everyone else's, never theirs


def _bounced(game: Game, event: LetterBounced) -> Game:
    book, reader = game.address_book, game.readers[event.address]
    bounces = with_bounce(book.bounces.get(reader, ()), Bounce(event.hard, event.at))
    return _with_book(game, replace(book, bounces={**book.bounces, reader: bounces}))


def _unreachable(game: Game, event: BecameUnreachable) -> Game:
    book = game.address_book
    return _with_book(game, replace(book, unreachable=book.unreachable | {game.readers[event.address]}))


def _tell_unreachable(step: Transition[BecameUnreachable]) -> Iterator[Notice]:
    game, one = step.after, step.event.address
    for reader in _concerned(game, one):
        yield Notice(reader, BecameUnreachableNews(game.powers_of(one), one if knows_addresses(game, reader) else None))


def _reached(game: Game, event: ReachedAgain) -> Game:
    book, reader = game.address_book, game.readers[event.address]
    return _with_book(
        game, replace(book, unreachable=book.unreachable - {reader}, bounces={**book.bounces, reader: ()})
    )


def _tell_reached(step: Transition[ReachedAgain]) -> Iterator[Notice]:
    game, one = step.after, step.event.address
    yield from (Notice(reader, ReachedAgainNews(game.powers_of(one))) for reader in _concerned(game, one))


def _concerned(game: Game, address: Address) -> list[Address]:
    everyone = game.audience if game.settings.tell_unreachable else (game.master,)
    return [reader for reader in everyone if reader != address]


# --- who moves: nobody else is told that, or where to, not even the master


def _move_asked(game: Game, event: MoveAsked) -> Game:
    move = AddressMove(event.to, event.old_code, event.new_code, event.at)
    return _with_book(game, game.address_book.with_move(game.readers[event.address], move))


def _tell_move_asked(step: Transition[MoveAsked]) -> Iterator[Notice]:
    event = step.event
    yield Notice(event.address, MoveAskedNews(event, event.old_code, is_new=False))
    yield Notice(event.address, MoveAskedNews(event, event.new_code, is_new=True), at=event.to)


def _move_confirmed(game: Game, event: MoveConfirmed) -> Game:
    reader = game.readers[event.address]
    move = game.address_book.moves[reader].confirmed(from_new=event.from_new)
    return _with_book(game, game.address_book.with_move(reader, move))


def _tell_move_confirmed(step: Transition[MoveConfirmed]) -> Iterator[Notice]:
    move, from_new = _move_of(step.after, step.event.address), step.event.from_new
    if not move.is_agreed:
        yield Notice(step.event.address, MoveConfirmedNews(from_new), at=move.to if from_new else None)


def _move_refused(game: Game, event: MoveRefused) -> Game:
    return _with_book(game, game.address_book.with_move(game.readers[event.address], None))


def _tell_move_refused(step: Transition[MoveRefused]) -> Iterator[Notice]:
    old, from_new = step.event.address, step.event.from_new
    to = _move_of(step.before, old).to
    yield Notice(old, MoveRefusedNews(from_new, to))
    if from_new:
        yield Notice(old, MoveRefusedNews(is_new=True, to=None), at=to)


def _move_of(game: Game, address: Address) -> AddressMove:
    return game.address_book.moves[game.readers[address]]


def _moved(game: Game, event: AddressChanged) -> Game:
    return _with_book(game, game.address_book.with_address_changed(event.address, event.to, event.token))


def _tell_moved(step: Transition[AddressChanged]) -> Iterator[Notice]:
    old, new = step.event.address, step.event.to
    yield Notice(new, AddressChangedNews(is_new=True))
    yield Notice(new, AddressChangedNews(is_new=False), at=old)


def _token_changed(game: Game, event: TokenChanged) -> Game:
    person = replace(game.people[event.address], token=event.token)
    return _with_book(game, game.address_book.with_entry(person))


def _tell_token_changed(step: Transition[TokenChanged]) -> Iterator[Notice]:
    if step.event.by_master:
        yield Notice(step.event.address, TokenChangedNews())


EFFECTS: Effects = dict(
    (
        effect(PreferenceSet, _preferred, no_notices),
        effect(LetterBounced, _bounced, no_notices),
        effect(BecameUnreachable, _unreachable, _tell_unreachable),
        effect(ReachedAgain, _reached, _tell_reached),
        effect(MoveAsked, _move_asked, _tell_move_asked),
        effect(MoveConfirmed, _move_confirmed, _tell_move_confirmed),
        effect(MoveRefused, _move_refused, _tell_move_refused),
        effect(AddressChanged, _moved, _tell_moved),
        effect(TokenChanged, _token_changed, _tell_token_changed),
    )
)
