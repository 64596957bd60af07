"""A position in sentences, front by front, and what threatens its units: the answers to BOARD and THREATS."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.reports.language import capitalized, fill_template
from judge.reports.phase_facts import changes_in_words
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.rules.board import Board, Location, Power, Province, Terrain, Unit, UnitKind
from judge.rules.judge_phase import judge_movement
from judge.rules.legality import why_illegal
from judge.rules.orders import Convoy, ConvoyChain, Move, MovementOrder, SupportMove, convoying_fleets, shortest_chain
from judge.rules.position import Dislodged, PhaseKind, Position
from judge.rules.rulebook import RuleBook

# --- who faces whom, and which units can be dislodged by whom


@dataclass(frozen=True)
class Outlook:
    """What a unit has around it: ``neighbours`` are units of others that could attack it by themselves, or it them.

    It can go to the empty regions ``free`` without meeting anybody, and to the ``disputed`` ones, where the units
    listed can go too, some of them by convoy.
    """

    unit: Unit
    neighbours: tuple[Unit, ...]
    free: tuple[Province, ...]
    disputed: Mapping[Province, tuple[Unit, ...]]

    @property
    def faced(self) -> Counter[Power]:
        """How much each other power is faced: two for a unit next to it, one for a region that it disputes."""
        met = Counter({power: 2 * n for power, n in Counter(unit.power for unit in self.neighbours).items()})
        met.update(power for units in self.disputed.values() for power in {unit.power for unit in units})
        return met


@dataclass(frozen=True)
class Front:
    """Units of one side close to each other that face the same power more than any other."""

    opponent: Power
    outlooks: tuple[Outlook, ...]


@dataclass(frozen=True)
class Deployment:
    """The units of one side by fronts, the largest first; ``rear`` are those that face nobody.

    Of its centres ``open_centres`` are empty, with the units of others that can enter each; in those ``occupied`` a
    unit of others stands.
    """

    fronts: tuple[Front, ...]
    rear: tuple[Outlook, ...]
    open_centres: Mapping[Province, tuple[Unit, ...]]
    occupied: Mapping[Province, Unit]


def deployment(board: Board, position: Position, own: Collection[Power]) -> Deployment:
    """Return how the units of the powers of one side stand; the fleets of that side carry nobody else's army."""
    goals = _goals(board, position, own)
    outlooks = [
        _outlook(board, position, unit, own, goals) for _, unit in sorted(position.units.items()) if unit.power in own
    ]
    facing: dict[Power, list[Outlook]] = {}
    for outlook in outlooks:
        if outlook.faced:
            facing.setdefault(_opponent(board, outlook), []).append(outlook)
    fronts = [Front(power, part) for power, whole in facing.items() for part in _parts(board, whole)]
    centres = sorted(centre for power in own for centre in position.centres_of(power))
    return Deployment(
        tuple(sorted(fronts, key=lambda front: (-len(front.outlooks), front.outlooks[0].unit.at))),
        tuple(outlook for outlook in outlooks if not outlook.faced),
        {centre: goals[centre] for centre in centres if centre in goals and centre not in position.units},
        {at: position.units[at] for at in centres if at in position.units and position.units[at].power not in own},
    )


def _opponent(board: Board, outlook: Outlook) -> Power:
    """Return the power that a unit faces most; of several the first of the board."""
    return max(board.powers, key=lambda power: outlook.faced[power])


# --- who can go where


def _goals(board: Board, position: Position, own: Collection[Power]) -> Mapping[Province, tuple[Unit, ...]]:
    """Return for each province the units of others that can go there, by convoy too."""
    acting = {
        at: unit for at, unit in position.units.items() if unit.power not in own and unit.power not in board.standing
    }
    fleets = convoying_fleets(board, acting)
    goals: dict[Province, tuple[Unit, ...]] = {}
    for _, unit in sorted(acting.items()):
        for to in sorted({*board.ways(unit), *_landings(board, unit, fleets)}):
            goals[to] = (*goals.get(to, ()), unit)
    return goals


