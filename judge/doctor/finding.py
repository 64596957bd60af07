"""What the doctor found: a state, a sentence, what to do."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from judge.config import Config


class State(Enum):
    """How much it matters; the value is how the line begins."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True)
class Finding:
    """One line; ``do`` is empty where nothing is to be done."""

    state: State
    about: str
    says: str
    do: str = ""

    def __str__(self) -> str:
        line = f"{self.state.value:<6} {self.about:<9} {self.says}"
        return f"{line}; {self.do}" if self.do else line


Lookup = Callable[[str, str], tuple[str, ...]]
"""The records of a name and a type, none where there are none; NoResolverError where nobody answers."""


@dataclass(frozen=True)
class Patient:
    """The set-up that is looked at."""

    config: Config
    now: datetime
    environment: Mapping[str, str]
    lookup: Lookup


Check = Callable[[Patient], Iterator[Finding]]


def fine(about: str, says: str) -> Finding:
    """As it should be."""
    return Finding(State.OK, about, says)


def note(about: str, says: str, do: str = "") -> Finding:
    """Worth knowing."""
    return Finding(State.NOTE, about, says, do)


def wrong(about: str, says: str, do: str) -> Finding:
    """Something is to be done."""
    return Finding(State.WRONG, about, says, do)


def span(length: timedelta) -> str:
    """A length of time in one unit."""
    minutes = int(length.total_seconds() // 60)
    days, hours = minutes // (24 * 60), minutes // 60
    return f"{days} days" if days > 1 else f"{hours} hours" if hours > 1 else f"{minutes} minutes"
