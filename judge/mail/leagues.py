"""What lines say that look beyond one game: records of players, standings of tournaments, the gazette."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import value_of
from judge.mail.words import VerbLine, Word


@dataclass(frozen=True)
class AskPlayer:
    """What games has somebody finished? The one of that address; the writer where there is none."""

    language: Language
    who: Word | None


@dataclass(frozen=True)
class AskStandings:
    """How does a tournament stand? The named one; which there are, where none is named."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class Gazette:
    """The gazette is wanted, or wanted no more; its name is the same in every language."""

    is_on: bool


def read_player(verb: VerbLine) -> AskPlayer | None:
    """Whose games are asked for; None of prose that begins with the word."""
    match verb.named:
        case ():
            return AskPlayer(verb.language, None)
        case (who,) if "@" in who.text:
            return AskPlayer(verb.language, who)
        case _:
            return None


def read_standings(verb: VerbLine) -> AskStandings | None:
    """Which tournament is asked for; None of prose that begins with the word."""
    return AskStandings(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None


def read_gazette(verb: VerbLine) -> Gazette | None:
    """Whether the gazette is wanted; None of prose that begins with the word."""
    match verb.named:
        case ():
            return Gazette(is_on=True)
        case (word,) if value_of(word.text) in {"yes", "no"}:
            return Gazette(is_on=value_of(word.text) == "yes")
        case _:
            return None
