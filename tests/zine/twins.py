"""Two worlds that differ in a secret, as logs of a game: what strangers may know of them is the same."""

from collections.abc import Callable
from dataclasses import replace
from datetime import date

from judge.game.apply import fold_events
from judge.game.deadlines.messages import AbsenceTold
from judge.game.messages import Event
from judge.game.orders.messages import OrderGiven
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import PhaseClosed
from judge.game.press.messages import DiaryWritten, PressSent
from judge.game.seats.messages import GameStarted, PlayerJoined
from judge.game.settings import Address, PressRules, PressSignature, Reader, Settings, Token, WatchPermission
from judge.game.state import GivenOrder
from judge.rules.board import Location, Power, Province
from judge.rules.orders import Hold, Move
from tests.shared.recorded_logs import OPENED, opened, recorded_log

FRANCE, ITALY = Power("FRANCE"), Power("ITALY")


PARIS = Province("PAR")
Log = tuple[Event, ...]
OTHERWISE = Settings(press=PressRules(signatures=tuple(PressSignature), observers_read=False))


def played(settings: Settings = Settings(), *more: Event) -> Log:  # noqa: B008 - it is frozen
    """A game whose first phase has closed, and what has happened since."""
    return (*recorded_log("one", settings, phases=1), *more)


def other_people(log: Log) -> Log:
    """The same game of other people."""

    def other(event: Event) -> Event:
        match event:
            case PlayerJoined(player=person):
                return replace(event, player=Person(_other(person.address), Token("otherother")))
            case GameStarted(seats=seats):
                return replace(event, seats={power: _other(address) for power, address in seats.items()})
            case _:
                return event

    return tuple(map(other, log))


def _other(address: Address) -> Address:
    return Address(f"other.{address}")


def without_orders(log: Log) -> Log:
    """The same game, but that nobody has moved in its last phase; its page is closed at the same hour."""
    (last,) = [event for event in log if isinstance(event, PhaseClosed)]
    before = log[: log.index(last)]
    game = fold_events(before)
    assert game is not None
    return (*before, *close_at_deadline(game, last.at))


def at_war_in_fog(*, moves: bool) -> Log:
    """A war whose first phase has closed, in which everybody has moved somewhere, or nobody has."""
    log = opened(Settings(board="seuil", rulebook="stim"))
    game = fold_events(log)
    assert game is not None
    assert game.position is not None
    neighbours = {
        at: sorted(game.board.neighbours(unit.kind, unit.at), key=str) for at, unit in game.position.units.items()
    }
    given = {
        power: tuple(
            GivenOrder(Move(unit.at.province, neighbours[unit.at.province][0]), 1, None)
            for unit in game.position.units_of(power)
        )
        for power in game.board.powers
    }
    ordered = replace(game, orders=given) if moves else game
    return (*log, *close_at_deadline(ordered, OPENED))


def press(text: str, to: tuple[Power, ...] = (), by: Power = ITALY, **more: object) -> PressSent:
    return PressSent(by, to, text, held=False, at=OPENED, **more)  # type: ignore[arg-type]


def diary(text: str) -> DiaryWritten:
    closed = next(event for event in played() if isinstance(event, PhaseClosed))
    return DiaryWritten(FRANCE, Reader(4), text, closed.before.phase, OPENED)


SECRETS: dict[str, Callable[[], tuple[Log, Log]]] = {
    "who plays": lambda: (played(), other_people(played())),
    "press to one power": lambda: (
        played(Settings(), press("The left bank is yours.", (FRANCE,))),
        played(Settings(), press("Nothing is yours.", (FRANCE,))),
    ),
    "that there is press to one power": lambda: (played(Settings(), press("Hush.", (FRANCE,))), played()),
    "who wrote unsigned press": lambda: (
        played(Settings(), press("All are fools.", signature=PressSignature.GREY)),
        played(Settings(), press("All are fools.", signature=PressSignature.GREY, by=FRANCE)),
    ),
    "who wrote under a false name": lambda: (
        played(Settings(), press("Yours.", signature=PressSignature.BLACK, signed=Power("TURKEY"))),
        played(Settings(), press("Yours.", signature=PressSignature.BLACK, signed=Power("TURKEY"), by=FRANCE)),
    ),
    "press to all that those who watch do not read": lambda: (
        played(OTHERWISE, press("To all players.")),
        played(OTHERWISE, press("To you all.")),
    ),
    "orders of the open phase": lambda: (
        played(Settings(), OrderGiven(FRANCE, Hold(PARIS), 1, None, OPENED)),
        played(Settings(), OrderGiven(FRANCE, Move(PARIS, Location(Province("BUR"))), 1, None, OPENED)),
    ),
    "that there are orders of the open phase": lambda: (
        played(Settings(), OrderGiven(FRANCE, Hold(PARIS), 1, None, OPENED)),
        played(),
    ),
    "a diary while the game goes on": lambda: (played(Settings(), diary("I fear Italy.")), played()),
    "an absence": lambda: (
        played(Settings(), AbsenceTold(Address("france@example.com"), date(2027, 3, 1), date(2027, 3, 5), OPENED)),
        played(),
    ),
    "where units are in the fog": lambda: (at_war_in_fog(moves=True), at_war_in_fog(moves=False)),
    "orders of a game that not everybody may watch": lambda: (
        played(Settings(press=PressRules(watching=WatchPermission.NAMED))),
        without_orders(played(Settings(press=PressRules(watching=WatchPermission.NAMED)))),
    ),
}
