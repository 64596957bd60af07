"""What the help and the first letter say of damage, of troops, of dice is what the rules do."""

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from judge.game.people.messages import Person
from judge.game.settings import Address, Language, Token
from judge.game.state import REPAIRS_PER_FACTORY
from judge.reports.help import help_topics, write_help_topic
from judge.reports.language import count, say
from judge.rules.board import Board, Power
from judge.rules.judge_phase import judge_phase
from judge.rules.rulebook import Damage, RuleBook
from judge.rules.war import scouts
from tests.campaign.scene import EAST, ISLE, WEST, standing
from tests.rules.stim.campaigns import BOOK, SEUIL, OfTroops
from tests.shared.each_case import each_case

BOTH: tuple[Language, ...] = ("en", "fr")
GENTLE = replace(BOOK, damage=Damage.DISLODGED)
BY = OfTroops(SEUIL)


def page(name: str, language: Language, board: Board = SEUIL, book: RuleBook = BOOK) -> str:
    reader = Person(Address("renate@example.org"), Token("token"), language, "stim")
    (topic,) = (topic for topic in help_topics() if topic.name == name)
    return plain(write_help_topic(topic, reader, board, book))


def plain(text: str) -> str:
    return " ".join(text.split())


def lost(units: dict[Power, str], orders: dict[Power, Sequence[str]], book: RuleBook) -> dict[str, int]:
    """The hit points each unit lost."""
    position = replace(standing("S1M", units, {}), owners={})
    given = {power: [BY.order(line, position, power) for line in lines] for power, lines in orders.items()}
    verdicts = judge_phase(SEUIL, book, position, given).verdicts
    harmed = [one for some in verdicts.values() for one in some if one.harm and one.unit]
    return {str(one.unit.at.province): one.harm.points for one in harmed if one.harm and one.unit}


CLAIMS: list[tuple[str, dict[Power, str], dict[Power, Sequence[str]], dict[str, int], dict[str, int]]] = [
    (
        "dislodged: the margin",
        {WEST: "W PON, W FUR", EAST: "I BRU"},
        {WEST: ["W PON A BRU", "W FUR S W PON A BRU"]},
        {"BRU": 3},
        {"BRU": 3},
    ),
    (
        "an attack that fails against a stronger unit that holds the region in the end",
        {WEST: "I PON", EAST: "I BRU, I REI, I RAN"},
        {WEST: ["I PON A BRU"], EAST: ["I REI S I BRU T", "I RAN S I BRU T"]},
        {"PON": 2},
        {},
    ),
    (
        "against a stronger unit that arrives there",
        {WEST: "I PON", EAST: "I REI, I RAN"},
        {WEST: ["I PON A BRU"], EAST: ["I REI A BRU", "I RAN S I REI A BRU"]},
        {"PON": 1},
        {},
    ),
    (
        "beaten by two: both",
        {WEST: "I PON", EAST: "I BRU, I REI, I RAN", ISLE: "I GUE, W AAD"},
        {
            WEST: ["I PON A BRU"],
            EAST: ["I REI S I BRU T", "I RAN S I BRU T"],
            ISLE: ["W AAD A PON", "I GUE S W AAD A PON"],
        },
        {"PON": 4},
        {"PON": 2},
    ),
    (
        "equal power",
        {WEST: "I PON", EAST: "I BRU"},
        {WEST: ["I PON A BRU"]},
        {},
        {},
    ),
    (
        "a standoff, the weakest of three too",
        {WEST: "I PON", EAST: "W REI", ISLE: "W RAN"},
        {WEST: ["I PON A BRU"], EAST: ["W REI A BRU"], ISLE: ["W RAN A BRU"]},
        {},
        {},
    ),
    (
        "a unit of the same nation",
        {WEST: "I PON, I BRU, I RAN"},
        {WEST: ["I PON A BRU", "I RAN S I BRU T"]},
        {},
        {},
    ),
]


