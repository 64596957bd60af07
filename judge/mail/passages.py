"""Lines that are one piece of a letter: press, notes, orders only supposed, corrections; where each ends."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from judge.game.settings import Language
from judge.mail.closings import closing_of
from judge.mail.meanings import Line, WhatIf
from judge.mail.of_master import begins_amendment, read_amendment
from judge.mail.pressing import DiaryText, begins_letter, read_press
from judge.mail.vocabulary import fold, vocabulary
from judge.mail.words import Word, rest_of, verb_of, words_in


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
        key, language, rest = verb_of(line)
        if key in {"press", "broadcast"}:
            return self._press(line, place, rest, to_all=key == "broadcast")
        if key == "diary" and not rest:
            block = self._block(place)
            return Line(block.under(line), DiaryText(block.text, block.closing))
        if key == "whatif":
            return self._what_if(line, place, language, rest)
        if key == "correct" and begins_amendment(rest, self._lines[place + 1 : place + _NEAR]):
            block = self._block(place)
            return Line(block.under(line), read_amendment([line, *block.lines]))
        return None

    def _press(self, line: str, place: int, rest: tuple[Word, ...], *, to_all: bool) -> Line:
        """A letter to be sent on: the words behind its verb name who it is for."""
        first = words_in(line)[0]
        is_grey = vocabulary().addressing.get(fold(first.text)) == "grey"  # GREY PRESS TO ALL
        read = partial(read_press, (first, *rest) if is_grey else rest, to_all=to_all)
        block = (self._up_to_its_own_end(place) if read("").verbatim else None) or self._block(place)
        return Line(block.under(line), read(block.text, closing=block.closing))

    def _what_if(self, line: str, place: int, language: Language, rest: tuple[Word, ...]) -> Line:
        """Orders only supposed; whatever the first line says, none of the others is anything else."""
        block = self._block(place)
        orders = tuple(order for order in block.lines if order.strip())
        closing = block.closing if block.is_within else ""
        return Line(block.under(line), WhatIf(language, rest_of(line, rest), orders, closing))

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


_NEAR = 20
"""Lines below a CORRECT among which its first change stands, blank ones passed over."""
