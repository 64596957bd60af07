"""News of what the master of a game has done."""

from dataclasses import dataclass

from judge.game.mastery.events import (
    GameDeclined,
    GameOffered,
    MasterChanged,
    PositionCorrected,
    RolledBack,
    SettingsChanged,
)
from judge.game.settings import Settings, Token
from judge.rules.board import Power


@dataclass(frozen=True)
class NewSettings:
    """To everyone: settings were changed that ``were`` others."""

    event: SettingsChanged
    were: Settings


@dataclass(frozen=True)
class WentBack:
    """To everyone: phases were undone, one is open again; ``powers`` are the reader's own."""

    event: RolledBack
    powers: tuple[Power, ...]


@dataclass(frozen=True)
class Corrected:
    """To everyone: the position was changed by hand; ``lost`` are the reader's powers some of whose orders are gone."""

    event: PositionCorrected
    powers: tuple[Power, ...]
    lost: tuple[Power, ...]


@dataclass(frozen=True)
class Offer:
    """To the one who is asked to be master: a reply with ``code`` accepts."""

    event: GameOffered
    code: Token


@dataclass(frozen=True)
class OfferTurnedDown:
    """To the master, and to the one who was asked (``is_you``): there will be no other master for now."""

    event: GameDeclined
    is_you: bool


@dataclass(frozen=True)
class NewMaster:
    """To everyone: the game has another master; ``is_you`` to that one; ``power`` is theirs, where that may be told."""

    event: MasterChanged
    is_you: bool
    power: Power | None


MasteryNews = NewSettings | WentBack | Corrected | Offer | OfferTurnedDown | NewMaster
