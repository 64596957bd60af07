"""The pictures that letters of the kinds bear: of the game that the letter tells of, as its reader has them."""

from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address, Language, PictureSubject
from judge.game.state import Game
from judge.maps.of_game import ChartView, chart_png, map_of_phase, map_of_position, reader_of_map
from judge.maps.picture import draw_png, near_png
from judge.maps.view import MapView
from judge.rules.board import Power, Province
from judge.rules.position import Phase, Position
from tests.campaign.scene import EAST, ISLE, MASTER, WEST
from tests.campaign.scene import SEATS as WAR_SEATS
from tests.campaign.scene import game_at as war_at
from tests.reports.letters_of_all_kinds import ENGLAND, FRANCE, GERMANY, HISTORY, ITALY, WON, autumn
from tests.reports.parlour import AUTUMN, AUTUMN_ORDERS, BOARD, SEATS, SPRING, SPRING_ORDERS, closed, game_at, speaking
from tests.reports.war_room import at_war, closing, happened, reader_of, with_reader

_SPRING = closed(SPRING, SPRING_ORDERS, silent=["ITALY"])

PHASES: Mapping[str, tuple[PhaseClosed, Power]] = {
    "all.results-spring": (_SPRING, FRANCE),
    "all.results-spring-dislodged": (_SPRING, ENGLAND),
    "all.results-autumn-dislodged": (autumn()[0], GERMANY),
    "all.results-retreats-builds": (autumn()[1], FRANCE),
    "all.results-retreats-removals": (autumn()[1], ITALY),
    "all.results-adjustments": (autumn()[2], GERMANY),
    "all.results-last": (closed(AUTUMN, AUTUMN_ORDERS), FRANCE),
    "all.results-votes-lapsed": (closed(SPRING, SPRING_ORDERS), FRANCE),
}
"""The phase that a letter of results tells of, and whose letter it is."""

_WAR = at_war()
WARS: Mapping[str, tuple[Game, Address]] = {
    "all.started-war": (war_at(), WAR_SEATS[WEST]),
    "all.started-war-onlooker": (war_at(), WAR_SEATS[ISLE]),
    "all.started-war-master": (war_at(), MASTER.address),
    "all.results-war-driven-out": (_WAR[0], WAR_SEATS[EAST]),
    "all.results-war-victor": (_WAR[0], WAR_SEATS[WEST]),
    "all.results-war-onlooker": (_WAR[0], WAR_SEATS[ISLE]),
    "all.results-war-scouts": (_WAR[1], WAR_SEATS[EAST]),
    "all.results-war-master": (_WAR[1], MASTER.address),
    "all.results-war-standard": (_WAR[2], WAR_SEATS[WEST]),
    "all.results-war-learned": (_WAR[3], WAR_SEATS[WEST]),
    "all.results-war-raised": (_WAR[4], WAR_SEATS[WEST]),
    "all.results-war-dispersed": (_WAR[4], WAR_SEATS[EAST]),
}
"""The war before the letter, which tells of its beginning or of the phase that closes, and whose letter it is."""


ENDS = [f"all.ended-{how}" for how in ("shared", "solo", "won", "nobody")]
"""Letters of one end, that of the centres by years."""


def _at_the_end() -> Position:
    """The board at the end that the letters tell: in 1909, each with as many centres, none of Austria's units left."""
    owed = [power for power, counts in HISTORY.counts.items() for _ in range(counts[-1])]
    given: dict[Province, Power] = {}
    for centre, power in AUTUMN.owners.items():
        if power in owed:
            owed.remove(power)
            given[centre] = power
    given |= zip(sorted(BOARD.centres - {*given}), owed, strict=True)
    units = {at: unit for at, unit in AUTUMN.units.items() if unit.power in given.values()}
    return replace(AUTUMN, phase=Phase.parse("W1909A"), owners=given, units=units)


def pictures_of(kind: str) -> tuple[PictureSubject, ...]:
    """What a letter bears; the part with one's units is of boards with many regions, which no war has."""
    if kind in WARS:
        return ("map",)
    if kind in ENDS:
        return "map", "chart"
    if kind.startswith("all.ended") and "-war" not in kind:
        return ("map",)
    if kind in PHASES or (kind.startswith("all.started") and "-war" not in kind):
        return "map", "near"
    return ()


@cache
def drawn(kind: str, language: Language) -> Mapping[PictureSubject, bytes]:
    """Return the pictures of a letter as PNG."""
    if not pictures_of(kind):
        return {}
    if kind in WARS:
        return {"map": draw_png(_view_of_war(kind, language))}
    view, power = _view(kind, language)
    if kind in ENDS:
        history = WON if kind == "all.ended-solo" else HISTORY
        return {"map": draw_png(view), "chart": chart_png(ChartView(view.phrasing, history, view.title))}
    return {"map": draw_png(view), **({"near": near_png(view, [power])} if "near" in pictures_of(kind) else {})}


def _view(kind: str, language: Language) -> tuple[MapView, Power]:
    event, power = PHASES.get(kind, (None, FRANCE))
    if event:
        game = speaking(game_at(event.before, event), SEATS[power], language)
        return map_of_phase(game, event, reader_of_map(game, game.people[SEATS[power]])), power
    at = _at_the_end() if kind in ENDS else AUTUMN if kind.startswith("all.ended") else None
    game = speaking(game_at(at), SEATS[power], language)
    return map_of_position(game, reader_of_map(game, game.people[SEATS[power]])), power


def _view_of_war(kind: str, language: Language) -> MapView:
    """The board as the reader of a letter of a war knows it."""
    game, to = WARS[kind]
    game = with_reader(game, reader_of(game, to, language))
    if kind.startswith("all.started"):
        return map_of_position(game, reader_of_map(game, game.people[to]))
    events = closing(game)
    event = next(event for event in events if isinstance(event, PhaseClosed))
    after = happened(game, *events)
    return map_of_phase(after, event, reader_of_map(after, after.people[to]))


def with_pictures(page: str, kind: str, language: Language) -> str:
    """Return a page of a letter, whose pictures have their subjects as ids, with these in it."""
    for subject, picture in drawn(kind, language).items():
        page = page.replace(f'src="cid:{subject}"', f'src="data:image/png;base64,{b64encode(picture).decode()}"')
    return page
