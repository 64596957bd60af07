"""The lessons: positions, tasks, solutions, what others order, read from ``lessons.toml``; told apart by their keys."""

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any

from judge.rules.board import Location, Power, Province, Unit, UnitKind
from judge.rules.orders import Build, Convoy, Disband, Hold, Move, Order, Retreat, SupportHold, SupportMove, Waive
from judge.rules.position import Dislodged, Phase, Position

LEARNER = Power("FRANCE")
"""The power that whoever is taught plays in every lesson."""

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

    ``number`` is the one it bears in letters; the parts of one lesson bear the same.
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


@lru_cache(maxsize=1)
def lessons() -> tuple[Lesson, ...]:
    """Return all lessons in their order."""
    tables = tomllib.loads((files("judge.game.tutorial") / "lessons.toml").read_text(encoding="utf-8"))
    return tuple(map(_lesson, tables["lessons"]))


def lesson_named(key: str) -> Lesson:
    """Return the lesson of a key; KeyError where there is none."""
    return {lesson.key: lesson for lesson in lessons()}[key]


def lesson_numbered(number: int) -> Lesson | None:
    """Return the first lesson of a number, None where there is none."""
    return next((lesson for lesson in lessons() if lesson.number == number), None)


def lesson_after(key: str) -> Lesson | None:
    """Return the lesson after the one of that key, None after the last."""
    later = [lesson.key for lesson in lessons()].index(key) + 1
    return lessons()[later] if later < len(lessons()) else None


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
    return Lesson(
        key=table["key"],
        number=table["number"],
        position=_position(phase, table),
        others=_orders_by_power(table.get("others", {})),
        goal=tuple(_unit(LEARNER, text) for text in table["goal"]),
        solution=_orders(table["solution"]),
        example=Example(_orders(example["orders"]), _position(phase, example)),
        mistakes=tuple(
            Mistake(one["hint"], _orders(one.get("ordered", ())), one.get("press", ""))
            for one in table.get("mistakes", ())
        ),
        press=PressTask(Power(press["to"]), _orders_by_power(press["orders"])) if press else None,
    )


def _position(phase: Phase, table: Mapping[str, Any]) -> Position:
    units = [_unit(Power(power), text) for power, texts in table["units"].items() for text in texts]
    held = {power: codes.split() for power, codes in table.get("centres", {}).items()}
    owners = {Province(code): Power(power) for power, codes in held.items() for code in codes}
    position = Position(phase, {unit.at.province: unit for unit in units}, owners)
    driven = table.get("dislodged")
    if driven is None:
        return position
    unit = _unit(LEARNER, driven["unit"])
    places = tuple(map(_place, driven["retreats"].split()))
    return replace(position, dislodged={unit.at.province: Dislodged(unit, Province(driven["by"]), places)})


def _unit(power: Power, text: str) -> Unit:
    kind, place = text.split()
    return Unit(power, UnitKind(kind), _place(place))


def _place(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(Province(province), coast)


def _orders_by_power(table: Mapping[str, Sequence[str]]) -> Orders:
    return {Power(power): _orders(texts) for power, texts in table.items()}


def _orders(texts: Iterable[str]) -> tuple[Order, ...]:
    return tuple(_KINDS[(words := text.split())[0]](*words[1:]) for text in texts)


_KINDS: Mapping[str, Callable[..., Order]] = {
    "hold": lambda at: Hold(Province(at)),
    "move": lambda at, to: Move(Province(at), _place(to)),
    "support": lambda at, target: SupportHold(Province(at), Province(target)),
    "assist": lambda at, origin, to: SupportMove(Province(at), Province(origin), _place(to)),
    "convoy": lambda at, origin, to: Convoy(Province(at), Province(origin), Province(to)),
    "retreat": lambda at, to: Retreat(Province(at), _place(to)),
    "disband": lambda at: Disband(Province(at)),
    "build": lambda kind, at: Build(UnitKind(kind), _place(at)),
    "waive": Waive,
}
"""How each kind of order stands in the file: ``assist`` is a support to a move, ``support`` one to hold."""
