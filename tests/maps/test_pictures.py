"""Pictures of recorded games: every arrow ends where it was ordered, nothing is missing, files stay small."""

import re
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from judge.maps.geometry import is_inside, text_breadth
from judge.maps.ground import standard_geometry
from judge.maps.picture import draw_map, draw_png
from judge.maps.view import MapView
from judge.maps.ways import routes_and_room
from judge.notation.tables import load_notation
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power, Province
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Move, Retreat
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement
from judge.shell.play import recorded_games
from tests.maps.recorded import BOARD, judged_phases
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.shares import is_whole, share_of

SHAPES = standard_geometry()
SVG = "{http://www.w3.org/2000/svg}"


def view(position: Position, judgement: Judgement | None, language: str = "en") -> MapView:
    notation = load_notation("18centres" if language == "fr" else "standard")
    return MapView(Phrasing("fr" if language == "fr" else "en", notation, BOARD, position), "rome", judgement)


@pytest.mark.parametrize("game", share_of(recorded_games(), 5, "arrows"))
def test_every_arrow_ends_in_the_region_it_was_ordered_to(game: str) -> None:
    wrong = []
    for position, judgement in judged_phases(game):
        routes, _ = routes_and_room(view(position, judgement), SHAPES, judgement)
        for verdicts in judgement.verdicts.values():
            for verdict in verdicts:
                if isinstance(verdict.order, Move | Retreat):
                    end = routes.attacks[(verdict.order.at, verdict.order.to)].end
                    if not is_inside(SHAPES.rings(verdict.order.to.province), end):
                        wrong.append(f"{position.phase} {verdict.order}")
    assert wrong == []


def test_on_a_telephone_abbreviations_can_be_read_without_zooming_and_names_that_cannot_are_left_out() -> None:
    position, judgement = judged_phases("one")[3]
    drawn = draw_map(view(position, judgement))
    rules = re.search(r"@media \(max-width:(\d+)px\)\{\.names\{display:none\}\.labels\{font-size:(\d+)px", drawn)
    breadth = re.search(r'viewBox="\S+ \S+ (\S+)', drawn)
    assert rules
    assert breadth
    shown_at = 390 - 2 * 16
    assert shown_at < int(rules[1]) < 800
    assert 8.5 < int(rules[2]) * shown_at / float(breadth[1]) < 10


def test_titles_and_legends_are_as_broad_in_viewers_that_have_not_their_fonts() -> None:
    position, judgement = judged_phases("one")[3]
    drawn = ET.fromstring(draw_map(view(position, judgement, "fr")))
    texts = [found for found in drawn.iter(f"{SVG}text") if found.get("class") in {"l", "b", "i"} and found.text]
    legend = [found for found in texts if found.get("class") == "l"]
    assert len(legend) > 12
    for found in texts:
        assert float(found.get("textLength", 0)) > 0, found.text
    for found in legend:
        assert abs(float(found.get("textLength", 0)) - text_breadth(found.text or "", "italic", 50.0)) <= 1


def test_the_description_counts_as_its_language_does() -> None:
    position, _ = judged_phases("one")[0]
    lone = replace(position, owners={Province("PAR"): Power("FRANCE"), Province("BRE"): Power("ITALY")})
    for language, one, many in (("en", "1 centre.", "0 centres."), ("fr", "1 centre.", "0 centre.")):
        told = ET.fromstring(draw_map(view(lone, None, language))).findtext(f"{SVG}desc") or ""
        assert one in told
        assert many in told
        assert "1 centres" not in told


@pytest.mark.parametrize("game", share_of(recorded_games(), 5, "ids"))
def test_every_unit_and_every_order_is_in_the_picture_under_its_id(game: str) -> None:
    for position, judgement in judged_phases(game):
        text = draw_map(view(position, judgement, "fr"))
        ids = [found.get("id") for found in ET.fromstring(text).iter() if found.get("id")]
        assert len(ids) == len(set(ids))
        assert {f"u-{code}" for code in position.units} | {f"d-{code}" for code in position.dislodged} <= {*ids}
        for verdicts in judgement.verdicts.values():
            for verdict in verdicts:
                if verdict.unit:
                    assert f"o-{verdict.unit.at.province}" in ids
                elif isinstance(verdict.order, Build) and verdict.succeeded:
                    assert f"n-{verdict.order.at.province}" in ids
        assert len(text.encode()) <= 62_000, position.phase


