"""Practice games and lessons: one person against clockwork players; how they begin, what nobody can do in them."""

from datetime import datetime, timedelta
from hashlib import sha256

from judge.game.apply import apply_all
from judge.game.clockwork.messages import ClockworkSeated, PlayingStrength
from judge.game.deadlines.rules import next_deadline
from judge.game.mastery.messages import ForceClose, Terminate
from judge.game.messages import Command, Event
from judge.game.orders.messages import OrderCommand
from judge.game.people.address_book import Person
from judge.game.people.messages import PeopleCommand
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending
from judge.game.press.messages import SendPress, WriteDiary
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign
from judge.game.seats.messages import GameOpened, GameStarted, LeaveGame, OpenPractice, PlayerJoined
from judge.game.seats.rules import start_game
from judge.game.settings import board_of_settings
from judge.game.state import Game
from judge.game.tutorial.messages import ChooseLesson, LessonStep, OpenTutorial
from judge.game.tutorial.rules import lesson_named, open_lesson
from judge.game.war.messages import WarCommand
from judge.rules.board import Board, Power

WEEK_OF_SILENCE = timedelta(days=7)
"""A practice game ends when its player has not written for so long."""

_COMMANDS = OrderCommand | PeopleCommand | WarCommand | WriteDiary | ForceClose | Terminate
"""What one person can do among clockwork players; the rest is for several people."""


def open_practice(game: Game | None, command: OpenPractice, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a practice game that begins at once; refused where one of its name exists."""
    if game is not None:
        return Refused(Refusal.NAME_TAKEN)
    board = board_of_settings(command.settings)
    if command.power and not board.seat_of(command.power):
        return Refused(Refusal.NOT_PLAYED, power=command.power)
    own = board.seat_of(command.power) if command.power else _drawn_seat(board, command.seed)
    others = {power: command.strength for seat in board.seats if seat != own for power in seat}
    seated = (
        GameOpened(command.game, command.settings, command.by, command.seed, now),
        PlayerJoined(command.by, own[:1], now),
        ClockworkSeated({power: others[power] for power in board.powers if power in others}, now),
    )
    opened = apply_all(None, seated)
    assert opened is not None
    return (*seated, *start_game(opened, now))


def open_tutorial(game: Game | None, command: OpenTutorial, now: datetime) -> tuple[Event, ...] | Refused:
    """The events with which lessons begin; refused where a game of that name exists."""
    if game is not None:
        return Refused(Refusal.NAME_TAKEN)
    lesson, board = lesson_named(command.lesson), board_of_settings(command.settings)
    others = {power: PlayingStrength.EASY for power in board.powers if power != lesson.learner}
    seated = (
        GameOpened(command.game, command.settings, command.by, command.seed, now),
        PlayerJoined(command.by, (lesson.learner,), now),
        ClockworkSeated(others, now),
    )
    opened = apply_all(None, seated)
    assert opened is not None
    begun = GameStarted(
        {lesson.learner: command.by.address}, lesson.position, next_deadline(opened, lesson.position, now), now
    )
    started = apply_all(opened, (begun,))
    assert started is not None
    return (*seated, begun, open_lesson(started, lesson, LessonStep.BEGUN, now))


def _drawn_seat(board: Board, seed: str) -> tuple[Power, ...]:
    """The seat whose number is the SHA-256 of ``seed:practice`` modulo the number of seats."""
    return board.seats[int(sha256(f"{seed}:practice".encode()).hexdigest(), 16) % len(board.seats)]


def decide_in_practice(game: Game, command: Command, now: datetime) -> tuple[Event, ...] | Refused | None:
    """What a practice game decides otherwise than any other; None where it does not."""
    if not game.settings.practice or game.ended:
        return None
    if isinstance(command, Resign | LeaveGame) and game.powers_of(command.by):
        return (game_ended(game, game.position, Ending.TERMINATED, (), now),)
    if isinstance(command, SendPress):
        return None if _is_press_taught(game) else Refused(Refusal.CLOCKWORK_READS_NOTHING)
    if isinstance(command, _COMMANDS) or (game.lesson is not None and isinstance(command, ChooseLesson)):
        return None
    by = command.by.address if isinstance(command.by, Person) else command.by
    return Refused(Refusal.NOT_IN_PRACTICE if game.powers_of(by) else Refusal.PRACTICE_OF_ANOTHER)


def _is_press_taught(game: Game) -> bool:
    """Whether the lesson that is open is about press: then the others read it."""
    return game.lesson is not None and lesson_named(game.lesson.key).press is not None
