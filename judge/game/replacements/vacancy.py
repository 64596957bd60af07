"""A seat that is empty, or is to change hands: who left it, who is asked, who may still come back."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.replacements.messages import Leaving
from judge.game.settings import Address
from judge.rules.position import Phase


@dataclass(frozen=True)
class Offer:
    """Somebody has been offered the seat, and may answer until then (UTC); ``is_named`` when the master named them."""

    player: Address
    until: datetime
    is_named: bool = False


@dataclass(frozen=True)
class Vacancy:
    """What is known of a seat from the hour somebody leaves it until the orders of somebody else have been used.

    ``asked`` are those who have been offered it so far, ``offer`` is the one that stands. ``taken_by`` is who took it,
    ``taken_in`` the phase where they took it without a deadline of their own. ``waited`` when a phase has waited for
    this seat already: a game waits once.
    """

    left: Address
    why: Leaving
    since: datetime
    asked: tuple[Address, ...] = ()
    offer: Offer | None = None
    taken_by: Address | None = None
    taken_in: Phase | None = None
    waited: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody may still take the seat."""
        return self.taken_by is None

    def may_return(self, player: Address) -> bool:
        """Whether the one who left may still come back.

        Who forfeited may until the orders of a new player are used, who resigned until somebody has taken the seat;
        whom the master ejected may not.
        """
        if player != self.left:
            return False
        match self.why:
            case Leaving.FORFEITED:
                return True
            case Leaving.RESIGNED:
                return self.taken_by is None
            case Leaving.EJECTED:
                return False
