"""What is seen as a picture: of a game what a reader may see; an example of a rule book."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from itertools import chain
from typing import Literal

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import close_as_known_by, known_scouting, sees_all
from judge.maps.chart import ChartView
from judge.maps.picture import detail_png, draw_detail
from judge.maps.view import MapView
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.reports.rules import example_phrasing, judge_example, orders_of_example, pictured_rule
from judge.rules.board import Location, Power, Province
from judge.rules.book_text import RuleExample, load_book_text
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


def chart_of_game(game: Game, reader: MapReader) -> ChartView:
    """Return the centres by years as a reader may know them; the game must have a position."""
    assert game.position is not None
    known = game.centre_history if reader.powers is None else game.centre_history.of(reader.powers)
    return ChartView(_phrasing(game, game.position, reader), known, game.name)


@dataclass(frozen=True)
class Detail:
    """An example of a rule book as the part of the board where it happens."""

    view: MapView
    regions: frozenset[Province]

    def drawn(self, form: Literal["png", "svg", "overlay"]) -> bytes:
        """Return it as a file; an overlay is what lies over the ground, as SVG."""
        if form == "png":
            return detail_png(self.view, self.regions)
        return draw_detail(self.view, self.regions, has_ground=form == "svg").encode()


def detail_of_rule(named: str, language: Language) -> Detail:
    """Return the first example of a paragraph, named as ``pictured_rule`` does."""
    book, _, _ = named.partition("-")
    (example, *_) = next(one.examples for one in load_book_text(book).paragraphs if pictured_rule(book, one) == named)
    return detail_of_example(example, book, language)


def detail_of_example(example: RuleExample, book: str, language: Language) -> Detail:
    """Return an example as its rule book judges it, in its notation."""
    orders = chain.from_iterable(orders_of_example(example).values())
    named = {part for order in orders for part in map(partial(getattr, order), (one.name for one in fields(order)))}
    places = {one.province if isinstance(one, Location) else one for one in named}
    view = MapView(example_phrasing(example, book, language), "", judge_example(example, book))
    return Detail(view, frozenset({*example.position.units, *(places & view.board.regions.keys())}))


def _phrasing(game: Game, position: Position, reader: MapReader) -> Phrasing:
    return Phrasing(reader.language, load_notation(reader.notation), game.board_at(position), position)


def _view_of(game: Game, position: Position, scouting: Scouting, reader: MapReader) -> PowerView | None:
    """What the reader sees; None where nothing is hidden from them."""
    return None if reader.powers is None else view_for(game.board_at(position), position, scouting, *reader.powers)
