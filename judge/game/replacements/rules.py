"""Decisions about the seats of a game that is played: who gives one up, who takes it, who comes back."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.apply import apply_all
from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.rules import SHORTEST_OUTAGE, newcomer_deadline
from judge.game.mastery.messages import MasterAct
from judge.game.messages import Event
from judge.game.people.messages import Person
from judge.game.phases.messages import HoldOpenReason, OrdersMissed
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.effects import next_standby
from judge.game.replacements.messages import (
    DeclineSeat,
    EjectPlayer,
    LeavingReason,
    ReplacementCommand,
    ReplacementSought,
    ReplacePlayer,
    Resign,
    ReturnToSeat,
    SearchEnded,
    SeatReturned,
    SeatTaken,
    SeatVacated,
    StandbyAsked,
    StandbyPassed,
    TakeSeat,
)
from judge.game.seats.messages import AddStandby, StandbyAdded, StandbyLeft
from judge.game.seats.rules import decide_resignation, decide_seats, may_take_another_seat
from judge.game.settings import Address
from judge.game.state import Game, SeatOffer, Vacancy
from judge.game.visibility import has_seen_too_much, knows_addresses, why_not_permitted
from judge.rules.board import Power


def decide_replacements(game: Game, command: ReplacementCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command about replacements, or why it is refused."""
    if game.ended:
        return Refused(Refusal.GAME_OVER)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    match command:
        case Resign():
            return decide_resignation(game, command, now)
        case TakeSeat():
            return _take_over(game, command, now)
        case DeclineSeat(by):
            return _decline(game, by, now)
        case ReturnToSeat(by):
            return _return(game, by, now)
        case EjectPlayer():
            return _eject(game, command, now)
        case ReplacePlayer():
            return _replace(game, command, now)
        case _:
            assert_never(command)


# --- taking a seat


def _take_over(game: Game, command: TakeSeat, now: datetime) -> tuple[Event, ...] | Refused:
    by = command.by
    back = seat_to_return_to(game, by.address)
    if back and (command.power is None or command.power in game.seat_of(back)):
        return _return(game, by.address, now)
    power = _wanted(game, command)
    if isinstance(power, Refused):
        return power
    if refused := _why_not_taken(game, by.address, power):
        return refused
    offer = game.vacancies[power].offer
    is_named = offer is not None and offer.is_named
    if not is_named and by.address not in game.standbys and (answer := _not_at_once(game, command, now)):
        return answer
    player, left = game.people.get(by.address, by), game.address_of(game.vacancies[power].left)
    return (SeatTaken(power, player, left, _fresh_deadline(game, power, now), now),)


def _not_at_once(game: Game, command: TakeSeat, now: datetime) -> tuple[Event, ...] | Refused | None:
    """The answer to somebody who is no stand-by: why they may not take the seat, or that the master is asked first.

    None where they may take it at once.
    """
    answer = decide_seats(game, AddStandby(command.by, command.percent), now)
    if isinstance(answer, Refused):
        return answer
    return None if all(isinstance(event, StandbyAdded) for event in answer) else answer


def _wanted(game: Game, command: TakeSeat) -> Power | Refused:
    """The seat that a command asks for, by its first power."""
    if command.power:
        return game.seat_of(command.power)[0]
    offers = {power: game.vacancies[power].offer for power in game.sought_seats}
    offered = [
        power for power, offer in offers.items() if offer and offer.player == game.readers.get(command.by.address)
    ]
    meant = offered or list(offers)
    if len(meant) > 1:
        return Refused(Refusal.WHICH_SEAT, power=meant[0])
    return meant[0] if meant else Refused(Refusal.NO_SEAT_EMPTY)


