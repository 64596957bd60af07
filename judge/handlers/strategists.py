"""Handle the lines by which strategists share a seat; choose what the others see of each letter."""

from collections.abc import Iterator, Sequence

from judge.game.people.address_book import Person
from judge.game.refusals import Refused
from judge.game.settings import LetterForm
from judge.game.strategists.messages import AskStrategist, ShareSeat
from judge.handlers.arguments import read_address, with_game_defaults
from judge.handlers.services import fresh_secret
from judge.handlers.session import GameSession, LineContext, Session
from judge.notation.line import Misread
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    KeptInAdvance,
    NotKeptInAdvance,
    OrderAccepted,
    PressAccepted,
    RefusedPart,
    ScoutOrderAccepted,
)
from judge.reports.outcomes import Outcome
from judge.requests.replacements import AskStrategistRequest, ShareSeatRequest

_PERSONAL_OUTCOMES = frozenset(
    {
        Outcome.STRATEGIST_JOINED,
        Outcome.PAIR_AGREED,
        Outcome.STRATEGIST_LEFT,
        Outcome.PREFERENCE_SET,
        Outcome.LETTERS_RESENT,
        Outcome.MOVE_ASKED,
        Outcome.OWN_TOKEN_CHANGED,
        Outcome.TOKEN_CHANGED,
        Outcome.GAZETTE_SUBSCRIBED,
        Outcome.GAZETTE_UNSUBSCRIBED,
        Outcome.NO_GAZETTE,
        Outcome.ZINE_SUBSCRIBED,
        Outcome.ZINE_UNSUBSCRIBED,
        Outcome.LETTER_TO_EDITOR_SIGNED,
        Outcome.LETTER_TO_EDITOR_UNSIGNED,
        Outcome.LETTERS_TO_EDITOR_WITHDRAWN,
        Outcome.NO_LETTER_WAITS,
        Outcome.NO_LETTER_TO_EDITOR,
        Outcome.LETTER_TO_EDITOR_TOO_LONG,
        Outcome.TOO_MANY_LETTERS_TO_EDITOR,
    }
)
"""Outcomes that concern the writer of a letter alone, whoever shares the seat."""


def handle_ask_strategist(
    session: GameSession, line: str, asked: AskStrategistRequest, context: LineContext
) -> Session:
    """Ask somebody to share one's seat."""
    game, address = session.game, read_address(asked.who)
    if isinstance(address, InvalidCommand):
        return session.told(line, address)
    stranger = Person(address, fresh_secret(), asked.language, letters=LetterForm.HTML)
    player = game.people.get(address) or with_game_defaults(stranger, asked.language, game.settings)
    command = AskStrategist(session.person.address, player)
    return session.decided(line, command, context, Done(Outcome.STRATEGIST_ASKED, address))


def handle_share_seat(session: GameSession, line: str, _: ShareSeatRequest, context: LineContext) -> Session:
    """Agree to share a seat."""
    outcome = Outcome.STRATEGIST_JOINED if session.game.position else Outcome.PAIR_AGREED
    return session.decided(line, ShareSeat(session.person.address), context, Done(outcome))


def seat_partners(session: Session) -> Iterator[tuple[Person, Sequence[AnsweredLine]]]:
    """Yield everyone who shares the writer's seat, with the lines and answers they are shown.

    Nobody, where the letter changed nothing.
    """
    game, by = session.game, session.person.address
    shown = tuple(one for one in session.answers if _concerns_seat(one))
    if game is None or not session.events or not any(not isinstance(one.answer, Refused) for one in shown):
        return
    players = dict.fromkeys(one for power in game.powers_of(by) for one in game.players_of(power) if one != by)
    for player in players:
        yield game.people[player], shown


def _concerns_seat(answered: AnsweredLine) -> bool:
    """Return whether an answer concerns the seat: orders, press, commands, faults in them.

    Questions and personal settings do not.
    """
    match answered.answer:
        case Done(outcome):
            return outcome not in _PERSONAL_OUTCOMES and outcome is not Outcome.PLAIN_WORDS
        case (
            OrderAccepted()
            | ScoutOrderAccepted()
            | PressAccepted()
            | KeptInAdvance()
            | NotKeptInAdvance()
            | Misread()
            | InvalidCommand()
            | RefusedPart()
            | Refused()
        ):
            return True
        case _:
            return False
