"""What a letter as a whole asks for: which game, and how much proof that takes."""

from collections.abc import Sequence

from judge.game.settings import GameName
from judge.mail.addresses import Recipient, game_name
from judge.mail.meanings import Ask, Join, Line, Open, Why


def game_spoken_of(recipient: Recipient, lines: Sequence[Line]) -> GameName | None:
    """The game of the reply address; else the first one that a line names."""
    if recipient.game:
        return recipient.game
    named = (line.meaning.name for line in lines if isinstance(line.meaning, Open | Join | Ask))
    return next((name for word in named if word and (name := game_name(word.text))), None)


def may_be_new(lines: Sequence[Line]) -> bool:
    """Whether the letter asks for what a newcomer may ask: a game or a seat."""
    return any(isinstance(line.meaning, Open | Join) for line in lines)


def questions(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The questions of a letter, which need no proof."""
    return tuple(line for line in lines if isinstance(line.meaning, Ask | Why))


def wants_something(lines: Sequence[Line]) -> bool:
    """Whether the letter holds more than questions and plain words."""
    return any(line.changes_something for line in lines)
