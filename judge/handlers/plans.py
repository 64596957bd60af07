"""Handle orders kept for later phases, alone or as standing wishes, and give them when a phase opens.

Clockwork players give theirs at the same moment.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from judge.game.apply import Trail, apply_all
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import (
    AdvanceKept,
    BuildWish,
    Choice,
    DropWishes,
    ErrandGiven,
    GiveErrand,
    GiveOrder,
    KeepAdvance,
    KeepWish,
    LeaveLines,
    LeftAside,
    OrderGiven,
    OrderText,
    PlanSource,
    PlanStep,
    PlanTaken,
    RemovalWish,
    RetreatWish,
    Wish,
    is_earlier_phase,
    lines_for,
    wished_orders,
)
from judge.game.orders.order_status import is_errand_of_phase, powers_expected_to_write, scouts_without_errand
from judge.game.phases.close import close_early
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.game.visibility import as_seen_by, sees_all
from judge.handlers.headings import close_above, handle_heading
from judge.handlers.names import NamedRegion, RegionReader, notations_by_name, notations_of, read_condition
from judge.handlers.practice import with_clockwork_orders
from judge.handlers.services import contained
from judge.handlers.session import (
    GameSession,
    LineContext,
    Session,
    handles_in_game,
    hints_left,
    no_player,
    not_started,
)
from judge.handlers.transaction import unless_failed
from judge.notation.line import Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import read_heading, read_order
from judge.notation.several_orders import are_orders, read_all_orders
from judge.notation.tables import Notation, OrderPart
from judge.notation.write import write_place
from judge.reports.line_answers import (
    Done,
    InvalidCommand,
    KeptInAdvance,
    NotKeptInAdvance,
    OrdersOffered,
    Outcome,
    Unknown,
)
from judge.requests.orders import ConditionalOrdersRequest, KeepWishRequest
from judge.requests.vocabulary import Word, verb_of, vocabulary
from judge.rules.adjustments import builds_at
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.fast import kept_for_same
from judge.rules.orders import Build, Order
from judge.rules.position import Dislodged, Phase, PhaseKind, Position, possible_build_centres
from judge.rules.war.scouts import Rest, RestAll, ScoutOrder

# --- turn what players have kept for a phase into orders when it opens; close it at once if it is then complete


_MOST_PHASES_AT_ONCE = 30
"""Phases that may close one after the other; more than anybody can have kept orders for."""


def with_plans_taken_up(trail: Trail, now: datetime) -> Trail:
    """Return the events and what follows: orders of clockwork players and, if a phase closes, plans, further closes."""
    trail = with_clockwork_orders(trail, now)
    is_closed = any(isinstance(event, PhaseClosed) for event in trail.events)
    for _ in range(_MOST_PHASES_AT_ONCE):
        if not is_closed or trail.game is None:
            break
        closed = trail.game.phases_closed
        trail = unless_failed(trail, now, partial(_phase_taken_up, trail, now))
        is_closed = trail.game is not None and trail.game.phases_closed > closed
    return trail


def _phase_taken_up(trail: Trail, now: datetime) -> Trail:
    """Return the trail with the plans for the phase that has just opened, and its close where they complete it."""
    assert trail.game
    taken = with_clockwork_orders(trail.on(_plans_taken_up(trail.game, now)), now)
    return taken.on(close_early(taken.game, now)) if taken.game else taken


def what_follows(game: Game | None, now: datetime) -> Trail:
    """Return what follows from what has happened: orders of clockwork players, closes, plans taken up."""
    return unless_failed(Trail(game), now, lambda: with_plans_taken_up(closed_early(game, now), now))


def closed_early(game: Game | None, now: datetime) -> Trail:
    """Return the orders of clockwork players, and the close where nothing is missing any more."""
    ready = with_clockwork_orders(Trail(game), now)
    return ready.on(close_early(ready.game, now)) if ready.game else ready


def _plans_taken_up(game: Game, now: datetime) -> tuple[Event, ...]:
    """Return the events of all plans for the phase that has just opened."""
    position = game.open_position
    if position is None:
        return ()
    writing = {
        game.seats[power]
        for power in (*powers_expected_to_write(game), *_powers_with_scouts(game, position))
        if power in game.seats
    }
    powers = (power for power in game.board.powers if game.seats.get(power) in writing)
    return tuple(event for power in powers for event in _plan_contained(game, position, power, now))


def _plan_contained(game: Game, position: Position, power: Power, now: datetime) -> tuple[Event, ...]:
    """Return the events of a power's plan; where the judge fails over it, all its lines are left aside, and told so."""

    def left_aside() -> tuple[Event, ...]:
        kept = game.advance_of(power, position.phase)
        lines = tuple(LeftAside(line, one.notation, None) for one in kept for line in lines_for(one.step, position))
        return (PlanTaken(power, position.phase, PlanSource.ADVANCE, lines, now),) if kept else ()

    find = partial(_plan_of_power, game, position, power, now)
    return contained(lambda: tuple(find()), left_aside, "a plan is left aside")


