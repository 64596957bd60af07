"""The pictures of an issue: maps of phases with their orders, of the position now, the centres by years."""

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
from judge.rules.position import Phase, PhaseKind
from judge.zine.blocks import Picture
from judge.zine.sources import ToldGame

_MOST_MAPS = 3
"""The most phases of a game of which an issue has a map: the last ones."""


@dataclass(frozen=True)
class GamePictures:
    """The pictures of a game as SVG by name, and where they are shown: below a phase, or below all seasons."""

    drawn: Mapping[str, str] = field(default_factory=dict)
    of_phases: Mapping[int, Picture] = field(default_factory=dict)
    of_game: Sequence[Picture] = ()


def pictures_of(told: ToldGame, language: Language, notation: str = "") -> GamePictures:
    """Draw a game with words in a language; nothing of one whose units are not for strangers, or that has no map."""
    game = told.known.game
    if told.known.publicity is not Publicity.WHOLE or game.position is None:
        return GamePictures()
    reader = MapReader(None, language, told.notation(language, notation).name)
    drawn: dict[str, str] = {}
    of_phases: dict[int, Picture] = {}
    moves = [event for event in told.phases if event.before.phase.kind is PhaseKind.MOVEMENT]
    try:
        for event in moves[-_MOST_MAPS:]:
            picture = Picture(
                f"{told.name}-{event.before.phase}", _caption("zine.orders_drawn", event.before.phase, told, language)
            )
            drawn[picture.name] = draw_map(map_of_phase(game, event, reader))
            of_phases[event.number] = picture
        of_game = list(_of_game(told, language, reader, drawn))
    except UndrawableError:
        return GamePictures()
    return GamePictures(drawn, of_phases, of_game)


def _of_game(told: ToldGame, language: Language, reader: MapReader, drawn: dict[str, str]) -> Iterator[Picture]:
    game = told.known.game
    assert game.position is not None
    if told.ended is None or not drawn:
        position = Picture(
            f"{told.name}-position", _caption("zine.position_drawn", game.position.phase, told, language)
        )
        drawn[position.name] = draw_map(map_of_position(game, reader))
        yield position
    if game.centre_history.years:
        named = told.phrasing(game.position, language).say("chart.name")
        caption = say(language, "zine.item", name=told.title, told=f"{named[:1].lower()}{named[1:]}")
        chart = Picture(f"{told.name}-centres", plain_spaces(caption))
        drawn[chart.name] = draw_chart(chart_of_game(game, reader))
        yield chart


def _caption(key: str, phase: Phase, told: ToldGame, language: Language) -> str:
    named = phase_name(phase, told.known.game.board.calendar, language)
    return plain_spaces(say(language, key, game=told.title, phase=named))
