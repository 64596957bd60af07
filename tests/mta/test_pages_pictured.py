"""Letters look as they looked when somebody has looked at them: stored pictures, coarse enough for any Chromium.

With UPDATE_LETTERS set the pictures are written anew, for somebody to look at.
"""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from judge.game.settings import Language
from judge.reports.html_letter import write_html
from tests.mta.browser import shown
from tests.reports.letters_of_all_kinds import LETTERS

PICTURES = Path(__file__).parent / "pages"

KINDS: Mapping[str, Language] = {
    "all.started": "en",
    "all.results-spring": "en",
    "all.results-autumn-dislodged": "fr",
    "all.ended-shared": "fr",
    "player.acknowledgement-three-right-two-wrong": "en",
    "player.acknowledgement-commands": "fr",
    "player.press": "fr",
    "player.reminder-builds": "en",
    "player.confirmation": "fr",
    "anyone.state": "en",
    "anyone.games-all-kinds": "fr",
    "anyone.terms": "en",
    "help.orders": "fr",
    "master.undelivered": "en",
}

MOST = 1600
CELL = 12
"""Pixels of a page that are one of its stored picture: strokes of letters are gone in it, lines and blocks are not."""

UNLIKE, FEW = 12, 0.02
"""From which difference on, of 255, a cell is another, and the share of them that may be."""


def pages() -> Mapping[str, str]:
    return {
        f"{kind}.{language}": write_html(LETTERS[kind](language), language, to="judge+rome@example.net")
        for kind, language in KINDS.items()
    }


def coarse(picture: Image.Image) -> Image.Image:
    """A picture of one pixel for each cell."""
    high = max(1, picture.height // CELL)
    return picture.crop((0, 0, picture.width, high * CELL)).resize((picture.width // CELL, high), Image.Resampling.BOX)


def difference(one: Image.Image, other: Image.Image) -> str:
    """What tells two coarse pictures apart; nothing if nobody would see it."""
    if abs(one.height - other.height) > 1 or one.width != other.width:
        return f"{one.size[0]} by {one.size[1]} cells, not {other.size[0]} by {other.size[1]}"
    high = min(one.height, other.height)
    pair = [each.convert("RGB").crop((0, 0, each.width, high)) for each in (one, other)]
    unlike = ImageChops.difference(*pair).convert("L").point(lambda value: 255 if value >= UNLIKE else 0)
    share = unlike.histogram()[255] / (one.width * high)
    return f"{share:.0%} of its cells are others" if share > FEW else ""


@pytest.mark.parametrize(("width", "dark"), [(360, False), (360, True), (800, False)])
def test_letters_look_as_stored(width: int, dark: bool) -> None:
    suffix = f"{width}{'-dark' if dark else ''}"
    faults = {}
    for name, picture in shown(pages(), width, MOST, dark=dark).items():
        stored = PICTURES / f"{name}.{suffix}.png"
        if os.environ.get("UPDATE_LETTERS"):
            coarse(picture).save(stored, optimize=True)
        with Image.open(stored) as found:
            if told := difference(coarse(picture), found):
                faults[name] = told
    assert faults == {}


@pytest.mark.parametrize(
    ("name", "rule", "changed"),
    [
        ("player.reminder-builds.en", "border-radius: .5rem; background: #f3e7cd;", "border-radius: .5rem;"),
        ("anyone.state.en", "table { width: 100%;", "table { width: 60%;"),
        ("player.press.fr", "p { margin: .7rem 0; }", "p { margin: 1.4rem 0; }"),
        ("anyone.state.en", "text-align: left;", "text-align: right;"),
    ],
)
def test_a_change_that_is_seen_is_found(name: str, rule: str, changed: str) -> None:
    page = pages()[name]
    assert rule in page
    looks = shown({"was": page, "is": page.replace(rule, changed, 1)}, 360, MOST)
    assert difference(coarse(looks["was"]), coarse(looks["is"]))


def test_letters_drawn_a_little_otherwise_are_the_same() -> None:
    """Another version smooths letters otherwise, and places them a fraction of a pixel beside."""
    page = pages()["anyone.state.en"]
    smoothed = page.replace(
        "body {", "body { -webkit-font-smoothing: antialiased; text-rendering: geometricPrecision;", 1
    )
    beside = page.replace(".judge-letter {", ".judge-letter { transform: translate(.4px, .6px);", 1)
    looks = shown({"was": page, "smoothed": smoothed, "beside": beside}, 360, MOST)
    assert difference(coarse(looks["was"]), coarse(looks["smoothed"])) == ""
    assert difference(coarse(looks["was"]), coarse(looks["beside"])) == ""
