"""Whether imported variants are judged as the program they come from judges them.

Run ``python -m bench.variants`` after ``make bench`` has installed the package ``diplomacy``. Every ``.map`` file that
it ships is imported as ``judge.py board import`` does. The borders are compared, place by place; then games are
played with orders drawn from all those the package calls possible, and after each phase units, owners and dislodged
units are compared. After a difference the position of the package is taken over, so that none is counted twice.
"""

import atexit
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from random import Random
from shutil import copy, rmtree
from tempfile import mkdtemp

import click
import diplomacy
from diplomacy import Game, Map
from diplomacy.engine import map as package_map
from diplomacy.utils import convoy_paths

from bench.figures import figures_option, keep_figures
from judge.formats.variant import board_of_variant
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import read_board
from judge.rules.ending import Solo, find_ending
from judge.rules.judge_phase import judge_phase
from judge.rules.orders import Order, Waive
from judge.rules.position import Phase, PhaseKind, Position, opening_position
from judge.rules.rulebook import load_rulebook
from judge.rules.verdicts import Judgement, Void
from judge.shell.boards import read_variant

BOOK, STANDARD = load_rulebook("2023"), load_notation("standard")
MAPS = Path(diplomacy.__file__).parent / "maps"


@dataclass
class Compared:
    """A map: its board with the codes that were changed, what was left out, and what playing it showed."""

    name: str
    map_name: str
    board: Board
    renamed: dict[str, str]
    left_out: list[str]
    borders: int = 0
    phases: int = 0
    orders: int = 0
    skipped: int = 0
    endings: int = 0
    differences: Counter[str] = field(default_factory=Counter)
    examples: dict[str, str] = field(default_factory=dict)

    def differs(self, kind: str, example: str) -> None:
        """Note a difference, with the first example of its kind."""
        self.differences[kind] += 1
        self.examples.setdefault(kind, example)

    def ours(self, text: str) -> str:
        """A text of the package with our codes."""
        return re.sub(r"\b[A-Z]{3}\b", lambda found: self.renamed.get(found[0], found[0]), text)

    @property
    def idle(self) -> frozenset[str]:
        """The powers nobody plays."""
        return frozenset(self.board.standing)


def imported(path: Path) -> Compared:
    """Import a map of the package."""
    variant = read_variant(path)
    text = board_of_variant(variant, path.stem.replace("_", "-"))
    known = path.stem if path.parent == MAPS else str(path)
    return Compared(
        path.stem, known, read_board(text, path.name), variant.renamed, [str(one) for one in variant.left_out]
    )


def shorten_convoys(name: str) -> None:
    """Have the package know convoys of up to four fleets on a map; all of them would take it minutes to find."""
    if name not in package_map.CONVOYS_PATH_CACHE:
        with redirect_stdout(StringIO()), redirect_stderr(StringIO()):
            paths = convoy_paths._build_convoy_paths_cache(Map(name, use_cache=False), 4)  # noqa: SLF001
        package_map.CONVOYS_PATH_CACHE[name] = paths


# --- borders


def compare_borders(compared: Compared) -> None:
    """Compare every move of one step that either side allows."""
    world, board = Game(map_name=compared.map_name).map, compared.board
    theirs = {
        (kind, compared.ours(here.upper()), compared.ours(there.upper()))
        for kind in "AF"
        for here in world.locs
        for there in world.locs
        if world.is_valid_unit(f"{kind} {there.upper()}") and world.abuts(kind, here.upper(), "-", there.upper())
    }
    ours = {
        (kind.value, str(here), str(there))
        for kind, borders in board.borders.items()
        for here, others in borders.items()
        for there in others
        if not {here.province, there.province} & board.closed
    }
    compared.borders = len(theirs | ours)
    for border in sorted(theirs ^ ours):
        compared.differs("border", f"{' '.join(border)}: {'theirs' if border in theirs else 'ours'} alone")


# --- games


def play(compared: Compared, seed: int, years: int) -> None:
    """Play a game of so many years."""
    random, game = Random(f"{compared.name} {seed}"), Game(map_name=compared.map_name)
    position = opening_position(compared.board)
    last = position.phase.year + years
    while game.phase != "COMPLETED" and position.phase.year < last:
        texts = _drawn(compared, game, random)
        before = _phase(game)
        if before != position.phase or _standing(compared, game) != _units(position.units.values()):
            position = _taken_over(compared, game)
            if before.kind is PhaseKind.RETREAT:
                _judged_by_package(compared, game, texts)
                continue
        judgement = _judged(compared, position, texts)
        compared.phases += 1
        compared.orders += sum(map(len, texts.values()))
        _note_voids(compared, position, judgement)
        held = {name: len(power.centers) for name, power in game.powers.items()}
        _judged_by_package(compared, game, texts)
        _compare_endings(compared, game, position, judgement, held)
        if game.phase == "COMPLETED":
            break
        found = [*_differences(compared, game, judgement.after)]
        by_land = {power: [_by_land(line, texts) for line in lines] for power, lines in texts.items()}
        if found and not [*_differences(compared, game, _judged(compared, position, by_land).after)]:
            found = [("by sea where no fleet carries", found[0][1])]
        given = [f"{power}: {', '.join(lines)}" for power, lines in texts.items() if lines]
        for kind, told in found:
            compared.differs(kind, f"seed {seed}, {before}: {'; '.join(given)}\n      {told}")
        position = judgement.after