def _why_not_taken(game: Game, by: Address, power: Power) -> Refused | None:
    vacancy = game.vacancies.get(power)
    if _has_seat(game, by):
        return Refused(Refusal.ALREADY_JOINED)
    if has_seen_too_much(game, by):
        return Refused(Refusal.SEEN_TOO_MUCH)
    if vacancy is None or not vacancy.is_open:
        return Refused(Refusal.NO_SEAT_EMPTY)
    reader = game.readers.get(by)
    if (game.former_power_of(by) or power) not in game.seat_of(power) or (
        vacancy.left == reader and vacancy.why is LeavingReason.EJECTED
    ):
        return Refused(Refusal.PLAYED_HERE)
    if vacancy.offer and vacancy.offer.player != reader:
        return Refused(Refusal.OFFERED_TO_ANOTHER, power=power, at=vacancy.offer.until)
    return None


def _has_seat(game: Game, player: Address) -> bool:
    """Whether somebody plays, and may not take a seat over."""
    return bool(game.powers_of(player)) and not may_take_another_seat(game, player)


def _decline(game: Game, by: Address, now: datetime) -> tuple[Event, ...] | Refused:
    offers = {power: one.offer for power, one in game.vacancies.items() if power == game.seat_of(power)[0]}
    offered = {power: offer for power, offer in offers.items() if offer and offer.player == game.readers.get(by)}
    if not offered:
        return Refused(Refusal.NOT_OFFERED)
    passed = tuple(StandbyPassed(power, by, declined=True, at=now) for power in offered)
    is_by_list = not all(offer.is_named for offer in offered.values())
    return (*passed, *((StandbyLeft(by, now),) if by in game.standbys and is_by_list else ()))


# --- coming back


def seat_to_return_to(game: Game, player: Address) -> Power | None:
    """The seat, by its first power, that somebody who has left may still come back to, or was about to leave."""
    reader = game.readers.get(player)
    left = (power for power, one in game.vacancies.items() if reader and one.may_return(reader))
    return next((game.seat_of(power)[0] for power in left), None)


def _return(game: Game, by: Address, now: datetime) -> tuple[Event, ...] | Refused:
    power = seat_to_return_to(game, by)
    if power is None:
        return Refused(Refusal.NO_WAY_BACK)
    if game.seats.get(power) == by:
        return (SearchEnded(power, now),)
    if has_seen_too_much(game, by):
        return Refused(Refusal.SEEN_TOO_MUCH)
    return (SeatReturned(power, by, game.seats.get(power), _fresh_deadline(game, power, now), now),)


def _fresh_deadline(game: Game, power: Power, now: datetime) -> Deadline | None:
    """A new deadline, with the full time of the phase, where that had waited for the seat; else None."""
    held, position = game.held_open, game.position
    if position is None or held is None or held.why is not HoldOpenReason.STANDBY:
        return None
    return newcomer_deadline(game, position, power, now)


# --- the master's word


def _eject(game: Game, command: EjectPlayer, now: datetime) -> tuple[Event, ...] | Refused:
    power = game.seat_of(command.power)[0]
    player = game.seats.get(power)
    refused = why_not_permitted(game, command.by, MasterAct.EMPTY_SEAT)
    if refused:
        return refused
    if player is None:
        return Refused(Refusal.NO_PLAYER_THERE, power=command.power)
    return (SeatVacated(power, player, LeavingReason.EJECTED, now),)


def _replace(game: Game, command: ReplacePlayer, now: datetime) -> tuple[Event, ...] | Refused:
    """Offer a seat to a person the master names.

    A master who may not know who plays may name anybody: whether they may have the seat shows when they take it.
    """
    power, player = game.seat_of(command.power)[0], command.player.address
    refused = why_not_permitted(game, command.by, MasterAct.NAME_PLAYER)
    if refused:
        return refused
    if player == command.by and has_seen_too_much(game, player):
        return Refused(Refusal.SEEN_TOO_MUCH)
    if (player == command.by or knows_addresses(game, command.by)) and _has_seat(game, player):
        return Refused(Refusal.HAS_JOINED)
    if power not in game.seats and power not in game.sought:
        return Refused(Refusal.NO_PLAYER_THERE, power=command.power)
    return tuple(_offered(game, power, command.player, now))


