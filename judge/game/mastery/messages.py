"""The master of a game: commands, events and news; a game that goes on with another judge."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum

from judge.game.deadlines.deadline import Deadline
from judge.game.deadlines.messages import MoveDeadline
from judge.game.figures import Figures
from judge.game.people.messages import Person
from judge.game.phases.messages import Misses
from judge.game.refusals import ToldInFull
from judge.game.replacements.messages import EjectPlayer, ReplacePlayer
from judge.game.settings import Address, Reader, Settings, Token
from judge.game.war.messages import BuildFactory, EnterWar, QuarantineRegion, ReleaseRegion, RepairUnits, StrengthenUnit
from judge.rules.board import Power
from judge.rules.corrections import Correction
from judge.rules.orders import Order
from judge.rules.position import Phase, Position
from judge.rules.war.scouts import Scouting

# --- what only the master may do


class MasterAct(Enum):
    """Acts that only the master may do."""

    CHANGE_TOKEN = "change_token"  # noqa: S105 - the name of an act
    FILL_SEATS = "fill_seats"  # let players in, give powers out, let the game begin
    EMPTY_SEAT = "empty_seat"
    NAME_PLAYER = "name_player"  # for the seat of somebody who plays
    MOVE_TIME = "move_time"  # deadlines, pauses
    SIGN_AS_MASTER = "sign_as_master"
    CHANGE_SETTINGS = "change_settings"
    FORCE_CLOSE = "force_close"
    ROLL_BACK = "roll_back"
    CORRECT = "correct"
    HAND_OVER = "hand_over"
    TERMINATE = "terminate"
    READ_REPORT = "read_report"
    PREDICT = "predict"
    DECREE = "decree"  # what a war brings a nation besides its orders


# --- what is asked


@dataclass(frozen=True)
class ChangeSettings:
    """Change the settings of a game; ``settings`` are all of them, as they are to be."""

    by: Address
    settings: Settings


@dataclass(frozen=True)
class ForceClose:
    """Close the open phase with the orders there are; if ``phase`` is given, only where that is the open one."""

    by: Address
    phase: Phase | None = None


@dataclass(frozen=True)
class RollBack:
    """Roll back to before a phase closed, when ``position`` stood.

    ``undone`` are the numbers of that phase and of those that closed later. ``orders`` are in force again: those that
    were judged, or none. ``misses``, ``still_years`` and ``scouting`` are as they were when the phase had opened.
    """

    by: Address
    position: Position
    orders: Mapping[Power, tuple[Order, ...]]
    undone: tuple[int, ...]
    misses: Mapping[Reader, Misses] = field(default_factory=dict)
    still_years: int = 0
    scouting: Scouting = field(default_factory=Scouting)


@dataclass(frozen=True)
class CorrectPosition:
    """Correct the position by hand, with a reason."""

    by: Address
    corrections: tuple[Correction, ...]
    reason: str


@dataclass(frozen=True)
class OfferGame:
    """Ask somebody to be master instead; their answer bears ``code``."""

    by: Address
    to: Address
    code: Token


@dataclass(frozen=True)
class AcceptGame:
    """Become the master: a code has come back from the mailbox it was sent to."""

    by: Person
    code: Token


@dataclass(frozen=True)
class DeclineGame:
    """Decline to become the master: a code has come back with a no from the mailbox it was sent to."""

    by: Address
    code: Token


@dataclass(frozen=True)
class Terminate:
    """End a game without a result, for a reason that is told."""

    by: Address
    reason: str


@dataclass(frozen=True)
class Predict:
    """Judge the orders that are in before the deadline."""

    by: Address


@dataclass(frozen=True)
class ConfirmProposal:
    """Let the operator of the judge agree, for all other players, to what a master who plays has proposed.

    ``by`` is nobody of the game; who may write in the operator's name is known by the code of the letter.
    """

    by: Address
    number: int


MasteryCommand = (
    ChangeSettings
    | ForceClose
    | RollBack
    | CorrectPosition
    | OfferGame
    | AcceptGame
    | DeclineGame
    | Terminate
    | Predict
    | ConfirmProposal
)

ProposedAct = (
    ForceClose
    | RollBack
    | CorrectPosition
    | Terminate
    | ChangeSettings
    | EjectPlayer
    | ReplacePlayer
    | MoveDeadline
    | EnterWar
    | StrengthenUnit
    | BuildFactory
    | RepairUnits
    | QuarantineRegion
    | ReleaseRegion
)
"""Acts that can favour a master who plays: they are proposed to the other players first."""

# --- what happens


@dataclass(frozen=True)
class ActProposed:
    """The master, who plays, proposed an act to the other players; it takes the place of an earlier proposal."""

    number: int
    act: ProposedAct
    at: datetime


@dataclass(frozen=True)
class ActAgreed(ToldInFull):
    """All other players, or the operator, agreed to the act that the master had proposed; what it brings about follows.

    ``back_to`` is the closed phase before which the game goes back, ``back_to_number`` its number; None and 0 for any
    other act, and in logs from before it was told.
    """

    number: int
    act: MasterAct
    phase: Phase
    at: datetime
    by_operator: bool = False
    back_to: Phase | None = None
    back_to_number: int = 0


@dataclass(frozen=True)
class SettingsChanged:
    """The master changed settings."""

    by: Address
    settings: Settings
    at: datetime


@dataclass(frozen=True)
class CloseForced:
    """The master closed the open phase before its time."""

    by: Address
    phase: Phase
    at: datetime


@dataclass(frozen=True)
class RolledBack:
    """The master went back to before a phase closed.

    ``undone`` are the numbers of the closed phases that count no longer; ``orders`` those of the phase that is open
    again, as they were judged, none where they were not kept. ``misses``, ``still_years`` and ``scouting`` are as
    they were then. With ``locked`` nobody can change the orders: the master plays, and knows all of them.
    """

    by: Address
    phase: Phase
    position: Position
    orders: Mapping[Power, tuple[Order, ...]]
    undone: tuple[int, ...]
    misses: Mapping[Address, Misses]
    still_years: int
    deadline: Deadline
    at: datetime
    scouting: Scouting = field(default_factory=Scouting)
    locked: bool = False


@dataclass(frozen=True)
class PositionCorrected:
    """The master corrected the position by hand; ``position`` is the new one."""

    by: Address
    corrections: tuple[Correction, ...]
    position: Position
    reason: str
    at: datetime


@dataclass(frozen=True)
class GameOffered:
    """The master asked somebody to be master instead."""

    by: Address
    to: Address
    code: Token
    at: datetime


@dataclass(frozen=True)
class GameDeclined:
    """The one who was asked to be master has declined."""

    to: Address
    at: datetime


@dataclass(frozen=True)
class MasterChanged:
    """A game has another master: the one before (``by``) handed it over, or (None) the players voted so."""

    master: Person
    by: Address | None
    at: datetime


MasteryEvent = (
    ActProposed
    | ActAgreed
    | SettingsChanged
    | CloseForced
    | RolledBack
    | PositionCorrected
    | GameOffered
    | GameDeclined
    | MasterChanged
)

# --- what is told


@dataclass(frozen=True)
class ActProposedNews:
    """To everyone: the master, who plays, proposes an act; ``may_agree`` to those who are asked.

    ``replaces`` is the number of the proposal whose place it takes, 0 where there was none.
    """

    event: ActProposed
    may_agree: bool
    replaces: int = 0


@dataclass(frozen=True)
class SettingsChangedNews(ToldInFull):
    """To everyone: settings were changed; ``were`` are the old ones."""

    event: SettingsChanged
    were: Settings


@dataclass(frozen=True)
class RolledBackNews:
    """To everyone: phases were undone, one is open again; ``powers`` are the reader's own."""

    event: RolledBack
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class PositionCorrectedNews:
    """To everyone: the position was changed by hand; ``lost`` are the reader's powers some of whose orders are gone."""

    event: PositionCorrected
    powers: tuple[Power, ...]
    lost: tuple[Power, ...]


