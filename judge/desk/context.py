"""What every handler gets besides its line: the services, and the letter that the line stands in."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from judge.desk.office import Office
from judge.game.settings import Address, GameName
from judge.game.state import Game


@dataclass(frozen=True)
class Context:
    """The services; the game that the letter speaks of, None for none; the letter's number and moments (UTC).

    ``written`` is the date that the letter bears, ``arrived`` when it came, ``now`` when it is carried out.
    """

    office: Office
    name: GameName | None
    number: int
    written: datetime | None
    arrived: datetime
    now: datetime

    @cached_property
    def games(self) -> Collection[GameName]:
        """The games there are; looked up once a letter."""
        return self.office.store.games()

    @cached_property
    def openings(self) -> tuple[GameName, ...]:
        """The games that have a seat for anybody; looked up once a letter."""
        return self.office.openings()

    @property
    def own_address(self) -> str:
        """The judge's address."""
        return self.office.config.judge.address

    def percent(self, game: Game, player: Address) -> int:
        """What the record of a player comes to; looked up only where the game asks for one."""
        return self.office.figures(player).percent if game.settings.access.reliability else 100
