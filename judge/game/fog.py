"""Filter a notice through the fog: its reader learns nothing of units that the rule book hides from them."""

from dataclasses import replace
from typing import assert_never

from judge.game.deadlines.messages import AbsenceNews, Extended, Reminder, TimeChanged
from judge.game.mastery.messages import (
    Corrected,
    NewMaster,
    NewSettings,
    Offer,
    OfferTurnedDown,
    PositionCorrected,
    WentBack,
)
from judge.game.messages import News, Notice
from judge.game.people.messages import Moved, MoveHalfway, MoveOff, MoveToConfirm, Reached, TokenGiven, Unreachable
from judge.game.phases.messages import Ended, HeldOpen, Results, Warned
from judge.game.press.messages import Press
from judge.game.replacements.messages import Displaced, OfferOver, SeatGone, SeatNotice, SeatOffered, SeatYours
from judge.game.seats.news import (
    Asked,
    Declined,
    Joined,
    Mustered,
    Opened,
    Ready,
    Seated,
    SeatLost,
    SeatsFree,
    Started,
    Waiting,
)
from judge.game.sight import close_as_known, known_position, sees_all
from judge.game.state import Game
from judge.game.strategists.messages import PairChanged, PairWanted, SeatShared, SeatToShare, StrategistsChanged
from judge.game.votes.messages import Proposed, VoteTold
from judge.game.war.messages import (
    AlliancesChanged,
    AllianceWanted,
    Entered,
    MapChanged,
    NewFactory,
    Repaired,
    Strengthened,
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
    touched,
)
from judge.rules.fog import sight_of
from judge.rules.position import Position


def through_fog(was: Game, game: Game, notice: Notice) -> Notice | None:
    """A notice with nothing of a position but what its reader may know; ``game`` is as the news left it.

    None for a reader who must not even know that something has happened: a correction of what is out of sight.
    """
    if sees_all(game, notice.to):
        return notice
    news = _known(was, game, notice)
    return replace(notice, news=news) if news else None


def _known(was: Game, game: Game, notice: Notice) -> News | None:
    news, powers = notice.news, game.powers_of(notice.to)
    match news:
        case Results(event=event):
            return replace(news, event=close_as_known(game, event, notice.to))
        case Started(event=started):
            position = known_position(game, started.position, powers)
            return replace(news, event=replace(started, position=position))
        case WentBack(event=undone):
            position = known_position(game, undone.position, powers)
            orders = {power: given for power, given in undone.orders.items() if power in powers}
            return replace(news, event=replace(undone, position=position, orders=orders))
        case HeldOpen(event=held, powers=told):
            return replace(news, event=replace(held, powers=told))
        case Corrected(event=corrected):
            seen = replace(news, event=_corrected(was, game, corrected, powers))
            return seen if seen.event.corrections or seen.event.position != _as_it_was(was, powers) else None
        case Reminder() | Extended() | TimeChanged() | AbsenceNews() | Ended() | Warned() | NewSettings() | Offer():
            return news  # of time and of the game as such, not of where anything stands
        case Opened() | Asked() | Declined() | Seated() | Waiting() | Mustered() | SeatLost() | SeatsFree() | Ready():
            return news  # of a game that has not begun
        case SeatNotice() | SeatGone() | SeatOffered() | OfferOver() | SeatYours() | Displaced() | Joined():
            return news  # of seats; what stands below them is written from the game as the reader knows it
        case Unreachable() | Reached() | MoveToConfirm() | MoveHalfway() | MoveOff() | Moved() | TokenGiven():
            return news  # of people
        case NewMaster() | OfferTurnedDown():
            return news  # of who is master
        case Press() | VoteTold() | Proposed():
            return news  # what others have said
        case PairWanted() | PairChanged() | SeatToShare() | SeatShared() | StrategistsChanged():
            return news  # of who shares a seat
        case (
            AllianceWanted()
            | AlliancesChanged()
            | Entered()
            | Strengthened()
            | NewFactory()
            | Repaired()
            | MapChanged()
        ):
            return news  # made with nothing but what its reader may know
        case _:
            assert_never(news)


def _corrected(was: Game, game: Game, event: PositionCorrected, powers: tuple[Power, ...]) -> PositionCorrected:
    """The part of a correction that lies in sight before and after; a unit of others that appears shows only there."""
    before = was.position or event.position
    seen = sight_of(game.board, before, game.scouting, *powers)
    seen &= sight_of(game.board, event.position, game.scouting, *powers)
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
            return {*touched(one)} <= seen or (unit is not None and unit.power in powers)
        case _:
            assert_never(one)


def _as_it_was(was: Game, powers: tuple[Power, ...]) -> Position | None:
    return known_position(was, was.position, powers) if was.position else None
