"""Who may know and do what: the master, the game as one reader may know it, the news of it in the fog of war."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from judge.game.figures import Course
from judge.game.league import Summary
from judge.game.mastery.messages import (
    ActProposed,
    ActProposedNews,
    MasterAct,
    PositionCorrected,
    PositionCorrectedNews,
    RollBack,
    RolledBackNews,
)
from judge.game.messages import News, Notice
from judge.game.phases.messages import PhaseClosed, PhaseClosedNews, PhaseHeldOpenNews, ScoutsBack
from judge.game.refusals import Refusal, Refused, ToldInFull
from judge.game.seats.messages import GameStartedNews
from judge.game.settings import Address, Seating, Settings
from judge.game.state import Game, WarState
from judge.rules.board import Board, Power, Province
from judge.rules.corrections import (
    AddUnit,
    Correction,
    GiveCentre,
    MoveUnit,
    RemoveUnit,
    SetHealth,
    SetStrength,
    corrected_provinces,
)
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import UnitSight
from judge.rules.verdicts import Judgement
from judge.rules.war.fog import PowerView, hide_unseen, regions_in_sight, view_for
from judge.rules.war.scouts import Scouting

# --- permissions of the master: which acts are allowed, and when; decided here alone


@dataclass(frozen=True)
class ActConditions:
    """When an act is allowed: once the game has ``begun``, while it is ``not_over``, else at any time.

    An act that shows where hidden units stand (``shows_units``) is for a master who does not play, and has not played.
    """

    begun: bool = False
    not_over: bool = False
    shows_units: bool = False


ACT_CONDITIONS: Mapping[MasterAct, ActConditions] = {
    MasterAct.CHANGE_TOKEN: ActConditions(),
    MasterAct.FILL_SEATS: ActConditions(not_over=True),
    MasterAct.EMPTY_SEAT: ActConditions(),
    MasterAct.NAME_PLAYER: ActConditions(),
    MasterAct.MOVE_TIME: ActConditions(begun=True, not_over=True),
    MasterAct.SIGN_AS_MASTER: ActConditions(),
    MasterAct.CHANGE_SETTINGS: ActConditions(not_over=True),
    MasterAct.FORCE_CLOSE: ActConditions(begun=True, not_over=True),
    MasterAct.ROLL_BACK: ActConditions(begun=True),
    MasterAct.CORRECT: ActConditions(begun=True, not_over=True, shows_units=True),
    MasterAct.HAND_OVER: ActConditions(),
    MasterAct.TERMINATE: ActConditions(not_over=True),
    MasterAct.READ_REPORT: ActConditions(),
    MasterAct.PREDICT: ActConditions(begun=True, not_over=True),
    MasterAct.DECREE: ActConditions(begun=True, not_over=True, shows_units=True),
}


def why_not_permitted(game: Game, by: Address, act: MasterAct) -> Refused | None:
    """Why somebody may not do this in the game as it stands; None where they may."""
    terms = ACT_CONDITIONS[act]
    if by != game.master:
        return Refused(Refusal.NOT_THE_MASTER)
    if terms.not_over and game.ended:
        return Refused(Refusal.GAME_OVER)
    if terms.begun and game.position is None:
        return Refused(Refusal.NOT_STARTED)
    if terms.shows_units and game.has_played(by) and game.book.sight is not UnitSight.ALL:
        return Refused(Refusal.MASTER_IN_FOG)
    return None


def master_may_play(settings: Settings) -> bool:
    """Whether the master may take a seat: never where they would know what is hidden from all other players."""
    knows_all = settings.access.anonymous and settings.seating is Seating.HAND
    return settings.access.master_plays and not knows_all


def is_non_playing_master(game: Game, reader: Address) -> bool:
    """Whether somebody is the master and never had a seat; one who plays, or has played, counts as a player.

    A seat given up tells as much as a seat kept: its player could take it back, or tell others. Before the start, in a
    game that hides something from players, a master who may still take a seat counts as a player, too.
    """
    may_yet_play = game.position is None and hides_from_players(game) and master_may_play(game.settings)
    return reader == game.master and not game.has_played(reader) and not may_yet_play


def knows_addresses(game: Game, reader: Address) -> bool:
    """Whether a reader may know others' addresses: players where names are open, else the master alone.

    A master without a seat must reach the players somehow; one who plays, or has played, counts as a player.
    """
    if game.settings.access.anonymous:
        return is_non_playing_master(game, reader)
    return reader == game.master or game.has_played(reader)


def hides_from_players(game: Game) -> bool:
    """Whether something is hidden from players that a non-playing master sees: units, or who plays whom."""
    return game.book.sight is not UnitSight.ALL or game.settings.access.anonymous


def has_seen_too_much(game: Game, player: Address) -> bool:
    """Whether somebody has seen, as master, what players may not see, and so may not play in that game."""
    return game.readers.get(player) in game.members.saw_secrets


# --- the game as one reader may know it: units, regions and scouts that the fog of war hides are left out


def sees_all(game: Game, reader: Address) -> bool:
    """Whether nothing is hidden from a reader: there is no fog, the game is over, or they are a non-playing master."""
    return game.book.sight is UnitSight.ALL or game.ended is not None or is_non_playing_master(game, reader)


def has_fog(game: Game | Summary) -> bool:
    """Whether some of the board is hidden from players: the rule book has fog, and the game is not over."""
    return game.book.sight is not UnitSight.ALL and game.ended is None


_AT_ONCE = timedelta()


def is_told_later(game: Game | Summary) -> bool:
    """Whether those who do not play are told of a game as it stood some time ago; once it is over, as it stands."""
    return game.settings.press.delay != _AT_ONCE and game.ended is None


def next_telling(game: Game) -> datetime | None:
    """When those who watch are told of a phase that has closed; at once when nothing is told later any more."""
    if not game.untold or not game.observers:
        return None
    first, *others = game.untold
    if not is_told_later(game):
        return first.event.at
    delay = game.settings.press.delay
    if delay is None:
        return others[0].event.at if others else None
    return first.event.at + delay


def learns_later(game: Game, reader: Address) -> bool:
    """Whether somebody learns later what happens in a game under way: who plays nothing in it and waits for no seat."""
    is_later = is_told_later(game) and game.position is not None
    return is_later and game.readers.get(reader) not in game.members.with_a_part


def may_know_awaited(game: Game, reader: Address) -> bool:
    """Whether a reader is told who is waited for.

    Under fog that would betray who has been dislodged, or must disband.
    """
    return game.settings.timing.tell_waited and sees_all(game, reader)


def as_seen_by(game: Game, reader: Address) -> Game:
    """The game without what a reader may not know of units, regions and scouts; of orders, their own alone.

    Decisions are made on the whole game; what is read from somebody and said to them goes by this.
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
        war_state=known_war_state(game.war_state, powers),
        orders={power: given for power, given in game.orders.items() if power in powers},
        left_open=tuple(left for left in game.left_open if left.power in powers),
        unread={power: units for power, units in game.unread.items() if power in powers},
        unanswered={power: units for power, units in game.unanswered.items() if power in powers},
        alive=game.survivors,
        centre_history=game.centre_history.of(powers),
        course=Course(),
        untold=(),
        acts=(),
        proposal=game.proposal and proposal_as_known_by(game, game.proposal, powers),
    )


