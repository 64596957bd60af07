"""A seat that is empty or changes hands: who left it, who is asked, who may still come back."""

from dataclasses import dataclass
from datetime import datetime

from judge.game.replacements.messages import LeavingReason
from judge.game.settings import Reader
from judge.rules.position import Phase


@dataclass(frozen=True)
class SeatOffer:
    """An offer of a seat to somebody, who may answer until then (UTC); ``is_named``: the master named them."""

    player: Reader
    until: datetime
    is_named: bool = False


@dataclass(frozen=True)
class Vacancy:
    """The state of a seat from the hour somebody leaves it until the orders of its next player have been used.

    ``asked`` are those who have been offered it so far, ``offer`` is the offer that stands. ``taken_by`` is who took
    it, ``taken_in_phase`` the phase in which they took it without a new deadline. ``waited``: a phase has waited for
    this seat already; a game waits once.
    """

    left: Reader
    why: LeavingReason
    since: datetime
    asked: tuple[Reader, ...] = ()
    offer: SeatOffer | None = None
    taken_by: Reader | None = None
    taken_in_phase: Phase | None = None
    waited: bool = False

    @property
    def is_open(self) -> bool:
        """Whether somebody may still take the seat."""
        return self.taken_by is None

    def may_return(self, player: Reader) -> bool:
        """Whether the one who left may still come back.

        Who forfeited may until the orders of a new player are used, who resigned until somebody has taken the seat;
        whom the master ejected may not.
        """
        if player != self.left:
            return False
        match self.why:
            case LeavingReason.FORFEITED:
                return True
            case LeavingReason.RESIGNED:
                return self.taken_by is None
            case LeavingReason.EJECTED:
                return False
