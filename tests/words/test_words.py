"""Every word, sign and table of the five rule texts is read, printed or answered, or its row says why not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_line
from judge.notation.line import Misread, Offered
from judge.notation.several_orders import read_orders
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import TextAnswer
from judge.reports.names import phase_name
from judge.reports.order_examples import CAMPAIGN_BOARD, campaign_position
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.book_text import load_book_text
from judge.rules.orders import Order
from judge.rules.position import Phase
from judge.rules.rulebook import board_in_book, load_rulebook
from tests.game.tables import OPENED, address, started
from tests.notation.scenes import BOARD, FRANCE, others, scene, standing_in
from tests.rules import plain
from tests.shared.each_case import each_case
from tests.shared.services import context

BOOKS = ("18centres", "1971", "faf", "soop", "stim")
"""000 to 004."""
WHAT_IS_DONE = {"answered", "helped", "read", "offered", "waged", "written", "printed", "left out"}
_PLAYER = started().people[address("FRANCE")]


@dataclass(frozen=True)
class WordRow:
    """A word of a rule text, the paragraph it stands in, and what the judge does with it (``does``, ``how``).

    ``answered``        ``RÈGLE book word`` explains it with its paragraph; ``how`` is another one
    ``answered: L => T``  the line L is answered by a text that holds T
    ``helped: T``       ``AIDE word`` explains a sign alone, in words that have T
    ``helped: S => T``  ``AIDE S`` does
    ``read: L => O; P``  the line L is those orders, in the scene of the heading; none where it must be asked about
    ``offered: L => O``  the line L is asked about: the order counts once its writer says yes
    ``waged: L => O``   on the board of the campaign, in the phase of the heading, L is the order that is written O
    ``written: O => L``  the order O is printed as the line L, in the scene of the heading; helped units are foreign
    ``printed: P``       the phase P is called by the word where the judge writes
    ``left out: …``      why the judge does nothing with it
    """

    book: str
    word: str
    paragraph: str
    does: str
    how: str
    scene: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.book} {self.paragraph} {self.word} ({self.does})"


def words_of(book: str) -> Iterator[WordRow]:
    heading: tuple[str, ...] = ()
    for row in (Path(__file__).parent / f"{book}.txt").read_text(encoding="utf-8").splitlines():
        if found := re.fullmatch(r"\[(\S+) (.+)\]", row):
            heading = (found[1], *found[2].split(", "))
        elif row and not row.startswith("#"):
            word, paragraph, what = (cell.strip(" ") for cell in row.split(" | "))
            does, _, how = what.partition(": ")
            yield WordRow(book, word, paragraph, does, how, heading)


WORDS = tuple(row for book in BOOKS for row in words_of(book))


def doing(*does: str) -> tuple[WordRow, ...]:
    return tuple(row for row in WORDS if row.does in does)


def told(row: WordRow, line: str) -> str:
    """The answer to a line of a player who writes French in the notation of the book; empty where it is no text."""
    person = replace(_PLAYER, language="fr", notation=row.book)
    (read,) = read_lines(line)
    answer = handle_line(Session(None, person), read, context(OPENED)).answers[0].answer
    return " ".join(answer.text.split()) if isinstance(answer, TextAnswer) else ""


def names_paragraph(answer: str, book: str, number: str) -> bool:
    """Whether an answer asks for a paragraph of a book, prints it or lists it by its title."""
    titles = (" ".join(one.title["fr"].split()) for one in load_book_text(book).paragraphs if one.number == number)
    named = (form for title in titles for form in (f"{number}. {title}", f"{number} {title}"))
    return any(form in answer for form in (f"RÈGLES {book} {number}", *named))


def orders_of(row: WordRow, line: str, meant: list[str]) -> list[Order]:
    """The orders that a line gives in the scene of its row."""
    phase, *units = row.scene
    standing = [unit for text in meant for unit in standing_in(text)]
    taken = {unit[2:5] for unit in standing}
    plainly = (f"{'F' if unit[0] == 'F' else 'A'}{unit[1:]}" for unit in units)
    position = scene(phase, *standing, *(unit for unit in plainly if unit[2:5] not in taken))
    own = load_notation(row.book)
    found = (one for _, one in read_orders(line, position, BOARD, FRANCE, own, others(own)))
    given = [one for one in found if not isinstance(one, Misread)]
    return sorted((order for one in given for order in orders_in(one, row.does)), key=str)


def orders_in(found: Order | Offered, does: str) -> tuple[Order, ...]:
    """The orders of a line that are in force, or those that are offered."""
    if isinstance(found, Offered):
        return found.orders if does == "offered" else ()
    return () if does == "offered" else (found,)


@each_case("row", doing("answered"), ids=str)
def test_a_word_is_answered_with_its_paragraph(row: WordRow) -> None:
    line, arrow, text = row.how.partition(" => ")
    if arrow:
        assert text in told(row, line)
    else:
        assert names_paragraph(told(row, f"RÈGLE {row.book} {row.word}"), row.book, row.how or row.paragraph)


@each_case("row", doing("helped"), ids=str)
def test_a_sign_is_explained_by_an_example(row: WordRow) -> None:
    sign, arrow, text = row.how.partition(" => ")
    sign, text = (sign, text) if arrow else (row.word, row.how)
    answer = told(row, f"AIDE {sign}")
    assert answer.startswith(f"AIDE {sign} Dans un") or "(Règlement d" in answer
    assert text in answer
    assert text


@each_case("row", doing("read", "offered"), ids=str)
def test_a_word_of_orders_is_read(row: WordRow) -> None:
    line, _, orders = row.how.partition("=>")
    meant = [text.strip() for text in orders.split(";") if text.strip()]
    assert orders_of(row, line.strip(), meant) == sorted(map(plain.order, meant), key=str)


@each_case("row", doing("waged"), ids=str)
def test_a_word_of_orders_is_read_on_the_board_of_the_war(row: WordRow) -> None:
    line, _, written = row.how.partition(" => ")
    at, own = campaign_position(row.scene[0]), load_notation(row.book)
    found = [one for _, one in read_orders(line, at, CAMPAIGN_BOARD, Power("REINHEIM"), own, others(own))]
    given = [one for one in found if not isinstance(one, Misread | Offered)]
    assert given == found
    assert [write_order(one, at, CAMPAIGN_BOARD, own) for one in given] == [written]


@each_case("row", doing("written"), ids=str)
def test_an_order_is_written_as_the_book_does(row: WordRow) -> None:
    plainly, _, line = row.how.partition(" => ")
    own, *helped = standing_in(plainly)
    position = scene(row.scene[0], own, foreign=helped)
    assert write_order(plain.order(plainly), position, BOARD, load_notation(row.book)) == line


@each_case("row", doing("printed"), ids=str)
def test_a_word_is_printed(row: WordRow) -> None:
    names = board_in_book(BOARD, load_rulebook(row.book)).phase_names
    assert row.word.casefold() in phase_name(Phase.parse(row.how), names, "fr").casefold()


@pytest.mark.parametrize("book", BOOKS)
def test_each_row_names_a_paragraph_of_its_book_or_says_why_it_is_left_out(book: str) -> None:
    rows = [row for row in WORDS if row.book == book]
    assert {row.does for row in WORDS} == WHAT_IS_DONE
    assert [row for row in rows if row.does == "left out" and not row.how] == []
    text = load_book_text(book)
    assert [row for row in rows if not text.numbered(row.paragraph)] == []
