"""Answers to why something happened to a unit, from what the record of the game holds."""

from collections.abc import Mapping, Sequence

from judge.desk.phases import closed_as, no_phase
from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.mail.meanings import Why
from judge.mail.words import Word
from judge.notation.misread import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_unit
from judge.reports.echo import Answer, Shown, Unknown, Wrong
from judge.reports.why import write_why
from judge.rules.board import Province, Unit
from judge.rules.orders import Build, province_of
from judge.rules.position import Phase, PhaseKind, Position, Season
from judge.rules.verdicts import Verdict
from judge.rules.why import verdict_at

_MOST_HINTS = 4


def answer_why(game: Game, closed: Sequence[PhaseClosed], question: Why, reader: Person) -> Answer:
    """Why one order of a closed phase came out as it did; of the last phase that had the unit when none is named.

    ``closed`` are the closed phases of the game, oldest first. Results are public to everyone of the game.
    """
    if reader.address not in game.people:
        return Refused(Refusal.NOT_A_PLAYER)
    asked = _phases(question.phase, closed)
    if not asked:
        return no_phase(question.phase, [event.before.phase for event in closed])
    if not question.unit:
        end = question.phase.end if question.phase else 0
        return Wrong.missing(Unknown.UNIT, end, _units_near(game, asked[0], reader))
    unit = _without_game(question.unit, game)
    for words in dict.fromkeys((question.unit, unit)):
        for event in asked:
            verdict = _verdict(game, event, words, reader)
            if isinstance(verdict, Verdict):
                return Shown(write_why(game, reader, event, verdict))
    return _no_unit(game, asked[0], unit, reader)


def _without_game(words: tuple[Word, ...], game: Game) -> tuple[Word, ...]:
    """The words of a unit without the name of the game before them."""
    return words[1:] if words[1:] and words[0].text.lower() == game.name else words


def _phases(named: Word | None, closed: Sequence[PhaseClosed]) -> Sequence[PhaseClosed]:
    """The phases to look into, newest first."""
    if named is None:
        return closed[::-1]
    event = closed_as(named, closed)
    return (event,) if event else ()


def _verdict(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Verdict | Misread | None:
    """The verdict on the unit that the words name, or on the unit of the order they are."""
    own = load_notation(reader.notation)
    others = [load_notation(name) for name in notation_names() if name != reader.notation]
    text = _as_written(words)
    units = Position(Phase(Season.SPRING, event.before.phase.year, PhaseKind.MOVEMENT), _units(event))
    named = read_order(f"{text} H", units, game.board, None, own, others)
    order = read_order(text, event.before, game.board, None, own, others) if isinstance(named, Misread) else named
    if isinstance(order, Misread):
        return named if isinstance(named, Misread) else order
    province = province_of(order)
    return verdict_at(event.judgement, province) if province else None


def _as_written(words: Sequence[Word]) -> str:
    """The words with the spaces they had, without the question mark behind them."""
    text = ""
    for word in words:
        text = text.ljust(word.start - words[0].start) + word.text
    return text.rstrip(" ?")


def _units(event: PhaseClosed) -> Mapping[Province, Unit]:
    """Every unit that something became of in a phase; in an adjustment phase those that were to be built, too."""
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


def _no_unit(game: Game, event: PhaseClosed, words: Sequence[Word], reader: Person) -> Wrong:
    """The words at fault, as far as the reading tells, and some units there were."""
    text, start = _as_written(words), words[0].start
    found = _verdict(game, event, words, reader)
    at, end = (found.start, found.end) if isinstance(found, Misread) and found.start < len(text) else (0, len(text))
    end = min(end, len(text))
    return Wrong.at(Unknown.UNIT, Word(text[at:end], start + at), _units_near(game, event, reader))


def _units_near(game: Game, event: PhaseClosed, reader: Person) -> tuple[str, ...]:
    """Some of the reader's own units in a phase, of anybody's where they had none."""
    units, powers = _units(event).values(), game.powers_of(reader.address)
    own = [unit for unit in units if unit.power in powers] or list(units)
    notation = load_notation(reader.notation)
    return tuple(write_unit(unit, notation, game.board) for unit in sorted(own, key=str)[:_MOST_HINTS])
