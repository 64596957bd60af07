"""Orders written plainly are carried out at once, and as they are where the whole of the reading looks at them."""

from collections.abc import Sequence
from random import Random

import pytest

from judge.game.settings import Language
from judge.handlers.session import Session
from judge.handlers.settle_letter import handle_lines
from judge.notation.tables import load_notation
from judge.notation.write import write_order
from judge.reports.line_answers import LineAnswer
from judge.requests.read_lines import read_lines
from judge.rules.board import Power
from judge.rules.legal_orders import legal_orders
from tests.corpus.carried_out import NOON, WRITER, game_of
from tests.corpus.collection import CorpusLetter
from tests.shared.services import context

SCENES = (("opening", "FRANCE"), ("opening", "RUSSIA"), ("four/F1902M", "ENGLAND"), ("three/S1904M", "TURKEY"))


def answers(start: Session, lines: Sequence[str]) -> tuple[Session, list[LineAnswer]]:
    done = handle_lines(start, context(NOON), read_lines("\n".join(lines)), ())
    return done, [one.answer for one in done.answers]


@pytest.mark.parametrize("book", ["standard", "18centres", "faf"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_plain_order_is_carried_out_as_one_that_is_written_with_too_many_spaces(
    language: Language, book: str
) -> None:
    """Nobody's convention has two spaces: such a line is looked at as any line of a letter is."""
    random = Random(f"{language} {book}")
    for scene, power in SCENES:
        game = game_of(CorpusLetter(language, "lists", 1, scene, power, book))
        position = game.open_position
        assert position is not None
        start, by_place = Session(game, game.people[WRITER]), legal_orders(game.board, position, Power(power))
        orders = [order for listed in by_place.values() for order in listed]
        for own in (load_notation(book), load_notation("standard")):
            lines = [write_order(order, position, game.board, own) for order in random.sample(orders, 3)]
            plain, told = answers(start, lines)
            spaced, also = answers(start, [line.replace(" ", "  ", 1) for line in lines])
            assert (told, plain.events, plain.game) == (also, spaced.events, spaced.game)
