"""Letters read by somebody who knows what was to be hidden: every mention of it in any notation is a leak."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.state import Game
from judge.notation.errands import write_errand
from judge.reports.names import phase_name
from judge.rules.board import Board, Power, Province
from judge.rules.position import Phase, Position
from judge.rules.war.scouts import Learned, Scouting
from tests.fog.witness import friends, in_sight, learned

CODE = re.compile(r"\b[A-Z]{3}\b")
UNIT = re.compile(r"(?<![\w'’+])([A-Z?])\s([A-Z]{3})\b(?:\s(\d+)\s(?:PV|HP)\b)?")
ORDER = re.compile(r"^\s+([A-Z?]) ([A-Z]{3}) (?:[ASCRTH]|-)(?: |$)", re.MULTILINE)


@dataclass(frozen=True)
class Moment:
    """A position with the scouts there are, as far as one reader may know it."""

    board: Board
    position: Position
    scouting: Scouting
    powers: tuple[Power, ...]

    @property
    def sight(self) -> set[Province]:
        """The regions seen, and those owned."""
        owned = {at for at, owner in self.position.owners.items() if owner in self.powers}
        allied = {at for at, unit in self.position.units.items() if unit.power in self.friends}
        return in_sight(self.board, self.position, self.scouting, self.powers) | owned | allied

    @property
    def friends(self) -> set[Power]:
        """Allies, whose units are seen whole."""
        return friends(self.position, self.powers)

    def may_call(self, letter: str, at: Province) -> bool:
        """Whether a unit of a region may be called by its troop: one's own, an ally's, one a scout has seen."""
        unit, driven = self.position.units.get(at), self.position.dislodged.get(at)
        if driven and driven.unit.power in self.powers:
            return True
        if unit is None or unit.corps is None:
            return False
        if unit.power in self.powers or unit.power in self.friends or letter == "?":
            return True
        return bool(learned(self.scouting, self.powers, at)) and letter == unit.corps.troop

    def may_count(self, at: Province) -> bool:
        """Whether the hit points of the unit of a region may be told."""
        units = [unit for unit in (self.position.units.get(at),) if unit]
        units += [one.unit for place, one in self.position.dislodged.items() if place == at]
        own = any(unit.power in self.powers or unit.power in self.friends for unit in units)
        return own or any(trait.value == "health" for trait in learned(self.scouting, self.powers, at))


def moments_of(board: Board, event: PhaseClosed, powers: tuple[Power, ...]) -> tuple[Moment, Moment]:
    """Before a phase closed and after it."""
    back = event.scouts or ScoutsBack()
    before = Moment(board, event.before, back.before, powers)
    return before, Moment(board, event.judgement.after, back.after, powers)


def regions_in(board: Board, text: str) -> set[Province]:
    """The regions that a text speaks of, by their codes or by their names in any language, however its lines break."""
    flat = " ".join(text.split())
    coded = {Province(code) for code in CODE.findall(text) if code in board.regions}
    return coded | {
        code
        for code, region in board.regions.items()
        for name in region.names.values()
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", flat)
    }


def leaks_in_results(board: Board, event: PhaseClosed, powers: tuple[Power, ...], text: str) -> Iterator[str]:
    """What the letter that tells of a close says of what its reader may not know."""
    before, after = moments_of(board, event, powers)
    own_words = _own_words(event, powers)
    codes = regions_in(board, text)
    allowed = before.sight | after.sight | own_words | _struck_from(event, powers)
    yield from (f"region {code}" for code in sorted(codes - allowed))
    yield from _units(text, (before, after), own_words)
    yield from _orders(text, event, powers)
    yield from totals(board, powers, text)


def _own_words(event: PhaseClosed, powers: Sequence[Power]) -> set[Province]:
    """The regions that own orders, errands and reports speak of."""
    back = event.scouts or ScoutsBack()
    written = [repr(order) for power in powers for order in event.orders.get(power, ())]
    written += [write_errand(one.errand) for one in back.reports if one.power in powers]
    spoken = {Province(code) for line in written for code in CODE.findall(line)}
    told = {one.outcome.target for one in back.reports if one.power in powers and isinstance(one.outcome, Learned)}
    gained = {at for at, to in event.judgement.gained.items() if to in powers or event.before.owners.get(at) in powers}
    return spoken | told | gained


def _struck_from(event: PhaseClosed, powers: Sequence[Power]) -> set[Province]:
    """Where those came from that drove out an own unit."""
    verdicts = [verdict for power in powers for verdict in event.judgement.verdicts[power]]
    return {verdict.dislodged.by for verdict in verdicts if verdict.dislodged}


def _units(text: str, moments: Sequence[Moment], own_words: set[Province]) -> Iterator[str]:
    """Units called by a troop, or with hit points, that nobody has told the reader of."""
    troops = {*moments[0].board.war.troops, "?"}
    for letter, code, health in UNIT.findall(text):
        at = Province(code)
        if letter in troops and at not in own_words and not any(one.may_call(letter, at) for one in moments):
            yield f"unit {letter} {code}"
        if health and not any(one.may_count(at) for one in moments):
            yield f"hit points {letter} {code} {health}"


def _orders(text: str, event: PhaseClosed, powers: Sequence[Power]) -> Iterator[str]:
    """Orders of units that are not the reader's."""
    own = {at for at, unit in event.before.units.items() if unit.power in powers}
    own |= {at for at, one in event.before.dislodged.items() if one.unit.power in powers}
    scouts = event.scouts.before.scouts if event.scouts else ()
    posts = {one.at for one in scouts if one.power in powers}
    for letter, code in ORDER.findall(text):
        if letter != "+" and code not in (posts if letter == "E" else own):
            yield f"order of {letter} {code}"


def totals(board: Board, powers: Sequence[Power], text: str) -> Iterator[str]:
    """How much others hold."""
    for power, names in board.powers.items():
        if power not in powers:
            for name in {*names.values()}:
                yield from (f"total {found}" for found in re.findall(rf"^\s*{name}\s+\d+.*$", text, re.MULTILINE))


def leaks_in_state(game: Game, powers: tuple[Power, ...], text: str) -> Iterator[str]:
    """What an answer about the open phase says of what its reader may not know."""
    assert game.position is not None
    now = Moment(game.board, game.position, game.scouting, powers)
    own_words = {
        Province(code) for power in powers for one in game.orders_of(power) for code in CODE.findall(repr(one))
    }
    own_words |= {
        Province(code) for power in powers for one in game.errands_of(power) for code in CODE.findall(write_errand(one))
    }
    codes = regions_in(game.board, text)
    yield from (f"region {code}" for code in sorted(codes - now.sight - own_words))
    yield from _units(text, (now,), own_words)
    yield from totals(game.board, powers, text)


def is_report_of(text: str, phase: Phase) -> bool:
    """Whether a French letter of a war tells how a phase came out."""
    heading = f": {phase_name(phase, 'turns', 'fr')}, phase close"
    return " ".join(heading.split()) in " ".join(text.split())
