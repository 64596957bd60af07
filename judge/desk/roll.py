"""Reads the units, or regions, that a line lists, each with its place in the line."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.desk.regions import Named, Names
from judge.mail.vocabulary import vocabulary
from judge.mail.words import Word
from judge.notation.tables import Notation
from judge.reports.echo import Wrong
from judge.rules.board import Board


@dataclass(frozen=True)
class Listed:
    """What some words of a line name, and those words."""

    named: Named
    words: Word


def roll(
    written: Word, board: Board, own: Notation, others: Sequence[Notation]
) -> tuple[tuple[Listed, ...], Wrong | None]:
    """Everything listed up to the first word that names nothing, with what is wrong with that word."""
    names = Names(written, board, own, others)
    listed: list[Listed] = []
    for found in _named(names):
        if isinstance(found, Wrong):
            return tuple(listed), found
        place, named = found
        start, end = names.tokens[place].start, names.tokens[named.end - 1].end
        listed.append(Listed(named, Word(written.text[start:end], written.start + start)))
    return tuple(listed), None


def _named(names: Names) -> Iterator[tuple[int, Named] | Wrong]:
    """What is named from each token on where something begins; signs part one from the next."""
    place = 0
    while place < names.size:
        token = names.tokens[place]
        if not token.is_word or vocabulary().logic.get(token.text) == "and":
            place += 1
            continue
        named = names.named(place)
        if isinstance(named, Wrong):
            yield named
            return
        yield place, named
        place = named.end
