"""Orders that no grammar reads are weighed by what the corpus has taught: what is likely is offered, never followed."""

import pytest

import judge.notation.likely_orders as likely
import tests.corpus.carried_out as corpus
from judge.notation.line import OrderReader
from judge.notation.order_readings import OrderContext
from judge.notation.tables import load_notation
from judge.rules.board import Location, Power, Province
from judge.rules.board_file import load_board
from judge.rules.orders import Hold, Move, Order, SupportMove, province_of
from tests.corpus.collection import LANGUAGES, letters
from tests.corpus.weights import Example, weights_of

ONLY_WEIGHED = (
    *("en/chatty-2005", "en/chatty-2901"),
    *("fr/chatty-701", "fr/chatty-1304"),
)
"""Letters of which the grammars leave out orders."""
LETTERS = {one.name: one for language in LANGUAGES for one in letters(language)}


def _carried_out(name: str) -> corpus.Finding:
    corpus._settled.cache_clear()
    return corpus.Finding(LETTERS[name], corpus.carried_out(LETTERS[name]))


@pytest.mark.parametrize("name", ONLY_WEIGHED)
def test_what_is_likely_is_offered(name: str) -> None:
    found = _carried_out(name)
    assert found.is_whole
    assert not found.offered_not_meant


@pytest.mark.parametrize("name", ONLY_WEIGHED)
def test_what_is_likely_is_not_followed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    weighed = _carried_out(name)
    monkeypatch.setattr(likely, "_weights", dict)
    assert not _carried_out(name).is_whole
    assert _carried_out(name).outturn.executed == weighed.outturn.executed


def _italy() -> OrderReader:
    own = load_notation("standard")
    position = corpus.position_of("opening", "standard")
    return OrderReader(own, (), OrderContext(load_board("standard"), position, Power("ITALY")))


def _likely(*lines: str) -> dict[Province | None, Order]:
    units = [Province("NAP"), Province("ROM")]
    known = {Province("VEN"): Hold(Province("VEN"))}
    left = likely.LeftUnread(lines, known, units)
    return {province_of(one.order): one.order for one in likely.likely_orders(left, _italy())}


def test_a_unit_is_told_of_by_its_name_and_by_its_kind() -> None:
    told = _likely("The fleet wants to see the Ionian Sea, and Rome goes into Apulia.")
    assert told == {
        "NAP": Move(Province("NAP"), Location(Province("ION"))),
        "ROM": Move(Province("ROM"), Location(Province("APU"))),
    }


def test_a_unit_that_nobody_names_is_left_alone() -> None:
    assert "ROM" not in _likely("The fleet wants to see the Ionian Sea.")


def test_help_may_be_for_a_move_whose_goal_the_letter_does_not_name() -> None:
    venice, rome, naples = map(Province, ("VEN", "ROM", "NAP"))
    known: dict[Province, Order] = {
        venice: Move(venice, Location(rome)),
        rome: Move(rome, Location(Province("TUS"))),
    }
    left = likely.LeftUnread(["Naples supports Venice."], known, [naples])
    assert [one.order for one in likely.likely_orders(left, _italy())] == [SupportMove(naples, venice, Location(rome))]


def test_what_hangs_on_a_condition_is_not_weighed() -> None:
    assert not _likely("If everything goes as well as I hope it does, Naples goes to the Ionian Sea.")


def test_a_letter_that_is_too_long_is_not_weighed() -> None:
    assert not _likely("Naples goes to the Ionian Sea. " * 110)


@pytest.mark.parametrize("feature", ["M:word+ to", "H:lead!"])
def test_weights_follow_what_is_meant(feature: str) -> None:
    """A feature of what is meant, in enough letters, weighs more than one that stands beside it."""
    ways = (("N:bias",), (feature, "M:bias"), ("M:bias",))
    seen = [Example(0, ways, meant=1, is_silent=False)] * 20
    weights = weights_of(seen)
    assert weights[feature] > 0 > weights["N:bias"]
    assert weights[feature] > weights["M:bias"]


def test_weights_are_the_same_each_time() -> None:
    ways = (("a",), ("b", "c"), ("c", "a"))
    seen = [Example(0, ways, meant=at % 3, is_silent=False) for at in range(40)]
    assert weights_of(seen) == weights_of(seen)
