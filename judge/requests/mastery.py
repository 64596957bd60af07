"""Requests of the master of a game."""

from collections.abc import Sequence
from dataclasses import dataclass

from judge.requests.names import phase_named
from judge.requests.registry import reads
from judge.requests.suggestions import SuggestedCommand, near
from judge.requests.vocabulary import (
    VerbLine,
    Word,
    fold_case,
    rest_of,
    value_of,
    vocabulary,
    without_fillers,
    words_in,
)
from judge.rules.position import Phase


@dataclass(frozen=True)
class ForceCloseRequest:
    """Close the open phase; only if it is this one, where one is named."""

    phase: Phase | None


@dataclass(frozen=True)
class RollBackRequest:
    """Go back to a closed phase, keeping its orders or not."""

    phase: Word | None
    keep: bool


@dataclass(frozen=True)
class CorrectPositionRequest:
    """Correct the position: ``lines`` with their places in the block, the reason among them."""

    lines: tuple[Word, ...]


@dataclass(frozen=True)
class OfferGameRequest:
    """Make somebody else the master."""

    to: Word | None


@dataclass(frozen=True)
class TerminateRequest:
    """End the game without a result, for a reason."""

    name: Word | None
    reason: str


@dataclass(frozen=True)
class OverviewRequest:
    """Ask for the master's overview of the game."""


@dataclass(frozen=True)
class PredictRequest:
    """Judge the orders given so far before the deadline."""


MasteryRequest = (
    ForceCloseRequest
    | RollBackRequest
    | CorrectPositionRequest
    | OfferGameRequest
    | TerminateRequest
    | OverviewRequest
    | PredictRequest
)


@reads("close")
def read_close(verb: VerbLine) -> ForceCloseRequest | None:
    """The phase that is to be closed; None of prose that begins with the word."""
    named = verb.rest
    if named is None or value_of(named.text.rstrip(".!")) == "now":
        return ForceCloseRequest(None)
    phase = phase_named(named.text)
    return ForceCloseRequest(phase) if phase else None


@reads("rollback")
def read_rollback(verb: VerbLine) -> RollBackRequest:
    """The word that keeps or drops the orders may stand last; without one they are kept."""
    words = verb.words
    choice = value_of(words[-1].text) if words else ""
    if choice in {"keep", "clear"}:
        words = words[:-1]
    phase = rest_of(verb.text[: words[-1].end], without_fillers(words)) if words else None
    return RollBackRequest(phase, choice != "clear")


@reads("handover")
def read_handover(verb: VerbLine) -> OfferGameRequest | SuggestedCommand:
    """Who is to be master.

    Without an address it may be something said to other players: ``Transmettre à l'Allemagne : d'accord``.
    """
    if verb.words and "@" not in verb.text and isinstance(said := near(verb.text), SuggestedCommand):
        return said
    return OfferGameRequest(next(iter(without_fillers(verb.words)), None))


@reads("terminate")
def read_termination(verb: VerbLine) -> TerminateRequest:
    """The game that is to end, and why."""
    reason = rest_of(verb.text, verb.words[1:])
    return TerminateRequest(verb.words[0] if verb.words else None, reason.text if reason else "")


@reads("report")
def read_report(verb: VerbLine) -> OverviewRequest | None:
    """The verb alone; None of prose that begins with the word."""
    return None if verb.words else OverviewRequest()


@reads("predict")
def read_prediction(_: VerbLine) -> PredictRequest:
    """The verb, whatever is behind it."""
    return PredictRequest()


def begins_correction(rest: tuple[Word, ...], below: Sequence[str]) -> bool:
    """Whether a line with the verb opens a block: it stands alone above a change. Prose begins with the word, too."""
    following = next((line for line in below if line.strip()), "")
    first = words_in(following)[:1]
    return not rest and bool(first) and fold_case(first[0].text.rstrip(":")) in vocabulary().amendments


def read_correction(block: Sequence[str]) -> CorrectPositionRequest:
    """The block whose first line is its verb; ``block`` holds neither its end word nor anything below."""
    lines: list[Word] = []
    start = len(block[0]) + 1
    for line in block[1:]:
        if line.strip():
            lines.append(Word(line, start))
        start += len(line) + 1
    return CorrectPositionRequest(tuple(lines))
