"""Games that are long over, as they lie in the store of a judge that has run for years."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce

from judge.game.apply import apply, apply_all
from judge.game.decide import decide
from judge.game.messages import Command, Event
from judge.game.orders.messages import GiveOrder
from judge.game.people.messages import Person
from judge.game.phases.close import close_early
from judge.game.refusals import Refused
from judge.game.seats.messages import GameOpened, JoinGame, OpenGame
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.rules.board import Power, Year
from judge.rules.board_file import load_board
from judge.rules.orders import Hold
from judge.store.records import Transaction
from judge.store.rows import LetterStatus
from judge.store.store import Store

_BEGAN = datetime(2016, 1, 4, 9, 0, tzinfo=UTC)
_MASTER = Person(Address("master@old.example.org"), Token("m45terofoldgames"))


def player_of(power: Power) -> Person:
    """Who plays a power, in every old game."""
    return Person(Address(f"{power.lower()}@old.example.org"), Token(f"0ld{power.lower():x<13}"[:16]))


def old_game(name: str, years: int) -> tuple[Event, ...]:
    """What happened in a game of seven whose units held for so many years, until its last one was over."""
    return tuple(_events(name, years))


def _events(name: str, years: int) -> Iterator[Event]:
    board = load_board("standard")
    now = _BEGAN
    commands: list[Command] = [OpenGame(GameName(name), Settings(last_year=Year(1900 + years)), _MASTER, "seed")]
    commands += [JoinGame(player_of(power), (power,)) for power in board.powers]
    game: Game | None = None
    for command in commands:
        events = _happened(decide(game, command, now))
        game = reduce(apply, events, game)
        yield from events
    while game and game.open_position:
        now += timedelta(days=7)
        for number, (at, unit) in enumerate(game.open_position.units.items()):
            order = GiveOrder(player_of(unit.power).address, Hold(at), number, now)
            events = _happened(decide(game, order, now))
            game = apply_all(game, events)
            yield from events
        closing = close_early(game, now)
        assert closing, "the phase does not close"
        game = apply_all(game, closing)
        yield from closing


def keep_old_games(store: Store, count: int, years: int) -> None:
    """Have so many old games in a store, each with a name of its own and the same players."""
    opened, *others = old_game("old-0", years)
    assert isinstance(opened, GameOpened)
    for number in range(count):
        name = GameName(f"old-{number}")
        store.commit(Transaction(None, LetterStatus.DONE, name, 0, (replace(opened, game=name), *others)))


def _happened(decided: tuple[Event, ...] | Refused) -> tuple[Event, ...]:
    assert not isinstance(decided, Refused), decided
    return decided
