"""Keeps lines for phases that are not open yet: orders in advance, alone or under a condition."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.desk.conditions import read_condition
from judge.desk.context import Context
from judge.desk.headings import headed
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress, hints_left
from judge.desk.scouts import errands_in
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.in_force import is_of_phase
from judge.game.orders.messages import DropAdvance, DropWishes, KeepAdvance, MeanOrders, WithdrawOrders
from judge.game.orders.plans import Choice, OrderText, Step, comes_before
from judge.game.refusals import Refusal, Refused
from judge.game.sight import as_known, sees_all
from judge.mail.blocks import If
from judge.mail.meanings import Clear, Ready
from judge.mail.words import Word, verb_of
from judge.notation.heading import read_heading
from judge.notation.meanings import Scene
from judge.notation.misread import Misread, Misreading
from judge.notation.reader import Reader
from judge.notation.several import orders_on
from judge.notation.tables import Notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, Kept, Unkept, Unknown, Wrong
from judge.rules.board import Board, Kind, Location, Power, Province, Terrain, Unit
from judge.rules.position import Dislodged, Phase, PhaseKind, Position


@dataclass(frozen=True)
class Table:
    """What lines for a phase ahead are read with: the board and what stands there ``now``, who writes them, how.

    ``hinted`` is for how many orders that are misread others are looked for.
    """

    board: Board
    now: Position
    phase: Phase
    power: Power | None
    own: Notation
    others: Sequence[Notation]
    hinted: int


def phase_ahead(progress: InGame) -> Phase | None:
    """The phase that the letter has named, where it is still to come."""
    position, named = progress.game.open_position, progress.phase
    if named is None or progress.astray or position is None:
        return None
    return named if comes_before(position.phase, named) else None


def keep_orders(progress: InGame, line: str, phase: Phase, context: Context) -> InGame:
    """Keep a line of orders as it was written; a part that no position could make an order is answered at once."""
    table = _table(phase, progress)
    heading = read_heading(line, table.board, table.own, table.others)
    if heading:
        return headed(progress, line, heading)
    hopeless = _hopeless(line, table)
    if not any(hopeless.values()):
        return _keep(progress, line, OrderText(line.strip()), phase, context)
    for part, misread in hopeless.items():
        if misread is None:
            progress = _keep(progress, part, OrderText(part), phase, context)
        else:
            progress = progress.told(part, Did(Deed.PLAIN_WORDS) if misread.is_prose else Unkept(phase, misread))
    return progress


def keep_block(progress: InGame, text: str, block: If, context: Context) -> Progress:
    """Keep a whole block of conditions, or, if any word of it is wrong, nothing of it."""
    game = progress.game
    position = game.open_position
    if position is None:
        return progress.told(text, Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_STARTED))
    if progress.astray:
        return progress.told(text, progress.astray)
    phase = progress.phase or position.phase
    step = _choice(block, _table(phase, progress), text)
    if isinstance(step, Choice):
        return _keep(progress, text, step, phase, context)
    return progress.told(text, Unkept(phase, step, whole=True))


def condition_without_end(progress: InGame, line: str) -> Refused | None:
    """The answer to a condition in front of orders for the open phase: none of those below it may be followed.

    Plain words may begin with "if" as well; those that read as a condition are one.
    """
    position = progress.game.open_position
    key, _, words = verb_of(line)
    if key != "if" or not words or position is None or not progress.game.powers_of(progress.person.address):
        return None
    table = _table(position.phase, progress)
    condition = read_condition(Word(line[words[0].start :], words[0].start), table.board, table.own, table.others)
    return None if isinstance(condition, Wrong) else Refused(Refusal.CONDITION_NOW, phase=position.phase)


def take_back(progress: InGame, line: str, clear: Clear, context: Context) -> Progress:
    """Take back orders: those in force, those kept for a phase, or everything there is."""
    by = progress.person.address
    position = progress.game.open_position
    if clear.everything:
        return _take_everything_back(progress, line, context)
    if clear.phase is None or (position and clear.phase == position.phase):
        return progress.decided(line, WithdrawOrders(by), context, Did(Deed.WITHDRAWN))
    return progress.decided(line, DropAdvance(by, clear.phase), context, Did(Deed.DROPPED))


def _take_everything_back(progress: Progress, line: str, context: Context) -> Progress:
    """Orders in force, orders in advance, wishes; there need not be any of the latter two."""
    by = progress.person.address
    withdrawn = decide(progress.game, WithdrawOrders(by), context.now)
    if isinstance(withdrawn, Refused):
        return progress.told(line, withdrawn)
    kept: list[Event] = []
    for command in (DropAdvance(by), DropWishes(by)):
        dropped = decide(progress.game, command, context.now)
        kept += () if isinstance(dropped, Refused) else dropped
    return progress.happened((*withdrawn, *kept)).told(line, Did(Deed.ALL_DROPPED))


def mean_orders(progress: Progress, line: str, _: Ready, context: Context) -> Progress:
    """Orders that are void are meant to be; that there are none is no mistake."""
    decided = decide(progress.game, MeanOrders(progress.person.address), context.now)
    if isinstance(decided, Refused):
        return progress.told(line, decided)
    return progress.happened(decided).told(line, Did(Deed.READY if decided else Deed.READY_ALREADY))


def _keep(progress: InGame, line: str, step: Step, phase: Phase, context: Context) -> InGame:
    person = progress.person
    command = KeepAdvance(person.address, phase, step, person.notation, context.number, context.written)
    seen = isinstance(step, Choice) and not sees_all(progress.game, person.address)
    return progress.decided(line, command, context, Kept(phase, seen))


def _table(phase: Phase, progress: InGame) -> Table:
    game = progress.game
    known = as_known(game, progress.person.address)
    assert known.position is not None
    powers = game.powers_of(progress.person.address)
    own, others = notations_of(progress.person, game.board)
    power, hinted = powers[0] if powers else None, hints_left(progress.answers)
    return Table(game.board, known.position, phase, power, own, others, hinted)


# --- blocks


def _choice(block: If, table: Table, text: str) -> Choice | Wrong | Misread:
    if block.stray:
        return Wrong(Unknown.STRAY, block.stray.text.strip(), block.stray.start, block.stray.end)
    condition = read_condition(block.condition, table.board, table.own, table.others)
    if isinstance(condition, Wrong):
        return condition
    branches: list[tuple[Step, ...]] = []
    for pieces in (block.then, block.otherwise):
        steps: list[Step] = []
        for piece in pieces:
            step = _step(piece, table, text)
            if isinstance(step, Wrong | Misread):
                return step
            steps.append(step)
        branches.append(tuple(steps))
    return Choice(condition, *branches)


def _step(piece: Word | If, table: Table, text: str) -> Step | Wrong | Misread:
    if isinstance(piece, If):
        return _choice(piece, table, text)
    for part, misread in _hopeless(piece.text, table).items():
        if misread:
            start = text.find(part, piece.start)
            return Misread(text, start + misread.start, start + misread.end, misread.why, (), misread.hints)
    return OrderText(piece.text.strip())


# --- what may become an order


def _hopeless(line: str, table: Table) -> dict[str, Misread | None]:
    """Each part of a line, with the reason why no position could make it an order, if there is one.

    A board with a unit of the reader in every region shows whether the words are those of an order of that phase.
    """
    position, hinted = _crowded(table), table.hinted
    reader = Reader(table.own, table.others, Scene(table.board, position, table.power))
    hopeless: dict[str, Misread | None] = {}
    for piece, errand in errands_in(line, table.board, table.own, table.others) or ((line, None),):
        if errand:
            is_apt = isinstance(errand, Misread) or is_of_phase(errand, position)
            unapt = Misread(piece, 0, len(piece), Misreading.WRONG_PHASE)
            hopeless[piece] = errand if isinstance(errand, Misread) else None if is_apt else unapt
        else:
            read = orders_on(piece, reader, hinted=hinted)
            hinted -= sum(isinstance(one, Misread) for _, one in read)
            hopeless |= {part: one if isinstance(one, Misread) and _is_final(one) else None for part, one in read}
    return hopeless


def _is_final(misread: Misread) -> bool:
    """Of several meanings the units that stand there may leave one."""
    return misread.why is not Misreading.AMBIGUOUS


def _crowded(table: Table) -> Position:
    owner = table.power or next(iter(table.board.powers))
    standing = {code: unit.at for code, unit in table.now.units.items()}
    units = {
        code: Unit(owner, _kind_in(code, table), standing.get(code, Location(code))) for code in table.board.regions
    }
    if table.phase.kind is not PhaseKind.RETREAT:
        return Position(table.phase, units)
    return Position(table.phase, {}, {}, {code: Dislodged(unit, code, ()) for code, unit in units.items()})


def _kind_in(code: Province, table: Table) -> Kind:
    """The kind of the unit that stands there now, else one that could."""
    unit = table.now.units.get(code)
    if unit:
        return unit.kind
    return Kind.FLEET if table.board.terrain(code) is Terrain.SEA else Kind.ARMY
