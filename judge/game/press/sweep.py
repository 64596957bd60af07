"""Press whose hour could tell who wrote it leaves together, every full quarter of an hour, in an order by lot."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256

from judge.game.messages import Event
from judge.game.press.messages import PostSwept, PressSent
from judge.game.press.settings import PressSignature
from judge.game.state import Game

SWEEP_INTERVAL = timedelta(minutes=15)


def next_sweep(now: datetime) -> datetime:
    """The next full quarter of an hour."""
    since = timedelta(minutes=now.minute % 15, seconds=now.second, microseconds=now.microsecond)
    return now - since + SWEEP_INTERVAL


def leaves_together(game: Game, signature: PressSignature, *, observer: bool) -> bool:
    """Whether the hour of a letter could tell who wrote it: it is unsigned, an observer's, or may name a false writer.

    Where false names are allowed every player's letter waits, or those that wait would be known for false.
    """
    return observer or signature is not PressSignature.WHITE or PressSignature.BLACK in game.settings.press.signatures


def is_swept(game: Game, press: PressSent) -> bool:
    """Whether a letter need not wait for its quarter of an hour any more; the end of the game releases it."""
    if press.sweep is None or (game.ended and press.at <= game.ended.at):
        return True
    return game.press.last_sweep is not None and press.sweep <= game.press.last_sweep


def in_release_order(game: Game, letters: Iterable[PressSent]) -> tuple[PressSent, ...]:
    """The order in which letters leave: those that say who wrote them as they were written, then the others by lot."""
    order = tuple(letters)
    plain = tuple(press for press in order if press.sweep is None)
    rest = (press for press in order if press.sweep is not None)
    return (*plain, *sorted(rest, key=lambda press: _lot(game, press)))


def _lot(game: Game, press: PressSent) -> str:
    """A hash of the text and the recipients, which tells nothing of who wrote the letter or when."""
    return sha256(f"{game.seed} {press.text} {press.recipients}".encode()).hexdigest()


def next_hour(game: Game) -> datetime | None:
    """When the next letters leave together."""
    return min((press.sweep for press in game.press.held if press.sweep and not is_swept(game, press)), default=None)


def compensate_clock_set_back(game: Game, now: datetime) -> tuple[Event, ...]:
    """The events that release letters held by a clock which has been set back; others wait again."""
    hours = [press.sweep for press in game.press.held if press.sweep and press.sweep > now + SWEEP_INTERVAL]
    if game.press.last_sweep is not None and game.press.last_sweep > now:
        hours.append(game.press.last_sweep)
    return (PostSwept(max(hours)), PostSwept(now)) if hours else ()


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The event that releases the letters whose quarter of an hour is over."""
    return (PostSwept(now),) if next_hour(game) else ()
