"""What was decided of a war besides orders, in words."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from judge.game.person import Person
from judge.game.settings import Language
from judge.game.state import Game
from judge.game.war.messages import (
    AllianceAnnounced,
    AllianceBroken,
    AllianceMade,
    AlliancesChanged,
    AllianceWanted,
    AnnouncementTakenBack,
    Entered,
    FactoryBuilt,
    MapChanged,
    NewFactory,
    RegionQuarantined,
    RegionReleased,
    Repaired,
    Strengthened,
    UnitsRepaired,
    UnitStrengthened,
    WarEntered,
    WarEvent,
    WarNews,
)
from judge.reports.board import health_told, power_told
from judge.reports.deadlines import agenda
from judge.reports.front import front
from judge.reports.language import count, say
from judge.reports.layout import glue
from judge.reports.pages import Words, fill, words
from judge.reports.voice import Voice, voice_of
from judge.rules.board import Location, Power
from judge.rules.corrections import why_not_there
from judge.rules.orders import Build, Order
from judge.rules.position import Position
from judge.rules.territory import allowance, balance
from judge.rules.troops import why_no_troop


def write_about_war(game: Game, reader: Person, news: WarNews) -> Words:
    """The letter that tells one person what was decided; ``game`` as that person knows it."""
    assert game.position is not None
    voice = voice_of(game, reader, game.position)
    is_own = isinstance(news, Entered) and news.is_own
    shows = is_own or isinstance(news, AlliancesChanged)
    text = fill(
        reader.language,
        "all.war",
        said=tuple(_said(game, reader, news, voice)),
        front=front(game, reader, voice) if shows else None,
        ahead=agenda(game, reader, game.deadline, game.powers_of(reader.address), voice)
        if is_own and game.deadline
        else None,
    )
    return words(_subject(game, news, voice), text)


def recorded(event: WarEvent, voice: Voice) -> Iterator[str]:
    """What was decided, a line each, as it is kept where all of a war is."""
    match event:
        case AllianceAnnounced() | AnnouncementTakenBack() | AllianceMade() | AllianceBroken():
            two = {"power": voice.power_in_words(event.power), "other": voice.power_in_words(event.to)}
            yield voice.say(_OF_TWO[type(event)], **two)
        case WarEntered(power=power, units=units):
            yield voice.say("affairs.entered", power=voice.power_in_words(power))
            yield from (voice.unit(unit) for unit in units)
        case UnitStrengthened(unit=unit):
            yield voice.say("affairs.did_strengthen", unit=voice.unit(unit), power=voice.power(unit.power))
        case FactoryBuilt(power=power, position=position):
            yield voice.say("affairs.factory", power=voice.power_in_words(power), n=position.factories[power])
        case UnitsRepaired(power=power, places=places):
            for at in places:
                yield voice.say("affairs.did_repair", unit=voice.unit_at(at), power=voice.power(power))
        case RegionQuarantined(region=region) | RegionReleased(region=region):
            yield from _map_changed(MapChanged(region, closed=isinstance(event, RegionQuarantined)), voice)
        case _:
            assert_never(event)


_OF_TWO = {
    AllianceAnnounced: "affairs.wanted_master",
    AnnouncementTakenBack: "affairs.withdrawn_master",
    AllianceMade: "affairs.made",
    AllianceBroken: "affairs.broken",
}


def _subject(game: Game, news: WarNews, voice: Voice) -> str:
    match news:
        case AllianceWanted(power=power) | AlliancesChanged(power=power):
            other = voice.listing((voice.power(power), voice.power(news.to)))
            return voice.say("subject.alliance", game=game.name, powers=other)
        case Entered(power=power):
            return voice.say("subject.entered", game=game.name, power=voice.power(power))
        case Strengthened(unit):
            return voice.say("subject.granted", game=game.name, power=voice.power(unit.power))
        case NewFactory(power=power) | Repaired(power=power):
            return voice.say("subject.granted", game=game.name, power=voice.power(power))
        case MapChanged(region, closed):
            key = "subject.quarantined" if closed else "subject.released"
            return voice.say(key, game=game.name, place=voice.region(region))
        case _:
            assert_never(news)


def _said(game: Game, reader: Person, news: WarNews, voice: Voice) -> Iterator[str]:
    """A paragraph each."""
    match news:
        case AllianceWanted():
            yield from _wanted(game, reader, news, voice)
        case AlliancesChanged():
            yield from _changed(news, voice)
        case Entered():
            yield from _entered(news, voice)
        case Strengthened(unit):
            corps = unit.corps
            assert corps is not None
            power = power_told(unit.strength, corps.support, corps.defence, voice.language)
            yield voice.say("affairs.strengthened", unit=voice.unit(unit), power=power)
        case NewFactory(power, factories):
            yield voice.say("affairs.factory", power=voice.power_in_words(power), n=factories)
            more = [troop.names[voice.language] for troop in voice.board.war.troops.values() if troop.more]
            yield voice.say("affairs.factory_gives", troops=voice.listing(more) if more else voice.say("affairs.none"))
        case Repaired():
            yield from _repaired(news, voice)
        case MapChanged():
            yield from _map_changed(news, voice)
        case _:
            assert_never(news)


# --- alliances


def _wanted(game: Game, reader: Person, news: AllianceWanted, voice: Voice) -> Iterator[str]:
    is_other = news.to in game.powers_of(reader.address)
    if news.withdrawn:
        key = "affairs.withdrawn" if is_other else "affairs.withdrawn_master"
    else:
        key = "affairs.wanted" if is_other else "affairs.wanted_master"
    yield voice.say(key, power=voice.power_in_words(news.power), other=voice.power_in_words(news.to))
    if is_other and not news.withdrawn:
        yield voice.say("affairs.wanted_how", name=glue(voice.power(news.power)))


def _changed(news: AlliancesChanged, voice: Voice) -> Iterator[str]:
    two = {"power": voice.power_in_words(news.power), "other": voice.power_in_words(news.to)}
    yield voice.say("affairs.broken" if news.broken else "affairs.made", **two)
    for region, owner in news.taken:
        yield voice.say("affairs.taken", place=voice.region(region, "of"), power=voice.to_power(owner))
    if news.broken or not news.powers:
        return
    other = news.power if news.to in news.powers else news.to
    yield voice.say("affairs.made_means")
    if raised := _raised_for(news.powers[0], other, voice):
        yield voice.say("affairs.made_raise", order=voice.order(raised), power=voice.power_in_words(other))


def _raised_for(power: Power, ally: Power, voice: Voice) -> Order | None:
    """An order of a power that raises a unit for its ally at home."""
    board, position = voice.board, voice.position
    homes = sorted(board.homes(power), key=lambda home: (home in position.units, home))
    sites = [Location(home) for home in homes]
    orders = (Build(troop.kind, at, troop.letter, ally) for troop in board.war.troops.values() for at in sites)
    return next((order for order in orders if _could_stand(order, power, voice, position)), None)


def _could_stand(order: Build, power: Power, voice: Voice, position: Position) -> bool:
    empty = replace(position, units={})
    fits = why_not_there(voice.board, empty, order.kind, order.at) is None
    return fits and why_no_troop(voice.board, position, power, order, ()) is None


# --- what the master has granted


def _entered(news: Entered, voice: Voice) -> Iterator[str]:
    name = voice.power_in_words(news.power)
    if news.is_own:
        yield voice.say("affairs.entered_own", power=name)
        too_many = -balance(voice.board, voice.position, news.power)
        if too_many > 0:
            allowed = allowance(voice.board, voice.position, news.power)
            yield voice.count("affairs.too_many", too_many, allowed=allowed)
        return
    yield voice.say("affairs.entered", power=name)
    if news.units:
        yield voice.say("affairs.in_sight", units=voice.listing(map(voice.unit, news.units)))
    else:
        yield voice.say("affairs.out_of_sight")


def _repaired(news: Repaired, voice: Voice) -> Iterator[str]:
    for unit in news.units:
        if unit.corps:
            health = health_told(unit.corps.health, voice.language)
            yield voice.say("affairs.repaired", unit=voice.unit(unit), health=glue(health))
    yield voice.count("affairs.repairs_left", news.left) if news.left else voice.say("affairs.no_repairs_left")


def _map_changed(news: MapChanged, voice: Voice) -> Iterator[str]:
    key = "affairs.quarantined" if news.closed else "affairs.released"
    yield voice.say(key, name=voice.region(news.region))
    if news.void:
        orders = voice.listing(voice.order(order) for _, order in news.void)
        yield voice.count("affairs.void", len(news.void), orders=orders)


def too_many_told(name: str, allowed: int, too_many: int, language: Language) -> str:
    """A nation with more units than its land allows, what that will come to."""
    warning = count(language, "affairs.too_many", too_many, allowed=allowed)
    return f"{say(language, 'deed.war_entered', what=name)} {warning}"
