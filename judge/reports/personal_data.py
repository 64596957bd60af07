"""Words about what the judge keeps of whoever writes to it."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from judge.game.settings import Language
from judge.reports.language import listing, say
from judge.reports.layout import no_wrap, wrapped
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


def write_contents_of_data(address: str, language: Language) -> str:
    """Return the page that stands beside what is kept of an address, and says what each file is."""
    return fill_template(language, "anyone.my_data", address=no_wrap(address))


def write_own_data(file: str, letters_in: int, letters_out: int, language: Language) -> str:
    """Return the sentence of the letter that bears the file."""
    return wrapped(say(language, "data.sent", file=no_wrap(file), letters=letters_in, answers=letters_out))


def write_forgetting(hour: str, games: Sequence[str], language: Language) -> str:
    """Return what will be gone at an hour, which games somebody leaves, and how they end the wish."""
    named = listing(language, [no_wrap(one) for one in games])
    return fill_template(language, "anyone.forgetting", hour=hour, games=named)
