"""The result of a check: a state, a message, what to do."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum

from judge.config import Config
from judge.shell.table import said_of


class FindingState(Enum):
    """How serious a finding is; the value begins its line."""

    OK = "ok"
    NOTE = "note"
    WRONG = "WRONG"


@dataclass(frozen=True)
class CheckFinding:
    """One line; ``do`` is empty if nothing needs to be done."""

    state: FindingState
    about: str
    says: str
    do: str = ""

    def __str__(self) -> str:
        line = f"{self.state.value:<6} {self.about:<9} {self.says}"
        return f"{line}; {self.do}" if self.do else line


SLOW = timedelta(minutes=5)
"""How long anything may wait before something must be wrong."""

Lookup = Callable[[str, str], tuple[str, ...]]
"""A function that returns the DNS records of a name and a type, perhaps none.

NoResolverError if no resolver answers.
"""


@dataclass(frozen=True)
class Installation:
    """The installation to check."""

    config: Config
    now: datetime
    environment: Mapping[str, str]
    lookup: Lookup


Check = Callable[[Installation], Iterator[CheckFinding]]


def fine(about: str, says: str) -> CheckFinding:
    """Return a finding that all is well."""
    return CheckFinding(FindingState.OK, about, says)


def note(about: str, says: str, do: str = "") -> CheckFinding:
    """Return a finding worth knowing."""
    return CheckFinding(FindingState.NOTE, about, says, do)


def wrong(about: str, says: str, do: str) -> CheckFinding:
    """Return a finding that needs action."""
    return CheckFinding(FindingState.WRONG, about, says, do)


def closed(about: str, error: OSError) -> CheckFinding:
    """Return a finding that something could not be looked at, or written."""
    return wrong(about, said_of(error), "run the doctor as the user of the judge")


def length_in_words(length: timedelta) -> str:
    """Return a length of time in words, in one unit."""
    minutes = int(length.total_seconds() // 60)
    days, hours = minutes // (24 * 60), minutes // 60
    return f"{days} days" if days > 1 else f"{hours} hours" if hours > 1 else f"{minutes} minutes"
