"""What is decided of a war besides orders: who may decide it when, what becomes of the game, who is told."""

from collections.abc import Sequence
from dataclasses import replace

from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.mastery.messages import CorrectPosition, RolledBack
from judge.game.messages import Command, Event
from judge.game.orders.messages import GiveOrder
from judge.game.phases.close import close_at_deadline
from judge.game.phases.messages import PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address
from judge.game.state import Game, Repairs
from judge.game.visibility import as_seen_by
from judge.game.war.messages import (
    AddTroop,
    AllianceAnnouncedNews,
    AllianceBroken,
    AllianceMade,
    AllianceNews,
    AnnounceAlliance,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    QuarantineNews,
    QuarantineRegion,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    TroopAddedNews,
    UnitsRepaired,
    WarEntered,
    WarEnteredNews,
)
from judge.rules.board import Location, Power, Province, Troop, UnitKind
from judge.rules.corrections import RemoveUnit
from judge.rules.orders import Build, Move
from judge.rules.position import Phase, territory_count, unit_balance
from judge.rules.verdicts import Illegal
from judge.rules.war.fog import UNKNOWN_TROOP
from judge.rules.war.troops import why_illegal_troop
from tests.campaign.scene import BOARD, EAST, ISLE, MASTER, NOW, OPENING, SEATS, WEST, game_at, standing, unit
from tests.game import tables
from tests.shared.changed_members import with_master
from tests.shared.each_case import each_case
from tests.shared.notified import notices

ODILE = MASTER.address
AURELE, RENATE, MILO = SEATS[WEST], SEATS[EAST], SEATS[ISLE]
WEST_LAND = "AAD FOR POR VAL ANS GUE HAU LIS MIR ORM PON SAB"
WINTER = standing(
    "W1A",
    {WEST: "I AAD, W PON 2, W FOR 1, I GUE 2", EAST: "C BRU 1, I REI", ISLE: "I MIR, F DET"},
    {WEST: WEST_LAND, EAST: "BRU REI SCH WOL", ISLE: "MIL"},
)
AT_WINTER = game_at(WINTER)
AT_OPENING = game_at()
AAD, PON, FOR, GUE, MIR, MIL, DET, ORM = map(Province, ("AAD", "PON", "FOR", "GUE", "MIR", "MIL", "DET", "ORM"))


def decided(game: Game, *commands: Command) -> tuple[Game, tuple[Event, ...]]:
    """The game once these commands, which must be allowed, have been decided; the events of the last one."""
    events: tuple[Event, ...] = ()
    for command in commands:
        answer = decide(game, command, NOW)
        assert not isinstance(answer, Refused), answer
        events, found = answer, apply_all(game, answer)
        assert found is not None
        game = found
    return game, events


def raised(*units: str) -> tuple[Build, ...]:
    """Units as the orders that would raise them."""
    named = [unit(ISLE, text) for text in units]
    return tuple(Build(one.kind, one.at, one.letter) for one in named)


def told(game: Game, *commands: Command) -> Sequence[Address]:
    """Who is told what the last of these commands brings about."""
    before, _ = decided(game, *commands[:-1])
    _, events = decided(before, commands[-1])
    return [notice.to for notice in notices(before, events)]


# --- alliances


ANNOUNCED = AnnounceAlliance(AURELE, ISLE)
ACCEPTED = AnnounceAlliance(MILO, WEST)
BROKEN = BreakAlliance(MILO, WEST)


def test_an_alliance_exists_once_both_have_announced_it() -> None:
    one, _ = decided(AT_WINTER, ANNOUNCED)
    assert one.war_state.announced == {(WEST, ISLE)}
    assert one.position == WINTER
    both, events = decided(one, ACCEPTED)
    assert isinstance(events[0], AllianceMade)
    assert both.war_state.announced == frozenset()
    assert both.position
    assert both.position.allies == {(WEST, ISLE), (ISLE, WEST)}


def test_an_announcement_waits_from_one_turn_to_the_next() -> None:
    waiting, _ = decided(AT_WINTER, ANNOUNCED)
    later = replace(waiting, position=replace(WINTER, phase=Phase.parse("W2A")))
    _, events = decided(later, ACCEPTED)
    assert isinstance(events[0], AllianceMade)


