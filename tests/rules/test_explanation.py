"""Why an order came out as it did is told down to the orders that made it so, from the verdicts alone."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.explanation import MOST_DEPTH, Explanation, explain_verdict, verdict_at
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import province_of
from judge.rules.position import Position
from judge.rules.rulebook import load_rulebook, rulebook_names
from judge.rules.verdicts import (
    Bounced,
    Failed,
    HeadToHead,
    Judgement,
    Moved,
    NoConvoy,
    NoRetreatOrder,
    NowhereToGo,
    OwnSupport,
    RemovedByDefault,
    Verdict,
    Void,
)
from tests.rules import plain
from tests.rules.skirmishes import Skirmish, armada, judged, melee
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

BOARD = load_board("standard")
RULE_ALONE = (Void, NoConvoy, NoRetreatOrder, NowhereToGo, RemovedByDefault)
"""Reasons that name a rule, so that no other order need have had a part."""


def shown(because: Explanation, depth: int = 0) -> list[str]:
    """A chain as indented lines: the role, the unit, the reason, the sides of a fight."""
    verdict = because.verdict
    at = verdict.unit.at if verdict.unit else province_of(verdict.order) if verdict.order else "?"
    line = f"{'  ' * depth}{because.role.value} {at} {type(verdict.reason).__name__.lower()}"
    if because.attack:
        sides = (because.attack, *because.against)
        line += " " + " : ".join(f"{side.strength} ({' '.join((side.unit, *side.supporters))})" for side in sides)
    return [line, *(below for cause in because.causes for below in shown(cause, depth + 1))]


# --- hand cases ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A position with orders, the unit asked about, the chain behind its verdict."""

    asked: str
    orders: Mapping[str, Sequence[str]]
    chain: Sequence[str]
    rules: str = "2023"
    phase: str = "S1901M"


