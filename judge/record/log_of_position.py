"""The log of a game that begins here with a position of another judge."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from judge.game.deadlines.schedule import Circumstances, phase_deadline
from judge.game.messages import Event
from judge.game.settings import GameName, Settings
from judge.positions_json import read_phase
from judge.record.facts import Named, OpeningFacts, TakeoverFacts
from judge.record.replay import Cast, Replay
from judge.rules.board_file import load_board
from judge.rules.position import PhaseKind


@dataclass(frozen=True)
class NewGame:
    """What a game of another judge gets here, which no file tells: name, people, seed of the lots, settings."""

    name: GameName
    cast: Cast
    seed: str
    settings: Settings
    now: datetime

    @property
    def replay(self) -> Replay:
        """The game before its opening."""
        return Replay(self.name, self.seed, cast=self.cast)

    def opening(self, at: datetime, deadline: datetime) -> OpeningFacts:
        """The opening of the board."""
        return OpeningFacts(self.settings, self.seed, at, deadline, Named())

    def due(self, kind: PhaseKind) -> datetime:
        """The deadline of a phase that has its whole time from now."""
        return phase_deadline(self.settings, kind, self.now, Circumstances()).at


def log_of_position(position: Mapping[str, object], deadline: datetime | None, here: NewGame) -> tuple[Event, ...]:
    """Return the events: the opening of the board, then the position, an object for ``positions_json``.

    The deadline stands where it is still to come. JsonFaultError where the position cannot be.
    """
    phase = read_phase(position.get("phase"), load_board(here.settings.board))
    until = deadline if deadline and deadline > here.now else here.due(phase.kind)
    opening = here.replay.step(here.opening(here.now, until))
    taken = opening.after.step(TakeoverFacts(here.now, position, until))
    return (*opening.events, *taken.events)
