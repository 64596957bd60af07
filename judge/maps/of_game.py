"""What of a game a reader may see as a picture: the open phase, a phase that was judged, the centres by years."""

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.state import Game
from judge.game.visibility import as_seen_by, close_as_seen_by, sees_all
from judge.maps.chart import ChartView
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Province
from judge.rules.position import Position
from judge.rules.war.fog import view_for
from judge.rules.war.scouts import Scouting


def map_of_open_phase(game: Game, reader: Person, *, whole: bool = False) -> MapView:
    """Return the position now as a reader may know it, in their language and notation; all of it if ``whole``.

    The game must have a position.
    """
    assert game.position is not None
    known = game if whole else as_seen_by(game, reader.address)
    assert known.position is not None
    sight = None if whole else _sight(game, game.position, game.scouting, reader)
    phrasing = _phrasing(game, known.position, reader)
    return MapView(phrasing, game.name, None, sight, known.scouting.scouts)


def map_of_phase(
    game: Game, event: PhaseClosed, reader: Person, *, orders: bool = True, whole: bool = False
) -> MapView:
    """Return a phase that was judged as a reader may know it, with ``orders`` and what became of them."""
    known = event if whole else close_as_seen_by(game, event, reader.address)
    scouting = (event.scouts or ScoutsBack()).before
    sight = None if whole else _sight(game, event.before, scouting, reader)
    scouts = (known.scouts or ScoutsBack()).before.scouts
    phrasing = _phrasing(game, known.before, reader)
    return MapView(phrasing, game.name, known.judgement if orders else None, sight, scouts)


def chart_of_game(game: Game, reader: Person, *, whole: bool = False) -> ChartView:
    """Return the centres by years as a reader may know them; the game must have a position."""
    assert game.position is not None
    known = game if whole else as_seen_by(game, reader.address)
    return ChartView(_phrasing(game, game.position, reader), known.centre_history, game.name)


def _phrasing(game: Game, position: Position, reader: Person) -> Phrasing:
    return Phrasing(reader.language, load_notation(reader.notation), game.board_at(position), position)


def _sight(game: Game, position: Position, scouting: Scouting, reader: Person) -> frozenset[Province] | None:
    """The regions in sight of a reader; None where nothing is hidden from them."""
    if sees_all(game, reader.address):
        return None
    return view_for(game.board_at(position), position, scouting, *game.powers_of(reader.address)).sight
