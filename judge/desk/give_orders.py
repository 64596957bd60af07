"""The lines of a letter that give orders: read for the units that really stand there, decided one by one."""

from judge.desk.progress import Progress, Reading
from judge.game.commands import GiveOrder, Person
from judge.game.decide import decide
from judge.game.events import OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.notation.heading import read_heading
from judge.notation.misread import Misread, Misreading
from judge.notation.several import are_orders, read_orders
from judge.notation.tables import Notation, load_notation, notation_names
from judge.reports.echo import Answer, Deed, Did, Ordered
from judge.rules.adjustments import answer_adjustments
from judge.rules.board import Power
from judge.rules.legality import why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.setup import opening_position
from judge.rules.verdicts import Illegal, Void


def give_orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Take a line that is no command: one order, several, a heading, or plain words."""
    game, person = progress.game, progress.person
    position = game.open_position if game else None
    if game is None or position is None or not game.powers_of(person.address):
        return progress.told(line, _no_orders_here(game, person, line))
    if progress.astray:
        return progress.told(line, progress.astray)
    heading = read_heading(line, game.board, *notations_of(person))
    if heading:
        return progress.told(line, _headed(heading.power, game.powers_of(person.address)))
    for part, read in _readings(game, position, person, line):
        if isinstance(read, Misread):
            progress = progress.told(
                part, Did(Deed.PLAIN_WORDS) if is_prose(read) else _astray(read, progress, position)
            )
        else:
            progress = _give(progress, part, read, reading)
    return progress


def _astray(misread: Misread, progress: Progress, position: Position) -> Answer:
    """Of a line for a phase that is past, nobody need know how it should have been written."""
    if progress.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=progress.phase)


def _headed(power: Power | None, own: tuple[Power, ...]) -> Answer:
    """A heading changes nothing; one that names a power of somebody else is worth a word."""
    if power is None or power in own:
        return Did(Deed.HEADING)
    return Refused(Refusal.NOT_YOUR_POWER, power=power)


def point_out(progress: Progress, line: str) -> Progress:
    """A line below the end of a letter is not read; one that looks like an order is pointed out."""
    return progress.told(line, Did(Deed.NOT_READ)) if is_order(progress, line) else progress


def is_order(progress: Progress, line: str) -> bool:
    """Whether a line is nothing but orders, in the open phase of the writer's game."""
    position = progress.game.open_position if progress.game else None
    if progress.game is None or position is None:
        return False
    power = _only(progress.game.powers_of(progress.person.address))
    return are_orders(line, position, progress.game.board, power, *notations_of(progress.person))


def _no_orders_here(game: Game | None, person: Person, line: str) -> Answer:
    """Before the start a line is an order if it will be one then; else it is a greeting."""
    if game is None:
        return Did(Deed.PLAIN_WORDS)
    if game.position is None:
        ordered = are_orders(line, opening_position(game.board), game.board, None, *notations_of(person))
        return Refused(Refusal.NOT_STARTED) if ordered else Did(Deed.PLAIN_WORDS)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def is_prose(misread: Misread) -> bool:
    """Whether a line holds no word, or breaks off at its very first one and nothing near it would be an order."""
    if not any(map(str.isalnum, misread.line)):
        return True
    at_once = not misread.line[: misread.start].strip() and not misread.hints
    return at_once and misread.why in {Misreading.UNKNOWN_WORD, Misreading.UNKNOWN_PLACE}


def _readings(game: Game, position: Position, person: Person, line: str) -> tuple[tuple[str, Order | Misread], ...]:
    power = _only(game.powers_of(person.address))
    return read_orders(line, position, game.board, power, *notations_of(person))


def _only(powers: tuple[Power, ...]) -> Power | None:
    return powers[0] if len(powers) == 1 else None


def notations_of(person: Person) -> tuple[Notation, tuple[Notation, ...]]:
    """A person's own notation and the others, which are tried after it."""
    return load_notation(person.notation), tuple(
        load_notation(name) for name in notation_names() if name != person.notation
    )


def _give(progress: Progress, line: str, order: Order, reading: Reading) -> Progress:
    game, by = progress.game, progress.person.address
    assert game is not None
    assert game.position is not None
    command = GiveOrder(by, order, reading.number, reading.arrived, reading.written, progress.phase)
    events = decide(game, command, reading.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    progress = progress.happened(events)
    for event in events:
        if isinstance(event, OrderGiven):
            void = _why_void(progress.game or game, event.power, order)
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            progress = progress.told(line, Ordered(event.power, order, void, replaced=had))
    return progress


def _why_void(game: Game, power: Power, order: Order) -> Illegal | None:
    """The rule that an order just given breaks; an adjustment is judged beside the others of its power."""
    assert game.position is not None
    if game.position.phase.kind is not PhaseKind.ADJUSTMENT:
        return why_illegal(game.board, game.position, order)
    *_, answer = answer_adjustments(game.board, game.position, power, game.orders_of(power))
    return answer.reason.why if isinstance(answer.reason, Void) else None
