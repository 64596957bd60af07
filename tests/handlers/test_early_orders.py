"""Orders written a phase too early by who has nothing to do in the open one: offered to be kept for their own."""

from dataclasses import replace

from judge.game.orders.messages import LinesLeft, OrderText
from judge.game.state import Game
from judge.handlers.left_open import leave_lines
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from tests.corpus.carried_out import NOON, WRITER, game_of
from tests.corpus.collection import CorpusLetter
from tests.shared.each_case import each_case
from tests.shared.services import context

EARLY = (
    ("one/F1902R TURKEY", "fall orders!!\nBul-Ser, con-bul", "S1903M", ("Bul-Ser, con-bul",)),
    ("one/S1904R TURKEY", "fall orders!!\nBul - Ser", "F1904M", ("Bul - Ser",)),
    ("one/F1902R TURKEY", "For the winter: I build army in Smyrna.", "W1902A", ("I build army in Smyrna.",)),
    (
        "one/F1902R TURKEY",
        "When the time comes for building, I should like an army at Smyrna.",
        "W1902A",
        ("When the time comes for building, I should like an army at Smyrna.",),
    ),
    ("one/F1902R TURKEY", "Build A SMY", "W1902A", ("Build A SMY",)),
    ("one/W1902A ITALY", "Rome goes to Venice", "S1903M", ("Rome goes to Venice",)),
    ("one/W1902A ITALY", "Spring orders:\nRom-Ven", "S1903M", ("Rom-Ven",)),
    ("one/F1902R TURKEY", "Pour l'hiver : une armée à Smyrne", "W1902A", ("une armée à Smyrne",)),
)  # fmt: skip
"""Scene and power, the letter, the phase for which what is offered would be kept."""


def settled(game: Game, text: str, number: int, assent_to: int | None = None) -> Game:
    there = replace(context(NOON), number=number, assent_to=assent_to)
    session = leave_lines(handle_lines(Session(game, game.people[WRITER]), there, read_lines(text), ()), there)
    assert session.game is not None
    return session.game


@each_case("case", EARLY, ids=lambda case: case[1])
def test_an_early_order_is_offered_to_be_kept_and_a_yes_keeps_it(case: tuple[str, str, str, tuple[str, ...]]) -> None:
    scene, text, phase, plans = case
    where, power = scene.split()
    game = settled(game_of(CorpusLetter("en", "early", 1, where, power, "standard")), text, 7)
    (left,) = game.left_open
    assert isinstance(left, LinesLeft)
    assert (str(left.phase), left.plans, left.offered) == (phase, plans, ())
    assert not game.orders_of(Power(power))
    kept = settled(game, "yes", 8, 7).advance
    assert [(str(one.phase), one.step) for one in kept] == [(phase, OrderText(plan)) for plan in plans]


def test_who_must_retreat_is_not_offered_to_keep_what_may_be_a_retreat() -> None:
    game = game_of(CorpusLetter("en", "early", 1, "one/F1902R", "GERMANY", "standard"))
    assert not any(left.plans for left in settled(game, "Scrap both armies.", 7).left_open)