def test_what_was_announced_can_be_taken_back_in_any_phase() -> None:
    waiting, _ = decided(AT_WINTER, ANNOUNCED)
    spring = replace(waiting, position=OPENING)
    back, _ = decided(spring, BreakAlliance(AURELE, ISLE))
    assert back.war_state.announced == frozenset()


def test_guests_count_for_their_host_until_the_alliance_is_broken() -> None:
    assert unit_balance(BOARD, WINTER, WEST) == 15 // 2 - 4
    allied, _ = decided(AT_WINTER, ANNOUNCED, ACCEPTED)
    assert allied.position
    assert (unit_balance(BOARD, allied.position, WEST), unit_balance(BOARD, allied.position, ISLE)) == (15 // 2 - 5, -1)
    parted, events = decided(allied, BROKEN)
    assert isinstance(events[0], AllianceBroken)
    assert parted.position
    assert parted.position.owners[MIR] == ISLE
    assert territory_count(BOARD, parted.position, WEST) == 14
    assert territory_count(BOARD, parted.position, ISLE) == 2


def test_only_the_two_and_a_master_without_a_seat_hear_of_an_alliance() -> None:
    assert told(AT_WINTER, ANNOUNCED) == [MILO, ODILE]
    assert told(AT_WINTER, ANNOUNCED, BreakAlliance(AURELE, ISLE)) == [MILO, ODILE]
    assert told(AT_WINTER, ANNOUNCED, ACCEPTED) == [MILO, AURELE, ODILE]
    assert told(AT_WINTER, ANNOUNCED, ACCEPTED, BROKEN) == [MILO, AURELE, ODILE]
    playing = with_master(AT_WINTER, RENATE)
    assert told(playing, ANNOUNCED) == [MILO]
    assert told(playing, ANNOUNCED, ACCEPTED) == [MILO, AURELE]


def test_nobody_else_knows_what_has_been_announced() -> None:
    waiting, _ = decided(AT_WINTER, ANNOUNCED)
    known = {reader: as_seen_by(waiting, reader).war_state.announced for reader in (AURELE, MILO, RENATE, ODILE)}
    assert known == {AURELE: {(WEST, ISLE)}, MILO: {(WEST, ISLE)}, RENATE: frozenset(), ODILE: {(WEST, ISLE)}}


def test_the_two_are_told_which_regions_change_hands() -> None:
    allied, _ = decided(AT_WINTER, ANNOUNCED, ACCEPTED)
    _, events = decided(allied, BROKEN)
    news = {notice.to: notice.news for notice in notices(allied, events)}
    assert news[AURELE] == AllianceNews(ISLE, WEST, (WEST,), broken=True, taken=((MIR, ISLE),))
    assert news[ODILE] == AllianceNews(ISLE, WEST, (), broken=True, taken=((MIR, ISLE),))


# --- what the master decides


def test_a_nation_enters_the_war_with_units_of_its_own() -> None:
    game, events = decided(AT_OPENING, EnterWar(ODILE, ISLE, raised("I MIL", "F DET")))
    assert isinstance(events[0], WarEntered)
    assert game.position
    assert game.position.units_of(ISLE) == (unit(ISLE, "F DET"), unit(ISLE, "I MIL"))


def test_everyone_hears_of_it_and_sees_what_is_in_sight() -> None:
    _, events = decided(AT_OPENING, EnterWar(ODILE, ISLE, raised("I MIL", "F DET")))
    news = {notice.to: notice.news for notice in notices(AT_OPENING, events)}
    seen = {to: one.units for to, one in news.items() if isinstance(one, WarEnteredNews)}
    assert [[(one.letter, one.at.province) for one in seen[to]] for to in (AURELE, RENATE, MILO, ODILE)] == [
        [(UNKNOWN_TROOP, DET)],
        [(UNKNOWN_TROOP, DET)],
        [("F", DET), ("I", MIL)],
        [("F", DET), ("I", MIL)],
    ]


def test_barracks_and_factories_are_for_their_nation_to_know() -> None:
    assert told(AT_WINTER, StrengthenUnit(ODILE, AAD)) == [AURELE]
    assert told(AT_WINTER, BuildFactory(ODILE, EAST)) == [RENATE]
    assert told(AT_WINTER, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (PON, FOR))) == [AURELE]


