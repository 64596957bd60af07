"""What a closed phase brought its reader, and the board, in a few sentences.

For who has no units these are the most notable events of the board.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from judge.game.phases.messages import PhaseClosed
from judge.game.phases.phase_facts import FactKind, PhaseFact, UnitFact, phase_facts
from judge.reports.language import capitalized, number_text
from judge.reports.names import troop_name
from judge.reports.phrasing import Phrasing
from judge.rules.board import Location, Power, Province, Unit
from judge.rules.orders import Move, Retreat
from judge.rules.position import PhaseKind
from judge.rules.verdicts import Moved, Retreated

# --- the words for what happened to the units and centres of one power, as that power is told


_MOST_NAMED = 4
"""The most units that are named; of more, their number is told."""

_ONE_BY_ONE = frozenset(
    {
        FactKind.DESTROYED,
        FactKind.DISLODGED,
        FactKind.BOUNCED,
        FactKind.UNCONVOYED,
        FactKind.CUT,
        FactKind.DISLODGING,
        FactKind.RETREATED,
        FactKind.MOVED,
        FactKind.SUPPORTED,
        FactKind.CONVOYED,
    }
)
"""What can be told of each unit by itself: ``your army in Paris moved to Burgundy and your fleet in Brest to …``."""

_TOLD_TOGETHER = frozenset({"fact.bounced", "fact.supported"})
"""What units can do together: bounce in one region, support one unit."""


@dataclass(frozen=True)
class FactWords:
    """The words for the facts of one power, which has ``total`` units in them; ``phrasing`` is of the phase's start."""

    power: Power
    phrasing: Phrasing
    total: int

    def clause(self, fact: PhaseFact, most: int) -> str:
        """Return the clause of one fact, its units one by one where they are at most ``most``."""
        key, say = f"fact.{fact.kind.value}", self.phrasing.say
        match fact.kind:
            case FactKind.ELIMINATED:
                return say(key)
            case FactKind.CENTRES_GAINED | FactKind.CENTRES_LOST:
                to = self.phrasing.listing(map(self.phrasing.to_power, fact.powers))
                return say(key, centres=self.phrasing.regions(fact.centres), by_to=to)
            case FactKind.SCOUTS_LOST | FactKind.LAPSED | FactKind.WAIVED:
                return self.phrasing.count(key, fact.number)
            case FactKind.BUILT:
                return say(key, what=built_units_text(fact.units, self.phrasing))
            case kind if kind in _ONE_BY_ONE:
                return self._of_units(key, fact.units, most)
            case _:
                return self.phrasing.count(key, len(fact.units), **self._who(fact.units))

    def _of_units(self, key: str, units: Sequence[UnitFact], most: int) -> str:
        """Return what happened to units: together where it was the same, else one by one, else in one word for all."""
        first, *more = units
        is_same = len({(one.goal, one.helped, frozenset(self._powers(one.by))) for one in units}) == 1
        if key in _TOLD_TOGETHER and more and is_same:
            is_mutual = key == "fact.bounced" and self._are_each_other(units)
            return self.phrasing.say(f"{key}.{'mutual' if is_mutual else 'same'}", **self._facts(units))
        if len(units) <= most:
            told = [self.phrasing.say(f"{key}.next", **self._facts([one])) for one in more]
            return self.phrasing.listing((self.phrasing.say(f"{key}.one", **self._facts([first])), *told))
        return self.phrasing.say(f"{key}.many", **self._facts(units))

    def _who(self, facts: Sequence[UnitFact]) -> Mapping[str, str]:
        """Return units, many by their number: as a subject, and behind the word for their orders or supports."""
        if len(facts) > _MOST_NAMED:
            number = number_text(len(facts), self.phrasing.language)
            groups = [self.phrasing.say("fact.all" if len(facts) == self.total else "fact.some", number=number)]
        else:
            groups = own_units_texts(facts, "fact", self.phrasing)
        of_who = self.phrasing.listing(self.phrasing.say("fact.of_units", units=group) for group in groups)
        return {"who": self.phrasing.listing(groups), "of_who": of_who, "gone": self.phrasing.destroyed}

    def _facts(self, facts: Sequence[UnitFact]) -> Mapping[str, str]:
        """Return the words of the sentence on units; the places are those of the first."""
        first = facts[0]
        regions = {"goal": first.goal and first.goal.province, "place": next(iter(first.by), None)}
        goal, place = (self.phrasing.in_forms(name, [at] if at else []) for name, at in regions.items())
        return {**self._who(facts), "helped": self._helped(first), **goal, **place, **self._others(facts)}

    def _helped(self, fact: UnitFact) -> str:
        """Return the unit that was helped: the reader's own, or another power in a region or into one."""
        if fact.helped is None:
            return ""
        unit = self.phrasing.position.unit_at(fact.helped)
        if unit is None:
            return self.phrasing.say("words.unseen")
        if unit.power == self.power:
            return own_units_text([UnitFact(unit)], "fact", self.phrasing)
        power = self.phrasing.power_in_words(unit.power)
        if fact.goal:
            return self.phrasing.say(
                "fact.helped_into", power=power, **self.phrasing.in_forms("goal", [fact.goal.province])
            )
        return self.phrasing.say("fact.helped_in", power=power, at=self.phrasing.region(fact.helped, "at"))

    def _powers(self, provinces: Iterable[Province]) -> list[Power | None]:
        """Return the powers of units, the reader's own last; None for those out of sight."""
        units = [self.phrasing.position.unit_at(province) for province in provinces] or [None]
        return sorted({unit.power if unit else None: True for unit in units}, key=lambda power: power == self.power)

    def _others(self, facts: Sequence[UnitFact]) -> Mapping[str, str]:
        """Return the powers of other units: as they are named, and as those something is done to."""
        powers = self._powers(province for one in facts for province in one.by)
        own = "fact.each_other" if self._are_each_other(facts) else "fact.own_unit"
        return {
            "by": self.phrasing.listing(self._other(power, own) for power in powers),
            "by_to": self.phrasing.listing(self._other(power, own, "_to") for power in powers),
        }

    def _are_each_other(self, facts: Sequence[UnitFact]) -> bool:
        """Whether several units of the reader had to do with each other alone."""
        standing = {one.unit.at.province for one in facts}
        return len(facts) > 1 and all(one.by and standing.issuperset(one.by) for one in facts)

    def _other(self, power: Power | None, own: str, form: Literal["", "_to"] = "") -> str:
        if power in {None, self.power}:
            key = own if power else "fact.unseen"
            return self.phrasing.say(f"{key}{form}")
        return self.phrasing.to_power(power) if form else self.phrasing.power_in_words(power)


