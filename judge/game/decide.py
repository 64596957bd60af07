"""Decide commands: a game and a command make events, or a refusal."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, get_args, get_type_hints

from judge.game.apply import apply, apply_all, fold_events
from judge.game.deadlines.rules import decide_deadlines, next_deadline
from judge.game.mastery.decide import decide_mastery
from judge.game.mastery.messages import ActAgreed, ForceClose, Terminate
from judge.game.mastery.rules import act_proposed
from judge.game.messages import Command, Event
from judge.game.orders.messages import OrderCommand
from judge.game.orders.rules import decide_orders
from judge.game.people.messages import PeopleCommand, Person
from judge.game.people.rules import decide_people
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending
from judge.game.practice.messages import ChooseLesson, ClockworkSeated, LessonStep, OpenTutorial
from judge.game.practice.rules import decide_tutorial, lesson_named, open_lesson
from judge.game.press.circle import decide_watching
from judge.game.press.messages import SendPress, WriteDiary
from judge.game.press.rules import decide_press
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.messages import Resign
from judge.game.replacements.rules import decide_replacements
from judge.game.seats.messages import GameOpened, GameStarted, LeaveGame, OpenGame, OpenPractice, PlayerJoined
from judge.game.seats.rules import decide_seats, open_game, start_game
from judge.game.seats.strategists import decide_strategists
from judge.game.settings import PlayingStrength, board_of_settings
from judge.game.state import Game
from judge.game.votes.rules import decide_votes
from judge.game.war.messages import WarCommand
from judge.game.war.rules import decide_war
from judge.rules.board import Board, Power

DecideFunction = Callable[[Game, Any, datetime], tuple[Event, ...] | Refused]

DECISIONS: Mapping[type, DecideFunction] = {
    kind: decide_theme
    for decide_theme in (
        decide_seats,
        decide_replacements,
        decide_strategists,
        decide_orders,
        decide_press,
        decide_deadlines,
        decide_votes,
        decide_watching,
        decide_mastery,
        decide_war,
        decide_people,
        decide_tutorial,
    )
    for kind in get_args(get_type_hints(decide_theme)["command"])
}
"""The function that decides each kind of command: the one whose parameter ``command`` is declared as that kind."""


def decide(game: Game | None, command: Command, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command given at ``now`` (UTC), or why it is refused. Pure: the game is not changed."""
    if isinstance(command, OpenGame):
        return open_game(game, command, now)
    if isinstance(command, OpenPractice):
        return open_practice(game, command, now)
    if isinstance(command, OpenTutorial):
        return open_tutorial(game, command, now)
    if game is None:
        return Refused(Refusal.NOT_A_PLAYER)
    special = decide_in_practice(game, command, now)
    if special is not None:
        return special
    events = DECISIONS[type(command)](game, command, now)
    if isinstance(events, Refused):
        return events
    proposed = act_proposed(game, command, events, now)
    return _with_agreed_act(game, events, now) if proposed is None else proposed


def _with_agreed_act(game: Game, events: tuple[Event, ...], now: datetime) -> tuple[Event, ...] | Refused:
    """The events with those of the master's proposal, if all have agreed by them; refused where it cannot be done."""
    if game.proposal is None or not any(isinstance(one, ActAgreed) for one in events):
        return events
    act = replace(game.proposal.act, by=game.master)
    done = DECISIONS[type(act)](apply_all(game, events), act, now)
    return done if isinstance(done, Refused) else (*events, *done)


# --- practice games and lessons: one person against clockwork players; how they begin, what nobody can do in them


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
    opened = fold_events(seated)
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
    opened = fold_events(seated)
    assert opened is not None
    begun = GameStarted(
        {lesson.learner: command.by.address}, lesson.position, next_deadline(opened, lesson.position, now), now
    )
    return (*seated, begun, open_lesson(apply(opened, begun), lesson, LessonStep.BEGUN, now))


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