CONVOYS = {
    "of an army that goes by it": (["A YOR - DEN", "F NTH C A YOR - DEN"], False),
    "of an army that another fleet does not carry on": (["A YOR - BRE", "F NTH C A YOR - BRE", "F ENG H"], True),
    "of an army that goes elsewhere": (["A YOR - LON", "F NTH C A YOR - DEN"], True),
}


@pytest.mark.parametrize(("orders", "is_crossed"), CONVOYS.values(), ids=list(CONVOYS))
def test_the_line_of_a_convoy_that_carried_nobody_is_crossed(orders: list[str], is_crossed: bool) -> None:
    position = plain.position("S1901M", {"ENGLAND": ["A YOR", "F NTH", "F ENG"]})
    judgement = judge_phase(BOARD, load_rulebook("2023"), position, plain.orders({"ENGLAND": orders}))
    (drawn,) = re.findall(r'<g id="o-NTH">.*?</g>', draw_map(view(position, judgement)))
    assert ('href="#no"' in drawn) is is_crossed


LOST = {
    "two that retreat to one region": ({"FRANCE": ["A BUR R GAS"], "ITALY": ["A MAR R GAS"]}, ["BUR", "MAR"]),
    "no order": ({"ITALY": ["A MAR R GAS"]}, ["BUR"]),
    "a void order": ({"FRANCE": ["A BUR R MUN"], "ITALY": ["A MAR R GAS"]}, ["BUR"]),
}


@pytest.mark.parametrize(("orders", "lost"), LOST.values(), ids=list(LOST))
def test_a_unit_that_is_lost_is_crossed_out_whatever_its_order(orders: dict[str, list[str]], lost: list[str]) -> None:
    driven = [
        plain.dislodged("FRANCE", "A BUR", "MUN", ["GAS"]),
        plain.dislodged("ITALY", "A MAR", "PIE", ["GAS"]),
    ]
    position = plain.position("S1901R", {}, driven_out=driven)
    judgement = judge_phase(BOARD, load_rulebook("2023"), position, plain.orders(orders))
    groups = re.findall(r'<g id="o-(\w+)">(.*?)</g>', draw_map(view(position, judgement)))
    assert sorted(at for at, drawn in groups if 'href="#lost"' in drawn) == lost


def test_a_picture_says_what_it_shows() -> None:
    position, _ = judged_phases("one")[0]
    picture = ET.fromstring(draw_map(view(position, None, "fr")))
    assert [found.text for found in picture.findall(f"{SVG}title")] == ["rome, printemps 1901"]
    said = picture.findtext(f"{SVG}desc", "").replace("\u00a0", " ")
    assert "Autriche-Hongrie : A BUD, F TRI, A VIE ; 3 centres." in said


@each_case(
    ("phase", "shown"),
    [
        ("S1902M", "before"),
        ("F1902M", "before"),
        ("F1902R", "after"),
        ("F1901M", "after"),
        ("W1902A", "after"),
    ],
)
def test_centres_are_whose_they_are_after_the_phase(phase: str, shown: str) -> None:
    """They change hands once all units of an autumn have moved: after its retreats, where there are any."""
    position, judgement = next(found for found in judged_phases("one") if str(found[0].phase) == phase)
    text = draw_map(view(position, judgement))
    owners = {"before": position.owners, "after": judgement.after.owners}
    drawn = dict(re.findall(r'<use href="#r-(\w+)" fill="url\(#p-(\w+)\)"/>', text))
    assert drawn == owners[shown]
    assert (position.owners == judgement.after.owners) is (phase not in {"F1902R", "F1901M"})
    assert ("centres change hands after the retreats" in text) is (phase == "F1902M")
    assert ("changed hands" in text) is (phase in {"F1902R", "F1901M"})


def test_a_title_is_text_whatever_it_is() -> None:
    position, judgement = judged_phases("one")[0]
    bold = MapView(view(position, judgement).phrasing, "<b>&\"'", judgement)
    assert "<b>&\"'" in [found.text for found in ET.fromstring(draw_map(bold)).iter(f"{SVG}text")]


@pytest.mark.parametrize("game", share_of(recorded_games(), 5, "sizes"))
def test_pictures_are_small_as_png_too(game: str) -> None:
    """Crisp on a phone of 360 points with three pixels for each, and of 150 kB at most."""
    fullest = sorted(judged_phases(game), key=lambda phase: -sum(map(len, phase[1].verdicts.values())))
    for position, judgement in fullest if is_whole() else [*fullest[:2], fullest[-1]]:
        png = draw_png(view(position, judgement, "fr"))
        assert Image.open(BytesIO(png)).size[0] >= 3 * 360
        assert len(png) <= 150_000, position.phase