def test_barracks_add_a_point_to_all_that_a_unit_does() -> None:
    game, _ = decided(AT_WINTER, StrengthenUnit(ODILE, PON))
    assert game.position
    stronger = game.position.units[PON]
    assert stronger.corps
    assert (stronger.strength, stronger.corps.support, stronger.corps.defence, stronger.corps.health) == (3, 3, 2, 2)


def test_each_factory_gives_two_hit_points_a_phase() -> None:
    one, _ = decided(AT_WINTER, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (PON, FOR)))
    assert one.position
    assert [one.position.units[at].corps.health for at in (PON, FOR)] == [3, 2]  # type: ignore[union-attr]
    assert refused(one, RepairUnits(ODILE, (GUE,))).why is Refusal.REPAIRS_USED_UP
    two, _ = decided(one, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (FOR, FOR)))
    assert two.position
    assert two.position.units[FOR].corps.health == 4  # type: ignore[union-attr]
    later = replace(two, position=replace(two.position, phase=Phase.parse("W2A")))
    assert decided(later, RepairUnits(ODILE, (GUE,)))


def test_going_back_gives_the_repairs_made_since_back_and_no_others() -> None:
    mended, events = decided(AT_WINTER, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (PON, FOR)))
    (made,) = [event for event in events if isinstance(event, UnitsRepaired)]
    assert mended.position
    assert mended.deadline
    to_winter = rolled_back(mended, "W1A")
    assert to_winter.war_state.repairs == (Repairs(WEST, made.phase, 2),)
    assert refused(to_winter, RepairUnits(ODILE, (GUE,))).why is Refusal.REPAIRS_USED_UP
    assert rolled_back(mended, "F1M").war_state.repairs == ()


def test_an_announcement_of_what_is_made_by_going_back_is_gone() -> None:
    allied, _ = decided(AT_WINTER, ANNOUNCED, ACCEPTED)
    waiting, _ = decided(allied, BROKEN, ANNOUNCED)
    assert allied.position
    assert waiting.position
    assert rolled_back(waiting, "W1A").war_state.announced == {(WEST, ISLE)}
    assert rolled_back(replace(waiting, position=allied.position), "W1A").war_state.announced == frozenset()


def rolled_back(game: Game, phase: str) -> Game:
    """The game once its master has gone back to a phase with the position as it is."""
    assert game.position
    assert game.deadline
    position = replace(game.position, phase=Phase.parse(phase))
    found = apply_all(game, [RolledBack(ODILE, position.phase, position, {}, (1,), {}, 0, game.deadline, NOW)])
    assert found is not None
    return found


def test_a_region_under_quarantine_is_out_of_the_map_until_it_is_released() -> None:
    closed, _ = decided(AT_OPENING, QuarantineRegion(ODILE, ORM))
    assert ORM in closed.board.closed
    assert ORM not in closed.position.owners  # type: ignore[union-attr]
    opened, _ = decided(closed, ReleaseRegion(ODILE, ORM))
    assert opened.board is AT_OPENING.board
    assert {*told(AT_OPENING, QuarantineRegion(ODILE, ORM))} == {ODILE, AURELE, RENATE, MILO}


def test_whoever_has_ordered_a_unit_into_a_closed_region_is_told_so() -> None:
    ordered, _ = decided(AT_OPENING, GiveOrder(AURELE, Move(Province("VAL"), Location(ORM)), 1, NOW))
    _, events = decided(ordered, QuarantineRegion(ODILE, ORM))
    news = {notice.to: notice.news for notice in notices(ordered, events)}
    assert news[AURELE] == QuarantineNews(ORM, closed=True, void=((WEST, Move(Province("VAL"), Location(ORM))),))
    assert news[RENATE] == QuarantineNews(ORM, closed=True)


# --- kinds of units that appear while a game runs (004 4)


DRAGONS = Troop("D", {"en": "dragons", "fr": "dragons"}, UnitKind.ARMY, 2, 2, 1, 4, 1, 0, frozenset({WEST}))
A_DRAGON = Build(UnitKind.ARMY, Location(Province("POR")), "D")


