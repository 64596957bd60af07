"""There is room for everything on the picture of the standard board: names, signs and arrows cover no other."""

from collections.abc import Iterator
from itertools import combinations, islice

import pytest

from judge.game.settings import Language
from judge.maps.geometry import Box, Stroke
from judge.maps.ground import standard_geometry
from judge.maps.picture import MARGIN, geometry_of, near_box
from judge.maps.spots import LETTER, SIGN, SIGN_SCALE, SMALL_SIGN
from judge.maps.view import MapView, place_of
from judge.maps.ways import (
    AIR,
    CAPITALS,
    LABEL_SIZE,
    NameRoom,
    Routes,
    label_box,
    line_box,
    plan_of,
    room_for_names,
    routes_and_room,
    sign_box,
    signs_of,
)
from judge.notation.tables import load_notation, notation_names
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.orders import SupportHold
from judge.rules.position import opening_position
from judge.rules.verdicts import Judgement
from judge.shell.play import recorded_games
from tests.maps.recorded import judged_phases
from tests.shared.each_case import each_case
from tests.shared.shares import is_whole, share_of

BOARD = load_board("standard")
SHAPES = standard_geometry()
BARELY = 1.0
"""Square units of the picture, of which a pixel has four."""


def view(language: Language, notation: str) -> MapView:
    return MapView(Phrasing(language, load_notation(notation), BOARD, opening_position(BOARD)))


@pytest.mark.parametrize("board", ["standard", "seuil", "duel"])
def test_letters_on_a_map_are_large_enough_for_a_telephone(board: str) -> None:
    """Capitals of 4.5 points, on the signs of units of 4, where the map is as broad as a telephone of 360."""
    point = (geometry_of(load_board(board)).width + 2 * MARGIN) / 360
    assert 4.5 * point <= LABEL_SIZE * CAPITALS
    assert min(size for _, size in LETTER.values()) * SIGN_SCALE * CAPITALS >= 4.0 * point


def test_letters_on_the_part_of_a_board_with_ones_units_are_twice_as_large() -> None:
    """Capitals of 9 points in a picture as broad as a telephone of 360."""
    box = near_box(SHAPES, [SHAPES.spots[Province("PAR")].unit])
    assert 9 * (box.right - box.left) / 360 <= LABEL_SIZE * CAPITALS


@each_case("power", BOARD.powers)
def test_the_part_of_a_board_with_the_units_of_a_power_has_all_of_them_in_the_beginning(power: Power) -> None:
    places = [place_of(SHAPES, unit.at) for unit in BOARD.start if unit.power == power]
    box = near_box(SHAPES, places)
    assert [at for at in places if box.left < at[0] < box.right and box.top < at[1] < box.bottom] == places


def test_it_has_most_units_of_a_power_that_stands_far_apart_and_never_leaves_the_board() -> None:
    corner, *others = (SHAPES.spots[Province(code)].unit for code in ("POR", "UKR", "WAR", "GAL", "RUM"))
    box = near_box(SHAPES, [corner, *others])
    assert not box.left < corner[0] < box.right
    assert all(box.left < x < box.right and box.top < y < box.bottom for x, y in others)
    assert min(box.left, box.top) >= 0
    assert (box.right, box.bottom) <= (SHAPES.width, SHAPES.height)


def all_signs() -> dict[str, Box]:
    """Every sign that any position may have: a unit, on each coast, one driven out."""
    boxes: dict[str, Box] = {}
    for code, spots in SHAPES.spots.items():
        boxes[str(code)] = Box.around(spots.unit, *SIGN)
        boxes[f"{code}, driven out"] = Box.around(spots.aside, *SMALL_SIGN)
        boxes |= {f"{code}/{coast}": Box.around(at, *SIGN) for coast, at in spots.coasts.items()}
    return boxes


def covering(some: dict[str, Box], others: dict[str, Box]) -> list[tuple[str, str]]:
    return [(one, other) for one, box in some.items() for other, there in others.items() if box.overlap(there) > BARELY]


@each_case("notation", notation_names())
def test_no_abbreviation_covers_a_sign_or_another(notation: str) -> None:
    looked = view("fr", notation)
    labels = {str(code): label_box(looked, code, spots.label) for code, spots in SHAPES.spots.items()}
    assert covering(labels, all_signs()) == []
    assert [pair for pair in combinations(labels, 2) if labels[pair[0]].overlap(labels[pair[1]]) > BARELY] == []


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_name_covers_a_sign_or_an_abbreviation(language: Language) -> None:
    looked = view(language, "standard")
    room = room_for_names(looked, SHAPES)
    names = {line: line_box(at, line) for lines in room.names.values() for at, line in lines}
    labels = {str(code): label_box(looked, code, at) for code, at in room.labels.items()}
    signs = {name: box for name, box in all_signs().items() if "driven out" not in name}
    assert covering(names, signs | labels) == []
    assert [pair for pair in combinations(names, 2) if names[pair[0]].overlap(names[pair[1]]) > BARELY] == []
    assert len(names) >= 45