def view_of(game: Game, reader: Address) -> PowerView | None:
    """The view a reader has of the open phase; None where nothing is hidden from them."""
    if game.position is None or sees_all(game, reader):
        return None
    return view_for(game.board, game.position, game.scouting, *game.powers_of(reader))


def known_position(game: Game, position: Position, powers: Sequence[Power]) -> Position:
    """A position of a game as some powers know it, with the scouts they have now."""
    return view_for(game.board_at(position), position, game.scouting, *powers).position


def known_scouting(scouting: Scouting, view: PowerView) -> Scouting:
    """The scouts of some powers, and what those have learned of units in sight.

    What they learned of other units is left out: it would tell where these are.
    """
    seen = {
        power: {at: traits for at, traits in units.items() if at in view.sight}
        for power, units in scouting.known.items()
        if power in view.powers
    }
    return Scouting(view.scouts, {power: known for power, known in seen.items() if known})


def known_war_state(war_state: WarState, powers: Sequence[Power]) -> WarState:
    """The announcements of alliances by some powers or to them, and the repairs of their own units."""
    announced = frozenset(pair for pair in war_state.announced if {*pair} & {*powers})
    return WarState(announced, tuple(one for one in war_state.repairs if one.power in powers))


def proposal_as_known_by(game: Game, event: ActProposed, powers: Sequence[Power]) -> ActProposed:
    """What a master who plays proposes, as some powers may know it: no orders of others, no units out of sight."""
    act = event.act
    if not isinstance(act, RollBack):
        return event
    orders = {power: given if power in powers else () for power, given in act.orders.items()}
    return replace(event, act=replace(act, position=known_position(game, act.position, powers), orders=orders))


