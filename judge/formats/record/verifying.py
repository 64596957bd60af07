"""Verifies a record: every page is judged again from its text, written anew, and compared with what stands."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import zip_longest

from judge.formats.positions_json import read_position
from judge.formats.record.facts import (
    NO_PAGE,
    AgreementFacts,
    CorrectionFacts,
    EndingFacts,
    JoiningFacts,
    Named,
    NoSealError,
    OpeningFacts,
    PageFacts,
    PageForm,
    PhaseFacts,
    RollbackFacts,
    Seal,
    SettingsFacts,
    TakeoverFacts,
    WarFacts,
    body_of,
    read_form,
    read_seal,
    sealed,
    with_changes,
)
from judge.formats.record.pages import counts_no_longer, page_name, page_text
from judge.formats.record.reading import PageReader, UnreadablePageError
from judge.formats.record.whole import INDEX, IndexEntry, has_former_title, index_text, read_index, read_name
from judge.game.apply import apply, has_page, transitions
from judge.game.deadlines.deadline import Deadline
from judge.game.folded_log import OpenPages
from judge.game.mastery.messages import ActAgreed, PositionCorrected, PositionTakenOver, RolledBack, SettingsChanged
from judge.game.messages import Event, Transition
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.phases.endings import game_ended
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.refusals import Refused
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined, PowerJoined
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game, GivenErrand, GivenOrder
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
from judge.reports.language import say
from judge.reports.orders import game_fingerprint
from judge.reports.own_texts import texts_of_records
from judge.rules.board import Power, Unit
from judge.rules.corrections import apply_corrections
from judge.rules.orders import Build
from judge.rules.position import Phase, Position, opening_position
from judge.store.event_json import as_json, from_json

# --- judges a record again from what its pages say: facts become events, and events the pages that there should be


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


# --- verifies a record: every page is judged again from its text, written anew, and compared with what stands


@dataclass(frozen=True)
class Difference:
    """The first page and line that differs: what stands there, what follows by the rules; line 0 is the whole page."""

    page: str
    line: int
    stands: str
    follows: str


class FormerRecordError(Exception):
    """The pages are from before they bore hashes; they must be written anew."""


@dataclass(frozen=True)
class PageRead:
    """What a page says, and the form it is in; ``own`` is its hash."""

    facts: PageFacts
    form: PageForm
    own: str


@dataclass(frozen=True)
class Verified:
    """How many pages were found the same, and the first difference, None where there is none.

    ``read`` are those pages, ``seed`` what the lots depend on, empty while no page tells it, ``board_text`` the file of
    a board of somebody's own, ``fingerprint`` that of the game at its last close, empty where no page bears one.
    """

    name: str
    pages: int
    difference: Difference | None = None
    read: tuple[PageRead, ...] = ()
    seed: str = ""
    board_text: str = ""
    fingerprint: str = ""


@texts_of_records()
def verify(texts: Mapping[str, str]) -> Verified:
    """Judge a record again from its ``texts`` by file name; FormerRecordError for pages without hashes."""
    names = sorted(name for name in texts if _PAGE.fullmatch(name))
    if INDEX not in texts:
        if names and all(_is_former(texts[name]) for name in names):
            raise FormerRecordError
        return Verified("", 0, Difference(INDEX, 0, "", INDEX))
    entries = read_index(texts[INDEX])
    listed = [entry.name for entry in entries]
    for extra in (*(one for one in names if one not in listed), *(one for one in listed if one not in names)):
        stands, follows = ("", extra) if extra in listed else (extra, "")
        return Verified("", 0, Difference(extra, 0, stands, follows))
    return _verified(texts, entries)


_PAGE = re.compile(r"\d{3}-\S+\.txt")


def _is_former(text: str) -> bool:
    try:
        read_seal(text)
    except NoSealError as error:
        return error.is_former
    return False


# --- page by page


@dataclass(frozen=True)
class _Progress:
    """The pages that were found the same so far."""

    replay: Replay
    open_pages: OpenPages = field(default_factory=OpenPages)
    entries: tuple[IndexEntry, ...] = ()
    phases: frozenset[str] = frozenset()
    read: tuple[PageRead, ...] = ()

    @property
    def before(self) -> str:
        """The hash of the last page."""
        return self.entries[-1].own if self.entries else NO_PAGE


class _DifferenceError(Exception):
    """A page that differs."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference)
        self.difference = difference


def _verified(texts: Mapping[str, str], entries: Sequence[IndexEntry]) -> Verified:
    progress = _Progress(Replay(GameName(""), ""))
    page = INDEX
    try:
        form = _seal(INDEX, texts[INDEX]).form
        progress = _Progress(_beginning(texts, form))
        for entry in entries:
            page = entry.name
            progress = _with_page(progress, page, texts)
        page = INDEX
        if not entries:
            return Verified(progress.replay.name, 0)
        _compare(INDEX, texts[INDEX], _index(progress, form, texts[INDEX]))
    except _DifferenceError as error:
        return Verified(progress.replay.name, len(progress.entries), error.difference)
    except Exception as error:  # noqa: BLE001 - a page that was altered may say anything at all
        found = Difference(page, 1, _first_line(texts[page]), f"{type(error).__name__}: {error}")
        return Verified(progress.replay.name, len(progress.entries), found)
    replay = progress.replay
    last = replay.game.fingerprint if replay.game else ""
    return Verified(replay.name, len(progress.entries), None, progress.read, replay.seed, replay.board_text, last)


