"""The log of a game made of a saved game: every phase is judged again, and what differs is listed."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.game.messages import Event
from judge.game.phases.messages import CloseReason, Ending, PhaseClosed
from judge.game.state import Game
from judge.positions_json import JsonFaultError, fault_inside, read_position
from judge.record.facts import EndingFacts, PageFacts, PhaseFacts, TakeoverFacts
from judge.record.log_of_position import NewGame
from judge.record.replay import AgainstRulesError, Replay
from judge.rules.board import Power
from judge.rules.ending import survivors
from judge.rules.orders import Order
from judge.rules.position import PhaseKind, Position
from judge.saved_game import COMPLETED, SavedGame, SavedPhase, read_orders, result_codes


@dataclass(frozen=True)
class SavedGameLog:
    """The events of a saved game; ``orders`` are those of the phase that is open.

    ``differences`` says in lines where the file and our rules differ, ``left_out`` what was not taken over.
    """

    events: tuple[Event, ...]
    orders: Mapping[Power, tuple[Order, ...]]
    differences: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def log_of_saved_game(saved: SavedGame, here: NewGame) -> SavedGameLog:
    """Return the log of a saved game, judged by the rule book of its settings here.

    JsonFaultError where the file is at fault, or goes on after our rules have ended the game.
    """
    at = min(next((one.at for one in saved.phases if one.at), here.now), here.now)
    log = _Log(here.replay, here, at).with_facts(here.opening(at, at))
    last = len(saved.phases) - 1
    for number, phase in enumerate(saved.phases):
        with fault_inside(f"phases[{number}]"):
            try:
                log = log.at_phase(phase, is_last=number == last)
                if number < last:
                    log = log.closed(phase, saved.phases[number + 1], is_last=number + 1 == last)
            except AgainstRulesError as error:
                raise JsonFaultError(f"{phase.name} cannot follow by {here.settings.rulebook}: {error}") from None
    letters = sum(one.letters for one in saved.phases)
    left_out = (
        *log.left_out,
        *([f"the press: {letters} letters"] if letters else ()),
        *([f"the rules of the package: {', '.join(saved.rules)}"] if {*saved.rules} - {"POWER_CHOICE"} else ()),
        *([f"other fields of the file: {', '.join(saved.unread)}"] if saved.unread else ()),
    )
    return SavedGameLog(log.events, log.open_orders, log.differences, left_out)


@dataclass(frozen=True)
class _Log:
    """The events so far; ``at`` is the moment of the last one."""

    replay: Replay
    here: NewGame
    at: datetime
    events: tuple[Event, ...] = ()
    differences: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()
    open_orders: Mapping[Power, tuple[Order, ...]] = field(default_factory=dict)

    @property
    def game(self) -> Game:
        """The game that the events come to."""
        assert self.replay.game is not None
        return self.replay.game

    @property
    def position(self) -> Position:
        """The position of that game."""
        assert self.game.position is not None
        return self.game.position

    @property
    def _book(self) -> str:
        return self.here.settings.rulebook

    def with_facts(self, facts: PageFacts) -> "_Log":
        page = self.replay.step(facts)
        return replace(self, replay=page.after, events=(*self.events, *page.events))

    def at_phase(self, saved: SavedPhase, *, is_last: bool) -> "_Log":
        """The log once the game stands where the file says."""
        at = self._moment(saved)
        if saved.name == COMPLETED:
            return self._ended(saved, at)
        if self.replay.due:
            raise JsonFaultError(f"by {self._book} the game was over before {saved.name}", "name")
        theirs = self._read(saved.position)
        found = tuple(_differences(self.position, theirs, self._book))
        log = self
        if found:
            deadline = self._deadline(saved, is_last=is_last)
            assert deadline
            log = self.with_facts(TakeoverFacts(self.at, saved.position, deadline))
            is_start = not self.game.phases_closed
            told = f"the file begins at {saved.name}, in a position that is not the opening"
            log = replace(log, differences=(*self.differences, *((told,) if is_start else found)))
        if not is_last:
            return log
        orders, unread = self._orders(saved)
        return replace(log, open_orders=orders, left_out=(*log.left_out, *unread))

    def closed(self, saved: SavedPhase, following: SavedPhase, *, is_last: bool) -> "_Log":
        """The log once the phase has been judged; ``is_last`` where the phase that follows is the last of the file."""
        orders, unread = self._orders(saved)
        at = self._moment(saved)
        deadline = self._deadline(following, is_last=is_last)
        log = self.with_facts(PhaseFacts(at, CloseReason.DEADLINE, orders, {}, deadline, (), {}, {}))
        log = replace(log, at=at)
        event = log.events[-1]
        assert isinstance(event, PhaseClosed)
        found = tuple(_other_results(event, saved, self._book))
        return replace(log, differences=(*self.differences, *found), left_out=(*self.left_out, *unread))

    def _moment(self, saved: SavedPhase) -> datetime:
        """When the file says it was, in order, and no later than now."""
        return min(max(saved.at or self.at, self.at), self.here.now)

    def _deadline(self, phase: SavedPhase, *, is_last: bool) -> datetime | None:
        """The deadline of a phase: when it closed; of the one that is open its whole time from now."""
        if phase.name == COMPLETED:
            return None
        kind = PhaseKind(phase.name[-1])
        return self.here.due(kind) if is_last else self._moment(phase)

    def _read(self, position: Mapping[str, object]) -> Position:
        with fault_inside("state"):
            return read_position(position, self.game.board, self.game.book)

    def _orders(self, saved: SavedPhase) -> tuple[dict[Power, tuple[Order, ...]], tuple[str, ...]]:
        """The orders of a phase, and in lines those that are none."""
        given: dict[Power, tuple[Order, ...]] = {}
        unread: list[str] = []
        for name, texts in saved.orders.items():
            if name not in self.game.board.powers:
                raise JsonFaultError(f"“{name}” is no power; there are {', '.join(self.game.board.powers)}", "orders")
            power = Power(name)
            orders, none = read_orders(texts, self.position, self.game.board, power)
            given |= {power: orders} if orders else {}
            unread += [f"{saved.name}, {name}: “{text}” is no order of that phase" for text in none]
        return given, tuple(unread)

    # --- the end

    def _ended(self, saved: SavedPhase, at: datetime) -> "_Log":
        """The log with the end: the one by our rules, else what the note of the package tells."""
        theirs = self._read({**saved.position, "phase": str(self.position.phase)})
        theirs = replace(theirs, phase=self.position.phase)
        found = tuple(_differences(self.position, theirs, self._book))
        log = replace(self, differences=(*self.differences, *found))
        if not self.replay.due:
            if found:
                log = log.with_facts(TakeoverFacts(self.at, {**saved.position, "phase": str(theirs.phase)}, at))
            winners = tuple(_winners(saved.note, self.game.board.powers))
            left_out = () if winners else ("how the game ended is not told: it counts as a draw of all survivors",)
            winners = winners or survivors(self.game.board, theirs)
            ending = Ending.CONCESSION if len(winners) == 1 else Ending.DRAW
            log = replace(log, left_out=(*log.left_out, *left_out))
            return log.with_facts(EndingFacts(at, ending, winners, "", log.replay.seed, ()))
        return log.with_facts(EndingFacts(at, Ending.SOLO, (), "", log.replay.seed, ()))


def _winners(note: str, powers: Iterable[Power]) -> Iterator[Power]:
    """The powers of a note like ``Victory by: FRA, GER``."""
    _, _, told = note.partition("Victory by:")
    named = {one.strip().upper()[:3] for one in told.split(",")}
    return (power for power in powers if power[:3] in named)


# --- what differs


def _differences(ours: Position, theirs: Position, book: str) -> Iterator[str]:
    phase = theirs.phase
    if ours.phase != phase:
        yield f"{phase}: by {book} {ours.phase} would be next"
    powers = sorted({one.power for position in (ours, theirs) for one in position.units.values()})
    for power in powers:
        yield from _other(
            phase, f"units of {power}", map(str, ours.units_of(power)), map(str, theirs.units_of(power)), book
        )
    for power in sorted({*ours.owners.values(), *theirs.owners.values()}):
        yield from _other(phase, f"centres of {power}", ours.centres_of(power), theirs.centres_of(power), book)
    if ours.phase == phase:
        yield from _other(phase, "retreats", _ways(ours), _ways(theirs), book)


def _other(phase: object, what: str, ours: Iterable[str], theirs: Iterable[str], book: str) -> Iterator[str]:
    one, other = sorted(ours), sorted(theirs)
    if one != other:
        yield f"{phase}, {what}: by {book} {', '.join(one) or 'none'}; in the file {', '.join(other) or 'none'}"


def _ways(position: Position) -> Iterator[str]:
    for one in position.dislodged.values():
        yield f"{one.unit.power} {one.unit} to {' or '.join(map(str, sorted(one.retreats))) or 'nowhere'}"


def _other_results(event: PhaseClosed, saved: SavedPhase, book: str) -> Iterator[str]:
    """Where the file has other results of moves than we; of retreats and adjustments the positions tell."""
    if event.before.phase.kind is not PhaseKind.MOVEMENT or not saved.results:
        return
    for verdicts in event.judgement.verdicts.values():
        for verdict in verdicts:
            theirs = saved.results.get(str(verdict.unit), ())
            if verdict.unit:
                ours = result_codes(verdict, PhaseKind.MOVEMENT)
                yield from _other(event.before.phase, f"result of {verdict.unit}", ours, filter(None, theirs), book)
