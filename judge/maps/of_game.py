"""What a map of a game shows: one of its positions, or a phase that was judged, as some powers know it."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import close_as_known_by
from judge.maps.view import MapView
from judge.notation.tables import Notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.position import Position
from judge.rules.verdicts import Judgement
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import Scouting


@dataclass(frozen=True)
class MapReader:
    """For whom a map is drawn: ``powers`` are those whose knowledge it shows, None for all there is."""

    powers: Sequence[Power] | None
    language: Language
    notation: Notation


def map_of_phase(game: Game, event: PhaseClosed, reader: MapReader, *, with_orders: bool = True) -> MapView:
    """Return what to draw of a closed phase, with its orders and what became of them or without."""
    known = event if reader.powers is None else close_as_known_by(game, event, reader.powers)
    sight = _sight(game, event.before, (event.scouts or ScoutsBack()).before, reader.powers)
    return _view(game, known.before, reader, known.judgement if with_orders else None, sight)


def map_of_position(game: Game, position: Position, reader: MapReader) -> MapView:
    """Return what to draw of a position of a game, with the scouts there are now."""
    if reader.powers is None:
        return _view(game, position, reader, None, None)
    seen = view_for(game.board_at(position), position, game.scouting, *reader.powers)
    return _view(game, seen.position, reader, None, seen.sight)


def _view(
    game: Game, position: Position, reader: MapReader, judgement: Judgement | None, sight: frozenset[Province] | None
) -> MapView:
    phrasing = Phrasing(reader.language, reader.notation, game.board_at(position), position)
    return MapView(phrasing, game.name, judgement, sight)


def _sight(
    game: Game, position: Position, scouting: Scouting, powers: Sequence[Power] | None
) -> frozenset[Province] | None:
    return None if powers is None else view_for(game.board_at(position), position, scouting, *powers).sight
