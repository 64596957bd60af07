"""Answer WHY: how the order to a unit came out in a closed phase, and for what reason."""

from collections.abc import Mapping, Sequence

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.names import closed_phase_named, notations_of, unknown_phase
from judge.notation.line import Misread, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_unit
from judge.reports.line_answers import InvalidCommand, LineAnswer, TextAnswer, Unknown
from judge.reports.why import write_why
from judge.requests.requests import WhyRequest
from judge.requests.vocabulary import Word
from judge.rules.board import Province, Unit
from judge.rules.explanation import verdict_at
from judge.rules.orders import Build, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Verdict

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
    return None


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
