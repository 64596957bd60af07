"""Letters are no longer than they need be: reports of each kind, and answers to orders, over a real game."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from judge.game.messages import Notice
from judge.game.orders.messages import OrderGiven
from judge.game.orders.order_status import order_status, probable_slips
from judge.game.phases.messages import PhaseClosed, PhaseClosedNews
from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.reports.acknowledgement import write_acknowledgement
from judge.reports.layout import plain_spaces
from judge.reports.line_answers import AnsweredLine, OrderAccepted
from judge.reports.notices import write_notice
from judge.reports.quoted_lines import game_phrasing
from judge.rules.board import Power
from tests.reports.parlour import MASTER, NOW, SEATS, game_at, speaking
from tests.reports.real_games import closes
from tests.reports.reasons import BOTH
from tests.shared.shares import in_turn

GAME = "three"
GAMES = ("one", "two", "three")

ONCE = Counter(
    {
        ("M", "en", "player"): 441_717,
        ("M", "en", "master"): 59_561,
        ("M", "fr", "player"): 477_135,
        ("M", "fr", "master"): 64_329,
        ("R", "en", "player"): 92_389,
        ("R", "en", "master"): 12_317,
        ("R", "fr", "player"): 110_218,
        ("R", "fr", "master"): 14_721,
        ("A", "en", "player"): 63_570,
        ("A", "en", "master"): 9_162,
        ("A", "fr", "player"): 73_638,
        ("A", "fr", "master"): 10_777,
    }
)
"""Characters of all reports of one game, since what several orders would tell is told once."""

LONGEST = {"M": 80, "R": 41, "A": 26}
"""Lines of text in the longest report of that game: up to 34 orders, 20 reasons, all units, all centres."""


def test_reports_are_no_longer_than_they_were() -> None:
    now = Counter[tuple[str, str, str]]()
    longest = dict.fromkeys(LONGEST, 0)
    readers: dict[Address, str] = dict.fromkeys(SEATS.values(), "player") | {MASTER.address: "master"}
    for event, game in closes(GAME):
        for language in BOTH:
            for address, part in readers.items():
                news = PhaseClosedNews(event, game.powers_of(address))
                letter = write_notice(speaking(game, address, language), Notice(address, news))
                kind = event.before.phase.kind.value
                now[kind, language, part] += len(letter.text)
                longest[kind] = max(longest[kind], len(lines_of_text(letter.text)))
    assert now <= ONCE
    assert now.keys() == ONCE.keys()
    assert longest == LONGEST


# --- acknowledgements

MOST_LINES = 12
"""Lines of text in the answer to a letter of orders without a fault, the foot of every letter apart."""


def at_the_end_of(event: PhaseClosed, power: Power, language: Language) -> Game:
    """The game just before a phase closes, with the orders of a power in force."""
    given = (OrderGiven(power, order, 7, None, event.at) for order in event.orders[power])
    game = replace(game_at(event.before, *given), fingerprint_key="key")
    return speaking(game, SEATS[power], language)


def acknowledged(game: Game, power: Power, *, in_words: bool) -> str:
    """The answer to all orders of a power, written as its reader's notation does or in other words."""
    reader = game.people[SEATS[power]]
    phrasing = game_phrasing(game, reader)
    write = phrasing.words if in_words else phrasing.order
    lines = [
        AnsweredLine(plain_spaces(write(order)), OrderAccepted(power, order))
        for order in order_status(game, power).orders
    ]
    return write_acknowledgement(game, reader, lines, "Orders", "token", NOW).text


def lines_of_text(letter: str) -> list[str]:
    """The lines of a letter above its foot that bear words."""
    return [line for line in letter.partition("-----")[0].splitlines() if line.strip()]


@pytest.mark.parametrize(("name", "language", "in_words"), in_turn([*product(GAMES, BOTH, [False, True])], 0))
def test_a_letter_of_orders_without_a_fault_is_answered_in_twelve_lines(
    name: str, language: Language, *, in_words: bool
) -> None:
    """However many units there are, and even where each order was written in other words."""
    games = [
        (power, at_the_end_of(event, power, language))
        for event, _ in closes(name)
        for power, orders in event.orders.items()
        if orders
    ]
    clear = [(power, game) for power, game in games if is_faultless(game, power)]
    told = [lines_of_text(acknowledged(game, power, in_words=in_words)) for power, game in clear]
    assert len(told) > 12
    assert [lines for lines in told if len(lines) > MOST_LINES] == []


def is_faultless(game: Game, power: Power) -> bool:
    """Whether nothing is to be said of the orders of a power: none is missing, void or probably not meant."""
    status = order_status(game, power)
    return status.is_complete and not status.void and not probable_slips(game, power)
