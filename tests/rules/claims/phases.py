"""Dense phases of every kind by lot: crowded movements with faulty orders among them, their retreats, adjustments."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random

from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import (
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Order,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
    province_of,
)
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import RuleBook
from tests.rules import plain
from tests.rules.claims.scene import Scene
from tests.rules.recorded import GAMES, position_before
from tests.rules.skirmishes import STANDARD, armada, landing, melee, on_some_coast

WINTER = Phase.parse("W1901A")
POWERS = tuple(STANDARD.powers)
REGIONS = tuple(sorted(STANDARD.regions))


def scenes(book: RuleBook, random: Random) -> Iterator[Scene]:
    """A movement phase, the retreats after it if there are any, adjustments of the units that are left."""
    skirmish = random.choice((melee, armada, landing))(random)
    position = replace(skirmish.position, owners=_owners(random))
    orders = {at: _mischief(random, at) if random.random() < 0.06 else order for at, order in skirmish.orders.items()}
    by_power = _by_power(position, orders)
    if random.random() < 0.1:
        by_power.setdefault(random.choice(POWERS), []).append(Hold(random.choice(REGIONS)))
    moved = _judged(book, position, by_power)
    yield moved
    after = moved.judgement.after
    if after.phase.kind is PhaseKind.RETREAT:
        withdrawn = _judged(book, after, _retreats(random, after))
        yield withdrawn
        after = withdrawn.judgement.after
    winter = replace(after, phase=WINTER, dislodged={}, owners=_owners(random))
    yield _judged(book, winter, _adjustments(random, winter))


def _judged(book: RuleBook, position: Position, orders: Mapping[Power, Sequence[Order]]) -> Scene:
    return Scene(STANDARD, book, position, orders, judge_phase(STANDARD, book, position, orders))


def scenes_as_played(book: RuleBook, name: str, random: Random | None = None) -> Iterator[Scene]:
    """The phases of a recorded game, with ``random`` those of movement with every tenth order spoilt by lot."""
    for number in range(len(GAMES[name]["phases"])):
        position = position_before(name, number)
        orders = plain.orders(GAMES[name]["phases"][number]["orders"])
        if random and position.phase.kind is PhaseKind.MOVEMENT:
            orders = {power: [_spoilt(random, order) for order in listed] for power, listed in orders.items()}
        yield _judged(book, position, orders)


def _spoilt(random: Random, order: Order) -> Order:
    at = province_of(order)
    if random.random() < 0.05 and at:
        return _mischief(random, at)
    return on_some_coast(random, order) if isinstance(order, Move | SupportMove) else order


def _owners(random: Random) -> dict[Province, Power]:
    """Most centres with an owner, home as often as not."""
    owners: dict[Province, Power] = {}
    for centre in sorted(STANDARD.centres):
        home = STANDARD.regions[centre].home_of
        owner = home if home and random.random() < 0.5 else random.choice((*POWERS[:4], None))
        if owner:
            owners[centre] = owner
    return owners


def _by_power(position: Position, orders: Mapping[Province, Order]) -> dict[Power, list[Order]]:
    by_power: dict[Power, list[Order]] = {}
    for at, order in orders.items():
        by_power.setdefault(position.units[at].power, []).append(order)
    return by_power


def _mischief(random: Random, at: Province) -> Order:
    """Some order to a unit, against the rules more often than not."""
    other, to = random.choice(REGIONS), random.choice(REGIONS)
    coast = random.choice(("", *STANDARD.regions[to].coasts))
    near = sorted({place.province for kind in UnitKind for place in _near(kind, at)}) or [at]
    return random.choice(
        (
            Move(at, Location(to, coast)),
            Move(at, Location(random.choice(near))),
            SupportHold(at, random.choice((at, other, random.choice(near)))),
            SupportMove(at, random.choice(near), Location(random.choice(near), coast if to in near else "")),
            Convoy(at, random.choice((other, random.choice(near))), to),
            Retreat(at, Location(to)),
        )
    )


def _near(kind: UnitKind, at: Province) -> Iterator[Location]:
    for coast in ("", *STANDARD.regions[at].coasts):
        yield from STANDARD.neighbours(kind, Location(at, coast))


def _retreats(random: Random, position: Position) -> dict[Power, list[Order]]:
    """Most withdraw, some to places that are closed, some twice over; some units that stand are ordered, too."""
    orders: dict[Power, list[Order]] = {}
    for at, driven in position.dislodged.items():
        near = sorted(STANDARD.neighbours(driven.unit.kind, driven.unit.at))
        choices: tuple[Order | None, ...] = (
            Retreat(at, random.choice(driven.retreats)),
            Retreat(at, random.choice(driven.retreats)),
            Retreat(at, random.choice(near)),
            Retreat(at, Location(random.choice(REGIONS))),
            Disband(at),
            Hold(at),
            None,
        )
        if order := random.choice(choices):
            orders.setdefault(driven.unit.power, []).append(order)
    for at, unit in position.units.items():
        if at not in position.dislodged and random.random() < 0.05:
            orders.setdefault(unit.power, []).append(Retreat(at, Location(random.choice(REGIONS))))
    return orders


def _adjustments(random: Random, position: Position) -> dict[Power, list[Order]]:
    """Builds and removals at random, double and of others' units and centres as well; some powers write nothing."""
    orders: dict[Power, list[Order]] = {}
    for power in POWERS:
        own = [unit.at.province for unit in position.units_of(power)] or list(REGIONS[:1])
        sites = [*sorted(STANDARD.homes(power)), random.choice(sorted(STANDARD.centres))]
        for _ in range(random.choice((0, 1, 2, 4))):
            site = random.choice(sites)
            place = Location(site, random.choice(("", *STANDARD.regions[site].coasts)))
            removed = random.choice((random.choice(own), random.choice(own), random.choice(REGIONS)))
            build, remove = Build(random.choice((UnitKind.ARMY, UnitKind.FLEET)), place), Disband(removed)
            orders.setdefault(power, []).append(random.choice((build, remove, build, remove, Waive(), Hold(site))))
    return orders
