"""Handle orders in advance: lines kept for a phase that is not open yet, alone or under a condition."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import DropAdvance, DropWishes, KeepAdvance, MeanOrders, WithdrawOrders
from judge.game.orders.order_status import is_errand_of_phase
from judge.game.orders.plans import Choice, OrderText, PlanStep, is_earlier_phase
from judge.game.refusals import Refusal, Refused
from judge.game.visibility import as_seen_by, sees_all
from judge.handlers.headings import handle_heading
from judge.handlers.held_lines import close_above
from judge.handlers.names import notations_of, read_condition
from judge.handlers.session import GameSession, LineContext, Session, hints_left
from judge.notation.line import Misread, MisreadReason, Offered, OfferReason, OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.read import read_heading, read_order
from judge.notation.several_orders import read_all_orders
from judge.notation.tables import Notation
from judge.reports.line_answers import Done, InvalidCommand, KeptInAdvance, NotKeptInAdvance, OrdersOffered, Unknown
from judge.reports.outcomes import Outcome
from judge.requests.conditions import ConditionalOrdersRequest
from judge.requests.requests import MeanOrdersRequest, WithdrawOrdersRequest
from judge.requests.vocabulary import Word, verb_of
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.memo import kept_for_same
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.war.errands import RestAll, ScoutOrder


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
    if key != "if" or not words or position is None or not session.game.powers_of(session.person.address):
        return None
    table = _context_of(position.phase, session)
    condition = read_condition(Word(line[words[0].start :], words[0].start), table.board, table.own, table.others)
    return None if isinstance(condition, InvalidCommand) else Refused(Refusal.CONDITION_NOW, phase=position.phase)


def handle_withdraw_orders(
    session: GameSession, line: str, clear: WithdrawOrdersRequest, context: LineContext
) -> Session:
    """Withdraw orders: those in force, those kept for a phase, or everything."""
    by = session.person.address
    position = session.game.open_position
    if clear.everything:
        return _withdraw_everything(session, line, context)
    if clear.phase is None or (position and clear.phase == position.phase):
        settled = replace(session, settled=True)
        return settled.decided(line, WithdrawOrders(by), context, Done(Outcome.ORDERS_WITHDRAWN))
    return session.decided(line, DropAdvance(by, clear.phase), context, Done(Outcome.ADVANCE_DROPPED))


def _withdraw_everything(session: Session, line: str, context: LineContext) -> Session:
    """Withdraw orders in force, orders in advance and standing wishes.

    It is no fault when there are none of the latter two.
    """
    by = session.person.address
    withdrawn = decide(session.game, WithdrawOrders(by), context.now)
    if isinstance(withdrawn, Refused):
        return session.told(line, withdrawn)
    kept: list[Event] = []
    for command in (DropAdvance(by), DropWishes(by)):
        dropped = decide(session.game, command, context.now)
        kept += () if isinstance(dropped, Refused) else dropped
    return replace(session, settled=True).happened((*withdrawn, *kept)).told(line, Done(Outcome.ALL_ORDERS_DROPPED))


def handle_mean_orders(session: Session, line: str, _: MeanOrdersRequest, context: LineContext) -> Session:
    """Confirm that void orders are meant to be void; it is no fault when there are none."""
    decided = decide(session.game, MeanOrders(session.person.address), context.now)
    if isinstance(decided, Refused):
        return session.told(line, decided)
    settled = replace(session.happened(decided), settled=True)
    return settled.told(line, Done(Outcome.ORDERS_MEANT if decided else Outcome.NO_ORDER_VOID))


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
    assert known.position is not None
    powers = game.powers_of(session.person.address)
    own, others = notations_of(session.person, game.board)
    power, hinted = powers[0] if powers else None, hints_left(session.answers)
    return _AdvanceContext(game.board, known.position, phase, power, own, others, hinted)


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
    reader = OrderReader(table.own, table.others, OrderContext(table.board, position, table.power))
    hopeless: dict[str, Misread | None] = {}
    for part, read in read_all_orders(line, reader, hinted=table.hinted):
        alone = (part, position, table.board, table.power, table.own, table.others)
        known = read_order(*alone) if isinstance(read, Offered) else read  # kept for later, it would ask nobody
        if isinstance(known, Misread):
            hopeless[part] = known if _is_final(known) else None
        elif isinstance(read, ScoutOrder | RestAll) and not is_errand_of_phase(read, position):
            hopeless[part] = Misread(part, 0, len(part), MisreadReason.WRONG_PHASE)
        else:
            hopeless[part] = None
    return hopeless


def _is_final(misread: Misread) -> bool:
    """Return whether a part stays misread in any position; of several meanings the units may leave one."""
    return misread.why is not MisreadReason.AMBIGUOUS


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
