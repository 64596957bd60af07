"""Maps as a viewer shows them that has not their fonts, nor knows lengths of texts: librsvg, of many file managers."""

import copy
import shutil
import subprocess
from collections.abc import Callable
from io import BytesIO
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops

from judge.game.settings import Language
from tests.maps.recorded import judged_phases
from tests.shared.shares import share_of
from tests.zine.sample import GAME, phase_map

SVG = "{http://www.w3.org/2000/svg}"
PHASES = [str(found.phase) for found, _ in judged_phases(GAME)]
ALONE, TOGETHER = 140, 60
"""How dark one text of half its ink is at most, of 255; pixels in which edges of two may meet."""


def shown(picture: ET.Element) -> Image.Image:
    """What is inked of a picture."""
    assert shutil.which("rsvg-convert"), "apt-get install --no-install-recommends librsvg2-bin"
    drawn = subprocess.run(["rsvg-convert", "-w", "2000"], input=ET.tostring(picture), capture_output=True, check=True)
    return Image.open(BytesIO(drawn.stdout)).getchannel("A")


def only(picture: ET.Element, is_kept: Callable[[ET.Element, bool], bool]) -> ET.Element:
    """The picture with those elements alone; of each it is said whether it stands in a row of the legend."""

    def prune(parent: ET.Element, in_legend: bool) -> None:
        for one in list(parent):
            inside = in_legend or (one.tag == f"{SVG}g" and any(each.get("class") == "l" for each in one))
            if one.tag in {f"{SVG}style", f"{SVG}defs"}:
                continue
            if one.tag == f"{SVG}g":
                prune(one, inside)
            elif not is_kept(one, inside):
                parent.remove(one)

    pruned = copy.deepcopy(picture)
    prune(pruned, in_legend=False)
    return pruned


def pixels(mask: Image.Image, above: int) -> int:
    return sum(mask.histogram()[above + 1 :])


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("phase", share_of(PHASES, 8, "fonts"))
def test_no_text_lies_on_another_and_none_of_the_legend_on_a_sign(phase: str, language: Language) -> None:
    picture = ET.fromstring(phase_map(phase, language))
    texts = only(picture, lambda one, _: one.tag == f"{SVG}text")
    for text in texts.iter(f"{SVG}text"):
        text.set("style", "fill:#000;fill-opacity:.5;stroke:none")
    assert pixels(shown(texts), ALONE) <= TOGETHER
    words = only(picture, lambda one, in_legend: in_legend and one.get("class") == "l")
    signs = only(picture, lambda one, in_legend: in_legend and one.get("class") != "l")
    assert pixels(shown(words), ALONE) > 1000 < pixels(shown(signs), ALONE)
    assert pixels(ImageChops.darker(shown(words), shown(signs)), ALONE) == 0
