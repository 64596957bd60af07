"""Requests about orders: headings of phases, orders taken back or meant as they are, standing wishes."""

from dataclasses import dataclass

from judge.requests.names import phase_named
from judge.requests.registry import reads
from judge.requests.vocabulary import VerbLine, Word, fold_case, rest_of, value_of, vocabulary
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
