"""The rules of people: how they read, where they are written to, who is told, what waits for their digest."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, time, timedelta
from typing import Literal, assert_never
from zoneinfo import ZoneInfo

from judge.game.deadlines.messages import AbsenceNews, PhaseExtended, ScheduleNews
from judge.game.mastery.messages import (
    ActAgreed,
    ActProposedNews,
    MasterAct,
    MasterChangedNews,
    PositionCorrectedNews,
    RolledBackNews,
    SettingsChangedNews,
)
from judge.game.messages import Effects, Notice, Transition, effect, evolve, no_notices
from judge.game.orders.order_status import powers_expected_to_write
from judge.game.people.messages import (
    AddressBook,
    AddressChanged,
    AddressChangedNews,
    AddressMove,
    AskMove,
    BecameUnreachable,
    BecameUnreachableNews,
    Bounce,
    ChangeToken,
    ConfirmMove,
    LetterBounced,
    MoveAsked,
    MoveAskedNews,
    MoveConfirmed,
    MoveConfirmedNews,
    MoveRefused,
    MoveRefusedNews,
    PeopleCommand,
    PeopleEvent,
    PreferenceSet,
    ReachedAgain,
    ReachedAgainNews,
    RecordBounce,
    RecordReached,
    RefuseMove,
    SetPreference,
    TokenChanged,
    TokenChangedNews,
    are_too_many,
    with_bounce,
)
from judge.game.phases.messages import CloseFailed, GameEnded, PhaseClosedNews, PhaseHeldOpenNews
from judge.game.press.messages import PressMutedNews, PressNews
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import ReplacementSought, SearchEnded, SeatReturned, SeatTaken, SeatVacated
from judge.game.seats.messages import GameStartedNews, MusterCalledNews, PowerJoinedNews, SeatsFreedNews
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.visibility import knows_addresses, why_not_permitted
from judge.game.votes.messages import DrawProposed, VoteCastNews
from judge.game.war.messages import QuarantineNews, TroopAddedNews, WarEnteredNews

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
            command.letters or person.letters,
            command.maps or person.maps,
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


# --- how each event changes the game, and who is told


def _preferred(game: Game, event: PreferenceSet) -> Game:
    person = replace(
        game.people[event.address],
        language=event.language,
        notation=event.notation,
        zone=event.zone,
        reminders=event.reminders,
        calendar=event.calendar,
        byline=event.byline,
        letters=event.letters,
        maps=event.maps,
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


# --- news that can wait for its reader's digest: which it is, until when it waits, so that it is never late


DIGEST_HOUR = 18
"""The hour of a digest by the clocks of its reader."""

_A_DAY, _A_WEEK, _SOON = timedelta(days=1), timedelta(days=7), timedelta(days=2)
"""What waits goes a day before a deadline of its reader's at the latest; within two days of one nothing waits."""


@dataclass(frozen=True)
class Digest:
    """The wish for one letter of all that can wait: every day, or on Mondays, at an hour of the time zone ``zone``.

    ``press_at_once`` where the press of others does not wait. The rhythm is ``no`` of one that has been given up while
    news waited: that leaves at once.
    """

    rhythm: Literal["daily", "weekly", "no"]
    zone: str
    press_at_once: bool = False

    def next_hour(self, after: datetime) -> datetime:
        """The first hour of this digest after a moment (UTC)."""
        return hour_after(self.zone, DIGEST_HOUR, after, 0 if self.rhythm == "weekly" else None)

    def latest_hour(self, deadline: datetime, now: datetime) -> datetime:
        """The last evening that is a day before a deadline; now, where there is none any more."""
        latest = deadline - _A_DAY
        return max(now, hour_after(self.zone, DIGEST_HOUR, latest - _A_DAY, None))


def hour_after(zone: str, hour: int, after: datetime, weekday: int | None) -> datetime:
    """The first such hour after a moment, by the clocks of a zone, UTC; on that day of the week (0 is Monday)."""
    place = ZoneInfo(zone)
    today = after.astimezone(place).date()
    step = _A_DAY if weekday is None else _A_WEEK
    day = today if weekday is None else today + timedelta(days=(weekday - today.weekday()) % 7)
    hours = (datetime.combine(day + times * step, time(hour), place).astimezone(UTC) for times in (0, 1))
    return next(at for at in hours if at > after)


_OF_OTHERS = (
    *(PressNews, PressMutedNews, VoteCastNews, AbsenceNews, ReachedAgainNews, PhaseExtended, ScheduleNews),
    *(SeatVacated, ReplacementSought, SearchEnded, SeatTaken, SeatReturned),
    *(SeatsFreedNews, PowerJoinedNews, MasterChangedNews, WarEnteredNews, BecameUnreachableNews),
)
"""News of what others have done, which asks nothing of its reader."""

_FOR_MASTERS = (PressNews, VoteCastNews, AbsenceNews, ReachedAgainNews, PhaseExtended, ScheduleNews)
"""Those of them that ask nothing of a game master, who may have to see to a seat."""

_FOR_OBSERVERS = (
    *_OF_OTHERS,
    *(GameStartedNews, PhaseClosedNews, GameEnded, PhaseHeldOpenNews, CloseFailed, MusterCalledNews),
    *(ActProposedNews, ActAgreed, SettingsChangedNews, RolledBackNews, PositionCorrectedNews),
    *(DrawProposed, QuarantineNews, TroopAddedNews),
)
"""News of the game itself: whoever watches has nothing to write in it."""


def own_deadline(game: Game, reader: Address) -> datetime | None:
    """When the open phase closes, if it waits for orders of the reader's powers; else None."""
    closes, own = game.closes_at, game.powers_of(reader)
    is_owed = closes and game.open_position and not set(own).isdisjoint(powers_expected_to_write(game))
    return closes if is_owed else None


def put_off_until(game: Game, notice: Notice, digest: Digest, now: datetime) -> datetime | None:
    """When news leaves with the digest of its reader, at the latest; None for news that comes at once.

    ``game`` is the game after it happened.
    """
    if digest.rhythm == "no" or not _can_wait(game, notice, digest):
        return None
    due, deadline = digest.next_hour(now), own_deadline(game, notice.to)
    if deadline is None:
        return due
    return min(due, digest.latest_hour(deadline, now)) if deadline > now + _SOON else None


def _can_wait(game: Game, notice: Notice, digest: Digest) -> bool:
    reader, news = notice.to, notice.news
    if notice.at or game.settings.practice or (digest.press_at_once and isinstance(news, PressNews)):
        return False
    if reader in game.observers:
        return isinstance(news, _FOR_OBSERVERS)
    match news:
        case MasterChangedNews(is_you=True) | WarEnteredNews(is_own=True) | PowerJoinedNews(own=True):
            return False
        case PressNews(to=to) if reader == game.master and to.master:
            return False
        case _:
            return isinstance(news, _FOR_MASTERS if reader == game.master else _OF_OTHERS)