def _powers_with_scouts(game: Game, position: Position) -> Iterator[Power]:
    """Yield powers with plans for a phase in which only scouts, not their units, may need orders."""
    if game.board.war.scouts:
        yield from (power for power in game.board.powers if game.advance_of(power, position.phase))


def _plan_of_power(game: Game, position: Position, power: Power, now: datetime) -> Iterator[Event]:
    """Yield the orders that a power has kept; if those come to no order, what its standing wishes come to."""
    known = as_seen_by(game, game.seats[power]).position or position
    kept = game.advance_of(power, position.phase)
    found: list[OrderGiven | ErrandGiven | LeftAside | Offered] = []
    for step in kept:
        for line in lines_for(step.step, known):
            found += _read_plan_line(
                apply_all(game, [one for one in found if isinstance(one, ErrandGiven)]), known, step, line, now
            )
    given = [one for one in found if isinstance(one, OrderGiven)]
    yield from (one for one in found if isinstance(one, OrderGiven | ErrandGiven))
    if kept:
        unsure = {one: LeftAside(one.line, kept[-1].notation, None) for one in found if isinstance(one, Offered)}
        aside = tuple(
            unsure[one] if isinstance(one, Offered) else one for one in found if isinstance(one, Offered | LeftAside)
        )
        yield PlanTaken(power, position.phase, PlanSource.ADVANCE, aside, now)
        offered = tuple((power, order) for one in unsure for order in one.orders)
        left = LeaveLines(game.seats[power], kept[-1].letter, position.phase, offered)
        opened = decide(apply_all(game, given), left, now) if offered else ()
        yield from () if isinstance(opened, Refused) else opened
    wished = game.wished.get(power)
    orders = () if given or not wished else wished_orders(game.board, known, power, wished.wishes)
    if wished and orders:
        yield from (OrderGiven(power, order, wished.letter, None, now) for order in orders)
        yield PlanTaken(power, position.phase, PlanSource.WISHES, (), now)


def _read_plan_line(
    game: Game, position: Position, kept: AdvanceKept, line: str, now: datetime
) -> Iterator[OrderGiven | ErrandGiven | LeftAside | Offered]:
    """Yield what each order of a kept line comes to in the position, as far as its writer knows it.

    What is not certain is offered, as it would be by letter.
    """
    own, others = notations_by_name(kept.notation, game.board)
    reader = OrderReader(own, others, OrderContext(game.board, position, kept.power))
    for part, read in read_all_orders(line, reader, hinted=0):
        match read:
            case Misread():
                yield LeftAside(part, kept.notation, None)
            case Offered():
                yield read
            case RestAll():
                posts = scouts_without_errand(game.scouting, game.errands, kept.power)
                yield from (_decide_plan_order(game, kept, part, Rest(at), now) for at in posts)
            case _:
                yield _decide_plan_order(game, kept, part, read, now)