def _landings(board: Board, unit: Unit, fleets: frozenset[Province]) -> set[Province]:
    """Return the coasts that fleets can carry an army to."""
    if unit.kind is UnitKind.FLEET:
        return set()
    passed, ahead = set[Province](), set(board.seas_off(unit.at.province) & fleets)
    while ahead:
        passed |= ahead
        ahead = {sea for fleet in ahead for sea in board.shores(fleet) & fleets} - passed
    shores = {at for fleet in passed for at in board.shores(fleet) if board.terrain(at) is Terrain.COAST}
    return shores - {unit.at.province}


def _outlook(
    board: Board,
    position: Position,
    unit: Unit,
    own: Collection[Power],
    goals: Mapping[Province, tuple[Unit, ...]],
) -> Outlook:
    ways = sorted(to for to in board.ways(unit) if to not in position.units)
    return Outlook(
        unit,
        tuple(
            other
            for _, other in sorted(position.units.items())
            if other.power not in own
            and (board.reaches(other, unit.at.province) or board.reaches(unit, other.at.province))
        ),
        tuple(to for to in ways if to not in goals),
        {to: goals[to] for to in ways if to in goals},
    )


# --- what is close together


def _parts(board: Board, outlooks: Sequence[Outlook]) -> Iterator[tuple[Outlook, ...]]:
    """Yield the groups of units that are linked: next to each other, or by a region or a unit that both face."""
    around = [_surroundings(board, outlook) for outlook in outlooks]
    left = list(range(len(outlooks)))
    while left:
        group, ahead = set[int](), {left[0]}
        while ahead:
            group |= ahead
            ahead = {
                other for other in left if other not in group and any(around[other] & around[one] for one in ahead)
            }
        left = [one for one in left if one not in group]
        yield tuple(outlooks[one] for one in sorted(group))


def _surroundings(board: Board, outlook: Outlook) -> set[Province]:
    """Return where a unit stands, where it can go, and where those stand whom it faces."""
    faced = (*outlook.neighbours, *(unit for units in outlook.disputed.values() for unit in units))
    return {outlook.unit.at.province, *board.ways(outlook.unit), *(unit.at.province for unit in faced)}


# --- finds which units of a side can be dislodged in a movement phase, by whom, with how many supports


Assault = TypeVar("Assault", Move, SupportMove)


@dataclass(frozen=True)
class Threat:
    """An attack that dislodges a unit which holds without support, with all the supports that it can have.

    No legal orders of the other powers give it more ``supporters`` at once. ``carriers`` are the fleets that convoy the
    attacker, in their order; none if it comes by itself.
    """

    attacker: Unit
    supporters: tuple[Unit, ...]
    carriers: tuple[Unit, ...] = ()


def threats_to(
    board: Board, book: RuleBook, position: Position, own: Collection[Power]
) -> Mapping[Province, tuple[Threat, ...]]:
    """Return what can dislodge each unit of the powers of one side, while all its units hold without support.

    Every threat is judged by the rule book. Supports and convoys may come from any other power that is played; the
    fleets of the side carry nobody. In other phases it is as if a movement phase came now.
    """
    now = replace(position, phase=replace(position.phase, kind=PhaseKind.MOVEMENT), dislodged={})
    idle = {*own, *board.standing}
    foes = _Foes(board, book, now, {at: unit for at, unit in sorted(now.units.items()) if unit.power not in idle})
    return {at: tuple(foes.threats_to(at)) for at, unit in sorted(now.units.items()) if unit.power in own}


