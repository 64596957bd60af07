"""Read the condition of a block: ``NOT German A MUN AND (F ENG OR F NTH)``."""

from collections.abc import Sequence

from judge.game.orders.plans import AllOf, AnyOf, Condition, Not, Stands
from judge.handlers.regions import RegionReader
from judge.notation.tables import Notation
from judge.reports.line_answers import InvalidCommand, Unknown
from judge.requests.vocabulary import Word, vocabulary
from judge.rules.board import Board

_MAX_DEPTH = 12

_ParsedCondition = tuple[Condition, int]
"""A condition, with the place of the token after it."""


def read_condition(
    written: Word, board: Board, own: Notation, others: Sequence[Notation]
) -> Condition | InvalidCommand:
    """Return the condition that some words state, or what is wrong with them.

    AND and OR side by side need brackets, for either could be meant first. A bracket left open closes with the line, as
    with older e-mail judges.
    """
    reader = _ConditionParser(RegionReader(written, board, own, others))
    read = reader.joined(0, 0)
    if isinstance(read, InvalidCommand):
        return read
    condition, end = read
    if reader.word(end) == "then":
        end += 1
    return condition if end >= reader.names.size else reader.names.wrong(Unknown.CONDITION, end, end + 1)


class _ConditionParser:
    """Parses a condition; every method begins at the place of a token."""

    def __init__(self, names: RegionReader) -> None:
        self.names = names

    def word(self, place: int) -> str | None:
        """Return what joins conditions at a place: ``not``, ``and``, ``or``, ``then``, a bracket, or None."""
        if place >= self.names.size:
            return None
        text = self.names.tokens[place].text
        return text if text in {"(", ")"} else vocabulary().logic.get(text)

    def joined(self, place: int, depth: int) -> _ParsedCondition | InvalidCommand:
        """Read one condition, or several with the same word between them."""
        first = self._single(place, depth)
        if isinstance(first, InvalidCommand):
            return first
        conditions, end = [first[0]], first[1]
        joint = self.word(end)
        while (word := self.word(end)) in {"and", "or"}:
            if word != joint:
                return self.names.wrong(Unknown.AND_OR_WITHOUT_BRACKETS, end, end + 1)
            more = self._single(end + 1, depth)
            if isinstance(more, InvalidCommand):
                return more
            conditions.append(more[0])
            end = more[1]
        if len(conditions) == 1:
            return conditions[0], end
        return (AllOf(tuple(conditions)) if joint == "and" else AnyOf(tuple(conditions))), end

    def _single(self, place: int, depth: int) -> _ParsedCondition | InvalidCommand:
        match self.word(place):
            case "not" | "(" if depth == _MAX_DEPTH:
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case "not":
                read = self._single(place + 1, depth + 1)
                return read if isinstance(read, InvalidCommand) else (Not(read[0]), read[1])
            case "(":
                read = self.joined(place + 1, depth + 1)
                return read if isinstance(read, InvalidCommand) else (read[0], read[1] + (self.word(read[1]) == ")"))
            case "and" | "or" | "then" | ")":
                return self.names.wrong(Unknown.CONDITION, place, place + 1)
            case _:
                return self._stands(place)

    def _stands(self, place: int) -> _ParsedCondition | InvalidCommand:
        named = self.names.named(place)
        return (
            named
            if isinstance(named, InvalidCommand)
            else (Stands(named.at, named.power, named.kind, named.troop), named.end)
        )
