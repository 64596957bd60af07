"""Effects of the events of replacements; everyone is told the power alone, never who left it or takes it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.game.messages import Effects, Notice, Transition, effect, evolve, with_person
from judge.game.phases.messages import PhaseHeldOpen
from judge.game.replacements.messages import (
    LeavingReason,
    ReplacementSought,
    SearchEnded,
    SeatReturned,
    SeatReturnedNews,
    SeatTaken,
    SeatTakenNews,
    SeatVacated,
    SeatVacatedNews,
    StandbyAsked,
    StandbyPassed,
    StandbyPassedNews,
)
from judge.game.settings import Address, Reader
from judge.game.state import Game, Members, SeatOffer, Vacancy
from judge.rules.board import Power

# --- somebody leaves, or is to leave


def _vacated(game: Game, event: SeatVacated) -> Game:
    """The game with the seat empty; an offer to take it that was made before stands."""
    power, player, seat = event.power, game.readers[event.player], game.seat_of(event.power)
    game = _without_partners(game, power)
    sought = game.vacancies.get(power)
    is_sought = sought and sought.is_open and sought.left == player
    vacancy = replace(sought, why=event.why) if sought and is_sought else Vacancy(player, event.why, event.at)
    seats = {whose: one for whose, one in game.members.seats.items() if whose not in seat}
    emptied = replace(
        without_secret_orders(game, seat), members=_left(replace(game.members, seats=seats), player, power)
    )
    return _with_vacancy(emptied, power, vacancy)


def _tell_vacated(step: Transition[SeatVacated]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield from _partners_gone(step.before, game, event.power)
    may_return = game.vacancies[event.power].may_return(game.readers[event.player])
    yield Notice(event.player, SeatVacatedNews(event.power, event.why, may_return))
    yield from _seat_notices(step, event.player)


def _sought(game: Game, event: ReplacementSought) -> Game:
    return _with_vacancy(game, event.power, Vacancy(game.readers[event.player], event.why, event.at))


def _tell_sought(step: Transition[ReplacementSought]) -> Iterator[Notice]:
    """Who has resigned has an answer."""
    yield from _partners_gone(step.before, step.after, step.event.power)
    yield from _seat_notices(step, step.event.player if step.event.why is LeavingReason.RESIGNED else None)


def _search_ended(game: Game, event: SearchEnded) -> Game:
    return _without_vacancy(game, event.power)


def _tell_search_ended(step: Transition[SearchEnded]) -> Iterator[Notice]:
    """Whose seat it is has an answer."""
    yield from _partners_gone(step.before, step.after, step.event.power)
    yield from _seat_notices(step, step.after.seats.get(step.event.power))


def _seat_notices(
    step: Transition[SeatVacated | ReplacementSought | SearchEnded], told_apart: Address | None
) -> Iterator[Notice]:
    """To everyone but who is told apart, or is asked next. Of a game that waits for the seat that alone is told."""
    game, event = step.after, step.event
    vacancy = game.vacancies.get(event.power)
    asked = next_standby(game, vacancy) if vacancy else None
    seat = {*game.seat_of(event.power)}
    if not any(isinstance(one, PhaseHeldOpen) and seat.intersection(one.powers) for one in step.later):
        yield from (Notice(reader, event) for reader in game.audience if reader not in {told_apart, asked})


# --- somebody is asked


def next_standby(game: Game, vacancy: Vacancy) -> Address | None:
    """The first stand-by who has not been offered this seat, and has no offer of another."""
    busy = {one.offer.player for one in game.vacancies.values() if one.offer and not one.offer.is_named}
    out = {*vacancy.asked, *busy, vacancy.left, *game.members.saw_secrets}
    return next((game.address_of(one) for one in game.members.standbys if one not in out), None)


def _asked(game: Game, event: StandbyAsked) -> Game:
    """The game with the seat offered to somebody; one whom the master named keeps their place among the stand-bys."""
    game = with_person(game, event.named) if event.named else game
    vacancy, player = game.vacancies[event.power], game.readers[event.player]
    if event.named is None:
        asked = (*(one for one in vacancy.asked if one != player), player)
        return _with_vacancy(game, event.power, replace(vacancy, asked=asked, offer=SeatOffer(player, event.until)))
    offer = SeatOffer(player, event.until, is_named=True)
    return _with_vacancy(game, event.power, replace(vacancy, offer=offer))


def _tell_asked(step: Transition[StandbyAsked]) -> Iterator[Notice]:
    yield Notice(step.event.player, step.event)


def _passed(game: Game, event: StandbyPassed) -> Game:
    return _with_vacancy(game, event.power, replace(game.vacancies[event.power], offer=None))


def _tell_passed(step: Transition[StandbyPassed]) -> Iterator[Notice]:
    event, offer = step.event, step.before.vacancies[step.event.power].offer
    if not event.declined:
        yield Notice(event.player, StandbyPassedNews(event.power, is_named=offer is not None and offer.is_named))


# --- somebody takes the seat, or comes back


def _taken(game: Game, event: SeatTaken) -> Game:
    power, seat = event.power, game.seat_of(event.power)
    game = _without_partners(evolve(game, address_book=game.address_book.with_entry(event.player)), power)
    player, members = game.readers[event.player.address], game.members
    members = _left(
        replace(members, seats={**members.seats, **dict.fromkeys(seat, player)}), game.readers[event.left], power
    )
    standbys = tuple(one for one in members.standbys if one != player)
    members = replace(members, wishes={**members.wishes, player: ()}, standbys=standbys)
    since = None if event.deadline or game.position is None else game.position.phase
    vacancy = replace(game.vacancies[power], taken_by=player, offer=None, taken_in_phase=since)
    taken = evolve(without_secret_orders(game, seat), members=members)
    return _with_deadline(_with_vacancy(taken, power, vacancy), event)


def _tell_taken(step: Transition[SeatTaken]) -> Iterator[Notice]:
    was, game, event = step.before, step.after, step.event
    player = event.player.address
    yield Notice(player, SeatTakenNews(event.power, is_back=False))
    if was.seats.get(event.power):
        yield Notice(event.left, SeatVacatedNews(event.power, game.vacancies[event.power].why, may_return=False))
    yield from _partners_gone(was, game, event.power)
    told = {player, event.left if was.seats.get(event.power) else player}
    yield from (Notice(reader, event) for reader in game.audience if reader not in told)


def _returned(game: Game, event: SeatReturned) -> Game:
    """The game with the seat given back to its player; who had taken it meanwhile becomes the first stand-by."""
    power, seat, members, player = event.power, game.seat_of(event.power), game.members, game.readers[event.player]
    if event.displaced:
        displaced = game.readers[event.displaced]
        members = replace(_without_wishes(members, displaced), standbys=(displaced, *members.standbys))
    members = replace(
        members,
        seats={**members.seats, **dict.fromkeys(seat, player)},
        wishes={**members.wishes, player: ()},
        standbys=tuple(one for one in members.standbys if one != player),
        former_players={one: whose for one, whose in members.former_players.items() if one != player},
    )
    returned = evolve(without_secret_orders(game, seat), members=members)
    return _with_deadline(_without_vacancy(returned, power), event)


def _tell_returned(step: Transition[SeatReturned]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield Notice(event.player, SeatTakenNews(event.power, is_back=True))
    if event.displaced:
        yield Notice(event.displaced, SeatReturnedNews(event.power))
    told = {event.player, event.displaced}
    yield from (Notice(reader, event) for reader in game.audience if reader not in told)


# --- what several of them do


def without_secret_orders(game: Game, seat: Sequence[Power]) -> Game:
    """The game without the orders and plans for the powers of a seat, which nobody else has been told of.

    Press stays, kept press too: it belongs to the power, and others have been written to.
    """
    return evolve(
        game,
        orders={whose: given for whose, given in game.orders.items() if whose not in seat},
        errands={whose: sent for whose, sent in game.errands.items() if whose not in seat},
        advance=tuple(kept for kept in game.advance if kept.power not in seat),
        wished={whose: wished for whose, wished in game.wished.items() if whose not in seat},
        left_open=tuple(left for left in game.left_open if left.power not in seat),
        timekeeping=replace(game.timekeeping, waits=game.timekeeping.waits - {*seat}),
    )


def _without_partners(game: Game, power: Power) -> Game:
    """The game in which nobody shares a seat, or is asked to share it."""
    gone, seat, members = game.readers_of(power)[1:], game.seat_of(power), game.members
    left = {one: tuple(whose for whose in powers if whose not in seat) for one, powers in members.sharing.asked.items()}
    sharing = replace(
        members.sharing,
        partners={one: others for one, others in members.sharing.partners.items() if one not in seat},
        asked={one: powers for one, powers in left.items() if powers},
    )
    return evolve(game, members=_without_wishes(replace(members, sharing=sharing), *gone))


def _partners_gone(was: Game, game: Game, power: Power) -> Iterator[Notice]:
    """Those who shared a seat that has been lost."""
    if lost := set(was.players_of(power)[1:]) - set(game.players_of(power)):
        why = game.vacancies[power].why
        yield from (Notice(one, SeatVacatedNews(power, why, may_return=False)) for one in sorted(lost))


def _left(members: Members, player: Reader, power: Power) -> Members:
    """The members with somebody recorded as a former player; with another seat they still play."""
    members = replace(members, former_players={**members.former_players, player: power})
    return members if player in members.seats.values() else _without_wishes(members, player)


def _without_wishes(members: Members, *players: Reader) -> Members:
    return replace(members, wishes={one: wishes for one, wishes in members.wishes.items() if one not in players})


def _with_deadline(game: Game, event: SeatTaken | SeatReturned) -> Game:
    """The game with the deadline of the event, if it has one: the phase had waited for the seat to be taken."""
    if event.deadline is None:
        return game
    return evolve(
        game, deadline=event.deadline, held_open=None, timekeeping=replace(game.timekeeping, reminded=event.at)
    )


def _with_vacancy(game: Game, power: Power, vacancy: Vacancy) -> Game:
    """The game with a vacancy, which is that of each power of the seat."""
    return evolve(game, vacancies={**game.vacancies, **dict.fromkeys(game.seat_of(power), vacancy)})


def _without_vacancy(game: Game, power: Power) -> Game:
    seat = game.seat_of(power)
    return evolve(game, vacancies={whose: one for whose, one in game.vacancies.items() if whose not in seat})


EFFECTS: Effects = dict(
    (
        effect(SeatVacated, _vacated, _tell_vacated),
        effect(ReplacementSought, _sought, _tell_sought),
        effect(SearchEnded, _search_ended, _tell_search_ended),
        effect(StandbyAsked, _asked, _tell_asked),
        effect(StandbyPassed, _passed, _tell_passed),
        effect(SeatTaken, _taken, _tell_taken),
        effect(SeatReturned, _returned, _tell_returned),
    )
)
