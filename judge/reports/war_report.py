"""A war as its reader knows it: units, territories, scouts with orders and reports; with troops, or where fog hides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import assert_never

from judge.game.orders.order_status import order_status, scouts_without_errand
from judge.game.people.messages import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.notation.errands import write_errand
from judge.reports.language import listing, say
from judge.reports.layout import RowsOfTable, hanging_indent, no_wrap, plain_spaces
from judge.reports.line_answers import ScoutOrderAccepted
from judge.reports.names import (
    hit_points_text,
    phase_behind_verb,
    region_name,
    strength_text,
    trait_texts,
    troop_text,
    unit_type_name,
)
from judge.reports.phrasing import Phrasing
from judge.rules.board import Board, Power, Province, Unit, Year
from judge.rules.position import Phase, PhaseKind, Position, Season, territory_count, unit_allowance, unit_balance
from judge.rules.war.fog import PowerView, SeenUnit, presumed_unit, view_for
from judge.rules.war.scouts import (
    Alert,
    Asked,
    Captured,
    Enlist,
    Enlisted,
    ErrandResult,
    Investigate,
    Learned,
    Nothing,
    Report,
    Rest,
    RestAll,
    Sabotage,
    Sabotaged,
    Scouting,
    ScoutOrder,
    Spotted,
    SpyQuickly,
    SpySlowly,
    Travel,
    UnitTrait,
    Went,
    why_futile,
)


@dataclass(frozen=True)
class ScoutOrders:
    """The orders of a power's scouts in force, as a template shows them.

    ``idle`` tells of scouts without an order, ``rests`` of units whose power must rest.
    """

    power: str
    errands: tuple[str, ...]
    idle: str
    rests: tuple[str, ...]


def scout_order_lines(sent: ScoutOrderAccepted, phrasing: Phrasing) -> Iterator[str]:
    """Yield an order to a scout as it was understood, the order it replaces, and why it would achieve nothing."""
    yield phrasing.say(
        "scout.understood",
        errand=scout_order_as_written(sent.errand),
        words=scout_order_in_words(sent.errand, phrasing),
    )
    if sent.replaced and sent.replaced != sent.errand:
        yield phrasing.say("scout.replaced", errand=scout_order_as_written(sent.replaced))
    if sent.futile:
        yield phrasing.say("scout.in_vain", why=phrasing.say(f"futile.{sent.futile.value}"))


def scout_orders_later_hint(phrasing: Phrasing) -> str:
    """Return how to keep an order to a scout for a phase in which scouts move or are recruited."""
    phase = phrasing.position.phase
    is_winter = phase.kind is PhaseKind.ADJUSTMENT
    is_late = is_winter or phase.season is Season.FALL
    going = Phase(Season.SPRING if is_late else Season.FALL, Year(phase.year + is_late), PhaseKind.MOVEMENT)
    recruiting = Phase(Season.WINTER, Year(phase.year + is_winter), PhaseKind.ADJUSTMENT)
    return phrasing.say(
        "scout.later", going=_phase_behind_verb(going, phrasing), recruiting=_phase_behind_verb(recruiting, phrasing)
    )


def _phase_behind_verb(phase: Phase, phrasing: Phrasing) -> str:
    return phase_behind_verb(phase, phrasing.board.phase_names, phrasing.language)


def what_if_scout_order_text(errand: ScoutOrder | RestAll, phrasing: Phrasing) -> str:
    """Return the answer to an order to a scout in a what-if, where scouts are not judged."""
    if isinstance(errand, RestAll):
        return phrasing.say("supposed.scouts_rest")
    return phrasing.say(
        "supposed.errand", errand=scout_order_as_written(errand), words=scout_order_in_words(errand, phrasing)
    )


def scout_order_in_words(errand: ScoutOrder, phrasing: Phrasing) -> str:
    """Return an order to a scout in full words, regions by their names."""
    match errand:
        case Travel(at, to):
            return phrasing.say("errand.travel", at=phrasing.region(at, "of"), to=phrasing.region(to))
        case SpySlowly(at, target):
            return phrasing.say("errand.spy_slowly", at=phrasing.region(at, "of"), to=phrasing.region(target, "of"))
        case SpyQuickly(at, target):
            return phrasing.say("errand.spy_quickly", at=phrasing.region(at, "of"), to=phrasing.region(target, "of"))
        case Investigate(at, ""):
            return phrasing.say("errand.investigate", at=phrasing.region(at, "of"))
        case Investigate(at, about):
            return phrasing.say("errand.investigate_this", at=phrasing.region(at, "of"), about=about)
        case Sabotage(at):
            return phrasing.say("errand.sabotage", at=phrasing.region(at, "of"))
        case Rest(at):
            return phrasing.say("errand.rest", at=phrasing.region(at, "of"))
        case Enlist(at):
            return phrasing.say("errand.enlist", at=phrasing.region(at, "at"))
        case _:
            assert_never(errand)


def scout_order_as_written(errand: ScoutOrder) -> str:
    """Return an order to a scout as the rule book writes it, with no-wrap spaces."""
    return no_wrap(write_errand(errand))


def idle_scout_lines(game: Game, powers: Iterable[Power], phrasing: Phrasing) -> Iterator[str]:
    """Yield a sentence for each of these powers whose scouts have no order yet in the open phase."""
    for power in powers if game.board.war.scouts else ():
        if posts := order_status(game, power).idle_scouts:
            places = phrasing.listing(map(_scout_at, posts))
            yield phrasing.count("scout.to_send", len(posts), power=phrasing.power(power), places=places)


def scout_orders(game: Game, power: Power, phrasing: Phrasing) -> ScoutOrders | None:
    """Return the scouts' orders of a power, None where there is nothing to say; ``game`` is as the reader knows it."""
    kind = phrasing.position.phase.kind
    if kind is PhaseKind.RETREAT or not game.board.war.scouts:
        return None
    errands = tuple(map(scout_order_as_written, game.errands_of(power)))
    is_winter = kind is PhaseKind.ADJUSTMENT
    idle = _to_recruit(game, power, phrasing) if is_winter else _idle_scouts(game, power, phrasing)
    rests = () if is_winter else tuple(_resting_units(power, phrasing))
    return ScoutOrders(phrasing.power(power), errands, idle, rests) if errands or idle or rests else None