def close_as_seen_by(game: Game, event: PhaseClosed, reader: Address) -> PhaseClosed:
    """The event that closed a phase as a reader may know it; all of it once the game is over."""
    return event if sees_all(game, reader) else close_as_known_by(game, event, game.powers_of(reader))


def close_as_known_by(game: Game, event: PhaseClosed, powers: Sequence[Power]) -> PhaseClosed:
    """The event that closed a phase as some powers know it together."""
    scouts = event.scouts or ScoutsBack()
    then = event.judgement.after
    before = view_for(game.board_at(event.before), event.before, scouts.before, *powers)
    after = view_for(game.board_at(then), then, scouts.after, *powers)
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
        clockwork={power: how for power, how in event.clockwork.items() if power in powers},
        salts={power: salt for power, salt in event.salts.items() if power in powers},
        fingerprint=event.fingerprint and replace(event.fingerprint, acts=None),
    )


def _known_judgement(board: Board, event: PhaseClosed, before: PowerView, after: PowerView) -> Judgement:
    """The verdicts on the reader's own units; of regions, those in sight or theirs before."""
    judgement, sight, powers = event.judgement, before.sight | after.sight, before.powers
    verdicts = {
        power: tuple(hide_unseen(board, verdict, before, sight) for verdict in judgement.verdicts.get(power, ()))
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


def _known_scouts(scouts: ScoutsBack, before: PowerView, after: PowerView) -> ScoutsBack:
    powers = before.powers
    return ScoutsBack(
        before=known_scouting(scouts.before, before),
        after=known_scouting(scouts.after, after),
        reports=tuple(report for report in scouts.reports if report.power in powers),
        alerts=tuple(alert for alert in scouts.alerts if alert.power in powers),
    )


# --- news under the fog of war: everything that its reader may not know of far-away units is left out


def through_fog(was: Game, game: Game, notice: Notice) -> Notice | None:
    """A notice with nothing of a position but what its reader may know; ``was`` and ``game`` are before and after it.

    None for a reader who must not even know that something happened: a correction of what is out of their sight.
    """
    if sees_all(game, notice.to):
        return notice
    news = _known(was, game, notice)
    return replace(notice, news=news) if news else None


def _known(was: Game, game: Game, notice: Notice) -> News | None:
    news, powers = notice.news, game.powers_of(notice.to)
    if isinstance(news, ToldInFull):
        return news
    match news:
        case PhaseClosedNews(event=event):
            return replace(news, event=close_as_seen_by(game, event, notice.to))
        case GameStartedNews(event=started):
            position = known_position(game, started.position, powers)
            return replace(news, event=replace(started, position=position))
        case RolledBackNews(event=undone):
            position = known_position(game, undone.position, powers)
            orders = {power: given for power, given in undone.orders.items() if power in powers}
            return replace(news, event=replace(undone, position=position, orders=orders))
        case ActProposedNews(event=proposed):
            return replace(news, event=proposal_as_known_by(game, proposed, powers))
        case PhaseHeldOpenNews(event=held, powers=told):
            return replace(news, event=replace(held, powers=told))
        case PositionCorrectedNews(event=corrected):
            seen = replace(news, event=_corrected(was, game, corrected, powers))
            return seen if seen.event.corrections or seen.event.position != _as_it_was(was, powers) else None
        case _:
            assert_never(news)


def _corrected(was: Game, game: Game, event: PositionCorrected, powers: tuple[Power, ...]) -> PositionCorrected:
    """The part of a correction that is in sight both before and after it.

    A foreign unit that was added shows in the position alone, and only where it is in sight.
    """
    before = was.position or event.position
    seen = regions_in_sight(game.board, before, game.scouting, *powers)
    seen &= regions_in_sight(game.board, event.position, game.scouting, *powers)
    return replace(
        event,
        corrections=tuple(one for one in event.corrections if _is_seen(one, before, seen, powers)),
        position=known_position(game, event.position, powers),
    )


def _is_seen(one: Correction, before: Position, seen: frozenset[Province], powers: tuple[Power, ...]) -> bool:
    match one:
        case GiveCentre(centre, to):
            return centre in seen or to in powers or before.owners.get(centre) in powers
        case AddUnit(power=power):
            return power in powers
        case SetHealth(at) | SetStrength(at):
            unit = before.units.get(at)
            return unit is not None and unit.power in powers
        case RemoveUnit(at) | MoveUnit(at):
            unit = before.units.get(at)
            return {*corrected_provinces(one)} <= seen or (unit is not None and unit.power in powers)
        case _:
            assert_never(one)


def _as_it_was(was: Game, powers: tuple[Power, ...]) -> Position | None:
    return known_position(was, was.position, powers) if was.position else None
