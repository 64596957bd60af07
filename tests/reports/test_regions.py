"""HELP REGIONS tells every region of the board of the game, as its reader writes it; HELP REGION one of them."""

import re
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from judge.game.people.messages import Person
from judge.game.settings import Address, Language, Token
from judge.handlers.books import answer_help
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_place
from judge.reports.help import region_groups
from judge.reports.language import LetterText
from judge.reports.layout import WIDTH, plain_spaces
from judge.reports.names import bare_region_name
from judge.requests.questions import HelpRequest
from judge.requests.read_lines import read_lines
from judge.rules.board import Board, Location, Province, UnitKind
from judge.rules.board_file import board_names, load_board, own_board
from tests.reports.parlour import BOARD
from tests.reports.reasons import BOTH
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]

PAGE = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
ISLES = own_board("isles", re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)[0])
BOARDS = [ISLES, *{board.map: board for board in map(load_board, board_names())}.values()]


def reader(language: Language, notation: str) -> Person:
    return Person(Address("asker@example.org"), Token("t"), language, notation)


def told(line: str, language: Language = "en", notation: str = "standard", board: Board = BOARD) -> str:
    return plain_spaces(page(line, language, notation, board))


def page(line: str, language: Language, notation: str, board: Board = BOARD) -> str:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, HelpRequest)
    return answer_help(piece.request, reader(language, notation), board).text


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.name)
def test_every_region_has_a_row_with_its_name_and_all_that_is_next_to_it(board: Board) -> None:
    for language, notation in product(BOTH, notation_names()):
        own = load_notation(notation)
        rows = [
            " ".join(plain_spaces(row).split())
            for group in region_groups(reader(language, notation), board)
            for row in group.rows
        ]
        codes = {at: write_place(Location(at), own, board) for at in board.regions}
        by_code = {row.split()[0]: row for row in rows}
        assert sorted(by_code) == sorted(codes.values())
        for at, code in codes.items():
            _, _, said = by_code[code].partition(" ")
            assert said.startswith(plain_spaces(bare_region_name(at, board, language, notation)))
            listed = {word.strip(".,") for word in re.split(r"[ :]", said) if word.strip(".,") in codes.values()}
            beside = {codes[to] for kind in UnitKind for to in _beside(board, kind, at)}
            assert beside <= listed <= beside | {code, code}, by_code[code]


def _beside(board: Board, kind: UnitKind, at: Province) -> set[Province]:
    return {to.province for place, ways in board.borders[kind].items() if place.province == at for to in ways}


@each_case(("language", "notation"), list(product(BOTH, notation_names())))
def test_the_list_is_a_letter_of_some_hundred_lines(language: Language, notation: str) -> None:
    lines = told("HELP REGIONS", language, notation).splitlines()
    assert len(lines) <= 140
    assert all(len(line) <= WIDTH for line in lines)


ONE = {
    "HELP REGION Burgundy": "Burgundy, written BUR.",
    "HELP REGION bur": "Burgundy, written BUR.",
    "HELP Burgundy": "Burgundy, written BUR.",
    "HELP BOU": "Burgundy, written BUR.",
    "AIDE RÉGION la Bourgogne": "Burgundy, written BUR.",
    "HELP REGION WAR": "Warsaw, written WAR.",
    "HELP REGION Gulf of Lyon": "Gulf of Lyon, written LYO.",
    "HELP WAR": "HELP WAR:",
    "HELP REGION": "HELP REGIONS:",
    "HELP REGION Atlantis": "HELP REGIONS:",
    "HELP BOARD": "HELP BOARDS:",
}
"""What is asked, and how the answer begins; WAR is also a topic."""


@each_case(("line", "beginning"), ONE.items(), ids=ONE)
def test_a_region_is_found_by_any_of_its_names(line: str, beginning: str) -> None:
    assert told(line).startswith(beginning)


def test_the_regions_are_those_of_the_board_of_the_game() -> None:
    assert told("HELP REGION ARD", board=ISLES).startswith("Ard")
    assert told("HELP REGION BUR", board=ISLES).startswith("HELP REGIONS:")


@pytest.mark.parametrize("language", BOTH)
@pytest.mark.parametrize(("name", "line"), [("regions", "HELP REGIONS"), ("region", "HELP REGION Spain")])
def test_letter_reads_as_it_was_approved(name: str, line: str, language: Language, golden: Golden) -> None:
    notation = {"en": "standard", "fr": "18centres"}[language]
    golden(f"anyone.{name}.{language}", LetterText("rome", page(line, language, notation)))