def _decide_plan_order(
    game: Game, kept: AdvanceKept, part: str, order: Order | ScoutOrder, now: datetime
) -> OrderGiven | ErrandGiven | LeftAside:
    """Decide an order as if it came by letter at the very opening of the phase."""
    by, phase = game.seats[kept.power], kept.phase
    command: GiveOrder | GiveErrand = (
        GiveErrand(by, order, kept.letter, now, None, phase)
        if isinstance(order, ScoutOrder)
        else GiveOrder(by, order, kept.letter, now, None, phase, kept.power)
    )
    decided = decide(game, command, now)
    if isinstance(decided, Refused):
        return LeftAside(part, kept.notation, decided)
    (given,) = (event for event in decided if isinstance(event, OrderGiven | ErrandGiven))
    return given


# --- handle orders in advance: lines kept for a phase that is not open yet, alone or under a condition


@dataclass(frozen=True)
class _AdvanceContext:
    """How lines for a later phase are read: the board, the position ``now``, the writer's power, notations.

    ``hinted`` is how many more misread orders get hints.
    """

    board: Board
    now: Position
    phase: Phase
    power: Power | None
    own: Notation
    others: Sequence[Notation]
    hinted: int


def phase_ahead(session: GameSession) -> Phase | None:
    """The phase that the letter has named, where it is still to come."""
    position, named = session.game.open_position, session.phase
    if named is None or position is None or (session.held and session.held.phase_unread):
        return None
    return named if is_earlier_phase(position.phase, named) else None


def handle_advance_orders(session: GameSession, line: str, phase: Phase, context: LineContext) -> GameSession:
    """Keep a line of orders as it was written.

    A part that could be no order of that phase in any position is answered at once and not kept.
    """
    table = _context_of(phase, session)
    heading = read_heading(line, table.board, table.own, table.others)
    if heading:
        return handle_heading(session, line, heading)
    hopeless = _parts_misread(line, table)
    if not any(hopeless.values()):
        return keep_line(session, line, line.strip(), phase, context)
    for part, misread in hopeless.items():
        if misread is None:
            session = keep_line(session, part, part, phase, context)
        else:
            session = session.told(
                part, Done(Outcome.PLAIN_WORDS) if misread.is_prose else NotKeptInAdvance(phase, misread)
            )
    return session


def offer_to_keep(
    session: GameSession, line: str, plan: str, phase: Phase, why: OfferReason = OfferReason.EARLY
) -> GameSession:
    """Offer to keep a line of orders for their phase."""
    if not session.game.settings.advance:
        return session.told(line, Refused(Refusal.OTHER_PHASE, phase=phase))
    told = session.told(line, OrdersOffered((), why, line.strip(), (plan,)))
    return replace(told, plans=(*session.plans, (phase, plan)))


@handles_in_game(not_started, when_held=True)
def handle_conditional_orders(
    session: GameSession, text: str, block: ConditionalOrdersRequest, context: LineContext
) -> Session:
    """Keep a whole block of conditions; if any word of it is wrong, keep nothing of it."""
    game = session.game
    position = game.open_position
    if position is None:
        return session.told(text, Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED))
    if session.held:
        return session.told(text, Refused(Refusal.GOVERNED))
    phase = session.phase or position.phase
    step = _read_choice(block, _context_of(phase, session), text)
    if isinstance(step, Choice):
        return _keep_step(session, text, step, phase, context)
    return session.told(text, NotKeptInAdvance(phase, step, whole=True))


def refused_condition(session: GameSession, line: str) -> Refused | None:
    """Return the refusal of a condition that stands before orders for the open phase, or None.

    No order below it may be followed. Plain words may begin with "if" as well; only what reads as a condition is one.
    """
    position = session.game.open_position
    key, _, words = verb_of(line)
    if key != "if" or not words or position is None or not session.powers:
        return None
    table = _context_of(position.phase, session)
    condition = read_condition(Word(line[words[0].start :], words[0].start), table.board, table.own, table.others)
    return None if isinstance(condition, InvalidCommand) else Refused(Refusal.CONDITION_NOW, phase=position.phase)


