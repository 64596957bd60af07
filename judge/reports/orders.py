"""The orders of a power: those in force, those kept for phases to come, what was taken up of these."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from judge.game.orders.messages import LeftAside, PlanTaken
from judge.game.orders.plans import (
    AllOf,
    AnyOf,
    BuildWish,
    Choice,
    Condition,
    Not,
    OrderText,
    Plan,
    RemovalWish,
    RetreatWish,
    Stands,
    Step,
    Wish,
    comes_before,
    rank,
)
from judge.game.orders.standing import Standing, standing_of
from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.reports.echo import Answered
from judge.reports.layout import glue, one_line
from judge.reports.lines import Echo, Tone, echo
from judge.reports.scouts import written
from judge.reports.tasks import example
from judge.reports.verdicts import explain_void
from judge.reports.voice import Voice
from judge.rules.board import Power
from judge.rules.orders import Build, Order, province_of
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class Force:
    """The orders of one power in force; it ``owes`` some in this phase or not, and ``sends`` scouts or not.

    ``notes`` say what stands below them: why some are void, what would become of units that have none. ``mistakes``
    says how many void ones keep them from being complete; it is empty where none does. ``has_void`` when any is void.
    """

    power: str
    owes: bool
    sends: bool
    orders: tuple[str, ...]
    notes: tuple[str, ...]
    mistakes: str
    has_void: bool
    is_complete: bool


def force(game: Game, power: Power, voice: Voice, told: Collection[Order] = ()) -> Force:
    """The orders of a power in force in the open phase; of orders ``told`` to be void already, the why is left out."""
    standing = standing_of(game, power)
    in_order = sorted(standing.orders, key=lambda order: province_of(order) or "~")
    mistakes = 0 if standing.is_complete else len(standing.mistakes)
    return Force(
        power=voice.power(power),
        owes=standing.duty.owes,
        sends=standing.sends,
        orders=tuple(_listed(order, standing, voice) for order in in_order),
        notes=tuple(_notes(standing, voice, told)),
        mistakes=voice.count("force.mistakes", mistakes) if mistakes else "",
        has_void=bool(standing.void),
        is_complete=standing.is_complete,
    )


def _listed(order: Order, standing: Standing, voice: Voice) -> str:
    void = standing.void_as(order)
    return voice.say("force.marked", order=voice.order(order)) if void else voice.order(order)


def _notes(standing: Standing, voice: Voice, told: Collection[Order]) -> Iterator[str]:
    for void in standing.mistakes:
        if void.order not in told:
            key = "force.void_seen" if void.seen else "force.void"
            yield voice.say(key, order=voice.order(void.order), why=explain_void(void.why, void.order, voice))
    if standing.idle:
        yield voice.count(_fate("void", voice), len(standing.idle), units=voice.units_at(standing.idle))
    if standing.missing:
        yield voice.count(_fate("none", voice), len(standing.missing), units=voice.units_at(standing.missing))
    if standing.left:
        key = "force.builds_missing" if standing.duty.builds else "force.removals_missing"
        yield voice.count(key, standing.left)
    if standing.mistakes and standing.duty.owes and not standing.is_complete:
        yield voice.count("force.ready", len(standing.mistakes))
    if meant := len(standing.void) - len(standing.mistakes):
        yield voice.count("force.meant", meant)


def _fate(orders: str, voice: Voice) -> str:
    """The key of what is said of units with a void order, or with none: what becomes of them."""
    is_retreat = voice.position.phase.kind is PhaseKind.RETREAT
    keys = {
        ("void", False): "force.void_hold",
        ("void", True): "force.void_disband",
        ("none", False): "force.units_hold",
        ("none", True): "force.units_disband",
    }
    return keys[orders, is_retreat]


# --- kept for phases to come


_LONGEST_LINE = 500


@dataclass(frozen=True)
class Later:
    """The lines one has kept for a phase, conditions as they were understood, orders as they were written."""

    for_phase: str
    lines: tuple[str, ...]


def kept_for_later(game: Game, powers: Sequence[Power], voice: Voice) -> tuple[Later, ...]:
    """What the player of these powers has kept, the nearest phase first."""
    open_phase = voice.position.phase
    ahead = [kept for kept in game.advance if kept.power in powers and comes_before(open_phase, kept.phase)]
    phases = sorted(dict.fromkeys(kept.phase for kept in ahead), key=rank)
    return tuple(
        Later(
            voice.phase(phase, "for"),
            tuple(line for kept in ahead if kept.phase == phase for line in _lines(kept.step, voice)),
        )
        for phase in phases
    )


def standing_wishes(game: Game, powers: Sequence[Power], voice: Voice) -> tuple[str, ...]:
    """The wishes of the player of these powers, each as the command that it was."""
    wished = (game.wished[power] for power in powers if power in game.wished)
    return tuple(_wish(wish, voice) for one in wished for wish in one.wishes)


def _lines(step: Step, voice: Voice, indent: str = "") -> Iterator[str]:
    match step:
        case OrderText(text):
            yield indent + one_line(text, _LONGEST_LINE)
        case Choice(condition, then, otherwise):
            yield indent + voice.say("kept.if", condition=condition_in_words(condition, voice))
            for one in then:
                yield from _lines(one, voice, indent + "  ")
            if otherwise:
                yield indent + voice.say("kept.else")
            for one in otherwise:
                yield from _lines(one, voice, indent + "  ")
            yield indent + voice.say("kept.end_if")


def condition_in_words(condition: Condition, voice: Voice) -> str:
    """A condition as its reader would write it, every group of several in brackets but the outermost."""
    match condition:
        case Stands(at, power, kind, troop):
            named = [voice.power(power)] if power else []
            letter = troop or (kind.value if kind else "")
            return glue(" ".join([*named, *([letter] if letter else []), voice.place(at)]))
        case Not(of):
            return voice.say("kept.not", of=_inner(of, voice))
        case AllOf(conditions):
            return voice.say("kept.and").join(_inner(one, voice) for one in conditions)
        case AnyOf(conditions):
            return voice.say("kept.or").join(_inner(one, voice) for one in conditions)
        case _:
            assert_never(condition)


def _inner(condition: Condition, voice: Voice) -> str:
    said = condition_in_words(condition, voice)
    return f"({said})" if isinstance(condition, AllOf | AnyOf) else said


def _raised(build: Build, voice: Voice) -> str:
    """A unit to raise as a wish names it, with the ally it is for."""
    ally = f" {voice.power(build.power)}" if build.power else ""
    return f"{build.troop or build.kind.value} {voice.place(build.at)}{ally}"


def _wish(wish: Wish, voice: Voice) -> str:
    match wish:
        case RetreatWish(of, to, disband):
            places = [*map(voice.place, to), *([voice.say("kept.disband")] if disband else [])]
            key = "kept.retreats_of" if of else "kept.retreats"
            return voice.say(key, of=voice.place(of) if of else "", list=", ".join(places))
        case BuildWish(builds, waive):
            units = [glue(_raised(build, voice)) for build in builds]
            return voice.say("kept.builds", list=", ".join([*units, *([voice.say("kept.waive")] if waive else [])]))
        case RemovalWish(units):
            return voice.say("kept.removals", list=", ".join(map(voice.place, units)))
        case _:
            assert_never(wish)


# --- taken up when a phase opens


@dataclass(frozen=True)
class TakenUp:
    """What one power's plans came to; ``force`` is what is in force of it, None when the phase is over already."""

    said: tuple[str, ...]
    force: Force | None
    aside: tuple[Echo, ...]