def test_a_new_troop_is_raised_like_the_others_and_no_other_way() -> None:
    game, _ = decided(AT_WINTER, AddTroop(ODILE, DRAGONS))
    assert why_illegal_troop(BOARD, WINTER, WEST, A_DRAGON, ()) is Illegal.TROOP_UNKNOWN
    given, _ = decided(game, GiveOrder(AURELE, A_DRAGON, 1, NOW))
    (closed, *_) = close_at_deadline(given, NOW)
    assert isinstance(closed, PhaseClosed)
    built = closed.judgement.after.units[A_DRAGON.at.province]
    assert built == DRAGONS.raised(WEST, A_DRAGON.at)
    assert closed.judgement.after.troops == (DRAGONS,)
    one_more = replace(A_DRAGON, at=Location(Province("VAL")))
    assert why_illegal_troop(game.board, closed.judgement.after, WEST, one_more, ()) is Illegal.TROOP_FULL
    assert why_illegal_troop(game.board, WINTER, EAST, A_DRAGON, ()) is Illegal.TROOP_OF_OTHERS


def test_everybody_is_told_of_a_new_troop() -> None:
    game, events = decided(AT_WINTER, AddTroop(ODILE, DRAGONS))
    news = {notice.to: notice.news for notice in notices(AT_WINTER, events)}
    assert news == dict.fromkeys(AT_WINTER.audience, TroopAddedNews(DRAGONS))
    assert as_seen_by(game, RENATE).board.war.troops["D"] == DRAGONS


# --- what is refused


def refused(game: Game, *commands: Command) -> Refused:
    before, _ = decided(game, *commands[:-1])
    answer = decide(before, commands[-1], NOW)
    assert isinstance(answer, Refused), answer
    return answer


FACTORY = BuildFactory(ODILE, WEST)
REFUSED: list[tuple[str, Game, tuple[Command, ...], Refusal]] = [
    ("an alliance in a movement phase", AT_OPENING, (ANNOUNCED,), Refusal.ONLY_AT_ADJUSTMENTS),
    ("an alliance with oneself", AT_WINTER, (AnnounceAlliance(AURELE, WEST),), Refusal.ALLY_ONESELF),
    ("an alliance announced twice", AT_WINTER, (ANNOUNCED, ANNOUNCED), Refusal.ANNOUNCED_ALREADY),
    ("an alliance that exists", AT_WINTER, (ANNOUNCED, ACCEPTED, ANNOUNCED), Refusal.ALLIED_ALREADY),
    ("an alliance of the master's", AT_WINTER, (AnnounceAlliance(ODILE, WEST),), Refusal.NOT_A_PLAYER),
    ("breaking what does not exist", AT_WINTER, (BROKEN,), Refusal.NOT_ALLIED),
    ("a decree of a player's", AT_WINTER, (BuildFactory(AURELE, WEST),), Refusal.NOT_THE_MASTER),
    ("an entry in winter", AT_WINTER, (EnterWar(ODILE, ISLE, raised("I MIL")),), Refusal.ONLY_AT_TURN_START),
    ("an entry of who fights", AT_OPENING, (EnterWar(ODILE, WEST, raised("I MIL")),), Refusal.AT_WAR_ALREADY),
    ("an army at sea", AT_OPENING, (EnterWar(ODILE, ISLE, raised("I DET")),), Refusal.WRONG_GROUND),
    ("knights of another nation", AT_OPENING, (EnterWar(ODILE, ISLE, raised("C MIL")),), Refusal.TROOP_OF_OTHERS),
    ("two units in one place", AT_OPENING, (EnterWar(ODILE, ISLE, raised("I MIL", "F MIL")),), Refusal.PLACE_TAKEN),
    ("a unit on another", AT_OPENING, (EnterWar(ODILE, ISLE, raised("I MIL", "I AAD")),), Refusal.PLACE_TAKEN),
    (
        "a unit in a closed region",
        AT_OPENING,
        (QuarantineRegion(ODILE, MIL), EnterWar(ODILE, ISLE, raised("I MIL"))),
        Refusal.WRONG_GROUND,
    ),
    ("barracks in a movement phase", AT_OPENING, (StrengthenUnit(ODILE, AAD),), Refusal.ONLY_AT_ADJUSTMENTS),
    ("barracks for nobody", AT_WINTER, (StrengthenUnit(ODILE, ORM),), Refusal.NO_UNIT_THERE),
    ("repairs without a factory", AT_WINTER, (RepairUnits(ODILE, (PON,)),), Refusal.NO_FACTORY),
    ("repairs of what is whole", AT_WINTER, (FACTORY, RepairUnits(ODILE, (AAD,))), Refusal.UNHURT),
    ("three repairs", AT_WINTER, (FACTORY, RepairUnits(ODILE, (PON, FOR, FOR))), Refusal.REPAIRS_USED_UP),
    ("a quarantine twice", AT_WINTER, (QuarantineRegion(ODILE, ORM),) * 2, Refusal.QUARANTINED_ALREADY),
    ("a troop of a letter that is taken", AT_WINTER, (AddTroop(ODILE, BOARD.war.troops["W"]),), Refusal.TROOP_KNOWN),
    ("a troop twice", AT_WINTER, (AddTroop(ODILE, DRAGONS),) * 2, Refusal.TROOP_KNOWN),
    ("an end of no quarantine", AT_WINTER, (ReleaseRegion(ODILE, ORM),), Refusal.NOT_QUARANTINED),
    (
        "a quarantine among retreats",
        game_at(replace(OPENING, phase=Phase.parse("S1R"))),
        (QuarantineRegion(ODILE, ORM),),
        Refusal.NOT_IN_RETREATS,
    ),
]


