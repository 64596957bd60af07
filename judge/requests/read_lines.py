"""Reads the lines of a letter: commands, blocks, lines that may be orders."""

from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from operator import length_hint

from judge.requests.block_ends import verb_or_block_end
from judge.requests.blocks import LetterBlocks
from judge.requests.conditions import LONGEST_BLOCK, conditional_block_length, read_conditional_block
from judge.requests.requests import Line, SignOnRequest
from judge.requests.setting_lists import settings_below, with_settings
from judge.requests.verb_table import meaning_of, near
from judge.requests.words import verb_of, without_courtesy


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press and conditions are blocks."""
    pieces: list[Line] = []
    written = text.splitlines()
    passages = LetterBlocks(written)
    keys = [verb_or_block_end(line) for line in written]
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
        elif key == "if" and (length := conditional_block_length(_keys_from_here(keys, lines), expected=is_ahead)):
            block = [line, *islice(lines, length - 1)]
            pieces.append(Line("\n".join(block), read_conditional_block(block)))
        else:
            piece = _without_password(Line(line, meaning_of(plainly, key, language, words) if key else near(line)))
            below = settings_below(piece, written, here)
            pieces.append(with_settings(piece, below) if below else piece)
            deque(islice(lines, len(below)), maxlen=0)
            is_ahead = is_ahead or key == "phase"
    return tuple(pieces)


def _without_password(piece: Line) -> Line:
    """Of a line that names a game the words up to the name: the password that used to follow it goes no further."""
    if isinstance(piece.request, SignOnRequest) and piece.request.name:
        return Line(piece.text[: piece.request.name.end], piece.request)
    return piece


def _keys_from_here(keys: Sequence[str | None], lines: Iterator[str]) -> Sequence[str | None]:
    """The verbs of the line just read and of the next ones that ``lines`` still holds."""
    here = len(keys) - length_hint(lines) - 1
    return keys[here : here + LONGEST_BLOCK]
