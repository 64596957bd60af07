"""The rules of seats: what players may ask, what their master may, how a game starts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.rules import SHORTEST_OUTAGE, next_deadline
from judge.game.mastery.messages import MasterAct
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import LeavingReason, ReplacementSought, Resign, SeatVacated
from judge.game.seats.allotment import allot_powers, seats_of_powers
from judge.game.seats.messages import (
    AddStandby,
    AnswerMuster,
    ApprovePlayer,
    DeclinePlayer,
    GameOpened,
    GameReady,
    GameStarted,
    JoinGame,
    LeaveGame,
    MusterAnswered,
    MusterCalled,
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
    SeatGiven,
    SeatsLost,
    StandbyAdded,
    StandbyLeft,
    StartGame,
    StrategistLeft,
    WishesChanged,
)
from judge.game.seats.strategists import settle_pairs
from judge.game.settings import Address, Entry, Seating, Settings
from judge.game.state import Game
from judge.game.visibility import has_seen_too_much, knows_addresses, master_may_play, why_not_permitted
from judge.rules.board import Power
from judge.rules.position import Position, opening_position

# --- the start of a game: what follows when seats are taken or freed, the muster, the alarms of both


def with_consequences(
    before: Game, events: Sequence[Event], now: datetime, present: Address | None = None
) -> tuple[Event, ...]:
    """The events with all that follow from them; ``present`` has just written and need not be mustered."""
    game = apply_all(before, events)
    moved_up = tuple(SeatGiven(one, now) for one in game.standbys[: game.free_seats])
    game = apply_all(game, moved_up)
    if game.free_seats:
        return (*events, *moved_up)
    called = _muster(before, game, now, present)
    if called and called.waited_for:
        return (*events, *moved_up, called)
    if game.mustered:
        return (*events, *moved_up)
    begun = (GameReady(now),) if is_started_by_master(game.settings) else start_game(game, now)
    return (*events, *moved_up, *((called,) if called else ()), *begun)


def is_started_by_master(settings: Settings) -> bool:
    """Whether a full game starts only by the master's command: by the settings, or to give powers by hand."""
    return settings.access.manual or settings.seating is Seating.HAND


def start_game(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events that start a full game, and those of its pairs, who mean to share a seat."""
    position = opening_position(game.board)
    seats = allot_powers(game)
    deadline = _first_deadline(game, seats, position, now)
    started = GameStarted(seats, position, deadline, now, _master_plays(game, seats))
    return (started, *settle_pairs(game, started, now))


def _master_plays(game: Game, seats: Mapping[Power, Address]) -> tuple[Power, ...] | None:
    """The powers of the master, none of them named in an anonymous game; None where they play none, and in practice."""
    powers = tuple(power for power in game.board.powers if seats.get(power) == game.master)
    if game.settings.practice or not powers:
        return None
    return () if game.settings.access.anonymous else powers


def _first_deadline(game: Game, seats: Mapping[Power, Address], position: Position, now: datetime) -> Deadline:
    given = {power: game.readers[player] for power, player in seats.items()}
    return next_deadline(replace(game, members=replace(game.members, seats=given)), position, now)


def _muster(before: Game, game: Game, now: datetime, present: Address | None) -> MusterCalled | None:
    """The muster a full game needs now: of everyone; after an earlier one, of those it waits for and newcomers."""
    length = game.settings.access.muster
    if not length or game.members.muster:
        return None
    known = before.players if before.members.muster else ()
    waited = before.mustered
    asked = tuple(one for one in game.players if (one in waited or one not in known) and one != present)
    return MusterCalled(now + length, asked, now)


# --- hours


def next_hour(game: Game) -> datetime | None:
    """When the answers to a muster are due."""
    return game.members.muster.until if game.members.muster and game.mustered else None


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that give the seats of silent players to stand-bys; the answers of the others stand."""
    return with_consequences(game, (SeatsLost(game.mustered, now),), now) if game.mustered else ()


def extend_muster_after_outage(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that gives everyone who has not answered a muster as much longer as an outage lasted.

    Called again for the same outage, after a crash in the midst of it, it gives back only what is new.
    """
    muster = game.members.muster
    if muster is None or not muster.waited_for or muster.until <= since:
        return ()
    lost = now - max(since, muster.called)
    return (MusterCalled(muster.until + lost, game.mustered, now),) if lost > SHORTEST_OUTAGE else ()


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that keeps the time left of a muster when the clock is set back from ``since`` to ``now``."""
    muster = game.members.muster
    if muster is None or not muster.waited_for or muster.called <= now or since - now <= SHORTEST_OUTAGE:
        return ()
    return (MusterCalled(muster.until - (since - now), game.mustered, now),)


# --- decisions about seats: commands of players, commands of the master


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
    if (by in game.players or by in game.seats.values()) and not may_take_another_seat(game, by):
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


def may_take_another_seat(game: Game, player: Address) -> bool:
    """Whether a player all of whose powers are eliminated may take over a seat, as their rule book says (001 XIV.3)."""
    powers = game.powers_of(player)
    return bool(powers) and game.book.eliminated_take_over and not {*powers} & {*game.survivors}


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


def decide_resignation(game: Game, command: Resign, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a resignation: seats empty at once or once they are taken; a shared one stays the other's."""
    powers = game.powers_of(command.by)
    if not powers:
        return Refused(Refusal.NOT_A_PLAYER)
    seats = dict.fromkeys(game.seat_of(power)[0] for power in powers)
    shared = [power for power in seats if len(game.players_of(power)) > 1]
    if shared:
        return tuple(StrategistLeft(power, command.by, now) for power in shared)
    if command.at_once:
        return tuple(SeatVacated(power, command.by, LeavingReason.RESIGNED, now) for power in seats)
    wanted = [power for power in seats if power not in game.sought]
    if not wanted:
        return Refused(Refusal.ALREADY_LEAVING)
    return tuple(ReplacementSought(power, command.by, LeavingReason.RESIGNED, now) for power in wanted)


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
