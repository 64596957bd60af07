"""A game as one of its people knows it, where the rule book hides units that are far away."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.mastery.permissions import is_apart
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Address
from judge.game.state import Game
from judge.game.summary import Summary
from judge.game.war.affairs import Affairs
from judge.rules.board import Board, Power
from judge.rules.fog import View, seen_by, veiled
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import Sight
from judge.rules.scouts import Scouting
from judge.rules.verdicts import Judgement


def sees_all(game: Game, reader: Address) -> bool:
    """Whether nothing is hidden from a reader: it never is, the game is over, or they are master without a seat."""
    return game.book.sight is Sight.ALL or game.ended is not None or is_apart(game, reader)


def hides(game: Game | Summary) -> bool:
    """Whether there is something of the board that not everyone may know: fog, in a game that is not over."""
    return game.book.sight is not Sight.ALL and game.ended is None


def is_waiting_told(game: Game, reader: Address) -> bool:
    """Whether a reader is told who is waited for; in fog that would betray who has been driven out, or must disband."""
    return game.settings.timing.tell_waited and sees_all(game, reader)


def as_known(game: Game, reader: Address) -> Game:
    """The game with nothing in it that a reader may not know of units, regions and scouts; orders are the writer's own.

    What is decided about a game is decided on the whole of it; what is read and said to somebody goes by this.
    """
    view = view_of(game, reader)
    if view is None:
        return game
    powers = view.powers
    return replace(
        game,
        position=view.position,
        scouting=known_scouting(game.scouting, view),
        errands={power: sent for power, sent in game.errands.items() if power in powers},
        affairs=known_affairs(game.affairs, powers),
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
    return seen_by(game.board_at(position), position, game.scouting, *powers).position


def known_scouting(scouting: Scouting, view: View) -> Scouting:
    """The scouts of some powers, what those have learned of units in sight: of others it would tell where they are."""
    seen = {
        power: {at: traits for at, traits in units.items() if at in view.sight}
        for power, units in scouting.known.items()
        if power in view.powers
    }
    return Scouting(view.scouts, {power: known for power, known in seen.items() if known})


def known_affairs(affairs: Affairs, powers: Sequence[Power]) -> Affairs:
    """What some powers have announced, or others to them, and the repairs of their own units."""
    announced = frozenset(pair for pair in affairs.announced if {*pair} & {*powers})
    return Affairs(announced, tuple(one for one in affairs.repairs if one.power in powers))


def close_as_known(game: Game, event: PhaseClosed, reader: Address) -> PhaseClosed:
    """How a phase came out as a reader may know it; all of it once the game is over."""
    if sees_all(game, reader):
        return event
    powers, scouts = game.powers_of(reader), event.scouts or ScoutsBack()
    then = event.judgement.after
    before = seen_by(game.board_at(event.before), event.before, scouts.before, *powers)
    after = seen_by(game.board_at(then), then, scouts.after, *powers)
    return replace(
        event,
        before=before.position,
        orders={power: orders for power, orders in event.orders.items() if power in powers},
        judgement=_known_judgement(game.board, event, before, after),
        silent=tuple(
            power for power in event.silent if event.before.phase.kind is PhaseKind.MOVEMENT or power in powers
        ),
        scouts=_known_scouts(event.scouts, before, after) if event.scouts else None,
        awaited=(),
    )


def _known_judgement(board: Board, event: PhaseClosed, before: View, after: View) -> Judgement:
    """The verdicts on the reader's own units; of regions, what is in sight or was theirs."""
    judgement, sight, powers = event.judgement, before.sight | after.sight, before.powers
    verdicts = {
        power: tuple(veiled(board, verdict, before, sight) for verdict in judgement.verdicts.get(power, ()))
        if power in powers
        else ()
        for power in board.powers
    }
    gained = {
        region: power
        for region, power in judgement.gained.items()
        if region in sight or {power, event.before.owners.get(region)} & {*powers}
    }
    return Judgement(verdicts, after.position, gained, judgement.contested & sight)


def _known_scouts(scouts: ScoutsBack, before: View, after: View) -> ScoutsBack:
    powers = before.powers
    return ScoutsBack(
        before=known_scouting(scouts.before, before),
        after=known_scouting(scouts.after, after),
        reports=tuple(report for report in scouts.reports if report.power in powers),
        alerts=tuple(alert for alert in scouts.alerts if alert.power in powers),
    )