@each_case(("game", "commands", "why"), [row[1:] for row in REFUSED], ids=[row[0] for row in REFUSED])
def test_what_is_refused(game: Game, commands: tuple[Command, ...], why: Refusal) -> None:
    assert refused(game, *commands).why is why


def test_no_more_units_enter_than_a_troop_may_have() -> None:
    infantry = replace(BOARD.war.troops["I"], most=1)
    orders = tuple(Build(infantry.kind, Location(Province(at)), "I") for at in ("MIL", "ORM"))
    text = 'name = "brink"\nbase = "seuil"\n[war.troops.I]\nmost = 1\n'
    game = replace(AT_OPENING, settings=replace(AT_OPENING.settings, board="brink", board_text=text))
    assert refused(game, EnterWar(ODILE, ISLE, orders)).why is Refusal.TROOP_FULL


def test_a_board_without_troops_knows_nothing_of_it() -> None:
    game = tables.started()
    master, france = tables.address("master"), Power("FRANCE")
    assert refused(game, BuildFactory(master, france)).why is Refusal.NO_WAR
    assert refused(game, AnnounceAlliance(tables.address("italy"), france)).why is Refusal.NO_WAR


def test_a_master_who_plays_in_the_fog_decides_nothing_that_shows_where_units_stand() -> None:
    game = with_master(AT_WINTER, RENATE)
    for command in (StrengthenUnit(RENATE, AAD), CorrectPosition(RENATE, (RemoveUnit(AAD),), "so")):
        assert refused(game, command).why is Refusal.MASTER_IN_FOG


def test_a_power_that_nobody_plays_makes_no_alliance() -> None:
    text = 'name = "brink"\nbase = "seuil"\nstanding = "MILANIA"\n'
    game = replace(AT_WINTER, settings=replace(AT_WINTER.settings, board="brink", board_text=text))
    assert refused(game, ANNOUNCED).why is Refusal.NO_PLAYER_THERE


def test_a_board_may_begin_with_an_alliance() -> None:
    text = 'name = "brink"\nbase = "seuil"\n[war]\nallies = ["AADLERON MILANIA"]\n'
    settings = replace(AT_OPENING.settings, board="brink", board_text=text)
    game = tables.joined(tables.opened(settings), WEST, EAST, ISLE)
    assert game.position
    assert game.position.allies == {(WEST, ISLE), (ISLE, WEST)}
    seen = as_seen_by(game, tables.address(ISLE)).position
    assert seen
    assert seen.units_of(WEST) == game.position.units_of(WEST)


def test_the_other_side_is_told_how_to_answer() -> None:
    _, events = decided(AT_WINTER, ANNOUNCED)
    assert [notice.news for notice in notices(AT_WINTER, events)] == [AllianceAnnouncedNews(WEST, ISLE)] * 2


def test_kinds_of_units_are_those_of_their_troops() -> None:
    assert [one.kind for one in raised("I MIL", "F DET")] == [UnitKind.ARMY, UnitKind.FLEET]
