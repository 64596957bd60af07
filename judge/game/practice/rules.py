"""The rules of practice: which powers clockwork players play; the lessons, how they follow each other, their tasks."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import lru_cache
from importlib.resources import files
from typing import Any, assert_never

from judge.game.deadlines.rules import next_deadline
from judge.game.figures import history_from_start
from judge.game.messages import Effects, Event, Notice, Transition, effect, evolve, no_notices
from judge.game.orders.order_status import order_status, powers_owing_orders
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed, ScoutsBack
from judge.game.practice.messages import (
    ChooseLesson,
    ClockworkOrdered,
    ClockworkSeated,
    LessonNews,
    LessonOpened,
    LessonState,
    LessonStep,
    OpenTutorial,
    TutorialCommand,
)
from judge.game.press.messages import PressSent
from judge.game.refusals import Refusal, Refused
from judge.game.settings import PlayingStrength
from judge.game.state import Game, GivenOrder, PressState
from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import load_board
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position
from judge.rules.war.scouts import Scouting, Travel, starting_scouts

# --- which powers clockwork players play


def clockwork_players(game: Game) -> Mapping[Power, PlayingStrength]:
    """The powers for which clockwork players write in the open phase, and how well, in board order."""
    playing = {**game.clockwork, **caretakers(game)}
    return {power: playing[power] for power in game.board.powers if power in playing}


def caretakers(game: Game) -> Mapping[Power, PlayingStrength]:
    """The powers without a player that clockwork players look after until somebody takes the seat.

    This follows from the seats and the settings alone: whoever takes a seat, or returns to it, has it at once.
    """
    strength = game.settings.missing.caretaker
    return dict.fromkeys(game.vacant, strength) if strength else {}


# --- the rules of clockwork players


_NO_LETTER = 0
"""The number of the letter that gave an order of a clockwork player."""


def clockwork_powers_to_order(game: Game) -> tuple[Power, ...]:
    """The powers of clockwork players whose orders for the open phase are missing, in board order.

    A lesson says itself what they order.
    """
    players = clockwork_players(game)
    owing = powers_owing_orders(game) if players and game.lesson is None else ()
    return tuple(power for power in owing if power in players and _is_incomplete(game, power))


def _is_incomplete(game: Game, power: Power) -> bool:
    """Whether orders are missing, or do not fit the position any more; its scouts rest."""
    status = order_status(game, power)
    return bool(status.missing or status.idle or status.left)


def _seated(game: Game, event: ClockworkSeated) -> Game:
    return evolve(game, clockwork={**game.clockwork, **event.strengths})


def _ordered(game: Game, event: ClockworkOrdered) -> Game:
    given = {
        power: tuple(GivenOrder(order, _NO_LETTER, None) for order in orders) for power, orders in event.orders.items()
    }
    return evolve(game, orders={**game.orders, **given})


# --- the tutorial: its lessons, how they begin and follow each other, when a task is met


LEARNER = Power("FRANCE")
"""The power that whoever is taught plays in every lesson of the standard board."""

WAR = "war"
"""The course of lessons about a war of troops (004); the others are of the course that has no name."""

_WAR_BOARD, _WAR_LEARNER = "seuil", Power("AADLERON")

Orders = Mapping[Power, tuple[Order, ...]]


@dataclass(frozen=True)
class Mistake:
    """A mistake that has a hint of its own: all of these orders were given, and press as ``press`` says.

    ``press`` is ``none`` where nothing may have been written, ``many`` where others may have read it, else empty.
    """

    hint: str
    ordered: tuple[Order, ...] = ()
    press: str = ""


@dataclass(frozen=True)
class PressTask:
    """A letter that is to be written to this power alone, and what everybody orders once it has been."""

    to: Power
    orders: Orders


@dataclass(frozen=True)
class Example:
    """Orders as an example, and the position in which they could be given."""

    orders: tuple[Order, ...]
    position: Position


@dataclass(frozen=True)
class Lesson:
    """A lesson: where everything stands, what the others order, which units must stand where when it is judged.

    ``number`` is the one it bears in letters; the parts of one lesson bear the same. Lessons of one ``course`` follow
    each other. Scouts of the learner stand at ``posts`` and are to be at ``scouts`` in the end; ``errands`` lead there.
    """

    key: str
    number: int
    position: Position
    others: Orders
    goal: tuple[Unit, ...]
    solution: tuple[Order, ...]
    example: Example
    mistakes: tuple[Mistake, ...] = ()
    press: PressTask | None = None
    course: str = ""
    posts: tuple[Province, ...] = ()
    scouts: tuple[Province, ...] = ()
    errands: tuple[Travel, ...] = ()
    example_errands: tuple[Travel, ...] = ()

    @property
    def learner(self) -> Power:
        """The power that whoever is taught plays."""
        return _WAR_LEARNER if self.course == WAR else LEARNER


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in their order."""
    tables = tomllib.loads((files("judge.game.practice") / "lessons.toml").read_text(encoding="utf-8"))
    return tuple(map(_lesson, tables["lessons"]))


def lesson_named(key: str) -> Lesson:
    """Return the lesson of a key; KeyError where there is none."""
    return {lesson.key: lesson for lesson in lessons()}[key]


def course_of(course: str) -> tuple[Lesson, ...]:
    """Return the lessons of a course in their order."""
    return tuple(lesson for lesson in lessons() if lesson.course == course)


def lesson_numbered(number: int, course: str = "") -> Lesson | None:
    """Return the first lesson of a number in a course, None where there is none."""
    return next((lesson for lesson in course_of(course) if lesson.number == number), None)


