"""Every part of every verdict cites a paragraph of the book of its game, and that paragraph carries what decided it."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from random import Random

import pytest

from judge.notation.tables import load_notation
from judge.reports.layout import plain_spaces
from judge.reports.phrasing import Phrasing
from judge.reports.rules import judge_example
from judge.reports.verdict_sentences import verdict_in_prose
from judge.rules.board import Board, Location, Power, Province, UnitKind
from judge.rules.book_text import Part, RuleParagraph, citing, grounds_of, load_book_text
from judge.rules.explanation import Explanation, VerdictsByProvince, explain_verdict, verdicts_by_province
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Build, Convoy, Disband, Order, Retreat
from judge.rules.position import Phase, PhaseKind, Position
from judge.rules.rulebook import RuleBook, load_rulebook, rulebook_names
from judge.rules.verdicts import Cut, Illegal, Judgement, Paradox, Supported, Verdict, Void
from tests.rules.rulings_witness import called
from tests.rules.skirmishes import STANDARD, Skirmish, armada, judged, landing, melee
from tests.rules.stim.wars import war
from tests.shared.shares import is_whole

PHASES = 3000 if is_whole() else 30
"""Of movement, each followed by what it leads to."""
WARS = 300 if is_whole() else 6
FIGHTS = (melee, armada, armada, landing)
POLICIES = ("convoy_routes", "land_or_sea", "paradoxes", "convoyed_attacker_origin")
CARRIED_BY = {
    "illegal.retreat_attacker": "convoyed_attacker_origin",
    "verdict.NowhereToGo": "convoyed_attacker_origin",
    "verdict.RemovedByDefault": "disorder_removals",
    "verdict.Harm": "damage",
}
"""The policies that decide what is no movement."""
LOST_OR_RAISED = re.compile(r"verdict\.(Unread|.*Retreat.*|NowhereToGo|Disbanded|RemovedByDefault|Built|Waived|Harm)$")
"""What no movement shows."""

every_book = pytest.mark.parametrize("book", rulebook_names())


@every_book
def test_no_two_paragraphs_of_a_book_decide_the_same(book: str) -> None:
    often = Counter(reason for one in load_book_text(book).paragraphs for reason in one.reasons)
    assert [reason for reason, number in often.items() if number > 1] == []
    assert often["illegal"] == 1
    assert {reason.partition(".")[2] for reason in often if reason.startswith("illegal.")} <= {
        one.value for one in Illegal
    }


@every_book
def test_what_a_policy_decides_after_the_movements_stands_in_a_paragraph_that_carries_it(book: str) -> None:
    text = load_book_text(book)
    for reason, policy in CARRIED_BY.items():
        paragraph = text.deciding((reason,))
        policies = paragraph.policies if paragraph else ()
        assert (policy in policies) == (policy != "damage" or book == "stim"), reason


# --- movements ---------------------------------------------------------------------------------------------------


@every_book
def test_every_order_of_dense_phases_cites_the_paragraph_that_the_rulings_speak_of(book: str) -> None:
    rules, wrong = load_rulebook(book), []
    for skirmish in skirmishes(book):
        witness = called(STANDARD, rules, skirmish.position, skirmish.orders)
        phase = verdicts_by_province(judged(skirmish, rules))
        for at, verdict in phase.verdicts.items():
            cited = paragraphs(book, verdict, phase)
            found = {Part.ORDER: witness.found(at), Part.DISLODGEMENT: {"verdict.Dislodgement"}}
            wrong += [(skirmish, verdict, part) for part, one in cited.items() if not carries(book, one, found[part])]
            assert (Part.DISLODGEMENT in cited) == witness.driven_out(at)
    assert wrong == []


@every_book
def test_where_another_policy_would_have_decided_otherwise_a_paragraph_that_carries_it_is_cited(book: str) -> None:
    rules, wrong = load_rulebook(book), []
    for skirmish in skirmishes(book):
        judgement = judged(skirmish, rules)
        phase = verdicts_by_province(judgement)
        for policy, other in others(rules):
            changed = changes(phase, verdicts_by_province(judged(skirmish, other)), policy)
            if changed and policy not in policies_cited(book, concerned(phase, judgement, changed), phase):
                wrong.append((policy, skirmish, changed))
    assert wrong == []


@every_book
def test_every_sentence_told_of_dense_phases_bears_the_paragraphs_of_its_verdict(book: str) -> None:
    rules, wrong = load_rulebook(book), []
    for skirmish in skirmishes(book):
        judgement = judged(skirmish, rules)
        phrasing = Phrasing("fr", load_notation("standard"), STANDARD, skirmish.position)
        cites = citing(book, STANDARD, judgement).rules_of
        for verdict in verdicts_by_province(judgement).verdicts.values():
            told = plain_spaces(verdict_in_prose(verdict, phrasing, cites))
            found = re.findall(r"\(règle ([^)]+)\)", told.replace("\N{NO-BREAK SPACE}", " "))
            if told and not (found and {*found} <= {one.number for one in cites(verdict).values()}):
                wrong.append((skirmish, told))
    assert wrong == []


def skirmishes(book: str) -> Iterator[Skirmish]:
    """Dense phases, the same each time."""
    for seed in range(PHASES):
        yield FIGHTS[seed % len(FIGHTS)](Random(f"{book} {seed}"))


def paragraphs(
    book: str, verdict: Verdict, phase: VerdictsByProvince, board: Board = STANDARD
) -> Mapping[Part, RuleParagraph | None]:
    text = load_book_text(book)
    return {part: text.deciding(keys) for part, keys in grounds_of(verdict, phase, board).items()}


def carries(book: str, paragraph: RuleParagraph | None, found: set[str]) -> bool:
    """Whether a paragraph is one that carries what was found; where none of the book does, what is plain about it."""
    reasons = {reason for one in load_book_text(book).paragraphs for reason in one.reasons}
    known = found & reasons or {key.rpartition(".")[0] for key in found}
    return paragraph is not None and not known.isdisjoint(paragraph.reasons)


def others(rules: RuleBook) -> Iterator[tuple[str, RuleBook]]:
    """The book with one policy changed, once for each other value of those that decide movements."""
    for field in fields(rules):
        value = getattr(rules, field.name)
        if field.name in POLICIES:
            yield from ((field.name, replace(rules, **{field.name: one})) for one in type(value) if one is not value)


def changes(phase: VerdictsByProvince, other: VerdictsByProvince, policy: str) -> set[Province]:
    """The units whose order or place another policy would have changed, where a rule of this book is what it changes.

    There is none to cite for a support that another book alone protects, and one against its own power cites the rule
    on that; a paradox hangs on every rule of convoys at once.
    """
    verdicts = phase.verdicts
    pairs = [(at, verdicts[at], other.verdicts[at]) for at in verdicts]
    reasons = {type(one.reason) for _, *both in pairs for one in both}
    is_elsewhere = any(isinstance(one.reason, Cut) and isinstance(two.reason, Supported) for _, one, two in pairs)
    against_own = (at for at, one, _ in pairs if one.reason == Supported(against_own=True))
    is_masked = any(True for at in against_own for _ in phase.attackers(at))
    if is_elsewhere or is_masked if policy == "paradoxes" else Paradox in reasons:
        return set()
    return {
        at for at, one, two in pairs if (one.succeeded, one.dislodged is None) != (two.succeeded, two.dislodged is None)
    }


def concerned(phase: VerdictsByProvince, judgement: Judgement, changed: set[Province]) -> set[Province]:
    """Some units, those behind their verdicts, their rivals and attackers, and who was to carry any of them."""
    chains = [explain_verdict(judgement, phase.verdicts[at]) for at in changed]
    units = {one.unit.at.province for chain in chains for one in members(chain) if one.unit}
    units |= {by for at in changed for place in (at, phase.target(at)) if place for by in phase.attackers(place)}
    orders = [phase.verdicts[at].order for at in units]
    units |= {order.origin for order in orders if isinstance(order, Convoy)} & phase.verdicts.keys()
    return units | {fleet for army in units for fleet in phase.carriers(army)}


def members(chain: Explanation) -> Iterator[Verdict]:
    yield chain.verdict
    for cause in chain.causes:
        yield from members(cause)


def policies_cited(book: str, units: set[Province], phase: VerdictsByProvince) -> set[str]:
    cited = (one for at in units for one in paragraphs(book, phase.verdicts[at], phase).values() if one)
    return {policy for one in cited for policy in one.policies}


@every_book
def test_the_examples_of_a_paragraph_cite_it(book: str) -> None:
    for paragraph in load_book_text(book).paragraphs:
        shown = [verdicts_by_province(judge_example(example, book)) for example in paragraph.examples]
        cited = {
            rule.number
            for phase in shown
            for verdict in phase.verdicts.values()
            for rule in paragraphs(book, verdict, phase).values()
            if rule
        }
        reasons = [reason for reason in paragraph.reasons if reason.startswith("verdict.")]
        is_on_movements = any(not LOST_OR_RAISED.match(reason) for reason in reasons)
        assert paragraph.number in cited or not (is_on_movements and shown), paragraph.number


# --- retreats, adjustments, wars ---------------------------------------------------------------------------------


@every_book
def test_every_retreat_and_every_adjustment_cites_the_paragraph_of_its_reason(book: str) -> None:
    rules, told = load_rulebook(book), Counter[str]()
    for number, skirmish in enumerate(skirmishes(book)):
        random = Random(f"{book} after {number}")
        for position in (judged(skirmish, rules).after, in_winter(random, skirmish.position)):
            orders = {power: orders_at_random(random, position, power) for power in STANDARD.powers}
            told.update(plainly_cited(book, judge_phase(STANDARD, rules, position, orders), STANDARD))
    assert {"verdict.Retreated", "verdict.RemovedByDefault", "verdict.Built", "illegal.retreat_occupied"} <= told.keys()


def test_every_order_of_a_war_cites_a_paragraph_too() -> None:
    told = Counter[str]()
    for seed in range(WARS):
        for scene in war(seed):
            told.update(plainly_cited("stim", scene.judgement, scene.board))
    assert {"verdict.Harm", "illegal.no_power"} <= told.keys()


def plainly_cited(book: str, judgement: Judgement, board: Board) -> Iterator[str]:
    """Yield what the verdicts of a phase are, each of which must cite a paragraph that names just that."""
    phase = verdicts_by_province(judgement)
    for verdict in (verdict for verdicts in judgement.verdicts.values() for verdict in verdicts):
        for part, paragraph in paragraphs(book, verdict, phase, board).items():
            said = plain_key(verdict, part)
            kinds = paragraph.reasons if paragraph else ()
            assert any(reason == said or reason.startswith(f"{said}.") for reason in kinds), (verdict, paragraph)
            yield said


def plain_key(verdict: Verdict, part: Part) -> str:
    match part, verdict.reason:
        case Part.ORDER, Void(why):
            return f"illegal.{why.value}"
        case Part.ORDER, reason:
            return f"verdict.{type(reason).__name__}"
        case _:
            return f"verdict.{part.value.capitalize()}"


def in_winter(random: Random, position: Position) -> Position:
    """The same units in an adjustment phase, the centres given out by lot."""
    owners = {centre: Power(random.choice(list(STANDARD.powers))) for centre in STANDARD.centres}
    return replace(position, phase=Phase.parse("W1901A"), owners=owners, dislodged={})


def orders_at_random(random: Random, position: Position, power: Power) -> list[Order]:
    """Orders of a retreat or an adjustment phase, lawful or not; of a movement none."""
    match position.phase.kind:
        case PhaseKind.MOVEMENT:
            return []
        case PhaseKind.RETREAT:
            units = [one.unit for one in position.dislodged.values() if one.unit.power == power]
            goals = [STANDARD.neighbours(unit.kind, unit.at) for unit in units]
            chosen = [random.choice([None, *sorted(near)]) for near in goals]
            return [
                Retreat(unit.at.province, to) if to else Disband(unit.at.province)
                for unit, to in zip(units, chosen, strict=True)
                if random.random() < 0.9
            ]
        case PhaseKind.ADJUSTMENT:
            sites = random.sample(sorted(STANDARD.homes(power)), 2) + random.sample(sorted(STANDARD.centres), 1)
            builds: list[Order] = [Build(random.choice(list(UnitKind)), Location(site)) for site in sites]
            removals: list[Order] = [
                Disband(unit.at.province) for unit in position.units_of(power) if random.random() < 0.2
            ]
            return builds + removals
