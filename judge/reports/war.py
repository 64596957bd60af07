"""Letters and archive lines about a war: alliances, and what the game master decides."""

from collections.abc import Iterator
from dataclasses import replace
from typing import assert_never

from judge.game.people.address_book import Person
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
from judge.reports.language import count, say
from judge.reports.layout import no_wrap
from judge.reports.names import hit_points_text, strength_text
from judge.reports.phrasing import Phrasing, phrasing_for
from judge.reports.templates import LetterText, fill_template, letter_text
from judge.reports.war_report import war_report
from judge.rules.board import Location, Power
from judge.rules.corrections import why_cannot_place
from judge.rules.orders import Build, Order
from judge.rules.position import Position
from judge.rules.territory import unit_allowance, unit_balance
from judge.rules.war.troops import why_illegal_troop


def write_about_war(game: Game, reader: Person, news: WarNews) -> LetterText:
    """Return the letter that tells one person about a war; ``game`` is as that person knows it."""
    assert game.position is not None
    phrasing = phrasing_for(game, reader, game.position)
    is_own = isinstance(news, WarEnteredNews) and news.is_own
    shows = is_own or isinstance(news, AllianceNews)
    text = fill_template(
        reader.language,
        "all.war",
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
            more = [troop.names[phrasing.language] for troop in phrasing.board.war.troops.values() if troop.more]
            yield phrasing.say(
                "affairs.factory_gives", troops=phrasing.listing(more) if more else phrasing.say("affairs.none")
            )
        case UnitsRepairedNews():
            yield from _repaired(news, phrasing)
        case QuarantineNews():
            yield from _map_changed(news, phrasing)
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


def too_many_units_text(name: str, allowed: int, too_many: int, language: Language) -> str:
    """Return that a power has entered the war with more units than its land allows, and what follows from that."""
    warning = count(language, "affairs.too_many", too_many, allowed=allowed)
    return f"{say(language, 'deed.war_entered', what=name)} {warning}"
