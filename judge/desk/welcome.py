"""The answer to a first letter, in whatever words: who we are, what games there are, what to write next."""

from judge.desk.office import Office
from judge.game.settings import Address, Language
from judge.mail.letter import Letter
from judge.mail.tongue import wants_no_more
from judge.reports.doorstep import Newcomer, write_welcome
from judge.reports.games import listed
from judge.reports.pages import Words


def welcome(office: Office, sender: Address, letter: Letter, game: str, nowhere: str, language: Language) -> Words:
    """To somebody who has no part in ``game``, which may be empty; of games they do play in it reminds them.

    ``nowhere`` is the name of a game that is not there, in which they asked for a seat.
    """
    games = office.store.summaries()
    newcomer = Newcomer(
        game=game if any(one.name == game for one in games) else "",
        nowhere=nowhere,
        plays=tuple(one.name for one in games if not one.ended and sender in one.audience),
        wants_no_more=wants_no_more(letter.subject, letter.text),
    )
    return write_welcome(newcomer, listed(games, language, sender), language)
