"""Powers are told apart by letters and patterns where colours do not help: in grey, with eyes that see fewer."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from judge.maps.pieces import painted
from judge.maps.view import PowerLook, pattern_definitions, power_looks
from judge.rules.board import Board, Power
from judge.rules.board_file import board_names, load_board
from tests.maps.eyes import MATRICES, seen_with
from tests.shared.each_case import each_case

BOARD = load_board("standard")


def many_powers(number: int) -> Board:
    names = [f"{chr(65 + place % 26)}{chr(97 + place // 26)}land" for place in range(number)]
    return replace(BOARD, powers={Power(name.upper()): {"en": name, "fr": name} for name in names})


def swatches(looks: Mapping[Power, PowerLook]) -> Mapping[Power, Image.Image]:
    """What each power owns, some tiles of it as a PNG has them."""
    frame = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><defs>'
    return {
        power: painted(
            f'{frame}{pattern_definitions((look,))}</defs><g transform="scale(2)"><path d="M0 0H50V50H0Z"'
            f' fill="{look.fill}"/></g></svg>',
            48,
        )
        for power, look in looks.items()
    }


@each_case("board", [*map(load_board, board_names()), many_powers(34)], ids=lambda board: str(len(board.powers)))
def test_letters_are_of_one_power_each(board: Board) -> None:
    for language in ("en", "fr"):
        looks = power_looks(board, language)
        assert len({look.letters for look in looks.values()}) == len(board.powers)


@pytest.mark.parametrize("eyes", MATRICES)
def test_patterns_differ_for_all_eyes(eyes: str) -> None:
    """Of two regions that lie upon each other, a pixel differs by so much on average, of 255."""
    seen = {power: seen_with(swatch, eyes) for power, swatch in swatches(power_looks(many_powers(10), "en")).items()}
    apart = {
        (one, other): sum(ImageStat.Stat(ImageChops.difference(seen[one], seen[other])).mean) / 3
        for one, other in combinations(seen, 2)
    }
    assert min(apart.values()) >= 7, min(apart.items(), key=lambda each: each[1])


def test_where_colours_begin_again_patterns_and_dashes_are_others() -> None:
    looks = power_looks(many_powers(34), "en").values()
    assert len({(look.colour, look.pattern) for look in looks}) == len(looks)
    assert len({(look.colour, look.dashes) for look in looks}) == len(looks)
    seven = power_looks(BOARD, "en").values()
    assert len({look.dashes for look in seven}) == len({look.pattern for look in seven}) == len(seven)


def test_letters_can_be_read_on_every_colour() -> None:
    """White on the colour of a unit has the contrast that large letters want (WCAG 2.1, 1.4.3)."""
    for look in power_looks(many_powers(10), "en").values():
        channels = [int(look.colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        linear = [each / 12.92 if each <= 0.03928 else ((each + 0.055) / 1.055) ** 2.4 for each in channels]
        light = sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))
        assert 1.05 / (light + 0.05) >= 3
