"""Who faces whom, and which units can be dislodged by whom."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.judge_phase import judge_movement
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, ConvoyChain, Move, MovementOrder, SupportMove, convoying_fleets, shortest_chain
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import RuleBook

# --- groups the units of one side by the power that each faces: who stands next to them, where they can go


@dataclass(frozen=True)
class Outlook:
    """What a unit has around it: ``neighbours`` are units of others that could attack it by themselves, or it them.

    It can go to the empty regions ``free`` without meeting anybody, and to the ``disputed`` ones, where the units
    listed can go too, some of them by convoy.
    """

    unit: Unit
    neighbours: tuple[Unit, ...]
    free: tuple[Province, ...]
    disputed: Mapping[Province, tuple[Unit, ...]]

    @property
    def faced(self) -> Counter[Power]:
        """How much each other power is faced: two for a unit next to it, one for a region that it disputes."""
        met = Counter({power: 2 * n for power, n in Counter(unit.power for unit in self.neighbours).items()})
        met.update(power for units in self.disputed.values() for power in {unit.power for unit in units})
        return met


@dataclass(frozen=True)
class Front:
    """Units of one side close to each other that face the same power more than any other."""

    opponent: Power
    outlooks: tuple[Outlook, ...]


@dataclass(frozen=True)
class Deployment:
    """The units of one side by fronts, the largest first; ``rear`` are those that face nobody.

    Of its centres ``open_centres`` are empty, with the units of others that can enter each; in those ``occupied`` a
    unit of others stands.
    """

    fronts: tuple[Front, ...]
    rear: tuple[Outlook, ...]
    open_centres: Mapping[Province, tuple[Unit, ...]]
    occupied: Mapping[Province, Unit]


def deployment(board: Board, position: Position, own: Collection[Power]) -> Deployment:
    """Return how the units of the powers of one side stand; the fleets of that side carry nobody else's army."""
    goals = _goals(board, position, own)
    outlooks = [
        _outlook(board, position, unit, own, goals) for _, unit in sorted(position.units.items()) if unit.power in own
    ]
    facing: dict[Power, list[Outlook]] = {}
    for outlook in outlooks:
        if outlook.faced:
            facing.setdefault(_opponent(board, outlook), []).append(outlook)
    fronts = [Front(power, part) for power, whole in facing.items() for part in _parts(board, whole)]
    centres = sorted(centre for power in own for centre in position.centres_of(power))
    return Deployment(
        tuple(sorted(fronts, key=lambda front: (-len(front.outlooks), front.outlooks[0].unit.at))),
        tuple(outlook for outlook in outlooks if not outlook.faced),
        {centre: goals[centre] for centre in centres if centre in goals and centre not in position.units},
        {at: position.units[at] for at in centres if at in position.units and position.units[at].power not in own},
    )


def _opponent(board: Board, outlook: Outlook) -> Power:
    """Return the power that a unit faces most; of several the first of the board."""
    return max(board.powers, key=lambda power: outlook.faced[power])


# --- who can go where


def _goals(board: Board, position: Position, own: Collection[Power]) -> Mapping[Province, tuple[Unit, ...]]:
    """Return for each province the units of others that can go there, by convoy too."""
    acting = {
        at: unit for at, unit in position.units.items() if unit.power not in own and unit.power not in board.standing
    }
    fleets = convoying_fleets(board, acting)
    goals: dict[Province, tuple[Unit, ...]] = {}
    for _, unit in sorted(acting.items()):
        for to in sorted({*board.ways(unit), *_landings(board, unit, fleets)}):
            goals[to] = (*goals.get(to, ()), unit)
    return goals


def _landings(board: Board, unit: Unit, fleets: frozenset[Province]) -> set[Province]:
    """Return the coasts that fleets can carry an army to."""
    if unit.kind is UnitKind.FLEET:
        return set()
    passed, ahead = set[Province](), set(board.seas_off(unit.at.province) & fleets)
    while ahead:
        passed |= ahead
        ahead = {sea for fleet in ahead for sea in board.shores(fleet) & fleets} - passed
    shores = {at for fleet in passed for at in board.shores(fleet) if board.terrain(at) is Terrain.COAST}
    return shores - {unit.at.province}


def _outlook(
    board: Board,
    position: Position,
    unit: Unit,
    own: Collection[Power],
    goals: Mapping[Province, tuple[Unit, ...]],
) -> Outlook:
    ways = sorted(to for to in board.ways(unit) if to not in position.units)
    return Outlook(
        unit,
        tuple(
            other
            for _, other in sorted(position.units.items())
            if other.power not in own
            and (board.reaches(other, unit.at.province) or board.reaches(unit, other.at.province))
        ),
        tuple(to for to in ways if to not in goals),
        {to: goals[to] for to in ways if to in goals},
    )


# --- what is close together