def lesson_after(key: str) -> Lesson | None:
    """Return the lesson after the one of that key, None after the last of its course."""
    course = course_of(lesson_named(key).course)
    later = [lesson.key for lesson in course].index(key) + 1
    return course[later] if later < len(course) else None


def is_same_order(one: Order, other: Order) -> bool:
    """Whether two orders ask for the same, whatever was said of coasts and of the way."""
    return _bare(one) == _bare(other)


def _bare(order: Order) -> Order:
    match order:
        case Move(at, to):
            return Move(at, Location(to.province))
        case SupportMove(at, origin, to):
            return SupportMove(at, origin, Location(to.province))
        case _:
            return order


# --- the file


def _lesson(table: Mapping[str, Any]) -> Lesson:
    phase, press, example = Phase.parse(table["phase"]), table.get("press"), table["example"]
    course = table.get("course", "")
    return Lesson(
        key=table["key"],
        number=table["number"],
        position=_position(phase, table),
        others=_orders_by_power(table.get("others", {})),
        goal=tuple(_unit(_WAR_LEARNER if course == WAR else LEARNER, text) for text in table["goal"]),
        solution=_orders(table["solution"]),
        example=Example(_orders(example["orders"]), _position(phase, example)),
        mistakes=tuple(
            Mistake(one["hint"], _orders(one.get("ordered", ())), one.get("press", ""))
            for one in table.get("mistakes", ())
        ),
        press=PressTask(Power(press["to"]), _orders_by_power(press["orders"])) if press else None,
        course=course,
        posts=tuple(map(Province, table.get("posts", "").split())),
        scouts=tuple(map(Province, table.get("scouts", "").split())),
        errands=_errands(table),
        example_errands=_errands(example),
    )


def _errands(table: Mapping[str, Any]) -> tuple[Travel, ...]:
    return tuple(Travel(Province(at), Province(to)) for at, to in map(str.split, table.get("errands", ())))


def _position(phase: Phase, table: Mapping[str, Any]) -> Position:
    units = [_unit(Power(power), text) for power, texts in table["units"].items() for text in texts]
    held = {power: codes.split() for power, codes in table.get("centres", {}).items()}
    owners = {Province(code): Power(power) for power, codes in held.items() for code in codes}
    position = Position(phase, {unit.at.province: unit for unit in units}, owners)
    driven = table.get("dislodged")
    if driven is None:
        return position
    unit = _unit(LEARNER, driven["unit"])
    places = tuple(map(Location.read, driven["retreats"].split()))
    return replace(position, dislodged={unit.at.province: Dislodged(unit, Province(driven["by"]), places)})


def _unit(power: Power, text: str) -> Unit:
    letter, place = text.split()
    troop = load_board(_WAR_BOARD).war.troops.get(letter) if power in load_board(_WAR_BOARD).powers else None
    return troop.raised(power, Location.read(place)) if troop else Unit(power, UnitKind(letter), Location.read(place))


def _orders_by_power(table: Mapping[str, Sequence[str]]) -> Orders:
    return {Power(power): _orders(texts) for power, texts in table.items()}


def _orders(texts: Iterable[str]) -> tuple[Order, ...]:
    return tuple(_KINDS[(words := text.split())[0]](*words[1:]) for text in texts)


_KINDS: Mapping[str, Callable[..., Order]] = {
    "hold": lambda at: Hold(Province(at)),
    "move": lambda at, to: Move(Province(at), Location.read(to)),
    "support": lambda at, target: SupportHold(Province(at), Province(target)),
    "assist": lambda at, origin, to: SupportMove(Province(at), Province(origin), Location.read(to)),
    "convoy": lambda at, origin, to: Convoy(Province(at), Province(origin), Province(to)),
    "retreat": lambda at, to: Retreat(Province(at), Location.read(to)),
    "disband": lambda at: Disband(Province(at)),
    "build": lambda kind, at: Build(UnitKind(kind), Location.read(at)),
    "raise": lambda letter, at: Build(load_board(_WAR_BOARD).war.troops[letter].kind, Location.read(at), letter),
    "waive": Waive,
}
"""How each kind of order stands in the file.

``assist`` is a support to a move, ``support`` one to hold, ``raise`` builds a troop.
"""


# --- the rules of the tutorial: how lessons begin and follow each other, when a task is met, who is told


def decide_tutorial(game: Game, command: TutorialCommand, now: datetime) -> tuple[Event, ...] | Refused:
    """The events of a command of somebody who is taught, or why it is refused."""
    match command:
        case OpenTutorial():
            return Refused(Refusal.NAME_TAKEN)
        case ChooseLesson(by, key):
            if game.lesson is None or not game.powers_of(by):
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
    units, back = closed.judgement.after.units, closed.scouts or ScoutsBack()
    if not {*lesson.scouts} <= {scout.at for scout in back.after.of(lesson.learner)}:
        return False
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
    given = closed.orders.get(lesson.learner, ())
    return all(any(is_same_order(one, order) for order in given) for one in mistake.ordered)


# --- how each event changes the game, and who is told


def _opened(game: Game, event: LessonOpened) -> Game:
    """The game with nothing left of what was before the lesson."""
    lesson = lesson_named(event.lesson)
    return evolve(
        game,
        lesson=LessonState(event.lesson, event.tries),
        position=event.position,
        deadline=event.deadline,
        orders={},
        scouting=starting_scouts({lesson.learner: lesson.posts}) if lesson.posts else Scouting(),
        errands={},
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


EFFECTS: Effects = dict(
    (
        effect(ClockworkSeated, _seated, no_notices),
        effect(ClockworkOrdered, _ordered, no_notices),
        effect(LessonOpened, _opened, _tell_opened),
    )
)