@dataclass(frozen=True)
class _Foes:
    """The units that may be ordered against those of one side, ``acting``, in a movement phase."""

    board: Board
    book: RuleBook
    position: Position
    acting: Mapping[Province, Unit]

    def threats_to(self, at: Province) -> Iterator[Threat]:
        """Yield how each of them can dislodge the unit of a province, with the most supports that this one can have."""
        for attacker in self.acting.values():
            found = [threat for way in self._ways(attacker, at) if (threat := self._judged(attacker, at, way))]
            if found:
                yield max(found, key=lambda threat: len(threat.supporters))

    def _ways(self, attacker: Unit, to: Province) -> Iterator[ConvoyChain]:
        """Yield the fleets that carry an attacker, none if it goes by itself: a way for each fleet that can land it.

        Only the last fleet of such a chain is next to the target, so that none takes away fewer supporters.
        """
        board, off = self.board, self.board.seas_off(to)
        if board.reaches(attacker, to):
            yield ()
        if attacker.kind is UnitKind.FLEET or board.terrain(to) is not Terrain.COAST:
            return
        fleets = convoying_fleets(board, self.acting)
        for last in sorted(off & fleets):
            if chain := shortest_chain(board, (fleets - off) | {last}, attacker.at.province, to):
                yield chain

    def _judged(self, attacker: Unit, to: Province, carriers: ConvoyChain) -> Threat | None:
        """Return the threat of an attack with all who can support it; None if even so it dislodges nobody."""
        at = attacker.at.province
        goal = Location(to) if carriers else self.board.ways(attacker)[to][0]
        attack = self._powered(Move(at, goal, by_sea=bool(carriers)))
        supports = [self._powered(SupportMove(by, at, goal)) for by in self.acting.keys() - {at, *carriers}]
        orders: dict[Province, MovementOrder] = {fleet: Convoy(fleet, at, to) for fleet in carriers}
        orders |= {support.at: support for support in supports if self._is_legal(support)}
        fought = judge_movement(self.board, self.book, self.position, {**orders, at: attack}).verdicts
        driven = fought[to].dislodged
        if driven is None or driven.by != at:
            return None
        units = self.position.units
        return Threat(
            attacker, tuple(units[by] for by in fought[at].supporters), tuple(units[fleet] for fleet in carriers)
        )

    def _powered(self, plain: Assault) -> Assault:
        """Return an order with the power of thaumaturgy where the unit has it (004 13)."""
        powered = replace(plain, powered=True)
        return powered if self._is_legal(powered) else plain

    def _is_legal(self, order: MovementOrder) -> bool:
        return why_illegal(self.board, self.position, order) is None


# --- in sentences


Threats = Mapping[Province, Sequence[Threat]]
"""What can dislodge each unit of a side."""


@dataclass(frozen=True)
class Section:
    """A heading, empty for none, and the paragraphs below it."""

    title: str
    paragraphs: tuple[str, ...]


def write_threats(game: Game, reader: Person) -> str:
    """Return which units can be dislodged, by whom, with how many supports: the reader's own, to others all."""
    position, own = game.stands_at, powers_with_units(game, reader)
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


def powers_with_units(game: Game, reader: Person) -> tuple[Power, ...]:
    """Return the powers of a reader that have units on the board."""
    return tuple(power for power in game.powers_of(reader.address) if game.stands_at.units_of(power))


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
        return f"{capitalized(self.unit(unit))}."

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
        return capitalized(said)


def _alike(threats: Sequence[Threat]) -> Sequence[Threat]:
    """Return the threats of units of which each can be supported by all the others alone; none of a single unit."""
    together = {threat.attacker for threat in threats}
    are_alike = all({threat.attacker, *threat.supporters} == together for threat in threats)
    return threats if are_alike and len(threats) > 1 else ()


# --- the answer to BOARD: a position in sentences for those who listen, front by front


def write_board_in_words(game: Game, reader: Person, last: PhaseClosed | None) -> str:
    """Return the position front by front, as the player of its powers meets it; to others power by power.

    ``last`` is the phase that was closed last, as the reader may know it.
    """
    position, own = game.stands_at, powers_with_units(game, reader)
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
        return capitalized(said)

    def _open_centre(self, centre: Province, units: tuple[Unit, ...]) -> str:
        facts = {"region": self.phrasing.region(centre), "units": self.words.units(units)}
        said = self.phrasing.count("facing.open", len(units), **facts)
        return capitalized(said)


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
