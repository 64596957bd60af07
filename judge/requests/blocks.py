"""Lines that form one block of a letter: press, diary, what-if, corrections; and where each ends."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from judge.requests.mastery import begins_correction, read_correction
from judge.requests.press import WriteDiaryRequest, begins_press, read_press
from judge.requests.requests import Line, WhatIfRequest
from judge.requests.vocabulary import VerbLine, block_ended_by, fold_case, verb_of, vocabulary, words_in


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

    def press(self, verb: VerbLine, place: int) -> Line:
        """A letter to be sent on: the words behind its verb name who it is for."""
        first = words_in(verb.text)[0]
        is_grey = vocabulary().addressing.get(fold_case(first.text)) == "grey"  # GREY PRESS TO ALL
        words = (first, *verb.words) if is_grey else verb.words
        read = partial(read_press, words, to_all=verb.key == "broadcast")
        block = (self._up_to_its_own_end(place) if read("").verbatim else None) or self._block(place)
        return Line(block.under(verb.text), read(block.text, closing=block.closing))

    def diary(self, verb: VerbLine, place: int) -> Line | None:
        """A note for oneself; prose that begins with the word goes on behind it."""
        if verb.words:
            return None
        block = self._block(place)
        return Line(block.under(verb.text), WriteDiaryRequest(block.text, block.closing))

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
        return begins_press(key, rest) or (key in {"diary", "stop"} and not rest)


BLOCKS: Mapping[str, Callable[[LetterBlocks, VerbLine, int], Line | None]] = {
    "press": LetterBlocks.press,
    "broadcast": LetterBlocks.press,
    "diary": LetterBlocks.diary,
    "whatif": LetterBlocks.what_if,
    "correct": LetterBlocks.correction,
}
"""What reads the block that a verb begins, by its key; None of a line that begins none."""

_LINES_TO_FIRST_CHANGE = 20
"""Lines below a CORRECT within which its first change must stand, blank ones skipped."""
