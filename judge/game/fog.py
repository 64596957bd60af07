"""News under the fog of war: everything that its reader may not know of far-away units is left out."""

from dataclasses import replace
from typing import assert_never

from judge.game.deadlines.messages import AbsenceNews, PhaseExtendedNews, ReminderSentNews, ScheduleNews
from judge.game.mastery.messages import (
    ActProposedNews,
    GameDeclinedNews,
    GameOfferedNews,
    MasterChangedNews,
    PositionCorrected,
    PositionCorrectedNews,
    ProposalConfirmedNews,
    RolledBackNews,
    SettingsChangedNews,
)
from judge.game.messages import News, Notice
from judge.game.moving.messages import GameMovedNews, LettersLostNews
from judge.game.people.messages import (
    AddressChangedNews,
    BecameUnreachableNews,
    MoveAskedNews,
    MoveConfirmedNews,
    MoveRefusedNews,
    ReachedAgainNews,
    TokenChangedNews,
)
from judge.game.phases.messages import GameEndedNews, OrdersMissedNews, PhaseClosedNews, PhaseHeldOpenNews
from judge.game.press.messages import PressNews
from judge.game.replacements.messages import (
    SeatChangedNews,
    SeatReturnedNews,
    SeatTakenNews,
    SeatVacatedNews,
    StandbyAskedNews,
    StandbyPassedNews,
)
from judge.game.seats.news import (
    GameOpenedNews,
    GameReadyNews,
    GameStartedNews,
    MusterCalledNews,
    PlayerJoinedNews,
    PowerJoinedNews,
    RequestClosedNews,
    SeatAskedNews,
    SeatsFreedNews,
    SeatsLostNews,
    StandbyAddedNews,
)
from judge.game.state import Game
from judge.game.strategists.messages import (
    PairAskedNews,
    PairChangedNews,
    StrategistAskedNews,
    StrategistJoinedNews,
    StrategistsChangedNews,
)
from judge.game.tutorial.messages import LessonNews
from judge.game.visibility import close_as_seen_by, known_position, proposal_as_known_by, sees_all
from judge.game.votes.messages import DrawProposedNews, VoteCastNews
from judge.game.war.messages import (
    AllianceAnnouncedNews,
    AllianceNews,
    FactoryBuiltNews,
    QuarantineNews,
    UnitsRepairedNews,
    UnitStrengthenedNews,
    WarEnteredNews,
)
from judge.rules.board import Power, Province
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
from judge.rules.position import Position
from judge.rules.war.fog import regions_in_sight


def through_fog(was: Game, game: Game, notice: Notice) -> Notice | None:
    """A notice with nothing of a position but what its reader may know; ``was`` and ``game`` are before and after it.

    None for a reader who must not even know that something happened: a correction of what is out of their sight.
    """
    if sees_all(game, notice.to):
        return notice
    news = _known(was, game, notice)
    return replace(notice, news=news) if news else None


_ToldInFull = (
    ReminderSentNews  # of time and of the game as such, not of where anything stands
    | PhaseExtendedNews
    | ScheduleNews
    | AbsenceNews
    | GameEndedNews
    | OrdersMissedNews
    | SettingsChangedNews
    | ProposalConfirmedNews
    | GameOfferedNews
    | GameOpenedNews  # of a game that has not begun
    | SeatAskedNews
    | RequestClosedNews
    | PlayerJoinedNews
    | StandbyAddedNews
    | MusterCalledNews
    | SeatsLostNews
    | SeatsFreedNews
    | GameReadyNews
    | SeatChangedNews  # of seats; what stands below them is written from the game as the reader knows it
    | GameMovedNews  # the same
    | LettersLostNews  # of letters
    | SeatVacatedNews
    | StandbyAskedNews
    | StandbyPassedNews
    | SeatTakenNews
    | SeatReturnedNews
    | PowerJoinedNews
    | BecameUnreachableNews  # of people
    | ReachedAgainNews
    | MoveAskedNews
    | MoveConfirmedNews
    | MoveRefusedNews
    | AddressChangedNews
    | TokenChangedNews
    | MasterChangedNews  # of who is master
    | GameDeclinedNews
    | PressNews  # what others have said
    | VoteCastNews
    | DrawProposedNews
    | PairAskedNews  # of who shares a seat
    | PairChangedNews
    | StrategistAskedNews
    | StrategistJoinedNews
    | StrategistsChangedNews
    | LessonNews  # on a board without fog
    | AllianceAnnouncedNews  # made with nothing but what its reader may know
    | AllianceNews
    | WarEnteredNews
    | UnitStrengthenedNews
    | FactoryBuiltNews
    | UnitsRepairedNews
    | QuarantineNews
)
"""News that bear nothing a reader may not know: each kind is named, and a new one is told to nobody before it is."""


def _known(was: Game, game: Game, notice: Notice) -> News | None:
    news, powers = notice.news, game.powers_of(notice.to)
    if isinstance(news, _ToldInFull):
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
