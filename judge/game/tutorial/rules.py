"""The rules of the tutorial: how lessons begin and follow each other, when a task is met, who is told."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import assert_never

from judge.game.centre_history import history_from_start
from judge.game.deadlines.new_deadlines import next_deadline
from judge.game.effect import Effects, Transition, effect, evolve
from judge.game.messages import Event, Notice
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.press.messages import PressSent
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.state_parts import PressState
from judge.game.tutorial.lessons import (
    LEARNER,
    Lesson,
    Mistake,
    Orders,
    is_same_order,
    lesson_after,
    lesson_named,
)
from judge.game.tutorial.messages import (
    ChooseLesson,
    LessonNews,
    LessonOpened,
    LessonState,
    LessonStep,
    OpenTutorial,
    TutorialCommand,
)
from judge.rules.board import Power


def decide_tutorial(game: Game, command: TutorialCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command of somebody who is taught, or why it is refused."""
    match command:
        case OpenTutorial():
            return Refused(Refusal.NAME_TAKEN)
        case ChooseLesson(by, key):
            if game.lesson is None or LEARNER not in game.powers_of(by):
                return Refused(Refusal.NOT_A_PLAYER)
            if key is None:
                return (game_ended(game, game.position, Ending.TERMINATED, (), now),)
            return (open_lesson(game, lesson_named(key), LessonStep.CHOSEN, now),)
        case _:
            assert_never(command)


def open_lesson(game: Game, lesson: Lesson, step: LessonStep, now: datetime) -> LessonOpened:
    """The event with which a lesson opens in a game just before it."""
    return LessonOpened(lesson.key, step, 0, lesson.position, next_deadline(game, lesson.position, now), now)


# --- a phase of a lesson


def letters_by_reader(game: Game) -> Mapping[Power, tuple[PressSent, ...]]:
    """The press that each power has read in the lesson that is open."""
    return game.press.unread


def orders_of_others(game: Game) -> Orders:
    """What the other powers order in the open lesson; nothing where there is none. Their other units hold."""
    if game.lesson is None:
        return {}
    lesson = lesson_named(game.lesson.key)
    is_asked = lesson.press is not None and set(letters_by_reader(game)) == {lesson.press.to}
    return {**lesson.others, **(lesson.press.orders if lesson.press and is_asked else {})}


def after_lesson(game: Game, closed: PhaseClosed, now: datetime) -> LessonOpened | GameEnded:
    """What follows a phase of a lesson: the next lesson, the same one again with a hint, or the end of them all."""
    assert game.lesson is not None
    lesson = lesson_named(game.lesson.key)
    if not _is_met(game, lesson, closed):
        again = open_lesson(game, lesson, LessonStep.MISSED, now)
        return replace(again, tries=game.lesson.tries + 1, hint=_hint(game, lesson, closed))
    later = lesson_after(lesson.key)
    if later is None:
        return game_ended(game, closed.judgement.after, Ending.TAUGHT, (), now)
    return open_lesson(game, later, LessonStep.MET, now)


def _is_met(game: Game, lesson: Lesson, closed: PhaseClosed) -> bool:
    units = closed.judgement.after.units
    has_written = lesson.press is None or set(letters_by_reader(game)) == {lesson.press.to}
    return has_written and all(units.get(unit.at.province) == unit for unit in lesson.goal)


def _hint(game: Game, lesson: Lesson, closed: PhaseClosed) -> str:
    """The key of the first mistake that was made; empty where none of them was."""
    return next((one.hint for one in lesson.mistakes if _is_made(game, lesson, one, closed)), "")


def _is_made(game: Game, lesson: Lesson, mistake: Mistake, closed: PhaseClosed) -> bool:
    readers = set(letters_by_reader(game))
    is_alone = lesson.press is not None and readers == {lesson.press.to}
    if (mistake.press == "none" and readers) or (mistake.press == "many" and (is_alone or not readers)):
        return False
    given = closed.orders.get(LEARNER, ())
    return all(any(is_same_order(one, order) for order in given) for one in mistake.ordered)


# --- how each event changes the game, and who is told


def _opened(game: Game, event: LessonOpened) -> Game:
    """The game with nothing left of what was before the lesson."""
    return evolve(
        game,
        lesson=LessonState(event.lesson, event.tries),
        position=event.position,
        deadline=event.deadline,
        orders={},
        advance=(),
        wished={},
        press=PressState(),
        timekeeping=replace(game.timekeeping, waits=frozenset(), reminded=None),
        held_open=None,
        still_years=0,
        centre_history=history_from_start(game.board, event.position),
    )


def _tell_opened(step: Transition[LessonOpened]) -> Iterator[Notice]:
    """A lesson that follows a phase is told with the results of that."""
    if step.event.step in {LessonStep.BEGUN, LessonStep.CHOSEN}:
        yield from _to_all(step.after, LessonNews(opened=step.event))


def tell_lesson_judged(step: Transition[PhaseClosed]) -> Iterator[Notice]:
    """The notices of a phase of a lesson that was judged, with what follows it."""
    game, lesson = step.before, step.before.lesson
    assert lesson is not None
    opened = next((event for event in step.later if isinstance(event, LessonOpened)), None)
    ended = next((event for event in step.later if isinstance(event, GameEnded)), None)
    written = [press for letters in letters_by_reader(game).values() for press in letters]
    news = LessonNews(step.event, next(iter(written), None), opened, ended, lesson.key)
    yield from _to_all(step.after, news)


def tell_lessons_over(step: Transition[GameEnded]) -> Iterator[Notice]:
    """The notices of an end without a phase that was judged: nobody wrote, or wants no more."""
    if step.event.ending is not Ending.TAUGHT:
        yield from _to_all(step.after, LessonNews(ended=step.event))


def _to_all(game: Game, news: LessonNews) -> Iterator[Notice]:
    return (Notice(reader, news) for reader in game.audience)


EFFECTS: Effects = dict((effect(LessonOpened, _opened, _tell_opened),))