def _judged(compared: Compared, position: Position, texts: dict[Power, list[str]]) -> Judgement:
    orders = {power: _read(compared, position, power, lines) for power, lines in texts.items()}
    return judge_phase(compared.board, BOOK, position, orders)


def _compare_endings(
    compared: Compared, game: Game, before: Position, judgement: Judgement, held: dict[str, int]
) -> None:
    """Compare who has won; ``held`` is how many centres each power had when the phase began."""
    ending = find_ending(compared.board, BOOK, before, judgement, None)
    ours = ending.power if isinstance(ending, Solo) else None
    over = game.phase == "COMPLETED" and len(game.outcome) == 2  # noqa: PLR2004 - the phase, the one winner
    theirs = game.outcome[1] if over else None
    if ours and ours == theirs:
        compared.endings += 1
    if ours != theirs:
        counts = {name: len(power.centers) for name, power in game.powers.items()}
        stood = ours and theirs is None and counts[ours] <= held[ours]
        told = f"{before.phase}: ours {ours}, theirs {theirs}, centres {counts}"
        compared.differs("won without having grown" if stood else "ending", told)


def _by_land(line: str, texts: dict[Power, list[str]]) -> str:
    """An order to go by sea, as one to go by land where no fleet is ordered to carry the army."""
    move = line.removesuffix(" VIA")
    carried = any(f" C {move}" in other for lines in texts.values() for other in lines)
    return line if carried else move


def _drawn(compared: Compared, game: Game, random: Random) -> dict[Power, list[str]]:
    """Draw an order for each unit that needs one, of the powers that somebody plays."""
    possible = {at: sorted(orders) for at, orders in game.get_all_possible_orders().items()}
    texts: dict[Power, list[str]] = {}
    for name, power in sorted(game.powers.items()):
        if name in compared.idle:
            continue
        if game.phase_type == "A":
            texts[Power(name)] = _adjustments(game, power, possible, random)
            continue
        units = sorted(power.retreats if game.phase_type == "R" else power.units)
        texts[Power(name)] = [random.choice(possible[unit[2:]]) for unit in units if possible[unit[2:]]]
    return texts


def _adjustments(game: Game, power: object, possible: dict[str, list[str]], random: Random) -> list[str]:
    owned, units = len(power.centers), len(power.units)  # type: ignore[attr-defined]
    if owned < units:
        gone = random.sample(sorted(power.units), units - owned)  # type: ignore[attr-defined]
        return [f"{unit} D" for unit in gone]
    sites = _sites(game, power)
    chosen = random.sample(sites, min(owned - units, len(sites)))
    builds = (
        [order for order in possible[one] if order.endswith(" B")]
        for site in chosen
        for one in [random.choice([site, *(coast for coast in possible if coast.startswith(f"{site}/"))])]
    )
    return [random.choice(orders) for orders in builds if orders]


def _judged_by_package(compared: Compared, game: Game, texts: dict[Power, list[str]]) -> None:
    """Have the package judge a phase, and those in which only powers that nobody plays could write."""
    for power, lines in texts.items():
        game.set_orders(power, lines)
    game._validate_status(reinit_powers=False)  # noqa: SLF001 - as when a saved game is read: takes the year's number
    game.process()
    while game.phase != "COMPLETED" and compared.idle and _waits_for_nobody(compared, game):
        compared.skipped += 1
        game.process()


def _waits_for_nobody(compared: Compared, game: Game) -> bool:
    if game.phase_type == "R":
        return all(name in compared.idle for name, power in game.powers.items() if power.retreats)
    if game.phase_type != "A":
        return False
    return all(
        name in compared.idle or len(power.centers) == len(power.units) or not _may_adjust(game, power)
        for name, power in game.powers.items()
    )


def _sites(game: Game, power: object) -> list[str]:
    """The places where the package lets a power build."""
    return sorted(game._build_sites(power))  # noqa: SLF001 - nothing else tells


def _may_adjust(game: Game, power: object) -> bool:
    return len(power.units) > len(power.centers) or bool(_sites(game, power))  # type: ignore[attr-defined]


def _phase(game: Game) -> Phase:
    return Phase.parse(game.get_current_phase())


