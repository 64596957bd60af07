"""What can be held against a game only by somebody who has followed it from its beginning."""

from dataclasses import dataclass, replace

from judge.game.apply import apply
from judge.game.mastery.messages import RolledBack
from judge.game.messages import Event
from judge.game.phases.messages import CloseReason, OrdersMissed, PhaseClosed
from judge.game.seats.messages import GameStarted
from judge.game.settings import Address, OnrRule
from judge.game.state import Game
from judge.rules.adjustments import required_orders, units_without_orders
from judge.rules.position import Phase, PhaseKind, Position
from judge.store.event_json import dump_event, read_event
from tests.long.invariants import Moment


@dataclass(frozen=True)
class Row:
    """Deadlines somebody has missed, as one counts them who reads along."""

    in_a_row: int = 0
    in_all: int = 0
    last: Phase | None = None


class Counts:
    """Counts the missed deadlines once more, by the numbers of readers."""

    def __init__(self) -> None:
        self.rows: dict[int, Row] = {}
        self._opened: dict[int, Row] = {}
        self._before: dict[int, dict[int, Row]] = {}

    def the_counts_are_those_of_the_log(self, moment: Moment) -> bool:
        """The missed deadlines of everyone are those that the log tells of, from the first event on."""
        self._follow(moment.was, moment.event)
        counted = {
            moment.game.readers.get(player): Row(one.in_a_row, one.in_all, one.last)
            for player, one in moment.game.misses.items()
        }
        return counted == self.rows

    def _follow(self, was: Game, event: Event) -> None:
        match event:
            case OrdersMissed(player, _, phase):
                row = self.rows.get(was.readers[player], Row())
                self.rows[was.readers[player]] = Row(row.in_a_row + 1, row.in_all + 1, phase)
            case PhaseClosed(number=number):
                self._before[number] = self._opened
                self._kept(was, event)
            case RolledBack(undone=undone):
                self.rows = dict(self._before[min(undone)])
            case _:
                pass
        if isinstance(event, GameStarted | PhaseClosed | RolledBack):
            self._opened = dict(self.rows)

    def _kept(self, was: Game, event: PhaseClosed) -> None:
        """Who had units, and did not miss this movement phase, has missed none in a row."""
        phase = event.before.phase
        if phase.kind is PhaseKind.MOVEMENT:
            owed = {was.readers[was.seats[one.power]] for one in event.before.units.values() if one.power in was.seats}
            for number, row in self.rows.items():
                if number in owed and row.last != phase:
                    self.rows[number] = replace(row, in_a_row=0)


def who_is_counted_had_not_written(moment: Moment) -> bool:
    """Nobody is counted whose orders were in, or twice in a phase; at a deadline nobody who is missing is left out."""
    was, event, position = moment.was, moment.event, moment.was.position
    if isinstance(event, OrdersMissed):
        is_once = event.player not in was.misses or was.misses[event.player].last != event.phase
        return is_once and _has_missed(was, event.player)
    if not isinstance(event, PhaseClosed) or event.because is not CloseReason.DEADLINE or position is None:
        return True
    if position.phase.kind is not PhaseKind.MOVEMENT:
        return True
    absent = {player for player in was.seats.values() if _has_missed(was, player) and not _is_new(was, player)}
    return all(was.misses[player].last == position.phase for player in absent if player in was.misses) and (
        absent <= {*was.misses}
    )


def _has_missed(game: Game, player: Address) -> bool:
    position = game.position
    assert position is not None
    powers = [power for power in game.powers_of(player) if required_orders(game.board, position, power).is_required]
    if game.settings.missing.counts is OnrRule.ALL:
        return bool(powers) and not any(game.orders_of(power) for power in powers)
    return any(units_without_orders(game.board, position, power, game.orders_of(power)) for power in powers)


def _is_new(game: Game, player: Address) -> bool:
    return any(one.taken_by == game.readers[player] and one.taken_in_phase for one in game.vacancies.values())


class Positions:
    """Keeps the position each phase closed with, by its number."""

    def __init__(self) -> None:
        self._before: dict[int, Position] = {}

    def going_back_finds_the_very_position(self, moment: Moment) -> bool:
        """The master goes back to the position that the first of the phases undone was judged from, and no other."""
        event = moment.event
        if isinstance(event, PhaseClosed):
            self._before[event.number] = event.before
        return not isinstance(event, RolledBack) or moment.game.position == self._before[min(event.undone)]


class Archivist:
    """Keeps the log as the store does, as text, with the game that is folded from what can be read of it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._read: Game | None = None

    def what_is_written_down_is_the_game(self, moment: Moment) -> bool:
        """The game is the fold of its events as they are read back from the store's text."""
        while len(self.lines) < moment.number:
            self.lines.append(dump_event(moment.event))
            self._read = apply(self._read, read_event(self.lines[-1]))
        return self._read == moment.game

    def fold_all(self) -> Game | None:
        """The game folded from all the text, from the first line on."""
        game: Game | None = None
        for line in self.lines:
            game = apply(game, read_event(line))
        return game
