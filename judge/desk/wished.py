"""Sentences that wish for what a command does: nothing is done, the command is proposed."""

from collections.abc import Mapping

from judge.desk.asked import read_powers
from judge.desk.give_orders import is_near
from judge.desk.progress import Progress
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.votes.decide import decide_votes
from judge.game.votes.messages import CastVote, ForExtension
from judge.mail.dates import read_length
from judge.mail.meanings import Near
from judge.mail.vocabulary import vocabulary
from judge.mail.words import verb_of
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Did, Unknown, Wrong
from judge.reports.names import power_name

_DEEDS = {
    "same_orders": Deed.SAME_ORDERS,
    "orders_stand": Deed.ORDERS_STAND,
    "orders_attached": Deed.ORDERS_ATTACHED,
}
_TO_MASTER: Mapping[Language, str] = {"en": "TO MASTER", "fr": "AU MAÎTRE DE JEU"}
_AND: Mapping[Language, str] = {"en": " AND ", "fr": " ET "}


def proposal(progress: Progress, line: str, near: Near) -> Answer | None:
    """What is answered to a sentence; None where it turns out to be no wish, since what it names are no powers."""
    game, (verb, language, _) = progress.game, verb_of(near.command)
    if verb == "absence" and (game is None or progress.person.address not in game.players):
        return None  # nobody waits for them
    if verb == "absence" and game and not game.settings.timing.absences.days:
        return Refused(Refusal.NO_ABSENCES)
    if near.about:
        return _about_orders(progress, line, near.about)
    if verb in {"extend", "rollback", "press"} and game and not near.to:
        return _to_who_may(progress, game, near.command)
    if not near.to:
        return Wrong(Unknown.NEAR_COMMAND, hints=(near.command,))
    named = read_powers(near.to, game.board, load_notation(progress.person.notation)) if game else ()
    if game is None or isinstance(named, Wrong) or not named or is_near(progress, line):
        return None
    if set(named) & set(game.powers_of(progress.person.address)):
        return None  # a title of one's own power
    names = _AND[language].join(power_name(power, game.board, language).to.upper() for power in named)
    return Wrong(Unknown.NEAR_PRESS, hints=(f"{near.command} {names}",))


def _about_orders(progress: Progress, line: str, about: str) -> Answer | None:
    """What is said to somebody who speaks of orders without writing them; None where they have none to give."""
    game = progress.view
    is_due = game is not None and game.open_position is not None and game.powers_of(progress.person.address)
    return Did(_DEEDS[about]) if is_due and not is_near(progress, line) else None


def _to_who_may(progress: Progress, game: Game, command: str) -> Answer | None:
    """What its writer may write: a master the command, a player a vote, or a letter to the master; None where nothing.

    A reminder is a master's to send, not a player's; their own game stands still before it begins and when it is over.
    """
    by, (verb, language, rest) = progress.person.address, verb_of(command)
    printed = vocabulary().printed
    if by == game.master:
        if verb == "press":
            return Wrong(Unknown.NEAR_PRESS, hints=(command,))
        return Wrong(Unknown.NEAR_COMMAND, hints=(command,))
    if verb == "press" or by not in game.players:
        return None
    length = read_length(rest[0].text) if verb == "extend" and rest else None
    vote = CastVote(by, ForExtension(length)) if length and game.deadline else None
    if vote and game.deadline and not isinstance(decide_votes(game, vote, game.deadline.at), Refused) and rest:
        proposed = f"{printed['verbs', language]['vote']} {printed['motions', language]['extension']} {rest[0].text}"
        return Wrong(Unknown.NEAR_COMMAND, hints=(proposed,))
    return Wrong(Unknown.NEAR_PRESS, hints=(f"{printed['verbs', language]['press']} {_TO_MASTER[language]}",))