def _beginning(texts: Mapping[str, str], form: PageForm) -> Replay:
    """The replay before the first page: the name, the seed if a page tells it."""
    name = read_name(texts[INDEX], form)
    if not name:
        raise _DifferenceError(
            Difference(INDEX, 1, _first_line(texts[INDEX]), say(form.language, "record.index", game="…"))
        )
    read = (PageReader(texts[name], read_form(texts[name]) or form) for name in sorted(texts) if _PAGE.fullmatch(name))
    return Replay(GameName(name), next(filter(None, (reader.seed() for reader in read)), ""))


def _with_page(progress: _Progress, name: str, texts: Mapping[str, str]) -> _Progress:
    """The progress with one page more; raises where the page differs."""
    text = texts[name]
    seal = _seal(name, text)
    replay = progress.replay
    try:
        facts = _facts(PageReader(body_of(text), seal.form), name, replay)
        if isinstance(facts, OpeningFacts):
            replay = replace(replay, board_text=texts.get(f"{facts.settings.board}.toml", ""))
        page = replay.step(facts)
    except UnreadablePageError as error:
        raise _DifferenceError(Difference(name, error.line, error.stands, error.wanted)) from None
    except AgainstRulesError as error:
        raise _DifferenceError(Difference(name, 1, _first_line(text), str(error))) from None
    step = page.transition
    told = facts.press if isinstance(facts, PhaseFacts) else facts.notes if isinstance(facts, EndingFacts) else ()
    errands = facts.errands if isinstance(facts, PhaseFacts) else {}
    named = facts.named if isinstance(facts, OpeningFacts | SettingsFacts) else Named()
    expected = sealed(page_text(step, seal.form, told, errands, named), seal.form, progress.before)
    _compare(name, text, expected)
    number, title = progress.open_pages.name_of(step) or (0, "")
    _compare(name, name, page_name(number, title))
    entries = progress.entries
    phases = progress.phases
    if isinstance(step.event, RolledBack):
        undone = step.event.undone
        entries = tuple(
            replace(
                one,
                undone=one.undone or counts_no_longer(one.name, is_phase=one.name in phases, undone=undone),
            )
            for one in entries
        )
    if isinstance(step.event, PhaseClosed):
        phases |= {name}
    entry = IndexEntry(name, read_seal(expected).own)
    read = (*progress.read, PageRead(facts, seal.form, entry.own))
    return _Progress(page.after, progress.open_pages.after(step), (*entries, entry), phases, read)


def _facts(reader: PageReader, name: str, replay: Replay) -> PageFacts:
    """What a page says, by the kind of page that its name tells."""
    kind = _KIND.fullmatch(name)
    game = replay.game
    if kind is None or game is None or game.position is None:
        return reader.opening()
    match kind["kind"]:
        case "end":
            return reader.ending(game)
        case "joined":
            return reader.joining()
        case "agreed":
            return reader.agreement()
        case "corrected":
            return reader.correction()
        case "taken":
            return reader.taken_over()
        case "decided":
            return reader.decided(game)
        case "settings":
            return reader.settings()
        case "undone":
            return reader.rollback()
        case _:
            return reader.phase(game, game.position)


_KIND = re.compile(r"\d{3}-(?:[SFW]\d+[MRA]-?)?(?P<kind>[a-z]*)(?:-\d+)?\.txt")


def _index(progress: _Progress, form: PageForm, stands: str) -> str:
    """The index that there should be, with the title of the one that stands there."""
    game, entries = progress.replay.game, progress.entries
    title = _first_line(stands) if has_former_title(stands, form) else ""
    return index_text(game, progress.replay.started, entries, form, title) if game else ""


def _seal(name: str, text: str) -> Seal:
    try:
        return read_seal(text)
    except NoSealError:
        lines = text.split("\n")
        raise _DifferenceError(Difference(name, max(1, len(lines) - 1), lines[-2:][0], "SHA-256 …")) from None


def _first_line(text: str) -> str:
    return text.partition("\n")[0]


def _compare(page: str, stands: str, follows: str) -> None:
    """Raise the first line of a page that differs."""
    if stands == follows:
        return
    theirs, ours = stands.split("\n"), follows.split("\n")
    pairs = zip_longest(theirs, ours)
    line, (mine, other) = next((n, pair) for n, pair in enumerate(pairs, 1) if pair[0] != pair[1])
    raise _DifferenceError(Difference(page, line, mine or "", other or ""))
