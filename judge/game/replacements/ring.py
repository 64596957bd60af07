"""Hours of empty seats: stand-bys are asked in order, each for so long."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from judge.game.after import after_all
from judge.game.deadlines.move import AN_OUTAGE
from judge.game.messages import Event
from judge.game.replacements.effects import next_standby
from judge.game.replacements.messages import StandbyAsked, StandbyPassed
from judge.game.replacements.vacancy import Offer, Vacancy
from judge.game.seats.messages import StandbyLeft
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


def next_hour(game: Game) -> datetime | None:
    """When an answer is due, or, where somebody can be asked and nobody is, the hour the seat was left."""
    return min((hour for _, _, hour in _due(game)), default=None)


def at_hour(game: Game, hour: datetime, now: datetime) -> tuple[Event, ...]:
    """Who has not answered goes off the list and the next one is asked; after an outage the same one is, once more."""
    events: tuple[Event, ...] = ()
    for power, vacancy, due in _due(game):
        if due > hour:
            continue
        if vacancy.offer and _stands(game, vacancy.offer) and now - due > AN_OUTAGE:
            events = (*events, _asked_again(game, power, vacancy.offer, now))
            continue
        events = (*events, *_no_answer(game, power, vacancy, now))
        events = (*events, *_next(after_all(game, events) or game, power, now))
    return events


def set_back(game: Game, since: datetime, now: datetime) -> tuple[Event, ...]:
    """What a clock that was set back from ``since`` to ``now`` does to the offers made by it: the time left stays."""
    latest = now + game.settings.missing.answer_within
    return tuple(
        StandbyAsked(power, vacancy.offer.player, vacancy.offer.until - (since - now), now)
        for power, vacancy in game.vacancies.items()
        if since - now > AN_OUTAGE and vacancy.offer and vacancy.offer.until > latest
    )


def _due(game: Game) -> Iterator[tuple[Power, Vacancy, datetime]]:
    """Every seat that somebody should be asked to take, or has been asked to, with its hour.

    An offer to somebody who is not on the list any more is over at once.
    """
    if game.open_position is None:
        return
    for power, vacancy in game.vacancies.items():
        if power != game.seat_of(power)[0]:
            continue
        if vacancy.offer:
            yield power, vacancy, vacancy.offer.until if _stands(game, vacancy.offer) else vacancy.since
        elif vacancy.is_open and next_standby(game, vacancy):
            yield power, vacancy, vacancy.since


def _stands(game: Game, offer: Offer) -> bool:
    return offer.is_named or offer.player in game.standbys


def _no_answer(game: Game, power: Power, vacancy: Vacancy, now: datetime) -> Iterator[Event]:
    """Who has not answered goes off the list; who has gone off it of their own accord has answered.

    Whom the master has named has never asked to be on it.
    """
    if vacancy.offer:
        player, is_named = vacancy.offer.player, vacancy.offer.is_named
        is_listed = player in game.standbys
        yield StandbyPassed(power, player, declined=not (is_listed or is_named), at=now)
        yield from (StandbyLeft(player, now),) if is_listed and not is_named else ()


def _next(game: Game, power: Power, now: datetime) -> Iterator[Event]:
    player = next_standby(game, game.vacancies[power])
    if player:
        yield _asked(game, power, player, now)


def _asked_again(game: Game, power: Power, offer: Offer, now: datetime) -> StandbyAsked:
    asked = _asked(game, power, offer.player, now)
    return replace(asked, named=game.people[offer.player]) if offer.is_named else asked


def _asked(game: Game, power: Power, player: Address, now: datetime) -> StandbyAsked:
    return StandbyAsked(power, player, now + game.settings.missing.answer_within, now)
