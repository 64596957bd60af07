"""The six rule books, each a value with the decisions its text makes."""

import pytest

from judge.rules.rulebook import (
    AdjustmentPhases,
    CentreControl,
    ConvoyedAttackerOrigin,
    ConvoyRoutes,
    CountedAtTerm,
    Damage,
    DisorderRemovals,
    LandOrSea,
    Paradoxes,
    RuleBook,
    TieAtTerm,
    UnitSight,
    UnknownRuleBook,
    load_rulebook,
    policy_names,
    policy_value,
    rulebook_names,
)
from tests.shared.each_case import each_case

BOOKS = {
    "2023": RuleBook(
        "2023",
        ConvoyRoutes.ANY,
        LandOrSea.INTENT,
        Paradoxes.SZYKMAN,
        ConvoyedAttackerOrigin.OPEN,
        DisorderRemovals.FARTHEST_2023,
    ),
    "1971": RuleBook(
        "1971",
        ConvoyRoutes.ALL,
        LandOrSea.BOTH,
        Paradoxes.ALL_FAIL,
        ConvoyedAttackerOrigin.CLOSED,
        DisorderRemovals.FARTHEST_1971,
        counted_at_term=CountedAtTerm.UNITS,
        press_in_short_phases=False,
        eliminated_take_over=True,
    ),
    "18centres": RuleBook(
        "18centres",
        ConvoyRoutes.ANY,
        LandOrSea.BOTH,
        Paradoxes.SEA_FIRST,
        ConvoyedAttackerOrigin.CLOSED,
        DisorderRemovals.FARTHEST_FRENCH_2003,
        press_in_short_phases=False,
    ),
    "faf": RuleBook(
        "faf",
        ConvoyRoutes.ANY,
        LandOrSea.BOTH,
        Paradoxes.SEA_FIRST,
        ConvoyedAttackerOrigin.CLOSED,
        DisorderRemovals.FARTHEST_FRENCH_2003,
        TieAtTerm.NOBODY,
        press_in_short_phases=False,
    ),
    "soop": RuleBook(
        "soop",
        ConvoyRoutes.ANY,
        LandOrSea.INTENT,
        Paradoxes.SZYKMAN,
        ConvoyedAttackerOrigin.OPEN,
        DisorderRemovals.FARTHEST_1971,
    ),
    "stim": RuleBook(
        "stim",
        ConvoyRoutes.ANY,
        LandOrSea.BOTH,
        Paradoxes.SEA_FIRST,
        ConvoyedAttackerOrigin.CLOSED,
        DisorderRemovals.FARTHEST_FRENCH_2003,
        adjustments_in_last_year=True,
        damage=Damage.LOSERS,
        control=CentreControl.EVERY_SEASON,
        adjustments=AdjustmentPhases.EVERY_YEAR,
        sight=UnitSight.NEIGHBOURS,
    ),
}


@each_case("name", BOOKS)
def test_policies(name: str) -> None:
    assert load_rulebook(name) == BOOKS[name]


def test_every_book_is_listed() -> None:
    assert rulebook_names() == tuple(sorted(BOOKS))


def test_standard_is_another_word_for_2023() -> None:
    assert load_rulebook("standard") == load_rulebook("2023")


@pytest.mark.parametrize("name", ["1982", "", "2023.toml", "../boards/standard"])
def test_a_book_nobody_wrote(name: str) -> None:
    with pytest.raises(UnknownRuleBook):
        load_rulebook(name)


@each_case("policy", policy_names())
def test_every_choice_is_made_by_its_word(policy: str) -> None:
    for book in BOOKS.values():
        chosen = getattr(book, policy)
        assert policy_value(policy, chosen if isinstance(chosen, bool) else chosen.value) == chosen
    for nonsense in ("", "maybe", 1, 0):
        with pytest.raises(ValueError, match=rf"{policy} is .* or .*"):
            policy_value(policy, nonsense)
