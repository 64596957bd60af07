"""The pictures that letters of the kinds bear: of the game that the letter tells of, as its reader has them."""

from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache, partial

from judge.game.figures import CentreHistory
from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Language, PictureSubject
from judge.game.state import Game
from judge.maps.of_game import ChartView, chart_png, map_of_phase, map_of_position, reader_of_map
from judge.maps.picture import draw_png
from judge.rules.board import Power, Year
from tests.reports.letters_of_all_kinds import ENGLAND, FRANCE, GERMANY, ITALY, autumn
from tests.reports.parlour import AUTUMN, AUTUMN_ORDERS, SEATS, SPRING, SPRING_ORDERS, closed, game_at, speaking

Drawn = Callable[[Language], bytes]


def _position(language: Language) -> bytes:
    """The board as the game stands when it begins."""
    game = speaking(game_at(), SEATS[FRANCE], language)
    return draw_png(map_of_position(game, reader_of_map(game, game.people[SEATS[FRANCE]])))


def _phase(event: PhaseClosed, power: Power, language: Language) -> bytes:
    game = speaking(game_at(event.before, event), SEATS[power], language)
    return draw_png(map_of_phase(game, event, reader_of_map(game, game.people[SEATS[power]])))


def _end(language: Language) -> bytes:
    game = _over(language)
    return draw_png(map_of_position(game, reader_of_map(game, game.people[SEATS[FRANCE]])))


def _chart(language: Language) -> bytes:
    game = _over(language)
    view = map_of_position(game, reader_of_map(game, game.people[SEATS[FRANCE]]))
    return chart_png(ChartView(view.phrasing, _HISTORY, game.name))


_HISTORY = CentreHistory(
    tuple(map(Year, range(1901, 1910))),
    {
        Power("AUSTRIA"): (3, 4, 5, 4, 3, 2, 1, 1, 0, 0),
        ENGLAND: (3, 4, 4, 5, 5, 6, 6, 5, 5, 5),
        FRANCE: (3, 5, 5, 6, 6, 7, 7, 8, 9, 9),
        GERMANY: (3, 5, 5, 5, 5, 4, 4, 4, 4, 4),
        ITALY: (3, 4, 4, 4, 4, 4, 4, 3, 3, 3),
        Power("RUSSIA"): (4, 6, 5, 6, 7, 7, 8, 9, 9, 9),
        Power("TURKEY"): (3, 4, 5, 4, 4, 4, 4, 4, 4, 4),
    },
)
"""Centres by years, the last as the letters of the end tell them."""


def _over(language: Language) -> Game:
    return speaking(game_at(AUTUMN), SEATS[FRANCE], language)


def _autumn(phase: int, power: Power) -> Drawn:
    return lambda language: _phase(autumn()[phase], power, language)


def _spring(power: Power) -> Drawn:
    return partial(_phase, closed(SPRING, SPRING_ORDERS, silent=["ITALY"]), power)


_OF_RESULTS: Mapping[str, Drawn] = {
    "all.results-spring": _spring(FRANCE),
    "all.results-spring-dislodged": _spring(ENGLAND),
    "all.results-autumn-dislodged": _autumn(0, GERMANY),
    "all.results-retreats-builds": _autumn(1, FRANCE),
    "all.results-retreats-removals": _autumn(1, ITALY),
    "all.results-adjustments": _autumn(2, GERMANY),
    "all.results-last": partial(_phase, closed(AUTUMN, AUTUMN_ORDERS), FRANCE),
    "all.results-votes-lapsed": partial(_phase, closed(SPRING, SPRING_ORDERS), FRANCE),
}


def pictures_of(kind: str) -> Mapping[PictureSubject, Drawn]:
    """What draws each picture of a letter; nothing for one of a war, whose boards have letters of their own."""
    if "-war" in kind:
        return {}
    if kind.startswith("all.ended"):
        return {"map": _end, "chart": _chart}
    if kind.startswith("all.started"):
        return {"map": _position}
    return {"map": _OF_RESULTS[kind]} if kind in _OF_RESULTS else {}


@cache
def drawn(kind: str, language: Language) -> Mapping[PictureSubject, bytes]:
    """Return the pictures of a letter as PNG."""
    return {subject: draw(language) for subject, draw in pictures_of(kind).items()}


def with_pictures(page: str, kind: str, language: Language) -> str:
    """Return a page of a letter, whose pictures have their subjects as ids, with these in it."""
    for subject, picture in drawn(kind, language).items():
        page = page.replace(f'src="cid:{subject}"', f'src="data:image/png;base64,{b64encode(picture).decode()}"')
    return page
