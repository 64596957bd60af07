"""Verdicts: the result of each order as a reason with its facts.

Whether an order succeeded follows from its reason and is never stored beside it. Provinces in a reason name the units
that stood there when the phase opened.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum, StrEnum
from functools import cache, cached_property
from typing import NamedTuple

from judge.rules.board import Power, Province, Unit
from judge.rules.fast import fast_init
from judge.rules.orders import Disband, Order, Retreat, UnusedConvoy
from judge.rules.position import Position

# --- rulings: the answers known so far while a battle is resolved, and the strengths they are made of


@fast_init
@dataclass(frozen=True, slots=True)
class Strength:
    """A strength between a lowest and a highest possible value."""

    low: int
    high: int


NO_STRENGTH = Strength(0, 0)


@fast_init
@dataclass(frozen=True, slots=True)
class Side:
    """One unit of a fight that is decided: its strength there, and the units whose supports are part of it."""

    unit: Province
    strength: int
    supporters: tuple[Province, ...] = ()


@cache
def exact_strength(value: int) -> Strength:
    """Return a strength that is fully decided."""
    return Strength(value, value)


class Fight(NamedTuple):
    """An attack and its opponents.

    ``opposed`` has the strength of each: the unit that stays in the target, and the other attackers.
    """

    attack: Strength
    opposed: Mapping[Province, Strength]


# --- the answers known so far while a battle is resolved, by question and province


class DecisionKind(StrEnum):
    """The three questions about a unit (DATC 5.B)."""

    ARRIVES = "arrives"  # does the convoy of this army hold?
    MOVES = "moves"  # does the attack succeed?
    SUPPORTS = "supports"  # does the support count?


class Decision(NamedTuple):
    """One question about the unit of one province."""

    question: DecisionKind
    at: Province


class _DecisionsByProvince(dict[Province, Decision]):
    """One question about every unit, each value made when first asked: thousands are asked."""

    def __init__(self, question: DecisionKind) -> None:
        super().__init__()
        self._question = question

    def __missing__(self, at: Province) -> Decision:
        made = self[at] = Decision(self._question, at)
        return made


ARRIVES = _DecisionsByProvince(DecisionKind.ARRIVES)
MOVES = _DecisionsByProvince(DecisionKind.MOVES)
SUPPORTS = _DecisionsByProvince(DecisionKind.SUPPORTS)


Answers = dict[Province, bool]
"""The known answers to one question, by the province of the unit."""


@dataclass
class Rulings:
    """The answers known so far; an open question is answered None and added to ``asked``.

    ``paradoxical`` are the armies whose convoy the fights alone could not decide. ``fights`` keeps, by attacker, the
    fights whose strengths are all known.
    """

    arriving: Answers = field(default_factory=dict)
    moving: Answers = field(default_factory=dict)
    supporting: Answers = field(default_factory=dict)
    asked: set[Decision] = field(default_factory=set)
    paradoxical: set[Province] = field(default_factory=set)
    fights: dict[Province, Fight] = field(default_factory=dict)

    def arrives(self, at: Province) -> bool | None:
        """Whether the convoy of this army holds."""
        answer = self.arriving.get(at)
        if answer is None:
            self.asked.add(ARRIVES[at])
        return answer

    def moves(self, at: Province) -> bool | None:
        """Whether this attack succeeds."""
        answer = self.moving.get(at)
        if answer is None:
            self.asked.add(MOVES[at])
        return answer

    def supports(self, at: Province) -> bool | None:
        """Whether the support of this unit counts."""
        answer = self.supporting.get(at)
        if answer is None:
            self.asked.add(SUPPORTS[at])
        return answer

    def on(self, decision: Decision) -> bool | None:
        """The answer to one question, None while it is open."""
        return self.answers[decision.question].get(decision.at)

    def settle(self, decision: Decision, answer: bool) -> None:
        """Answer a question once and for all."""
        self.answers[decision.question][decision.at] = answer

    def copy(self) -> "Rulings":
        """What is known, to try guesses on."""
        return Rulings(dict(self.arriving), dict(self.moving), dict(self.supporting))

    def with_guess(self, decision: Decision, answer: bool) -> "Rulings":
        """What is known, with one guess beside it."""
        guessed = self.copy()
        guessed.settle(decision, answer)
        return guessed

    @cached_property
    def answers(self) -> Mapping[DecisionKind, Answers]:
        """What is known of each question."""
        return {
            DecisionKind.ARRIVES: self.arriving,
            DecisionKind.MOVES: self.moving,
            DecisionKind.SUPPORTS: self.supporting,
        }


# --- verdicts


@fast_init
@dataclass(frozen=True, slots=True)
class Harm:
    """A unit lost ``points`` hit points to the units in ``by`` and has ``left``; 0 if it was annihilated."""

    by: tuple[Province, ...]
    points: int
    left: int


# --- verdicts: the result of each order as a reason with its facts


class Illegal(Enum):
    """Why an order, though understood, is void under the rules; the value is the key of its sentence."""

    NOT_ADJACENT = "not_adjacent"  # no border, and no convoy could ever carry it
    FLEET_INLAND = "fleet_inland"  # a fleet ordered to, or supporting into, an inland region
    ARMY_AT_SEA = "army_at_sea"  # an army ordered to, or supporting into, a sea
    CLOSED = "closed"  # a region of the board that nobody may enter
    SHUT_IN = "shut_in"  # from such a region a unit can only go away
    NO_COAST_ROUTE = "no_coast_route"  # fleet: neighbours on land, not along the coast (ROM - VEN)
    COAST_NEEDED = "coast_needed"  # two coasts in reach and none named
    WRONG_COAST = "wrong_coast"  # the named coast is out of reach
    OWN_PROVINCE = "own_province"  # an attack on the region the unit is in
    SUPPORT_OUT_OF_REACH = "support_out_of_reach"  # the supporter could not go there itself
    SUPPORT_SELF = "support_self"  # a unit cannot support itself
    NOTHING_TO_SUPPORT = "nothing_to_support"  # no unit stands in the supported province
    SUPPORTED_CANNOT = "supported_cannot"  # the supported unit could never make that move
    SUPPORTED_NEEDS_CONVOY = "supported_needs_convoy"  # only a convoy by the supporter itself could bring it there
    SUPPORT_OTHER_COAST = "support_other_coast"  # the coast named contradicts the move
    CONVOY_BY_ARMY = "convoy_by_army"  # only fleets convoy
    CONVOY_ON_COAST = "convoy_on_coast"  # the fleet stands in a coastal region
    CONVOY_NO_ARMY = "convoy_no_army"  # no army stands in the province of departure
    CONVOY_NOT_COASTAL = "convoy_not_coastal"  # departure or landing is not on a coast
    CONVOY_NO_CHAIN = "convoy_no_chain"  # no chain of fleets without a detour passes through this one
    NO_UNIT = "no_unit"  # no unit stands there
    NOT_DISLODGED = "not_dislodged"  # retreat phase: the unit was not driven out
    RETREAT_OCCUPIED = "retreat_occupied"
    RETREAT_ATTACKER = "retreat_attacker"  # the attacker's own origin
    RETREAT_CONTESTED = "retreat_contested"  # left empty by a standoff
    RETREAT_CLOSED = "retreat_closed"  # not among the places open to it, where nobody tells why
    RETREAT_OUT_OF_REACH = "retreat_out_of_reach"
    BUILD_NOT_DUE = "build_not_due"  # no build is owed, or all are used
    BUILD_NOT_HOME = "build_not_home"
    BUILD_NOT_OWNED = "build_not_owned"
    BUILD_HOMELESS = "build_homeless"
    BUILD_OCCUPIED = "build_occupied"
    BUILD_TWICE = "build_twice"  # a second unit in one centre
    REMOVAL_NOT_DUE = "removal_not_due"
    REMOVAL_TWICE = "removal_twice"  # a second removal of one unit
    NO_POWER = "no_power"  # only gifted units have power to use
    POWER_RESTS = "power_rests"  # the unit used its power too few phases ago
    TOO_WEAK_TO_DISPERSE = "too_weak_to_disperse"  # too few hit points left
    TROOP_UNKNOWN = "troop_unknown"  # the board knows no such troop, or the order names none
    TROOP_OF_OTHERS = "troop_of_others"  # a troop that another power alone may raise
    TROOP_FULL = "troop_full"  # as many of this troop as a power may have
    NO_ALLY = "no_ally"  # a unit raised for a power that is no ally
    WRONG_PHASE = "wrong_phase"  # an order of another kind of phase


@fast_init
@dataclass(frozen=True, slots=True)
class Stood:
    """A unit held; ``unordered`` if it had no order."""

    unordered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Unread:
    """What was written for a unit could not be read, so it had no order and held; ``lost``: it had to retreat.

    ``offered``: it was read, and offered, and nobody said yes. No judgement has it: those who may know tell it in the
    place of a unit without an order.
    """

    lost: bool = False
    offered: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Moved:
    """An attack succeeded with ``strength`` against ``against`` (0: nobody opposed it).

    ``opposed_by`` are the units that opposed it, ``convoyed_by`` the fleets of one surviving route.
    """

    strength: int
    against: int = 0
    opposed_by: tuple[Province, ...] = ()
    convoyed_by: tuple[Province, ...] = ()


@fast_init
@dataclass(frozen=True, slots=True)
class Supported:
    """A support was given; ``against_own`` if it would help to dislodge a unit of its own power, which it cannot."""

    against_own: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Carried:
    """A fleet not dislodged; ``used`` if the army came by sea and could use it, else ``why_not``."""

    used: bool = True
    why_not: UnusedConvoy | None = None


@fast_init
@dataclass(frozen=True, slots=True)
class Bounced:
    """An attack failed: ``strength`` against the ``against`` of the units in ``by`` (attackers or the defender)."""

    by: tuple[Province, ...]
    strength: int
    against: int


@fast_init
@dataclass(frozen=True, slots=True)
class HeadToHead:
    """An attack failed against a unit that attacked in the opposite direction."""

    by: Province
    strength: int
    against: int


@fast_init
@dataclass(frozen=True, slots=True)
class OwnUnit:
    """An attack failed because it would have dislodged a unit of the same power."""

    unit: Province


@fast_init
@dataclass(frozen=True, slots=True)
class OwnSupport:
    """An attack failed only because supports of the defender's own power do not count to dislodge it.

    ``discounted`` are those supporters; ``strength`` is what was left, ``against`` the defender's.
    """

    defender: Province
    discounted: tuple[Province, ...]
    strength: int
    against: int


@fast_init
@dataclass(frozen=True, slots=True)
class Cut:
    """A support was cut by the units in ``by``; ``dislodged`` if by dislodging the supporter."""

    by: tuple[Province, ...]
    dislodged: bool = False


@fast_init
@dataclass(frozen=True, slots=True)
class Unmatched:
    """A support or a convoy did not match the order of the other unit, which was ``did``."""

    did: Order | None


@dataclass(frozen=True)
class NoConvoy:
    """A convoyed attack had no route: no chain of fleets was ordered to carry it."""


@fast_init
@dataclass(frozen=True, slots=True)
class Disrupted:
    """A convoy was broken because ``fleets`` were dislodged.

    On the army's order, ``fleets`` are all fleets of its convoy that were dislodged; on a fleet's order, that fleet.
    """

    fleets: tuple[Province, ...]


@fast_init
@dataclass(frozen=True, slots=True)
class Paradox:
    """A convoyed attack failed because its success would decide over its own convoy, the ``fleets``."""

    fleets: tuple[Province, ...]


@fast_init
@dataclass(frozen=True, slots=True)
class Void:
    """The order was against the rules; the unit held."""

    why: Illegal


@dataclass(frozen=True)
class Retreated:
    """A unit retreated."""


@fast_init
@dataclass(frozen=True, slots=True)
class RetreatsCollided:
    """Units that retreated to one region were all removed; ``others`` are the provinces the others left."""

    others: tuple[Province, ...]


@dataclass(frozen=True)
class NoRetreatOrder:
    """A dislodged unit without an order was removed."""


@dataclass(frozen=True)
class NowhereToGo:
    """A dislodged unit had nowhere to retreat to."""


@dataclass(frozen=True)
class Disbanded:
    """A unit left the board by order."""


@fast_init
@dataclass(frozen=True, slots=True)
class RemovedByDefault:
    """A unit was removed by the civil disorder rule, ``distance`` borders from the nearest centre.

    The centres counted are those its power owns, or with ``from_home`` its home centres, owned or not.
    """

    distance: int
    from_home: bool = False


@dataclass(frozen=True)
class Built:
    """A unit was built."""


@fast_init
@dataclass(frozen=True, slots=True)
class Waived:
    """``count`` builds were left for a later year; ``by_order`` when the player said so."""

    count: int
    by_order: bool


Succeeded = Stood | Moved | Supported | Carried | Retreated | Disbanded | Built | Waived
Lost = RetreatsCollided | NoRetreatOrder | NowhereToGo | RemovedByDefault
Failed = (
    Bounced
    | HeadToHead
    | OwnUnit
    | OwnSupport
    | Cut
    | Unmatched
    | NoConvoy
    | Disrupted
    | Paradox
    | Void
    | Unread
    | Lost
)
Reason = Succeeded | Failed


@fast_init
@dataclass(frozen=True, slots=True)
class Dislodgement:
    """A unit was dislodged by the unit from ``by``, ``strength`` against ``against``."""

    by: Province
    strength: int
    against: int


@fast_init
@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of an order (None: none was given) and of its unit; of a fight, who supported and who opposed it."""

    unit: Unit | None
    order: Order | None
    reason: Reason
    dislodged: Dislodgement | None = None
    harm: Harm | None = None
    supporters: tuple[Province, ...] = ()
    opposition: tuple[Side, ...] = ()

    @property
    def succeeded(self) -> bool:
        """Whether the order did what it said, whatever happened to the unit; a fleet that carried nobody did not."""
        return isinstance(self.reason, Succeeded) and not self.is_unused

    @property
    def is_unused(self) -> bool:
        """Whether a fleet stood to carry an army that did not come by it."""
        return isinstance(self.reason, Carried) and not self.reason.used


