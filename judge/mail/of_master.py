"""What lines mean by which the master of a game acts on it."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.mail.calendar import read_phase
from judge.mail.vocabulary import fold, value_of, vocabulary
from judge.mail.words import VerbLine, Word, rest_of, without_fillers, words_in
from judge.rules.position import Phase


@dataclass(frozen=True)
class ForceClose:
    """The open phase is to be closed; only if it is this one, where one is named."""

    phase: Phase | None


@dataclass(frozen=True)
class GoBack:
    """A closed phase is to be open again, with its orders or without."""

    phase: Word | None
    keep: bool


@dataclass(frozen=True)
class Amend:
    """The position is to be changed: ``lines`` with their places in the block, the reason among them."""

    lines: tuple[Word, ...]


@dataclass(frozen=True)
class HandOver:
    """Somebody else is to be master."""

    to: Word | None


@dataclass(frozen=True)
class BreakOff:
    """The game is to end without a result, for a reason."""

    name: Word | None
    reason: str


@dataclass(frozen=True)
class Look:
    """The master wants to see how the game stands."""


@dataclass(frozen=True)
class Foretell:
    """Orders are to be judged before they are due."""


OfMaster = ForceClose | GoBack | Amend | HandOver | BreakOff | Look | Foretell


def read_close(verb: VerbLine) -> ForceClose | None:
    """The phase that is to be closed; None of prose that begins with the word."""
    named = verb.rest
    if named is None or value_of(named.text.rstrip(".!")) == "now":
        return ForceClose(None)
    phase = read_phase(named.text)
    return ForceClose(phase) if phase else None


def read_rollback(verb: VerbLine) -> GoBack:
    """The word that keeps or drops the orders may stand last; without one they are kept."""
    words = verb.words
    choice = value_of(words[-1].text) if words else ""
    if choice in {"keep", "clear"}:
        words = words[:-1]
    phase = rest_of(verb.text[: words[-1].end], without_fillers(words)) if words else None
    return GoBack(phase, choice != "clear")


def read_handover(verb: VerbLine) -> HandOver:
    """Who is to be master."""
    return HandOver(next(iter(without_fillers(verb.words)), None))


def read_termination(verb: VerbLine) -> BreakOff:
    """The game that is to end, and why."""
    reason = rest_of(verb.text, verb.words[1:])
    return BreakOff(verb.words[0] if verb.words else None, reason.text if reason else "")


def read_report(verb: VerbLine) -> Look | None:
    """The verb alone; None of prose that begins with the word."""
    return None if verb.words else Look()


def read_prediction(_: VerbLine) -> Foretell:
    """The verb, whatever is behind it."""
    return Foretell()


def begins_amendment(rest: tuple[Word, ...], below: Sequence[str]) -> bool:
    """Whether a line with the verb opens a block: it stands alone above a change. Prose begins with the word, too."""
    following = next((line for line in below if line.strip()), "")
    first = words_in(following)[:1]
    return not rest and bool(first) and fold(first[0].text.rstrip(":")) in vocabulary().amendments


def read_amendment(block: Sequence[str]) -> Amend:
    """The block whose first line is its verb; ``block`` holds neither that line's end word nor anything below."""
    lines: list[Word] = []
    start = len(block[0]) + 1
    for line in block[1:]:
        if line.strip():
            lines.append(Word(line, start))
        start += len(line) + 1
    return Amend(tuple(lines))
