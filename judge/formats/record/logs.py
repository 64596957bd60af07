"""The log of a game made of pages, of a position, of a saved game."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import reduce

from judge.formats.positions_json import JsonFaultError, fault_inside, read_phase, read_position
from judge.formats.record.facts import (
    EndingFacts,
    Named,
    OpeningFacts,
    PageFacts,
    PhaseFacts,
    TakeoverFacts,
    TextFact,
    unsay,
)
from judge.formats.record.pages import PageWriter
from judge.formats.record.verifying import AgainstRulesError, Cast, PageRead, Replay, Verified
from judge.formats.saved_game import COMPLETED, SavedGame, SavedPhase, read_orders, result_codes
from judge.game.apply import apply
from judge.game.deadlines.deadline import Circumstances, phase_deadline
from judge.game.messages import Event
from judge.game.orders.messages import ErrandGiven
from judge.game.people.messages import Person, PreferenceSet
from judge.game.phases.messages import CloseReason, Ending, PhaseClosed
from judge.game.press.messages import DiaryWritten, PressSent, PressWriter
from judge.game.settings import GameName, Language, PressSignature, Settings
from judge.game.state import Game
from judge.reports.language import say
from judge.reports.press import sender_name
from judge.rules.board import Power
from judge.rules.board_file import load_board
from judge.rules.ending import survivors
from judge.rules.orders import Order
from judge.rules.position import Phase, PhaseKind, Position

# --- the log of a game made of the pages of its record, with the people that another source names


def log_of_pages(found: Verified, name: GameName, cast: Cast, seed: str) -> tuple[Event, ...]:
    """Return the events of a game of that ``name`` that bring the pages of a verified record.

    Everything is dated by the page that tells of it. ``seed`` is that of the lots still to be drawn.
    """
    return pages_log(found, name, cast, seed).events


def pages_log(found: Verified, name: GameName, cast: Cast, seed: str) -> "PagesLog":
    """Return the same with the game that they come to, for more to follow."""
    master = replace(cast.master, language=found.read[0].form.language)
    replay = Replay(name, seed, found.board_text, replace(cast, master=master))
    log = PagesLog(replay)
    for page in found.read:
        log = log.with_page(page)
    return log


@dataclass(frozen=True)
class PagesLog:
    """The events of the pages so far, and the game that they come to; ``phases`` are those that have been open."""

    replay: Replay
    events: tuple[Event, ...] = ()
    game: Game | None = None
    phases: tuple[Phase, ...] = field(default=())

    def with_page(self, page: PageRead) -> "PagesLog":
        """The log with the events of one page more."""
        step = self.replay.step(page.facts)
        at = step.transition.event.at
        earlier = tuple(self._before(page, at)) if self.game else ()
        game = reduce(apply, (*earlier, *step.events), self.game)
        opened = (game.position.phase,) if game and game.position else ()
        return PagesLog(step.after, (*self.events, *earlier, *step.events), game, (*self.phases, *opened))

    def _before(self, page: PageRead, at: datetime) -> Iterator[Event]:
        """The events that the page shows beside the one that it is about."""
        game, facts, language = self.game, page.facts, page.form.language
        assert game is not None
        if game.people[game.master].language != language:
            yield language_set(game, language, at)
        if isinstance(facts, PhaseFacts):
            for power, errands in facts.errands.items():
                yield from (ErrandGiven(power, errand, 0, None, at) for errand in errands)
            yield from (_press(game, letter, language, at) for letter in facts.press)
        if isinstance(facts, EndingFacts):
            yield from _notes(PageWriter(game, page.form), self.phases, facts.notes, at)


def language_set(game: Game, language: Language, at: datetime) -> PreferenceSet:
    """Return the event by which the master reads another language from now on."""
    person = replace(game.people[game.master], language=language)
    return preference_of(person, at)


def preference_of(person: Person, at: datetime) -> PreferenceSet:
    """Return the event by which somebody reads, and is written to, as ``person`` says."""
    return PreferenceSet(
        person.address,
        person.language,
        person.notation,
        person.zone,
        at,
        person.reminders,
        person.calendar,
        person.byline,
        person.letters,
        person.maps,
    )


def _press(game: Game, letter: TextFact, language: Language, at: datetime) -> PressSent:
    """The event of a public letter, signed as the page shows it."""
    named: dict[str, Power | PressWriter] = {
        say(language, "record.author", author=sender_name(writer, game.board, language)): writer
        for writer in (*game.board.powers, *PressWriter)
    }
    writer = named[letter.author]
    phase = game.position.phase if game.position else None
    sent = PressSent(None, (), letter.text, held=False, at=at, phase=phase)
    match writer:
        case PressWriter.MASTER:
            return sent
        case PressWriter.UNSIGNED:
            return replace(sent, signature=PressSignature.GREY)
        case PressWriter.OBSERVER:
            return replace(sent, observer=game.members.master)
        case _:
            return replace(sent, sender=writer)


def _notes(writer: PageWriter, phases: Sequence[Phase], notes: Iterable[TextFact], at: datetime) -> Iterator[Event]:
    """The events of the diaries."""
    game = writer.game
    powers = {writer.power(power): power for power in game.board.powers}
    codes = {writer.code(phase): phase for phase in phases}
    for note in notes:
        told = unsay(writer.form.language, "record.noted", note.author) or {}
        power = powers[told["power"]]
        reader = game.members.seats.get(power, game.members.master)
        yield DiaryWritten(power, reader, note.text, codes[told["phase"]], at)


# --- the log of a game that begins here with a position of another judge


@dataclass(frozen=True)
class NewGame:
    """What a game of another judge gets here, which no file tells: name, people, seed of the lots, settings."""

    name: GameName
    cast: Cast
    seed: str
    settings: Settings
    now: datetime

    @property
    def replay(self) -> Replay:
        """The game before its opening."""
        return Replay(self.name, self.seed, cast=self.cast)

    def opening(self, at: datetime, deadline: datetime) -> OpeningFacts:
        """The opening of the board."""
        return OpeningFacts(self.settings, self.seed, at, deadline, Named())

    def due(self, kind: PhaseKind) -> datetime:
        """The deadline of a phase that has its whole time from now."""
        return phase_deadline(self.settings, kind, self.now, Circumstances()).at


def log_of_position(position: Mapping[str, object], deadline: datetime | None, here: NewGame) -> tuple[Event, ...]:
    """Return the events: the opening of the board, then the position, an object for ``positions_json``.

    The deadline stands where it is still to come. JsonFaultError where the position cannot be.
    """
    phase = read_phase(position.get("phase"), load_board(here.settings.board))
    until = deadline if deadline and deadline > here.now else here.due(phase.kind)
    opening = here.replay.step(here.opening(here.now, until))
    taken = opening.after.step(TakeoverFacts(here.now, position, until))
    return (*opening.events, *taken.events)


# --- the log of a game made of a saved game: every phase is judged again, and what differs is listed


@dataclass(frozen=True)
class SavedGameLog:
    """The events of a saved game; ``orders`` are those of the phase that is open.

    ``differences`` says in lines where the file and our rules differ, ``left_out`` what was not taken over.
    """

    events: tuple[Event, ...]
    orders: Mapping[Power, tuple[Order, ...]]
    differences: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def log_of_saved_game(saved: SavedGame, here: NewGame, begun: PagesLog | None = None) -> SavedGameLog:
    """Return the log of a saved game, judged by the rule book of its settings here; perhaps from pages on (``begun``).

    JsonFaultError where the file is at fault, or goes on after our rules have ended the game.
    """
    at = min(next((one.at for one in saved.phases if one.at), here.now), here.now)
    if begun:
        log = _SavedGameLog(begun.replay, here, at, begun.events)
    else:
        log = _SavedGameLog(here.replay, here, at).with_facts(here.opening(at, at))
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
class _SavedGameLog:
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
    def _book(self) -> str:
        return self.here.settings.rulebook

    def with_facts(self, facts: PageFacts) -> "_SavedGameLog":
        page = self.replay.step(facts)
        return replace(self, replay=page.after, events=(*self.events, *page.events))

    def at_phase(self, saved: SavedPhase, *, is_last: bool) -> "_SavedGameLog":
        """The log once the game stands where the file says."""
        at = self._moment(saved)
        if saved.name == COMPLETED:
            return self._ended(saved, at)
        if self.replay.due:
            raise JsonFaultError(f"by {self._book} the game was over before {saved.name}", "name")
        theirs = self._read(saved.position)
        found = tuple(_differences(self.game.stands_at, theirs, self._book))
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

    def closed(self, saved: SavedPhase, following: SavedPhase, *, is_last: bool) -> "_SavedGameLog":
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
            orders, none = read_orders(texts, self.game.stands_at, self.game.board, power)
            given |= {power: orders} if orders else {}
            unread += [f"{saved.name}, {name}: “{text}” is no order of that phase" for text in none]
        return given, tuple(unread)

    # --- the end

    def _ended(self, saved: SavedPhase, at: datetime) -> "_SavedGameLog":
        """The log with the end: the one by our rules, else what the note of the package tells."""
        theirs = self._read({**saved.position, "phase": str(self.game.stands_at.phase)})
        theirs = replace(theirs, phase=self.game.stands_at.phase)
        found = tuple(_differences(self.game.stands_at, theirs, self._book))
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
