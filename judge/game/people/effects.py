"""Effects of the events of people: their preferences, bounces, addresses and tokens; and who is told."""

from collections.abc import Iterator
from dataclasses import replace

from judge.game.effect import Effects, Transition, effect, no_notices
from judge.game.mastery.permissions import knows_addresses
from judge.game.messages import Notice
from judge.game.people.mailboxes import AddressMove, with_address_changed, with_bounce
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
    return replace(game, people={**game.people, event.address: person})


# --- whether letters reach somebody: the master's business, by the settings everyone else's, never theirs


def _bounced(game: Game, event: LetterBounced) -> Game:
    mail = game.mail
    bounces = with_bounce(mail.bounces.get(event.address, ()), event)
    return replace(game, mail=replace(mail, bounces={**mail.bounces, event.address: bounces}))


def _unreachable(game: Game, event: BecameUnreachable) -> Game:
    return replace(game, mail=replace(game.mail, unreachable=game.mail.unreachable | {event.address}))


def _tell_unreachable(step: Transition[BecameUnreachable]) -> Iterator[Notice]:
    game, one = step.after, step.event.address
    for reader in _concerned(game, one):
        yield Notice(reader, BecameUnreachableNews(game.powers_of(one), one if knows_addresses(game, reader) else None))


def _reached(game: Game, event: ReachedAgain) -> Game:
    unreachable = game.mail.unreachable - {event.address}
    bounces = {**game.mail.bounces, event.address: ()}
    return replace(game, mail=replace(game.mail, unreachable=unreachable, bounces=bounces))


def _tell_reached(step: Transition[ReachedAgain]) -> Iterator[Notice]:
    game, one = step.after, step.event.address
    yield from (Notice(reader, ReachedAgainNews(game.powers_of(one))) for reader in _concerned(game, one))


def _concerned(game: Game, address: Address) -> list[Address]:
    everyone = game.audience if game.settings.tell_unreachable else (game.master,)
    return [reader for reader in everyone if reader != address]


# --- who moves: nobody else is told that, or where to, not even the master


def _move_asked(game: Game, event: MoveAsked) -> Game:
    return _with_move(game, event.address, AddressMove(event))


def _tell_move_asked(step: Transition[MoveAsked]) -> Iterator[Notice]:
    event = step.event
    yield Notice(event.address, MoveAskedNews(event, event.old_code, is_new=False))
    yield Notice(event.address, MoveAskedNews(event, event.new_code, is_new=True), at=event.to)


def _move_confirmed(game: Game, event: MoveConfirmed) -> Game:
    return _with_move(game, event.address, game.mail.moves[event.address].confirmed(from_new=event.from_new))


def _tell_move_confirmed(step: Transition[MoveConfirmed]) -> Iterator[Notice]:
    move, from_new = step.after.mail.moves[step.event.address], step.event.from_new
    if not move.is_agreed:
        yield Notice(step.event.address, MoveConfirmedNews(from_new), at=move.asked.to if from_new else None)


def _move_refused(game: Game, event: MoveRefused) -> Game:
    return _with_move(game, event.address, None)


def _tell_move_refused(step: Transition[MoveRefused]) -> Iterator[Notice]:
    old, from_new = step.event.address, step.event.from_new
    to = step.before.mail.moves[old].asked.to
    yield Notice(old, MoveRefusedNews(from_new, to))
    if from_new:
        yield Notice(old, MoveRefusedNews(is_new=True, to=None), at=to)


def _with_move(game: Game, address: Address, move: AddressMove | None) -> Game:
    """With the move that somebody has asked for, or without one."""
    if move:
        return replace(game, mail=replace(game.mail, moves={**game.mail.moves, address: move}))
    moves = {one: other for one, other in game.mail.moves.items() if one != address}
    return replace(game, mail=replace(game.mail, moves=moves))


def _moved(game: Game, event: AddressChanged) -> Game:
    """The game with a person's new address and token; moves and bounces of the old address are dropped."""
    old, new = event.address, event.to
    bounces = {one: bounces for one, bounces in game.mail.bounces.items() if one != old}
    left = replace(game.mail, bounces=bounces, unreachable=game.mail.unreachable - {old})
    moved = with_address_changed(_with_move(replace(game, mail=left), old, None), old, new)
    return replace(moved, people={**moved.people, new: replace(moved.people[new], token=event.token)})


def _tell_moved(step: Transition[AddressChanged]) -> Iterator[Notice]:
    old, new = step.event.address, step.event.to
    yield Notice(new, AddressChangedNews(is_new=True))
    yield Notice(new, AddressChangedNews(is_new=False), at=old)


def _token_changed(game: Game, event: TokenChanged) -> Game:
    person = replace(game.people[event.address], token=event.token)
    return replace(game, people={**game.people, event.address: person})


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