@each_case(("units", "orders", "hurt", "gently"), [one[1:] for one in CLAIMS], ids=[one[0] for one in CLAIMS])
def test_units_lose_what_the_help_says(
    units: dict[Power, str], orders: dict[Power, Sequence[str]], hurt: dict[str, int], gently: dict[str, int]
) -> None:
    assert lost(units, orders, BOOK) == hurt
    assert lost(units, orders, GENTLE) == gently


@pytest.mark.parametrize("language", BOTH)
def test_the_help_says_which_of_the_two_sections_binds(language: Language) -> None:
    losers, dislodged = (plain(say(language, f"war.damage.{key}")) for key in ("losers", "dislodged"))
    harsh, gentle = page("war", language), page("war", language, SEUIL, GENTLE)
    assert (losers in harsh, dislodged in harsh) == (True, False)
    assert (losers in gentle, dislodged in gentle) == (False, True)


@pytest.mark.parametrize("language", BOTH)
def test_the_help_has_the_numbers_of_the_board_that_is_played(language: Language) -> None:
    troops = {**SEUIL.war.troops, "I": replace(SEUIL.war.troops["I"], attack=5, support=5, defence=5, health=9)}
    board = replace(SEUIL, name="brink", war=replace(SEUIL.war, troops=troops, per_unit=3, rest=7, dispersed_from=0))
    assert plain(say(language, "troop.power", n=5)) in page("troops", language, board)
    assert "brink" in page("troops", language, board)
    assert {"en": "rests for 7 phases", "fr": "repose pendant 7 phases"}[language] in page("gift", language, board)
    assert plain(count(language, "war.per_unit", 3)) in page("recruiting", language, board)
    assert plain(count(language, "war.dispersed_from", 1)) not in page("recruiting", language, board)
    assert plain(count(language, "war.dispersed_from", SEUIL.war.dispersed_from - 1)) in page("recruiting", language)
    for troop in SEUIL.war.troops.values():
        assert plain(say(language, "troop.health", n=troop.health)) in page("troops", language)


ODDS: list[tuple[str, Fraction, dict[Language, str]]] = [
    ("captured", Fraction(scouts._CAPTURE, scouts._SIDES), {"en": "two times in six", "fr": "deux fois sur six"}),
    ("spotted", Fraction(scouts._SPOT_QUICK, scouts._SIDES), {"en": "one time in two", "fr": "une fois sur deux"}),
    (
        "saboteur",
        Fraction(scouts._SPOT_SABOTAGE, scouts._SIDES),
        {"en": "four times in six", "fr": "quatre fois sur six"},
    ),
]
NUMBERS = {"one": 1, "two": 2, "four": 4, "six": 6, "une": 1, "deux": 2, "quatre": 4}


@each_case("language", BOTH)
@each_case(("odds", "words"), [one[1:] for one in ODDS], ids=[one[0] for one in ODDS])
def test_the_help_has_the_odds_of_the_dice(odds: Fraction, words: dict[Language, str], language: Language) -> None:
    said = [NUMBERS[word] for word in words[language].split() if word in NUMBERS]
    assert Fraction(said[0], said[1]) == odds
    assert words[language] in page("scouts", language)


@pytest.mark.parametrize("language", BOTH)
def test_the_help_has_the_reach_of_scouts_and_the_gifts_of_factories(language: Language) -> None:
    reach = {"en": "two regions at the most", "fr": "deux régions au plus"}[language]
    assert NUMBERS[re.split(r"\W", reach)[0]] == scouts.LONGEST_TRAVEL
    assert reach in page("scouts", language)
    gifts = {"en": "each factory gives two", "fr": "chaque usine en rend deux"}[language]
    assert NUMBERS[gifts.split()[-1]] == REPAIRS_PER_FACTORY
    assert gifts in page("decrees", language)
    assert SEUIL.war.troops["W"].more == 1
