"""What the pages of a record say that does not follow from anything else; the rest follows by the rules.

All values are frozen; results and scores are not among them, for they are worked out again, and of positions
only those of another judge.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.clockwork.messages import PlayingStrength
from judge.game.mastery.messages import MasterAct
from judge.game.phases.messages import CloseReason, Ending
from judge.game.settings import Settings
from judge.game.war.messages import WarEvent
from judge.rules.board import Power
from judge.rules.corrections import Correction
from judge.rules.orders import Order
from judge.rules.war.errands import ScoutOrder


@dataclass(frozen=True)
class TextFact:
    """What somebody wrote; ``author`` is the line above it, as it stands on the page."""

    author: str
    text: str


@dataclass(frozen=True)
class Named:
    """What a page names one by one, though it need not: settings that are as usual, choices of the rule book.

    ``choices`` is None for all that there are. Pages from before a setting or a choice existed do not name it.
    """

    settings: frozenset[str] = frozenset()
    choices: frozenset[str] | None = None


@dataclass(frozen=True)
class OpeningFacts:
    """The opening: the settings without the text of a board of somebody's own; ``seed`` is empty while it is secret.

    ``master_plays`` is what the page says of a master who plays, as in ``GameStarted``, powers by their names there.
    """

    settings: Settings
    seed: str
    started: datetime
    deadline: datetime
    named: Named
    master_plays: tuple[str, ...] | None = None


@dataclass(frozen=True)
class PhaseFacts:
    """A closed phase: the orders as they were judged, of scouts too; ``deadline`` is the next one, None at the end.

    ``clockwork`` are the powers whose orders clockwork players gave, ``salts`` those of the fingerprints of orders.
    ``log`` is what stands for all events before in the fingerprint of the game, empty where the page has none.
    """

    closed: datetime
    because: CloseReason
    orders: Mapping[Power, tuple[Order, ...]]
    errands: Mapping[Power, tuple[ScoutOrder, ...]]
    deadline: datetime | None
    press: tuple[TextFact, ...]
    clockwork: Mapping[Power, PlayingStrength]
    salts: Mapping[Power, str]
    log: str = ""


@dataclass(frozen=True)
class JoiningFacts:
    """A power joined a seat by lot."""

    at: datetime


@dataclass(frozen=True)
class AgreementFacts:
    """All other players, or the operator, agreed to an act of the master, who plays.

    ``back_to`` is the number of the page before which the game goes back, 0 where the page tells none.
    """

    at: datetime
    number: int
    act: MasterAct
    by_operator: bool = False
    back_to: int = 0


@dataclass(frozen=True)
class CorrectionFacts:
    """The master corrected the position."""

    at: datetime
    corrections: tuple[Correction, ...]
    reason: str


@dataclass(frozen=True)
class TakeoverFacts:
    """Another judge had a position, from which the game goes on; ``position`` is in the words of ``positions_json``."""

    at: datetime
    position: Mapping[str, object]
    deadline: datetime


@dataclass(frozen=True)
class WarFacts:
    """Something was decided in a war; the position in ``event`` is the one before it, and nobody decided it."""

    at: datetime
    event: WarEvent


@dataclass(frozen=True)
class SettingsFacts:
    """The master changed settings; ``changed`` are the new ones by name, as JSON."""

    at: datetime
    changed: Mapping[str, object]
    named: Named


@dataclass(frozen=True)
class RollbackFacts:
    """The master went back to before a phase closed; ``undone`` are the numbers of the pages that count no longer."""

    at: datetime
    undone: tuple[int, ...]
    deadline: datetime


@dataclass(frozen=True)
class EndingFacts:
    """The end: the seed, empty where the opening told it; the diaries."""

    ended: datetime
    ending: Ending
    winners: tuple[Power, ...]
    reason: str
    seed: str
    notes: tuple[TextFact, ...]


PageFacts = (
    OpeningFacts
    | PhaseFacts
    | JoiningFacts
    | AgreementFacts
    | CorrectionFacts
    | TakeoverFacts
    | WarFacts
    | SettingsFacts
    | RollbackFacts
    | EndingFacts
)
