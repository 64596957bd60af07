"""To the master of a game: a letter to one of its people could not be delivered."""

from judge.game.settings import GameName, Language
from judge.reports.language import say
from judge.reports.layout import verbatim
from judge.reports.pages import fill
from judge.reports.words import Words, words


def write_undelivered(game: GameName, to: str, why: str, language: Language) -> Words:
    """``why`` is what the mail server of the address answered; what the letter said is not told."""
    text = fill(language, "master.undelivered", game=game, to=to, why=verbatim(why, "| "))
    return words(say(language, "subject.undelivered", game=game, to=to), text)
