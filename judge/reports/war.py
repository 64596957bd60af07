"""Letters about a war: its briefing, alliances, what the master decides."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from judge.game.people.messages import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceAnnouncedNews,
    AllianceBroken,
    AllianceMade,
    AllianceNews,
    AnnouncementTakenBack,
    FactoryBuilt,
    FactoryBuiltNews,
    QuarantineNews,
    RegionQuarantined,
    RegionReleased,
    TroopAdded,
    TroopAddedNews,
    UnitsRepaired,
    UnitsRepairedNews,
    UnitStrengthened,
    UnitStrengthenedNews,
    WarEntered,
    WarEnteredNews,
    WarEvent,
    WarNews,
)
from judge.reports.deadlines import open_phase
from judge.reports.language import LetterText, count, fill_template, letter_text, listing, say
from judge.reports.layout import TableRow, hanging_indent, no_wrap
from judge.reports.names import hit_points_text, names_of_powers, region_name, strength_text, troop_text
from judge.reports.order_examples import CAMPAIGN_BOARD
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.war_report import scout_order_as_written, scout_order_in_words, war_report
from judge.rules.adjustments import distances_from
from judge.rules.board import Board, Location, Power, Province, Troop, Unit, UnitKind
from judge.rules.corrections import why_cannot_place
from judge.rules.legality import why_illegal
from judge.rules.orders import Build, Hold, Move, Order, SupportHold, SupportMove
from judge.rules.position import PhaseKind, Position, unit_allowance, unit_balance
from judge.rules.rulebook import Damage, RuleBook, UnitSight, load_rulebook
from judge.rules.war.scouts import Rest, ScoutOrder, Travel
from judge.rules.war.troops import why_illegal_troop

# --- letters and archive lines about a war: alliances, and what the game master decides


def write_about_war(game: Game, reader: Person, news: WarNews) -> LetterText:
    """Return the letter that tells one person about a war; ``game`` is as that person knows it."""
    phrasing = phrasing_for(game, reader, game.stands_at)
    is_own = isinstance(news, WarEnteredNews) and news.is_own
    shows = is_own or isinstance(news, AllianceNews)
    text = fill_template(
        reader.language,
        "all.war",
        game.board.book_words,
        said=tuple(_paragraphs(game, reader, news, phrasing)),
        front=war_report(game, reader, phrasing) if shows else None,
        ahead=open_phase(game, reader, game.deadline, game.powers_of(reader.address), phrasing)
        if is_own and game.deadline
        else None,
    )
    return letter_text(_subject(game, news, phrasing), text)


def war_event_lines(event: WarEvent, phrasing: Phrasing) -> Iterator[str]:
    """Yield lines on an event of a war, for the archive, where nothing of a war is hidden."""
    match event:
        case AllianceAnnounced() | AnnouncementTakenBack() | AllianceMade() | AllianceBroken():
            two = {"power": phrasing.power_in_words(event.power), "other": phrasing.power_in_words(event.to)}
            yield phrasing.say(_ALLIANCE_KEYS[type(event)], **two)
        case WarEntered(power=power, units=units):
            yield phrasing.say("affairs.entered", power=phrasing.power_in_words(power))
            yield from (phrasing.unit(unit) for unit in units)
        case UnitStrengthened(unit=unit):
            yield phrasing.say("affairs.did_strengthen", unit=phrasing.unit(unit), power=phrasing.power(unit.power))
        case FactoryBuilt(power=power, position=position):
            yield phrasing.say("affairs.factory", power=phrasing.power_in_words(power), n=position.factories[power])
        case UnitsRepaired(power=power, places=places):
            for at in places:
                yield phrasing.say("affairs.did_repair", unit=phrasing.unit_at(at), power=phrasing.power(power))
        case RegionQuarantined(region=region) | RegionReleased(region=region):
            yield from _map_changed(QuarantineNews(region, closed=isinstance(event, RegionQuarantined)), phrasing)
        case TroopAdded(troop=troop):
            yield _troop_told(troop, phrasing)
        case _:
            assert_never(event)


_ALLIANCE_KEYS = {
    AllianceAnnounced: "affairs.wanted_master",
    AnnouncementTakenBack: "affairs.withdrawn_master",
    AllianceMade: "affairs.made",
    AllianceBroken: "affairs.broken",
}


def _subject(game: Game, news: WarNews, phrasing: Phrasing) -> str:
    match news:
        case AllianceAnnouncedNews(power=power) | AllianceNews(power=power):
            other = phrasing.listing((phrasing.power(power), phrasing.power(news.to)))
            return phrasing.say("subject.alliance", game=game.name, powers=other)
        case WarEnteredNews(power=power):
            return phrasing.say("subject.entered", game=game.name, power=phrasing.power(power))
        case UnitStrengthenedNews(unit):
            return phrasing.say("subject.granted", game=game.name, power=phrasing.power(unit.power))
        case FactoryBuiltNews(power=power) | UnitsRepairedNews(power=power):
            return phrasing.say("subject.granted", game=game.name, power=phrasing.power(power))
        case QuarantineNews(region, closed):
            key = "subject.quarantined" if closed else "subject.released"
            return phrasing.say(key, game=game.name, place=phrasing.region(region))
        case TroopAddedNews(troop):
            return phrasing.say("subject.troop", game=game.name, troop=troop.name_in(phrasing.language))
        case _:
            assert_never(news)


def _paragraphs(game: Game, reader: Person, news: WarNews, phrasing: Phrasing) -> Iterator[str]:
    """Yield the paragraphs of the letter."""
    match news:
        case AllianceAnnouncedNews():
            yield from _alliance_wanted(game, reader, news, phrasing)
        case AllianceNews():
            yield from _alliances_changed(news, phrasing)
        case WarEnteredNews():
            yield from _entered(news, phrasing)
        case UnitStrengthenedNews(unit):
            corps = unit.corps
            assert corps is not None
            power = strength_text(unit.strength, corps.support, corps.defence, phrasing.language)
            yield phrasing.say("affairs.strengthened", unit=phrasing.unit(unit), power=power)
        case FactoryBuiltNews(power, factories):
            yield phrasing.say("affairs.factory", power=phrasing.power_in_words(power), n=factories)
            more = [troop.name_in(phrasing.language) for troop in phrasing.board.war.troops.values() if troop.more]
            yield phrasing.say(
                "affairs.factory_gives", troops=phrasing.listing(more) if more else phrasing.say("affairs.none")
            )
        case UnitsRepairedNews():
            yield from _repaired(news, phrasing)
        case QuarantineNews():
            yield from _map_changed(news, phrasing)
        case TroopAddedNews(troop):
            yield _troop_told(troop, phrasing)
        case _:
            assert_never(news)


# --- alliances


def _alliance_wanted(game: Game, reader: Person, news: AllianceAnnouncedNews, phrasing: Phrasing) -> Iterator[str]:
    is_other = news.to in game.powers_of(reader.address)
    if news.withdrawn:
        key = "affairs.withdrawn" if is_other else "affairs.withdrawn_master"
    else:
        key = "affairs.wanted" if is_other else "affairs.wanted_master"
    yield phrasing.say(key, power=phrasing.power_in_words(news.power), other=phrasing.power_in_words(news.to))
    if is_other and not news.withdrawn:
        yield phrasing.say("affairs.wanted_how", name=no_wrap(phrasing.power(news.power)))


def _alliances_changed(news: AllianceNews, phrasing: Phrasing) -> Iterator[str]:
    two = {"power": phrasing.power_in_words(news.power), "other": phrasing.power_in_words(news.to)}
    yield phrasing.say("affairs.broken" if news.broken else "affairs.made", **two)
    for region, owner in news.taken:
        yield phrasing.say("affairs.taken", place=phrasing.region(region, "of"), power=phrasing.to_power(owner))
    if news.broken or not news.powers:
        return
    other = news.power if news.to in news.powers else news.to
    yield phrasing.say("affairs.made_means")
    if raised := _example_build_for_ally(news.powers[0], other, phrasing):
        yield phrasing.say("affairs.made_raise", order=phrasing.order(raised), power=phrasing.power_in_words(other))


def _example_build_for_ally(power: Power, ally: Power, phrasing: Phrasing) -> Order | None:
    """Return an order of a power that builds a unit for its ally at home; None where there is none."""
    board, position = phrasing.board, phrasing.position
    homes = sorted(board.homes(power), key=lambda home: (home in position.units, home))
    sites = [Location(home) for home in homes]
    orders = (Build(troop.kind, at, troop.letter, ally) for troop in board.war.troops.values() for at in sites)
    return next((order for order in orders if _could_stand(order, power, phrasing, position)), None)


def _could_stand(order: Build, power: Power, phrasing: Phrasing, position: Position) -> bool:
    empty = replace(position, units={})
    fits = why_cannot_place(phrasing.board, empty, order.kind, order.at) is None
    return fits and why_illegal_troop(phrasing.board, position, power, order, ()) is None


# --- what the master has granted


def _entered(news: WarEnteredNews, phrasing: Phrasing) -> Iterator[str]:
    name = phrasing.power_in_words(news.power)
    if news.is_own:
        yield phrasing.say("affairs.entered_own", power=name)
        too_many = -unit_balance(phrasing.board, phrasing.position, news.power)
        if too_many > 0:
            allowed = unit_allowance(phrasing.board, phrasing.position, news.power)
            yield phrasing.count("affairs.too_many", too_many, allowed=allowed)
        return
    yield phrasing.say("affairs.entered", power=name)
    if news.units:
        yield phrasing.say("affairs.in_sight", units=phrasing.listing(map(phrasing.unit, news.units)))
    else:
        yield phrasing.say("affairs.out_of_sight")


def _repaired(news: UnitsRepairedNews, phrasing: Phrasing) -> Iterator[str]:
    for unit in news.units:
        if unit.corps:
            health = hit_points_text(unit.corps.health, phrasing.language)
            yield phrasing.say("affairs.repaired", unit=phrasing.unit(unit), health=no_wrap(health))
    yield phrasing.count("affairs.repairs_left", news.left) if news.left else phrasing.say("affairs.no_repairs_left")


def _map_changed(news: QuarantineNews, phrasing: Phrasing) -> Iterator[str]:
    key = "affairs.quarantined" if news.closed else "affairs.released"
    yield phrasing.say(key, name=phrasing.region(news.region))
    if news.void:
        orders = phrasing.listing(phrasing.order(order) for _, order in news.void)
        yield phrasing.count("affairs.void", len(news.void), orders=orders)


def _troop_told(troop: Troop, phrasing: Phrasing) -> str:
    row = troop_text(phrasing.board, troop, phrasing.language)
    return phrasing.say("affairs.troop", letter=troop.letter, troop=row)


def troop_example(board: Board, language: Language) -> str:
    """Return a line that adds a troop, which one power of a board alone raises."""
    return say(language, "affairs.troop_example", power=board.name_of(next(iter(board.powers)), language))


def too_many_units_text(name: str, allowed: int, too_many: int, language: Language) -> str:
    """Return that a power has entered the war with more units than its land allows, and what follows from that."""
    warning = count(language, "affairs.too_many", too_many, allowed=allowed)
    return f"{say(language, 'outcome.war_entered', what=name)} {warning}"


# --- the briefing of a war for its players: its troops, its land, its scouts; sample orders


_CAMPAIGN_RULEBOOK = "stim"
"""The rule book of the packaged campaign."""


@dataclass(frozen=True)
class WarBriefing:
    """The briefing as a template shows it: a row for each kind of troop, what the board decides in sentences.

    How fights go and what is seen is told by the help. Of an ordinary board with fog it holds the rule of sight alone.
    """

    troops: tuple[str, ...]
    rules: tuple[str, ...]


def war_briefing(game: Game, reader: Person) -> WarBriefing | None:
    """Return the briefing of a game as far as its reader may know it.

    None on a board without troops where nothing is hidden.
    """
    board, language, is_foggy = game.board, reader.language, game.book.sight is UnitSight.NEIGHBOURS
    if game.position is None or not (board.war.troops or is_foggy):
        return None
    if not board.war.troops:
        return WarBriefing((), (say(language, "war.fog"),))
    land = " ".join(_land_rules(board, game.book, game.powers_of(reader.address), language))
    return WarBriefing(tuple(_troop_rows(board, language)), (land,))


def war_help_facts(board: Board, book: RuleBook | None, language: Language) -> Mapping[str, object]:
    """Return the facts that the help shows of wars, for a board and its rule book.

    Where the board has no troops, those of the packaged campaign are shown.
    """
    if book is None or not board.war.troops:
        board, book = CAMPAIGN_BOARD, load_rulebook(_CAMPAIGN_RULEBOOK)
    weak = board.war.dispersed_from
    return {
        "war_board": board.name,
        "war_troops": tuple(_indented(row) for row in _troop_rows(board, language)),
        "war_fights": " ".join(_damage_rules(board, book, language)),
        "war_units": count(language, "war.per_unit", board.war.per_unit),
        "war_rest": board.war.rest,
        "war_weak": count(language, "war.dispersed_from", weak - 1) if weak > 1 else "",
    }


def _indented(row: TableRow) -> TableRow:
    """Return a row of a table indented further, so that nobody takes it for an order."""
    return TableRow("\n".join(f"  {line}" for line in row.split("\n")), row.cells)


def _troop_rows(board: Board, language: Language) -> Iterator[TableRow]:
    for letter, troop in board.war.troops.items():
        yield hanging_indent(f"  {letter}", troop_text(board, troop, language).split(" "), 5)
    if board.war.scouts:
        yield hanging_indent("  E", say(language, "troop.scouts").split(" "), 5)


def _land_rules(board: Board, book: RuleBook, powers: Collection[Power], language: Language) -> Iterator[str]:
    """Yield what the board decides: what territories are worth, where units are raised, how many scouts there are."""
    war = board.war
    yield say(language, "war.aim", n=len(board.centres))
    yield say(language, f"war.control.{book.control.value}")
    yield count(language, "war.per_unit", war.per_unit)
    doubled: list[Province] = sorted(region for region, worth in war.worth.items() if worth > 1)
    if doubled:
        yield count(language, "war.doubled", len(doubled), regions=_regions(doubled, board, language))
    for power, penalty in war.penalties.items():
        if penalty:
            yield count(language, "war.penalty", penalty, power=board.name_of(power, language))
    yield say(language, "war.raising")
    homes: list[Province] = sorted(home for power in powers for home in board.homes(power))
    if homes:
        yield count(language, "war.homes", len(homes), regions=_regions(homes, board, language))
    for power, most in war.strategists.items():
        if most > 1 and power in powers:
            yield say(language, "war.strategists", n=most)
    if board.war.scouts:
        named = ((name, board.war.scouts.get(power, 0)) for power, name in names_of_powers(board, language).items())
        yield say(language, "war.scouts", most=listing(language, [f"{name} {n}" for name, n in named if n]))


def _regions(codes: Iterable[Province], board: Board, language: Language) -> str:
    return listing(language, [region_name(code, board, language).name for code in codes])


def _damage_rules(board: Board, book: RuleBook, language: Language) -> Iterator[str]:
    """Yield the rules of power, rivers and damage (004 3, 6, 8)."""
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


# --- orders they could give


_MOST_SAMPLES = 3


def sample_orders(game: Game, powers: Sequence[Power], phrasing: Phrasing) -> tuple[str, ...]:
    """Return up to three orders for units and scouts of these powers; ``game`` is as their player knows it."""
    if phrasing.position.phase.kind is not PhaseKind.MOVEMENT:
        return ()
    posts = [scout.at for power in powers for scout in game.scouting.of(power)]
    of_units = [order for power in powers for order in _of_units(phrasing.board, phrasing.position, power)]
    of_scouts = _of_scouts(phrasing.board, phrasing.position, powers, posts)
    orders = of_units[: _MOST_SAMPLES - bool(of_scouts)]
    told = [_with_meaning(phrasing.order(order), phrasing.words(order), phrasing) for order in orders]
    told += [
        _with_meaning(scout_order_as_written(errand), scout_order_in_words(errand, phrasing), phrasing)
        for errand in of_scouts
    ]
    return tuple(told[:_MOST_SAMPLES])


def _with_meaning(order: str, words: str, phrasing: Phrasing) -> str:
    return phrasing.say("line.understood", order=order, words=words)


def _of_units(board: Board, position: Position, power: Power) -> Iterator[Order]:
    """Yield an attack, if possible on a region of others, a support, and a hold."""
    units = sorted(position.units_of(power), key=lambda one: one.kind is UnitKind.FLEET)
    attacks = [Move(unit.at.province, goal) for unit in units for goal in _targets(board, position, power, unit)]
    attack = min(
        attacks,
        key=lambda one: (not _is_helped(board, position, power, one), _target_rank(position, power, one.to.province)),
        default=None,
    )
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


def _is_helped(board: Board, position: Position, power: Power, attack: Move) -> bool:
    """Return whether another unit of the power may support an attack."""
    others = (unit.at.province for unit in position.units_of(power) if unit.at.province != attack.at)
    return any(why_illegal(board, position, SupportMove(at, attack.at, attack.to)) is None for at in others)


def _targets(board: Board, position: Position, power: Power, unit: Unit) -> Sequence[Location]:
    """Return where a unit may go, except to regions with units of its own power."""
    own = {one.at.province for one in position.units_of(power)}
    return [to for to in sorted(board.neighbours(unit.kind, unit.at)) if to.province not in own]


def _target_rank(position: Position, power: Power, at: Province) -> int:
    """Return the rank of a target: held by others first, then held by nobody."""
    owner = position.owners.get(at)
    return 2 if owner == power else 1 if owner is None else 0


def _of_scouts(
    board: Board, position: Position, powers: Sequence[Power], posts: Sequence[Province]
) -> Sequence[ScoutOrder]:
    """Return an order to a scout to go next door, to others if it can, and one to stay."""
    steps = [
        (position.owners.get(to) in {None, *powers}, at, to)
        for at in posts
        for to, away in distances_from(board, [at]).items()
        if away == 1
    ]
    goes = [Travel(at, to) for _, at, to in sorted(steps)[:1]]
    return [*goes, *(Rest(at) for at in posts[:1])]
