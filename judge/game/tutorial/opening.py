"""How lessons begin: a game that is begun at once, with the lesson that was asked for."""

from datetime import datetime

from judge.game.apply import apply_all
from judge.game.clockwork.messages import ClockworkSeated, PlayingStrength
from judge.game.deadlines.rules import next_deadline
from judge.game.messages import Event
from judge.game.refusals import Refusal, Refused
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined
from judge.game.settings import board_of_settings
from judge.game.state import Game
from judge.game.tutorial.messages import LessonStep, OpenTutorial
from judge.game.tutorial.rules import LEARNER, lesson_named, open_lesson


def open_tutorial(game: Game | None, command: OpenTutorial, now: datetime) -> tuple[Event, ...] | Refused:
    """The events with which lessons begin; refused where a game of that name exists."""
    if game is not None:
        return Refused(Refusal.NAME_TAKEN)
    lesson, board = lesson_named(command.lesson), board_of_settings(command.settings)
    others = {power: PlayingStrength.EASY for power in board.powers if power != LEARNER}
    seated = (
        GameOpened(command.game, command.settings, command.by, command.seed, now),
        PlayerJoined(command.by, (LEARNER,), now),
        ClockworkSeated(others, now),
    )
    opened = apply_all(None, seated)
    assert opened is not None
    begun = GameStarted(
        {LEARNER: command.by.address}, lesson.position, next_deadline(opened, lesson.position, now), now
    )
    started = apply_all(opened, (begun,))
    assert started is not None
    return (*seated, begun, open_lesson(started, lesson, LessonStep.BEGUN, now))