CASES = {
    "a support cut, the defender supported": Case(
        "NTH",
        {
            "ENGLAND": ["F NTH - NWY", "F SKA S F NTH - NWY", "A SWE S F NTH - NWY"],
            "RUSSIA": ["F NWY H", "F NWG S F NWY", "A FIN - SWE"],
        },
        [
            "asked NTH bounced 2 (NTH SKA) : 2 (NWY NWG)",
            "  with SKA supported",
            "  without SWE cut",
            "    cutter FIN bounced 1 (FIN) : 1 (SWE)",
            "  against NWY stood",
            "    with NWG supported",
        ],
    ),
    "a standoff of two attacks": Case(
        "PAR",
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - KIE"]},
        [
            "asked PAR bounced 1 (PAR) : 1 (MUN)",
            "  against MUN bounced 1 (MUN) : 1 (PAR)",
            "    without RUH unmatched",
        ],
    ),
    "a train stopped at its head": Case(
        "GAS",
        {"FRANCE": ["A GAS - PAR", "A PAR - BUR", "A BUR - MUN"], "GERMANY": ["A MUN H"]},
        [
            "asked GAS bounced 1 (GAS) : 1 (PAR)",
            "  stuck PAR bounced 1 (PAR) : 1 (BUR)",
            "    stuck BUR bounced 1 (BUR) : 1 (MUN)",
            "      against MUN stood",
        ],
    ),
    "a circle of attacks that stopped itself": Case(
        "GAS",
        {"FRANCE": ["A GAS - PAR", "A PAR - BUR", "A BUR - GAS"], "GERMANY": ["A MUN - BUR"]},
        [
            "asked GAS bounced 1 (GAS) : 1 (PAR)",
            "  stuck PAR bounced 1 (PAR) : 1 (BUR) : 1 (MUN)",
            "    stuck BUR bounced 1 (BUR) : 1 (GAS)",
            "    against MUN bounced 1 (MUN) : 1 (BUR) : 1 (PAR)",
        ],
    ),
    "head to head": Case(
        "BUR",
        {"FRANCE": ["A BUR - MUN"], "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"]},
        [
            "asked BUR headtohead 1 (BUR) : 2 (MUN RUH)",
            "  against MUN moved 2 (MUN RUH) : 1 (BUR)",
            "    with RUH supported",
        ],
    ),
    "an own unit that could not leave": Case(
        "PAR",
        {"FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR", "A BUR - MUN"], "GERMANY": ["A MUN H"]},
        [
            "asked PAR ownunit",
            "  stuck BUR bounced 1 (BUR) : 1 (MUN)",
            "    against MUN stood",
        ],
    ),
    "support that does not count against its own unit": Case(
        "PAR",
        {"FRANCE": ["A PAR - BUR"], "GERMANY": ["A BUR H", "A MUN S A PAR - BUR"]},
        [
            "asked PAR ownsupport 1 (PAR) : 1 (BUR)",
            "  discounted MUN supported",
            "  against BUR stood",
        ],
    ),
    "two rivals beaten, of which one is the stronger": Case(
        "PAR",
        {
            "FRANCE": ["A PAR - BUR", "A MAR S A PAR - BUR", "A GAS S A PAR - BUR"],
            "GERMANY": ["A MUN - BUR", "A RUH S A MUN - BUR"],
            "ITALY": ["A BEL - BUR"],
        },
        [
            "asked PAR moved 3 (PAR GAS MAR) : 1 (BEL) : 2 (MUN RUH)",
            "  with GAS supported",
            "  with MAR supported",
            "  against BEL bounced 1 (BEL) : 3 (PAR GAS MAR)",
            "  against MUN bounced 2 (MUN RUH) : 3 (PAR GAS MAR)",
            "    with RUH supported",
        ],
    ),
    "a narrow success": Case(
        "PAR",
        {
            "FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR"],
            "GERMANY": ["A BUR H", "A MUN S A BUR"],
            "ITALY": ["A TYR - MUN"],
        },
        [
            "asked PAR moved 2 (PAR GAS) : 1 (BUR)",
            "  with GAS supported",
            "  against BUR stood",
            "    without MUN cut",
            "      cutter TYR bounced 1 (TYR) : 1 (MUN)",
        ],
    ),
    "a unit driven out because its support was cut": Case(
        "BUR",
        {
            "FRANCE": ["A PAR - BUR", "A GAS S A PAR - BUR"],
            "GERMANY": ["A BUR H", "A MUN S A BUR"],
            "ITALY": ["A TYR - MUN"],
        },
        [
            "asked BUR stood",
            "  dislodger PAR moved 2 (PAR GAS) : 1 (BUR)",
            "    with GAS supported",
            "  without MUN cut",
            "    cutter TYR bounced 1 (TYR) : 1 (MUN)",
        ],
    ),
    "a support cut by being driven out": Case(
        "MUN",
        {
            "GERMANY": ["A MUN S A RUH - BUR", "A RUH - BUR"],
            "FRANCE": ["A BUR - MUN", "A TYR S A BUR - MUN"],
        },
        [
            "asked MUN cut",
            "  dislodger BUR moved 2 (BUR TYR) : 1 (MUN)",
            "    with TYR supported",
        ],
    ),
    "a convoy whose fleet was driven out": Case(
        "LON",
        {
            "ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL"],
            "GERMANY": ["F HOL - NTH", "F DEN S F HOL - NTH"],
        },
        [
            "asked LON disrupted",
            "  carrier NTH disrupted",
            "    dislodger HOL moved 2 (HOL DEN) : 1 (NTH)",
            "      with DEN supported",
        ],
    ),
    "a convoy to another shore": Case(
        "LON",
        {"ENGLAND": ["A LON - BEL", "F NTH C A LON - HOL"]},
        ["asked LON noconvoy", "  carrier NTH unmatched"],
    ),
    "a landing carried and opposed": Case(
        "LON",
        {"ENGLAND": ["A LON - BEL", "F NTH C A LON - BEL", "F ENG S A LON - BEL"], "GERMANY": ["A BEL H"]},
        [
            "asked LON moved 2 (LON ENG) : 1 (BEL)",
            "  with ENG supported",
            "  against BEL stood",
            "  carrier NTH carried",
        ],
    ),
    "a paradox": Case(
        "TUN",
        {
            "FRANCE": ["A TUN - NAP", "F TYS C A TUN - NAP"],
            "ITALY": ["F ION - TYS", "F NAP S F ION - TYS"],
        },
        [
            "asked TUN paradox",
            "  carrier TYS disrupted",
            "    dislodger ION moved 2 (ION NAP) : 1 (TYS)",
            "      with NAP supported",
        ],
    ),
    "a support cut by a single attack": Case(
        "MUN",
        {"GERMANY": ["A MUN S A BER", "A BER H"], "FRANCE": ["A BUR - MUN"]},
        ["asked MUN cut", "  cutter BUR bounced 1 (BUR) : 1 (MUN)"],
    ),
    "a unit that held with support": Case(
        "MUN",
        {"GERMANY": ["A MUN H", "A BER S A MUN"], "FRANCE": ["A BUR - MUN", "A RUH S A BUR - MUN"]},
        [
            "asked MUN stood",
            "  beaten BUR bounced 2 (BUR RUH) : 2 (MUN BER)",
            "    with RUH supported",
        ],
    ),
    "a support for an order that was void": Case(
        "RUH",
        {"GERMANY": ["A RUH S A KIE - HOL", "A KIE - PAR"]},
        ["asked RUH unmatched", "  helped KIE void"],
    ),
    "two retreats to one place": Case(
        "BUR",
        {"FRANCE": ["A BUR R GAS"], "GERMANY": ["A MAR R GAS"]},
        ["asked BUR retreatscollided", "  met MAR retreatscollided"],
        phase="S1901R",
    ),
}


