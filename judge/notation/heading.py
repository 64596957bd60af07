"""Lines that head orders: the name of a power, a word such as "orders", the season; nothing else on the line."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.notation.grammar import Reading
from judge.notation.lexer import tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_LINE
from judge.notation.tables import Notation, Part
from judge.rules.board import Board, Power

_TELLING = (Part.POWER, Part.HEADING, Part.SECTION)


@dataclass(frozen=True)
class Heading:
    """A line that heads orders; ``power`` is the power it names, None where it names none (``Orders:``)."""

    power: Power | None


def read_heading(line: str, board: Board, own: Notation, others: Sequence[Notation] = ()) -> Heading | None:
    """The heading a line is: ``FRANCE:``, ``Turquie``, ``Ordres de la France - printemps 1901``; None for others."""
    tokens = tokens_of(line[:LONGEST_LINE])
    lexicon = Lexicon(tokens, own, others, board)
    if len(tokens) not in Reading(lexicon).starts(Part.SECTION):
        return None
    found = [one.lexeme for place in lexicon.places for one in lexicon.of(place, *_TELLING)]
    powers = (Power(lexeme.value) for lexeme in found if lexeme.part is Part.POWER)
    return Heading(next(powers, None)) if found else None
