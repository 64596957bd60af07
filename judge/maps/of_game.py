"""What is seen as a picture: of a game what a reader may see, its centres by years; an example of a rule book."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property, partial
from html import escape
from itertools import chain
from math import ceil
from typing import Literal, TypeVar

from judge.game.figures import CentreHistory
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import close_as_known_by, known_scouting, sees_all
from judge.maps.geometry import Point, font_style, given_font_style, text_breadth, text_element, with_fixed_lengths
from judge.maps.picture import detail_png, draw_detail, png_of_few_colours
from judge.maps.pieces import painted
from judge.maps.spots import GOLD, INK, PAPER
from judge.maps.view import MapView, PowerLook, power_looks
from judge.notation.tables import load_notation
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing
from judge.reports.rules import example_phrasing, judge_example, orders_of_example, pictured_examples
from judge.rules.board import Location, Power, Province
from judge.rules.book_text import RuleExample, load_book_text
from judge.rules.ending import centres_to_win
from judge.rules.position import Position
from judge.rules.war.fog import PowerView, view_for
from judge.rules.war.scouts import Scouting

# --- where the lines of a chart run: side by side where they would lie on each other, their labels apart


_Key = TypeVar("_Key", bound=Hashable)

_LANE = 7.0
"""How far lines of the same height are apart, in pixels."""

_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)


@dataclass(frozen=True)
class Plot:
    """The room for lines, in pixels: columns from ``left`` to ``right``, the numbers 0 to ``top`` from below."""

    left: float
    right: float
    ceiling: float
    height: float
    years: int
    top: int

    @property
    def bottom(self) -> float:
        """Where the number 0 is."""
        return self.ceiling + self.height

    @property
    def unit(self) -> float:
        """How high 1 is."""
        return self.height / self.top

    def x(self, column: int) -> float:
        """Return where a column is; the start is the first one."""
        return self.left + (self.right - self.left) * column / max(self.years, 1)

    def y(self, number: float) -> float:
        """Return where a number is."""
        return self.bottom - number * self.unit

    def steps(self) -> Sequence[int]:
        """Return the numbers that have a line, five at most besides 0."""
        step = next((step for step in _STEPS if self.top / step <= 5), _STEPS[-1])  # noqa: PLR2004
        return range(0, self.top + 1, step)

    def named_columns(self, breadth: float) -> Sequence[int]:
        """Return the columns whose names, so broad at most, have room below; the last one among them."""
        every = ceil((breadth + 14) * max(self.years, 1) / (self.right - self.left))
        return range(self.years, -1, -max(every, 1))


def lanes(counts: Mapping[_Key, Sequence[int]], plot: Plot) -> Mapping[_Key, Sequence[Point]]:
    """Return the points of each line, up to where it comes down to 0 for good.

    Lines that have the same number in a column run side by side there, whichever came from above above the others.
    """
    lengths = {key: last_column(numbers) + 1 for key, numbers in counts.items()}
    lines: dict[_Key, list[Point]] = {key: [] for key in counts}
    for column in range(plot.years + 1):
        together: dict[int, list[_Key]] = defaultdict(list)
        for key, numbers in counts.items():
            if column < lengths[key]:
                together[numbers[column]].append(key)
        for number, keys in together.items():
            keys.sort(key=lambda key: lines[key][-1][1] if lines[key] else 0.0)
            gap = min(_LANE, plot.unit * 0.9 / len(keys))
            for place, key in enumerate(keys):
                lines[key].append((plot.x(column), plot.y(number) + gap * (place - (len(keys) - 1) / 2)))
    return lines


def last_column(numbers: Sequence[int]) -> int:
    """Return the column in which a line ends: the last one, or the first 0 behind which there is nothing else."""
    last = max((place for place, number in enumerate(numbers) if number), default=-1)
    return min(last + 1, len(numbers) - 1)


def spread(wanted: Sequence[float], apart: float, lowest: float) -> Sequence[float]:
    """Return heights near those wanted, which go down the picture, so far apart and none below the lowest."""
    heights: list[float] = []
    for height in wanted:
        heights.append(max(height, heights[-1] + apart) if heights else height)
    return list(reversed([*_pushed_up(reversed(heights), apart, lowest)]))


def _pushed_up(heights: Iterator[float], apart: float, lowest: float) -> Iterator[float]:
    for height in heights:
        lowest = min(height, lowest)
        yield lowest
        lowest -= apart


# --- the centres of each power by years as a chart: lines told apart by dashes and letters, as SVG and as PNG


_WIDTH, _HEAD, _MARGIN, _LEFT, _FOOT = 1200, 110, 28, 84, 78
"""Of the picture, in pixels; the room for the title, at the edges, for the numbers, for the years."""

_LEAST_HEIGHT = 720.0
"""Of the lines."""

_TEXT, _ROW = 31.0, 44.0
"""The size of texts, and how far the labels at the ends of lines are apart at least."""

_IN_A_ROW = 4
"""So many powers that are gone stand in a row under a chart of many powers."""

_GRID, _DIM = "#ded5c1", "#6d6350"


@dataclass(frozen=True)
class ChartView:
    """The centres by years that a reader may know, in their ``phrasing``; ``title`` is the name of the game, if any."""

    phrasing: Phrasing
    history: CentreHistory
    title: str = ""

    @cached_property
    def looks(self) -> Mapping[Power, PowerLook]:
        """The look of each power that has ever had a centre."""
        looks = power_looks(self.phrasing.board, self.phrasing.language)
        return {power: look for power, look in looks.items() if any(self.history.counts.get(power, ()))}

    @property
    def heading(self) -> str:
        """What the chart shows."""
        return self.say("chart.title", game=self.title) if self.title else self.say("chart.name")

    def columns(self) -> Sequence[str]:
        """Return the names of the counts: the start, then each year."""
        start = self.say("chart.start")
        return [start, *map(str, self.history.years)]

    def say(self, key: str, /, **facts: object) -> str:
        """Return one sentence."""
        return plain_spaces(self.phrasing.say(key, **facts))


def draw_chart(view: ChartView) -> str:
    """Return a chart as one SVG file that needs no other; a line has the id ``l-FRANCE``, its ``desc`` is the table."""
    return with_fixed_lengths(_file(view, font_style()), _TEXT)


def chart_png(view: ChartView) -> bytes:
    """Return a chart as PNG, 1,200 pixels wide."""
    return png_of_few_colours(painted(_file(view, given_font_style()), _WIDTH).convert("RGB"))


def _file(view: ChartView, style: str) -> str:
    scene = _Scene(view)
    height = round(_HEAD + scene.plot.height + _FOOT + _ROW * len(scene.below) + (12 if scene.below else 0))
    box = f'viewBox="0 0 {_WIDTH} {height}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} role="img" aria-labelledby="title desc">',
        f'<title id="title">{escape(view.heading)}</title><desc id="desc">{escape(" ".join(_table(view)))}</desc>',
        f'<rect width="{_WIDTH}" height="{height}" fill="{PAPER}"/><g text-anchor="middle" fill="{INK}">',
        style,
        *_title(view),
        *_grid(scene),
        *(_line(scene, power) for power in reversed([*view.looks])),
        *_labels(scene),
        "</g></svg>\n",
    )
    return "".join(parts)


class _Scene:
    """A chart and where everything on it is."""

    def __init__(self, view: ChartView) -> None:
        self.view = view
        counts = {power: view.history.counts[power] for power in view.looks}
        highest = max((max(found) for found in counts.values()), default=1)
        self.victory = _victory(view)
        top = max(highest, self.victory if self.victory <= 3 * highest else 0) + 1
        self.labels = {power: _label_text(view, power) for power in counts}
        room = max((text_breadth(text, "italic", _TEXT) for text in self.labels.values()), default=0.0)
        right = _WIDTH - _MARGIN - room - 110
        self.there = [power for power, found in counts.items() if found[-1]]
        gone = [power for power in counts if power not in self.there]
        self.gone = sorted(gone, key=lambda power: -last_column(counts[power]))
        beside = len(counts) * _ROW <= _LEAST_HEIGHT
        starts = range(0, 0 if beside else len(gone), _IN_A_ROW)
        self.below = [self.gone[start : start + _IN_A_ROW] for start in starts]
        height = max(_LEAST_HEIGHT, _ROW * len(self.there))
        self.plot = Plot(_LEFT, right, _HEAD, height, len(view.history.years), top)
        self.lines = lanes(counts, self.plot)


def _victory(view: ChartView) -> int:
    """How many centres win in the last year shown, for those without a number of their own; 0 where none do."""
    years, board = view.history.years, view.phrasing.board
    return centres_to_win(board, years[-1] if years else board.start_year)


def _label_text(view: ChartView, power: Power) -> str:
    """The name of a power with its last number; the year in which it had none any more."""
    counts = view.history.counts[power]
    name = view.phrasing.power(power)
    if counts[-1]:
        return f"{name} {counts[-1]}"
    return view.say("chart.gone", power=name, year=view.columns()[last_column(counts)])


def _table(view: ChartView) -> Iterator[str]:
    """The numbers in words, a sentence for each year."""
    yield view.say("chart.about")
    for place, column in enumerate(view.columns() if view.history.counts else ()):
        counts = ", ".join(f"{view.phrasing.power(power)} {view.history.counts[power][place]}" for power in view.looks)
        yield view.say("chart.year", year=column, counts=counts)
    if victory := _victory(view):
        yield view.say("chart.victory_at", n=victory)


def _title(view: ChartView) -> Iterator[str]:
    name = view.say("chart.name")
    if view.title:
        yield text_element((_MARGIN, 48), view.title, "bold", 42, "start")
        yield text_element((_WIDTH - _MARGIN, 52), name, "italic", 31, "end")
    else:
        yield text_element((_MARGIN, 48), name, "bold", 42, "start")


def _grid(scene: _Scene) -> Iterator[str]:
    """Few lines: the steps of the numbers, the victory, the years below."""
    plot = scene.plot
    for number in plot.steps():
        if abs(number - scene.victory) * plot.unit > _TEXT or not scene.victory:
            y = plot.y(number)
            yield f'<path d="M{plot.left:.0f} {y:.0f}H{plot.right:.0f}" stroke="{_GRID}" stroke-width="2"/>'
            yield text_element((plot.left - 22, y), str(number), "italic", _TEXT, "end", f' fill="{_DIM}"')
    if scene.victory <= plot.top and scene.victory:
        y = plot.y(scene.victory)
        yield f'<path d="M{plot.left:.0f} {y:.0f}H{plot.right:.0f}" stroke="{GOLD}" stroke-width="4"/>'
        yield text_element((plot.left - 22, y), str(scene.victory), "bold", _TEXT, "end", f' fill="{GOLD}"')
        text = scene.view.say("chart.victory")
        yield text_element((plot.left + 8, y - 22), text, "italic", _TEXT, "start", f' fill="{GOLD}"')
    columns = scene.view.columns()
    for place in plot.named_columns(max(text_breadth(text, "italic", _TEXT) for text in columns)):
        at = (plot.x(place), plot.bottom + 44)
        yield text_element(at, columns[place], "italic", _TEXT, more=f' fill="{_DIM}"')


def _line(scene: _Scene, power: Power) -> str:
    """The line of a power, on paper of its own that parts it from those it crosses."""
    x_and_y = (f"{x:.0f} {y:.0f}" for x, y in scene.lines[power])
    data = "M" + "L".join(x_and_y)
    counts = ", ".join(map(str, scene.view.history.counts[power]))
    dashes = scene.view.looks[power].dashes
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<g id="l-{power}" fill="none" stroke-linejoin="round">'
        f"<title>{escape(scene.view.phrasing.power(power))}: {counts}</title>"
        f'<path d="{data}" stroke="{PAPER}" stroke-width="8"/>'
        f'<path d="{data}" stroke="{scene.view.looks[power].colour}" stroke-width="5.5"{dashed}/></g>'
    )


def _labels(scene: _Scene) -> Iterator[str]:
    """The powers at the right, from the highest line down, with a thin line to where each ends.

    Those that are gone stand below, the last one first; under the chart where they are many.
    """
    plot = scene.plot
    ends = {power: line[-1] for power, line in scene.lines.items()}
    order = [*sorted(scene.there, key=lambda power: ends[power][1]), *(() if scene.below else scene.gone)]
    wanted = [ends[power][1] if power in scene.there else plot.bottom for power in order]
    for power, y in zip(order, spread(wanted, _ROW, plot.bottom), strict=True):
        if power in scene.there:
            line = f"M{ends[power][0] + 4:.0f} {ends[power][1]:.0f}L{plot.right + 32:.0f} {y:.0f}"
            yield f'<path d="{line}" stroke="{scene.view.looks[power].colour}" stroke-width="1.5"/>'
        yield from _label(scene, power, (plot.right + 56, y))
    for row, powers in enumerate(scene.below):
        for column, power in enumerate(powers):
            at = (_MARGIN + 23 + column * (_WIDTH - 2 * _MARGIN) / _IN_A_ROW, plot.bottom + _FOOT + 24 + row * _ROW)
            yield from _label(scene, power, at)
    yield from _ends_at_nothing(scene, [(ends[power], scene.view.looks[power]) for power in scene.gone])


def _label(scene: _Scene, power: Power, at: Point) -> Iterator[str]:
    yield _badge(scene.view.looks[power], at)
    yield text_element((at[0] + 32, at[1]), scene.labels[power], "italic", _TEXT, "start")


def _ends_at_nothing(scene: _Scene, ends: Sequence[tuple[Point, PowerLook]]) -> Iterator[str]:
    """A small badge where a line ends before the last year; those of one year stand on each other."""
    for x in sorted({at[0] for at, _ in ends if at[0] < scene.plot.right}):
        for row, look in enumerate(look for at, look in ends if at[0] == x):
            yield _badge(look, (x, scene.plot.bottom - 27 * row), 0.7)


def _badge(look: PowerLook, at: Point, scale: float = 1.0) -> str:
    """The letters of a power on its colour."""
    size = (27 - 5 * (len(look.letters) - 1)) * scale
    wide, high = 46 * scale, 36 * scale
    box = f'<rect x="{at[0] - wide / 2:.0f}" y="{at[1] - high / 2:.0f}" width="{wide:.0f}" height="{high:.0f}" rx="4"'
    return f'{box} fill="{look.colour}"/>' + text_element(at, look.letters, "bold", size, more=f' fill="{PAPER}"')


# --- of a game what a reader may see; an example of a rule book


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
    view = _view_of(game, game.stands_at, game.scouting, reader)
    known = view.position if view else game.stands_at
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


def map_after_phase(game: Game, event: PhaseClosed, reader: MapReader) -> MapView:
    """Return the position that a phase led to, for a reader from whom nothing is hidden."""
    return MapView(_phrasing(game, event.judgement.after, reader), game.name)


def chart_of_game(game: Game, reader: MapReader) -> ChartView:
    """Return the centres by years as a reader may know them; the game must have a position."""
    known = game.centre_history if reader.powers is None else game.centre_history.of(reader.powers)
    return ChartView(_phrasing(game, game.stands_at, reader), known, game.name)


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
    """Return an example of a paragraph, named as ``pictured_examples`` does."""
    book, _, _ = named.partition("-")
    drawn = (pictured_examples(book, one) for one in load_book_text(book).paragraphs)
    return detail_of_example(next(one[named] for one in drawn if named in one), book, language)


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
