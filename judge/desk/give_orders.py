"""The lines of a letter that give orders: read for the units that really stand there, decided one by one."""

from judge.desk.progress import Progress, Reading
from judge.game.commands import GiveOrder, Person
from judge.game.decide import decide
from judge.game.events import OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.notation.misread import Misread, Misreading
from judge.notation.read import read_order, split_orders
from judge.notation.tables import load_notation, notation_names
from judge.reports.echo import Answer, Deed, Did, Ordered
from judge.rules.legality import why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import Position


def give_orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Take a line that is no command: one order, several, or plain words."""
    game, person = progress.game, progress.person
    position = game.open_position if game else None
    if game is None or position is None or not game.powers_of(person.address):
        return progress.told(line, _no_orders_here(game))
    for part, read in _readings(game, position, person, line):
        if isinstance(read, Misread):
            progress = progress.told(part, Did(Deed.PLAIN_WORDS) if _is_prose(read) else read)
        else:
            progress = _give(progress, part, read, reading)
    return progress


def point_out(progress: Progress, line: str) -> Progress:
    """A line below the end of a letter is not read; one that looks like an order is pointed out."""
    position = progress.game.open_position if progress.game else None
    if progress.game is None or position is None:
        return progress
    readings = _readings(progress.game, position, progress.person, line)
    is_order = bool(readings) and not any(isinstance(read, Misread) for _, read in readings)
    return progress.told(line, Did(Deed.NOT_READ)) if is_order else progress


def _no_orders_here(game: Game | None) -> Answer:
    """Before the start or after the end a line may be a greeting as well as an order; only a seat makes it one."""
    if game is None or game.position is None:
        return Did(Deed.PLAIN_WORDS)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def _is_prose(misread: Misread) -> bool:
    """Whether a line breaks off at its very first word, and nothing near it would be an order."""
    at_once = not misread.line[: misread.start].strip() and not misread.hints
    return at_once and misread.why in {Misreading.UNKNOWN_WORD, Misreading.UNKNOWN_PLACE}


def _readings(game: Game, position: Position, person: Person, line: str) -> tuple[tuple[str, Order | Misread], ...]:
    own = load_notation(person.notation)
    others = [load_notation(name) for name in notation_names() if name != person.notation]
    powers = game.powers_of(person.address)
    power = powers[0] if len(powers) == 1 else None
    parts = split_orders(line, own)
    return tuple((part, read_order(part, position, game.board, power, own, others)) for part in parts)


def _give(progress: Progress, line: str, order: Order, reading: Reading) -> Progress:
    game, by = progress.game, progress.person.address
    assert game is not None
    assert game.position is not None
    command = GiveOrder(by, order, reading.number, reading.arrived, reading.written, progress.phase)
    events = decide(game, command, reading.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    progress = progress.happened(events)
    void = why_illegal(game.board, game.position, order)
    for event in events:
        if isinstance(event, OrderGiven):
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            progress = progress.told(line, Ordered(event.power, order, void, replaced=had))
    return progress
