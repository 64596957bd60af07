"""Answer why an order came out as it did, and what would have come of others."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from judge.game.decide import decide
from judge.game.orders.messages import AskWhatIf
from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.state_parts import WHATIF_PERIOD
from judge.game.visibility import close_as_seen_by
from judge.handlers.arguments import read_powers
from judge.handlers.names import closed_phase_named, notations_of, unknown_phase
from judge.handlers.registry import handles_in_game, no_game
from judge.handlers.scout_orders import scout_hints_for
from judge.handlers.services import Services
from judge.handlers.session import GameSession, LineContext, Session, hints_left
from judge.notation.line import Misread, Offered, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import misread_of, read_order
from judge.notation.several_orders import read_all_orders
from judge.notation.tables import load_notation
from judge.notation.write import write_unit
from judge.reports.game_answers import what_if_begun_text, what_if_order_text, what_if_power_text, write_what_if
from judge.reports.line_answers import (
    AnsweredLine,
    Done,
    InvalidCommand,
    LineAnswer,
    Outcome,
    TextAnswer,
    Unknown,
    WhatIfAnswer,
)
from judge.reports.phrasing import phrasing_for
from judge.reports.scouts import what_if_scout_order_text
from judge.reports.why import write_why
from judge.requests.names import phase_named
from judge.requests.questions import WhatIfRequest, WhyRequest
from judge.requests.vocabulary import Word, words_in
from judge.rules.board import Power, Province, Unit
from judge.rules.explanation import verdict_at
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Move, Order, Retreat, Waive, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.territory import building_power
from judge.rules.verdicts import Verdict
from judge.rules.war.scouts import RestAll, ScoutOrder

# --- what-ifs: a block of orders of any powers is read and judged, every line answered; no real order is touched


_MOST_LINES = 100
"""Lines of one block that are read: the orders of every unit a board can hold, each power with a line of its own."""


@dataclass(frozen=True)
class WhatIfOrders:
    """How far a block has been read; ``power`` is the one named last, None before any was."""

    answers: tuple[AnsweredLine, ...] = ()
    orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)
    power: Power | None = None

    def told(self, line: str, answer: LineAnswer) -> "WhatIfOrders":
        """Return it with one more line answered."""
        return replace(self, answers=(*self.answers, AnsweredLine(line, answer)))

    def ordered(self, power: Power, order: Order) -> "WhatIfOrders":
        """Return it with one more order of a power."""
        return replace(self, orders={**self.orders, power: (*self.orders.get(power, ()), order)})


@dataclass(frozen=True)
class _BlockContext:
    """How the lines are read: the game as the reader knows it, the position, answers ``above`` the block."""

    game: Game
    reader: Person
    position: Position
    above: Sequence[AnsweredLine]


def _read_what_if_block(
    lines: Sequence[str], game: Game, reader: Person, position: Position, above: Sequence[AnsweredLine] = ()
) -> WhatIfOrders:
    """Return the orders of a block, with an answer to each line.

    A line that cannot be read is answered and left out; of a block that is too long the end is not read. ``above`` are
    the answers to the lines above the block.
    """
    read = WhatIfOrders()
    for line in lines[:_MOST_LINES]:
        read = _read_line(read, line, _BlockContext(game, reader, position, above))
    for line in lines[_MOST_LINES : _MOST_LINES + 1]:
        read = read.told(line, Done(Outcome.TOO_MANY_LINES, str(_MOST_LINES)))
    return read


def _read_line(read: WhatIfOrders, line: str, on: _BlockContext) -> WhatIfOrders:
    """Read a power, with or without orders behind it, or orders alone, whose power their units show."""
    head, colon, rest = line.partition(":")
    powers = read_powers(words_in(head), on.game.board, load_notation(on.reader.notation))
    if colon and not rest.strip() and isinstance(powers, InvalidCommand):
        return read.told(line, powers)
    if isinstance(powers, InvalidCommand) or len(powers) != 1:
        return _read_line_of_orders(read, line, on)
    (power,) = powers
    read = replace(read, power=power).told(
        head + colon, WhatIfAnswer(what_if_power_text(on.reader, power, on.game.board))
    )
    return _read_line_of_orders(read, rest, on)


def _read_line_of_orders(read: WhatIfOrders, line: str, on: _BlockContext) -> WhatIfOrders:
    own, others = notations_of(on.reader, on.game.board)
    reader = OrderReader(own, others, OrderContext(on.game.board, on.position, read.power))
    hinted, scouts = (
        hints_left((*on.above, *read.answers)),
        scout_hints_for(on.game, on.game.powers_of(on.reader.address)),
    )
    for part, order in read_all_orders(line, reader, hinted=hinted, scouts=scouts):
        if isinstance(order, Misread | Offered):
            read = read.told(part, misread_of(order))
        elif isinstance(order, ScoutOrder | RestAll):
            phrasing = phrasing_for(on.game, on.reader, on.position)
            read = read.told(part, WhatIfAnswer(what_if_scout_order_text(order, phrasing)))
        else:
            read = _with_order(read, part, order, on)
    return read


def _with_order(read: WhatIfOrders, line: str, order: Order, on: _BlockContext) -> WhatIfOrders:
    power = _power_of(read, order, on)
    if power is None:
        return read.told(line, InvalidCommand.missing(Unknown.POWER, len(line), tuple(on.game.board.powers)[:1]))
    said = what_if_order_text(order, phrasing_for(on.game, on.reader, on.position))
    return read.ordered(power, order).told(line, WhatIfAnswer(said))


def _power_of(read: WhatIfOrders, order: Order, on: _BlockContext) -> Power | None:
    """The power whose order it is: its unit's, or the home's; for waived builds the one named, or the reader's."""
    match order:
        case Waive():
            return read.power or next(iter(on.game.powers_of(on.reader.address)), None)
        case Build(at=place):
            return building_power(on.game.board, on.position, place.province) or read.power
        case _:
            unit = on.position.unit_at(order.at)
            return unit.power if unit else read.power


