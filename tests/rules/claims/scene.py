"""A judged phase as one who was there would describe it: who was told what, who moved, who was driven out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.orders import Convoy, Move, Order, SupportHold, SupportMove, province_of
from judge.rules.position import Position
from judge.rules.rulebook import Paradoxes, RuleBook
from judge.rules.verdicts import Carried, Disrupted, Judgement, Moved, NoConvoy, Paradox, Supported, Verdict, Void


@dataclass(frozen=True)
class Scene:
    """A phase with its orders as they were given, and what came of it."""

    board: Board
    book: RuleBook
    position: Position
    given: Mapping[Power, Sequence[Order]]
    judgement: Judgement

    @cached_property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Every verdict of the phase."""
        return tuple(verdict for listed in self.judgement.verdicts.values() for verdict in listed)

    @cached_property
    def fates(self) -> Mapping[Province, Verdict]:
        """The verdict on every unit that the phase was about, by its province."""
        about = self.position.units
        if self.position.dislodged:
            about = {at: driven.unit for at, driven in self.position.dislodged.items()}
        return {v.unit.at.province: v for v in self.verdicts if v.unit and about.get(v.unit.at.province) == v.unit}

    # --- who was told what -------------------------------------------------------------------------------------

    @cached_property
    def written(self) -> Mapping[Province, Order]:
        """The last order that each unit had from its own power."""
        last: dict[Province, Order] = {}
        for power, orders in self.given.items():
            for order in orders:
                at = province_of(order)
                if at in self.fates and at is not None and self.unit(at).power == power:
                    last[at] = order
        return last

    def unit(self, at: Province) -> Unit:
        """The unit a phase is about: the one driven out, else the one that stands."""
        driven = self.position.dislodged.get(at)
        return driven.unit if driven else self.position.units[at]

    def power(self, at: Province) -> Power | None:
        """Whose unit stands in a province, None where none does."""
        unit = self.position.units.get(at)
        return unit.power if unit else None

    def order(self, at: Province) -> Order | None:
        """The order a unit followed, or tried to: none where the one it had was void."""
        status = self.fates.get(at)
        return None if status is None or isinstance(status.reason, Void) else self.written.get(at)

    def target(self, at: Province) -> Province | None:
        """The province a unit attacked."""
        order = self.order(at)
        return order.to.province if isinstance(order, Move) else None

    def attackers(self, province: Province) -> list[Province]:
        """The units that attacked a province."""
        return [at for at in self.fates if self.target(at) == province]

    def helped(self, at: Province) -> Province | None:
        """The unit that an order to support or to convoy was for."""
        match self.order(at):
            case SupportHold(target=other) | SupportMove(origin=other) | Convoy(origin=other):
                return other
            case _:
                return None

    def matches(self, at: Province) -> bool:
        """Whether the unit that was to be helped was told to do what it was to be helped in."""
        match self.order(at):
            case SupportHold(target=other):
                return other in self.fates and self.target(other) is None
            case SupportMove(origin=other, to=to):
                return self.target(other) == to.province
            case Convoy(origin=other, to=shore):
                return self.target(other) == shore
            case _:
                return False

    # --- what came of it ---------------------------------------------------------------------------------------

    def moved(self, at: Province) -> bool:
        """Whether an attack got in."""
        return at in self.fates and isinstance(self.fates[at].reason, Moved)

    def driven_by(self, at: Province) -> Province | None:
        """Where the unit came from that drove this one out."""
        dislodged = self.fates[at].dislodged if at in self.fates else None
        return dislodged.by if dislodged else None

    def arrived(self, at: Province) -> bool:
        """Whether an attack was fought: no convoy failed it."""
        is_adrift = isinstance(self.fates[at].reason, NoConvoy | Disrupted | Paradox)
        return self.target(at) is not None and not is_adrift

    def stays(self, province: Province, against: Province) -> bool:
        """Whether an attack found the unit of a province still there: it did not leave, or left towards the attack."""
        if province not in self.fates:
            return False
        return not self.moved(province) or self.meets(province, against)

    def meets(self, at: Province, other: Province) -> bool:
        """Whether two units attacked each other, neither by sea."""
        is_mutual = self.target(at) == other and self.target(other) == at
        return is_mutual and not self.went_by_sea(at) and not self.went_by_sea(other)

    def went_by_sea(self, at: Province) -> bool:
        """Whether an army went by sea, or would have."""
        order, status = self.order(at), self.fates[at]
        if not isinstance(order, Move) or self.unit(at).kind is UnitKind.FLEET:
            return False
        if order.by_sea or not self.reaches(self.unit(at), order.to.province):
            return True
        if isinstance(status.reason, Moved):
            return bool(status.reason.convoyed_by)
        return not self.arrived(at) or any(self.is_used(fleet) for fleet in self.convoy(at))

    def is_used(self, fleet: Province) -> bool:
        """Whether a fleet is said to have carried."""
        reason = self.fates[fleet].reason
        return isinstance(reason, Carried) and reason.used

    # --- borders and convoys -----------------------------------------------------------------------------------

    def reaches(self, unit: Unit, province: Province) -> bool:
        """Whether a unit borders on a province as units of its kind go."""
        return any(place.province == province for place in self.board.neighbours(unit.kind, unit.at))

    def touches(self, sea: Province, other: Province) -> bool:
        """Whether a fleet goes from a sea to another region."""
        return any(place.province == other for place in self.board.neighbours(UnitKind.FLEET, Location(sea)))

    def convoy(self, army: Province) -> list[Province]:
        """The fleets that were told to carry an army where it went."""
        return [at for at in self.fates if self.helped(at) == army and self._carries(at) and self.matches(at)]

    def _carries(self, at: Province) -> bool:
        return isinstance(self.order(at), Convoy)

    def afloat(self, army: Province) -> list[Province]:
        """Those of them that were not driven out."""
        return [fleet for fleet in self.convoy(army) if not self.driven_by(fleet)]

    def chains(self, fleets: Iterable[Province], origin: Province, to: Province) -> Iterator[tuple[Province, ...]]:
        """Every chain of fleets from coast to coast without a detour: no fleet could be left out of it."""
        fleets = list(fleets)
        begun: list[tuple[Province, ...]] = [(fleet,) for fleet in fleets if self.touches(fleet, origin)]
        while begun:
            chain = begun.pop()
            if self.touches(chain[-1], to):
                yield chain
                continue
            begun += [(*chain, fleet) for fleet in fleets if fleet not in chain and self._goes_on(chain, fleet, origin)]

    def _goes_on(self, chain: tuple[Province, ...], fleet: Province, origin: Province) -> bool:
        skips = any(self.touches(fleet, passed) for passed in (origin, *chain[:-1]))
        return self.touches(chain[-1], fleet) and not skips

    def is_joined(self, fleets: Iterable[Province], origin: Province, to: Province) -> bool:
        """Whether fleets make a chain from coast to coast."""
        return any(True for _ in self.chains(fleets, origin, to))

    # --- strengths ---------------------------------------------------------------------------------------------

    def supporters(self, at: Province, without: Power | None = None) -> list[Province]:
        """The units that gave a unit the support it could use; those of a power left out."""
        helping = [by for by in self.fates if self.helped(by) == at and isinstance(self.fates[by].reason, Supported)]
        return [by for by in helping if self.power(by) != without]

    def strength(self, at: Province, without: Power | None = None) -> int:
        """A unit and its supports."""
        return self.unit(at).strength + sum(self.unit(by).strength for by in self.supporters(at, without))

    def defender(self, at: Province) -> Power | None:
        """Whose unit an attack had to drive out."""
        target = self.target(at)
        return self.power(target) if target and self.stays(target, at) else None

    def attack(self, at: Province) -> int:
        """What an attack had against the unit it had to drive out, on which its own power's support is lost."""
        return self.strength(at, without=self.defender(at))

    def opposition(self, at: Province) -> dict[Province, int]:
        """What each unit had that kept an attack out, or tried to."""
        target = self.target(at)
        assert target
        found = {rival: self.strength(rival) for rival in self.attackers(target) if rival != at and self.resists(rival)}
        if self.stays(target, at):
            is_leaving = self.target(target) is not None and not self.meets(target, at)
            found[target] = self.unit(target).strength if is_leaving else self.strength(target)
        return found

    def resists(self, rival: Province) -> bool:
        """Whether an attack kept others out: not one whose convoy failed, nor one driven out from there."""
        target = self.target(rival)
        is_driven_from_there = target is not None and self.driven_by(rival) == target
        may_block = is_driven_from_there and not self.meets(rival, target or rival) and self.blocks_after_convoy
        return self.arrived(rival) and (not is_driven_from_there or may_block)

    @property
    def blocks_after_convoy(self) -> bool:
        """Whether the book lets a unit driven out keep others out of where its attacker came from by convoy."""
        return self.book.convoyed_attacker_origin.value == "open"

    # --- supports ----------------------------------------------------------------------------------------------

    def into(self, supporter: Province) -> Province | None:
        """The province a support was for."""
        match self.order(supporter):
            case SupportHold(target=target):
                return target
            case SupportMove(to=to):
                return to.province
            case _:
                return None

    def may_cut(self, attacker: Province, supporter: Province) -> bool:
        """Whether an attack cuts a support as far as borders and powers tell; rules on convoys may forbid it."""
        if self.power(attacker) == self.power(supporter) or not self.arrived(attacker):
            return False
        return attacker != self.into(supporter) or self.driven_by(supporter) == attacker

    def is_cut(self, supporter: Province) -> bool:
        """Whether a support was cut for certain: by an attack that no rule on convoys keeps from it."""
        cutters = [at for at in self.attackers(supporter) if self.may_cut(at, supporter)]
        may_be_kept = self.book.paradoxes is not Paradoxes.SZYKMAN
        return any(not (may_be_kept and self.went_by_sea(at)) for at in cutters)


def at_of(verdict: Verdict) -> Province:
    """Where the unit of a verdict stood."""
    assert verdict.unit
    return verdict.unit.at.province


def due(scene: Scene, power: Power) -> int:
    """Centres of a power less its units."""
    owned = sum(owner == power for owner in scene.position.owners.values())
    return owned - sum(unit.power == power for unit in scene.position.units.values())


def builds_open(scene: Scene, power: Power) -> int:
    """How many units a power could build, home centres free for them counted."""
    homes = [at for at in scene.board.homes(power) if scene.position.owners.get(at) == power]
    return min(due(scene, power), sum(at not in scene.position.units for at in homes))