def taken_up(
    game: Game, reader: Person, taken: Sequence[PlanTaken], voice: Voice, *, passed: bool
) -> tuple[TakenUp, ...]:
    """The plans of each power, told in the voice that speaks of the position the phase opened with."""
    powers = dict.fromkeys(one.power for one in taken)
    return tuple(
        TakenUp(
            said=tuple(_said(one, voice) for one in taken if one.power == power),
            force=None if passed else _force(game, power, voice),
            aside=tuple(_echo(left, power, reader, voice) for one in taken if one.power == power for left in one.aside),
        )
        for power in powers
    )


def _force(game: Game, power: Power, voice: Voice) -> Force:
    """The orders in force, those to scouts among them."""
    in_force = force(game, power, voice)
    return replace(in_force, orders=(*in_force.orders, *map(written, game.errands_of(power))))


def _said(taken: PlanTaken, voice: Voice) -> str:
    key = {Plan.ADVANCE: "taken.advance", Plan.WISHES: "taken.wishes"}[taken.plan]
    return voice.say(key, power=voice.power(taken.power), phase=voice.phase(taken.phase, "for"))


def _echo(left: LeftAside, power: Power, reader: Person, voice: Voice) -> Echo:
    """The line with the reason why it came to no order; one that was misread is read again for its mark."""
    own = load_notation(left.notation)
    others = [load_notation(name) for name in notation_names() if name != left.notation]
    answer = left.why or read_order(left.line, voice.position, voice.board, power, own, others)
    assert isinstance(answer, Misread | Refused), left
    return echo(Answered(left.line, answer), Tone(voice, reader.zone, example((power,), voice)))