@dataclass(frozen=True)
class GameOfferedNews(ToldInFull):
    """To the one who is asked to be master: a reply with ``code`` accepts."""

    event: GameOffered
    code: Token


@dataclass(frozen=True)
class GameDeclinedNews(ToldInFull):
    """To the master, and to the one who was asked (``is_you``): the offer was declined."""

    event: GameDeclined
    is_you: bool


@dataclass(frozen=True)
class MasterChangedNews(ToldInFull):
    """To everyone: the game has another master; ``is_you`` to that one; ``power`` is theirs, where that may be told.

    ``proposal`` is the number of what the master before had proposed, 0 for nothing: it ends with that master.
    """

    event: MasterChanged
    is_you: bool
    power: Power | None
    proposal: int = 0


MasteryNews = (
    ActProposedNews
    | ActAgreed
    | SettingsChangedNews
    | RolledBackNews
    | PositionCorrectedNews
    | GameOfferedNews
    | GameDeclinedNews
    | MasterChangedNews
)


# --- a game that goes on with another judge: what happens


@dataclass(frozen=True)
class PositionTakenOver:
    """Another judge had this position, on a board without troops; the game goes on from it, whatever stood here.

    ``deadline`` is that of the phase of the position.
    """

    position: Position
    deadline: Deadline
    at: datetime


@dataclass(frozen=True)
class GameMoved:
    """All events so far were taken over from another judge, whose letters told of them; this judge goes on.

    ``last_page`` is the hash of the last page of the record they were taken from, empty where there was none.
    ``figures`` and ``misses`` are what the other judge had counted of the players; without any what the pages tell
    counts. ``spent`` are the days of reserves that seats have taken.
    """

    last_page: str
    figures: Mapping[Address, Figures]
    misses: Mapping[Address, Misses]
    at: datetime
    spent: Mapping[Power, int] = field(default_factory=dict)


@dataclass(frozen=True)
class PlayersToldOfMove:
    """Everybody with a part in a running game that has been taken over is told where it goes on."""

    at: datetime


@dataclass(frozen=True)
class LettersLost(ToldInFull):
    """The judge went back to what it had kept up to ``since``; letters that came or went after that are lost.

    As news: to everybody.
    """

    since: datetime
    at: datetime


MovingEvent = PositionTakenOver | GameMoved | PlayersToldOfMove | LettersLost

# --- a game that goes on with another judge: what is told


@dataclass(frozen=True)
class GameMovedNews(ToldInFull):
    """To everybody: the game goes on with this judge; ``powers`` are the reader's own."""

    powers: tuple[Power, ...]


MovingNews = GameMovedNews | LettersLost
