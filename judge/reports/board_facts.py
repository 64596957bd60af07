"""The most notable events of a phase on the whole board, for readers who have no units."""

from collections.abc import Iterator, Mapping, Sequence

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import FactKind, PhaseFact, UnitFact, phase_facts
from judge.reports.fact_words import built_units_text, own_units_text
from judge.reports.language import number_text
from judge.reports.phrasing import Phrasing
from judge.rules.board import Power
from judge.rules.orders import Move
from judge.rules.position import PhaseKind

_MOST_TOLD = 2
"""The most events of a kind that are told of by themselves; of more, their number is told."""

_LOST = (
    FactKind.DESTROYED,
    FactKind.ANNIHILATED,
    FactKind.COLLIDED,
    FactKind.UNRETREATED,
    FactKind.VOID_LOST,
    FactKind.REMOVED,
    FactKind.DISBANDED,
)

_Facts = Mapping[Power, Sequence[PhaseFact]]


def board_clauses(event: PhaseClosed, phrasing: Phrasing) -> list[str]:
    """Return a clause for each kind of event, the most notable first: ``France gained Belgium``."""
    facts = {power: phase_facts(event, power) for power in phrasing.powers}
    groups = (
        ("eliminated", [one for power in _having(FactKind.ELIMINATED, facts) for one in _out(power, phrasing)]),
        ("gained", list(_gained(facts, phrasing))),
        ("dislodged", list(_dislodged(facts, phrasing))),
        ("lost", list(_lost(facts, phrasing))),
        ("retreated", list(_retreated(facts, phrasing))),
        ("built", list(_built(facts, phrasing))),
    )
    told = [_some(f"notable.more.{name}", clauses, phrasing) for name, clauses in groups if clauses]
    if event.before.phase.kind is PhaseKind.MOVEMENT and len(told) < _MOST_TOLD:
        told.append(_moves(event, facts, phrasing))
    return told[:_MOST_TOLD]


def _some(key: str, clauses: Sequence[str], phrasing: Phrasing) -> str:
    """Return clauses as one; of too many, the first and how many more there are."""
    more = len(clauses) - _MOST_TOLD
    told = (*clauses[:_MOST_TOLD], *([phrasing.count(key, more)] if more > 0 else []))
    return phrasing.say("words.semicolon").join(told)


def _having(kind: FactKind, facts: _Facts) -> list[Power]:
    return [power for power, told in facts.items() if any(fact.kind is kind for fact in told)]


def _out(power: Power, phrasing: Phrasing) -> Iterator[str]:
    yield phrasing.say("notable.eliminated", power=phrasing.power_in_words(power))


def _of_kind(facts: _Facts, *kinds: FactKind) -> Iterator[tuple[Power, PhaseFact]]:
    return ((power, fact) for power, told in facts.items() for fact in told if fact.kind in kinds)


def _units(facts: _Facts, *kinds: FactKind) -> Iterator[tuple[Power, UnitFact]]:
    return ((power, unit) for power, fact in _of_kind(facts, *kinds) for unit in fact.units)


def _gained(facts: _Facts, phrasing: Phrasing) -> Iterator[str]:
    """Yield who gained which centres, who gained most first."""
    for power, fact in sorted(_of_kind(facts, FactKind.CENTRES_GAINED), key=lambda told: -len(told[1].centres)):
        centres = phrasing.regions(fact.centres)
        yield phrasing.say("notable.gained", power=phrasing.power_in_words(power), centres=centres)


def _dislodged(facts: _Facts, phrasing: Phrasing) -> Iterator[str]:
    for power, fact in _units(facts, FactKind.DISLODGED):
        attacker = phrasing.position.unit_at(fact.by[0])
        yield phrasing.say(
            "notable.dislodged",
            power=phrasing.power_in_words(power),
            by=phrasing.power_in_words(attacker.power) if attacker else phrasing.say("fact.unseen.by"),
            source=phrasing.region(fact.unit.at.province, "source"),
        )


def _lost(facts: _Facts, phrasing: Phrasing) -> Iterator[str]:
    """Yield who lost which units."""
    gone = {
        power: [unit for fact in told if fact.kind in _LOST for unit in fact.units] for power, told in facts.items()
    }
    for power, units in gone.items():
        if units:
            named = own_units_text(units, "notable", phrasing)
            yield phrasing.say("notable.lost", power=phrasing.power_in_words(power), units=named)


def _retreated(facts: _Facts, phrasing: Phrasing) -> Iterator[str]:
    """Yield who retreated which units where."""
    for power, fact in _of_kind(facts, FactKind.RETREATED):
        ways = phrasing.listing(
            phrasing.say(
                "notable.way",
                place_of=phrasing.region(one.unit.at.province, "source"),
                goal=phrasing.region(one.goal.province),
            )
            for one in fact.units
            if one.goal
        )
        yield phrasing.say("notable.retreated", power=phrasing.power_in_words(power), ways=ways)


def _built(facts: _Facts, phrasing: Phrasing) -> Iterator[str]:
    for power, fact in _of_kind(facts, FactKind.BUILT):
        what = built_units_text(fact.units, phrasing)
        yield phrasing.say("notable.built", power=phrasing.power_in_words(power), what=what)


def _moves(event: PhaseClosed, facts: _Facts, phrasing: Phrasing) -> str:
    """Return how many of the moves ordered succeeded, and that no unit was dislodged where that is so."""
    ordered = [one for some in event.judgement.verdicts.values() for one in some if isinstance(one.order, Move)]
    is_quiet = not any(_units(facts, FactKind.DISLODGED, *_LOST))
    moves = _how_many(sum(one.succeeded for one in ordered), len(ordered), phrasing)
    return phrasing.say("notable.moves_alone", moves=moves) if is_quiet else moves


def _how_many(succeeded: int, total: int, phrasing: Phrasing) -> str:
    if not succeeded:
        return phrasing.say("notable.moves_none")
    if succeeded == total:
        return phrasing.count("notable.moves_all", total)
    return phrasing.count("notable.moves", succeeded, total=number_text(total, phrasing.language))
