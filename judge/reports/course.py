"""The course of a game in figures: its longest standoffs, its greatest changes, its stabs, who was eliminated when."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from judge.game.course import Betrayed, Stab, StandoffRow, YearChange, course_figures
from judge.game.people.address_book import Person
from judge.game.state import Game
from judge.game.visibility import has_fog
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.rules.board import Power

_MOST_STABS = 12
"""The most stabs of a kind that one letter names, the newest."""
_MOST_ALIKE = 4
"""The most records of a kind that are named; where more are equal, none of them says anything."""


def course_lines(game: Game, reader: Person) -> tuple[str, ...]:
    """Return a line for each figure that a game has; ``game`` is as its reader may know it.

    None while there is fog: what is known to be the most would be a guess.
    """
    if game.position is None or has_fog(game):
        return ()
    phrasing = phrasing_for(game, reader, game.position)
    figures = course_figures(game.course, game.centre_history, game.survivors)
    number, pairs = figures.supports
    lines = (
        _records("standoff", [_standoff(row, phrasing) for row in figures.standoffs], phrasing),
        _records("gain", [_change(one, phrasing) for one in figures.gains], phrasing),
        _records("loss", [_change(one, phrasing) for one in figures.losses], phrasing),
        _records("supports", [_support(*pair, number, phrasing) for pair in pairs], phrasing),
        *(_stabs(kind, [one for one in figures.stabs if one.betrayed is kind], phrasing) for kind in Betrayed),
        _eliminated([(gone.power, phrasing.phase(gone.phase)) for gone in figures.eliminated], phrasing),
    )
    return tuple(line for line in lines if line)


def _records(key: str, told: Sequence[str], phrasing: Phrasing) -> str:
    if not 0 < len(told) <= _MOST_ALIKE:
        return ""
    centres = phrasing.say("words.centres")
    return phrasing.say(f"course.{key}", told=phrasing.say("words.semicolon").join(told), centres=centres)


def _standoff(row: StandoffRow, phrasing: Phrasing) -> str:
    return phrasing.say(
        "course.row",
        n=row.number,
        at=phrasing.region(row.standoff.province, "at"),
        powers=phrasing.listing(map(phrasing.power, row.standoff.powers)),
        first=phrasing.phase(row.first),
        last=phrasing.phase(row.last),
    )


def _change(one: YearChange, phrasing: Phrasing) -> str:
    key = f"course.change_{phrasing.board.calendar}"
    return phrasing.say(key, power=phrasing.power(one.power), before=one.before, after=one.after, year=one.year)


def _support(giver: Power, receiver: Power, number: int, phrasing: Phrasing) -> str:
    powers = {"giver": phrasing.power_in_words(giver), "receiver": phrasing.to_power(receiver)}
    return phrasing.say("course.support", n=number, **powers)


def _stabs(kind: Betrayed, stabs: Sequence[Stab], phrasing: Phrasing) -> str:
    if not stabs:
        return ""
    told = list(_by_phase(stabs, phrasing))
    listed = phrasing.say("words.semicolon").join(told[-_MOST_STABS:])
    key = "course.stabs_newest" if len(told) > _MOST_STABS else "course.stabs"
    return phrasing.say(key, n=len(told), what=phrasing.say(f"course.after_{kind.value}"), told=listed)


def _by_phase(stabs: Sequence[Stab], phrasing: Phrasing) -> Iterator[str]:
    """Yield what one power did to another in one phase, with all its places."""
    ordered = sorted(stabs, key=lambda one: (one.phase.year, one.phase.season == "F", one.by, one.victim))
    for (phase, by, victim), same in groupby(ordered, key=lambda one: (one.phase, one.by, one.victim)):
        yield phrasing.say(
            "course.stab",
            phase=phrasing.phase(phase),
            by=phrasing.power(by),
            victim=phrasing.power(victim),
            at=phrasing.regions([one.province for one in same], "at"),
        )


def _eliminated(gone: Sequence[tuple[Power, str]], phrasing: Phrasing) -> str:
    told = [phrasing.say("course.gone", power=phrasing.power(power), phase=phase) for power, phase in gone]
    return phrasing.say("course.eliminated", told=phrasing.listing(told)) if told else ""
