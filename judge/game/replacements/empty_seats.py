"""Seats that fall empty: resigned, forfeited, and offered to stand-bys in order, each with a time to answer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime

from judge.game.apply import apply_all
from judge.game.deadlines.rules import SHORTEST_OUTAGE
from judge.game.messages import Event
from judge.game.phases.messages import OrdersMissed
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.effects import next_standby
from judge.game.replacements.messages import (
    LeavingReason,
    ReplacementSought,
    Resign,
    SeatVacated,
    StandbyAsked,
    StandbyPassed,
)
from judge.game.seats.messages import StandbyLeft
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.state_parts import SeatOffer, Vacancy
from judge.game.strategists.messages import StrategistLeft
from judge.rules.board import Power


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
        events = (*events, *_next(apply_all(game, events) or game, power, now))
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


def forfeits(game: Game, absent: Sequence[OrdersMissed], now: datetime) -> tuple[SeatVacated, ...]:
    """The events by which players lose seats who have just missed one deadline too many; ``game`` has counted it."""
    late = [missed.player for missed in absent if game.misses[missed.player].cost_the_seat(game.settings.missing)]
    lost = {game.seat_of(power)[0]: player for power, player in game.seats.items() if player in late}
    return tuple(SeatVacated(power, player, LeavingReason.FORFEITED, now) for power, player in lost.items())
