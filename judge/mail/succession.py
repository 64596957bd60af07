"""What lines about seats of a game under way say: who takes one, comes back, resigns; whose record is asked."""

from dataclasses import dataclass

from judge.game.settings import Language
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import Word

_MOST = 4
"""Words behind such a verb: a game, a power of two words, when; more of them are prose."""

_BY = frozenset({"by", "with", "par"})
"""What may stand before an address."""


@dataclass(frozen=True)
class TakeSeat:
    """Take an empty seat; the words may name the game, the power, or both."""

    language: Language
    words: tuple[Word, ...]


@dataclass(frozen=True)
class DeclineSeat:
    """Say no to the seat that was offered."""


@dataclass(frozen=True)
class ComeBack:
    """Come back to one's seat, or stay where one was about to leave."""


@dataclass(frozen=True)
class GiveUp:
    """Resign from the game of that ``name``, which confirms it; ``at_once`` or as soon as somebody takes the seat."""

    name: Word | None
    at_once: bool


@dataclass(frozen=True)
class AskRecord:
    """How far can players be relied upon? Those of the game that the word names; the writer where there is none."""

    language: Language
    name: Word | None


@dataclass(frozen=True)
class Unseat:
    """The master takes a seat from its player; the words that name the power."""

    words: tuple[Word, ...]


@dataclass(frozen=True)
class NameSuccessor:
    """The master has somebody asked for a seat: the words that name the power, then the one that is an address."""

    language: Language
    words: tuple[Word, ...]
    who: Word


@dataclass(frozen=True)
class NamePartner:
    """Somebody is asked to share the writer's seat: the word that is their address."""

    language: Language
    who: Word


@dataclass(frozen=True)
class Share:
    """The seat that one was asked to share is shared."""


Succession = TakeSeat | DeclineSeat | ComeBack | GiveUp | Unseat | NameSuccessor | NamePartner | Share

SUCCESSION_VERBS = frozenset(
    {"take_over", "decline", "come_back", "resign", "eject", "replace", "record", "strategist"}
)


def read_succession(key: str, language: Language, words: tuple[Word, ...]) -> Succession | AskRecord | None:
    """What a line with one of these verbs says; None of prose that happens to begin with the word."""
    named = tuple(word for word in words if fold(word.text) not in vocabulary().fillers | _BY)
    if len(words) > _MOST:
        return None
    match key, named:
        case "take_over", _:
            return TakeSeat(language, named)
        case "decline", ():
            return DeclineSeat()
        case "come_back", ():
            return ComeBack()
        case "resign", ():
            return GiveUp(None, at_once=False)
        case "resign", (name,):
            return GiveUp(name, at_once=False)
        case "resign", (name, when) if value_of(when.text) == "now":
            return GiveUp(name, at_once=True)
        case "eject", (_, *_):
            return Unseat(named)
        case "replace", (*power, who) if power and "@" in who.text:
            return NameSuccessor(language, tuple(power), who)
        case "strategist", ():
            return Share()
        case "strategist", (who,) if "@" in who.text:
            return NamePartner(language, who)
        case "record", ():
            return AskRecord(language, None)
        case "record", (name,):
            return AskRecord(language, name)
        case _:
            return None
