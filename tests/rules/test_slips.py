"""Orders that are probably not meant so: each is told where it should be, seldom, and what is said of it is so."""

from collections.abc import Iterable, Iterator, Mapping
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.legality import Slip, SlipKind, foreign_helped, slips, why_illegal
from judge.rules.orders import Order, province_of
from judge.rules.position import PhaseKind
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from judge.rules.verdicts import Carried, Moved, Reason, Supported
from tests.rules import plain
from tests.rules.claims.phases import scenes, scenes_as_played
from tests.rules.claims.scene import Scene
from tests.rules.recorded import GAMES
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

BOARD = load_board("standard")
BOOKS = {name: load_rulebook(name) for name in rulebook_names()}
K = SlipKind

TOLD: Mapping[str, tuple[Iterable[str], list[tuple[SlipKind, str]]]] = {
    "a support to hold of a unit that moves": (["A PAR - BUR", "A GAS S A PAR"], [(K.HOLD_OF_MOVER, "GAS")]),
    "a support of a unit that stays": (["A PAR H", "A MAR S A PAR - BUR"], [(K.OTHER_MOVE, "MAR")]),
    "a support of another move": (["A PAR - GAS", "A MAR S A PAR - BUR"], [(K.OTHER_MOVE, "MAR")]),
    "a support of one who supports": (
        ["A PAR S A MAR - BUR", "A MAR S A PAR - BUR"],
        [(K.OTHER_MOVE, "MAR"), (K.OTHER_MOVE, "PAR")],
    ),
    "two units to one region": (["A PAR - BUR", "A MAR - BUR"], [(K.SAME_GOAL, "MAR")]),
    "an attack on a unit that holds": (["A PAR - BUR", "A BUR H"], [(K.OWN_UNIT, "PAR")]),
    "two units that change places": (["A PAR - BUR", "A BUR - PAR"], [(K.EXCHANGE, "BUR")]),
    "a convoy of an army that stays": (["A YOR H", "F NTH C A YOR - BEL"], [(K.NOBODY_CARRIED, "NTH")]),
    "a convoy to another place": (
        ["A YOR - HOL", "F NTH C A YOR - BEL"],
        [(K.NOBODY_CARRIED, "NTH"), (K.NOT_CARRIED, "YOR")],
    ),
    "an army whose fleet holds": (["A YOR - HOL", "F NTH H"], [(K.NOT_CARRIED, "YOR")]),
    "half a chain": (["A YOR - BRE", "F NTH C A YOR - BRE", "F ENG H"], [(K.NOT_CARRIED, "YOR")]),
}

NOT_TOLD: Mapping[str, Iterable[str]] = {
    "a support of the move that is ordered": ["A PAR - BUR", "A MAR S A PAR - BUR"],
    "a support to hold of one who supports": ["A PAR S A MAR - BUR", "A GAS S A PAR", "A MAR - BUR"],
    "units that follow one another": ["A PAR - BUR", "A BUR - MUN"],
    "units in a ring": ["A PAR - BUR", "A BUR - GAS", "A GAS - PAR"],
    "places changed by convoy": ["A BEL - HOL VIA", "F HOL - BEL", "F NTH C A BEL - HOL"],
    "a convoy": ["A YOR - HOL", "F NTH C A YOR - HOL"],
    "a coast not named": ["F MAO - SPA/NC", "A GAS S F MAO - SPA"],
}


def found_in(lines: Iterable[str]) -> list[Slip]:
    lines = list(lines)
    position = plain.position("S1901M", {"FRANCE": [line.split(" - ")[0][:5] for line in lines]})
    own = {at: order for order in map(plain.order, lines) if (at := province_of(order))}
    return list(slips(BOARD, position, own))


@each_case(("lines", "told"), TOLD.values(), ids=list(TOLD))
def test_a_slip_is_told(lines: Iterable[str], told: list[tuple[SlipKind, str]]) -> None:
    assert sorted((one.kind.value, province_of(one.order)) for one in found_in(lines)) == sorted(
        (kind.value, at) for kind, at in told
    )


@each_case("lines", NOT_TOLD.values(), ids=list(NOT_TOLD))
def test_what_goes_together_is_no_slip(lines: Iterable[str]) -> None:
    assert found_in(lines) == []


