"""The lines of a letter that give orders: read for the units that really stand there, decided one by one."""

from collections.abc import Iterator
from dataclasses import replace

from judge.desk.notations import notations_of
from judge.desk.progress import Progress, Reading
from judge.desk.scouts import errands_on, send_scout
from judge.game.decide import decide
from judge.game.orders.commands import GiveOrder
from judge.game.orders.doubt import hangs_on_sight, why_void
from judge.game.orders.events import OrderGiven
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.replacements.decide import way_back
from judge.game.state import Game
from judge.mail.calendar import Named, phase_in
from judge.notation.heading import Heading, read_heading
from judge.notation.misread import Misread, Misreading
from judge.notation.several import are_orders, read_orders
from judge.reports.echo import Answer, Deed, Did, Ordered
from judge.rules.board import Power
from judge.rules.errands import Commission
from judge.rules.orders import Build, Order, Waive, province_of
from judge.rules.position import Phase, Position, Season
from judge.rules.setup import opening_position


def give_orders(progress: Progress, line: str, reading: Reading) -> Progress:
    """Take a line that is no command: one order, several, a heading, or plain words."""
    game, person = progress.view, progress.person
    position = game.open_position if game else None
    if game is None or position is None or not game.powers_of(person.address):
        return progress.told(line, _no_orders_here(game, person, line))
    if progress.astray:
        return progress.told(line, progress.astray)
    heading = read_heading(line, game.board, *notations_of(person, game.board))
    if heading:
        return headed(progress, line, heading)
    for part, read in _readings(game, position, person, line):
        if isinstance(read, Misread):
            progress = progress.told(
                part, Did(Deed.PLAIN_WORDS) if is_prose(read) else _astray(read, progress, position)
            )
        elif isinstance(read, Commission):
            progress = send_scout(progress, part, read, reading)
        else:
            progress = _give(progress, part, read, reading)
    return progress


def _astray(misread: Misread, progress: Progress, position: Position) -> Answer:
    """Of a line for a phase that is past, nobody need know how it should have been written."""
    if progress.phase in {None, position.phase}:
        return misread
    return Refused(Refusal.OTHER_PHASE, phase=progress.phase)


def headed(progress: Progress, line: str, heading: Heading) -> Progress:
    """A heading may say for which phase the lines below are, as PHASE does, and for which power, if the right one."""
    game = progress.game
    assert game is not None
    named, position = phase_in(line), game.open_position
    if named and position and not _means(named, progress.phase or position.phase):
        meant = position.phase if _means(named, position.phase) else named.phase
        progress = replace(progress, phase=meant)
    if heading.power is None:
        return progress.told(line, Did(Deed.HEADING))
    if heading.power in game.powers_of(progress.person.address):
        return replace(progress, under=None, heading=heading.power).told(line, Did(Deed.HEADING))
    refused = Refused(Refusal.NOT_YOUR_POWER, power=heading.power)
    return replace(progress, under=heading.power, heading=None).told(line, refused)


def _means(named: Named, phase: Phase) -> bool:
    """Whether a heading may mean a phase; a season alone means any phase of it, autumn the winter after it too."""
    if named.is_exact:
        return named.phase == phase
    season = Season.FALL if phase.season is Season.WINTER else phase.season
    return (named.phase.year, named.phase.season) == (phase.year, season)


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
            isinstance(errand, Commission)
            or (errand is None and are_orders(piece, position, game.board, power, own, others))
            for piece, errand in pieces
        )
    return are_orders(line, position, game.board, power, own, others)


def _no_orders_here(game: Game | None, person: Person, line: str) -> Answer:
    """Before the start a line is an order if it will be one then; else it is a greeting.

    Who may still come back to a seat does so with the first line that is an order; the lines above it are words.
    """
    if game is None or way_back(game, person.address):
        return Did(Deed.PLAIN_WORDS)
    if game.position is None:
        ordered = are_orders(line, opening_position(game.board), game.board, None, *notations_of(person, game.board))
        return Refused(Refusal.NOT_STARTED) if ordered else Did(Deed.PLAIN_WORDS)
    return Refused(Refusal.GAME_OVER if game.ended else Refusal.NOT_A_PLAYER)


def is_prose(misread: Misread) -> bool:
    """Whether a line holds no word, or breaks off at its very first one and nothing near it would be an order."""
    if not any(map(str.isalnum, misread.line)):
        return True
    at_once = not misread.line[: misread.start].strip() and not misread.hints
    return at_once and misread.why in {Misreading.UNKNOWN_WORD, Misreading.UNKNOWN_PLACE}


def _readings(
    game: Game, position: Position, person: Person, line: str
) -> Iterator[tuple[str, Order | Commission | Misread]]:
    """Each order of a line, those to scouts among them."""
    power = _only(game.powers_of(person.address))
    for piece, errand in errands_on(line, game, person) or ((line, None),):
        if errand:
            yield piece, errand
        else:
            yield from read_orders(piece, position, game.board, power, *notations_of(person, game.board))


def _only(powers: tuple[Power, ...]) -> Power | None:
    return powers[0] if len(powers) == 1 else None


def _give(progress: Progress, line: str, order: Order, reading: Reading) -> Progress:
    game, by = progress.game, progress.person.address
    assert game is not None
    assert game.position is not None
    if progress.under and isinstance(order, Waive | Build):
        return progress.told(line, Refused(Refusal.UNDER_OTHER_HEADING, power=progress.under))
    command = GiveOrder(by, order, reading.number, reading.arrived, reading.written, progress.phase, progress.heading)
    events = decide(game, command, reading.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    progress = progress.happened(events)
    for event in events:
        if isinstance(event, OrderGiven):
            known = progress.view or game
            void = why_void(known, by, event.power, order)
            seen = bool(void and hangs_on_sight(known, by, void))
            had = any(province_of(old) == province_of(order) for old in game.orders_of(event.power))
            progress = progress.told(line, Ordered(event.power, order, void, replaced=had, seen=seen))
    return progress
