"""Decisions about seats: commands of players, commands of the master."""

from datetime import datetime
from typing import assert_never

from judge.game.mastery.messages import MasterAct
from judge.game.mastery.permissions import has_seen_too_much, knows_addresses, master_may_play, why_not_permitted
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.empty_seats import decide_resignation
from judge.game.replacements.messages import Resign
from judge.game.seats.allotment import seats_of_powers
from judge.game.seats.messages import (
    AddStandby,
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    GameOpened,
    JoinGame,
    LeaveGame,
    MusterAnswered,
    OpenGame,
    OpenPractice,
    PlacePlayer,
    PlayerInvited,
    PlayerJoined,
    PlayerLeft,
    PowerPlaced,
    RequestClosed,
    SeatAsked,
    SeatCommand,
    StandbyAdded,
    StandbyLeft,
    StartGame,
    WishesChanged,
)
from judge.game.seats.start import start_game, with_consequences
from judge.game.settings import Address, Entry, Seating
from judge.game.state import Game
from judge.rules.board import Power


def open_game(game: Game | None, command: OpenGame, now: datetime) -> tuple[Event, ...] | Refused:
    """The event that opens a game; refused where one of its name exists."""
    if game is not None:
        return Refused(Refusal.NAME_TAKEN)
    opened = GameOpened(command.game, command.settings, command.by, command.seed, now, command.fingerprint_key)
    return (opened,)


