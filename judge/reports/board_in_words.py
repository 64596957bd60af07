"""The answer to BOARD: a position in sentences for those who listen, front by front."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.reports.changes_in_words import changes_in_words
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.templates import fill_template
from judge.reports.threats import (
    Section,
    Threats,
    ThreatWords,
    position_of,
    powers_with_units,
    supposition,
)
from judge.rules.board import Power, Province, Unit
from judge.rules.fronts import Deployment, Front, Outlook, deployment
from judge.rules.position import Dislodged
from judge.rules.threats import threats_to


def write_board_in_words(game: Game, reader: Person, last: PhaseClosed | None) -> str:
    """Return the position front by front, as the player of its powers meets it; to others power by power.

    ``last`` is the phase that was closed last, as the reader may know it.
    """
    position, own = position_of(game), powers_with_units(game, reader)
    phrasing = phrasing_for(game, reader, position)
    placed = deployment(game.board, position, own) if own else None
    threats = threats_to(game.board, game.book, position, own) if own and game.ended is None else {}
    near = _faced(placed, threats) if placed else position.units.keys()
    in_sight = not sees_all(game, reader.address)
    words = ThreatWords(phrasing, own, in_sight)
    return fill_template(
        reader.language,
        "anyone.board",
        **supposition(game, reader, phrasing, own, has_threats=any(threats.values())),
        changed=phrasing.phase(last.before.phase) if last else "",
        changes=tuple(changes_in_words(last, phrasing, own, near, in_sight=in_sight)) if last else (),
        sections=tuple(_Fronts(words, own, threats).sections(placed) if placed else _powers(phrasing)),
    )


def _faced(placed: Deployment, threats: Threats) -> frozenset[Province]:
    """Return where the units stand that the units of a side face in any way."""
    outlooks = (*placed.rear, *(outlook for front in placed.fronts for outlook in front.outlooks))
    units = [unit for outlook in outlooks for unit in outlook.neighbours]
    units += [unit for outlook in outlooks for rivals in outlook.disputed.values() for unit in rivals]
    units += [unit for found in threats.values() for one in found for unit in (one.attacker, *one.supporters)]
    return frozenset(unit.at.province for unit in units)


@dataclass(frozen=True)
class _Fronts:
    """Words for the fronts of one side; ``threats`` are those to its units, empty once the game is over."""

    words: ThreatWords
    own: tuple[Power, ...]
    threats: Threats

    @property
    def phrasing(self) -> Phrasing:
        """How the reader is spoken to."""
        return self.words.phrasing

    def sections(self, placed: Deployment) -> Iterator[Section]:
        """Yield the fronts, what stands behind them, centres that stand open."""
        driven_out = [one for one in self.phrasing.position.dislodged.values() if one.unit.power in self.own]
        if driven_out:
            told = tuple(map(self._retreat, self.phrasing.by_name(driven_out, lambda one: one.unit.at)))
            yield Section(self.phrasing.say("facing.driven_out"), told)
        opponents = [front.opponent for front in placed.fronts]
        for front in placed.fronts:
            title = self._title(front, is_only=opponents.count(front.opponent) == 1)
            yield Section(title, self._paragraphs(front.outlooks))
        if placed.rear:
            title = self.phrasing.say("facing.rear" if placed.fronts else "facing.alone")
            yield Section(title, self._paragraphs(placed.rear))
        if placed.open_centres or placed.occupied:
            told = tuple(self._occupied(centre, unit) for centre, unit in placed.occupied.items())
            told += tuple(self._open_centre(centre, units) for centre, units in placed.open_centres.items())
            yield Section(self.phrasing.say("facing.open_title"), told)

    def _retreat(self, one: Dislodged) -> str:
        """Return where a dislodged unit may go."""
        places = self.phrasing.regions(one.retreats, "goal", "words.or")
        return " ".join((self.words.about(one.unit), self.phrasing.say("facing.retreat", places=places)))

    def _title(self, front: Front, *, is_only: bool) -> str:
        """Return the title of a front; of several against one power it tells where its first unit stands."""
        power = self.phrasing.power_in_words(front.opponent)
        if is_only:
            return self.phrasing.say("facing.against", power=power).upper()
        at = self.phrasing.region(front.outlooks[0].unit.at, "at")
        return self.phrasing.say("facing.against_at", power=power, at=at).upper()

    def _paragraphs(self, outlooks: Iterable[Outlook]) -> tuple[str, ...]:
        """Return a paragraph for each unit, then one on the centres that they can reach."""
        outlooks = tuple(outlooks)
        told = (" ".join(self._sentences(outlook)) for outlook in outlooks)
        return tuple(filter(None, (*told, self._centres_in_reach(outlooks))))

    def _sentences(self, outlook: Outlook) -> Iterator[str]:
        """Yield what a unit faces, where it can go, what can dislodge it."""
        say, regions, at = self.phrasing.say, self.phrasing.regions, outlook.unit.at.province
        yield self.words.about(outlook.unit)
        if outlook.neighbours:
            yield say("facing.beside", units=self.words.units(outlook.neighbours))
        if outlook.free:
            yield say("facing.free", regions=regions(outlook.free))
        for rivals in dict.fromkeys(outlook.disputed.values()):
            disputed = [to for to, units in outlook.disputed.items() if units == rivals]
            yield say("facing.disputed", regions=regions(disputed), units=self.words.units(rivals))
        if not (outlook.free or outlook.disputed):
            yield say("facing.no_way")
        if at in self.threats:
            yield from self.words.sentences(self.threats[at], outlook.neighbours)

    def _centres_in_reach(self, outlooks: Iterable[Outlook]) -> str:
        """Return which centres of others the units can reach in one move; empty for none."""
        board, owners = self.phrasing.board, self.phrasing.position.owners
        reached = {to for outlook in outlooks for to in board.ways(outlook.unit)} & (board.centres - board.closed)
        in_order = self.phrasing.by_name(reached, lambda at: at)
        told = [self._centre(at) for at in in_order if owners.get(at) not in self.own]
        return self.phrasing.count("facing.centres", len(told), centres=self.phrasing.listing(told)) if told else ""

    def _centre(self, at: Province) -> str:
        """Return a centre with whose it is."""
        owner, region = self.phrasing.position.owners.get(at), self.phrasing.region(at)
        if owner is None:
            return self.phrasing.say("facing.nobodys_centre", region=region)
        return self.phrasing.say("facing.centre_of", region=region, power=self.phrasing.power(owner))

    def _occupied(self, centre: Province, unit: Unit) -> str:
        facts = {"region": self.phrasing.region(centre), "unit": self.words.unit(unit)}
        said = self.phrasing.count("facing.occupied", self.phrasing.unit_number(unit), **facts)
        return said[:1].upper() + said[1:]

    def _open_centre(self, centre: Province, units: tuple[Unit, ...]) -> str:
        facts = {"region": self.phrasing.region(centre), "units": self.words.units(units)}
        said = self.phrasing.count("facing.open", len(units), **facts)
        return said[:1].upper() + said[1:]


def _powers(phrasing: Phrasing) -> Iterator[Section]:
    """Yield the units and centres of each power, as far as they are known."""
    position = phrasing.position
    for power in phrasing.powers:
        units, centres = position.units_of(power), position.centres_of(power)
        told = []
        if units:
            named = phrasing.units_with_power(units, (power,))
            told.append(phrasing.count("facing.units", len(units), units=named))
        if centres:
            told.append(phrasing.count("facing.held", len(centres), regions=phrasing.regions(centres)))
        if told:
            yield Section(phrasing.power_in_words(power).upper(), (" ".join(told),))
