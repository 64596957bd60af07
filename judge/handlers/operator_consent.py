"""The operator's consent to what a master who plays proposes: a letter whose code only who reads the database can make.

It comes into ``mailboxes/in`` as any letter does, and may come by mail as well: its code proves it.
"""

import hmac
import logging
from base64 import b32encode

from judge.game.apply import Trail
from judge.game.decide import decide
from judge.game.mastery.messages import ConfirmProposal
from judge.game.refusals import Refused
from judge.game.settings import GameName
from judge.game.state import Game
from judge.handlers.letter_context import LetterContext
from judge.handlers.transaction import transaction_of_letter
from judge.store.records import Transaction

_log = logging.getLogger("judge")

_MARK = "operator-"
"""With what the code of such a letter begins, behind the name of its game."""

_MOST_DIGITS = 9


def consent_code(key: str, game: GameName, number: int) -> str:
    """Return the code that agrees to one proposal of a game; ``key`` is the secret of the judge's database."""
    digest = hmac.digest(key.encode(), repr(("operator agrees", game, number)).encode(), "sha256")
    return f"{game}.{_MARK}{number}-{b32encode(digest[:15]).decode('ascii').lower()}"


def settle_operators_consent(case: LetterContext, game: Game, code: str) -> Transaction | None:
    """Return the transaction of a letter by which the operator agrees; None for any other code.

    A proposal that has ended meanwhile is agreed to by nobody; nobody is written to about it.
    """
    number = code.removeprefix(f"{game.name}.{_MARK}").partition("-")[0]
    if not number.isdecimal() or len(number) > _MOST_DIGITS:
        return None
    key = case.services.store.key(case.services.seed)
    if not hmac.compare_digest(consent_code(key, game.name, int(number)).encode(), code.encode()):
        return None
    events = decide(game, ConfirmProposal(case.sender, int(number)), case.services.clock.now())
    if isinstance(events, Refused):
        _log.error("the operator agreed to proposal %s of %s, which is open no longer", number, game.name)
        return case.settled()
    return transaction_of_letter(case, Trail(game).on(events))