@handles_in_game(no_game)
def handle_what_if(session: GameSession, text: str, asked: WhatIfRequest, context: LineContext) -> Session:
    """Answer a what-if, for the open phase or for a closed one.

    Only one that is judged counts towards the day's allowance.
    """
    game = session.view
    position = _position_of(game, asked.phase, context.services, session.person)
    if not isinstance(position, Position):
        return session.told(text, position)
    events = decide(game, AskWhatIf(session.person.address), context.now)
    if isinstance(events, Refused):
        return session.told(text, events)
    return _judge_block(session.happened(events), text, asked, position, context)


def _position_of(
    game: Game, named: Word | None, services: Services, reader: Person
) -> Position | InvalidCommand | Refused:
    """Return the position a what-if starts from, or why there is none."""
    if named is None:
        none = Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED)
        return game.open_position or none
    current = game.open_position
    if current and phase_named(named.text) == current.phase:
        return current
    closed = services.phases(game.name)
    if event := closed_phase_named(named, closed):
        return close_as_seen_by(game, event, reader.address).before
    return unknown_phase(named, [event.before.phase for event in closed] + ([current.phase] if current else []))


def _judge_block(
    session: GameSession, text: str, asked: WhatIfRequest, position: Position, context: LineContext
) -> Session:
    game, reader = session.view, session.person
    read = _read_what_if_block(asked.lines, game, reader, position, session.answers)
    judgement = judge_phase(game.board, game.book, position, read.orders)
    used = len(game.whatifs_of(reader.address, context.now - WHATIF_PERIOD))
    report = write_what_if(game, reader, position, judgement, game.settings.whatifs_per_day - used)
    session = session.told(text.partition("\n")[0], WhatIfAnswer(what_if_begun_text(reader)))
    session = replace(session, answers=(*session.answers, *read.answers))
    return session.told(asked.closing, WhatIfAnswer(report=report))


# --- answer WHY: how the order to a unit came out in a closed phase, and for what reason


_MOST_HINTS = 4


def answer_why(game: Game, closed: Sequence[PhaseClosed], question: WhyRequest, reader: Person) -> LineAnswer:
    """Return the chain of reasons for one order of a closed phase.

    Without a named phase it is the last one that had the unit. ``closed`` are the closed phases of the game, oldest
    first, as the reader may know them. Only people of the game are answered.
    """
    if reader.address not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    asked = _phases_to_search(question.phase, closed)
    if not asked:
        return unknown_phase(question.phase, [event.before.phase for event in closed])
    if not question.unit:
        end = question.phase.end if question.phase else 0
        return InvalidCommand.missing(Unknown.UNIT, end, _example_units(game, asked[0], reader))
    unit = _without_game_name(question.unit, game)
    for words in dict.fromkeys((question.unit, unit)):
        for event in asked:
            verdict = _verdict_on(game, event, words, reader)
            if isinstance(verdict, Verdict):
                return TextAnswer(write_why(game, reader, event, verdict))
    for event in asked:
        if (verdict := _verdict_on_own(game, event, unit, reader)) is not None:
            return TextAnswer(write_why(game, reader, event, verdict))
    return _unknown_unit(game, asked[0], unit, reader)


