"""Settings of press: who may write what to whom, and who else reads it."""

from dataclasses import dataclass
from enum import Enum


class Byline(Enum):
    """How a master who plays signs press that does not say who writes it."""

    ASK = "ask"
    POWER = "power"
    MASTER = "master"


class PressSignature(Enum):
    """Whom a letter names as its writer."""

    WHITE = "white"  # the power that wrote it
    GREY = "grey"  # nothing
    BLACK = "black"  # another power


class ShortPhasePress(Enum):
    """Whether press goes out in retreats and adjustments."""

    BOOK = "usual"  # as the rule book has it
    YES = "yes"
    NO = "no"  # it is kept until the next movement phase


class WatchPermission(Enum):
    """Who may watch."""

    ANYONE = "anyone"
    NAMED = "named"  # whom the master has named
    NOBODY = "no"


@dataclass(frozen=True)
class PressRules:
    """The settings of press: which signatures are allowed (none: no press), to whom it may go, who else reads it.

    ``private``: letters may go to some only. ``fakes``: a letter may show other recipients than it has. Observers
    always get results; with ``observers_read`` also what is written to everyone.
    """

    signatures: tuple[PressSignature, ...] = (PressSignature.WHITE,)
    private: bool = True
    fakes: bool = False
    talk: ShortPhasePress = ShortPhasePress.BOOK
    diaries: bool = True
    watching: WatchPermission = WatchPermission.ANYONE
    observers_read: bool = True
    observers_write: bool = False
