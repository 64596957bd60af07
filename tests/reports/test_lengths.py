"""A report that begins with its reader's own units is no longer than one that did not: each kind, over a real game."""

from collections import Counter

from judge.game.messages import Notice
from judge.game.phases.messages import PhaseClosedNews
from judge.game.settings import Address
from judge.reports.notices import write_notice
from tests.reports.parlour import MASTER, SEATS, speaking
from tests.reports.real_games import closes
from tests.reports.reasons import BOTH

GAME = "three"

ONCE = Counter(
    {
        ("M", "en", "player"): 497_125,
        ("M", "en", "master"): 68_364,
        ("M", "fr", "player"): 743_536,
        ("M", "fr", "master"): 103_181,
        ("R", "en", "player"): 150_711,
        ("R", "en", "master"): 19_537,
        ("R", "fr", "player"): 192_916,
        ("R", "fr", "master"): 25_322,
        ("A", "en", "player"): 120_496,
        ("A", "en", "master"): 15_765,
        ("A", "fr", "player"): 157_306,
        ("A", "fr", "master"): 20_917,
    }
)
"""Characters of all reports of one game, when what the reader must write stood at their end."""


def test_reports_are_no_longer_than_they_were() -> None:
    now = Counter[tuple[str, str, str]]()
    readers: dict[Address, str] = dict.fromkeys(SEATS.values(), "player") | {MASTER.address: "master"}
    for event, game in closes(GAME):
        for language in BOTH:
            for address, part in readers.items():
                news = PhaseClosedNews(event, game.powers_of(address))
                letter = write_notice(speaking(game, address, language), Notice(address, news))
                now[event.before.phase.kind.value, language, part] += len(letter.text)
    assert now <= ONCE
    assert now.keys() == ONCE.keys()