def own_units_text(facts: Sequence[UnitFact], section: str, phrasing: Phrasing) -> str:
    """Return units by their kinds: ``your fleets in Brest and Spain and your army in Paris``."""
    return phrasing.listing(own_units_texts(facts, section, phrasing))


def own_units_texts(facts: Sequence[UnitFact], section: str, phrasing: Phrasing) -> list[str]:
    """Return the units of each kind: ``your fleets in Brest and Spain``, ``your army in Paris``."""
    groups: dict[str, list[Location | Province]] = {}
    for fact in facts:
        kind = "troop" if fact.unit.corps else fact.unit.kind.value
        groups.setdefault(kind, []).append(fact.unit.at.province)
    return [
        phrasing.count(
            f"{section}.own.{kind}", len(at), names=phrasing.regions(at), names_of=phrasing.regions(at, "of")
        )
        for kind, at in groups.items()
    ]


def built_units_text(facts: Sequence[UnitFact], phrasing: Phrasing) -> str:
    """Return units that were built: ``an army in Paris and a fleet in Brest``."""
    return phrasing.listing(_unit_built(fact.unit, phrasing) for fact in facts)


def _unit_built(unit: Unit, phrasing: Phrasing) -> str:
    troop = phrasing.board.war.troops.get(unit.letter)
    what = troop_name(troop, phrasing.language).one if troop else phrasing.say(f"new.{unit.kind.value}")
    return phrasing.say("fact.built_at", what=what, at=phrasing.region(unit.at.province, "at"))


# --- the most notable events of a phase on the whole board, for readers who have no units


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
                **phrasing.in_forms("place", [one.unit.at.province]),
                **phrasing.in_forms("goal", [one.goal.province]),
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


# --- what a report begins with


_MOST_SENTENCES = 3
_MOST_ONE_BY_ONE = 2
"""The most units that are told of one by one, where other things are told, too; one more where they are alone."""


def fact_paragraphs(event: PhaseClosed, powers: Sequence[Power], phrasing: Phrasing, *, sees_all: bool) -> list[str]:
    """Return a paragraph for each power of a reader, or one on the board where nothing happened to any of them.

    ``phrasing`` speaks of the position before the phase. Where fog hides anything, nothing is told of the board.
    """
    told = {power: list(_clauses(phase_facts(event, power), power, phrasing)) for power in powers}
    nothing = phrasing.say(f"fact.nothing.{event.before.phase.kind.value}")
    if sees_all and not any(told.values()):
        board = board_clauses(event, phrasing)
        return [_paragraph([*([nothing] * bool(powers)), *board][:_MOST_SENTENCES], phrasing)]
    texts = {power: _paragraph(clauses, phrasing) for power, clauses in told.items() if clauses}
    if len(powers) == 1:
        return [*texts.values()] or [_paragraph([nothing], phrasing)]
    return [phrasing.say("fact.of_power", power=phrasing.power(power), text=text) for power, text in texts.items()]


def _paragraph(clauses: Sequence[str], phrasing: Phrasing) -> str:
    """Return clauses as at most three sentences, the shortest neighbours together."""
    told = list(clauses)
    while len(told) > _MOST_SENTENCES:
        lengths = [len(one) + len(other) for one, other in pairwise(told)]
        at = lengths.index(min(lengths))
        told[at : at + 2] = [phrasing.say("words.semicolon").join(told[at : at + 2])]
    return " ".join(f"{one[:1].upper()}{one[1:]}." for one in told)