def _idle_scouts(game: Game, power: Power, phrasing: Phrasing) -> str:
    """Return the scouts without an order, for which the phase waits."""
    posts = scouts_without_errand(game.scouting, game.errands, power)
    return phrasing.count("scout.idle", len(posts), places=phrasing.listing(map(_scout_at, posts))) if posts else ""


def _scout_at(at: Province) -> str:
    return no_wrap(f"E {at}")


def _to_recruit(game: Game, power: Power, phrasing: Phrasing) -> str:
    """Return where a scout may be recruited, if none has been ordered."""
    if game.errands_of(power):
        return ""
    centres = (Enlist(centre) for centre in sorted(game.board.homes(power)))
    free = [one for one in centres if not why_futile(game.board, phrasing.position, game.scouting, power, one)]
    return (
        phrasing.say("scout.may_recruit", lines=phrasing.listing(map(scout_order_as_written, free), "words.or"))
        if free
        else ""
    )


def _resting_units(power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield the units whose power rests, and for how long."""
    for unit in phrasing.position.units_of(power):
        if unit.corps and unit.corps.rest:
            yield phrasing.count("scout.rest", unit.corps.rest, unit=phrasing.unit(unit))


# --- what they bring home


def scout_report_text(report: Report, board: Board, language: Language) -> str:
    """Return an order to a scout with its outcome, for the power whose scout it was."""
    words = _report_outcome(report.outcome, board, language)
    return plain_spaces(say(language, "scout.report", errand=write_errand(report.errand), words=words))


def scout_alert_text(alert: Alert, board: Board, language: Language) -> str:
    """Return that a scout was spotted, for the power that spotted it."""
    place = region_name(alert.at, board, language).at
    if alert.nation is None:
        return plain_spaces(say(language, "scout.alert", place=place))
    nation = board.name_of(alert.nation, language)
    return plain_spaces(say(language, "scout.alert_named", place=place, power=nation))


def _report_outcome(outcome: ErrandResult, board: Board, language: Language) -> str:
    match outcome:
        case Nothing(why):
            return say(language, f"futile.{why.value}")
        case Went():
            return say(language, "scout.went")
        case Captured():
            return say(language, "scout.captured")
        case Learned(target, traits, Unit() as unit):
            told = say(language, "words.comma").join(trait_texts(board, unit, traits, language))
            return say(language, "scout.told", place=region_name(target, board, language).at, traits=told)
        case Learned(target, traits):
            names = tuple(say(language, f"trait.{trait.value}") for trait in UnitTrait if trait in traits)
            place = region_name(target, board, language).at
            return say(language, "scout.learned", place=place, traits=listing(language, names))
        case Spotted(named):
            return say(language, "scout.spotted_named" if named else "scout.spotted")
        case Sabotaged(left, spotted):
            return say(language, "scout.sabotaged_seen" if spotted else "scout.sabotaged", left=left)
        case Asked():
            return say(language, "scout.asked")
        case Enlisted():
            return say(language, "scout.enlisted")
        case _:
            assert_never(outcome)


_INDENT = "  "


@dataclass(frozen=True)
class WarReport:
    """Tables and lines for a template; those with nothing to say are empty.

    ``units`` and ``land`` are of the reader's own powers, or of all powers where the reader sees all; ``others`` and
    ``abroad`` are what is in sight of the others; ``is_blind`` when the reader has neither unit nor scout to see with.
    ``withdrew`` are units of the others that have come into sight by a retreat; ``is_after_retreats`` when the closed
    phase was one of retreats, of which a reader with something in sight is told.
    """

    has_troops: bool
    units: str
    others: str
    is_foggy: bool
    is_blind: bool
    has_unknown: bool
    driven_out: str
    withdrew: str
    is_after_retreats: bool
    land: str
    counts: tuple[str, ...]
    abroad: str
    changes: tuple[str, ...]
    decrees: tuple[str, ...]
    scouts: str
    reports: tuple[str, ...]
    alerts: tuple[str, ...]


def war_report(
    game: Game, reader: Person, phrasing: Phrasing, event: PhaseClosed | None = None, *, in_full: bool = False
) -> WarReport | None:
    """Return what a person of a game may know of a war, in the position of ``phrasing``.

    ``event`` is the closed phase that is reported, if any; ``in_full`` writes every unit in words. None on an ordinary
    board where everybody sees all.
    """
    scouting = (event.scouts or ScoutsBack()).after if event else game.scouting
    if sees_all(game, reader.address):
        told = full_war_report(phrasing, scouting, event, in_full=in_full)
    else:
        view = view_for(game.board, phrasing.position, scouting, *game.powers_of(reader.address))
        told = _war_report(phrasing, view, scouting, event, in_full=in_full)
    return told and replace(told, decrees=(*told.decrees, *_announced(game, phrasing)))


def full_war_report(
    phrasing: Phrasing, scouting: Scouting, event: PhaseClosed | None = None, *, in_full: bool = False
) -> WarReport | None:
    """Return a war without fog, as the archive keeps it; None where the board has no troops."""
    return _war_report(phrasing, None, scouting, event, in_full=in_full) if phrasing.board.war.troops else None


def _war_report(
    phrasing: Phrasing, view: PowerView | None, scouting: Scouting, event: PhaseClosed | None, *, in_full: bool
) -> WarReport:
    position = phrasing.position
    powers = view.powers if view else phrasing.powers
    others = view.others if view else ()
    back = event.scouts if event and event.scouts else ScoutsBack()
    come = [*_withdrawn(phrasing, view, event)] if view and event else []
    driven = [one.unit for one in position.dislodged.values() if one.unit.power in powers]
    counted = powers if phrasing.board.war.troops else ()
    name = partial(_with_power, phrasing, len(powers) == 1)
    return WarReport(
        has_troops=bool(phrasing.board.war.troops),
        units=_units_in_full(powers, phrasing) if in_full else _units(powers, phrasing),
        others=_foreign_units(others, phrasing),
        is_foggy=view is not None,
        is_blind=view is not None and not view.sight,
        has_unknown=any(seen.name is None for seen in others),
        driven_out=phrasing.listing(_unit(unit, phrasing) for unit in phrasing.by_place(driven, lambda unit: unit.at)),
        withdrew=phrasing.listing(come),
        is_after_retreats=bool(view and view.sight and event and event.before.phase.kind is PhaseKind.RETREAT),
        land=_territory_table(powers, phrasing, event.before if event else position),
        counts=tuple(name(power, _count(power, phrasing)) for power in counted if position.centres_of(power)),
        abroad=_foreign_territories([power for power in phrasing.powers if power not in powers], phrasing),
        changes=tuple(_changes(event, phrasing)) if event else (),
        decrees=tuple(_affairs(position, phrasing)),
        scouts=_scouts(powers, scouting, phrasing),
        reports=tuple(
            name(one.power, scout_report_text(one, phrasing.board, phrasing.language)) for one in back.reports
        ),
        alerts=tuple(name(one.power, scout_alert_text(one, phrasing.board, phrasing.language)) for one in back.alerts),
    )


def _with_power(phrasing: Phrasing, is_alone: bool, power: Power, text: str) -> str:
    """Return a line with the name of its power, which is left out if only one power is reported."""
    return text if is_alone else phrasing.say("front.of_power", power=phrasing.power(power), text=text)


# --- units


def _units(powers: Sequence[Power], phrasing: Phrasing) -> RowsOfTable:
    """Return the units of each power with their hit points, a power a line or more."""
    none = [phrasing.say("front.no_unit")]
    return _rows(
        {power: [_unit(one, phrasing) for one in phrasing.units_of(power)] or none for power in powers},
        phrasing,
    )


def _unit(unit: Unit, phrasing: Phrasing) -> str:
    """Return a unit with its hit points, and with whatever differs from the table of troops."""
    if unit.corps is None:
        return phrasing.unit(unit)
    told = no_wrap(f"{phrasing.unit(unit)} {hit_points_text(unit.corps.health, phrasing.language)}")
    aside = "; ".join(_unusual_traits(unit, phrasing))
    return f"{told} ({aside})" if aside else told


def _unusual_traits(unit: Unit, phrasing: Phrasing) -> Iterator[str]:
    corps, troop = unit.corps, phrasing.board.war.troops.get(unit.letter)
    if corps is None or troop is None:
        return
    if (unit.strength, corps.support, corps.defence) != (troop.attack, troop.support, troop.defence):
        yield strength_text(unit.strength, corps.support, corps.defence, phrasing.language)
    if corps.rest:
        yield phrasing.count("front.rests", corps.rest)
    if corps.host:
        yield phrasing.say("front.hosted", power=phrasing.of_power(corps.host))


def _units_in_full(powers: Sequence[Power], phrasing: Phrasing) -> RowsOfTable:
    """Return every unit in words, a line each, for readers who do not know the troops yet."""
    lines = list[str]()
    for power in powers:
        units = phrasing.units_of(power)
        lines += [f"{_INDENT}{phrasing.power(power)}"] * (bool(units) and len(powers) > 1)
        indent = _INDENT * (2 if len(powers) > 1 else 1)
        lines += [
            hanging_indent(f"{indent}{phrasing.unit(unit)}", _unit_in_full(unit, phrasing).split(" "), len(indent) + 7)
            for unit in units
        ]
    return RowsOfTable(lines)


def _unit_in_full(unit: Unit, phrasing: Phrasing) -> str:
    corps, name = unit.corps, phrasing.board.regions[unit.at.province].names[phrasing.language]
    if corps is None:
        return name
    traits = strength_text(unit.strength, corps.support, corps.defence, phrasing.language)
    facts = {"name": unit_type_name(phrasing.board, unit, phrasing.language), "region": name, "power": traits}
    return phrasing.say("front.in_full", **facts, health=hit_points_text(corps.health, phrasing.language))


def _foreign_units(others: Sequence[SeenUnit], phrasing: Phrasing) -> RowsOfTable:
    """Return the units of others in sight with what is known of them, by the power they appear to belong to."""
    by_power = {power: [seen for seen in others if seen.power == power] for power in phrasing.powers}
    return _rows(
        {power: [_foreign_unit(one, phrasing) for one in seen] for power, seen in by_power.items() if seen}, phrasing
    )


def _foreign_unit(seen: SeenUnit, phrasing: Phrasing) -> str:
    known = no_wrap(phrasing.unit(presumed_unit(phrasing.board, seen)))
    if seen.health is not None:
        known += no_wrap(f" {hit_points_text(seen.health, phrasing.language)}")
    if seen.attack is None or seen.support is None or seen.defence is None:
        return known
    return f"{known} ({strength_text(seen.attack, seen.support, seen.defence, phrasing.language)})"


def _withdrawn(phrasing: Phrasing, view: PowerView, event: PhaseClosed) -> Iterator[str]:
    """Yield the units of the others that stand in sight after retreats where none was before.

    Nothing but what the reader saw and sees tells them: in retreats no other unit moves.
    """
    if event.before.phase.kind is not PhaseKind.RETREAT:
        return
    was = view_for(phrasing.board, event.before, (event.scouts or ScoutsBack()).before, *view.powers)
    stood = {seen.at for seen in was.others}
    for seen in view.others:
        is_friend = any(view.position.are_allied(power, seen.power) for power in view.powers)
        if seen.at not in stood and (seen.at in was.sight or is_friend):
            yield f"{_foreign_unit(seen, phrasing)} ({phrasing.power(seen.power)})"


# --- territories


def _territory_table(powers: Sequence[Power], phrasing: Phrasing, before: Position) -> RowsOfTable:
    """Return the territories of each power, their number, and how that has changed."""
    rows = {}
    for power in powers:
        held = phrasing.position.centres_of(power)
        change = len(held) - len(before.centres_of(power))
        number = f"{len(held):2}" + (f" ({change:+})" if change else "")
        rows[power] = (phrasing.places(held), number)
    wide = max((len(number) for _, number in rows.values()), default=0)
    return _rows(
        {power: held for power, (held, _) in rows.items()}, phrasing, {p: n.ljust(wide) for p, (_, n) in rows.items()}
    )


def _count(power: Power, phrasing: Phrasing) -> str:
    """Return how many units the territories of a power allow and how many it has (004 4, 5)."""
    board, position = phrasing.board, phrasing.position
    allowed = unit_allowance(board, position, power)
    return phrasing.count(
        "front.count",
        board.war.per_unit,
        total=territory_count(board, position, power),
        why="".join(_count_explained(power, phrasing)),
        allowed=allowed,
        units=allowed - unit_balance(board, position, power),
    )


def _count_explained(power: Power, phrasing: Phrasing) -> Iterator[str]:
    """Yield why the total of territories differs from the number of regions."""
    war = phrasing.board.war
    doubled = [region for region in phrasing.position.centres_of(power) if war.worth.get(region, 1) > 1]
    penalty = war.penalties.get(power, 0)
    told = [phrasing.count("front.doubled", len(doubled), regions=phrasing.regions(doubled))] if doubled else []
    told += [phrasing.say("front.penalty", n=penalty)] if penalty else []
    if told:
        yield f" ({'; '.join(told)})"


def _foreign_territories(powers: Iterable[Power], phrasing: Phrasing) -> RowsOfTable:
    """Return the regions in sight that others hold."""
    held = {power: phrasing.places(phrasing.position.centres_of(power)) for power in powers}
    return _rows({power: regions for power, regions in held.items() if regions}, phrasing)


def _changes(event: PhaseClosed, phrasing: Phrasing) -> Iterator[str]:
    """Yield a sentence for each territory known to have changed hands."""
    for region, power in phrasing.by_name(sorted(event.judgement.gained.items()), lambda gain: gain[0]):
        was, name = event.before.owners.get(region), phrasing.board.regions[region].names[phrasing.language]
        facts = {"region": name, "power": phrasing.to_power(power)}
        if was:
            yield phrasing.say("front.taken_from", **facts, was=phrasing.to_power(was))
        else:
            yield phrasing.say("front.taken", **facts)


def _announced(game: Game, phrasing: Phrasing) -> Iterator[str]:
    """Yield the alliances that one side alone has announced."""
    for power, other in sorted(game.war_state.announced):
        yield phrasing.say(
            "front.announced", power=phrasing.power_in_words(power), other=phrasing.power_in_words(other)
        )


def _affairs(position: Position, phrasing: Phrasing) -> Iterator[str]:
    """Yield alliances, factories, quarantine and new troops as far as they are known."""
    for one, other in sorted({tuple(sorted(pair)) for pair in position.allies}):
        yield phrasing.say("front.allied", one=phrasing.power(one), other=phrasing.power(other))
    for power, number in sorted(position.factories.items()):
        yield phrasing.count("front.factories", number, power=phrasing.power(power))
    if position.quarantined:
        regions = phrasing.regions(sorted(position.quarantined))
        yield phrasing.count("front.quarantined", len(position.quarantined), regions=regions)
    for troop in position.troops:
        row = troop_text(phrasing.board, troop, phrasing.language)
        yield phrasing.say("front.troop", letter=troop.letter, troop=row)


# --- scouts


def _scouts(powers: Sequence[Power], scouting: Scouting, phrasing: Phrasing) -> RowsOfTable:
    """Return where the scouts of each power are, and how many it may have."""
    rows: dict[Power, list[str]] = {}
    for power in powers:
        most = phrasing.board.war.scouts.get(power, 0)
        posts = [no_wrap(f"E {phrasing.place(scout.at)}") for scout in scouting.of(power)]
        if most:
            rows[power] = [
                *(posts or [phrasing.say("front.no_scout")]),
                phrasing.say("front.scouts", n=len(posts), most=most),
            ]
    return _rows(rows, phrasing, last=" ")


# --- tables


def _rows(
    rows: Mapping[Power, Sequence[str]],
    phrasing: Phrasing,
    numbers: Mapping[Power, str] | None = None,
    last: str = ", ",
) -> RowsOfTable:
    """Return a row for each power: its name, its number if there is one, its items."""
    width, told = len(_INDENT) + max(len(phrasing.power(power)) for power in phrasing.board.powers) + 2, []
    for power, items in rows.items():
        name, number = phrasing.power(power), numbers[power] if numbers else ""
        label = f"{_INDENT}{name}".ljust(width) + (f"{number}  " if numbers else "")
        cells = filter(None, (name, number.strip()))
        told.append(hanging_indent(label, _listed(items, last).split(" "), len(label), cells))
    return RowsOfTable(told)


def _listed(items: Sequence[str], last: str) -> str:
    return last.join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)
