"""What a player keeps for phases to come, and what was taken up of it, as lines for their letters alone."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.orders.plans import (
    AllOf,
    AnyOf,
    BuildWish,
    Choice,
    Condition,
    Not,
    OrderText,
    RemovalWish,
    RetreatWish,
    Stands,
    Step,
    Wish,
    comes_before,
    rank,
)
from judge.game.state import Game
from judge.reports.layout import glue, one_line
from judge.reports.voice import Voice
from judge.rules.board import Power
from judge.rules.orders import Build

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
