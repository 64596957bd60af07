"""Requests beyond one game: records of players, standings of tournaments."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.requests.vocabulary import VerbLine, Word


@dataclass(frozen=True)
class PlayerRequest:
    """Ask which games a person has finished: the one of that address; the writer where there is none."""

    language: Language
    who: Word | None


@dataclass(frozen=True)
class StandingsRequest:
    """Ask how a tournament stands; without a name, which tournaments there are."""

    language: Language
    name: Word | None


def read_player(verb: VerbLine) -> PlayerRequest | None:
    """Whose games are asked for; None of prose that begins with the word."""
    match verb.named:
        case ():
            return PlayerRequest(verb.language, None)
        case (who,) if "@" in who.text:
            return PlayerRequest(verb.language, who)
        case _:
            return None


def read_standings(verb: VerbLine) -> StandingsRequest | None:
    """Which tournament is asked for; None of prose that begins with the word."""
    return StandingsRequest(verb.language, next(iter(verb.named), None)) if len(verb.named) <= 1 else None
