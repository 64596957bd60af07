"""Reads the lines of a letter: commands, blocks, lines that may be orders, lines meant for others or from earlier."""

import re
import tomllib
from collections import deque
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from operator import length_hint

from judge.requests.blocks import LetterBlocks
from judge.requests.conditions import LONGEST_BLOCK, conditional_block_length, read_conditional_block
from judge.requests.press import SendPressRequest
from judge.requests.requests import (
    ChangeSettingsRequest,
    JoinGameRequest,
    Line,
    OpenGameRequest,
    PhaseHeading,
    PossibleOrder,
    SignOnRequest,
)
from judge.requests.setting_lists import settings_below, with_settings
from judge.requests.suggestions import phrase_pattern, spaced_words
from judge.requests.verb_table import meaning_of, near
from judge.requests.vocabulary import Word, verb_of, verb_or_block_end, without_courtesy, words_in


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


_MOST_WORDS = 4
_PUNCTUATION = tuple(".,?!…;:")


def reads_as_command(line: str) -> bool:
    """Whether a line is a command: its verb in capitals, or it is short, complete, and would change something.

    "Wait for me" and "Help me with Burgundy, will you?" are prose; so is "Open your eyes".
    """
    key, _, rest = verb_of(line)
    if key is None or key == "press":
        return False
    (piece,) = read_lines(line) or (Line(line, PossibleOrder()),)
    match piece.request:
        case PossibleOrder() | SendPressRequest():
            return False
        case _ if _in_capitals(line, rest):
            return True
        case OpenGameRequest() | JoinGameRequest() | SignOnRequest():
            return False
        case ChangeSettingsRequest(settings=settings):
            return all(setting.name and setting.value for setting in settings) and _is_bare(line)
        case PhaseHeading(phase=phase) if phase is not None:
            return _is_bare(line)
        case _:
            return piece.changes_something and _is_bare(line)


def _in_capitals(line: str, rest: tuple[Word, ...]) -> bool:
    verb = line[: rest[0].start] if rest else line
    return verb.isupper() and sum(map(str.isalpha, verb)) > 1


def _is_bare(line: str) -> bool:
    return len(words_in(line)) <= _MOST_WORDS and not line.rstrip().endswith(_PUNCTUATION)


def announces_earlier_orders(line: str) -> bool:
    """Whether the lines below are earlier words of the writer's own, and not what they order now.

    The line ends in a colon, or in the very words that say so; it does not announce new orders behind those words, nor
    correct what was written.
    """
    words = spaced_words(line)
    found = _any_of("recalled").search(words)
    if found is None or _any_of("amended").search(words) or _any_of("afresh").search(words, found.end() - 1):
        return False
    return _ends_in_colon(line) or (line.rstrip()[-1:].isalpha() and found.end() == len(words))


def announces_new_orders(line: str) -> bool:
    """Whether a line below such a one announces new orders: ``This time:``, ``Voici mes ordres``."""
    return _ends_in_colon(line) or _any_of("afresh").search(spaced_words(line)) is not None


def _ends_in_colon(line: str) -> bool:
    return line.rstrip(" \t*_").endswith((":", "\uff1a"))


@lru_cache
def _any_of(table: str) -> re.Pattern[str]:
    phrases = tomllib.loads((files("judge.requests") / "recalled.toml").read_text(encoding="utf-8"))[table]
    return re.compile("|".join(map(phrase_pattern, sorted(phrases, key=len, reverse=True))))
