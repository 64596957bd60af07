"""The context in which handlers carry out a line: the services, and the letter that the line stands in."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from judge.game.settings import Address, GameName
from judge.game.state import Game
from judge.handlers.services import Services


@dataclass(frozen=True)
class LineContext:
    """The services, the game that the letter speaks of (None for none), its number and times (UTC).

    ``written`` is the date that the letter bears, ``arrived`` when it came, ``now`` when it is carried out.
    """

    services: Services
    name: GameName | None
    number: int
    written: datetime | None
    arrived: datetime
    now: datetime

    @cached_property
    def games(self) -> Collection[GameName]:
        """Return all the games there are; looked up once a letter, and only where none of their names may be taken."""
        return self.services.store.games()

    @cached_property
    def openings(self) -> tuple[GameName, ...]:
        """Return the games that have a seat for anybody; looked up once a letter."""
        return self.services.openings()

    @property
    def own_address(self) -> str:
        """Return the judge's address."""
        return self.services.config.judge.address

    def percent(self, game: Game, player: Address) -> int:
        """Return the reliability of a player; looked up only where the game asks for one, else 100."""
        return self.services.figures(player).percent if game.settings.access.reliability else 100
