"""Lines that are one piece of a letter: press, notes, orders only supposed, corrections; where each ends."""

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from judge.mail.closings import closing_of
from judge.mail.meanings import Line, WhatIf
from judge.mail.of_master import begins_amendment, read_amendment
from judge.mail.pressing import DiaryText, begins_letter, read_press
from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import VerbLine, verb_of, words_in


@dataclass(frozen=True)
class _Block:
    """The lines below the first one of a block, and the line that closes it, which is its own if ``is_within``."""

    lines: Sequence[str]
    closing: str = ""
    is_within: bool = False

    @property
    def text(self) -> str:
        """What it says."""
        return "\n".join(self.lines).strip("\n")

    def under(self, line: str) -> str:
        """The whole block as it was written below its first line."""
        return "\n".join([line, *self.lines, *([self.closing] if self.is_within else [])])


class Passages:
    """The lines of a letter, each looked at once."""

    def __init__(self, lines: Sequence[str]) -> None:
        """``lines`` are those of the whole letter."""
        self._lines = lines
        self._closings = [closing_of(line) for line in lines]
        self._press_ends = [place for place, kind in enumerate(self._closings) if kind == "press"]

    def begun_at(self, place: int) -> Line | None:
        """The block that a line begins, whole, with its meaning; None where it begins none."""
        line = self._lines[place]
        key, language, words = verb_of(line)
        read = BLOCKS.get(key or "")
        return read(self, VerbLine(line, key or "", language, words), place) if read else None

    def press(self, verb: VerbLine, place: int) -> Line:
        """A letter to be sent on: the words behind its verb name who it is for."""
        first = words_in(verb.text)[0]
        is_grey = vocabulary().addressing.get(fold(first.text)) == "grey"  # GREY PRESS TO ALL
        words = (first, *verb.words) if is_grey else verb.words
        read = partial(read_press, words, to_all=verb.key == "broadcast")
        block = (self._up_to_its_own_end(place) if read("").verbatim else None) or self._block(place)
        return Line(block.under(verb.text), read(block.text, closing=block.closing))

    def diary(self, verb: VerbLine, place: int) -> Line | None:
        """A note for oneself; prose that begins with the word goes on behind it."""
        if verb.words:
            return None
        block = self._block(place)
        return Line(block.under(verb.text), DiaryText(block.text, block.closing))

    def what_if(self, verb: VerbLine, place: int) -> Line:
        """Orders only supposed; whatever the first line says, none of the others is anything else."""
        block = self._block(place)
        orders = tuple(order for order in block.lines if order.strip())
        closing = block.closing if block.is_within else ""
        return Line(block.under(verb.text), WhatIf(verb.language, verb.rest, orders, closing))

    def correction(self, verb: VerbLine, place: int) -> Line | None:
        """Changes of the position, each on its line."""
        if not begins_amendment(verb.words, self._lines[place + 1 : place + _NEAR]):
            return None
        block = self._block(place)
        return Line(block.under(verb.text), read_amendment([verb.text, *block.lines]))

    def _up_to_its_own_end(self, place: int) -> _Block | None:
        """A block of press of which every line is text, whatever it looks like; None where nothing ends it."""
        following = bisect_left(self._press_ends, place + 1)
        ends = self._press_ends[following : following + 1]
        return next((_Block(self._lines[place + 1 : end], self._lines[end], is_within=True) for end in ends), None)

    def _block(self, place: int) -> _Block:
        """Every line up to one that closes a block or begins another that people read, or to the end of the letter.

        Whichever block was meant by the word that closes: to send on too little is a nuisance, too much does harm.
        """
        for at in range(place + 1, len(self._lines)):
            if self._closings[at]:
                return _Block(self._lines[place + 1 : at], self._lines[at], is_within=True)
            if self._begins_another(at):
                return _Block(self._lines[place + 1 : at], self._lines[at])
        return _Block(self._lines[place + 1 :])

    def _begins_another(self, at: int) -> bool:
        key, _, rest = verb_of(self._lines[at])
        return begins_letter(key, rest) or (key in {"diary", "stop"} and not rest)


BLOCKS: Mapping[str, Callable[[Passages, VerbLine, int], Line | None]] = {
    "press": Passages.press,
    "broadcast": Passages.press,
    "diary": Passages.diary,
    "whatif": Passages.what_if,
    "correct": Passages.correction,
}
"""What reads the block that a verb begins, by its key; None of a line that begins none."""

_NEAR = 20
"""Lines below a CORRECT among which its first change stands, blank ones passed over."""
