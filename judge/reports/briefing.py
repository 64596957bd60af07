"""What the players of a war are told when it begins: troops, land, rules, orders they could give."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from judge.game.person import Person
from judge.game.settings import Language
from judge.game.sight import view_of
from judge.game.state import Game
from judge.reports.board import describe, troop_told
from judge.reports.examples import BOARD
from judge.reports.language import count, listing, say
from judge.reports.layout import hanging
from judge.reports.names import region_name
from judge.reports.scouts import errand_in_words, written
from judge.reports.voice import Voice
from judge.rules.board import Board, Location, Power, Province, Unit
from judge.rules.disorder import distances_from
from judge.rules.errands import Commission, Rest, Travel
from judge.rules.legality import why_illegal
from judge.rules.orders import Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position
from judge.rules.rulebook import Damage, RuleBook, Sight
from judge.rules.rulebooks import load_rulebook

_BOOK = "stim"
"""The rule book of the packaged campaign."""


@dataclass(frozen=True)
class Briefing:
    """The troops there are, a row each; the board in words; the rules in sentences; of fog alone nothing but that."""

    troops: tuple[str, ...]
    land: str
    rules: tuple[str, ...]


def briefing(game: Game, reader: Person) -> Briefing | None:
    """What a person must know of the war of a game, and may; None on a board without troops where all see all."""
    board, language, unseen = game.board, reader.language, " ".join(_of_sight(game.board, game.book, reader.language))
    if game.position is None or not (board.war.troops or unseen):
        return None
    if not board.war.troops:
        return Briefing((), "", (unseen,))
    view = view_of(game, reader.address)
    sight = view.sight if view else frozenset(board.regions)
    rules = _rules(board, game.book, game.powers_of(reader.address), language)
    return Briefing(
        troops=tuple(_troops(board, language)),
        land=describe(board, game.position, language, sight),
        rules=tuple(filter(None, (*rules, unseen))),
    )


def war_told(board: Board, book: RuleBook | None, language: Language) -> Mapping[str, object]:
    """What the help says of a war: as its board and its book have it, elsewhere as the packaged campaign has it."""
    if book is None or not board.war.troops:
        board, book = BOARD, load_rulebook(_BOOK)
    weak = board.war.dispersed_from
    return {
        "war_board": board.name,
        "war_troops": tuple(_shifted(row) for row in _troops(board, language)),
        "war_fights": " ".join(_of_damage(board, book, language)),
        "war_units": count(language, "war.per_unit", board.war.per_unit),
        "war_rest": board.war.rest,
        "war_weak": count(language, "war.dispersed_from", weak - 1) if weak > 1 else "",
    }


def _shifted(row: str) -> str:
    """A row of a table further from the edge, so that nobody takes it for an order to be written."""
    return "\n".join(f"  {line}" for line in row.split("\n"))


def _troops(board: Board, language: Language) -> Iterator[str]:
    for letter, troop in board.war.troops.items():
        yield hanging(f"  {letter}", troop_told(board, troop, language).split(" "), 5)
    if board.war.scouts:
        yield hanging("  E", say(language, "troop.scouts").split(" "), 5)


def _rules(board: Board, book: RuleBook, powers: Collection[Power], language: Language) -> Iterator[str]:
    yield " ".join(_of_land(board, book, powers, language))
    yield " ".join(_of_fights(board, book, language))


def _of_land(board: Board, book: RuleBook, powers: Collection[Power], language: Language) -> Iterator[str]:
    """Territories, what they are worth, where units are raised (004 2 to 5)."""
    war = board.war
    yield say(language, "war.aim", n=len(board.centres))
    yield say(language, f"war.control.{book.control.value}")
    yield count(language, "war.per_unit", war.per_unit)
    doubled: list[Province] = sorted(region for region, worth in war.worth.items() if worth > 1)
    if doubled:
        yield count(language, "war.doubled", len(doubled), regions=_regions(doubled, board, language))
    for power, penalty in war.penalties.items():
        if penalty:
            yield count(language, "war.penalty", penalty, power=board.powers[power][language])
    yield say(language, "war.raising")
    homes: list[Province] = sorted(home for power in powers for home in board.homes(power))
    if homes:
        yield count(language, "war.homes", len(homes), regions=_regions(homes, board, language))
    for power, most in war.strategists.items():
        if most > 1 and power in powers:
            yield say(language, "war.strategists", n=most)


def _regions(codes: Iterable[Province], board: Board, language: Language) -> str:
    return listing(language, [region_name(code, board, language).name for code in codes])


def _of_fights(board: Board, book: RuleBook, language: Language) -> Iterator[str]:
    """Power, rivers, harm, the power of the gifted (004 3, 6, 8, 13)."""
    war = board.war
    yield from _of_damage(board, book, language)
    if war.dispersed_from > 1:
        yield count(language, "war.dispersed_from", war.dispersed_from - 1)
    if any(troop.gifted for troop in war.troops.values()):
        yield count(language, "war.gifted", war.rest)


def _of_damage(board: Board, book: RuleBook, language: Language) -> Iterator[str]:
    """Power, rivers, harm (004 3, 6, 8)."""
    war = board.war
    yield say(language, "war.power")
    if war.rivers:
        yield say(language, "war.river")
    match book.damage:
        case Damage.DISLODGED | Damage.LOSERS:
            yield say(language, f"war.damage.{book.damage.value}")
            yield say(language, "war.annihilated")
        case Damage.NONE:
            pass
        case _:
            assert_never(book.damage)


def _of_sight(board: Board, book: RuleBook, language: Language) -> Iterator[str]:
    """The fog, and scouts (004 3, 8, 13)."""
    if book.sight is Sight.NEIGHBOURS:
        yield say(language, "war.fog")
    if board.war.scouts:
        most = [(names[language], board.war.scouts.get(power, 0)) for power, names in board.powers.items()]
        told = listing(language, [f"{name} {n}" for name, n in most if n])
        yield say(language, "war.scouts", most=told)


# --- orders they could give


_MOST = 3


def samples(game: Game, powers: Sequence[Power], voice: Voice) -> tuple[str, ...]:
    """Up to three orders for units and scouts of these powers; ``game`` is as their player knows it."""
    if voice.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    posts = [scout.at for power in powers for scout in game.scouting.of(power)]
    of_units = [order for power in powers for order in _of_units(voice.board, voice.position, power)]
    of_scouts = _of_scouts(voice.board, voice.position, powers, posts)
    orders = of_units[: _MOST - bool(of_scouts)]
    told = [_told(voice.order(order), voice.words(order), voice) for order in orders]
    told += [_told(written(errand), errand_in_words(errand, voice), voice) for errand in of_scouts]
    return tuple(told[:_MOST])


def _told(order: str, words: str, voice: Voice) -> str:
    return voice.say("line.understood", order=order, words=words)


def _of_units(board: Board, position: Position, power: Power) -> Iterator[Order]:
    """An attack, if possible on others, what supports it or another unit, a unit that holds."""
    units = position.units_of(power)
    attacks = [Move(unit.at.province, goal) for unit in units for goal in _goals(board, position, power, unit)]
    attack = min(attacks, key=lambda one: _foreign(position, power, one.to.province), default=None)
    if attack is None:
        yield from (Hold(unit.at.province) for unit in units[:1])
        return
    yield attack
    others = [unit.at.province for unit in units if unit.at.province != attack.at]
    helps: list[Order] = [SupportMove(at, attack.at, attack.to) for at in others]
    helps += [SupportHold(at, other) for at in others for other in others if other != at]
    help_given = next((one for one in helps if why_illegal(board, position, one) is None), None)
    yield from (one for one in (help_given,) if one)
    yield from (Hold(at) for at in reversed(others))


def _goals(board: Board, position: Position, power: Power, unit: Unit) -> Sequence[Location]:
    """Where a unit may go, but for regions where its own stand."""
    own = {one.at.province for one in position.units_of(power)}
    return [to for to in sorted(board.neighbours(unit.kind, unit.at)) if to.province not in own]


def _foreign(position: Position, power: Power, at: Province) -> int:
    """First what others hold, then what nobody holds."""
    owner = position.owners.get(at)
    return 2 if owner == power else 1 if owner is None else 0


def _of_scouts(
    board: Board, position: Position, powers: Sequence[Power], posts: Sequence[Province]
) -> Sequence[Commission]:
    """A scout that goes next door, to others if it can, and one that stays."""
    steps = [
        (position.owners.get(to) in {None, *powers}, at, to)
        for at in posts
        for to, away in distances_from(board, [at]).items()
        if away == 1
    ]
    goes = [Travel(at, to) for _, at, to in sorted(steps)[:1]]
    return [*goes, *(Rest(at) for at in posts[:1])]
