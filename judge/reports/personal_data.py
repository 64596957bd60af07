"""Words about what the judge keeps of whoever writes to it."""

from dataclasses import asdict, dataclass

from judge.game.settings import Language
from judge.reports.templates import fill_template


@dataclass(frozen=True)
class NoticeFacts:
    """Who runs a judge of an address, empty where nobody is named; how many days what is kept, 0 for ever."""

    judge: str
    address: str
    run_by: str
    has_operator: bool
    unproven: int
    letters: int
    answers: int
    envelopes: int


def write_legal_notice(facts: NoticeFacts, language: Language) -> str:
    """Return who runs the judge, what it keeps, how long, and how one asks for it."""
    return fill_template(language, "anyone.notice", **asdict(facts))
