"""What was taken up, at the opening of a phase, of what a player had kept for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.orders.events import LeftAside, PlanTaken
from judge.game.orders.plans import Plan
from judge.game.person import Person
from judge.game.refusals import Refused
from judge.game.state import Game
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.reports.echo import Answered
from judge.reports.lines import Echo, Tone, echo
from judge.reports.orders import Force, force
from judge.reports.scouts import written
from judge.reports.tasks import example
from judge.reports.voice import Voice
from judge.rules.board import Power


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
