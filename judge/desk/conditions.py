"""Reads the condition of a block: ``NOT German A MUN AND (F ENG OR F NTH)``."""

from collections.abc import Sequence

from judge.desk.regions import Names
from judge.game.orders.plans import AllOf, AnyOf, Condition, Not, Stands
from judge.mail.vocabulary import vocabulary
from judge.mail.words import Word
from judge.notation.tables import Notation
from judge.reports.echo import Unknown, Wrong
from judge.rules.board import Board

_DEEPEST = 12

_Read = tuple[Condition, int]
"""A condition, with the token behind it."""


def read_condition(written: Word, board: Board, own: Notation, others: Sequence[Notation]) -> Condition | Wrong:
    """The condition that words are. AND and OR side by side need brackets, for either could be meant first.

    A bracket left open closes with the line, as the old e-mail judges had it.
    """
    reader = _Reader(Names(written, board, own, others))
    read = reader.joined(0, 0)
    if isinstance(read, Wrong):
        return read
    condition, end = read
    if reader.word(end) == "then":
        end += 1
    return condition if end >= reader.names.size else reader.names.wrong(Unknown.CONDITION, end, end + 1)


class _Reader:
    """A condition being read; every method begins at a token."""

    def __init__(self, names: Names) -> None:
        self.names = names

    def word(self, place: int) -> str | None:
        """What joins conditions there: ``not``, ``and``, ``or``, ``then``, a bracket."""
        if place >= self.names.size:
            return None
        text = self.names.tokens[place].text
        return text if text in {"(", ")"} else vocabulary().logic.get(text)

    def joined(self, place: int, depth: int) -> _Read | Wrong:
        """One condition, or several with the same word between them."""
        first = self._single(place, depth)
        if isinstance(first, Wrong):
            return first
        conditions, end = [first[0]], first[1]
        joint = self.word(end)
        while (word := self.word(end)) in {"and", "or"}:
            if word != joint:
                return self.names.wrong(Unknown.JOINT, end, end + 1)
            more = self._single(end + 1, depth)
            if isinstance(more, Wrong):
                return more
            conditions.append(more[0])
            end = more[1]
        if len(conditions) == 1:
            return conditions[0], end
        return (AllOf(tuple(conditions)) if joint == "and" else AnyOf(tuple(conditions))), end

    def _single(self, place: int, depth: int) -> _Read | Wrong:
        match self.word(place):
            case "not" | "(" if depth == _DEEPEST:
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case "not":
                read = self._single(place + 1, depth + 1)
                return read if isinstance(read, Wrong) else (Not(read[0]), read[1])
            case "(":
                read = self.joined(place + 1, depth + 1)
                return read if isinstance(read, Wrong) else (read[0], read[1] + (self.word(read[1]) == ")"))
            case "and" | "or" | "then" | ")":
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case _:
                return self._stands(place)

    def _stands(self, place: int) -> _Read | Wrong:
        named = self.names.named(place)
        return (
            named if isinstance(named, Wrong) else (Stands(named.at, named.power, named.kind, named.troop), named.end)
        )
