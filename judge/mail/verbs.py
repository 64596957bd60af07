"""The command language of letters: which lines are commands, which press, which may be orders."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import length_hint

from judge.mail.blocks import LONGEST, block_length, read_block
from judge.mail.closings import key_of
from judge.mail.commands import meaning_of, near
from judge.mail.meanings import Line, SignOn
from judge.mail.passages import Passages
from judge.mail.setting_lists import settings_below, with_settings
from judge.mail.words import verb_of, without_courtesy


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press and conditions are blocks."""
    pieces: list[Line] = []
    written = text.splitlines()
    passages = Passages(written)
    keys = [key_of(line) for line in written]
    lines = iter(written)
    is_ahead = False
    for line in lines:
        if not line.strip():
            continue
        plainly = without_courtesy(line)
        key, language, words = verb_of(plainly)
        here = len(written) - length_hint(lines) - 1
        if passage := passages.begun_at(here):
            pieces.append(passage)
            deque(islice(lines, passage.text.count("\n")), maxlen=0)
        elif key == "if" and (length := block_length(_from_here(keys, lines), expected=is_ahead)):
            block = [line, *islice(lines, length - 1)]
            pieces.append(Line("\n".join(block), read_block(block)))
        else:
            piece = _without_password(Line(line, meaning_of(plainly, key, language, words) if key else near(line)))
            below = settings_below(piece, written, here)
            pieces.append(with_settings(piece, below) if below else piece)
            deque(islice(lines, len(below)), maxlen=0)
            is_ahead = is_ahead or key == "phase"
    return tuple(pieces)


def _without_password(piece: Line) -> Line:
    """Of a line that names a game the words up to the name: the password that used to follow it goes no further."""
    if isinstance(piece.meaning, SignOn) and piece.meaning.name:
        return Line(piece.text[: piece.meaning.name.end], piece.meaning)
    return piece


def _from_here(keys: Sequence[str | None], lines: Iterator[str]) -> Sequence[str | None]:
    """The verbs of the line just read and of the next ones that ``lines`` still holds."""
    here = len(keys) - length_hint(lines) - 1
    return keys[here : here + LONGEST]