def keep_line(session: GameSession, line: str, plan: str, phase: Phase, context: LineContext) -> GameSession:
    """Keep a line for a later phase, or offer it below a line that holds it."""
    session = close_above(session)
    if session.held:
        offered = OrdersOffered((), OfferReason.HEADING, session.held.line.strip(), (plan,))
        return replace(session, plans=(*session.plans, (phase, plan))).told(line, offered)
    return _keep_step(session, line, OrderText(plan), phase, context)


def _keep_step(session: GameSession, line: str, step: PlanStep, phase: Phase, context: LineContext) -> GameSession:
    person = session.person
    command = KeepAdvance(person.address, phase, step, person.notation, context.number, context.written)
    seen = isinstance(step, Choice) and not sees_all(session.game, person.address)
    return session.decided(line, command, context, KeptInAdvance(phase, seen))


def _context_of(phase: Phase, session: GameSession) -> _AdvanceContext:
    game = session.game
    known = as_seen_by(game, session.person.address)
    powers = game.powers_of(session.person.address)
    own, others = notations_of(session.person, game.board)
    power, hinted = powers[0] if powers else None, hints_left(session.answers)
    return _AdvanceContext(game.board, known.stands_at, phase, power, own, others, hinted)


# --- blocks


def _read_choice(
    block: ConditionalOrdersRequest, table: _AdvanceContext, text: str
) -> Choice | InvalidCommand | Misread:
    if block.stray:
        return InvalidCommand(Unknown.NOT_IN_BLOCK, block.stray.text.strip(), block.stray.start, block.stray.end)
    condition = read_condition(block.condition, table.board, table.own, table.others)
    if isinstance(condition, InvalidCommand):
        return condition
    branches: list[tuple[PlanStep, ...]] = []
    for pieces in (block.then, block.otherwise):
        steps: list[PlanStep] = []
        for piece in pieces:
            step = _read_step(piece, table, text)
            if isinstance(step, InvalidCommand | Misread):
                return step
            steps.append(step)
        branches.append(tuple(steps))
    return Choice(condition, *branches)


def _read_step(
    piece: Word | ConditionalOrdersRequest, table: _AdvanceContext, text: str
) -> PlanStep | InvalidCommand | Misread:
    if isinstance(piece, ConditionalOrdersRequest):
        return _read_choice(piece, table, text)
    for part, misread in _parts_misread(piece.text, table).items():
        if misread:
            start = text.find(part, piece.start)
            return Misread(text, start + misread.start, start + misread.end, misread.why, (), misread.hints)
    return OrderText(piece.text.strip())


# --- what may become an order


def _parts_misread(line: str, table: _AdvanceContext) -> dict[str, Misread | None]:
    """Return each part of a line with its misreading if no position could make it an order, else None.

    It is read on a board with a unit of the reader in every region.
    """
    position = _full_position(table.board, table.now, table.phase, table.power)
    if table.phase.kind is PhaseKind.ADJUSTMENT and _are_winter_orders(line, table):
        return {line.strip(): None}
    reader = OrderReader(table.own, table.others, OrderContext(table.board, position, table.power))
    hopeless: dict[str, Misread | None] = {}
    for part, read in read_all_orders(line, reader, hinted=table.hinted):
        alone = (part, position, table.board, table.power, table.own, table.others)
        known = read_order(*alone) if isinstance(read, Offered) else read  # kept for later, it would ask nobody
        if isinstance(known, Misread):
            hopeless[part] = known if known.why is not MisreadReason.AMBIGUOUS else None  # units may leave one meaning
        elif isinstance(read, ScoutOrder | RestAll) and not is_errand_of_phase(read, position):
            hopeless[part] = Misread(part, 0, len(part), MisreadReason.WRONG_PHASE)
        else:
            hopeless[part] = None
    return hopeless


def _are_winter_orders(line: str, table: _AdvanceContext) -> bool:
    """Whether a line is builds or removals in sentences, where as many are due as may be."""
    winters = winters_of(table.now, table.phase, table.board, table.power)
    return any(are_orders(line, each, table.board, table.power, table.own, table.others) for each in winters)


