"""The address for replies to a letter of press: made when the letter gets its number, read when a reply comes.

It bears a mark made of what is its reader's alone: the number of the letter among theirs, and its hour.
"""

from datetime import datetime

from judge.game.press.messages import PressSent
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.services import Services
from judge.mail.identity import press_reply_address
from judge.store.records import SeriesPlace, ToldPress
from judge.store.timestamps import format_timestamp

_MARK_LENGTH = 8
"""Letters and digits: who writes is proved by the token beside them."""


def takes_replies(reply_to: str) -> bool:
    """Whether a reply address has room for a mark."""
    return press_reply_address(reply_to, "x" * _MARK_LENGTH) is not None


def marked_address(services: Services, reply_to: str, game: GameName, place: SeriesPlace, at: datetime) -> str:
    """Return the address for replies to the press that a letter of that number and hour tells."""
    mark = _mark(services, game, place.reader, place.number, format_timestamp(at))
    return press_reply_address(reply_to, mark) or reply_to


def _mark(services: Services, game: GameName, reader: int, number: int, queued: str) -> str:
    """A restored database may use a number again, but not at the same moment."""
    return services.opaque_id("press", game, reader, number, queued)[:_MARK_LENGTH]


def press_of_mark(services: Services, game: Game, reader: int, mark: str) -> PressSent | None:
    """Return the press that the letter with this mark told its reader; None where there is none."""
    told = services.store.press_told(game.name, reader)
    marked = (one for one in told if _mark(services, game.name, reader, one.number, one.queued) == mark)
    return _press_told(services, game, next(marked, None))


def press_of_message(services: Services, game: Game, reader: int, message_id: str) -> PressSent | None:
    """Return the press that the letter of this Message-ID told its reader; None where there is none."""
    told = services.store.press_told(game.name, reader)
    return _press_told(services, game, next((one for one in told if one.message_id == message_id), None))


def _press_told(services: Services, game: Game, letter: ToldPress | None) -> PressSent | None:
    event = services.store.event(game.name, letter.told.press) if letter else None
    return event if isinstance(event, PressSent) else None


def first_of_thread(services: Services, game: Game, reader: int, thread: int) -> str | None:
    """Return the Message-ID of the first letter to a reader of an exchange of press; None before it."""
    told = services.store.press_told(game.name, reader)
    return next((letter.message_id for letter in reversed(told) if letter.told.thread == thread), None)
