"""The names of games and people, and the stages of a game: what is known of a game without its board and its rules."""

from enum import Enum
from typing import NewType

GameName = NewType("GameName", str)
"""Lower-case letters, digits and hyphens; it stands in addresses, folder names and subjects."""

Address = NewType("Address", str)
"""A mail address, lower case, without a display name."""

Reader = NewType("Reader", int)
"""The number of a person in one game, from 1: letters to them are counted by it, and it stays when they move."""

Token = NewType("Token", str)
"""The secret of one person in one game, part of the reply address: lower-case base32."""


class Stage(Enum):
    """Whether a game has begun, and ended; the values are stored."""

    OPENING = "opening"
    RUNNING = "running"
    OVER = "over"
    PRACTICE = "practice"  # begun or ended: no list tells of it