def winters_of(now: Position, phase: Phase, board: Board, power: Power | None) -> tuple[Position, ...]:
    """Return the position in a phase of adjustments, once as if all might be built, once as if all had to go."""
    homes = dict.fromkeys(possible_build_centres(board, power), power) if power else {}
    others = {code: unit for code, unit in now.units.items() if unit.power != power}
    built = replace(now, phase=phase, dislodged={}, units=others, owners={**now.owners, **homes})
    kept = {code: owner for code, owner in now.owners.items() if owner != power}
    return built, replace(now, phase=phase, dislodged={}, owners=kept)


@kept_for_same
def _full_position(board: Board, now: Position, phase: Phase, power: Power | None) -> Position:
    """Return a position of that phase with a unit of the power in every region: those that stand there now."""
    owner = power or next(iter(board.powers))
    standing = {code: unit.at for code, unit in now.units.items()}
    units = {
        code: Unit(owner, _kind_in(code, board, now), standing.get(code, Location(code))) for code in board.regions
    }
    if phase.kind is not PhaseKind.RETREAT:
        return Position(phase, units)
    return Position(phase, {}, {}, {code: Dislodged(unit, code, ()) for code, unit in units.items()})


def _kind_in(code: Province, board: Board, now: Position) -> UnitKind:
    """Return the kind of the unit that stands in a province now, else one that could."""
    unit = now.units.get(code)
    if unit:
        return unit.kind
    return UnitKind.FLEET if board.terrain(code) is Terrain.SEA else UnitKind.ARMY


# --- handle standing wishes: where units retreat to, what is built, what is removed


_MOST_HINTS = 6


@dataclass(frozen=True)
class _WishReader:
    """Whose wishes are read, on which board, in which notations."""

    board: Board
    power: Power
    own: Notation
    others: Sequence[Notation]


@dataclass(frozen=True)
class _RegionList:
    """The regions of a list; ``closed`` when it ends with the word for nothing more."""

    items: tuple[tuple[NamedRegion, int], ...]
    closed: bool


@handles_in_game(no_player)
def handle_wishes(session: GameSession, line: str, wished: KeepWishRequest, context: LineContext) -> Session:
    """Keep a wish, or drop all wishes; a list with anything wrong in it is not kept."""
    game, by = session.game, session.person.address
    powers = game.powers_of(by)
    if not powers:
        return session.told(line, Refused(Refusal.NOT_A_PLAYER))
    if wished.kind == "nothing":
        return session.decided(line, DropWishes(by), context, Done(Outcome.WISHES_DROPPED))
    reader = _WishReader(game.board, powers[0], *notations_of(session.person, game.board))
    wish = _read_wish(wished, wished.list or Word("", len(line.rstrip())), reader)
    if isinstance(wish, InvalidCommand):
        return session.told(line, wish)
    return session.decided(line, KeepWish(by, wish, context.number), context, Done(Outcome.WISH_KEPT))


def _read_wish(wished: KeepWishRequest, written: Word, reader: _WishReader) -> Wish | InvalidCommand:
    names = RegionReader(written, reader.board, reader.own, reader.others)
    match wished.kind:
        case "retreats":
            return _read_retreats(names, reader)
        case "builds":
            return _read_builds(names, reader)
        case "removals":
            listed = _read_list(names, 0, None)
            return listed if isinstance(listed, InvalidCommand) else RemovalWish(tuple(_provinces_of(listed)))
        case _:
            word = wished.word or written
            return InvalidCommand.at(Unknown.WISH, word)


def _read_list(names: RegionReader, place: int, closing: OrderPart | None) -> _RegionList | InvalidCommand:
    """Read the regions from a token on, up to the word that closes the list.

    Signs and "and" separate them.
    """
    items: list[tuple[NamedRegion, int]] = []
    while place < names.size:
        token = names.tokens[place]
        closed = next((found.end for found in names.lexicon.of(place, closing)), None) if closing else None
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
        elif closed and not any(names.lexicon.of(place, OrderPart.PLACE)):
            more = names.wrong(Unknown.BEHIND_LIST_END, closed, names.size)
            return more if closed < names.size else _RegionList(tuple(items), closed=True)
        else:
            named = names.named(place)
            if isinstance(named, InvalidCommand):
                return named
            items.append((named, place))
            place = named.end
    return _RegionList(tuple(items), closed=False) if items else names.wrong(Unknown.REGION, place, place)


