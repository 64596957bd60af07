"""The lines of a letter that send scouts: read for those the writer has, decided one by one."""

from collections.abc import Sequence

from judge.desk.context import Context
from judge.desk.notations import notations_of
from judge.desk.progress import InGame
from judge.game.decide import decide
from judge.game.orders.in_force import displaced, idle_posts
from judge.game.orders.messages import ErrandGiven, SendScout
from judge.game.person import Person
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.notation.errands import read_errand
from judge.notation.misread import Misread
from judge.notation.outposts import Outposts
from judge.notation.read import split_orders
from judge.notation.tables import Notation
from judge.reports.deeds import Deed
from judge.reports.echo import Did, SentOut
from judge.reports.layout import glue
from judge.rules.board import Board, Power
from judge.rules.errands import Commission, Rest, RestAll
from judge.rules.position import PhaseKind
from judge.rules.scouts import foreseen

Pieces = Sequence[tuple[str, Commission | RestAll | Misread | None]]
"""Each order on a line, with what it is if it is one to a scout."""


def errands_on(line: str, game: Game, person: Person) -> Pieces:
    """The orders of a line that has one to a scout; none of any other line. ``game`` is as the person knows it."""
    outposts = outposts_of(game, game.powers_of(person.address))
    return errands_in(line, game.board, *notations_of(person, game.board), outposts)


def errands_in(
    line: str, board: Board, own: Notation, others: Sequence[Notation], outposts: Outposts | None = None
) -> Pieces:
    """The same on a board, wherever scouts will be."""
    if not board.war.scouts:
        return ()
    found = [(piece, read_errand(piece, board, own, others, outposts)) for piece in split_orders(line, own, board)]
    return found if any(errand for _, errand in found) else ()


def outposts_of(game: Game, powers: Sequence[Power]) -> Outposts | None:
    """The scouts of some powers among what those see; None in a phase in which no scout goes anywhere."""
    position = game.open_position
    if position is None or position.phase.kind is PhaseKind.RETREAT:
        return None
    enemies = {
        unit.at.province
        for unit in position.units.values()
        if not any(unit.power == power or position.are_allied(unit.power, power) for power in powers)
    }
    held = (
        centre for power in powers for centre in sorted(game.board.homes(power)) if position.owners.get(centre) == power
    )
    posts = tuple(scout.at for power in powers for scout in game.scouting.of(power))
    return Outposts(game.board, tuple(dict.fromkeys(posts)), frozenset(enemies), tuple(held))


def send_scout(progress: InGame, line: str, errand: Commission, context: Context) -> InGame:
    """Give a scout its errand, or recruit one; what already stands against it is said."""
    by, before = progress.person.address, progress.game
    command = SendScout(by, errand, context.number, context.arrived, context.written, progress.phase)
    events = decide(before, command, context.now)
    if isinstance(events, Refused):
        return progress.told(line, events)
    progress = progress.happened(events)
    known = progress.view
    for event in events:
        if isinstance(event, ErrandGiven) and known.position:
            futile = foreseen(known.board, known.position, known.scouting, event.power, errand)
            gone = displaced(before.errands.get(event.power, ()), known.errands.get(event.power, ()))
            outposts = outposts_of(known, (event.power,))
            instead = outposts.instead(errand) if outposts and futile else ()
            progress = progress.told(line, SentOut(event.power, errand, futile, gone, instead))
    return progress


def rest_scouts(progress: InGame, line: str, context: Context) -> InGame:
    """Leave every scout of the writer without an order where it is."""
    game, by = progress.game, progress.person.address
    if game.position and game.position.phase.kind is not PhaseKind.MOVEMENT:
        return progress.told(line, Refused(Refusal.NO_ERRANDS_NOW, phase=game.position.phase))
    posts = [at for power in game.powers_of(by) for at in idle_posts(game.scouting, game.errands, power)]
    for at in posts:
        command = SendScout(by, Rest(at), context.number, context.arrived, context.written, progress.phase)
        events = decide(progress.game, command, context.now)
        if isinstance(events, Refused):
            return progress.told(line, events)
        progress = progress.happened(events)
    listed = ", ".join(glue(f"E {at}") for at in posts)
    return progress.told(line, Did(Deed.SCOUTS_REST if posts else Deed.NO_SCOUT_LEFT, listed))
