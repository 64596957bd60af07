"""What of a game a reader may see as a picture: a position, a phase that was judged, the centres by years."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import close_as_known_by, known_scouting, sees_all
from judge.maps.chart import ChartView
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.reports.rules import example_phrasing, judge_example, pictured_rule
from judge.rules.board import Power
from judge.rules.book_text import load_book_text
from judge.rules.position import Position
from judge.rules.war.fog import PowerView, view_for
from judge.rules.war.scouts import Scouting


@dataclass(frozen=True)
class MapReader:
    """For whom a map is drawn: ``powers`` are those whose knowledge it shows, None for all there is."""

    powers: Sequence[Power] | None
    language: Language
    notation: str


def reader_of_map(game: Game, person: Person, *, whole: bool = False) -> MapReader:
    """Return for whom a map is drawn that a person of a game looks at; all there is if ``whole``."""
    is_hidden = not whole and not sees_all(game, person.address)
    return MapReader(game.powers_of(person.address) if is_hidden else None, person.language, person.notation)


def map_of_position(game: Game, reader: MapReader) -> MapView:
    """Return the position of a game, which must have one, as a reader may know it."""
    assert game.position is not None
    view = _view_of(game, game.position, game.scouting, reader)
    known = view.position if view else game.position
    scouting = known_scouting(game.scouting, view) if view else game.scouting
    phrasing = _phrasing(game, known, reader)
    return MapView(phrasing, game.name, None, view.sight if view else None, scouting.scouts)


def map_of_phase(game: Game, event: PhaseClosed, reader: MapReader, *, orders: bool = True) -> MapView:
    """Return a phase that was judged as a reader may know it, with ``orders`` and what became of them."""
    known = event if reader.powers is None else close_as_known_by(game, event, reader.powers)
    view = _view_of(game, event.before, (event.scouts or ScoutsBack()).before, reader)
    scouts = (known.scouts or ScoutsBack()).before.scouts
    phrasing = _phrasing(game, known.before, reader)
    return MapView(phrasing, game.name, known.judgement if orders else None, view.sight if view else None, scouts)


def map_of_rule(named: str, language: Language) -> MapView:
    """Return the first example of a paragraph, named as ``pictured_rule`` does, with what its book makes of it."""
    book, _, number = named.partition("-")
    (example, *_) = next(
        one.examples for one in load_book_text(book).paragraphs if pictured_rule(book, one) == f"{book}-{number}"
    )
    return MapView(example_phrasing(example, book, language), "", judge_example(example, book))


def chart_of_game(game: Game, reader: MapReader) -> ChartView:
    """Return the centres by years as a reader may know them; the game must have a position."""
    assert game.position is not None
    known = game.centre_history if reader.powers is None else game.centre_history.of(reader.powers)
    return ChartView(_phrasing(game, game.position, reader), known, game.name)


def _phrasing(game: Game, position: Position, reader: MapReader) -> Phrasing:
    return Phrasing(reader.language, load_notation(reader.notation), game.board_at(position), position)


def _view_of(game: Game, position: Position, scouting: Scouting, reader: MapReader) -> PowerView | None:
    """What the reader sees; None where nothing is hidden from them."""
    return None if reader.powers is None else view_for(game.board_at(position), position, scouting, *reader.powers)