def _provinces_of(listed: _RegionList) -> dict[Province, None]:
    return dict.fromkeys(named.at.province for named, _ in listed.items)


# --- retreats


def _read_retreats(names: RegionReader, reader: _WishReader) -> RetreatWish | InvalidCommand:
    """Read ``A BUR: PAR, GAS, D`` for the unit of one region, ``PAR, GAS`` for every unit."""
    colon = next((place for place, token in enumerate(names.tokens) if token.text == ":"), None)
    unit = names.named(0) if colon else None
    if isinstance(unit, InvalidCommand):
        return unit
    listed = _read_list(names, (colon or -1) + 1, OrderPart.DISBAND)
    if isinstance(listed, InvalidCommand):
        return listed
    if unit is None:
        return RetreatWish(None, _locations_of(listed), listed.closed)
    ways = _reachable_from(unit.at.province, reader.board)
    for named, place in listed.items:
        if named.at.province not in {way.province for way in ways}:
            hints = [write_place(Location(way), reader.own, reader.board) for way in sorted({w.province for w in ways})]
            return names.wrong(Unknown.RETREAT, place, named.end, hints[:_MOST_HINTS])
    return RetreatWish(unit.at.province, _locations_of(listed), listed.closed)


def _locations_of(listed: _RegionList) -> tuple[Location, ...]:
    return tuple(dict.fromkeys(named.at for named, _ in listed.items))


def _reachable_from(province: Province, board: Board) -> frozenset[Location]:
    """Return where any unit could go that stood in a province."""
    stands = [Location(province), *(Location(province, coast) for coast in board.regions[province].coasts)]
    return frozenset().union(*(board.neighbours(kind, at) for kind in UnitKind for at in stands))


# --- builds


def _read_builds(names: RegionReader, reader: _WishReader) -> BuildWish | InvalidCommand:
    """Read ``F BRE, A PAR``, perhaps with the word for no more builds at the end."""
    listed = _read_list(names, 0, OrderPart.WAIVE)
    if isinstance(listed, InvalidCommand):
        return listed
    builds: list[Build] = []
    for named, place in listed.items:
        possible = _possible_builds(reader, named.at.province)
        meant = [build for build in possible if _is_meant(named, build, reader.board)]
        if len(meant) != 1:
            some = (
                meant
                or possible
                or [
                    build
                    for home in sorted(possible_build_centres(reader.board, reader.power))
                    for build in _possible_builds(reader, home)
                ]
            )
            hints = [_write_build(build, reader) for build in some]
            return names.wrong(Unknown.BUILD, place, named.end, hints[:_MOST_HINTS])
        builds += meant
    return BuildWish(tuple(dict.fromkeys(builds)), listed.closed)


def _possible_builds(reader: _WishReader, province: Province) -> list[Build]:
    """Return all that a power can ever build in a province."""
    if province not in possible_build_centres(reader.board, reader.power):
        return []
    troops = reader.board.war.troops
    builds = builds_at(reader.board, province)
    return [
        build for build in builds if not build.troop or reader.power in (troops[build.troop].powers or {reader.power})
    ]


def _is_meant(named: NamedRegion, build: Build, board: Board) -> bool:
    """Return whether a name means a build; an army needs no coast, but one may be named."""
    wants_coast = bool(named.at.coast and board.regions[named.at.province].coasts and build.kind is UnitKind.FLEET)
    if named.troop and build.troop:
        return named.troop == build.troop
    return named.kind in {None, build.kind} and (not wants_coast or build.at.coast == named.at.coast)


def _write_build(build: Build, reader: _WishReader) -> str:
    return f"{build.troop or build.kind.value} {write_place(build.at, reader.own, reader.board)}"
