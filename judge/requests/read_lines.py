"""Reads the lines of a letter: commands, blocks, lines that may be orders, lines meant for others or from earlier."""

import re
from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, takewhile
from operator import length_hint
from typing import Literal

from judge.requests.asked import LetterToEditorRequest, letter_to_editor, text_for_place
from judge.requests.mastery import begins_correction, read_correction
from judge.requests.orders import LONGEST_BLOCK, PhaseHeading, conditional_block_length, read_conditional_block
from judge.requests.press import SendPressRequest, WriteDiaryRequest, begins_press, read_press, read_signatures
from judge.requests.questions import NewHouseRulesRequest, WhatIfRequest
from judge.requests.registry import meaning_of, reads
from judge.requests.requests import MOST_LINES_OF_LETTER, Line
from judge.requests.seats import JoinGameRequest, OpenGameRequest, SignOnRequest
from judge.requests.setting_lists import ChangeSettingsRequest, PracticeRequest, TutorialRequest, settings_in
from judge.requests.small_talk import without_courtesy
from judge.requests.suggestions import PossibleOrder, near
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    block_ended_by,
    fold_case,
    verb_of,
    verb_or_block_end,
    vocabulary,
    without_fillers,
    words_in,
)


@dataclass(frozen=True)
class _Block:
    """The lines below the first one of a block, and the line that closes it, which is its own if ``is_within``."""

    lines: Sequence[str]
    closing: str = ""
    is_within: bool = False

    @property
    def text(self) -> str:
        """Its text."""
        return "\n".join(self.lines).strip("\n")

    def under(self, line: str) -> str:
        """The whole block as it was written, with its first line."""
        return "\n".join([line, *self.lines, *([self.closing] if self.is_within else [])])


