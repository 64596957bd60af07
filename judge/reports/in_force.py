"""The orders of a power in force, each void one marked, and what is to be said of those and of what is missing."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from judge.game.orders.standing import Standing, standing_of
from judge.game.state import Game
from judge.reports.voice import Voice
from judge.reports.void import explain_void
from judge.rules.board import Power
from judge.rules.orders import Order, province_of
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
        yield voice.count(_adjustment(standing, voice), standing.left)
    if standing.mistakes and standing.duty.owes and not standing.is_complete:
        yield voice.count("force.ready", len(standing.mistakes))
    if meant := len(standing.void) - len(standing.mistakes):
        yield voice.count("force.meant", meant)


def _fate(orders: str, voice: Voice) -> str:
    """The key of what is said of units with a void order, or with none: what becomes of them."""
    is_retreat = voice.position.phase.kind is PhaseKind.RETREAT
    keys = {
        ("void", "held"): "force.void_hold",
        ("void", "disbanded"): "force.void_disband",
        ("void", "lost"): "force.void_lost",
        ("none", "held"): "force.units_hold",
        ("none", "disbanded"): "force.units_disband",
        ("none", "lost"): "force.units_lost",
    }
    return keys[orders, ("lost" if voice.board.war.troops else "disbanded") if is_retreat else "held"]


def _adjustment(standing: Standing, voice: Voice) -> str:
    if voice.board.war.troops:
        return "force.recruits_missing" if standing.duty.builds else "force.dispersals_missing"
    return "force.builds_missing" if standing.duty.builds else "force.removals_missing"
