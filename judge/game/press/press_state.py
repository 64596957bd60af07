"""The state of press: letters that wait."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from judge.game.press.messages import PressSent
from judge.rules.board import Power


@dataclass(frozen=True)
class PressState:
    """Letters between players that are ``held``, or ``unread`` for nobody plays the power they are for.

    ``last_sweep`` is when letters last left together.
    """

    held: tuple[PressSent, ...] = ()
    unread: Mapping[Power, tuple[PressSent, ...]] = field(default_factory=dict)
    last_sweep: datetime | None = None
