"""What can dislodge a unit, in sentences; the answer to THREATS."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from judge.game.people.address_book import Person
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.templates import fill_template
from judge.rules.board import Power, Province, Unit
from judge.rules.position import PhaseKind, Position
from judge.rules.threats import Threat, threats_to

Threats = Mapping[Province, Sequence[Threat]]
"""What can dislodge each unit of a side."""


@dataclass(frozen=True)
class Section:
    """A heading, empty for none, and the paragraphs below it."""

    title: str
    paragraphs: tuple[str, ...]


def write_threats(game: Game, reader: Person) -> str:
    """Return which units can be dislodged, by whom, with how many supports: the reader's own, to others all."""
    position, own = position_of(game), powers_with_units(game, reader)
    phrasing = phrasing_for(game, reader, position)
    sides = [own] if own else [(power,) for power in phrasing.powers if position.units_of(power)]
    told = [(side, threats_to(game.board, game.book, position, side)) for side in sides]
    in_sight = not sees_all(game, reader.address)
    has_threats = any(found for _, threats in told for found in threats.values())
    return fill_template(
        reader.language,
        "anyone.threats",
        **supposition(game, reader, phrasing, own, has_threats=has_threats),
        sections=tuple(
            ThreatWords(phrasing, side, in_sight).section(threats, "" if own else phrasing.side(side).upper())
            for side, threats in told
        ),
    )


def position_of(game: Game) -> Position:
    """Return the position of a game that has begun."""
    assert game.position is not None, "asked of games that have begun"
    return game.position


def powers_with_units(game: Game, reader: Person) -> tuple[Power, ...]:
    """Return the powers of a reader that have units on the board."""
    return tuple(power for power in game.powers_of(reader.address) if position_of(game).units_of(power))


def supposition(
    game: Game, reader: Person, phrasing: Phrasing, own: Collection[Power], *, has_threats: bool
) -> Mapping[str, object]:
    """Return the facts of a template that names the position and what is supposed where threats are told."""
    phase = phrasing.position.phase
    return {
        "game": game.name,
        "phase": phrasing.phase(phase),
        "own": phrasing.side(own),
        "is_over": game.ended is not None,
        "is_foggy": not sees_all(game, reader.address),
        "is_movement": phase.kind is PhaseKind.MOVEMENT,
        "has_threats": has_threats,
    }


@dataclass(frozen=True)
class ThreatWords:
    """Words for what can dislodge the units of a ``side``; ``in_sight`` when only some of the board is seen."""

    phrasing: Phrasing
    side: Collection[Power]
    in_sight: bool

    def section(self, threats: Threats, title: str) -> Section:
        """Return the threats to the units of the side, then the units that nothing can dislodge."""
        units = self.phrasing.position.units
        told = [" ".join((self.about(units[at]), *self.sentences(found))) for at, found in threats.items() if found]
        safe = [units[at] for at, found in threats.items() if not found]
        if safe:
            key = "threat.safe_in_sight" if self.in_sight else "threat.safe"
            told.append(self.phrasing.say(key, units=self.units(safe)))
        return Section(title, tuple(told))

    def about(self, unit: Unit) -> str:
        """Return a unit as a sentence of its own, which begins a paragraph about it."""
        return f"{_capitalised(self.unit(unit))}."

    def unit(self, unit: Unit) -> str:
        """Return a unit in full, one of others with its power."""
        return self.phrasing.unit_with_power(unit, self.side)

    def units(self, units: Iterable[Unit]) -> str:
        """Return several units, those of others with their power."""
        return self.phrasing.units_with_power(units, self.side)

    def sentences(self, threats: Sequence[Threat], neighbours: Collection[Unit] = ()) -> Iterator[str]:
        """Yield the sentences on all that can dislodge one unit; its ``neighbours`` have just been named."""
        alike = _alike([threat for threat in threats if not threat.carriers])
        named = {threat.attacker for threat in alike}
        if not threats:
            yield self.phrasing.say("threat.none_in_sight" if self.in_sight else "threat.none")
        if alike and named == {*neighbours}:
            yield self.phrasing.count("threat.each_neighbour", len(alike) - 1)
        elif alike:
            attackers = self.units(threat.attacker for threat in alike)
            yield self.phrasing.count("threat.each", len(alike) - 1, units=attackers)
        others = [threat for threat in threats if threat not in alike]
        for way in dict.fromkeys((threat.carriers, threat.supporters) for threat in others):
            same = [threat.attacker for threat in others if (threat.carriers, threat.supporters) == way]
            yield self._attack(same, Threat(same[0], way[1], way[0]), named)

    def _attack(self, attackers: Sequence[Unit], threat: Threat, named: Collection[Unit]) -> str:
        """Return a sentence on attacks that are alike; supporters that are all ``named`` before it are not listed."""
        phrasing, n = self.phrasing, len(threat.supporters)
        number = max(len(attackers), phrasing.unit_number(attackers[0]))
        said = phrasing.count("threat.one", number, unit=self.units(attackers))
        if threat.carriers:
            said += phrasing.say("threat.by_sea", units=self.units(threat.carriers))
        if not n:
            said += phrasing.say("threat.alone")
        elif {*threat.supporters} <= {*named}:
            said += phrasing.count("threat.with_named", n)
        else:
            said += phrasing.count("threat.with", n, units=self.units(threat.supporters))
        return _capitalised(said)


def _alike(threats: Sequence[Threat]) -> Sequence[Threat]:
    """Return the threats of units of which each can be supported by all the others alone; none of a single unit."""
    together = {threat.attacker for threat in threats}
    are_alike = all({threat.attacker, *threat.supporters} == together for threat in threats)
    return threats if are_alike and len(threats) > 1 else ()


def _capitalised(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