def _offered(game: Game, power: Power, player: Person, now: datetime) -> Iterator[Event]:
    if power not in game.sought:
        yield ReplacementSought(power, game.seats[power], LeavingReason.EJECTED, now)
    until, named = now + game.settings.missing.answer_within, game.people.get(player.address, player)
    yield StandbyAsked(power, player.address, until, now, named)


# --- seats that stand empty: forfeited, offered to stand-bys in order, each with a time to answer


def next_hour(game: Game) -> datetime | None:
    """When an answer is due; where somebody can be asked and nobody is, the hour at which the seat was left."""
    return min((hour for _, _, hour in _due(game)), default=None)


def at_hour(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that drop a silent stand-by and ask the next one; after an outage the same one is asked again."""
    events: tuple[Event, ...] = ()
    for power, vacancy, due in _due(game):
        if due > hour:
            continue
        if vacancy.offer and _is_offer_valid(game, vacancy.offer) and now - due > SHORTEST_OUTAGE:
            events = (*events, _asked_again(game, power, vacancy.offer, now))
            continue
        events = (*events, *_no_answer(game, power, vacancy, now))
        events = (*events, *_next(apply_all(game, events), power, now))
    return events


def compensate_clock_set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """The events that keep the time left of offers when the clock is set back from ``since`` to ``now``."""
    latest = now + game.settings.missing.answer_within
    return tuple(
        StandbyAsked(power, game.address_of(vacancy.offer.player), vacancy.offer.until - (since - now), now)
        for power, vacancy in game.vacancies.items()
        if since - now > SHORTEST_OUTAGE and vacancy.offer and vacancy.offer.until > latest
    )


def _due(game: Game) -> Iterator[tuple[Power, Vacancy, datetime]]:
    """Each seat that somebody should be asked to take, or has been asked to, with the hour of that.

    An offer to somebody who is not among the stand-bys any more is due at once.
    """
    if game.open_position is None:
        return
    for power, vacancy in game.vacancies.items():
        if power != game.seat_of(power)[0]:
            continue
        if vacancy.offer:
            yield power, vacancy, vacancy.offer.until if _is_offer_valid(game, vacancy.offer) else vacancy.since
        elif vacancy.is_open and next_standby(game, vacancy):
            yield power, vacancy, vacancy.since


def _is_offer_valid(game: Game, offer: SeatOffer) -> bool:
    return offer.is_named or offer.player in game.members.standbys


def _no_answer(game: Game, power: Power, vacancy: Vacancy, now: datetime) -> Iterator[Event]:
    """The events for an offer without an answer: the stand-by leaves the list.

    Somebody who had left it has declined; one whom the master named was never on it.
    """
    if vacancy.offer:
        player, is_named = game.address_of(vacancy.offer.player), vacancy.offer.is_named
        is_listed = player in game.standbys
        yield StandbyPassed(power, player, declined=not (is_listed or is_named), at=now)
        yield from (StandbyLeft(player, now),) if is_listed and not is_named else ()


def _next(game: Game, power: Power, now: datetime) -> Iterator[Event]:
    player = next_standby(game, game.vacancies[power])
    if player:
        yield _asked(game, power, player, now)


def _asked_again(game: Game, power: Power, offer: SeatOffer, now: datetime) -> StandbyAsked:
    player = game.address_of(offer.player)
    asked = _asked(game, power, player, now)
    return replace(asked, named=game.people[player]) if offer.is_named else asked


def _asked(game: Game, power: Power, player: Address, now: datetime) -> StandbyAsked:
    return StandbyAsked(power, player, now + game.settings.missing.answer_within, now)


# --- how a seat falls empty


def forfeits(game: Game, absent: Sequence[OrdersMissed], now: datetime) -> tuple[SeatVacated, ...]:
    """The events by which players lose seats who have just missed one deadline too many."""
    missing = game.settings.missing
    late = [missed.player for missed in absent if missing.cost_the_seat(missed.in_a_row, missed.in_all)]
    lost = {game.seat_of(power)[0]: player for power, player in game.seats.items() if player in late}
    return tuple(SeatVacated(power, player, LeavingReason.FORFEITED, now) for power, player in lost.items())
