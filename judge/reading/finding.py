"""What the judge makes of one letter, as a value."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from judge.desk.acknowledge import tell_unread
from judge.desk.carry_out import carry_out
from judge.desk.context import Context
from judge.desk.headings import under_subject
from judge.desk.office import Office
from judge.desk.progress import Progress
from judge.game.person import Person
from judge.game.state import Game
from judge.mail.letter import Letter
from judge.mail.meanings import Join, Line, MaybeOrder, Open, Question, Resend, WhatIf
from judge.mail.pressing import DiaryText, PressText
from judge.mail.subjects import lines_of
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.echo import Answered
from judge.reports.lines import complaint
from judge.reports.voice import Voice

_NOT_CARRIED = Question | WhatIf | Resend | Open | Join


@dataclass(frozen=True)
class Finding:
    """What stands in a letter, and what would come of it.

    ``orders`` are those in force after all lines, in the standard notation; ``refused`` lines that did nothing, each
    with the reason; ``unread`` lines that may be orders, where no position says so.
    """

    letter: Letter
    commands: tuple[str, ...] = ()
    press: tuple[str, ...] = ()
    orders: tuple[str, ...] = ()
    refused: tuple[tuple[str, str], ...] = ()
    unread: tuple[str, ...] = ()


def find(letter: Letter, game: Game | None, writer: Person | None, office: Office | None, now: datetime) -> Finding:
    """Carry out the letter for its writer in the game as it stands, and keep nothing; a robot's is not followed.

    Without an office no line is carried out.
    """
    lines = lines_of(letter)
    commands = tuple(line.text for line in lines if not isinstance(line.meaning, PressText | DiaryText | MaybeOrder))
    press = tuple(line.meaning.text for line in lines if isinstance(line.meaning, PressText))
    if letter.robot or game is None or writer is None or office is None:
        return Finding(letter, commands, press, unread=tuple(_maybe_orders(lines)))
    start = under_subject(Progress(game, writer), letter.subject)
    end = _carried_out(letter, lines, start, Context(office, None, 0, None, now, now))
    return Finding(letter, commands, press, _orders(end), tuple(_refused(end.answers, game, end.person)))


def _maybe_orders(lines: Sequence[Line]) -> Iterator[str]:
    return (line.text for line in lines if isinstance(line.meaning, MaybeOrder))


def _carried_out(letter: Letter, lines: Sequence[Line], start: Progress, context: Context) -> Progress:
    """The end of the letter; questions are not answered, and games neither opened nor joined."""
    carried = [line for line in lines if not isinstance(line.meaning, _NOT_CARRIED)]
    return tell_unread(carry_out(start, context, carried, letter.below), letter)


def _orders(end: Progress) -> tuple[str, ...]:
    game, standard = end.game, load_notation("standard")
    if game is None or game.position is None:
        return ()
    mine = (order for power in game.powers_of(end.person.address) for order in game.orders_of(power))
    return tuple(write_order(order, game.position, game.board, standard) for order in mine)


def _refused(answers: Sequence[Answered], game: Game, person: Person) -> Iterator[tuple[str, str]]:
    if game.position is None:
        return
    voice = Voice("en", load_notation("standard"), game.board, game.position)
    for answered in answers:
        why = complaint(answered.answer, voice, person.zone)
        if why:
            yield answered.line, why
