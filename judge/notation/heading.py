"""Lines that head orders: the name of a power, a word such as "orders", the season; nothing else on the line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from judge.notation.grammar import Reading
from judge.notation.lexer import Token, tokens_of
from judge.notation.lexicon import Lexicon
from judge.notation.line import LONGEST_LINE
from judge.notation.tables import Notation, Part
from judge.rules.board import Board, Power

_TELLING = (Part.POWER, Part.HEADING, Part.SECTION)
_BRACKETS = frozenset("()#|")
_CODE = re.compile(r"[sfwpah]\d{1,4}[mra]")
"""A phase in one word, as judges write it: ``F1901M``, in French ``A1901M``."""
_PHASE = "phase"


@dataclass(frozen=True)
class Heading:
    """A line that heads orders; ``power`` is the power it names, None where it names none (``Orders:``)."""

    power: Power | None


def read_heading(line: str, board: Board, own: Notation, others: Sequence[Notation] = ()) -> Heading | None:
    """The heading a line is: ``FRANCE:``, ``Mes ordres pour l'automne 1901``, ``F1901M``; None for others."""
    tokens = [_in_words(token) for token in tokens_of(line[:LONGEST_LINE]) if token.text not in _BRACKETS]
    lexicon = Lexicon(tokens, own, others, board)
    if len(tokens) not in Reading(lexicon).starts(Part.SECTION, Part.LINK):
        return None
    found = [one.lexeme for place in lexicon.places for one in lexicon.of(place, *_TELLING)]
    powers = [Power(lexeme.value) for lexeme in found if lexeme.part is Part.POWER]
    opens_a_letter = any(lexicon.of(0, Part.LINK)) and len(powers) == len(found)  # "For France,"
    return Heading(next(iter(powers), None)) if found and not opens_a_letter else None


def _in_words(token: Token) -> Token:
    """A phase in one word as a word that heads orders."""
    return replace(token, text=_PHASE) if _CODE.fullmatch(token.text) else token
