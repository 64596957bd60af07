"""What-ifs: a block of orders of any powers is read and judged, every line answered; no real order is touched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.desk.asked import read_powers
from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.office import Office
from judge.desk.phases import closed_as, no_phase
from judge.desk.progress import InGame, Progress, hints_left
from judge.desk.scouts import errands_on
from judge.game.decide import decide
from judge.game.orders.messages import AskWhatIf
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.sight import close_as_known
from judge.game.state import DAY, Game
from judge.mail.calendar import read_phase
from judge.mail.meanings import WhatIf
from judge.mail.words import Word, words_in
from judge.notation.meanings import Scene
from judge.notation.misread import Misread
from judge.notation.reader import Reader
from judge.notation.several import orders_on
from judge.notation.tables import load_notation
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Answered, Did, Supposed, Unknown, Wrong
from judge.reports.scouts import suppose_errand
from judge.reports.states import write_begun, write_supposed, write_under, write_what_if
from judge.reports.voice import voice_of
from judge.rules.board import Power
from judge.rules.orders import Build, Order, Waive
from judge.rules.position import Position
from judge.rules.turn import judge

MOST_LINES = 100
"""Lines of one block that are read: the orders of every unit a board can hold, each power with a line of its own."""


@dataclass(frozen=True)
class Supposition:
    """How far a block has been read; ``power`` is the one named last, None before any was."""

    answers: tuple[Answered, ...] = ()
    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    power: Power | None = None

    def told(self, line: str, answer: Answer) -> "Supposition":
        """With one more line answered."""
        return replace(self, answers=(*self.answers, Answered(line, answer)))

    def ordered(self, power: Power, order: Order) -> "Supposition":
        """With one more order of a power."""
        return replace(self, orders={**self.orders, power: (*self.orders.get(power, ()), order)})


@dataclass(frozen=True)
class _Board:
    """What the lines are read for: a game as one reader reads it, at some position; answers ``above`` the block."""

    game: Game
    reader: Person
    position: Position
    above: Sequence[Answered]


def read_supposed(
    lines: Sequence[str], game: Game, reader: Person, position: Position, above: Sequence[Answered] = ()
) -> Supposition:
    """The orders of a block; a line that cannot be read is answered and left out, and so are lines without end.

    ``above`` are the answers to the lines above it.
    """
    read = Supposition()
    for line in lines[:MOST_LINES]:
        read = _line(read, line, _Board(game, reader, position, above))
    for line in lines[MOST_LINES : MOST_LINES + 1]:
        read = read.told(line, Did(Deed.TOO_LONG, str(MOST_LINES)))
    return read


def _line(read: Supposition, line: str, on: _Board) -> Supposition:
    """A power with or without orders behind it, or orders alone; whose an order is, its unit shows anyway."""
    head, colon, rest = line.partition(":")
    powers = read_powers(words_in(head), on.game.board, load_notation(on.reader.notation))
    if colon and not rest.strip() and isinstance(powers, Wrong):
        return read.told(line, powers)
    if isinstance(powers, Wrong) or len(powers) != 1:
        return _orders(read, line, on)
    (power,) = powers
    read = replace(read, power=power).told(head + colon, Supposed(write_under(on.reader, power, on.game.board)))
    return _orders(read, rest, on)


def _orders(read: Supposition, line: str, on: _Board) -> Supposition:
    for piece, errand in errands_on(line, on.game, on.reader) or ((line, None),):
        if isinstance(errand, Misread):
            read = read.told(piece, errand)
        elif errand:
            read = read.told(piece, Supposed(suppose_errand(errand, voice_of(on.game, on.reader, on.position))))
        else:
            read = _of_units(read, piece, on)
    return read


def _of_units(read: Supposition, line: str, on: _Board) -> Supposition:
    own, others = notations_of(on.reader, on.game.board)
    hinted = hints_left((*on.above, *read.answers))
    reader = Reader(own, others, Scene(on.game.board, on.position, read.power))
    for part, order in orders_on(line, reader, hinted=hinted):
        read = read.told(part, order) if isinstance(order, Misread) else _taken(read, part, order, on)
    return read


def _taken(read: Supposition, line: str, order: Order, on: _Board) -> Supposition:
    power = _power_of(read, order, on)
    if power is None:
        return read.told(line, Wrong.missing(Unknown.POWER, len(line), tuple(on.game.board.powers)[:1]))
    said = write_supposed(order, voice_of(on.game, on.reader, on.position))
    return read.ordered(power, order).told(line, Supposed(said))


def _power_of(read: Supposition, order: Order, on: _Board) -> Power | None:
    """The power whose order it is: its unit's, or the home's; for waived builds the one named, or the reader's."""
    match order:
        case Waive():
            return read.power or next(iter(on.game.powers_of(on.reader.address)), None)
        case Build(at=place):
            return on.game.board.regions[place.province].home_of or read.power
        case _:
            unit = on.position.unit_at(order.at)
            return unit.power if unit else read.power


def suppose(progress: InGame, text: str, asked: WhatIf, context: Context) -> Progress:
    """Answer a what-if, for the open phase or for a closed one; of its day's allowance it takes one if it is judged."""
    game = progress.view
    position = _position(game, asked.phase, context.office, progress.person)
    if not isinstance(position, Position):
        return progress.told(text, position)
    events = decide(game, AskWhatIf(progress.person.address), context.now)
    if isinstance(events, Refused):
        return progress.told(text, events)
    return _judged(progress.happened(events), text, asked, position, context)


def _position(game: Game, named: Word | None, office: Office, reader: Person) -> Position | Wrong | Refused:
    """The position a what-if starts from."""
    if named is None:
        none = Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
        return game.open_position or none
    current = game.open_position
    if current and read_phase(named.text) == current.phase:
        return current
    closed = [close_as_known(game, event, reader.address) for event in office.phases(game.name)]
    event = closed_as(named, closed)
    known = [event.before.phase for event in closed] + ([current.phase] if current else [])
    return event.before if event else no_phase(named, known)


def _judged(progress: InGame, text: str, asked: WhatIf, position: Position, context: Context) -> Progress:
    game, reader = progress.view, progress.person
    read = read_supposed(asked.lines, game, reader, position, progress.answers)
    judgement = judge(game.board, game.book, position, read.orders)
    used = sum(one.address == reader.address for one in game.whatifs_since(context.now - DAY))
    report = write_what_if(game, reader, position, judgement, game.settings.whatifs_per_day - used)
    progress = progress.told(text.partition("\n")[0], Supposed(write_begun(reader)))
    progress = replace(progress, answers=(*progress.answers, *read.answers))
    return progress.told(asked.closing, Supposed(report=report))
