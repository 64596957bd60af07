"""A correspondent of a game: address, token, how they read."""

from dataclasses import dataclass, field

from judge.game.deadlines.timing import Reminders
from judge.game.press.rules import Byline
from judge.game.settings import Address, Language, Token


@dataclass(frozen=True)
class Person:
    """A correspondent of one game: how to reach them, the secret of their reply address, how they read.

    ``calendar`` when letters bring them each deadline as an entry for their calendar. ``byline`` is what stands
    under their press, if they are master and play, where its first line does not say.
    """

    address: Address
    token: Token
    language: Language = "en"
    notation: str = "standard"
    zone: str = "Europe/Paris"
    reminders: Reminders = field(default_factory=Reminders)
    calendar: bool = False
    byline: Byline = Byline.ASK
