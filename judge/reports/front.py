"""A war as its reader knows it: units, territories, scouts, where the board has troops or the book hides some."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from judge.game.person import Person
from judge.game.phases.messages import PhaseClosed, ScoutsBack
from judge.game.sight import sees_all
from judge.game.state import Game
from judge.reports.board import called, health_told, power_told
from judge.reports.layout import glue, hanging
from judge.reports.scouts import tell_alert, tell_report
from judge.reports.voice import Voice
from judge.rules.board import Power, Unit
from judge.rules.fog import Seen, View, presumed, seen_by
from judge.rules.position import Position
from judge.rules.scouts import Scouting
from judge.rules.territory import allowance, balance, territories

_INDENT = "  "


@dataclass(frozen=True)
class Front:
    """Tables and lines for a page; what there is nothing to say of is empty.

    ``units`` and ``land`` are of the reader's own powers, or of all powers where the reader sees all, ``others`` and
    ``abroad`` of those in sight; ``is_blind`` when the reader has neither unit nor scout to see with.
    """

    has_troops: bool
    units: str
    others: str
    is_foggy: bool
    is_blind: bool
    has_unknown: bool
    driven_out: str
    land: str
    counts: tuple[str, ...]
    abroad: str
    changes: tuple[str, ...]
    decrees: tuple[str, ...]
    scouts: str
    reports: tuple[str, ...]
    alerts: tuple[str, ...]


def front(
    game: Game, reader: Person, voice: Voice, event: PhaseClosed | None = None, *, in_full: bool = False
) -> Front | None:
    """What a person of a game may know of the position a voice speaks of, after ``event`` if it tells of a phase.

    None where everybody sees all there is, and that is the ordinary board.
    """
    scouting = (event.scouts or ScoutsBack()).after if event else game.scouting
    if sees_all(game, reader.address):
        told = front_of_all(voice, scouting, event, in_full=in_full)
    else:
        view = seen_by(game.board, voice.position, scouting, *game.powers_of(reader.address))
        told = _front(voice, view, scouting, event, in_full=in_full)
    return told and replace(told, decrees=(*told.decrees, *_announced(game, voice)))


def front_of_all(
    voice: Voice, scouting: Scouting, event: PhaseClosed | None = None, *, in_full: bool = False
) -> Front | None:
    """The whole of a war, as the archive keeps it; None where the board has no troops."""
    return _front(voice, None, scouting, event, in_full=in_full) if voice.board.war.troops else None


def _front(voice: Voice, view: View | None, scouting: Scouting, event: PhaseClosed | None, *, in_full: bool) -> Front:
    position = voice.position
    powers = view.powers if view else tuple(voice.board.powers)
    others = view.others if view else ()
    back = event.scouts if event and event.scouts else ScoutsBack()
    driven = [one.unit for one in position.dislodged.values() if one.unit.power in powers]
    counted = powers if voice.board.war.troops else ()
    name = partial(_named, voice, len(powers) == 1)
    return Front(
        has_troops=bool(voice.board.war.troops),
        units=_in_full(powers, voice) if in_full else _units(powers, voice),
        others=_others(others, voice),
        is_foggy=view is not None,
        is_blind=view is not None and not view.sight,
        has_unknown=any(seen.name is None for seen in others),
        driven_out=voice.listing(_unit(unit, voice) for unit in driven),
        land=_land(powers, voice, event.before if event else position),
        counts=tuple(name(power, _count(power, voice)) for power in counted if position.centres_of(power)),
        abroad=_abroad([power for power in voice.board.powers if power not in powers], voice),
        changes=tuple(_changes(event, voice)) if event else (),
        decrees=tuple(_decrees(position, voice)),
        scouts=_scouts(powers, scouting, voice),
        reports=tuple(name(one.power, tell_report(one, voice.board, voice.language)) for one in back.reports),
        alerts=tuple(name(one.power, tell_alert(one, voice.board, voice.language)) for one in back.alerts),
    )


def _named(voice: Voice, is_alone: bool, power: Power, text: str) -> str:
    """A line with the power it is for, unless that power is the only one told of."""
    return text if is_alone else voice.say("front.of_power", power=voice.power(power), text=text)


# --- units


def _units(powers: Sequence[Power], voice: Voice) -> str:
    """The units of each power with their hit points, a power a line or more."""
    none = [voice.say("front.no_unit")]
    return _rows(
        {power: [_unit(one, voice) for one in voice.position.units_of(power)] or none for power in powers}, voice
    )


def _unit(unit: Unit, voice: Voice) -> str:
    """A unit, its hit points, and what else of it is not as its troop has it."""
    if unit.corps is None:
        return voice.unit(unit)
    told = glue(f"{voice.unit(unit)} {health_told(unit.corps.health, voice.language)}")
    aside = "; ".join(_aside(unit, voice))
    return f"{told} ({aside})" if aside else told


def _aside(unit: Unit, voice: Voice) -> Iterator[str]:
    corps, troop = unit.corps, voice.board.war.troops.get(unit.letter)
    if corps is None or troop is None:
        return
    if (unit.strength, corps.support, corps.defence) != (troop.attack, troop.support, troop.defence):
        yield power_told(unit.strength, corps.support, corps.defence, voice.language)
    if corps.rest:
        yield voice.count("front.rests", corps.rest)
    if corps.host:
        yield voice.say("front.hosted", power=voice.of_power(corps.host))


def _in_full(powers: Sequence[Power], voice: Voice) -> str:
    """Every unit in words, a line each, for those who have not met them yet."""
    lines = []
    for power in powers:
        units = voice.position.units_of(power)
        lines += [f"{_INDENT}{voice.power(power)}"] * (bool(units) and len(powers) > 1)
        indent = _INDENT * (2 if len(powers) > 1 else 1)
        lines += [
            hanging(f"{indent}{voice.unit(unit)}", _words(unit, voice).split(" "), len(indent) + 7) for unit in units
        ]
    return "\n".join(lines)


def _words(unit: Unit, voice: Voice) -> str:
    corps, name = unit.corps, voice.board.regions[unit.at.province].names[voice.language]
    if corps is None:
        return name
    traits = power_told(unit.strength, corps.support, corps.defence, voice.language)
    facts = {"name": called(voice.board, unit, voice.language), "region": name, "power": traits}
    return voice.say("front.in_full", **facts, health=health_told(corps.health, voice.language))


def _others(others: Sequence[Seen], voice: Voice) -> str:
    """The units of others in sight, each with what is known of it, under the power it looks to be of."""
    by_power = {power: [seen for seen in others if seen.power == power] for power in voice.board.powers}
    return _rows({power: [_seen(one, voice) for one in seen] for power, seen in by_power.items() if seen}, voice)


def _seen(seen: Seen, voice: Voice) -> str:
    known = glue(voice.unit(presumed(voice.board, seen)))
    if seen.health is not None:
        known += glue(f" {health_told(seen.health, voice.language)}")
    if seen.attack is None or seen.support is None or seen.defence is None:
        return known
    return f"{known} ({power_told(seen.attack, seen.support, seen.defence, voice.language)})"


# --- territories


def _land(powers: Sequence[Power], voice: Voice, before: Position) -> str:
    """What each power holds, how much that is, by how much it has changed."""
    rows = {}
    for power in powers:
        held = voice.position.centres_of(power)
        change = len(held) - len(before.centres_of(power))
        number = f"{len(held):2}" + (f" ({change:+})" if change else "")
        rows[power] = ([voice.place(region) for region in held], number)
    wide = max((len(number) for _, number in rows.values()), default=0)
    return _rows(
        {power: held for power, (held, _) in rows.items()}, voice, {p: n.ljust(wide) for p, (_, n) in rows.items()}
    )


def _count(power: Power, voice: Voice) -> str:
    """How many units the territories of a power allow it, and how many it has (004 4, 5)."""
    board, position = voice.board, voice.position
    allowed = allowance(board, position, power)
    return voice.count(
        "front.count",
        board.war.per_unit,
        total=territories(board, position, power),
        why="".join(_reckoned(power, voice)),
        allowed=allowed,
        units=allowed - balance(board, position, power),
    )


def _reckoned(power: Power, voice: Voice) -> Iterator[str]:
    """What makes the total another number than that of the regions."""
    war = voice.board.war
    doubled = [voice.region(region) for region in voice.position.centres_of(power) if war.worth.get(region, 1) > 1]
    penalty = war.penalties.get(power, 0)
    told = [voice.count("front.doubled", len(doubled), regions=voice.listing(doubled))] if doubled else []
    told += [voice.say("front.penalty", n=penalty)] if penalty else []
    if told:
        yield f" ({'; '.join(told)})"


def _abroad(powers: Iterable[Power], voice: Voice) -> str:
    """What others hold of the regions in sight."""
    held = {power: [voice.place(region) for region in voice.position.centres_of(power)] for power in powers}
    return _rows({power: regions for power, regions in held.items() if regions}, voice)


def _changes(event: PhaseClosed, voice: Voice) -> Iterator[str]:
    """Each territory that has changed hands, as far as that is known."""
    for region, power in sorted(event.judgement.gained.items()):
        was, name = event.before.owners.get(region), voice.board.regions[region].names[voice.language]
        facts = {"region": name, "power": voice.to_power(power)}
        if was:
            yield voice.say("front.taken_from", **facts, was=voice.to_power(was))
        else:
            yield voice.say("front.taken", **facts)


def _announced(game: Game, voice: Voice) -> Iterator[str]:
    """Alliances that one side alone has announced."""
    for power, other in sorted(game.affairs.announced):
        yield voice.say("front.announced", power=voice.power_in_words(power), other=voice.power_in_words(other))


def _decrees(position: Position, voice: Voice) -> Iterator[str]:
    """Alliances, factories, quarantine, as far as they are known."""
    for one, other in sorted({tuple(sorted(pair)) for pair in position.allies}):
        yield voice.say("front.allied", one=voice.power(one), other=voice.power(other))
    for power, number in sorted(position.factories.items()):
        yield voice.count("front.factories", number, power=voice.power(power))
    if position.quarantined:
        regions = voice.regions(sorted(position.quarantined))
        yield voice.count("front.quarantined", len(position.quarantined), regions=regions)


# --- scouts


def _scouts(powers: Sequence[Power], scouting: Scouting, voice: Voice) -> str:
    """Where the scouts of each power are, and how many it may have."""
    rows: dict[Power, list[str]] = {}
    for power in powers:
        most = voice.board.war.scouts.get(power, 0)
        posts = [glue(f"E {voice.place(scout.at)}") for scout in scouting.of(power)]
        if most:
            rows[power] = [
                *(posts or [voice.say("front.no_scout")]),
                voice.say("front.scouts", n=len(posts), most=most),
            ]
    return _rows(rows, voice, last=" ")


# --- tables


def _rows(
    rows: Mapping[Power, Sequence[str]], voice: Voice, numbers: Mapping[Power, str] | None = None, last: str = ", "
) -> str:
    """A row for each power: its name, perhaps a number, its items."""
    width = len(_INDENT) + max(len(voice.power(power)) for power in voice.board.powers) + 2
    told = []
    for power, items in rows.items():
        label = f"{_INDENT}{voice.power(power)}".ljust(width) + (f"{numbers[power]}  " if numbers else "")
        told.append(hanging(label, _listed(items, last).split(" "), len(label)))
    return "\n".join(told)


def _listed(items: Sequence[str], last: str) -> str:
    return last.join((", ".join(items[:-1]), items[-1])) if len(items) > 1 else "".join(items)
