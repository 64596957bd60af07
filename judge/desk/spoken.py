"""What a letter as a whole asks for: which game, and how much proof that takes."""

from collections.abc import Collection, Iterator, Sequence

from judge.game.settings import GameName
from judge.mail.addresses import Recipient, game_name
from judge.mail.leagues import Gazette
from judge.mail.meanings import Ask, Join, Line, Meaning, Open, Question, Recall, SignOn, Why
from judge.mail.past import names_signed_on
from judge.mail.pressing import WatchGame
from judge.mail.seating import Leave, Standby
from judge.mail.succession import AskRecord, GiveUp, TakeSeat
from judge.mail.words import Word


def game_spoken_of(recipient: Recipient, lines: Sequence[Line], games: Collection[GameName]) -> GameName | None:
    """The game of the reply address; else the one to be opened; else the first of ``games`` that a line names.

    Behind SIGNON and WHY a word may be something else, so there it counts only if a game is called so. Where no name
    is that of a game, the first one is what the letter spoke of.
    """
    if recipient.game:
        return recipient.game
    named = [name for line in lines for name in _named(line.meaning, games)]
    if any(isinstance(line.meaning, Open) for line in lines):
        return next(iter(named), None)
    return next((name for name in named if name in games), next(iter(named), None))


def _named(meaning: Meaning, games: Collection[GameName]) -> Iterator[GameName]:
    match meaning:
        case Open(name=Word(text)) | Join(name=Word(text)) | Ask(name=Word(text)) | Recall(name=Word(text)):
            yield from _names((text,))
        case Standby(name=Word(text)) | WatchGame(name=Word(text)):
            yield from _names((text,))
        case Leave(name=Word(text)):
            yield from (name for name in _names((text,)) if name in games)
        case SignOn(name=Word(text)):
            yield from (name for name in _names(names_signed_on(text)) if name in games)
        case TakeSeat(words=words):
            yield from (name for name in _names([word.text for word in words]) if name in games)
        case GiveUp(name=Word(text)) | AskRecord(name=Word(text)):
            yield from (name for name in _names((text,)) if name in games)
        case Why(unit=(first, *_)):
            yield from (name for name in _names((first.text,)) if name in games)
        case _:
            pass


def _names(words: Sequence[str]) -> Iterator[GameName]:
    return (name for word in words if (name := game_name(word)))


_ENTRANCES = Join | Standby | TakeSeat | WatchGame


def may_be_new(lines: Sequence[Line], *, is_game: bool) -> bool:
    """Whether a newcomer may ask for that: a game, the gazette, or where there is a game of that name a seat."""
    asking = tuple(line.meaning for line in lines)
    return any(isinstance(one, Open | Gazette) for one in asking) or (is_game and any(map(enters, asking)))


def enters(meaning: Meaning) -> bool:
    """Whether a line opens a game or asks for a part in one."""
    return isinstance(meaning, Open | _ENTRANCES) or (isinstance(meaning, SignOn) and meaning.joins)


def seat_asked_nowhere(lines: Sequence[Line]) -> str:
    """The name of the game in which a letter asks for a seat, though there is none; empty where it names none."""
    named = (line.meaning.name for line in lines if isinstance(line.meaning, Join | Standby | WatchGame))
    return next((name.text for name in named if name), "")


def questions(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The questions of a letter, which need no proof."""
    return tuple(line for line in lines if isinstance(line.meaning, Question))


def wants_something(lines: Sequence[Line]) -> bool:
    """Whether the letter holds more than questions and plain words."""
    return any(line.changes_something for line in lines)
