"""A correspondent of one game."""

from dataclasses import dataclass, field

from judge.game.deadlines.settings import Reminders
from judge.game.press.settings import Byline
from judge.game.settings import Address, Language, Token


@dataclass(frozen=True)
class Person:
    """A correspondent of one game: how to reach them, the secret of their reply address, how they read.

    ``calendar``: letters bring them each deadline as a calendar entry. ``byline``: how the press of a master who plays
    is signed where its first line does not say.
    """

    address: Address
    token: Token
    language: Language = "en"
    notation: str = "standard"
    zone: str = "Europe/Paris"
    reminders: Reminders = field(default_factory=Reminders)
    calendar: bool = False
    byline: Byline = Byline.ASK
