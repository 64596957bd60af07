"""A log folded: the game as it stands, and the figures of its players counted on the way."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.after import after
from judge.game.mastery.messages import RolledBack
from judge.game.mastery.standing import undone_since
from judge.game.messages import Event
from judge.game.phases.messages import PhaseClosed
from judge.game.reliability import Tally, counted
from judge.game.state import Game
from judge.game.summary import Summary, summary_of


@dataclass(frozen=True)
class Folded:
    """A game after the first ``version`` events of its log; ``last_closed`` is when a phase last closed."""

    game: Game | None = None
    tally: Tally = field(default_factory=Tally)
    last_closed: datetime | None = None

    @property
    def version(self) -> int:
        """How many events are folded in."""
        return self.game.version if self.game else 0

    @property
    def summary(self) -> Summary | None:
        """The game in short; None of no events."""
        return summary_of(self.game, self.tally.figures, self.last_closed) if self.game else None


def fold_on(known: Folded, log: Sequence[Event]) -> Folded:
    """The fold of a whole log, of which ``known`` is that of its beginning; ``Folded()`` is that of none of it.

    Pure. A master who goes back changes what earlier phases count for: then all is counted once more.
    """
    more = log[known.version :]
    if any(isinstance(event, RolledBack) for event in more):
        known, more = Folded(), log
    undone = frozenset() if known.version else undone_since(log)
    game, tally, last_closed = known.game, known.tally, known.last_closed
    for place, event in enumerate(more):
        if game:
            tally = tally.begun_anew if place in undone else counted(tally, game, event)
        game = after(game, event)
        last_closed = event.at if isinstance(event, PhaseClosed) else last_closed
    return Folded(game, tally, last_closed)
