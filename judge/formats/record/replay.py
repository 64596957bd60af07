"""Judges a record again from what its pages say: facts become events, and events the pages that there should be."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from judge.formats.positions_json import read_position
from judge.formats.record.facts import (
    AgreementFacts,
    CorrectionFacts,
    EndingFacts,
    JoiningFacts,
    OpeningFacts,
    PageFacts,
    PhaseFacts,
    RollbackFacts,
    SettingsFacts,
    TakeoverFacts,
    WarFacts,
    with_changes,
)
from judge.game.apply import apply, transitions
from judge.game.deadlines.deadline import Deadline
from judge.game.mastery.messages import ActAgreed, PositionCorrected, RolledBack, SettingsChanged
from judge.game.messages import Event, Transition
from judge.game.moving.messages import PositionTakenOver
from judge.game.people.address_book import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.public_acts import has_page
from judge.game.refusals import Refused
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined, PowerJoined
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game
from judge.game.state_parts import GivenErrand, GivenOrder
from judge.game.war.messages import (
    AddTroop,
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AnnounceAlliance,
    AnnouncementTakenBack,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    FactoryBuilt,
    QuarantineRegion,
    RegionQuarantined,
    RegionReleased,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    TroopAdded,
    UnitsRepaired,
    UnitStrengthened,
    WarCommand,
    WarEntered,
    WarEvent,
)
from judge.game.war.rules import decide_war
from judge.reports.fingerprints import game_fingerprint
from judge.rules.board import Power, Unit
from judge.rules.corrections import apply_corrections
from judge.rules.orders import Build
from judge.rules.position import Phase, Position, opening_position
from judge.store.event_json import as_json, from_json

_BY_RULES = frozenset({Ending.SOLO, Ending.TERM, Ending.STALEMATE})
"""Endings that the rules bring, and nobody decides."""


@dataclass(frozen=True)
class Cast:
    """Who takes part in the game of a record, which names powers alone; ``players`` are by power, missing ones unknown.

    Somebody unknown has an address at ``host`` that no letter can reach.
    """

    master: Person = field(default_factory=lambda: Person(Address("master@pages.invalid"), Token("master")))
    players: Mapping[Power, Person] = field(default_factory=dict)
    host: str = "pages.invalid"

    def player(self, seat: Sequence[Power]) -> Person:
        """Who plays the powers of a seat."""
        unknown = Address(f"{seat[0].lower().replace(' ', '.')}@{self.host}")
        known = (self.players[power] for power in seat if power in self.players)
        return next(known, Person(unknown, Token(unknown)))


class AgainstRulesError(Exception):
    """What a page says cannot have happened; the message is what should have, or why not."""


@dataclass(frozen=True)
class Replay:
    """A record judged again as far as its pages have been read.

    ``due`` are events that must come next, ``closes`` the phases that were closed, by number, each with the game as it
    was when it had opened. ``goes_back_to`` is the number of the phase to which the game must go back next, 0 for none.
    """

    name: GameName
    seed: str
    board_text: str = ""
    cast: Cast = field(default_factory=Cast)
    game: Game | None = None
    opened: Game | None = None
    due: tuple[Event, ...] = ()
    closes: Mapping[int, tuple[PhaseClosed, Game]] = field(default_factory=dict)
    started: datetime | None = None
    goes_back_to: int = 0

    def step(self, facts: PageFacts) -> "ReplayedPage":
        """What happens by a page: its events and the replay after them; the last event is what the page is about.

        AgainstRulesError where that cannot have happened.
        """
        if isinstance(facts, OpeningFacts):
            return self._happened(*self._opening(facts))
        game = self.game
        if game is None or game.position is None:
            raise AgainstRulesError(_OPENING_FIRST)
        if self.due and not isinstance(facts, EndingFacts | JoiningFacts):
            raise AgainstRulesError(_COMES_FIRST[type(self.due[0])])
        if self.goes_back_to and not (isinstance(facts, RollbackFacts) and facts.undone[0] == self.goes_back_to):
            raise AgainstRulesError(_GOES_BACK)
        match facts:
            case PhaseFacts():
                closed, *due = _closed(game, facts)
                return self._happened(closed, due=tuple(due))
            case JoiningFacts():
                return self._happened(self._power_joined(facts))
            case EndingFacts():
                return self._happened(self._ending(game, game.position, facts))
            case AgreementFacts():
                return self._agreed(facts, game.position.phase)
            case CorrectionFacts():
                return self._happened(_corrected(game, game.position, facts))
            case TakeoverFacts():
                return self._happened(_taken_over(game, facts))
            case SettingsFacts():
                return self._happened(_settings_changed(game, facts))
            case RollbackFacts():
                return self._happened(self._rollback(facts))
            case WarFacts():
                return self._happened(_decided(game, facts))

    def _happened(self, *events: Event, due: tuple[Event, ...] = ()) -> "ReplayedPage":
        *earlier, step = transitions(self.game, events)
        game, event, closes, opened = step.after, step.event, dict(self.closes), self.opened
        if isinstance(event, PhaseClosed) and self.opened:
            closes[event.number] = (event, self.opened)
        if isinstance(event, GameStarted | PhaseClosed | RolledBack):
            opened = game
        started = event.at if isinstance(event, GameStarted) else self.started
        after = replace(self, game=game, opened=opened, closes=closes, due=due, started=started, goes_back_to=0)
        return ReplayedPage(step, after, tuple(one.event for one in earlier))

    def _agreed(self, facts: AgreementFacts, open_phase: Phase) -> "ReplayedPage":
        """That all have agreed; where they agreed to go back, that comes next, and to the phase that the page names."""
        agreed = ActAgreed(facts.number, facts.act, open_phase, facts.at, facts.by_operator)
        if facts.back_to:
            if facts.back_to not in self.closes:
                raise AgainstRulesError(_NOT_CLOSED)
            agreed = replace(agreed, back_to=self.closes[facts.back_to][0].before.phase, back_to_number=facts.back_to)
        page = self._happened(agreed)
        return replace(page, after=replace(page.after, goes_back_to=facts.back_to))

    def _power_joined(self, facts: JoiningFacts) -> PowerJoined:
        if self.due and isinstance(self.due[0], PowerJoined):
            return replace(self.due[0], at=facts.at)
        raise AgainstRulesError(_NO_COIN)

    def _opening(self, facts: OpeningFacts) -> Iterator[Event]:
        settings = replace(facts.settings, board_text=self.board_text)
        opening = GameOpened(self.name, settings, self.cast.master, self.seed, facts.started)
        yield opening
        opened = apply(None, opening)
        people = {power: self.cast.player(seat) for seat in opened.board.seats for power in seat}
        seats = {power: person.address for power, person in people.items()}
        for person in {person.address: person for person in people.values()}.values():
            yield PlayerJoined(person, (), facts.started)
        deadline = Deadline(facts.deadline, facts.started)
        plays = _powers_named(opened, facts.master_plays)
        yield GameStarted(seats, opening_position(opened.board), deadline, facts.started, plays)

    def _ending(self, game: Game, position: Position, facts: EndingFacts) -> GameEnded:
        if self.due and isinstance(self.due[0], GameEnded):
            return replace(self.due[0], at=facts.ended)
        if facts.ending in _BY_RULES:
            raise AgainstRulesError(_GOES_ON)
        return game_ended(game, position, facts.ending, facts.winners, facts.ended, facts.reason)

    def _rollback(self, facts: RollbackFacts) -> RolledBack:
        if self.game is None or facts.undone[0] not in self.closes:
            raise AgainstRulesError(_NOT_CLOSED)
        closed, was = self.closes[facts.undone[0]]
        return RolledBack(
            by=self.game.master,
            phase=closed.before.phase,
            position=closed.before,
            orders={},
            undone=facts.undone,
            misses={},
            still_years=was.still_years,
            deadline=Deadline(facts.deadline, facts.at),
            at=facts.at,
            scouting=was.scouting,
        )


@dataclass(frozen=True)
class ReplayedPage:
    """What a page is about, with the game before and after it, and the replay from there on.

    ``earlier`` are the events of the page before the one it is about.
    """

    transition: Transition[Event]
    after: Replay
    earlier: tuple[Event, ...] = ()

    @property
    def events(self) -> tuple[Event, ...]:
        """All events of the page."""
        return (*self.earlier, self.transition.event)


_OPENING_FIRST = "the opening comes first"
_COMES_FIRST = {GameEnded: "the game is over", PowerJoined: "a power joins first"}
_NO_COIN, _GOES_ON, _NOT_CLOSED = "no power joins here", "the game goes on", "no such phase has closed"
_NO_POWER = "no such power is on the board"
_OTHER_ACTS = "the acts that have pages are those of the pages before"
_GOES_BACK = "the game goes back to the phase that was agreed to"


def _powers_named(game: Game, names: tuple[str, ...] | None) -> tuple[Power, ...] | None:
    """The powers that the opening names as those of the master."""
    named = {name: power for power, names in game.board.powers.items() for name in names.values()}
    if names is None:
        return None
    if not {*names} <= named.keys():
        raise AgainstRulesError(_NO_POWER)
    return tuple(named[name] for name in names)


def _closed(game: Game, facts: PhaseFacts) -> tuple[Event, ...]:
    """The close of a phase by the orders that were given, and what follows from it by the rules."""
    if facts.acts is not None and game.acts != tuple(filter(has_page, facts.acts)):
        raise AgainstRulesError(_OTHER_ACTS)
    closed, *rest = close_at_deadline(_ordered(game, facts), facts.closed) or (None,)
    if not isinstance(closed, PhaseClosed):
        raise AgainstRulesError(_COMES_FIRST[GameEnded])
    deadline = Deadline(facts.deadline, facts.closed) if facts.deadline else None
    due = (one for one in rest if isinstance(one, PowerJoined | GameEnded))
    told = replace(closed, because=facts.because, deadline=deadline, clockwork=facts.clockwork, salts=facts.salts)
    fingerprint = game_fingerprint(game, told, facts.log, facts.acts) if facts.log else None
    return (replace(told, fingerprint=fingerprint), *due)


def _ordered(game: Game, facts: PhaseFacts) -> Game:
    """The game with the orders of a page in force."""
    return replace(
        game,
        orders={power: tuple(GivenOrder(one, 1, None) for one in given) for power, given in facts.orders.items()},
        errands={power: tuple(GivenErrand(one, 1, None) for one in given) for power, given in facts.errands.items()},
    )


def _corrected(game: Game, position: Position, facts: CorrectionFacts) -> PositionCorrected:
    after = apply_corrections(game.board, position, facts.corrections)
    if not isinstance(after, Position):
        raise AgainstRulesError(after[1].value)
    return PositionCorrected(game.master, facts.corrections, after, facts.reason, facts.at)


def _taken_over(game: Game, facts: TakeoverFacts) -> PositionTakenOver:
    """The position of another judge; JsonFaultError where it is none of the board."""
    position = read_position(facts.position, game.board, game.book)
    return PositionTakenOver(position, Deadline(facts.deadline, facts.at), facts.at)


def _settings_changed(game: Game, facts: SettingsFacts) -> SettingsChanged:
    now = with_changes(as_json(game.settings), facts.changed)
    return SettingsChanged(game.master, from_json(now, Settings), facts.at)


def _decided(game: Game, facts: WarFacts) -> WarEvent:
    found = decide_war(game, _command(game, facts.event), facts.at)
    if isinstance(found, Refused):
        raise AgainstRulesError(found.why.value)
    event = found[0]
    if not isinstance(event, type(facts.event)) or not isinstance(event, WarEvent):
        raise AgainstRulesError(type(event).__name__)
    return event


def _command(game: Game, event: WarEvent) -> WarCommand:
    """The command that brings an event of a war about."""
    match event:
        case AllianceAnnounced(power, to) | AllianceMade(power, to):
            return AnnounceAlliance(game.seats[power], to, power)
        case AllianceBroken(power, to) | AnnouncementTakenBack(power, to):
            return BreakAlliance(game.seats[power], to, power)
        case WarEntered(power=power, units=units):
            return EnterWar(game.master, power, tuple(map(_build, units)))
        case UnitStrengthened(unit=unit):
            return StrengthenUnit(game.master, unit.at.province)
        case FactoryBuilt(power=power):
            return BuildFactory(game.master, power)
        case UnitsRepaired(places=places):
            return RepairUnits(game.master, places)
        case RegionQuarantined(region=region):
            return QuarantineRegion(game.master, region)
        case RegionReleased(region=region):
            return ReleaseRegion(game.master, region)
        case TroopAdded(troop=troop):
            return AddTroop(game.master, troop)


def _build(unit: Unit) -> Build:
    return Build(unit.kind, unit.at, unit.corps.troop if unit.corps else "")
