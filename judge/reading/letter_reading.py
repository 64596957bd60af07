"""How the judge reads one letter, as a value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.game.person import Person
from judge.game.state import Game
from judge.handlers.acknowledgement import answer_unread_parts
from judge.handlers.context import LineContext
from judge.handlers.headings import with_subject
from judge.handlers.letter_lines import lines_of_letter
from judge.handlers.lines import handle_lines
from judge.handlers.services import Services
from judge.handlers.session import Session
from judge.mail.letter import Letter
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import AnsweredLine
from judge.reports.phrasing import Phrasing
from judge.reports.quoted_lines import problem_text
from judge.requests.press import SendPressRequest, WriteDiaryRequest
from judge.requests.requests import (
    JoinGameRequest,
    Line,
    OpenGameRequest,
    PossibleOrder,
    QuestionRequest,
    ResendRequest,
    WhatIfRequest,
)

_NOT_CARRIED = QuestionRequest | WhatIfRequest | ResendRequest | OpenGameRequest | JoinGameRequest


@dataclass(frozen=True)
class LetterReading:
    """The content of a letter, and its effect.

    ``orders`` are those in force after all lines, in the standard notation; ``refused`` lines without effect, each with
    the reason; ``unread`` lines that may be orders, where no position decides it.
    """

    letter: Letter
    commands: tuple[str, ...] = ()
    press: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()


def read_as_writer(
    letter: Letter, game: Game | None, writer: Person | None, services: Services | None, now: datetime
) -> LetterReading:
    """Carry out the letter for its writer in the game as it stands, without keeping anything.

    The letter of a robot is not carried out.
    """
    lines = lines_of_letter(letter)
    commands = tuple(
        line.text
        for line in lines
        if not isinstance(line.request, SendPressRequest | WriteDiaryRequest | PossibleOrder)
    )
    press = tuple(line.request.text for line in lines if isinstance(line.request, SendPressRequest))
    if letter.robot or game is None or writer is None or services is None:
        return LetterReading(letter, commands, press, unread=tuple(_maybe_orders(lines)))
    start = with_subject(Session(game, writer), letter.subject)
    end = _carried_out(letter, lines, start, LineContext(services, None, 0, None, now, now))
    return LetterReading(letter, commands, press, _orders(end), tuple(_refused(end.answers, game, end.person)))


def _maybe_orders(lines: Sequence[Line]) -> Iterator[str]:
    return (line.text for line in lines if isinstance(line.request, PossibleOrder))


def _carried_out(letter: Letter, lines: Sequence[Line], start: Session, context: LineContext) -> Session:
    """The end of the letter; questions are not answered, and games neither opened nor joined."""
    carried = [line for line in lines if not isinstance(line.request, _NOT_CARRIED)]
    return answer_unread_parts(handle_lines(start, context, carried, letter.below), letter)


def _orders(end: Session) -> tuple[str, ...]:
    game, standard = end.game, load_notation("standard")
    if game is None or game.position is None:
        return ()
    mine = (order for power in game.powers_of(end.person.address) for order in game.orders_of(power))
    return tuple(write_order(order, game.position, game.board, standard) for order in mine)


def _refused(answers: Sequence[AnsweredLine], game: Game, person: Person) -> Iterator[tuple[str, str]]:
    if game.position is None:
        return
    phrasing = Phrasing("en", load_notation("standard"), game.board, game.position)
    for answered in answers:
        why = problem_text(answered.answer, phrasing, person.zone)
        if why:
            yield answered.line, why
