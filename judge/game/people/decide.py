"""Decisions about the people of a game."""

from datetime import datetime
from typing import assert_never

from judge.game.events import Event
from judge.game.people.commands import (
    ConfirmMove,
    MoveTo,
    NoteBounce,
    NoteLetter,
    PeopleCommand,
    RefuseMove,
    RenewToken,
    SetPreference,
)
from judge.game.people.events import PreferenceSet
from judge.game.people.mailing import decide_mailbox
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game


def decide_people(game: Game, command: PeopleCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """What a command about people makes happen."""
    match command:
        case SetPreference():
            return _prefer(game, command, now)
        case NoteBounce() | NoteLetter() | MoveTo() | ConfirmMove() | RefuseMove() | RenewToken():
            return decide_mailbox(game, command, now)
        case _:
            assert_never(command)


def _prefer(game: Game, command: SetPreference, now: datetime) -> tuple[Event, ...] | Refused:
    person = game.people.get(command.by)
    if person is None:
        return Refused(Refusal.NOT_A_PLAYER)
    return (
        PreferenceSet(
            person.address,
            command.language or person.language,
            command.notation or person.notation,
            command.zone or person.zone,
            now,
            command.reminders or person.reminders,
            person.calendar if command.calendar is None else command.calendar,
            command.byline or person.byline,
        ),
    )
