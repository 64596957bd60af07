"""A war as its reader knows it: units, territories, scouts; on boards with troops, or where fog hides units."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from judge.game.people.address_book import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.state import Game
from judge.game.visibility import sees_all
from judge.reports.layout import RowsOfTable, hanging_indent, no_wrap
from judge.reports.names import hit_points_text, strength_text, troop_text, unit_type_name
from judge.reports.phrasing import Phrasing
from judge.reports.scouts import scout_alert_text, scout_report_text
from judge.rules.board import Power, Unit
from judge.rules.position import PhaseKind, Position, territory_count, unit_allowance, unit_balance
from judge.rules.war.fog import PowerView, SeenUnit, presumed_unit, view_for
from judge.rules.war.scouts import Scouting

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
