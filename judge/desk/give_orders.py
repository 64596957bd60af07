"""The lines of a letter that give orders: read for the units that really stand there, decided one by one."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from judge.desk.context import Context
from judge.desk.headings import headed, titled
from judge.desk.notations import notations_of
from judge.desk.progress import InGame, Progress, hints_left
from judge.desk.scouts import errands_on, rest_scouts, send_scout
from judge.game.decide import decide
from judge.game.messages import Event
from judge.game.orders.messages import GiveOrder, OrderGiven
from judge.game.orders.standing import standing_of
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.decide import way_back
from judge.game.state import Game
from judge.mail.meanings import Line, MaybeOrder, Near
from judge.notation.heading import read_heading
from judge.notation.meanings import Scene
from judge.notation.misread import Misread, Misreading
from judge.notation.read import is_near_an_order, split_orders
from judge.notation.reader import Reader
from judge.notation.several import are_orders, held_by, orders_on, spoken_by
from judge.notation.tables import Part
from judge.reports.deeds import Deed
from judge.reports.echo import Answer, Did, Ordered, Unknown, Wrong
from judge.rules.board import Power
from judge.rules.errands import Commission, RestAll
from judge.rules.orders import Build, Hold, Order, Waive, province_of
from judge.rules.position import PhaseKind, Position
from judge.rules.setup import opening_position

_BULLETS = "-–—*•· "
_WISHES = frozenset({Unknown.NEAR_COMMAND, Unknown.NEAR_PRESS})


def give_orders(progress: InGame, line: str, context: Context) -> InGame:
    """Take a line that is no command: one order, several, a heading, or plain words."""
    game, person = progress.view, progress.person
    position = game.open_position
    if position is None or not game.powers_of(person.address):
        return progress.told(line, _no_orders_here(progress, line))
    heading = read_heading(line, game.board, *notations_of(person, game.board))
    if heading:
        title = spoken_by(line, position, notations_of(person, game.board)[0])
        return headed(replace(progress, title=title), line, heading)
    if not is_near(progress, line) and (below := titled(progress, line)):
        return below
    if progress.astray:
        return progress.told(line, progress.astray if is_near(progress, line) else Did(Deed.PLAIN_WORDS))
    if held := held_by(line, notations_of(person, game.board)[0]):
        return _all_hold(progress, line, held, context)
    for part, read in _readings(
        game, position, person, line, hinted=hints_left(progress.answers), title=progress.title
    ):
        if isinstance(read, Misread):
            progress = progress.told(
                part, Did(Deed.PLAIN_WORDS) if read.is_prose else _astray(read, progress, position)
            )
        elif isinstance(read, RestAll):
            progress = rest_scouts(progress, part, context)
        elif isinstance(read, Commission):
            progress = send_scout(progress, part, read, context)
        else:
            progress = _give(progress, part, read, context)
    return progress


def _astray(misread: Misread, progress: Progress, position: Position) -> Answer:
    """Of a line for a phase that is past, nobody need know how it should have been written."""
    if progress.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=progress.phase)


def point_out(progress: Progress, line: str) -> Progress:
    """A line below the end of a letter is not read; one that looks like an order is pointed out."""
    return progress.told(line, Did(Deed.NOT_READ)) if is_order(progress, line) else progress


def is_order(progress: Progress, line: str) -> bool:
    """Whether a line is nothing but orders, in the open phase of the writer's game."""
    game = progress.view
    position = game.open_position if game else None
    if game is None or position is None:
        return False
    power = _only(game.powers_of(progress.person.address))
    own, others = notations_of(progress.person, game.board)
    if pieces := errands_on(line, game, progress.person):
        return all(
            isinstance(errand, Commission | RestAll)
            or (errand is None and are_orders(piece, position, game.board, power, own, others))
            for piece, errand in pieces
        )
    return are_orders(line, position, game.board, power, own, others)


def is_own_order(progress: Progress, line: str, context: Context) -> bool:
    """Whether a line is nothing but orders, and one of them the writer could give now."""
    game, person = progress.view, progress.person
    if progress.game is None or game is None or game.open_position is None or not is_order(progress, line):
        return False
    for _, read in _readings(game, game.open_position, person, line, hinted=0):
        if isinstance(read, Commission | RestAll):
            return True
        if not isinstance(read, Misread) and not isinstance(_given(progress, read, context), Refused):
            return True
    return False