class LetterBlocks:
    """The blocks of a letter; each line is scanned once."""

    def __init__(self, lines: Sequence[str]) -> None:
        """``lines`` are those of the whole letter."""
        self._lines = lines
        self._closings = [block_ended_by(line) for line in lines]
        self._press_ends = [place for place, kind in enumerate(self._closings) if kind == "press"]

    def begun_at(self, place: int) -> Line | None:
        """The whole block that begins at a line, with its request; None where none begins."""
        line = self._lines[place]
        key, language, words = verb_of(line)
        read = BLOCKS.get(key or "")
        return read(self, VerbLine(line, key or "", language, words), place) if read else None

    def press(self, verb: VerbLine, place: int) -> Line | None:
        """A letter to be sent on: the words behind its verb name who it is for; none where its line says all of it."""
        first = words_in(verb.text)[0]
        is_grey = vocabulary().addressing.get(fold_case(first.text)) == "grey"  # GREY PRESS TO ALL
        words = (first, *verb.words) if is_grey else verb.words
        if _is_said_at_once(verb.text) and read_press(_front(verb), "", to_all=verb.key == "broadcast").to.is_nobody:
            return None
        read = partial(read_press, words, to_all=verb.key == "broadcast")
        block = (self._up_to_its_own_end(place) if read("").verbatim else None) or self._block(place)
        return Line(block.under(verb.text), read(block.text, closing=block.closing))

    def diary(self, verb: VerbLine, place: int) -> Line | None:
        """A note for oneself; prose that begins with the word goes on behind it."""
        if verb.words:
            return None
        block = self._block(place)
        return Line(block.under(verb.text), WriteDiaryRequest(block.text, block.closing))

    def to_editor(self, verb: VerbLine, place: int) -> Line | None:
        """A letter to the editor of the zine, or to the admins; where more stands on the line it is no such block."""
        if verb.named:
            return None
        block = self._block(place)
        if verb.key == "to_admins":
            return Line(block.under(verb.text), LetterToEditorRequest(block.text, closing=block.closing, to="admins"))
        to: Literal["editor", "tribune"] = "tribune" if verb.key == "tribune" else "editor"
        return Line(block.under(verb.text), letter_to_editor(block.text, block.closing, to))

    def text(self, verb: VerbLine, place: int) -> Line | None:
        """A text for a place of the zine; none where its end is not said and the verb is in small letters."""
        block = self._block(place)
        is_meant = block.is_within or verb.text.split()[0].isupper()
        read = text_for_place(verb, block.text) if is_meant else None
        return Line(block.under(verb.text), read) if read else None

    def complaint(self, verb: VerbLine, place: int) -> Line | None:
        """A complaint about somebody; REPORT alone is another command, so there the end of the text must be said."""
        named = without_fillers(verb.words)
        if not named or len(named) > _MOST_NAMED:
            return None
        block = self._block(place)
        if verb.key == "report" and not (block.is_within and verb.text.isupper()):
            return None
        read = LetterToEditorRequest(block.text, closing=block.closing, to="master", about=named)
        return Line(block.under(verb.text), read)

    def house_rules(self, verb: VerbLine, place: int) -> Line | None:
        """House rules of a game; where more stands on the line it is no such block."""
        if verb.named:
            return None
        block = self._block(place)
        return Line(block.under(verb.text), NewHouseRulesRequest(verb.language, block.text, block.closing))

    def what_if(self, verb: VerbLine, place: int) -> Line:
        """Orders only supposed; whatever the first line says, none of the others is anything else."""
        block = self._block(place)
        orders = tuple(order for order in block.lines if order.strip())
        closing = block.closing if block.is_within else ""
        return Line(block.under(verb.text), WhatIfRequest(verb.language, verb.rest, orders, closing))

    def correction(self, verb: VerbLine, place: int) -> Line | None:
        """Changes of the position, each on its line."""
        if not begins_correction(verb.words, self._lines[place + 1 : place + _LINES_TO_FIRST_CHANGE]):
            return None
        block = self._block(place)
        return Line(block.under(verb.text), read_correction([verb.text, *block.lines]))

    def _up_to_its_own_end(self, place: int) -> _Block | None:
        """A verbatim block of press, of which every line is text; None where its end word is missing."""
        following = bisect_left(self._press_ends, place + 1)
        ends = self._press_ends[following : following + 1]
        return next((_Block(self._lines[place + 1 : end], self._lines[end], is_within=True) for end in ends), None)

    def _block(self, place: int) -> _Block:
        """The lines up to one that closes any block or begins another one, or to the end of the letter.

        The end word of another kind of block counts as well: to send on too little is a nuisance, too much does harm.
        """
        for at in range(place + 1, len(self._lines)):
            if self._closings[at]:
                return _Block(self._lines[place + 1 : at], self._lines[at], is_within=True)
            if self._begins_another(at):
                return _Block(self._lines[place + 1 : at], self._lines[at])
        return _Block(self._lines[place + 1 :])

    def _begins_another(self, at: int) -> bool:
        key, _, rest = verb_of(self._lines[at])
        return begins_press(key, rest) or (key in {"diary", "to_editor", "tribune", "to_admins", "stop"} and not rest)


def _is_said_at_once(line: str) -> bool:
    """Whether a sentence stands behind the colon of a line, as in ``Press from Moscow: The Tsar has the flu``."""
    return line.partition(":")[2].rstrip().endswith((".", "!", "?", "\u2026"))


def _front(verb: VerbLine) -> tuple[Word, ...]:
    """The words of a line before its colon that may name somebody: none in ``Press first: hello all``."""
    end = verb.text.index(":")
    return tuple(word for word in verb.words if word.start < end and fold_case(word.text.strip(":")) not in _ORDERING)


_ORDERING = frozenset({"first", "next", "now", "then", "again", "below", "here", "d'abord", "ensuite", "maintenant"})
"""Words behind the verb that say when press comes, not to whom."""


BLOCKS: Mapping[str, Callable[[LetterBlocks, VerbLine, int], Line | None]] = {
    "press": LetterBlocks.press,
    "broadcast": LetterBlocks.press,
    "diary": LetterBlocks.diary,
    "to_editor": LetterBlocks.to_editor,
    "tribune": LetterBlocks.to_editor,
    "to_admins": LetterBlocks.to_editor,
    "text": LetterBlocks.text,
    "complain": LetterBlocks.complaint,
    "report": LetterBlocks.complaint,
    "whatif": LetterBlocks.what_if,
    "correct": LetterBlocks.correction,
    "new_house_rules": LetterBlocks.house_rules,
}
"""What reads the block that a verb begins, by its key; None of a line that begins none."""