def position_of(case: Case) -> Position:
    """The units the orders speak of, each under the power that orders it; in a retreat phase all are driven out."""
    units = {power: [text[:5] for text in texts] for power, texts in case.orders.items()}
    if case.phase.endswith("M"):
        return plain.position(case.phase, units)
    out = [plain.dislodged(power, text, "PIC", ["GAS"]) for power, texts in units.items() for text in texts]
    return plain.position(case.phase, {}, driven_out=out)


@each_case("case", CASES.values(), ids=list(CASES))
def test_a_chain_goes_down_to_the_orders_that_made_it_so(case: Case) -> None:
    judgement = judge_phase(BOARD, load_rulebook(case.rules), position_of(case), plain.orders(case.orders))
    verdict = verdict_at(judgement, Province(case.asked))
    assert verdict is not None
    assert shown(explain_verdict(judgement, verdict)) == list(case.chain)


def test_the_chain_of_a_build_or_a_removal_is_its_verdict_alone() -> None:
    units, centres = {"FRANCE": ["A PAR", "A BUR"]}, {"FRANCE": ["MAR", "BRE", "PAR"]}
    winter = plain.position("W1901A", units, centres)
    orders = {Power("FRANCE"): [plain.order("F BRE B"), plain.order("A MAR B")]}
    judgement = judge_phase(BOARD, load_rulebook("2023"), winter, orders)
    built, late = (verdict_at(judgement, Province(at)) for at in ("BRE", "MAR"))
    assert built
    assert late
    assert shown(explain_verdict(judgement, built)) == ["asked BRE built"]
    assert shown(explain_verdict(judgement, late)) == ["asked MAR void"]
    assert verdict_at(judgement, Province("ROM")) is None


def test_a_dislodged_unit_is_found_before_the_one_that_took_its_place() -> None:
    out = plain.dislodged("ENGLAND", "F NWY", "STP", ["NTH"])
    autumn = plain.position("F1901R", {"RUSSIA": ["A NWY"]}, driven_out=[out])
    orders = {Power("RUSSIA"): [plain.order("A NWY D")]}
    judgement = judge_phase(BOARD, load_rulebook("2023"), autumn, orders)
    verdict = verdict_at(judgement, Province("NWY"))
    assert verdict
    assert shown(explain_verdict(judgement, verdict)) == ["asked NWY noretreatorder"]


# --- any position ----------------------------------------------------------------------------------------------

SKIRMISHES = st.builds(
    lambda scene, seed: scene(Random(seed)), st.sampled_from([melee, armada]), st.integers(0, 2**32 - 1)
)


@given(skirmish=SKIRMISHES, rules=st.sampled_from(rulebook_names()))
@drawn(120)
def test_every_verdict_of_any_battle_has_a_chain(skirmish: Skirmish, rules: str) -> None:
    judgement = judged(skirmish, load_rulebook(rules))
    for verdict in verdicts(judgement):
        chain = explain_verdict(judgement, verdict)
        assert chain == explain_verdict(judgement, verdict)
        units = [because.verdict.unit for because in members(chain)]
        assert len(units) == len(set(units))
        assert depth_of(chain) <= MOST_DEPTH
        if isinstance(verdict.reason, Failed):
            assert chain.causes or isinstance(verdict.reason, RULE_ALONE)
        if verdict.dislodged:
            assert verdict.dislodged.by in {unit.at.province for unit in units if unit}


@given(skirmish=SKIRMISHES, rules=st.sampled_from(rulebook_names()))
@drawn(120)
def test_the_supports_a_chain_names_add_up_to_the_strengths_of_the_verdict(skirmish: Skirmish, rules: str) -> None:
    judgement = judged(skirmish, load_rulebook(rules))
    for because in (
        because for verdict in verdicts(judgement) for because in members(explain_verdict(judgement, verdict))
    ):
        opposed = [side.strength for side in because.against]
        match because.verdict.reason:
            case Bounced(by, strength, against):
                assert because.attack
                assert because.attack.strength == strength
                assert opposed == [against] * len(by)
            case HeadToHead(_, strength, against) | OwnSupport(_, _, strength, against):
                assert because.attack
                assert (because.attack.strength, opposed) == (strength, [against])
            case Moved(strength, against, opposed_by):
                assert because.attack
                assert because.attack.strength == strength
                assert [side.unit for side in because.against] == list(opposed_by)
                assert max(opposed, default=0) == against
            case _:
                assert because.attack is None


def verdicts(judgement: Judgement) -> Iterator[Verdict]:
    return (verdict for listed in judgement.verdicts.values() for verdict in listed)


def members(because: Explanation) -> Iterator[Explanation]:
    yield because
    for cause in because.causes:
        yield from members(cause)


def depth_of(because: Explanation) -> int:
    return max((1 + depth_of(cause) for cause in because.causes), default=0)
