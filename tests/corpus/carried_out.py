"""Carries out a letter of the corpus as the judge does, in the position it was written for; nothing is kept."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from email.header import Header
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from judge.formats.positions_json import read_position
from judge.game.deadlines.deadline import Deadline
from judge.game.people.messages import AddressBook, Person
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.state import Game, Members
from judge.handlers.acknowledgement import answer_unread_parts
from judge.handlers.headings import with_subject
from judge.handlers.left_open import answer_talk, leave_lines
from judge.handlers.letter_context import lines_of_letter
from judge.handlers.session import Session
from judge.handlers.settle_letter import MOST_EFFORT, handle_lines
from judge.mail.letter import read_letter
from judge.notation.effort import bounded_effort
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import Done, Fate, Outcome, fate_of
from judge.rules.board import Board, Power
from judge.rules.board_file import load_board
from judge.rules.orders import Order, with_coast
from judge.rules.position import Position
from judge.rules.rulebook import rulebook_of
from tests.corpus.collection import CorpusLetter
from tests.shared.services import context

GAMES = Path(__file__).parents[2] / "games"
NOON = datetime(2026, 1, 5, 20, 0, tzinfo=UTC)
WRITER, OTHERS = Address("writer@example.org"), Address("others@example.org")
BOARD = "standard"
BOOKS = {"standard": "2023"}
"""The rule book of a game by its notation, where that has another name."""


@dataclass(frozen=True)
class Outturn:
    """What became of a letter: the orders in force in the end, those offered, the orders named in answers.

    ``is_talk`` if every line of the last letter was taken for plain words; one without lines is told that it is empty.
    ``unclear`` is how many lines are left open that were explained.
    ``is_dear`` if two thirds of the work that the lines of one letter may take were not enough.
    """

    executed: frozenset[str]
    offered: frozenset[str]
    hinted: frozenset[str]
    is_talk: bool
    unclear: int
    is_dear: bool


def _plain(order: str) -> str:
    """An order without coasts and without the word for a way by sea."""
    return re.sub("/[NSE]C", "", order.removesuffix(" VIA"))


@dataclass(frozen=True)
class Finding:
    """A letter beside what became of it.

    An order matches one that is looked for if it only says more: a coast, or that an army goes by sea.
    """

    letter: CorpusLetter
    outturn: Outturn

    @property
    def executed_not_meant(self) -> frozenset[str]:
        """The orders in force that must not be; an older order may stand while another for its unit is offered."""
        asked = {_unit(order) for order in self.outturn.offered & self.letter.meant}
        return frozenset(
            order
            for order in self.outturn.executed
            if not {order, _plain(order)} & (self.letter.meant | self.letter.also) and _unit(order) not in asked
        )

    @property
    def named_against_its_writer(self) -> frozenset[str]:
        """The orders that the letter denies, and that were offered or named as what would work."""
        return (self.outturn.offered | self.outturn.hinted) & self.letter.never

    @property
    def offered_not_meant(self) -> frozenset[str]:
        """The orders offered that nobody could have meant."""
        fair = self.letter.meant | self.letter.also | self.letter.offer
        return frozenset(order for order in self.outturn.offered if not {order, _plain(order)} & fair)

    @property
    def is_in_force_whole(self) -> bool:
        """Whether all that is meant is in force."""
        return self.letter.meant <= _with_plain(self.outturn.executed)

    @property
    def is_whole(self) -> bool:
        """Whether all that is meant is in force or offered."""
        return self.letter.meant <= _with_plain(self.outturn.executed | self.outturn.offered)

    @property
    def is_answered_rightly(self) -> bool:
        """Whether of a letter in which nothing is surely meant nothing is done, and something said where it is due."""
        return not self.executed_not_meant and self.outturn.is_talk == (self.letter.expects == "conversation")


def _with_plain(orders: frozenset[str]) -> frozenset[str]:
    return orders | set(map(_plain, orders))


def _unit(order: str) -> str:
    """The unit of an order; one to be raised has none."""
    return order if order.endswith(" B") else _plain(" ".join(order.split()[:2]))


@cache
def _phases(game: str) -> list[dict[str, Any]]:
    phases: list[dict[str, Any]] = json.loads((GAMES / f"{game}.json").read_text(encoding="utf-8"))["phases"]
    return phases


@cache
def position_of(scene: str, book: str) -> Position:
    """The position of the scene under a rule book."""
    board = load_board(BOARD)
    rules = rulebook_of(board, BOOKS.get(book, book))
    if scene == "opening":
        return read_position(_opening(board), board, rules)
    return read_position(_spelt_out(scene) if ":" in scene else _recorded(*scene.split("/")), board, rules)


def _spelt_out(scene: str) -> dict[str, Any]:
    """What a scene says itself: ``F1901M:ITALY=F_ION,A_VEN;FRANCE=A_SPA``."""
    phase, _, powers = scene.replace("_", " ").partition(":")
    units = {power: placed.split(",") for power, _, placed in (one.partition("=") for one in powers.split(";"))}
    return {"phase": phase, "units": units}


def _opening(board: Board) -> dict[str, Any]:
    units: dict[str, list[str]] = {}
    for unit in board.start:
        units.setdefault(unit.power, []).append(str(unit))
    return {"phase": f"S{board.start_year}M", "units": units}


def _recorded(game: str, phase: str) -> dict[str, Any]:
    """What stood before the phase: the end of the one before it, and the centres last counted."""
    centers: dict[str, list[str]] | None = None
    for before, this in zip(_phases(game), _phases(game)[1:], strict=False):
        centers = before.get("centers") or centers
        if this["phase"] == phase:
            owned = {"centers": centers} if centers else {}
            driven_out = {"dislodged": this["must_retreat"]} if this.get("must_retreat") else {}
            return {"phase": phase, "units": before["units"], **owned, **driven_out}
    raise ValueError(f"the game {game} has no phase {phase} but its first")


def game_of(letter: CorpusLetter) -> Game:
    """The game in which the letter is written; its writer has one power, somebody else all others."""
    board = load_board(BOARD)
    book = AddressBook().with_person(Person(WRITER, Token("writer"), letter.language, letter.book))
    book = book.with_person(Person(OTHERS, Token("others")))
    writer, others = book.numbers[WRITER], book.numbers[OTHERS]
    seats = {each: writer if each == letter.power else others for each in board.powers}
    joined = {writer: (Power(letter.power),), others: tuple(each for each in board.powers if each != letter.power)}
    return Game(
        name=GameName("bretagne"),
        settings=Settings(rulebook=BOOKS.get(letter.book, letter.book), board=board.name),
        seed="",
        address_book=book,
        members=Members(others, wishes=joined, seats=seats),
        position=position_of(letter.scene, letter.book),
        deadline=Deadline(NOON + timedelta(days=1), NOON),
    )


_FIRST = 7
"""The number of the first letter; each other one replies to the answer to the one before it."""


def carried_out(letter: CorpusLetter) -> Outturn:
    """Carry out the letters in turn, each in the game that the one before it left."""
    session, is_dear = _settled(letter)
    return _outturn(session, letter, is_dear=is_dear)


def settled(letter: CorpusLetter) -> Session:
    """Return what the letters leave, as they are carried out in turn."""
    return _settled(letter)[0]


@lru_cache(maxsize=16)
def _settled(letter: CorpusLetter) -> tuple[Session, bool]:
    """What the last of the letters has left, and whether one of them is dear; many replies may have the same before."""
    if not letter.texts:
        game = game_of(letter)
        return Session(game, game.people[WRITER]), False
    before, is_dear = _settled(replace(letter, texts=letter.texts[:-1]))
    number = _FIRST + len(letter.texts) - 1
    read = read_letter(_mail(letter.texts[-1], letter.subject))
    start = with_subject(Session(before.game, before.person), read.subject)
    line_context = replace(context(NOON), number=number, assent_to=number - 1 if number > _FIRST else None)
    with bounded_effort(MOST_EFFORT * 2 // 3):
        handled = handle_lines(start, line_context, lines_of_letter(read), read.below)
    handled = answer_talk(handled, read, line_context)
    is_dear = is_dear or any(one.answer == Done(Outcome.BEYOND_LENGTH_READ) for one in handled.answers)
    return leave_lines(answer_unread_parts(handled, read), line_context), is_dear


def _mail(text: str, subject: str) -> bytes:
    about = f"Subject: {Header(subject, 'utf-8').encode()}\n" if subject else ""
    head = f"From: {WRITER}\nTo: judge@example.net\nMessage-ID: <1@example.org>\n{about}MIME-Version: 1.0\n"
    return f"{head}Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n{text}\n".encode()


def _outturn(session: Session, letter: CorpusLetter, *, is_dear: bool) -> Outturn:
    answers = [one.answer for one in session.answers]
    game, power, own = session.game, Power(letter.power), load_notation(letter.book)
    assert game is not None
    position = position_of(letter.scene, letter.book)
    hints = (hint for answer in answers if isinstance(answer, Misread) for hint in answer.hints)
    named = (read_order(hint, position, game.board, power, own) for hint in hints) if letter.never else ()
    return Outturn(
        _written(game.orders_of(power), position),
        _written((order for left in game.left_open_by((power,)) for order in left.offered_orders), position),
        _written((order for order in named if not isinstance(order, Misread)), position),
        bool(answers) and all(fate_of(answer) is Fate.CONVERSATION for answer in answers),
        sum(left.unclear for left in game.left_open_by((power,))),
        is_dear,
    )


def _written(orders: Iterable[Order], position: Position) -> frozenset[str]:
    """Orders in the standard notation; an only coast in reach is written, whether its writer named it or not."""
    board, standard = load_board(BOARD), load_notation("standard")
    settled = (with_coast(order, board, position) for order in orders)
    return frozenset(write_order(order, position, board, standard) for order in settled)


def not_orders(letter: CorpusLetter) -> set[str]:
    """What a letter is said to mean, or not to, that is no order of its scene."""
    return {order for order in letter.meant | letter.also | letter.never if not is_an_order(order, letter)}


def is_an_order(text: str, letter: CorpusLetter) -> bool:
    """Whether that is how the standard notation writes an order that the power can give in the position."""
    position, board, standard = position_of(letter.scene, letter.book), load_board(BOARD), load_notation("standard")
    read = read_order(text, position, board, Power(letter.power), standard)
    return not isinstance(read, Misread) and _plain(write_order(read, position, board, standard)) == _plain(text)
