"""What lines say that look beyond one game: records of players, standings of tournaments, the gazette."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word


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


LEAGUE_VERBS = frozenset({"player", "standings", "gazette"})


def read_league(key: str, language: Language, words: tuple[Word, ...]) -> AskPlayer | AskStandings | Gazette | None:
    """What a line with one of these verbs says; None of prose that happens to begin with the word."""
    told = (word for word in words if any(map(str.isalnum, word.text)))
    named = tuple(word for word in told if fold(word.text) not in vocabulary().fillers)
    match key, named:
        case "player", ():
            return AskPlayer(language, None)
        case "player", (who,) if "@" in who.text:
            return AskPlayer(language, who)
        case "standings", ():
            return AskStandings(language, None)
        case "standings", (name,):
            return AskStandings(language, name)
        case "gazette", ():
            return Gazette(is_on=True)
        case "gazette", (word,) if value_of(word.text) in {"yes", "no"}:
            return Gazette(is_on=value_of(word.text) == "yes")
        case _:
            return None