def test_every_kind_of_slip_has_a_case() -> None:
    assert {kind for _, told in TOLD.values() for kind, _ in told} == {*SlipKind} - {SlipKind.FOREIGN_UNIT}


def test_a_fleet_may_be_where_nobody_sees() -> None:
    position = plain.position("S1901M", {"FRANCE": ["A YOR", "F NTH"]})
    own = {at: one for one in map(plain.order, ("A YOR - BRE", "F NTH C A YOR - BRE")) if (at := province_of(one))}
    told = [[*slips(BOARD, position, own, frozenset(map(Province, unseen)))] for unseen in ([], ["ENG"])]
    assert [[one.kind for one in each] for each in told] == [[SlipKind.NOT_CARRIED], []]


def test_help_kept_in_advance_for_who_is_a_stranger_now_is_told() -> None:
    position = plain.position("S1902M", {"FRANCE": ["A PAR", "A MAR"], "GERMANY": ["A BUR"]})
    own = {at: one for one in map(plain.order, ("A PAR S A BUR", "A MAR H")) if (at := province_of(one))}
    assert [*foreign_helped(position, own)] == [Slip(SlipKind.FOREIGN_UNIT, plain.order("A PAR S A BUR"))]


# --- what is said is so, and seldom said ---------------------------------------------------------------------------


def told_of(scene: Scene) -> Iterator[tuple[Power, list[Slip]]]:
    """What each power would be told of its legal orders."""
    for power in scene.board.powers:
        own = {at: one for at, one in scene.written.items() if scene.power(at) == power}
        legal = {at: one for at, one in own.items() if why_illegal(scene.board, scene.position, one, own) is None}
        if legal:
            yield power, list(slips(scene.board, scene.position, legal))


def is_so(scene: Scene, slip: Slip) -> bool:
    """Whether the order came to nothing, as is said; of two that go to one region, one at least."""
    reason = _reason(scene, slip.order)
    match slip.kind:
        case SlipKind.HOLD_OF_MOVER | SlipKind.OTHER_MOVE:
            return not isinstance(reason, Supported)
        case SlipKind.NOBODY_CARRIED:
            return not (isinstance(reason, Carried) and reason.used)
        case SlipKind.NOT_CARRIED | SlipKind.OWN_UNIT:
            return not isinstance(reason, Moved)
        case SlipKind.SAME_GOAL:
            assert slip.other
            return not (isinstance(reason, Moved) and isinstance(_reason(scene, slip.other), Moved))
        case SlipKind.EXCHANGE:
            assert slip.other
            both = (reason, _reason(scene, slip.other))
            moved = [one for one in both if isinstance(one, Moved)]
            return len(moved) < len(both) or any(one.convoyed_by for one in moved)
        case SlipKind.FOREIGN_UNIT:
            return False


def _reason(scene: Scene, order: Order) -> Reason:
    at = province_of(order)
    assert at
    return scene.fates[at].reason


def movements(found: Iterable[Scene]) -> Iterator[Scene]:
    return (scene for scene in found if scene.position.phase.kind is PhaseKind.MOVEMENT)


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
@drawn(100)
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_told_is_so_whatever_others_do(book: RuleBook, seed: int) -> None:
    for scene in movements(scenes(book, Random(seed))):
        assert [one for _, told in told_of(scene) for one in told if not is_so(scene, one)] == []


@each_case("name", sorted(GAMES))
@each_case("is_spoilt", [False, True])
def test_what_is_told_of_games_as_people_played_them_is_so(name: str, is_spoilt: bool) -> None:
    for scene in movements(scenes_as_played(BOOKS["2023"], name, Random(name) if is_spoilt else None)):
        assert [one for _, told in told_of(scene) for one in told if not is_so(scene, one)] == []


def test_it_is_seldom_told() -> None:
    """In five games a power is told of a slip, or of a standoff that was meant, in one phase of 24: 27 lines in all."""
    played = [scene for name in GAMES for scene in movements(scenes_as_played(BOOKS["2023"], name))]
    told = [found for scene in played for _, found in told_of(scene)]
    assert (len(told), sum(map(bool, told)), sum(map(len, told))) == (612, 25, 27)