def is_near(progress: Progress, line: str) -> bool:
    """Whether any part of a line is an order or near to one, as far as its writer can know."""
    game = progress.view
    position = _position_for(game)
    if game is None or position is None:
        return False
    own, others = notations_of(progress.person, game.board)
    power = _only(game.powers_of(progress.person.address))
    if read_heading(line, game.board, own, others):
        return False
    if held_by(line, own):
        return True
    for piece, errand in errands_on(line, game, progress.person) or ((line, None),):
        parts = split_orders(piece, own, game.board)
        if errand or any(is_near_an_order(part, position, game.board, power, own, others) for part in parts):
            return True
    return False


def is_all_prose(progress: Progress, lines: Sequence[Line]) -> bool:
    """Whether a letter, once carried out, has turned out to be words to people: no line of it near to an order."""
    game = progress.game
    if game is None or game.position is None or not all(isinstance(line.meaning, MaybeOrder | Near) for line in lines):
        return False
    return bool(progress.answers) and all(_is_prose(one.answer) for one in progress.answers)


def _is_prose(answer: Answer) -> bool:
    """Plain words; a wish is one to whoever is written to, too."""
    return answer == Did(Deed.PLAIN_WORDS) or (isinstance(answer, Wrong) and answer.what in _WISHES)


def _given(progress: Progress, order: Order, context: Context) -> tuple[Event, ...] | Refused:
    by, heading = progress.person.address, progress.heading
    command = GiveOrder(by, order, context.number, context.arrived, context.written, progress.phase, heading)
    return decide(progress.game, command, context.now)


def _position_for(game: Game | None) -> Position | None:
    """The position in which lines are read: before the start the one to come."""
    return (game.position or opening_position(game.board)) if game else None


def _no_orders_here(progress: InGame, line: str) -> Answer:
    """What looks like an order is refused, anything else is a greeting.

    Who may still come back to a seat does so with the first line that is an order; the lines above it are words.
    """
    game, person = progress.view, progress.person
    if way_back(game, person.address) or not is_near(progress, line):
        return Did(Deed.PLAIN_WORDS)
    if game.position is None:
        return Refused(Refusal.NOT_STARTED)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def _readings(
    game: Game, position: Position, person: Person, line: str, *, hinted: int, title: str = ""
) -> Iterator[tuple[str, Order | Commission | RestAll | Misread]]:
    """Each order of a line, those to scouts among them."""
    power = _only(game.powers_of(person.address))
    for piece, errand in errands_on(line, game, person) or ((line, None),):
        if errand:
            yield piece, errand
        else:
            own, others = notations_of(person, game.board)
            reader = Reader(own, others, Scene(game.board, position, power))
            read = orders_on(piece, reader, hinted=hinted)
            hinted -= sum(isinstance(one, Misread) for _, one in read)
            for part, meant in read:
                below = f"{title} {part.lstrip(_BULLETS)}" if title and isinstance(meant, Misread) else ""
                led = orders_on(below, reader, hinted=0) if below else ()
                is_led = len(led) == 1 and not isinstance(led[0][1], Misread)
                yield part, led[0][1] if is_led else meant


def _all_hold(progress: InGame, line: str, held: Part, context: Context) -> InGame:
    """All units hold, or all that have no order, of each power of the writer's, or of the one that a heading names."""
    game = progress.view
    position = game.open_position
    if position is None or position.phase.kind is not PhaseKind.MOVEMENT:
        return progress.told(line, Misread(line, 0, len(line.rstrip()), Misreading.WRONG_PHASE))
    powers = (progress.heading,) if progress.heading else game.powers_of(progress.person.address)
    ordered = {province_of(order) for power in powers for order in game.orders_of(power)}
    for unit in sorted(position.units.values(), key=lambda unit: unit.at):
        is_meant = held is Part.ALL_HOLD or unit.at.province not in ordered
        if unit.power in powers and is_meant:
            progress = _give(progress, line, Hold(unit.at.province), context)
    return progress


def _only(powers: tuple[Power, ...]) -> Power | None:
    return powers[0] if len(powers) == 1 else None


def _give(progress: InGame, line: str, order: Order, context: Context) -> InGame:
    game = progress.game
    if progress.under and isinstance(order, Waive | Build):
        return progress.told(line, Refused(Refusal.UNDER_OTHER_HEADING, power=progress.under))
    events = _given(progress, order, context)
    if isinstance(events, Refused):
        return progress.told(line, events)
    progress = progress.happened(events)
    for event in events:
        if isinstance(event, OrderGiven):
            void = standing_of(progress.game, event.power).void_as(order)
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            progress = progress.told(line, Ordered(event.power, order, void, replaced=had))
    return progress