def test_no_sign_covers_another() -> None:
    boxes = all_signs()
    covered = [
        pair
        for pair in combinations(boxes, 2)
        if pair[0][:3] != pair[1][:3] and boxes[pair[0]].overlap(boxes[pair[1]]) > BARELY
    ]
    assert covered == []


@each_case("code", sorted(BOARD.regions))
def test_a_unit_driven_out_stands_beside_the_one_that_came(code: Province) -> None:
    spots = SHAPES.spots[code]
    assert Box.around(spots.aside, *SMALL_SIGN).overlap(Box.around(spots.unit, *SIGN)) <= BARELY


# --- arrows, in the real games


def routed(game: str, language: Language) -> Iterator[tuple[MapView, Routes, NameRoom]]:
    """Every phase of a game that has arrows or lines, in a language with its usual notation."""
    notation = load_notation("18centres" if language == "fr" else "standard")
    for position, judgement in judged_phases(game):
        looked = MapView(Phrasing(language, notation, BOARD, position), "rome", judgement)
        routes, room = routes_and_room(looked, SHAPES, judgement)
        if routes.strokes:
            yield looked, routes, room


def ends_of(routes: Routes, judgement: Judgement) -> Iterator[tuple[set[Province], Stroke]]:
    """Each curve with the regions of the units that it belongs to."""
    targets = {
        verdict.order.at: verdict.order.target
        for verdicts in judgement.verdicts.values()
        for verdict in verdicts
        if isinstance(verdict.order, SupportHold)
    }
    yield from (({origin, to.province}, stroke) for (origin, to), stroke in routes.attacks.items())
    yield from (({at, targets.get(at, at)}, stroke) for at, stroke in routes.lines.items())


def test_what_a_curve_meets_is_what_it_meets_box_by_box() -> None:
    """The plan of a board knows by squares and bits what a curve crosses, whichever phase it is of."""
    crossing = 0
    for looked, routes, _ in islice(routed("one", "en"), 8):
        plan = plan_of(looked, SHAPES)
        usual = {code: label_box(looked, code, SHAPES.spots[code].label).wider(AIR) for code in plan.usual}
        boxes = [(plan.signs[sign], sign_box(sign).wider(AIR)) for sign in plan.signs]
        boxes += [(plan.usual[code], box) for code, box in usual.items()]
        met = {bit for bit, box in boxes for stroke in routes.strokes if stroke.meets(box)}
        assert {bit for bit, _ in boxes if bit & routes.met} == met
        crossing += len(met)
    assert crossing > 200


LANGUAGES_SHOWN: tuple[Language, ...] = ("en", "fr") if is_whole() else ("fr",)
GAMES_SHOWN = share_of(recorded_games(), 5, "arrows")


@pytest.mark.parametrize("language", LANGUAGES_SHOWN)
@pytest.mark.parametrize("game", GAMES_SHOWN)
def test_arrows_cross_no_name_and_no_unit_but_their_own(game: str, language: Language) -> None:
    """Of two thousand abbreviations, some four in a game have no room but on an arrow; they lie over it."""
    crossed, covered, labels = [], [], 0
    for looked, routes, room in routed(game, language):
        assert looked.judgement
        strokes = [*ends_of(routes, looked.judgement)]
        signs = [(code, sign_box(sign)) for code, sign in signs_of(looked, SHAPES)]
        labels += len(room.labels)
        boxes = {code: label_box(looked, code, at) for code, at in room.labels.items() if code not in room.crossed}
        names = [line_box(at, line) for lines in room.names.values() for at, line in lines]
        assert not [stroke for _, stroke in strokes for box in (*boxes.values(), *names) if stroke.meets(box)]
        crossed += [f"{looked.position.phase} {code}" for code in room.crossed]
        covered += [
            f"{looked.position.phase} {code}"
            for ends, stroke in strokes
            for code, box in signs
            if code not in ends and stroke.meets(box)
        ]
    assert covered == []
    assert len(crossed) <= labels / 400, crossed


@pytest.mark.parametrize("language", LANGUAGES_SHOWN)
@pytest.mark.parametrize("game", GAMES_SHOWN)
def test_names_that_make_room_for_arrows_cover_nothing(game: str, language: Language) -> None:
    for looked, _, room in routed(game, language):
        labels = {str(code): label_box(looked, code, at) for code, at in room.labels.items()}
        names = {line: line_box(at, line) for lines in room.names.values() for at, line in lines}
        signs = {f"unit {code}": sign_box(sign) for code, sign in signs_of(looked, SHAPES)}
        texts = labels | names
        assert covering(texts, signs) == [], looked.position.phase
        assert [pair for pair in combinations(texts, 2) if texts[pair[0]].overlap(texts[pair[1]]) > BARELY] == []