def _parts(board: Board, outlooks: Sequence[Outlook]) -> Iterator[tuple[Outlook, ...]]:
    """Yield the groups of units that are linked: next to each other, or by a region or a unit that both face."""
    around = [_surroundings(board, outlook) for outlook in outlooks]
    left = list(range(len(outlooks)))
    while left:
        group, ahead = set[int](), {left[0]}
        while ahead:
            group |= ahead
            ahead = {
                other for other in left if other not in group and any(around[other] & around[one] for one in ahead)
            }
        left = [one for one in left if one not in group]
        yield tuple(outlooks[one] for one in sorted(group))


def _surroundings(board: Board, outlook: Outlook) -> set[Province]:
    """Return where a unit stands, where it can go, and where those stand whom it faces."""
    faced = (*outlook.neighbours, *(unit for units in outlook.disputed.values() for unit in units))
    return {outlook.unit.at.province, *board.ways(outlook.unit), *(unit.at.province for unit in faced)}


# --- finds which units of a side can be dislodged in a movement phase, by whom, with how many supports


Assault = TypeVar("Assault", Move, SupportMove)


@dataclass(frozen=True)
class Threat:
    """An attack that dislodges a unit which holds without support, with all the supports that it can have.

    No legal orders of the other powers give it more ``supporters`` at once. ``carriers`` are the fleets that convoy the
    attacker, in their order; none if it comes by itself.
    """

    attacker: Unit
    supporters: tuple[Unit, ...]
    carriers: tuple[Unit, ...] = ()


def threats_to(
    board: Board, book: RuleBook, position: Position, own: Collection[Power]
) -> Mapping[Province, tuple[Threat, ...]]:
    """Return what can dislodge each unit of the powers of one side, while all its units hold without support.

    Every threat is judged by the rule book. Supports and convoys may come from any other power that is played; the
    fleets of the side carry nobody. In other phases it is as if a movement phase came now.
    """
    now = replace(position, phase=replace(position.phase, kind=PhaseKind.MOVEMENT), dislodged={})
    idle = {*own, *board.standing}
    foes = _Foes(board, book, now, {at: unit for at, unit in sorted(now.units.items()) if unit.power not in idle})
    return {at: tuple(foes.threats_to(at)) for at, unit in sorted(now.units.items()) if unit.power in own}


@dataclass(frozen=True)
class _Foes:
    """The units that may be ordered against those of one side, ``acting``, in a movement phase."""

    board: Board
    book: RuleBook
    position: Position
    acting: Mapping[Province, Unit]

    def threats_to(self, at: Province) -> Iterator[Threat]:
        """Yield how each of them can dislodge the unit of a province, with the most supports that this one can have."""
        for attacker in self.acting.values():
            found = [threat for way in self._ways(attacker, at) if (threat := self._judged(attacker, at, way))]
            if found:
                yield max(found, key=lambda threat: len(threat.supporters))

    def _ways(self, attacker: Unit, to: Province) -> Iterator[ConvoyChain]:
        """Yield the fleets that carry an attacker, none if it goes by itself: a way for each fleet that can land it.

        Only the last fleet of such a chain is next to the target, so that none takes away fewer supporters.
        """
        board, off = self.board, self.board.seas_off(to)
        if board.reaches(attacker, to):
            yield ()
        if attacker.kind is UnitKind.FLEET or board.terrain(to) is not Terrain.COAST:
            return
        fleets = convoying_fleets(board, self.acting)
        for last in sorted(off & fleets):
            if chain := shortest_chain(board, (fleets - off) | {last}, attacker.at.province, to):
                yield chain

    def _judged(self, attacker: Unit, to: Province, carriers: ConvoyChain) -> Threat | None:
        """Return the threat of an attack with all who can support it; None if even so it dislodges nobody."""
        at = attacker.at.province
        goal = Location(to) if carriers else self.board.ways(attacker)[to][0]
        attack = self._powered(Move(at, goal, by_sea=bool(carriers)))
        supports = [self._powered(SupportMove(by, at, goal)) for by in self.acting.keys() - {at, *carriers}]
        orders: dict[Province, MovementOrder] = {fleet: Convoy(fleet, at, to) for fleet in carriers}
        orders |= {support.at: support for support in supports if self._is_legal(support)}
        fought = judge_movement(self.board, self.book, self.position, {**orders, at: attack}).verdicts
        driven = fought[to].dislodged
        if driven is None or driven.by != at:
            return None
        units = self.position.units
        return Threat(
            attacker, tuple(units[by] for by in fought[at].supporters), tuple(units[fleet] for fleet in carriers)
        )

    def _powered(self, plain: Assault) -> Assault:
        """Return an order with the power of thaumaturgy where the unit has it (004 13)."""
        powered = replace(plain, powered=True)
        return powered if self._is_legal(powered) else plain

    def _is_legal(self, order: MovementOrder) -> bool:
        return why_illegal(self.board, self.position, order) is None
