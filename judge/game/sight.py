"""A game as one of its people knows it, where the rule book hides units that are far away."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.mastery.permissions import is_apart
from judge.game.phases.events import PhaseClosed, ScoutsBack
from judge.game.settings import Address
from judge.game.state import Game
from judge.rules.board import Board, Power
from judge.rules.fog import View, seen_by, veiled
from judge.rules.position import Position
from judge.rules.rulebook import Sight
from judge.rules.scouts import Scouting
from judge.rules.verdicts import Judgement


def sees_all(game: Game, reader: Address) -> bool:
    """Whether nothing is hidden from a reader: it never is, the game is over, or they are master without a seat."""
    return game.book.sight is Sight.ALL or game.ended is not None or is_apart(game, reader)


def as_known(game: Game, reader: Address) -> Game:
    """The game with nothing in it that a reader may not know of units, regions and scouts; orders are the writer's own.

    What is decided about a game is decided on the whole of it; what is read and said to somebody goes by this.
    """
    if game.position is None or sees_all(game, reader):
        return game
    powers = game.powers_of(reader)
    return replace(
        game,
        position=known_position(game, game.position, powers),
        scouting=known_scouting(game.scouting, powers),
        errands={power: sent for power, sent in game.errands.items() if power in powers},
        orders={power: given for power, given in game.orders.items() if power in powers},
        alive=game.survivors,
    )


def view_of(game: Game, reader: Address) -> View | None:
    """What a reader sees of the open phase, where there is fog; None where there is none."""
    if game.position is None or sees_all(game, reader):
        return None
    return seen_by(game.board, game.position, game.scouting, *game.powers_of(reader))


def known_position(game: Game, position: Position, powers: Sequence[Power]) -> Position:
    """A position of a game as some powers know it, with the scouts they have now."""
    return seen_by(game.board, position, game.scouting, *powers).position


def known_scouting(scouting: Scouting, powers: Sequence[Power]) -> Scouting:
    """The scouts of some powers and what those have learned."""
    scouts = tuple(scout for scout in scouting.scouts if scout.power in powers)
    return Scouting(scouts, {power: known for power, known in scouting.known.items() if power in powers})


def close_as_known(game: Game, event: PhaseClosed, reader: Address) -> PhaseClosed:
    """How a phase came out as a reader may know it; all of it once the game is over."""
    if sees_all(game, reader):
        return event
    powers, scouts = game.powers_of(reader), event.scouts or ScoutsBack()
    before = seen_by(game.board, event.before, scouts.before, *powers)
    after = seen_by(game.board, event.judgement.after, scouts.after, *powers)
    return replace(
        event,
        before=before.position,
        orders={power: orders for power, orders in event.orders.items() if power in powers},
        judgement=_known_judgement(game.board, event, before, after),
        scouts=_known_scouts(event.scouts, powers) if event.scouts else None,
    )


def _known_judgement(board: Board, event: PhaseClosed, before: View, after: View) -> Judgement:
    """The verdicts on the reader's own units; of regions, what is in sight or was theirs."""
    judgement, sight, powers = event.judgement, before.sight | after.sight, before.powers
    verdicts = {
        power: tuple(veiled(verdict, sight) for verdict in judgement.verdicts.get(power, ())) if power in powers else ()
        for power in board.powers
    }
    gained = {
        region: power
        for region, power in judgement.gained.items()
        if region in sight or {power, event.before.owners.get(region)} & {*powers}
    }
    return Judgement(verdicts, after.position, gained, judgement.contested & sight)


def _known_scouts(scouts: ScoutsBack, powers: Sequence[Power]) -> ScoutsBack:
    return ScoutsBack(
        before=known_scouting(scouts.before, powers),
        after=known_scouting(scouts.after, powers),
        reports=tuple(report for report in scouts.reports if report.power in powers),
        alerts=tuple(alert for alert in scouts.alerts if alert.power in powers),
    )