@reads(
    *("press", "broadcast", "end_press", "diary", "end_diary", "to_admins", "complain", "end_to_editor"),
    *("whatif", "end_whatif", "correct", "end_correct", "if", "else_if", "else", "end_if"),
    *("new_house_rules", "end_house_rules", "text"),
)
def _no_command(_: VerbLine) -> None:
    """Nothing: the verb begins or ends a block, where it stands as that must."""


_MOST_NAMED = 2
"""Words that name the power of which somebody complains."""

_LINES_TO_FIRST_CHANGE = 20
"""Lines below a CORRECT within which its first change must stand, blank ones skipped."""


def read_lines(text: str) -> tuple[Line, ...]:
    """Every piece of a letter that is not blank, in order; one line is one command, press and conditions are blocks."""
    pieces: list[Line] = []
    written = [piece for line in text.splitlines() for piece in _with_question_apart(line)]
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
            is_read = len(pieces) < MOST_LINES_OF_LETTER  # what is not read need not be understood
            said = meaning_of(plainly, key, language, words) if key else near(line) if is_read else PossibleOrder()
            piece = _without_password(Line(line, said))
            below = settings_below(piece, written, here)
            pieces.append(with_settings(piece, below) if below else piece)
            deque(islice(lines, len(below)), maxlen=0)
            is_ahead = is_ahead or key == "phase"
    return tuple(pieces)


_QUESTION = re.compile(r"(?P<asked>[^?]*\?)\s+(?P<rest>\S.*)")


def _with_question_apart(line: str) -> tuple[str, ...]:
    """The line, parted behind a question that begins with WHY: what follows is no part of it."""
    found = _QUESTION.fullmatch(line)
    is_why = found and verb_of(without_courtesy(line))[0] == "why"
    return (found["asked"], found["rest"]) if found and is_why else (line,)


def settings_below(piece: Line, written: Sequence[str], at: int) -> Sequence[str]:
    """The lines below an OPEN or JOIN that add settings to it, blank ones among them."""
    if not isinstance(piece.request, OpenGameRequest | JoinGameRequest):
        return ()
    name = piece.request.name.text if piece.request.name else ""
    below = (written[place] for place in range(at + 1, len(written)))
    return tuple(takewhile(lambda line: not line.strip() or _adds_settings(line, name), below))


def _adds_settings(line: str, game: str) -> bool:
    """Whether a line is settings: PRESS before the words for signatures, BOARD before any but the name of the game."""
    key, _, rest = verb_of(line)
    if key == "press":
        return bool(rest) and all(read_signatures(word.text) is not None for word in rest)
    if key == "rule":
        return len(rest) == 1 or (bool(rest) and fold_case(rest[1].text) in vocabulary().settings)
    if key in {"board", "map"}:
        return bool(rest) and fold_case(rest[0].text) != fold_case(game)
    first = words_in(line)[:1]
    return key is None and any(fold_case(word.text.rstrip("=:")) in vocabulary().settings for word in first)


def with_settings(piece: Line, below: Sequence[str]) -> Line:
    """An OPEN or JOIN with the settings of the lines below it; any other line as it is."""
    text = "\n".join([piece.text, *(line for line in below if line.strip())])
    more = settings_in(words_in(text, len(piece.text)))
    match piece.request:
        case OpenGameRequest(language, name, settings):
            return Line(text, OpenGameRequest(language, name, settings + more))
        case JoinGameRequest(language, name, powers, settings):
            return Line(text, JoinGameRequest(language, name, powers, settings + more))
        case _:
            return piece


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
        case OpenGameRequest() | PracticeRequest() | TutorialRequest() | JoinGameRequest() | SignOnRequest():
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
