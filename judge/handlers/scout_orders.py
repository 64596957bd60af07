"""Handle orders to scouts: read for those the writer has, decided one by one."""

from collections.abc import Sequence

from judge.game.decide import decide
from judge.game.orders.messages import ErrandGiven, GiveErrand
from judge.game.orders.order_status import scouts_without_errand
from judge.game.orders.rules import replaced_errand
from judge.game.refusals import Refusal, Refused
from judge.game.state import Game
from judge.handlers.session import GameSession, LineContext
from judge.notation.errands import ScoutHints
from judge.reports.layout import no_wrap
from judge.reports.line_answers import Done, Outcome, ScoutOrderAccepted
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from judge.rules.war.scouts import Rest, ScoutOrder, why_futile


def scout_hints_for(game: Game, powers: Sequence[Power]) -> ScoutHints | None:
    """Return the scouts of some powers and what these see; None where there are none, or none goes anywhere now.

    ``game`` is the game as its reader knows it.
    """
    position = game.open_position
    if not game.board.war.scouts or position is None or position.phase.kind is PhaseKind.RETREAT:
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
    return ScoutHints(game.board, tuple(dict.fromkeys(posts)), frozenset(enemies), tuple(held))


def send_scout(session: GameSession, line: str, errand: ScoutOrder, context: LineContext) -> GameSession:
    """Give a scout its errand, or recruit one; the answer tells what already stands against it."""
    by, before = session.person.address, session.game
    command = GiveErrand(by, errand, context.number, context.arrived, context.written, session.phase)
    events = decide(before, command, context.now)
    if isinstance(events, Refused):
        return session.told(line, events)
    session = session.happened(events)
    known = session.view
    for event in events:
        if isinstance(event, ErrandGiven) and known.position:
            futile = why_futile(known.board, known.position, known.scouting, event.power, errand)
            gone = replaced_errand(before.errands.get(event.power, ()), known.errands.get(event.power, ()))
            scout_hints = scout_hints_for(known, (event.power,))
            instead = scout_hints.instead(errand) if scout_hints and futile else ()
            session = session.told(line, ScoutOrderAccepted(event.power, errand, futile, gone, instead))
    return session


def rest_scouts(session: GameSession, line: str, context: LineContext) -> GameSession:
    """Leave every scout of the writer's that has no order where it is."""
    game, by = session.game, session.person.address
    if game.position and game.position.phase.kind is not PhaseKind.MOVEMENT:
        return session.told(line, Refused(Refusal.NO_ERRANDS_NOW, phase=game.position.phase))
    posts = [at for power in game.powers_of(by) for at in scouts_without_errand(game.scouting, game.errands, power)]
    for at in posts:
        command = GiveErrand(by, Rest(at), context.number, context.arrived, context.written, session.phase)
        events = decide(session.game, command, context.now)
        if isinstance(events, Refused):
            return session.told(line, events)
        session = session.happened(events)
    listed = ", ".join(no_wrap(f"E {at}") for at in posts)
    return session.told(line, Done(Outcome.SCOUTS_REST if posts else Outcome.NO_SCOUT_WITHOUT_ORDER, listed))
