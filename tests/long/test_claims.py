"""What reports say is so: every sentence on dense phases of every book, held against position, orders and outcomes.

``python -m bench.reasons`` does the same on 3,000 movement phases of each book and what follows from them.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order, UnusedConvoy
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from judge.rules.verdicts import (
    Bounced,
    Carried,
    Cut,
    Disrupted,
    Illegal,
    Judgement,
    Moved,
    Reason,
    RemovedByDefault,
    Supported,
    Unmatched,
    Void,
)
from tests.rules import plain
from tests.rules.claims.phases import scenes, scenes_as_played
from tests.rules.claims.scene import Scene
from tests.rules.claims.telling import said_of
from tests.rules.recorded import GAMES
from tests.shared.each_case import each_case
from tests.shared.shares import drawn, is_whole, share_of

BOOKS = {name: load_rulebook(name) for name in rulebook_names()}
BOARD = load_board("standard")
FIXED = 60 if is_whole() else 15
"""Phases of each book that are the same in every run."""

every_book = pytest.mark.parametrize("book", BOOKS.values(), ids=BOOKS)


def some_games(seed: str) -> pytest.MarkDecorator:
    """One of the recorded games in each book (``make sweeps``: all)."""
    played = [(book, name) for book in BOOKS for name in share_of(sorted(GAMES), len(GAMES), seed + book)]
    return pytest.mark.parametrize(("book", "name"), played)


def falsehoods(scene: Scene) -> list[str]:
    return [f"{said.key}: {said.words}" for said in said_of(scene) if not said.is_true]


@every_book
def test_every_sentence_on_fixed_phases_is_true(book: RuleBook) -> None:
    told = [
        (number, falsehoods(scene)) for number in range(FIXED) for scene in scenes(book, Random(f"claims-{number}"))
    ]
    assert [(number, false) for number, false in told if false] == []


@every_book
@drawn(25)
@given(seed=st.integers(0, 2**32 - 1))
def test_every_sentence_on_any_phase_is_true(book: RuleBook, seed: int) -> None:
    for scene in scenes(book, Random(seed)):
        assert falsehoods(scene) == []


@some_games("as played")
def test_every_sentence_on_a_game_as_people_played_it_is_true(book: str, name: str) -> None:
    for scene in scenes_as_played(BOOKS[book], name):
        assert falsehoods(scene) == []


@some_games("spoilt")
def test_every_sentence_on_such_a_game_with_orders_spoilt_is_true(book: str, name: str) -> None:
    for scene in scenes_as_played(BOOKS[book], name, Random(f"spoilt-{name}")):
        assert falsehoods(scene) == []


# --- a falsehood is found --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Lie:
    """A phase, and a reason that is not so of the unit of one province."""

    orders: Mapping[str, tuple[str, ...]]
    at: str
    reason: Reason
    key: str


NTH = {"ENGLAND": ("A LON - BEL", "F NTH C A LON - BEL"), "GERMANY": ("F HOL - NTH", "F HEL S F HOL - NTH")}
PAR = {"FRANCE": ("A PAR - BUR",), "GERMANY": ("A MUN S A PAR - BUR", "A BUR H"), "ITALY": ("A TYR H",)}
IRI = {"ENGLAND": ("A LON - BEL", "F ENG C A LON - BEL", "F IRI C A LON - BEL")}

WAL = {
    "ENGLAND": ("A WAL - HOL", "F ENG C A WAL - HOL", "F NTH C A WAL - HOL", "F IRI C A WAL - HOL"),
    "GERMANY": ("F DEN - NTH", "F HEL S F DEN - NTH"),
}
EAST = {"TURKEY": ("F GRE - BUL/EC", "A SER S F GRE - BUL")}
NONE = {"TURKEY": ("F CON - BUL", "A SER S F CON - BUL/EC")}
SOUTH = {"TURKEY": ("F GRE - BUL/SC", "A SER S F GRE - BUL")}


def _unused(why: UnusedConvoy) -> Carried:
    return Carried(used=False, why_not=why)


LIES = {
    "a unit that did not oppose": Lie(NTH, "HOL", Moved(2, 1, (Province("HEL"),)), "reason.moved_against"),
    "nobody opposed": Lie(NTH, "HOL", Moved(2), "reason.moved"),
    "a strength": Lie(PAR, "PAR", Bounced((Province("BUR"),), 2, 2), "reason.bounced"),
    "a cutter": Lie(PAR, "MUN", Cut((Province("TYR"),)), "reason.cut"),
    "a support against an own unit": Lie(PAR, "MUN", Supported(), "reason.supported"),
    "a convoy that stood": Lie(NTH, "NTH", Carried(), "reason.carried"),
    "a convoy that nobody broke": Lie(IRI, "LON", Disrupted((Province("ENG"),)), "reason.disrupted"),
    "others carried": Lie(IRI, "ENG", _unused(UnusedConvoy.BY_OTHERS), "reason.unused.by_others"),
    "a fleet that it needed": Lie(WAL, "IRI", _unused(UnusedConvoy.BROKEN), "reason.unused.broken"),
    "no way through": Lie(WAL, "ENG", _unused(UnusedConvoy.NO_ROUTE), "reason.unused.no_route"),
    "another coast": Lie(EAST, "SER", Void(Illegal.SUPPORT_OTHER_COAST), "illegal.support_other_coast"),
    "a coast where none is named": Lie(NONE, "SER", Void(Illegal.SUPPORT_OTHER_COAST), "illegal.support_other_coast"),
    "a void order": Lie(SOUTH, "SER", Unmatched(plain.order("F GRE - BUL/SC")), "reason.unmatched_void"),
    "by land": Lie(IRI, "ENG", _unused(UnusedConvoy.BY_LAND), "reason.unused.by_land"),
    "another order": Lie(PAR, "MUN", Unmatched(plain.order("A PAR - GAS")), "reason.unmatched"),
    "a chain without a detour": Lie(IRI, "ENG", Void(Illegal.CONVOY_NO_CHAIN), "illegal.convoy_no_chain"),
}


@each_case("lie", LIES.values(), ids=list(LIES))
def test_a_reason_that_is_not_so_is_found_out(lie: Lie) -> None:
    scene = scene_of(lie.orders)
    assert falsehoods(scene) == []
    told = {said.key for said in said_of(retold(scene, lie.at, lambda _: lie.reason)) if not said.is_true}
    assert lie.key in told


def test_a_distance_that_is_not_so_is_found_out() -> None:
    winter = plain.position("W1901A", {"FRANCE": ["A BUR", "A MUN"]}, {"FRANCE": ["PAR"]})
    scene = Scene(BOARD, BOOKS["2023"], winter, {}, judge_phase(BOARD, BOOKS["2023"], winter, {}))
    assert falsehoods(scene) == []
    lies = (RemovedByDefault(3), RemovedByDefault(2, from_home=True))
    assert all(falsehoods(retold(scene, "MUN", lambda _, lie=lie: lie)) for lie in lies)  # type: ignore[misc]


def scene_of(orders: Mapping[str, tuple[str, ...]]) -> Scene:
    position = plain.position("S1901M", {power: [text[:5] for text in texts] for power, texts in orders.items()})
    given: dict[Power, list[Order]] = plain.orders(orders)
    return Scene(BOARD, BOOKS["2023"], position, given, judge_phase(BOARD, BOOKS["2023"], position, given))


def retold(scene: Scene, at: str, tell: Callable[[Reason], Reason]) -> Scene:
    """The same phase with another reason for one unit."""
    verdicts = {
        power: tuple(
            replace(one, reason=tell(one.reason)) if one.unit and one.unit.at.province == at else one for one in listed
        )
        for power, listed in scene.judgement.verdicts.items()
    }
    judgement: Judgement = replace(scene.judgement, verdicts=verdicts)
    return replace(scene, judgement=judgement)