def _without_game_name(words: tuple[Word, ...], game: Game) -> tuple[Word, ...]:
    """Return the words of a unit without the name of the game before them."""
    return words[1:] if words[1:] and words[0].text.lower() == game.name else words


def _phases_to_search(named: Word | None, closed: Sequence[PhaseClosed]) -> Sequence[PhaseClosed]:
    """Return the named phase, or all phases, newest first."""
    if named is None:
        return closed[::-1]
    event = closed_phase_named(named, closed)
    return (event,) if event else ()


def _verdict_on(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Verdict | Misread | None:
    """Return the verdict on the unit that the words name, or on the unit of the order that they are.

    None where the phase has no verdict on it; the misreading where they are neither.
    """
    own, others = notations_of(reader, game.board)
    text, units = _as_written(words), _as_if_all_stood(event)
    named = read_order(f"{text} H", units, game.board, None, own, others)
    order = read_order(text, event.before, game.board, None, own, others) if isinstance(named, Misread) else named
    if isinstance(order, Misread):
        return named if isinstance(named, Misread) else order
    province = province_of(order)
    return verdict_at(event.judgement, province) if province else None


def _verdict_on_own(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Verdict | None:
    """Return the verdict on the reader's own unit that a sentence names, by its region or as the one of its kind."""
    text, units = _as_written(words), _as_if_all_stood(event)
    for power in game.powers_of(reader.address):
        asked = OrderReader(*notations_of(reader, game.board), OrderContext(game.board, units, power))
        if (unit := asked.unit_of_line(text) or asked.only_unit_of_kind(text)) is not None:
            return verdict_at(event.judgement, unit.at.province)
        aims = asked.named_places(text)
        bound = [one for one in event.judgement.verdicts.get(power, ()) if _leads_to(one.order, aims)]
        if len(bound) == 1:
            return bound[0]
    return None


def _leads_to(order: Order | None, regions: frozenset[Province]) -> bool:
    return isinstance(order, Move | Retreat) and order.to.province in regions


def _as_written(words: Sequence[Word]) -> str:
    """Return the words with the spaces between them, without a question mark at the end."""
    text = ""
    for word in words:
        text = text.ljust(word.start - words[0].start) + word.text
    return text.rstrip(" ?")


def _as_if_all_stood(event: PhaseClosed) -> Position:
    """Return a position in which every unit that has a verdict in a phase can be named."""
    return Position(Phase(Season.SPRING, event.before.phase.year, PhaseKind.MOVEMENT), _units_of_phase(event))


def _units_of_phase(event: PhaseClosed) -> Mapping[Province, Unit]:
    """Return every unit that has a verdict in a phase, by its province; builds that failed, too."""
    units: dict[Province, Unit] = {}
    for power, verdicts in event.judgement.verdicts.items():
        for verdict in verdicts:
            match verdict.unit, verdict.order:
                case None, Build(kind, at):
                    units.setdefault(at.province, Unit(power, kind, at))
                case Unit() as unit, _:
                    units[unit.at.province] = unit
                case _:
                    pass
    return units


def _unknown_unit(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> InvalidCommand:
    """Say which words name no unit, as far as the reading tells, and suggest some units of the phase."""
    text, start = _as_written(words), words[0].start
    found = _verdict_on(game, event, words, reader)
    at, end = (found.start, found.end) if isinstance(found, Misread) and found.start < len(text) else (0, len(text))
    end = min(end, len(text))
    return InvalidCommand.at(Unknown.UNIT, Word(text[at:end], start + at), _example_units(game, event, reader))


def _example_units(game: Game, event: PhaseClosed, reader: Person) -> tuple[str, ...]:
    """Return some of the reader's own units in a phase; of anybody's where they had none."""
    units, powers = _units_of_phase(event).values(), game.powers_of(reader.address)
    own = [unit for unit in units if unit.power in powers] or list(units)
    notation = load_notation(reader.notation)
    return tuple(write_unit(unit, notation, game.board) for unit in sorted(own, key=str)[:_MOST_HINTS])
