"""The notations in which a person's lines are read."""

from judge.game.person import Person
from judge.notation.tables import Notation, load_notation, notation_names
from judge.rules.board import Board


def notations_of(person: Person, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """A person's own notation and the others, which are tried after it: that of the board first."""
    return notations_from(person.notation, board)


def notations_from(name: str, board: Board) -> tuple[Notation, tuple[Notation, ...]]:
    """The same for a notation by its name; that of a campaign, which nobody chooses elsewhere, counts on its board."""
    names = dict.fromkeys((*([board.notation] if board.notation else []), *notation_names()))
    return load_notation(name), tuple(load_notation(other) for other in names if other != name)
