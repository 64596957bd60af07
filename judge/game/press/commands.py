"""What is asked about press."""

from dataclasses import dataclass

from judge.game.press.recipients import EVERYONE, Recipients
from judge.game.settings import Address
from judge.rules.board import Power
from judge.rules.position import Phase


@dataclass(frozen=True)
class SendPress:
    """Write to the players of some powers (``to``), to others by name, or to everyone when nobody is named.

    ``all_but`` when ``to`` names those who do not get it. ``signed`` is the power it is to be signed with, None for
    the writer's own. ``shown`` are the recipients it shows, None for those it has. ``until`` is the phase whose
    results it waits for.
    """

    by: Address
    to: tuple[Power, ...]
    text: str
    to_master: bool = False
    to_observers: bool = False
    all_but: bool = False
    grey: bool = False
    signed: Power | None = None
    as_master: bool = False
    shown: Recipients | None = None
    until: Phase | None = None

    @property
    def recipients(self) -> Recipients:
        """Those it names."""
        named = Recipients(self.to, self.to_master, self.to_observers)
        return EVERYONE if named.are_everyone else named


@dataclass(frozen=True)
class WriteDiary:
    """Keep a note for oneself, to be published when the game is over."""

    by: Address
    text: str


PressCommand = SendPress | WriteDiary
