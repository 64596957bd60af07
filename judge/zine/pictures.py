"""The pictures of an issue: maps of phases, the position now, the centres by years."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from judge.game.published import Publicity
from judge.game.settings import Language
from judge.maps.chart import draw_chart
from judge.maps.of_game import MapReader, chart_of_game, map_of_phase, map_of_position
from judge.maps.picture import UndrawableError, draw_map
from judge.reports.language import say
from judge.reports.layout import plain_spaces
from judge.reports.names import phase_name
from judge.rules.position import Phase, PhaseKind, Position
from judge.zine.article import Picture
from judge.zine.sources import ToldGame

# --- the pictures of an issue: maps of phases with their orders, of the position now, the centres by years


_MOST_MAPS = 3
"""The most phases of a game of which an issue has a map: the last ones."""


@dataclass(frozen=True)
class GamePictures:
    """The pictures of a game as SVG by name, with the captions of one language.

    Each of ``of_phases`` is shown below a phase, by its number; ``of_game`` below all seasons.
    """

    drawn: Mapping[str, str] = field(default_factory=dict)
    of_phases: Mapping[int, Picture] = field(default_factory=dict)
    of_game: Sequence[Picture] = ()


def pictures_of(told: ToldGame, language: Language, notation: str = "") -> GamePictures:
    """Draw a game with words in a language; nothing of one whose units are not for strangers, or that has no map."""
    game = told.known.game
    shown = captions_of(told, language)
    reader = MapReader(None, language, told.notation(language, notation).name)
    events = {event.number: event for event in told.phases}
    try:
        drawn = {
            picture.name: draw_map(map_of_phase(game, events[number], reader))
            for number, picture in shown.of_phases.items()
        }
        for picture in shown.of_game:
            is_chart = picture.name == _chart_name(told)
            drawn[picture.name] = (
                draw_chart(chart_of_game(game, reader)) if is_chart else draw_map(map_of_position(game, reader))
            )
    except UndrawableError:
        return GamePictures()
    return GamePictures(drawn, shown.of_phases, shown.of_game)


def captions_of(told: ToldGame, language: Language) -> GamePictures:
    """Which pictures there are of a game, with captions in a language, and none of them drawn."""
    if told.known.publicity is not Publicity.WHOLE or told.known.game.position is None:
        return GamePictures()
    moves = [event for event in told.phases if event.before.phase.kind is PhaseKind.MOVEMENT][-_MOST_MAPS:]
    of_phases = {event.number: _of_phase(event.before.phase, told, language) for event in moves}
    return GamePictures({}, of_phases, tuple(_of_game(told, told.known.game.position, language, alone=not moves)))


def _of_phase(phase: Phase, told: ToldGame, language: Language) -> Picture:
    return Picture(f"{told.name}-{phase}", _caption("zine.orders_drawn", phase, told, language))


def _of_game(told: ToldGame, position: Position, language: Language, *, alone: bool) -> Iterator[Picture]:
    """The position, unless the game is over and its last phase is drawn; the chart, once there is a year to show."""
    if told.ended is None or alone:
        yield Picture(f"{told.name}-position", _caption("zine.position_drawn", position.phase, told, language))
    if told.known.game.centre_history.years:
        named = told.phrasing(position, language).say("chart.name")
        caption = say(language, "zine.item", name=told.title, told=f"{named[:1].lower()}{named[1:]}")
        yield Picture(_chart_name(told), plain_spaces(caption))


def _chart_name(told: ToldGame) -> str:
    return f"{told.name}-centres"


def _caption(key: str, phase: Phase, told: ToldGame, language: Language) -> str:
    named = phase_name(phase, told.known.game.board.phase_names, language)
    return plain_spaces(say(language, key, game=told.title, phase=named))


# --- how large a picture is drawn: told by its SVG


_VIEW_BOX = re.compile(r"<svg\b[^>]*?\bviewBox=[\"']\s*\S+?[\s,]+\S+?[\s,]+([\d.]+)[\s,]+([\d.]+)")
_WIDEST_IN_COLUMN = 1500
"""Units of a picture: what is drawn on more of them, as maps are, can only be read across the page."""


def height_by_width(svg: str) -> float:
    """Return the height of a picture for a breadth of 1; a square where the picture does not say."""
    width, height = _size(svg)
    return height / width


def is_across(svg: str) -> bool:
    """Return whether a picture needs the breadth of a page."""
    return _size(svg)[0] > _WIDEST_IN_COLUMN


def _size(svg: str) -> tuple[float, float]:
    found = _VIEW_BOX.search(svg)
    try:
        width, height = (float(found[1]), float(found[2])) if found else (0.0, 0.0)
    except ValueError:
        return 1.0, 1.0
    return (width, height) if width and height else (1.0, 1.0)
