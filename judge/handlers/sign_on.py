"""Handle SIGNON, the first line of letters to older judges: it names a game, perhaps a power, never a password."""

from dataclasses import replace

from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.context import LineContext
from judge.handlers.seats import handle_join_game, unknown_game
from judge.handlers.session import GameSession, Session
from judge.reports.line_answers import (
    Done,
)
from judge.reports.outcomes import Outcome
from judge.requests.requests import JoinGameRequest, SignOnRequest
from judge.requests.vocabulary import Word, fold_case
from judge.rules.board import Power


def handle_sign_on(session: GameSession, line: str, signed: SignOnRequest, context: LineContext) -> Session:
    """Take ``?rome`` as JOIN; of ``frome`` say that the address is enough.

    A power of somebody else's is refused. A password is never asked for.
    """
    game, name = session.game, signed.name
    if name is None or not name.text.lower().endswith(game.name):
        return session.told(line, unknown_game(line, name))
    if signed.joins and session.person.address not in game.players:
        seat = Word(name.text[1:], name.start + 1)
        return handle_join_game(session, line, JoinGameRequest(signed.language, seat, (), ()), context)
    power = _power(name.text[: -len(game.name)], game)
    own = game.powers_of(session.person.address)
    if power and power not in own:
        return replace(session, under=power).told(line, Refused(Refusal.NOT_YOUR_POWER, power=power))
    return session.told(line, Done(Outcome.SIGNED_ON, game.name))


def _power(letter: str, game: Game) -> Power | None:
    """The power that the letter in front of the name of a game stands for; M and O stood for no power."""
    if len(letter) != 1 or not letter.isalpha():
        return None
    names = ((power, fold_case(name["en"])) for power, name in game.board.powers.items())
    return next((power for power, name in names if name.startswith(fold_case(letter))), None)
