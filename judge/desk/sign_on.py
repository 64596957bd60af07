"""SIGNON, the first line of letters to older judges: it names a game here, perhaps a power, never a password."""

from dataclasses import replace

from judge.desk.context import Context
from judge.desk.enter import join, unknown_game
from judge.desk.progress import InGame, Progress
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.mail.meanings import Join, SignOn
from judge.mail.vocabulary import fold
from judge.mail.words import Word
from judge.reports.deeds import Deed
from judge.reports.echo import Did
from judge.rules.board import Power


def sign_on(progress: InGame, line: str, signed: SignOn, context: Context) -> Progress:
    """Take ``?rome`` for JOIN; of ``frome`` say that the address is enough, and refuse a power of somebody else."""
    game, name = progress.game, signed.name
    if name is None or not name.text.lower().endswith(game.name):
        return progress.told(line, unknown_game(line, name))
    if signed.joins and progress.person.address not in game.players:
        seat = Word(name.text[1:], name.start + 1)
        return join(progress, line, Join(signed.language, seat, (), ()), context)
    power = _power(name.text[: -len(game.name)], game)
    own = game.powers_of(progress.person.address)
    if power and power not in own:
        return replace(progress, under=power).told(line, Refused(Refusal.NOT_YOUR_POWER, power=power))
    return progress.told(line, Did(Deed.SIGNED_ON, game.name))


def _power(letter: str, game: Game) -> Power | None:
    """The power that the letter in front of the name of a game stands for; M and O stood for no power."""
    if len(letter) != 1 or not letter.isalpha():
        return None
    names = ((power, fold(name["en"])) for power, name in game.board.powers.items())
    return next((power for power, name in names if name.startswith(fold(letter))), None)
