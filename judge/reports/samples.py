"""Orders that the player of a war could give at its start, to units and to scouts, each with what it means."""

from collections.abc import Iterator, Sequence

from judge.game.state import Game
from judge.reports.sent import errand_in_words, written
from judge.reports.voice import Voice
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.disorder import distances_from
from judge.rules.errands import Commission, Rest, Travel
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position

_MOST = 3


def samples(game: Game, powers: Sequence[Power], voice: Voice) -> tuple[str, ...]:
    """Up to three orders for units and scouts of these powers; ``game`` is as their player knows it."""
    if voice.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    posts = [scout.at for power in powers for scout in game.scouting.of(power)]
    of_units = [order for power in powers for order in _of_units(voice.board, voice.position, power)]
    of_scouts = _of_scouts(voice.board, voice.position, powers, posts)
    orders = of_units[: _MOST - bool(of_scouts)]
    told = [_told(voice.order(order), voice.words(order), voice) for order in orders]
    told += [_told(written(errand), errand_in_words(errand, voice), voice) for errand in of_scouts]
    return tuple(told[:_MOST])


def _told(order: str, words: str, voice: Voice) -> str:
    return voice.say("line.understood", order=order, words=words)


def _of_units(board: Board, position: Position, power: Power) -> Iterator[Order]:
    """An attack, if possible on others, what supports it or another unit, a unit that holds."""
    units = position.units_of(power)
    attacks = [Move(unit.at.province, goal) for unit in units for goal in _goals(board, position, power, unit)]
    attack = min(attacks, key=lambda one: _foreign(position, power, one.to.province), default=None)
    if attack is None:
        yield from (Hold(unit.at.province) for unit in units[:1])
        return
    yield attack
    others = [unit.at.province for unit in units if unit.at.province != attack.at]
    helps: list[Order] = [SupportMove(at, attack.at, attack.to) for at in others]
    helps += [SupportHold(at, other) for at in others for other in others if other != at]
    help_given = next((one for one in helps if why_illegal(board, position, one) is None), None)
    yield from (one for one in (help_given,) if one)
    yield from (Hold(at) for at in reversed(others))


def _goals(board: Board, position: Position, power: Power, unit: Unit) -> Sequence[Location]:
    """Where a unit may go, but for regions where its own stand."""
    own = {one.at.province for one in position.units_of(power)}
    return [to for to in sorted(board.neighbours(unit.kind, unit.at)) if to.province not in own]


def _foreign(position: Position, power: Power, at: Province) -> int:
    """First what others hold, then what nobody holds."""
    owner = position.owners.get(at)
    return 2 if owner == power else 1 if owner is None else 0


def _of_scouts(
    board: Board, position: Position, powers: Sequence[Power], posts: Sequence[Province]
) -> Sequence[Commission]:
    """A scout that goes next door, to others if it can, and one that stays."""
    steps = [
        (position.owners.get(to) in {None, *powers}, at, to)
        for at in posts
        for to, away in distances_from(board, [at]).items()
        if away == 1
    ]
    goes = [Travel(at, to) for _, at, to in sorted(steps)[:1]]
    return [*goes, *(Rest(at) for at in posts[:1])]