def decide_seats(game: Game, command: SeatCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about the seats of an open game, or why it is refused."""
    match command:
        case JoinGame():
            return _join(game, command, now)
        case AddStandby():
            return _wait(game, command, now)
        case LeaveGame(by):
            return _leave(game, by, now)
        case AnswerMuster(by):
            return _answer(game, by, now)
        case ApprovePlayer() | DeclinePlayer() | PlacePlayer() | StartGame():
            return why_not_permitted(game, command.by, MasterAct.FILL_SEATS) or _filled(game, command, now)
        case OpenGame() | OpenPractice():
            return Refused(Refusal.NAME_TAKEN)
        case _:
            assert_never(command)


def _join(game: Game, command: JoinGame, now: datetime) -> tuple[Event, ...] | Refused:
    by, wishes = command.by, command.wishes
    refused = _why_no_seat(game, command)
    if refused:
        return refused
    if by.address in game.wishes:
        return (WishesChanged(by.address, wishes, now),)
    if _must_be_approved(game, by.address):
        return _ask_master(game, command, now)
    return with_consequences(game, (PlayerJoined(by, wishes, now),), now, present=by.address)


def _ask_master(game: Game, command: JoinGame | AddStandby, now: datetime) -> tuple[Event, ...] | Refused:
    """Ask the master for approval, once for each list of wishes."""
    wishes = command.wishes if isinstance(command, JoinGame) else ()
    if game.applicants.get(command.by.address) == wishes:
        return Refused(Refusal.ALREADY_ASKED)
    return (SeatAsked(command.by, wishes, now),)


def _why_no_seat(game: Game, command: JoinGame) -> Refused | None:
    by, wishes = command.by.address, command.wishes
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if by in game.wishes:
        may_change = wishes and game.settings.seating is Seating.LISTS and not game.position
        return None if may_change else Refused(Refusal.ALREADY_JOINED)
    if by in game.standbys:
        return Refused(Refusal.ALREADY_WAITING)
    if not game.free_seats:
        return Refused(Refusal.GAME_FULL)
    if by == game.master and not master_may_play(game.settings):
        return Refused(Refusal.MASTER_ONLY)
    if has_seen_too_much(game, by):
        return Refused(Refusal.SEEN_TOO_MUCH)
    return _why_not_let_in(game, by, command.percent) or _why_no_such_wish(game, wishes)


def _why_not_let_in(game: Game, by: Address, percent: int) -> Refused | None:
    is_known = by in game.address_book.invited or by == game.master
    if game.settings.access.entry is Entry.NAMED and not is_known:
        return Refused(Refusal.NOT_INVITED)
    if percent < game.settings.access.reliability and not is_known:
        return Refused(Refusal.NOT_RELIABLE)
    return None


def _why_no_such_wish(game: Game, wishes: tuple[Power, ...]) -> Refused | None:
    """Why a wish is refused: lots take none; where powers are chosen, those asked for first are gone."""
    unplayed = next((power for power in wishes if not game.board.seat_of(power)), None)
    if unplayed:
        return Refused(Refusal.NOT_PLAYED, power=unplayed)
    if not wishes or game.settings.seating in {Seating.LISTS, Seating.HAND}:
        return None
    if game.settings.seating is Seating.LOTS:
        return Refused(Refusal.LOTS_ONLY, power=wishes[0])
    is_taken = not set(seats_of_powers(game.board, wishes)) & _free_seats(game)
    return Refused(Refusal.POWER_TAKEN, power=wishes[0]) if is_taken else None


def free_powers(game: Game) -> tuple[Power, ...]:
    """The powers one may still ask for when taking a seat, in board order; none where wishes do not count."""
    if game.settings.seating is Seating.LOTS or not game.free_seats:
        return ()
    by_choice = game.settings.seating is Seating.CHOICE
    free = _free_seats(game) if by_choice else {seat[0] for seat in game.board.seats}
    return tuple(power for power in game.board.powers if set(seats_of_powers(game.board, power)) & free)


def _free_seats(game: Game) -> set[Power]:
    """The seats, each by its first power, that nobody who came before has asked for."""
    taken: list[Power] = []
    for listed in game.wishes.values():
        taken += [seat for seat in seats_of_powers(game.board, listed) if seat not in taken][:1]
    return {seat[0] for seat in game.board.seats} - set(taken)


def _must_be_approved(game: Game, by: Address) -> bool:
    is_known = by in game.address_book.invited or by == game.master
    return game.settings.access.entry is Entry.APPROVED and not is_known


def _wait(game: Game, command: AddStandby, now: datetime) -> tuple[Event, ...] | Refused:
    by = command.by.address
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if by in game.players or by in game.seats.values():
        return Refused(Refusal.ALREADY_JOINED)
    if has_seen_too_much(game, by):
        return Refused(Refusal.SEEN_TOO_MUCH)
    if by in game.standbys:
        return Refused(Refusal.ALREADY_WAITING)
    if game.free_seats:
        return Refused(Refusal.SEATS_FREE)
    if by == game.master and not master_may_play(game.settings):
        return Refused(Refusal.MASTER_ONLY)
    if refused := _why_not_let_in(game, by, command.percent):
        return refused
    return _ask_master(game, command, now) if _must_be_approved(game, by) else (StandbyAdded(command.by, now),)


def _leave(game: Game, by: Address, now: datetime) -> tuple[Event, ...] | Refused:
    """Leave a game; in a game under way, as soon as somebody takes the seat."""
    if game.powers_of(by) and not game.ended:
        return decide_resignation(game, Resign(by, at_once=False), now)
    if by in game.standbys:
        return (StandbyLeft(by, now),)
    if by in game.applicants:
        return (RequestClosed(by, by_master=False, at=now),)
    if by in game.wishes and not game.position:
        return with_consequences(game, (PlayerLeft(by, now),), now)
    return Refused(Refusal.NOT_A_PLAYER)


def _answer(game: Game, by: Address, now: datetime) -> tuple[Event, ...] | Refused:
    if by not in game.mustered:
        return Refused(Refusal.NOT_ASKED)
    return with_consequences(game, (MusterAnswered(by, now),), now)


def _filled(
    game: Game, command: ApprovePlayer | DeclinePlayer | PlacePlayer | StartGame, now: datetime
) -> tuple[Event, ...] | Refused:
    match command:
        case ApprovePlayer():
            return _approve(game, command, now)
        case DeclinePlayer(who=who):
            return _decline(game, who, now)
        case PlacePlayer():
            return _place(game, command, now)
        case StartGame():
            return _start(game, now)
        case _:
            assert_never(command)


def _approve(game: Game, command: ApprovePlayer, now: datetime) -> tuple[Event, ...] | Refused:
    """Let somebody in: an applicant gets a seat, or is a stand-by where none is free; anybody else is invited.

    A master who may not know addresses may invite players again, or a refusal would tell who plays.
    """
    who = command.who
    if knows_addresses(game, command.by) and (who in game.wishes or who in game.standbys):
        return Refused(Refusal.HAS_JOINED)
    if who not in game.applicants:
        return (PlayerInvited(who, now),)
    person = game.people[who]
    if not game.free_seats:
        return (StandbyAdded(person, now),)
    return with_consequences(game, (PlayerJoined(person, game.applicants[who], now),), now)


def _decline(game: Game, who: Address, now: datetime) -> tuple[Event, ...] | Refused:
    if who not in game.applicants and who not in game.address_book.invited:
        return Refused(Refusal.NO_REQUEST)
    return (RequestClosed(who, by_master=True, at=now),)


def _place(game: Game, command: PlacePlayer, now: datetime) -> tuple[Event, ...] | Refused:
    if game.position:
        return Refused(Refusal.ALREADY_STARTED)
    if game.settings.seating is not Seating.HAND:
        return Refused(Refusal.NOT_BY_HAND)
    if not knows_addresses(game, command.by):
        return Refused(Refusal.MASTER_ONLY)
    if command.who not in game.wishes:
        return Refused(Refusal.NO_SUCH_PLAYER)
    return (PowerPlaced(command.who, command.power, now),)


def _start(game: Game, now: datetime) -> tuple[Event, ...] | Refused:
    if game.position:
        return Refused(Refusal.ALREADY_STARTED)
    if game.free_seats:
        return Refused(Refusal.SEATS_FREE)
    if game.members.muster and game.mustered:
        return Refused(Refusal.MUSTER_OPEN, at=game.members.muster.until)
    return start_game(game, now)
