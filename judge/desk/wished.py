"""Sentences that wish for what a command does: nothing is done, the command is proposed."""

from collections.abc import Mapping

from judge.desk.asked import read_powers
from judge.desk.give_orders import is_near
from judge.desk.progress import Progress
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.mail.meanings import Near
from judge.mail.words import verb_of
from judge.notation.tables import load_notation
from judge.reports.echo import Answer, Unknown, Wrong
from judge.reports.names import power_name

_AND: Mapping[Language, str] = {"en": " AND ", "fr": " ET "}


def proposal(progress: Progress, line: str, near: Near) -> Answer | None:
    """What is answered to a sentence; None where it turns out to be no wish, since what it names are no powers."""
    game, (verb, language, _) = progress.game, verb_of(near.command)
    if verb == "absence" and (game is None or progress.person.address not in game.players):
        return None  # nobody waits for them
    if verb == "absence" and game and not game.settings.timing.absences.days:
        return Refused(Refusal.NO_ABSENCES)
    if not near.to:
        return Wrong(Unknown.NEAR_COMMAND, "", 0, 0, (near.command,))
    named = read_powers(near.to, game.board, load_notation(progress.person.notation)) if game else ()
    if game is None or isinstance(named, Wrong) or not named or is_near(progress, line):
        return None
    if set(named) & set(game.powers_of(progress.person.address)):
        return None  # a title of one's own power
    names = _AND[language].join(power_name(power, game.board, language).to.upper() for power in named)
    return Wrong(Unknown.NEAR_PRESS, "", 0, 0, (f"{near.command} {names}",))
