"""The letters that tell what was decided of a war besides orders, whole, in both languages."""

from collections.abc import Callable
from dataclasses import replace

from judge.formats.record.facts import usual_form
from judge.formats.record.pages import PageWriter, war_event_page
from judge.game.apply import apply_all
from judge.game.decide import decide
from judge.game.messages import Command
from judge.game.orders.messages import GiveOrder
from judge.game.refusals import Refused
from judge.game.settings import Address, Language
from judge.game.war.messages import (
    AddTroop,
    AnnounceAlliance,
    BreakAlliance,
    BuildFactory,
    EnterWar,
    QuarantineRegion,
    ReleaseRegion,
    RepairUnits,
    StrengthenUnit,
    WarEvent,
)
from judge.reports.language import LetterText
from judge.rules.board import Location, Province, Troop, UnitKind
from judge.rules.orders import Build, Move
from tests.campaign.scene import EAST, ISLE, MASTER, NOW, SEATS, WEST, game_at, standing
from tests.reports.war_room import letter, reader_of, with_reader
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]
Scene = Callable[[Language], LetterText]
BOTH: tuple[Language, ...] = ("en", "fr")
ODILE = MASTER.address
AURELE, RENATE, MILO = SEATS[WEST], SEATS[EAST], SEATS[ISLE]
WINTER = standing(
    "W1A",
    {WEST: "I AAD, W PON 2, W FOR 1, I GUE 2", EAST: "C BRU 1, I REI", ISLE: "I MIR, F DET"},
    {WEST: "AAD FOR POR VAL ANS GUE HAU LIS MIR ORM PON SAB", EAST: "BRU REI SCH WOL", ISLE: "MIL"},
)
AT_OPENING, AT_WINTER = game_at(), game_at(WINTER)
ORM, PON, FOR = Province("ORM"), Province("PON"), Province("FOR")
ANNOUNCED = AnnounceAlliance(AURELE, ISLE)
ALLIED = (ANNOUNCED, AnnounceAlliance(MILO, WEST))
ISLANDERS = (
    Build(UnitKind.ARMY, Location(Province("MIL")), "I"),
    Build(UnitKind.FLEET, Location(Province("DET")), "F"),
)
ENTERED = EnterWar(ODILE, ISLE, ISLANDERS)
DRAGONS = Troop("D", {"en": "dragons", "fr": "dragons"}, UnitKind.ARMY, 2, 2, 1, 4, 3, 0, frozenset({EAST}))
INTO_ORM = GiveOrder(AURELE, Move(Province("VAL"), Location(ORM)), 1, NOW)


def told(to: Address, *commands: Command, opening: bool = False) -> Scene:
    """The letter to somebody of what the last of these commands, all of which must be allowed, has brought about."""
    game = AT_OPENING if opening else AT_WINTER
    for command in commands[:-1]:
        events = decide(game, command, NOW)
        assert not isinstance(events, Refused), events
        game = apply_all(game, events)
    last = decide(game, commands[-1], NOW)
    assert not isinstance(last, Refused), last
    before = game
    return lambda language: letter(before, last, reader_of(before, to, language))


def page(*commands: Command, opening: bool = False) -> Scene:
    """The pages of the archive that these commands bring about, in the language of the master."""

    def written(language: Language) -> LetterText:
        game = with_reader(AT_OPENING if opening else AT_WINTER, replace(MASTER, language=language))
        pages = []
        for command in commands:
            events = decide(game, command, NOW)
            assert not isinstance(events, Refused), events
            for event in events:
                game = apply_all(game, [event])
                assert isinstance(event, WarEvent)
                pages.append(war_event_page(PageWriter(game, usual_form(game)), event))
        return LetterText("rome", "\n".join(pages))

    return written


LETTERS: dict[str, Scene] = {
    "all.war-alliance-wanted": told(MILO, ANNOUNCED),
    "all.war-alliance-wanted-master": told(ODILE, ANNOUNCED),
    "all.war-alliance-withdrawn": told(MILO, ANNOUNCED, BreakAlliance(AURELE, ISLE)),
    "all.war-alliance-withdrawn-master": told(ODILE, ANNOUNCED, BreakAlliance(AURELE, ISLE)),
    "all.war-alliance-made": told(AURELE, *ALLIED),
    "all.war-alliance-broken": told(AURELE, *ALLIED, BreakAlliance(MILO, WEST)),
    "all.war-alliance-broken-master": told(ODILE, *ALLIED, BreakAlliance(MILO, WEST)),
    "archive.decided-alliance": page(*ALLIED, BreakAlliance(MILO, WEST), ANNOUNCED, BreakAlliance(AURELE, ISLE)),
    "archive.decided-buildings": page(
        StrengthenUnit(ODILE, PON), BuildFactory(ODILE, WEST), RepairUnits(ODILE, (FOR, FOR))
    ),
    "archive.decided-entry": page(ENTERED, QuarantineRegion(ODILE, ORM), ReleaseRegion(ODILE, ORM), opening=True),
    "all.war-entered": told(RENATE, ENTERED, opening=True),
    "all.war-entered-own": told(MILO, ENTERED, opening=True),
    "all.war-barracks": told(AURELE, StrengthenUnit(ODILE, PON)),
    "all.war-factory": told(AURELE, BuildFactory(ODILE, WEST)),
    "all.war-repair": told(AURELE, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (FOR,))),
    "all.war-repairs": told(AURELE, BuildFactory(ODILE, WEST), RepairUnits(ODILE, (PON, FOR))),
    "all.war-quarantine": told(AURELE, INTO_ORM, QuarantineRegion(ODILE, ORM), opening=True),
    "all.war-troop": told(RENATE, AddTroop(ODILE, DRAGONS)),
    "archive.decided-troop": page(AddTroop(ODILE, DRAGONS)),
    "all.war-released": told(RENATE, QuarantineRegion(ODILE, ORM), ReleaseRegion(ODILE, ORM)),
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_a_letter_about_a_war_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    words = LETTERS[name](language)
    assert max(map(len, words.text.splitlines())) <= 72
    golden(f"{name}.{language}", words)
