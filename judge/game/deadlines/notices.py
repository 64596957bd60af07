"""Who is told of deadlines."""

from collections.abc import Iterator
from datetime import date
from typing import assert_never

from judge.game.deadlines.events import (
    AbsenceCancelled,
    AbsenceTold,
    CloseHeld,
    CloseReleased,
    DeadlineEvent,
    DeadlineMoved,
    GamePaused,
    GameResumed,
    PhaseExtended,
    ReminderSent,
)
from judge.game.deadlines.news import AbsenceNews, Extended, Reminder, TimeChanged
from judge.game.mastery.permissions import is_apart
from judge.game.news import Notice
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Power


def deadline_notices(was: Game, game: Game, event: DeadlineEvent) -> Iterator[Notice]:
    """The notices of one of these events, which turned ``was`` into ``game``."""
    match event:
        case ReminderSent(to=to):
            yield from _reminded(game, to)
        case PhaseExtended():
            yield from (Notice(reader, Extended(event)) for reader in game.audience)
        case DeadlineMoved() | GamePaused() | GameResumed():
            if was.deadline:
                yield from (Notice(reader, TimeChanged(event, was.deadline)) for reader in game.audience)
        case AbsenceTold(address, first, last):
            yield from _absent(game, address, first, last)
        case AbsenceCancelled(address, since):
            yield from _absent(game, address, since, None)
        case CloseHeld() | CloseReleased():
            pass  # between a player and the judge; where it is public, STATUS and reminders show it
        case _:
            assert_never(event)


def _reminded(game: Game, to: tuple[Power, ...]) -> Iterator[Notice]:
    for reader in dict.fromkeys(player for power in to for player in game.players_of(power)):
        yield Notice(reader, Reminder(tuple(power for power in to if power in game.powers_of(reader))))


def _absent(game: Game, address: Address, first: date, last: date | None) -> Iterator[Notice]:
    """Everyone hears of it, or a master who does not play; by the power, for names are another matter."""
    powers = game.powers_of(address)
    everyone = game.settings.timing.tell_absences
    for reader in game.audience:
        may_know = everyone or is_apart(game, reader)
        if powers and may_know and reader != address:
            yield Notice(reader, AbsenceNews(powers, first, last))
