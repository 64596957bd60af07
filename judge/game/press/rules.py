"""Settings of press: what the players of a game may write to each other."""

from dataclasses import dataclass
from enum import Enum


class Byline(Enum):
    """How a master who plays signs press that does not say who writes it; only what they have chosen is put there."""

    ASK = "ask"
    POWER = "power"
    MASTER = "master"


class Signature(Enum):
    """Whom a letter names as its writer."""

    WHITE = "white"  # the power that wrote it
    GREY = "grey"  # nothing
    BLACK = "black"  # another power


class Talk(Enum):
    """Whether press goes out in retreats and adjustments."""

    BOOK = "usual"  # as the rule book has it
    YES = "yes"
    NO = "no"  # it is kept until the next movement phase


class Watching(Enum):
    """Who may watch."""

    ANYONE = "anyone"
    NAMED = "named"  # whom the master has named
    NOBODY = "no"


@dataclass(frozen=True)
class PressRules:
    """Which signatures letters may bear, none for a game without press; to whom they may go; who else reads them.

    ``private`` when letters may go to some only. ``fakes`` when a letter may show other recipients than it has.
    Observers always get results; with ``observers_read`` what is written to everyone, too.
    """

    signatures: tuple[Signature, ...] = (Signature.WHITE,)
    private: bool = True
    fakes: bool = False
    talk: Talk = Talk.BOOK
    diaries: bool = True
    watching: Watching = Watching.ANYONE
    observers_read: bool = True
    observers_write: bool = False
