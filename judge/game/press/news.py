"""News that is a letter."""

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from judge.game.press.recipients import Recipients
from judge.rules.board import Power
from judge.rules.position import Phase


class Writer(Enum):
    """Who has written a letter that is not signed with a power."""

    MASTER = "master"
    OBSERVER = "observer"
    UNSIGNED = "unsigned"


@dataclass(frozen=True)
class Press:
    """To a recipient: a letter as they are to see it, so that nothing in it tells who wrote a grey one.

    ``writer`` and ``to`` are what the letter says. ``kept`` when it was written at ``at`` and delivered later.
    """

    writer: Power | Writer
    to: Recipients
    text: str
    kept: bool
    at: datetime
    phase: Phase | None = None
