"""Requests about orders: conditional ones, headings of phases, orders taken back or meant as they are, wishes."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.requests.names import phase_named
from judge.requests.registry import reads
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    fold_case,
    rest_of,
    value_of,
    verb_of,
    verb_or_block_end,
    vocabulary,
)
from judge.rules.position import Phase


@dataclass(frozen=True)
class WithdrawOrdersRequest:
    """Take orders back: those for the open phase, those kept for ``phase``, or all orders and all wishes."""

    phase: Phase | None = None
    everything: bool = False


@dataclass(frozen=True)
class MeanOrdersRequest:
    """Confirm that the orders in force are meant as they are, void ones too."""


@dataclass(frozen=True)
class KeepWishRequest:
    """Keep a standing wish; ``kind`` is its key, None when the word names none, ``list`` what is behind it."""

    kind: str | None
    word: Word | None
    list: Word | None


@dataclass(frozen=True)
class PhaseHeading:
    """The orders below are for this phase, None when the words name none."""

    phase: Phase | None
    words: Word | None


@dataclass(frozen=True)
class StopReading:
    """Nothing below is read."""


OrderRequest = WithdrawOrdersRequest | MeanOrdersRequest | KeepWishRequest | PhaseHeading | StopReading


@reads("clear")
def read_clearing(verb: VerbLine) -> WithdrawOrdersRequest | None:
    """What is taken back; prose may begin with the word as well."""
    phase = verb.rest
    match verb.words:
        case ():
            return WithdrawOrdersRequest()
        case (word,) if value_of(word.text) == "all":
            return WithdrawOrdersRequest(everything=True)
        case _ if phase and (named := phase_named(phase.text)):
            return WithdrawOrdersRequest(named)
        case _:
            return None


@reads("ready", is_alone=True)
def read_ready(_: VerbLine) -> MeanOrdersRequest:
    """The verb alone."""
    return MeanOrdersRequest()


@reads("stop", is_alone=True)
def read_stop(_: VerbLine) -> StopReading:
    """The verb alone."""
    return StopReading()


@reads("prefer")
def read_wish(verb: VerbLine) -> KeepWishRequest:
    """What is wished for whenever it can be had."""
    if not verb.words:
        return KeepWishRequest(None, None, None)
    kind = vocabulary().wishes.get(fold_case(verb.words[0].text.strip(":")))
    return KeepWishRequest(kind, verb.words[0], rest_of(verb.text, verb.words[1:]))


@reads("phase")
def read_phase(verb: VerbLine) -> PhaseHeading:
    """The phase that stands above orders."""
    return PhaseHeading(phase_named(verb.rest.text) if verb.rest else None, verb.rest)


# --- blocks of conditional orders: IF, ELSE, ENDIF


_DEEPEST = 12
"""Conditions nested deeper are nobody's plan."""

LONGEST_BLOCK = 1000
"""Lines under one condition, as a guard against letters made to keep the judge busy."""

_CONDITION_VERBS = frozenset({"if", "else_if", "else", "end_if"})
_ENDING_VERBS = frozenset({"phase", "stop", "end_any"})


@dataclass(frozen=True)
class ConditionalOrdersRequest:
    """Lines for the case that a condition holds, others for the case that it does not, each with its place.

    ``stray`` is a line that cannot stand where it does: a command, a second ELSE, one with words behind it, a
    condition too deep.
    """

    condition: Word
    then: "tuple[ConditionalPart, ...]"
    otherwise: "tuple[ConditionalPart, ...]" = ()
    stray: Word | None = None


ConditionalPart = Word | ConditionalOrdersRequest


def conditional_block_length(keys: Sequence[str | None], *, expected: bool) -> int:
    """How many lines belong to the block that the first one, an IF, begins; 0 when it begins none.

    ``keys`` are the verbs of the lines. A block goes to its own ENDIF. One without goes to a bare word for the end, to
    the next command or to the end of the letter, but only where blocks are ``expected`` or where an ELSE shows that it
    is one: many a letter has a line that begins with "if".
    """
    depth = 0
    for place, key in enumerate(keys):
        depth += (key == "if") - (key == "end_if")
        if depth == 0:
            return place + 1
        if key in _ENDING_VERBS:
            break
    end = next((place for place, key in enumerate(keys) if key and key not in _CONDITION_VERBS), len(keys))
    end += keys[end : end + 1] == ["end_any"]
    return end if expected or {"else", "else_if"} & {*keys[:end]} else 0


def read_conditional_block(lines: Sequence[str]) -> ConditionalOrdersRequest:
    """The block of these lines; without its own end word it ends with the last of them."""
    return _Reader(lines).block(1)


class _Reader:
    """Reads a block line by line."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        self._place = 0
        self._start = 0
        self._stray: Word | None = None

    def block(self, depth: int) -> ConditionalOrdersRequest:
        """The block that begins at this line."""
        condition = self._condition()
        then = self._steps(depth)
        if self._key == "else_if" and depth < _DEEPEST:
            other = self.block(depth + 1)  # the ENDIF is one for both
            return ConditionalOrdersRequest(condition, then, (other,), self._stray)
        otherwise: tuple[ConditionalPart, ...] = ()
        if self._key == "else":
            self._pass()
            otherwise = self._steps(depth)
        while self._key in {"else", "else_if"}:
            self._is_stray()
            self._steps(depth)
        if self._key in {"end_if", "end_any"}:
            self._pass()
        return ConditionalOrdersRequest(condition, then, otherwise, self._stray)

    @property
    def _key(self) -> str | None:
        """The verb of the line to be read next."""
        return verb_or_block_end(self._lines[self._place]) if self._place < len(self._lines) else None

    def _take(self) -> Word:
        line = Word(self._lines[self._place], self._start)
        self._place += 1
        self._start = line.end + 1
        return line

    def _pass(self) -> None:
        """Skip an ELSE or an ENDIF, which stands alone on its line."""
        line = self._take()
        key, _, behind = verb_of(line.text)
        if behind and key in _CONDITION_VERBS:
            self._stray = self._stray or line

    def _is_stray(self) -> None:
        line = self._take()
        self._stray = self._stray or line

    def _condition(self) -> Word:
        """The words behind the IF."""
        line = self._take()
        words = verb_of(line.text)[2]
        start = words[0].start if words else len(line.text)
        return Word(line.text[start:].rstrip(), line.start + start)

    def _steps(self, depth: int) -> "tuple[ConditionalPart, ...]":
        steps: list[ConditionalPart] = []
        while self._place < len(self._lines) and self._key not in {"else_if", "else", "end_if", "end_any"}:
            if not self._lines[self._place].strip():
                self._take()
            elif self._key == "if" and depth < _DEEPEST:
                steps.append(self.block(depth + 1))
            elif self._key:
                self._is_stray()
            else:
                steps.append(self._take())
        return tuple(steps)
