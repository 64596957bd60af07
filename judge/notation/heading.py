"""Reads lines that head orders: the name of a power, a word such as "orders", the season, and nothing else."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.notation.grammar import LineParser
from judge.notation.lexer import LineToken, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_ORDER_LINE
from judge.notation.tables import Notation, OrderPart
from judge.rules.board import Board, Power

_TELLING = (OrderPart.POWER, OrderPart.HEADING, OrderPart.SECTION)
_BRACKETS = frozenset("()#|")
_CODE = re.compile(r"[sfwpah]\d{1,4}[mra]")
"""A phase in one word, as judges write it: ``F1901M``, in French ``A1901M``."""
_PHASE = "phase"


@dataclass(frozen=True)
class Heading:
    """A line that heads orders; ``power`` is the power it names, None if it names none (``Orders:``)."""

    power: Power | None


def read_heading(line: str, board: Board, own: Notation, others: Sequence[Notation] = ()) -> Heading | None:
    """Return the heading that a line is, None for other lines.

    Headings are ``FRANCE:``, ``Mes ordres pour l'automne 1901``, ``F1901M``.
    """
    tokens = [_in_words(token) for token in tokens_of(line[:LONGEST_ORDER_LINE]) if token.text not in _BRACKETS]
    lexicon = Lexicon(tokens, own, others, board)
    if len(tokens) not in LineParser(lexicon).starts(OrderPart.SECTION, OrderPart.LINK):
        return None
    found = [one.lexeme for place in lexicon.places for one in lexicon.of(place, *_TELLING)]
    powers = [Power(lexeme.value) for lexeme in found if lexeme.part is OrderPart.POWER]
    opens_a_letter = any(lexicon.of(0, OrderPart.LINK)) and len(powers) == len(found)  # "For France,"
    return Heading(next(iter(powers), None)) if found and not opens_a_letter else None


def _in_words(token: LineToken) -> LineToken:
    """A phase in one word as a word that heads orders."""
    return replace(token, text=_PHASE) if _CODE.fullmatch(token.text) else token
