"""What decided each order of a movement phase, told from the rulings of the resolver: a second opinion on the grounds.

It reads the battle and the answers to its questions, never a verdict, and names what it finds as the paragraphs of the
rule books do (``verdict.Moved.ring``).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from judge.rules.battle import Battle, fight, prepare_battle, supported_strength
from judge.rules.board import Board, Power, Province
from judge.rules.judge_phase import fight_out
from judge.rules.orders import Convoy, Hold, Move, MovementOrder, SupportHold, SupportMove, convoy_chains
from judge.rules.position import Position
from judge.rules.resolver import is_dislodged
from judge.rules.rulebook import RuleBook
from judge.rules.verdicts import Rulings


@dataclass(frozen=True)
class RulingsWitness:
    """A battle with everything that was ruled on it."""

    battle: Battle
    rulings: Rulings

    def found(self, at: Province) -> set[str]:
        """What decided about the order of a unit, in the words that paragraphs bear; the first word alone if plain."""
        battle = self.battle
        if at in battle.void:
            return {f"illegal.{battle.void[at].value}"}
        match battle.orders[at]:
            case Hold():
                return {"verdict.Stood"}
            case Move():
                return self._named(*self._attack(at))
            case SupportHold(target=helped) | SupportMove(origin=helped):
                return self._named(*self._support(at, helped))
            case Convoy() as order:
                return self._named(*self._convoy(at, order))

    def driven_out(self, at: Province) -> bool:
        """Whether the unit of a province was dislodged."""
        stays = at not in self.battle.targets or not self.rulings.moves(at)
        return stays and bool(is_dislodged(self.battle, self.rulings, at))

    def _named(self, name: str, particulars: Iterable[str] = ()) -> set[str]:
        return {f"verdict.{name}.{one}" for one in particulars} or {f"verdict.{name}"}

    # --- attacks

    def _attack(self, at: Province) -> tuple[str, Iterable[str]]:
        battle, rulings = self.battle, self.rulings
        if at in battle.by_sea and not rulings.arrives(at):
            if not battle.carriers.get(at):
                return "NoConvoy", self._by_choice(at)
            if at in rulings.paradoxical:
                return "Paradox", ()
            return "Disrupted", (*(["other_route"] if self._has_route_left(at) else []), *self._by_choice(at))
        if rulings.moves(at):
            return "Moved", self._entry(at)
        attack, opposed = fight(battle, rulings, at)
        strongest, whole = max(one.low for one in opposed.values()), supported_strength(battle, rulings, at).low
        target = battle.targets[at]
        own = self._is_at_home(target, battle.units[at].power, at)
        if whole > strongest and own:
            return "OwnUnit", ()
        if whole > strongest and attack.low > max([one.low for by, one in opposed.items() if by != target], default=0):
            return "OwnSupport", ()
        weaker = (whole if own else attack.low) < strongest
        met = battle.head_to_head.get(at)
        if met and opposed[met].low == strongest:
            return "HeadToHead", ("outmatched",) if weaker else ()
        return "Bounced", self._bounce(at, weaker, {by for by, one in opposed.items() if one.low == strongest})

    def _is_at_home(self, target: Province, power: Power, attacker: Province) -> bool:
        """Whether a unit of that power stays where an attack goes, or leaves it towards the attacker alone."""
        battle, unit = self.battle, self.battle.units.get(target)
        leaves = target in battle.targets and self.rulings.moves(target) and attacker not in battle.head_to_head
        return unit is not None and unit.power == power and not leaves

    def _bounce(self, at: Province, weaker: bool, strongest: set[Province]) -> Iterator[str]:
        target = self.battle.targets[at]
        for rival in strongest - {target}:
            if self._is_driven_out_from(rival, target):
                yield "by_dislodged"
        if weaker:
            yield "outmatched"
        elif strongest == {target}:
            yield "occupied"
        elif target in strongest:
            yield "crowded"
        elif self._is_held(target):
            yield "garrison"

    def _is_held(self, target: Province) -> bool:
        battle = self.battle
        leaves = target in battle.targets and self.rulings.moves(target)
        return target in battle.units and not leaves and not self.driven_out(target)

    def _entry(self, at: Province) -> Iterator[str]:
        battle, rulings = self.battle, self.rulings
        target, by_sea = battle.targets[at], at in battle.by_sea
        rivals = [rival for rival in battle.attackers_of(target) if rival != at]
        if any(self._is_driven_out_from(rival, target) and self._arrived(rival) for rival in rivals):
            yield "past_dislodged"
        if any(one.low for one in fight(battle, rulings, at).opposed.values()):
            yield "contested"
        if by_sea:
            yield "convoyed"
            yield from ["by_chain"] if min(map(len, self._chains_left(at))) > 1 else []
            yield from ["route_left"] if any(self.driven_out(fleet) for fleet in battle.convoys[at]) else []
            yield from self._by_choice(at)
        turning = self._turning(at)
        if turning:
            yield "exchanged" if turning == 2 else "ring"

    def _turning(self, at: Province) -> int:
        """How many units change places with this one in a ring, itself counted; 0 where none."""
        ring = [at]
        while (ahead := self.battle.targets.get(ring[-1])) and self.rulings.moving.get(ring[-1]):
            if ahead == at:
                return len(ring)
            if ahead in ring:
                break
            ring.append(ahead)
        return 0

    def _is_driven_out_from(self, at: Province, by: Province) -> bool:
        stays = at not in self.battle.targets or not self.rulings.moves(at)
        return stays and self.battle.targets.get(by) == at and bool(self.rulings.moves(by))

    def _arrived(self, at: Province) -> bool:
        return at not in self.battle.by_sea or bool(self.rulings.arrives(at))

    # --- supports and convoys

    def _support(self, at: Province, helped: Province) -> tuple[str, Iterable[str]]:
        battle, rulings = self.battle, self.rulings
        if at not in battle.supporters.get(helped, ()):
            return "Unmatched", ("support",)
        if not rulings.supports(at):
            return "Cut", ()
        return "Supported", self._counted(at, helped)

    def _counted(self, at: Province, helped: Province) -> Iterator[str]:
        battle, own = self.battle, self.battle.units[at].power
        target = battle.targets.get(helped)
        if target and battle.units[helped].power != own and self._is_at_home(target, own, helped):
            yield "against_own"
        came = [by for by in battle.attackers_of(at) if self._arrived(by)]
        foreign = [by for by in came if battle.units[by].power != own]
        if any(battle.protects_support(at, by) for by in foreign):
            yield "protected"
        if came:
            yield "uncut"

    def _convoy(self, at: Province, order: Convoy) -> tuple[str, Iterable[str]]:
        battle, army = self.battle, order.origin
        if battle.targets.get(army) != order.to:
            return "Unmatched", ("convoy",)
        landed = army not in battle.by_sea or bool(self.rulings.arrives(army))
        if self.driven_out(at):
            by = "route_left" if army in battle.by_sea else "walked"
            return "Disrupted", (by,) if landed else ()
        return "Carried", self._carriage(at, army, landed)

    def _carriage(self, at: Province, army: Province, landed: bool) -> Iterator[str]:
        battle, fleets = self.battle, self.battle.carriers.get(army, frozenset())
        if army not in battle.by_sea:
            yield "by_land"
        elif not fleets:
            yield "no_chain"
        elif not landed and at not in fleets:
            yield "no_route"
        elif not landed and army in self.rulings.paradoxical:
            yield "paradox"
        elif not landed:
            yield "broken"
            yield from ["other_route"] if self._has_route_left(army) else []
        elif not any(at in chain for chain in self._chains_left(army)):
            yield "by_others"
        else:
            yield from self._by_choice(army)

    def _chains_left(self, army: Province) -> list[tuple[Province, ...]]:
        left = [fleet for fleet in self.battle.convoys[army] if not self.driven_out(fleet)]
        return list(convoy_chains(self.battle.board, left, army, self.battle.targets[army]))

    def _has_route_left(self, army: Province) -> bool:
        return bool(self._chains_left(army))

    def _by_choice(self, army: Province) -> list[str]:
        """That an army went by sea although it could have walked."""
        walks = self.battle.board.reaches(self.battle.units[army], self.battle.targets[army])
        return ["either_way"] if walks else []


def called(
    board: Board, book: RuleBook, position: Position, orders: Mapping[Province, MovementOrder]
) -> RulingsWitness:
    """The witness of a movement phase."""
    return RulingsWitness(*fight_out(prepare_battle(board, book, position, orders)))
