"""Questions in words, put to a game that goes on, and what they are answered."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path

from judge.game.apply import fold_events
from judge.game.people.messages import Person
from judge.game.phases.close import is_left_open
from judge.game.settings import Language, Settings
from judge.game.state import Game
from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.reports.deadlines import example_order
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import Fate, fate_of
from judge.reports.quoted_lines import AnswerStyle, game_phrasing, quote_line
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.shared.recorded_logs import OPENED, recorded_log
from tests.shared.services import context

QUESTIONS = Path(__file__).parent / "questions"
LANGUAGES: tuple[Language, ...] = ("en", "fr")
_PHASES_BEFORE = {"W1901A": 2, "S1902M": 3, "F1902M": 4, "F1902R": 5}
_NOTATIONS = {"en": "standard", "fr": "18centres"}


@dataclass(frozen=True)
class Question:
    """A question as somebody writes it; ``about`` is what a good answer tells, ``unit`` what it is about."""

    language: Language
    about: str
    phase: str
    power: Power
    unit: str
    text: str


@dataclass(frozen=True)
class Told:
    """What a question is answered; ``fates`` are those of its parts.

    ``orders`` are in force then, ``is_open`` whether the phase waits for more.
    """

    text: str
    fates: tuple[Fate, ...]
    orders: tuple[str, ...]
    is_open: bool

    @property
    def lines(self) -> int:
        return len([line for line in self.text.splitlines() if line.strip()])


def questions(language: Language) -> Iterator[Question]:
    about, phase, power, unit = "", "", "", ""
    for line in (QUESTIONS / f"{language}.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("="):
            about, phase, power, unit = (*line[1:].split(maxsplit=3), "")[:4]
        elif not line.startswith("#"):
            yield Question(language, about, phase, Power(power), unit, line)


def reader_of(game: Game, power: Power, language: Language) -> Person:
    at = next(one for one in game.players if power in game.powers_of(one))
    return replace(game.people[at], language=language, notation=_NOTATIONS[language])


def asked(question: Question, *, by: Person | None = None, settings: Settings = Settings()) -> Told:  # noqa: B008
    """What a letter with a question is answered."""
    log = recorded_log("one", settings, phases=_PHASES_BEFORE[question.phase])
    game = fold_events(log)
    assert game is not None
    reader = by or reader_of(game, question.power, question.language)
    game = game if by else replace(game, address_book=game.address_book.with_person(reader))
    now = OPENED + timedelta(days=game.phases_closed, hours=3)
    there = replace(context(now, game.name, log=log), number=70)
    done = leave_lines(handle_lines(Session(game, reader), there, read_lines(question.text), ()), there)
    assert done.game is not None
    assert done.game.open_position is not None
    phrasing = game_phrasing(done.game, reader)
    style = AnswerStyle(phrasing, reader.zone, example_order((question.power,), phrasing))
    quoted = [quote_line(one, style) for one in done.answers]
    said = (line for one in quoted for line in (*one.says, one.lead if one.hints else "", *one.hints, one.text))
    text = plain_spaces("\n".join(said)).replace("\N{NO-BREAK SPACE}", " ")
    orders = tuple(plain_spaces(phrasing.order(order)) for order in done.game.orders_of(question.power))
    return Told(text, tuple(fate_of(one.answer) for one in done.answers), orders, is_left_open(done.game))