def as_unread(verdict: Verdict, *, offered: bool = False) -> Verdict:
    """Return the verdict on a unit without an order as one on an order unread, or only offered; else as it is."""
    match verdict.order, verdict.reason:
        case None, Stood() | NoRetreatOrder() as reason:
            return replace(verdict, reason=Unread(isinstance(reason, NoRetreatOrder), offered))
        case _:
            return verdict


@dataclass(frozen=True)
class Judgement:
    """A phase judged: the verdicts of every power, and the position of the next phase in which anybody must write.

    ``verdicts`` has every unit of the phase, ordered or not, and every build or waived build, in the order of power and
    place. ``gained`` are the centres that changed hands at the end of an autumn. ``contested`` are the provinces left
    empty by a standoff, closed to retreats.
    """

    verdicts: Mapping[Power, tuple[Verdict, ...]]
    after: Position
    gained: Mapping[Province, Power]
    contested: frozenset[Province] = frozenset()


def is_lost_by_void_order(verdict: Verdict) -> bool:
    """Return whether a dislodged unit has left the board because its order was void."""
    match verdict:
        case Verdict(Unit(), Retreat(), Void(why)):
            return why not in {Illegal.NOT_DISLODGED, Illegal.WRONG_PHASE}
        case Verdict(Unit(), Disband(), Void(Illegal.TOO_WEAK_TO_DISPERSE)):
            return True
        case _:
            return False
