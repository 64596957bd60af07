"""Letters that do not say who wrote them leave together every full quarter of an hour, in an order by lot."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256

from judge.game.messages import Event
from judge.game.press.messages import PostSwept, PressSent
from judge.game.press.rules import Signature
from judge.game.state import Game

QUARTER = timedelta(minutes=15)


def next_sweep(now: datetime) -> datetime:
    """The next full quarter of an hour."""
    since = timedelta(minutes=now.minute % 15, seconds=now.second, microseconds=now.microsecond)
    return now - since + QUARTER


def leaves_together(game: Game, signature: Signature, *, observer: bool) -> bool:
    """Whether the hour of a letter could tell who wrote it: it is unsigned, an observer's, or may bear a false name.

    Where false names are allowed every player's letter waits, or those that wait would be known for false.
    """
    return observer or signature is not Signature.WHITE or Signature.BLACK in game.settings.press.signatures


def is_swept(game: Game, press: PressSent) -> bool:
    """Whether a letter need not wait for its quarter of an hour any more; the end of the game sets it free."""
    if press.sweep is None or (game.ended and press.at <= game.ended.at):
        return True
    return game.press.swept is not None and press.sweep <= game.press.swept


def shuffled(game: Game, letters: Iterable[PressSent]) -> tuple[PressSent, ...]:
    """Letters that leave together: those that say who wrote them as they were written, then the others by lot."""
    order = tuple(letters)
    plain = tuple(press for press in order if press.sweep is None)
    rest = (press for press in order if press.sweep is not None)
    return (*plain, *sorted(rest, key=lambda press: _lot(game, press)))


def _lot(game: Game, press: PressSent) -> str:
    """A number that follows from what the letter says to whom, so that it tells nothing of who wrote it or when."""
    return sha256(f"{game.seed} {press.text} {press.recipients}".encode()).hexdigest()


def next_hour(game: Game) -> datetime | None:
    """When the next letters leave together."""
    return min((press.sweep for press in game.press.held if press.sweep and not is_swept(game, press)), default=None)


def set_back(game: Game, now: datetime) -> tuple[Event, ...]:
    """What a clock that was set back does to letters that leave together: those it held leave, others wait again."""
    hours = [press.sweep for press in game.press.held if press.sweep and press.sweep > now + QUARTER]
    if game.press.swept is not None and game.press.swept > now:
        hours.append(game.press.swept)
    return (PostSwept(max(hours)), PostSwept(now)) if hours else ()


def at_hour(game: Game, _hour: datetime, now: datetime) -> tuple[Event, ...]:
    """The letters of every quarter of an hour that is over leave."""
    return (PostSwept(now),) if next_hour(game) else ()
