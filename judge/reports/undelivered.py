"""To the master of a game: a letter to one of its people could not be delivered."""

import re

from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.reports.language import listing, say
from judge.reports.layout import glue, verbatim
from judge.reports.pages import fill
from judge.reports.words import Words, words
from judge.rules.board import Power

_CODES = re.compile(r"[245]\d\d(?:[ -][245]\.\d{1,3}\.\d{1,3})?(?![\d.])")


def write_undelivered(
    game: Game, powers: tuple[Power, ...], address: Address | None, why: str, language: Language
) -> Words:
    """``why`` is what the mail server of the address answered; what the letter said is not told.

    Without an ``address``, which not every master may know, only the codes of that answer are shown: its words are
    free to name it.
    """
    named = listing(language, [game.board.powers[power][language] for power in powers])
    who = named or say(language, "words.no_power")
    codes = _CODES.match(why)
    shown = why if address else codes[0] if codes else ""
    to = glue(address) if address else ""
    text = fill(language, "master.undelivered", game=game.name, who=who, address=to, why=verbatim(shown, "| "))
    return words(say(language, "subject.undelivered", game=game.name, who=who), text)
