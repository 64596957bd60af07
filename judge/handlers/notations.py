"""The notations in which a person's lines are read."""

from judge.game.person import Person
from judge.notation.tables import Notation, load_notation, notation_names
from judge.rules.board import Board


def notations_of(person: Person, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """Return a person's own notation, and the others to be tried after it, that of the board first."""
    return notations_by_name(person.notation, board)


def notations_by_name(name: str, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """Return the notation of that name, and the others to be tried after it, the board's first.

    The notation of a campaign, which nobody can choose, is among them on its own board only.
    """
    names = dict.fromkeys((*([board.notation] if board.notation else []), *notation_names()))
    return load_notation(name), tuple(load_notation(other) for other in names if other != name)
