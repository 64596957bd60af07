"""Effects of the events of seats: how each changes the game, and who is told."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NoReturn, TypeVar

from judge.game.figures import history_from_start
from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve, no_notices, unchanged, with_person
from judge.game.people.messages import AddressBook
from judge.game.replacements.messages import StandbyAsked
from judge.game.seats.allotment import allotment_of
from judge.game.seats.messages import (
    GameOpened,
    GameReady,
    GameReadyNews,
    GameStarted,
    GameStartedNews,
    MusterAnswered,
    MusterCalled,
    MusterCalledNews,
    PlayerInvited,
    PlayerJoined,
    PlayerJoinedNews,
    PlayerLeft,
    PowerJoined,
    PowerJoinedNews,
    PowerPlaced,
    RequestClosed,
    RequestClosedNews,
    SeatAsked,
    SeatAskedNews,
    SeatGiven,
    SeatsFreedNews,
    SeatsLost,
    SeatsLostNews,
    StandbyAdded,
    StandbyAddedNews,
    StandbyLeft,
    WishesChanged,
)
from judge.game.settings import Address, Reader, Seating
from judge.game.state import Game, Members, Muster
from judge.game.visibility import knows_addresses
from judge.rules.position import Position, Season
from judge.rules.war.scouts import starting_scouts

Key = TypeVar("Key")
Value = TypeVar("Value")


def game_from_opening(event: GameOpened) -> Game:
    """The game that was opened; its master has number 1."""
    book = AddressBook().with_person(event.master)
    members = Members(book.numbers[event.master.address])
    key = event.fingerprint_key
    return Game(event.game, event.settings, event.seed, book, members, version=1, fingerprint_key=key)


def _opened_again(game: Game, _: GameOpened) -> NoReturn:
    message = f"{game.name} is open already"
    raise ValueError(message)


def _tell_opened(step: Transition[GameOpened]) -> Iterator[Notice]:
    """The start of a practice game, which follows at once, says everything."""
    if not step.event.settings.practice:
        yield Notice(step.after.master, step.event)


# --- who asks for a seat, and is let in: the master learns where they write from, nobody else does


def _asked(game: Game, event: SeatAsked) -> Game:
    game = with_person(game, event.player)
    applicants = {**game.members.applicants, game.readers[event.player.address]: event.wishes}
    return evolve(game, members=replace(game.members, applicants=applicants))


def _tell_asked(step: Transition[SeatAsked]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield Notice(game.master, SeatAskedNews(event.player.address, event.wishes, is_full=not game.free_seats))


def _closed(game: Game, event: RequestClosed) -> Game:
    members, book = game.members, game.address_book
    if reader := game.readers.get(event.address):
        members = replace(members, applicants=_without(members.applicants, reader))
    return evolve(game, members=members, address_book=replace(book, invited=book.invited - {event.address}))


def _tell_closed(step: Transition[RequestClosed]) -> Iterator[Notice]:
    game, event = step.after, step.event
    if event.by_master and event.address in game.people and event.address not in game.players:
        yield Notice(event.address, RequestClosedNews())


def _invited(game: Game, event: PlayerInvited) -> Game:
    book = game.address_book
    return evolve(game, address_book=replace(book, invited=book.invited | {event.address}))


def _joined(game: Game, event: PlayerJoined) -> Game:
    game = with_person(game, event.player)
    members, player = game.members, game.readers[event.player.address]
    wishes, applicants = {**members.wishes, player: event.wishes}, _without(members.applicants, player)
    return evolve(game, members=replace(members, wishes=wishes, applicants=applicants))


def _tell_joined(step: Transition[PlayerJoined]) -> Iterator[Notice]:
    game, event = step.after, step.event
    if not game.settings.practice:
        yield Notice(event.player.address, PlayerJoinedNews(event.wishes, len(game.players), len(game.board.seats)))


def _wished(game: Game, event: WishesChanged) -> Game:
    wishes = {**game.members.wishes, game.readers[event.address]: event.wishes}
    return evolve(game, members=replace(game.members, wishes=wishes))


def _placed(game: Game, event: PowerPlaced) -> Game:
    others = {one: given for one, given in game.members.placed.items() if event.power != given}
    placed = {**others, game.readers[event.address]: event.power}
    return evolve(game, members=replace(game.members, placed=placed))


# --- who leaves, who waits


def _player_left(game: Game, event: PlayerLeft) -> Game:
    return _left(game, event.address)


def _tell_player_left(step: Transition[PlayerLeft]) -> Iterator[Notice]:
    return _freed(step.after, 1, step.later, by_muster=False)


def _standby_added(game: Game, event: StandbyAdded) -> Game:
    game = with_person(game, event.player)
    members, player = game.members, game.readers[event.player.address]
    standbys, applicants = (*members.standbys, player), _without(members.applicants, player)
    return evolve(game, members=replace(members, standbys=standbys, applicants=applicants))


def _tell_standby_added(step: Transition[StandbyAdded]) -> Iterator[Notice]:
    player = step.event.player.address
    if not any(isinstance(one, StandbyAsked) and one.player == player for one in step.later):
        yield Notice(player, StandbyAddedNews(len(step.after.standbys)))


def _standby_left(game: Game, event: StandbyLeft) -> Game:
    return evolve(game, members=_without_standby(game.members, game.readers[event.address]))


def _without_standby(members: Members, gone: Reader) -> Members:
    return replace(members, standbys=tuple(one for one in members.standbys if one != gone))


def _given(game: Game, event: SeatGiven) -> Game:
    player = game.readers[event.address]
    members = _without_standby(game.members, player)
    return evolve(game, members=replace(members, wishes={**members.wishes, player: ()}))


def _tell_given(step: Transition[SeatGiven]) -> Iterator[Notice]:
    game = step.after
    yield Notice(step.event.address, PlayerJoinedNews((), len(game.players), len(game.board.seats), moved_up=True))


# --- the muster, the beginning


def _called(game: Game, event: MusterCalled) -> Game:
    muster = Muster(event.until, tuple(game.readers[one] for one in event.waited_for), event.at)
    return evolve(game, members=replace(game.members, muster=muster))


def _tell_called(step: Transition[MusterCalled]) -> Iterator[Notice]:
    game, event = step.after, step.event
    number = len(event.waited_for)
    for reader in (game.master, *(one for one in game.players if one != game.master)) if number else ():
        yield Notice(reader, MusterCalledNews(event.until, asked=reader in event.waited_for, number=number))


def _answered(game: Game, event: MusterAnswered) -> Game:
    muster = game.members.muster
    answered = muster.without(game.readers[event.address]) if muster else None
    return evolve(game, members=replace(game.members, muster=answered))


def _lost(game: Game, event: SeatsLost) -> Game:
    return _left(game, *event.addresses)


def _tell_lost(step: Transition[SeatsLost]) -> Iterator[Notice]:
    addresses = step.event.addresses
    yield from (Notice(address, SeatsLostNews()) for address in addresses)
    yield from _freed(step.after, len(addresses), step.later, by_muster=True)


def _tell_ready(step: Transition[GameReady]) -> Iterator[Notice]:
    game = step.after
    is_shown = game.settings.seating is Seating.HAND and knows_addresses(game, game.master)
    yield Notice(game.master, GameReadyNews(game.players if is_shown else ()))


def _started(game: Game, event: GameStarted) -> Game:
    seats = {power: game.readers[player] for power, player in event.seats.items()}
    return evolve(
        game,
        members=replace(game.members, seats=seats, muster=None),
        position=event.position,
        deadline=event.deadline,
        scouting=starting_scouts(game.board.war.posts),
        centre_history=history_from_start(game.board, event.position),
    )


def _tell_started(step: Transition[GameStarted]) -> Iterator[Notice]:
    """The first lesson, which follows at once, says everything."""
    game = step.after
    for reader in () if game.settings.tutorial else game.audience:
        powers = game.powers_of(reader)
        place = game.standbys.index(reader) + 1 if reader in game.standbys else 0
        players = game.seats if knows_addresses(game, reader) else {}
        allotted = {} if game.settings.practice else {power: allotment_of(game, reader, power) for power in powers}
        yield Notice(reader, GameStartedNews(step.event, powers, allotted, players, place))


def _power_joined(game: Game, event: PowerJoined) -> Game:
    """The game with the power added to a seat; it gets the player of that seat, or its vacancy."""
    power, seat = event.power, event.seat
    seats = game.members.seats
    player = next((seats[other] for other in seat if other in seats), None)  # perhaps lost in this very close
    sought = next((one for other, one in game.vacancies.items() if other in seat), None)
    strength = next((game.clockwork[other] for other in seat if other in game.clockwork), None)
    return evolve(
        game,
        clockwork={**game.clockwork, power: strength} if strength else game.clockwork,
        members=replace(game.members, seats={**seats, power: player} if player else seats),
        joined={**game.joined, power: seat},
        vacancies={**game.vacancies, power: sought} if sought else game.vacancies,
    )


def before_the_coin(game: Game, position: Position) -> Game:
    """The game gone back to a position: a power that joined a seat behind it stands aside again until the coin."""
    joining, phase = game.board.joining, position.phase
    fallen = joining and (phase.year >= joining.year or (phase.year, phase.season) == (joining.year - 1, Season.WINTER))
    if joining is None or fallen:
        return game
    gone = {joining.power}
    return evolve(
        game,
        clockwork=_without(game.clockwork, *gone),
        members=replace(game.members, seats=_without(game.members.seats, *gone)),
        joined=_without(game.joined, *gone),
        vacancies=_without(game.vacancies, *gone),
    )


def _tell_power_joined(step: Transition[PowerJoined]) -> Iterator[Notice]:
    game, event = step.after, step.event
    yield from (
        Notice(reader, PowerJoinedNews(event, own=event.power in game.powers_of(reader))) for reader in game.audience
    )


def _left(game: Game, *gone: Address) -> Game:
    """The game without the seats of some players; a muster ends, for seats are free."""
    members, readers = game.members, [game.readers[address] for address in gone]
    wishes, placed = _without(members.wishes, *readers), _without(members.placed, *readers)
    return evolve(game, members=replace(members, wishes=wishes, placed=placed, muster=None))


def _without(table: Mapping[Key, Value], *gone: Key) -> Mapping[Key, Value]:
    return {one: value for one, value in table.items() if one not in gone}


def _freed(game: Game, left: int, later: Sequence[Event], *, by_muster: bool) -> Iterator[Notice]:
    """Seats that were free again, to those who stay; of whoever took one the number alone."""
    given = [event.address for event in later if isinstance(event, SeatGiven)]
    news = SeatsFreedNews(left, by_muster, len(given), len(game.players) + len(given), len(game.board.seats))
    yield from (Notice(reader, news) for reader in game.audience if reader not in given)


EFFECTS: Effects = dict(
    (
        effect(GameOpened, _opened_again, _tell_opened),
        effect(SeatAsked, _asked, _tell_asked),
        effect(RequestClosed, _closed, _tell_closed),
        effect(PlayerInvited, _invited, no_notices),
        effect(PlayerJoined, _joined, _tell_joined),
        effect(WishesChanged, _wished, no_notices),
        effect(PowerPlaced, _placed, no_notices),
        effect(PlayerLeft, _player_left, _tell_player_left),
        effect(StandbyAdded, _standby_added, _tell_standby_added),
        effect(StandbyLeft, _standby_left, no_notices),
        effect(SeatGiven, _given, _tell_given),
        effect(MusterCalled, _called, _tell_called),
        effect(MusterAnswered, _answered, no_notices),
        effect(SeatsLost, _lost, _tell_lost),
        effect(GameReady, unchanged, _tell_ready),
        effect(GameStarted, _started, _tell_started),
        effect(PowerJoined, _power_joined, _tell_power_joined),
    )
)