def _clauses(facts: Sequence[PhaseFact], power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield a clause for each fact; where there are too many, one for all units that did as ordered."""
    words = FactWords(power, phrasing, sum(len(fact.units) for fact in facts))
    plain = [fact for fact in facts if fact.kind.is_plain]
    is_short = len(facts) > _MOST_SENTENCES and len(plain) > 1
    told = [fact for fact in facts if not (is_short and fact.kind.is_plain)]
    for fact in told:
        yield words.clause(fact, _MOST_ONE_BY_ONE + (len(told) == 1))
    if is_short:
        number = sum(len(fact.units) for fact in plain)
        key = "fact.all_as_ordered" if number == words.total else "fact.others"
        yield phrasing.count(key, number)


# --- what a closed phase has changed on the board, in short sentences


@dataclass(frozen=True)
class _Changes:
    """Units that have ``moved``, with where each came from; those that are new, gone, or wait to retreat."""

    moved: tuple[tuple[Unit, Province], ...]
    new: tuple[Unit, ...]
    gone: tuple[Unit, ...]
    dislodged: tuple[Unit, ...]

    def of(self, own: Collection[Power], *, is_own: bool) -> "_Changes":
        """Return those of the units of some powers, or those of all others."""

        def wanted(units: tuple[Unit, ...]) -> tuple[Unit, ...]:
            return tuple(unit for unit in units if (unit.power in own) is is_own)

        moved = tuple((unit, source) for unit, source in self.moved if (unit.power in own) is is_own)
        return _Changes(moved, wanted(self.new), wanted(self.gone), wanted(self.dislodged))


def changes_in_words(
    event: PhaseClosed, phrasing: Phrasing, own: Collection[Power], near: Collection[Province], *, in_sight: bool
) -> Iterator[str]:
    """Yield what has changed since before a phase, as somebody knows it: first of the units of ``own``.

    Of the moves of others those are told that end in a region of ``near``. With ``in_sight`` units of others come into
    sight, or are lost from it, rather than being new or gone.
    """
    changes = _changes(event, phrasing)
    yield from _sentences(changes.of(own, is_own=True), phrasing, own, in_sight=False)
    others = changes.of(own, is_own=False)
    moved = tuple((unit, source) for unit, source in others.moved if unit.at.province in near)
    told = _Changes(moved, others.new, others.gone, others.dislodged)
    yield from _sentences(told, phrasing, own, in_sight=in_sight)
    gained = [
        phrasing.say("change.to", region=phrasing.region(region), power=phrasing.power(power))
        for region, power in phrasing.by_name(event.judgement.gained.items(), lambda gain: gain[0])
    ]
    if gained:
        yield phrasing.count("change.taken", len(gained), centres=phrasing.listing(gained))


def _changes(event: PhaseClosed, phrasing: Phrasing) -> _Changes:
    """Return how the units of a position differ from those before a phase, by the orders as far as they are known."""
    came = {
        (verdict.order.to.province, verdict.unit.power): verdict.order.at
        for verdicts in event.judgement.verdicts.values()
        for verdict in verdicts
        if verdict.unit and isinstance(verdict.reason, Moved | Retreated) and isinstance(verdict.order, Move | Retreat)
    }
    before, after = event.before.units, phrasing.position.units
    dislodged = {at: one.unit for at, one in phrasing.position.dislodged.items()}
    left = {(source, power) for (_, power), source in came.items()}
    units = phrasing.by_name(after.values(), lambda unit: unit.at)
    were = [*before.values(), *(one.unit for one in event.before.dislodged.values())]
    return _Changes(
        moved=tuple((unit, came[key]) for unit in units if (key := _key(unit)) in came),
        new=tuple(unit for unit in units if _key(unit) not in came and not _stands(before, unit)),
        gone=tuple(
            unit
            for unit in were
            if _key(unit) not in left and not _stands(after, unit) and not _stands(dislodged, unit)
        ),
        dislodged=tuple(dislodged.values()),
    )


def _key(unit: Unit) -> tuple[Province, Power]:
    return unit.at.province, unit.power


def _stands(units: Mapping[Province, Unit], unit: Unit) -> bool:
    """Whether a unit of the same power is in the same region."""
    there = units.get(unit.at.province)
    return there is not None and there.power == unit.power


def _sentences(changes: _Changes, phrasing: Phrasing, own: Collection[Power], *, in_sight: bool) -> Iterator[str]:
    for unit, source in changes.moved:
        facts = {"unit": phrasing.unit_with_power(unit, own), "source": phrasing.region(source, "source")}
        said = phrasing.count("change.moved", phrasing.unit_number(unit), **facts)
        yield capitalized(said)
    new, gone = ("change.into_sight", "change.out_of_sight") if in_sight else ("change.new", "change.gone")
    for key, units in ((new, changes.new), (gone, changes.gone)):
        if units:
            yield phrasing.count(key, len(units), units=phrasing.units_with_power(units, own))
    if changes.dislodged:
        driven = phrasing.units_with_power(changes.dislodged, own)
        yield phrasing.count("change.dislodged", len(changes.dislodged), units=driven)
