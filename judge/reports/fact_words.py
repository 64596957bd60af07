"""The words for what happened to the units and centres of one power, as that power is told."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from judge.game.phases.phase_facts import FactKind, PhaseFact, UnitFact
from judge.reports.language import number_text
from judge.reports.names import troop_name
from judge.reports.phrasing import Phrasing, RegionForm
from judge.rules.board import Location, Power, Province, Unit

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

_FORMS: Mapping[str, RegionForm] = {"": "name", "_at": "at", "_of": "source", "_to": "goal"}


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
        places = {
            f"{name}{end}": self.phrasing.region(at, form) if at else ""
            for name, at in regions.items()
            for end, form in _FORMS.items()
        }
        return {**self._who(facts), "helped": self._helped(first), **places, **self._others(facts)}

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
            return self.phrasing.say("fact.helped_into", power=power, goal=self.phrasing.region(fact.goal.province))
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
    return phrasing.listing(_built(fact.unit, phrasing) for fact in facts)


def _built(unit: Unit, phrasing: Phrasing) -> str:
    troop = phrasing.board.war.troops.get(unit.letter)
    what = troop_name(troop, phrasing.language).one if troop else phrasing.say(f"new.{unit.kind.value}")
    return phrasing.say("fact.built_at", what=what, at=phrasing.region(unit.at.province, "at"))