def _read(compared: Compared, position: Position, power: Power, lines: list[str]) -> list[Order]:
    orders: list[Order] = []
    for line in lines:
        read = read_order(compared.ours(line), position, compared.board, power, STANDARD)
        if isinstance(read, Misread):
            compared.differs("not read", f"{position.phase}, {power}: {line} ({read.why.name})")
        else:
            orders.append(read)
    return orders


def _note_voids(compared: Compared, position: Position, judgement: Judgement) -> None:
    for power, verdicts in judgement.verdicts.items():
        for verdict in verdicts:
            if isinstance(verdict.reason, Void) and not isinstance(verdict.order, Waive):
                kind = f"void here: {verdict.reason.why.value}"
                compared.differs(kind, f"{position.phase}, {power}: {verdict.order}")


Standing = frozenset[tuple[str, str]]


def _units(units: Iterable[Unit]) -> Standing:
    return frozenset((unit.power, str(unit)) for unit in units)


def _standing(compared: Compared, game: Game) -> Standing:
    return frozenset((name, compared.ours(unit)) for name, power in game.powers.items() for unit in power.units)


def _taken_over(compared: Compared, game: Game) -> Position:
    """Return the position of the package; dislodged units of it are lost, since nobody says where they came from."""
    units = {}
    for name, text in _standing(compared, game):
        kind, place = text.split()
        province, _, coast = place.partition("/")
        at = Location(Province(province), coast)
        units[at.province] = Unit(Power(name), UnitKind(kind), at)
    return Position(_phase(game), units, _owners(compared, game))


def _owners(compared: Compared, game: Game) -> dict[Province, Power]:
    return {
        Province(compared.ours(centre)): Power(name) for name, power in game.powers.items() for centre in power.centers
    }


def _differences(compared: Compared, game: Game, after: Position) -> Iterator[tuple[str, str]]:
    """Yield what differs after a phase, each with what either side alone has."""
    pairs = {
        "phase": (str(after.phase), str(_phase(game))),
        "units": (_units(after.units.values()), _standing(compared, game)),
        "owners": (dict(after.owners), _owners(compared, game)),
        "dislodged": (
            _units(dislodged.unit for dislodged in after.dislodged.values()),
            frozenset((name, compared.ours(unit)) for name, power in game.powers.items() for unit in power.retreats),
        ),
    }
    for kind, (our, their) in pairs.items():
        if our != their:
            told = f"ours {our}, theirs {their}" if kind == "phase" else _apart(our, their)
            yield kind, told


def _apart(our: object, their: object) -> str:
    ours, theirs = (set(one.items()) if isinstance(one, dict) else set(one) for one in (our, their))  # type: ignore[call-overload]
    return f"ours alone {sorted(ours - theirs)}, theirs alone {sorted(theirs - ours)}"


def _beside_its_base(file: Path) -> Path:
    """Return a copy of a map among copies of those of the package, which it may build on."""
    folder = Path(mkdtemp(prefix="maps-"))
    atexit.register(rmtree, folder)
    for path in (*MAPS.glob("*.map"), file):
        copy(path, folder)
    return folder / file.name


# --- what is told


@click.command()
@click.option("--games", default=3, show_default=True, help="Games on each map.")
@click.option("--years", default=2, show_default=True, help="Years of each game.")
@click.option("--map", "only", default="", help="Play this map alone.")
@click.option("--file", "other", type=click.Path(exists=True, path_type=Path), help="Play the map of this file alone.")
@click.option("--examples", is_flag=True, help="Show an example of each difference.")
@figures_option
def main(games: int, years: int, only: str, other: Path | None, examples: bool, file: Path | None) -> None:
    """Import and play every map of the package."""
    names = [path for path in sorted(MAPS.glob("*.map")) if not only or path.stem == only]
    names = [_beside_its_base(other)] if other else names
    results = []
    with click.progressbar(length=len(names) * (games + 1), label="maps", show_eta=False) as steps:
        for path in names:
            compared = imported(path)
            shorten_convoys(compared.map_name)
            results.append(compared)
            compare_borders(compared)
            steps.update(1)
            for seed in range(games):
                play(compared, seed, years)
                steps.update(1)
    for compared in results:
        differences = ", ".join(f"{kind} {number}" for kind, number in sorted(compared.differences.items())) or "none"
        click.echo(
            f"{compared.name:26} {len(compared.board.regions):4} regions {compared.borders:5} borders "
            f"{compared.phases:4} phases {compared.orders:6} orders {compared.endings:3} wins alike; "
            f"differences: {differences}"
        )
        for kind, example in compared.examples.items() if examples else ():
            click.echo(f"    {kind}: {example}")
    keep_figures(
        file,
        {
            one.name: {
                "regions": len(one.board.regions),
                "borders": one.borders,
                "phases": one.phases,
                "orders": one.orders,
                "wins alike": one.endings,
                "phases of powers nobody plays": one.skipped,
                "left out": one.left_out,
                "differences": dict(one.differences),
            }
            for one in results
        },
    )


if __name__ == "__main__":
    main()
