"""What a sentence of the season's prose says: each claim can be checked against positions and orders."""

from dataclasses import dataclass

from judge.game.figures import Betrayed
from judge.rules.board import Power, Province, UnitKind

# --- movement


@dataclass(frozen=True)
class UnitDislodged:
    """A unit of ``victim`` was dislodged from ``province`` by the unit of ``by`` that came from ``origin``."""

    victim: Power
    province: Province
    by: Power
    origin: Province


@dataclass(frozen=True)
class Backed:
    """A unit of ``giver`` supported a unit of ``receiver`` to hold ``province``, or to move ``into`` it."""

    giver: Power
    receiver: Power
    province: Province
    into: bool


@dataclass(frozen=True)
class StoodOff:
    """``province`` stayed empty, because units of these powers, sorted, stood each other off in it."""

    province: Province
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Repelled:
    """A unit of ``attacker`` was ordered to ``province`` and did not get in; the unit of ``defender`` there stayed."""

    attacker: Power
    province: Province
    defender: Power


@dataclass(frozen=True)
class Outpaced:
    """Units of two powers were ordered to ``province``, and that of ``winner`` came in."""

    loser: Power
    province: Province
    winner: Power


@dataclass(frozen=True)
class Occupied:
    """A unit of ``power`` went into ``province``, where none of ``owner`` stood any more, and which belongs to it."""

    power: Power
    province: Province
    owner: Power


@dataclass(frozen=True)
class Marched:
    """A unit of ``power`` went from ``origin`` to ``province``, and dislodged nobody."""

    power: Power
    origin: Province
    province: Province


@dataclass(frozen=True)
class Landed:
    """An army of ``power`` went from ``origin`` to ``province`` by sea, carried by fleets of ``carriers``, sorted."""

    power: Power
    origin: Province
    province: Province
    carriers: tuple[Power, ...]


@dataclass(frozen=True)
class Stabbed:
    """``by`` dislodged a unit of ``victim`` in ``province``, or took the centre, after what it ``betrayed`` (0209)."""

    by: Power
    victim: Power
    province: Province
    dislodged: bool
    betrayed: Betrayed


@dataclass(frozen=True)
class Silent:
    """No orders came from ``power``."""

    power: Power


@dataclass(frozen=True)
class Harmed:
    """The unit of ``power`` that stood in ``province`` lost hit points and has ``left``; 0: it is annihilated."""

    power: Power
    province: Province
    left: int


# --- retreats, centres, winter


@dataclass(frozen=True)
class UnitRetreated:
    """The dislodged unit of ``power`` went from ``origin`` to ``province``."""

    power: Power
    origin: Province
    province: Province


@dataclass(frozen=True)
class Gone:
    """The dislodged unit of ``power`` in ``province`` left the board; ``trapped`` if no retreat was open to it."""

    power: Power
    province: Province
    trapped: bool


@dataclass(frozen=True)
class Took:
    """A centre changed hands, from ``loser`` or, if that is None, from nobody."""

    power: Power
    province: Province
    loser: Power | None


@dataclass(frozen=True)
class Holds:
    """``power`` has ``number`` centres once the season is over."""

    power: Power
    number: int


@dataclass(frozen=True)
class Eliminated:
    """``power`` has neither a unit nor a centre left."""

    power: Power


@dataclass(frozen=True)
class UnitBuilt:
    """``power`` built a unit of this kind in ``province``."""

    power: Power
    kind: UnitKind
    province: Province


@dataclass(frozen=True)
class Removed:
    """The unit of ``power`` in ``province`` left the board in winter."""

    power: Power
    province: Province


@dataclass(frozen=True)
class BuildsWaived:
    """``power`` left ``number`` builds unused."""

    power: Power
    number: int


MovementClaim = (
    UnitDislodged | Backed | StoodOff | Repelled | Outpaced | Occupied | Marched | Landed | Stabbed | Silent | Harmed
)
Claim = MovementClaim | UnitRetreated | Gone | Took | Holds | Eliminated | UnitBuilt | Removed | BuildsWaived


@dataclass(frozen=True)
class Sentence:
    """A sentence of the prose: the name of its pattern, all that it claims, its text."""

    pattern: str
    claims: tuple[Claim, ...]
    text: str
