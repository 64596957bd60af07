"""A war of three nations on the board of Seuil, in which much goes wrong; its letters as they go out."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.game.apply import apply
from judge.game.messages import Event
from judge.game.orders.messages import ErrandGiven, OrderGiven
from judge.game.people.messages import Person
from judge.game.phases.close import close_at_deadline
from judge.game.settings import Address, Language
from judge.game.state import Game
from judge.game.visibility import as_seen_by
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.language import LetterText
from judge.reports.notices import write_notice
from judge.rules.board import Power, Province
from judge.rules.orders import Order
from judge.rules.war.scouts import Enlist, Investigate, Sabotage, ScoutOrder, SpyQuickly, SpySlowly, Travel
from tests.campaign.scene import BOARD, EAST, NOW, WEST, game_at
from tests.shared.changed_members import with_entry
from tests.shared.notified import notices

AAD, BRU, GUE, PON, RAN, REI = map(Province, ("AAD", "BRU", "GUE", "PON", "RAN", "REI"))

FIRST = {
    WEST: ["W PON A BRU", "I GUE A MIR", "I AAD T", "W FOR A AAD", "F ANS A DET", "I VAL A HAU"],
    EAST: ["I RAN A LIS", "C BRU T", "I REI A EIS", "F BUC A DET", "C SCH A P REI", "I WOL T", "I FUR A GUE"],
}
ERRANDS: Mapping[Power, Sequence[ScoutOrder]] = {
    WEST: [SpySlowly(PON, BRU), Travel(AAD, GUE)],
    EAST: [Sabotage(BRU), Investigate(REI, "les ruines de Reinstadt")],
}
RETREAT = {EAST: ["C BRU R FUR"]}
SECOND = {
    WEST: ["W BRU A REI", "W AAD A PON", "I LIS S W BRU A RAN"],
    EAST: ["I RAN S C REI A BRU", "C REI A P BRU", "I GUE A PON"],
}
MORE_ERRANDS: Mapping[Power, Sequence[ScoutOrder]] = {
    WEST: [SpySlowly(PON, GUE)],
    EAST: [Travel(BRU, PON), SpyQuickly(REI, BRU)],
}
SECOND_RETREAT = {EAST: ["C REI R SCH"]}
WINTER = {WEST: ["+W VAL"]}
RECRUITS: Mapping[Power, Sequence[ScoutOrder]] = {WEST: [Enlist(AAD)], EAST: [Enlist(REI)]}


def read(line: str, game: Game, power: Power) -> Order:
    """An order of somebody who sees the whole board."""
    assert game.position is not None
    order = read_order(line, game.position, BOARD, power, load_notation("stim"))
    assert not isinstance(order, Misread), order
    return order


def ordered(
    game: Game, orders: Mapping[Power, Sequence[str]], errands: Mapping[Power, Sequence[ScoutOrder]] | None = None
) -> Game:
    """The game once these orders have been given."""
    given: list[Event] = [
        OrderGiven(power, read(line, game, power), 7, None, NOW) for power, lines in orders.items() for line in lines
    ]
    given += [ErrandGiven(power, one, 7, None, NOW) for power, some in (errands or {}).items() for one in some]
    return happened(game, *given)


def happened(game: Game, *events: Event) -> Game:
    """The game after more events."""
    for event in events:
        following = apply(game, event)
        assert following is not None
        game = following
    return game


def closing(game: Game) -> tuple[Event, ...]:
    """What happens at the deadline."""
    assert game.deadline is not None
    return close_at_deadline(game, game.deadline.at)


def at_war() -> tuple[Game, ...]:
    """The war before each of its deadlines, all orders given: two phases with their retreats, adjustments."""
    stages = [ordered(game_at(), FIRST, ERRANDS)]
    for orders, errands in ((RETREAT, {}), (SECOND, MORE_ERRANDS), (SECOND_RETREAT, {}), (WINTER, RECRUITS)):
        stages.append(ordered(happened(stages[-1], *closing(stages[-1])), orders, errands))
    return tuple(stages)


def with_reader(game: Game, reader: Person) -> Game:
    """The game with one of its people as they read."""
    return with_entry(game, reader)


def reader_of(game: Game, address: Address, language: Language, notation: str = "stim") -> Person:
    """A person of the game who reads a language and a notation."""
    return replace(game.people[address], language=language, notation=notation, zone="Europe/Paris")


def letter(game: Game, events: Sequence[Event], reader: Person, place: int = 0) -> LetterText:
    """One of the letters that tell a person what ``events`` have done, as it goes out."""
    before = with_reader(game, reader)
    told = [notice for notice in notices(before, events) if notice.to == reader.address]
    return write_notice(as_seen_by(happened(before, *events), reader.address), told[place])
