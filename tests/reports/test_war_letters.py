"""The letters of a war, whole, in both languages: each tells its reader what they may know, in words of the war."""

import re
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest

from judge.formats.record.facts import usual_form
from judge.formats.record.pages import PageWriter, correction_page
from judge.game.apply import fold_events
from judge.game.deadlines.deadline import phase_deadline
from judge.game.mastery.messages import PositionCorrected, RolledBack
from judge.game.messages import Event, Notice
from judge.game.people.messages import Person
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.press.messages import ObserverCame
from judge.game.replacements.messages import SeatTakenNews, StandbyAsked
from judge.game.seats.messages import GameOpened, GameStarted, PlayerJoined, StandbyAdded
from judge.game.settings import Address, GameName, Language, Settings, Token
from judge.game.state import Game
from judge.game.visibility import as_seen_by, close_as_seen_by
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation
from judge.reports.game_answers import write_history, write_status, write_summary
from judge.reports.language import NO_BREAK_SPACE, LetterText
from judge.reports.names import phase_name
from judge.reports.notices import write_notice
from judge.rules.board import Power, Province
from judge.rules.corrections import GiveCentre, RemoveUnit, apply_corrections
from judge.rules.explanation import sides_of_fight
from judge.rules.position import Position
from judge.rules.verdicts import Bounced, HeadToHead, Moved
from tests.campaign.scene import BOARD, EAST, ISLE, MASTER, NOW, OPENED, OPENING, SEATS, SETTINGS, WEST, game_at
from tests.reports import parlour
from tests.reports.war_room import at_war, closing, happened, letter, reader_of, with_reader
from tests.shared.each_case import each_case

Golden = Callable[[str, LetterText], None]
Scene = Callable[[Language], LetterText]
BOTH: tuple[Language, ...] = ("en", "fr")
STAGES = at_war()
FIRST, RETREATS, SECOND, MORE_RETREATS, WINTER = STAGES
SPRING = happened(WINTER, *closing(WINTER))
"""The second turn, all units and scouts of the first one raised."""


# --- the start


def begins(to: Address) -> Scene:
    whole = game_at()
    joined = [PlayerJoined(whole.people[address], (), OPENED) for address in SEATS.values()]
    before = fold_events([GameOpened(GameName("rome"), SETTINGS, MASTER, "seed", OPENED), *joined])
    assert before is not None
    assert whole.deadline is not None
    event = GameStarted(SEATS, OPENING, whole.deadline, OPENED)
    return lambda language: letter(before, [event], reader_of(before, to, language))


# --- phases


def closes(stage: Game, to: Address, notation: str = "stim") -> Scene:
    return lambda language: letter(stage, closing(stage), reader_of(stage, to, language, notation))


def all_closed() -> tuple[PhaseClosed, ...]:
    return tuple(event for stage in STAGES for event in closing(stage) if isinstance(event, PhaseClosed))


def read_by(game: Game, to: Address, language: Language) -> Game:
    return as_seen_by(with_reader(game, reader_of(game, to, language)), to)


def state(stage: Game, to: Address) -> Scene:
    def told(language: Language) -> LetterText:
        game = read_by(stage, to, language)
        return LetterText("rome", write_status(game, game.people[to], NOW))

    return told


def summary(game: Game, to: Address) -> Scene:
    def told(language: Language) -> LetterText:
        known = read_by(game, to, language)
        closed = [close_as_seen_by(game, event, to) for event in all_closed()]
        return LetterText("rome", write_summary(known, known.people[to], closed))

    return told


def history(game: Game, to: Address) -> Scene:
    def told(language: Language) -> LetterText:
        known = read_by(game, to, language)
        closed = [close_as_seen_by(game, event, to) for event in all_closed()]
        return LetterText("rome", write_history(known, known.people[to], closed, (), ()))

    return told


# --- what the master does, seats, the end


def ended(ending: Ending) -> GameEnded:
    assert SPRING.position is not None
    centres = {power: len(SPRING.position.centres_of(power)) for power in SEATS}
    scores = {WEST: Fraction(50), EAST: Fraction(50), ISLE: Fraction(0)}
    return GameEnded(ending, centres, scores, (WEST, EAST), NOW)


def ends(to: Address) -> Scene:
    return lambda language: letter(SPRING, [ended(Ending.DRAW)], reader_of(SPRING, to, language))


def went_back() -> RolledBack:
    position = SECOND.position
    assert position is not None
    due = phase_deadline(SETTINGS, position.phase.kind, NOW)
    return RolledBack(MASTER.address, position.phase, position, {}, (3, 4, 5), {}, 0, due, NOW, SECOND.scouting)


def corrected() -> PositionCorrected:
    assert SPRING.position is not None
    corrections = (RemoveUnit(Province("REI")), GiveCentre(Province("REI"), EAST), RemoveUnit(Province("WOL")))
    position = apply_corrections(BOARD, SPRING.position, corrections)
    assert not isinstance(position, tuple)
    return PositionCorrected(MASTER.address, corrections, position, "Un pont était coupé.", NOW)


def after_news(game: Game, event: Event, to: Address) -> Scene:
    return lambda language: letter(game, [event], reader_of(game, to, language))


def taken_over(language: Language) -> LetterText:
    to = SEATS[EAST]
    game = with_reader(RETREATS, reader_of(RETREATS, to, language))
    return write_notice(as_seen_by(game, to), Notice(to, SeatTakenNews(EAST, is_back=False)))


LOOKING_ON = Person(Address("vera@example.org"), Token("veratoken"), "fr", "stim")


def watched(language: Language) -> LetterText:
    """Somebody who watches sees nothing of the board before the end."""
    game = happened(FIRST, ObserverCame(LOOKING_ON, NOW))
    return letter(game, closing(game), reader_of(game, LOOKING_ON.address, language))


def offered(language: Language) -> LetterText:
    """A stand-by is asked to play a nation, and does not see yet how it stands."""
    game = happened(RETREATS, StandbyAdded(LOOKING_ON, NOW))
    game = with_reader(game, reader_of(game, LOOKING_ON.address, language))
    asked = StandbyAsked(EAST, LOOKING_ON.address, NOW, NOW)
    return write_notice(as_seen_by(game, LOOKING_ON.address), Notice(LOOKING_ON.address, asked))


def page(write: Callable[[PageWriter], str], stage: Game | None = None) -> Scene:
    """A page of the archive, in the language of the master."""

    def told(language: Language) -> LetterText:
        master = replace(MASTER, language=language)
        game = with_reader(game_at(), master)
        shown = replace(stage, address_book=game.address_book) if stage else game
        return LetterText("rome", write(PageWriter(shown, usual_form(game))))

    return told


def closed_page(number: int) -> Scene:
    stage, event = STAGES[number], all_closed()[number]
    return page(lambda writer: writer.phase(event, {}, ()), stage)


def started_page(writer: PageWriter) -> str:
    assert writer.game.deadline is not None
    return writer.opening(GameStarted(SEATS, OPENING, writer.game.deadline, OPENED))


LETTERS: dict[str, Scene] = {
    "all.started-war": begins(SEATS[WEST]),
    "all.started-war-onlooker": begins(SEATS[ISLE]),
    "all.started-war-master": begins(MASTER.address),
    "all.results-war-driven-out": closes(FIRST, SEATS[EAST]),
    "all.results-war-victor": closes(FIRST, SEATS[WEST]),
    "all.results-war-onlooker": closes(FIRST, SEATS[ISLE]),
    "all.results-war-standard": closes(SECOND, SEATS[WEST], "standard"),
    "all.results-war-scouts": closes(RETREATS, SEATS[EAST]),
    "all.results-war-learned": closes(MORE_RETREATS, SEATS[WEST]),
    "all.results-war-raised": closes(WINTER, SEATS[WEST]),
    "all.results-war-dispersed": closes(WINTER, SEATS[EAST]),
    "all.results-war-master": closes(RETREATS, MASTER.address),
    "anyone.state-war": state(RETREATS, SEATS[EAST]),
    "anyone.summary-war": summary(SPRING, SEATS[WEST]),
    "anyone.summary-war-master": summary(SPRING, MASTER.address),
    "anyone.history-war": history(SPRING, SEATS[WEST]),
    "all.ended-war": ends(SEATS[ISLE]),
    "all.rolledback-war": after_news(SPRING, went_back(), SEATS[WEST]),
    "all.corrected-war": after_news(SPRING, corrected(), SEATS[WEST]),
    "player.yours-war": taken_over,
    "standby.asked-war": offered,
    "all.results-war-observer": watched,
    "archive.opening-war": page(started_page),
    "archive.phase-war": closed_page(1),
    "archive.corrected-war": page(lambda writer: correction_page(writer, corrected()), SPRING),
}


@each_case("language", BOTH)
@each_case("name", LETTERS)
def test_a_letter_of_a_war_reads_as_it_was_approved(name: str, language: Language, golden: Golden) -> None:
    told = LETTERS[name](language)
    assert max(map(len, told.text.splitlines())) <= 72
    golden(f"{name}.{language}", told)


# --- promises


@each_case("number", range(len(STAGES)))
def test_the_orders_of_a_page_can_be_read_back_and_are_those_judged(number: int) -> None:
    stage, event = STAGES[number], all_closed()[number]
    text = closed_page(number)("fr").text.replace(NO_BREAK_SPACE, " ")
    orders = text[text.index("Ordres et résultats") : text.index(_title(event.judgement.after))]
    lines = [line.strip().partition(" (")[0] for line in orders.splitlines() if re.match(r"  \S", line)]
    assert stage.position is not None
    read = [
        read_order(line, stage.position, BOARD, None, load_notation("stim")) for line in lines if line[0] not in "RU"
    ]
    given = {order for some in event.orders.values() for order in some}
    assert given <= {order for order in read if not isinstance(order, Misread)}


def _title(after: Position) -> str:
    """What stands above the position after a phase, in French."""
    return f"Position ({phase_name(after.phase, BOARD.calendar, 'fr')})"


def test_the_archive_names_every_unit_with_its_hit_points_and_every_scout() -> None:
    for number, event in enumerate(all_closed()):
        text = closed_page(number)("fr").text.replace(NO_BREAK_SPACE, " ")
        after = text[text.index(_title(event.judgement.after)) :]
        for unit in event.judgement.after.units.values():
            assert unit.corps is not None
            assert f"{unit} {unit.corps.health} PV" in " ".join(after.split()), event.before.phase
        assert event.scouts is not None
        assert all(f"E {scout.at}" in after for scout in event.scouts.after.scouts)


@each_case("language", BOTH)
@each_case("power", [WEST, EAST, ISLE])
@each_case("number", range(len(STAGES)))
def test_no_letter_counts_the_units_of_others(number: int, power: Power, language: Language) -> None:
    """Powers of which nothing is in sight are not called dead, and what they must write is not told."""
    text = closes(STAGES[number], SEATS[power])(language).text.replace(NO_BREAK_SPACE, " ")
    others = [BOARD.powers[other][language] for other in SEATS if other != power]
    assert not [other for other in others if re.search(rf"{other} +(?:no unit|aucune unité)", text)]
    assert {"fr": "À SUIVRE", "en": "NEXT"}[language] not in text


def test_the_territories_are_those_of_the_position_counted_as_the_booklet_does() -> None:
    """The seventeen points of the west after the first turn: thirteen regions, four of which count twice (004 4)."""
    told = closes(MORE_RETREATS, SEATS[WEST])("fr").text.replace(NO_BREAK_SPACE, " ")
    words = " ".join(told.split())
    assert "Territoires comptés : 17 (Aadlerburg, Forgeval, Port-Aigle et Reinstadt comptent double)." in words
    assert "Unités permises : 8, une pour 2 territoires ; unités comptées : 7." in words


def test_what_is_told_of_a_fight_is_what_was_judged() -> None:
    """Rivers, used power and power by role are in the strengths of a verdict, and in no sum of units (004 3, 13)."""
    for event in all_closed():
        verdicts = [verdict for some in event.judgement.verdicts.values() for verdict in some if verdict.unit]
        for verdict in verdicts:
            attack, against = sides_of_fight(verdict)
            if isinstance(verdict.reason, Moved | Bounced | HeadToHead):
                assert attack is not None
                assert attack.strength == verdict.reason.strength
                assert {side.strength for side in against} <= {verdict.reason.against}


FOGGY = 'name = "foggy"\nbase = "standard"\nrules = "2023"\n[policies]\nsight = "neighbours"\n'


@pytest.mark.parametrize("language", BOTH)
def test_a_board_without_troops_may_lie_in_fog(language: Language) -> None:
    """Its letters speak of centres; what is out of sight is neither gone nor neutral."""
    settings = Settings(board="foggy", board_text=FOGGY, rulebook="2023")
    before = fold_events([*parlour.opening_events(settings), parlour.started(parlour.SPRING, settings)])
    assert before is not None
    reader = replace(before.people[parlour.SEATS[parlour.FRANCE]], language=language, notation="standard")
    told = " ".join(letter(before, closing(before), reader).text.replace(NO_BREAK_SPACE, " ").split())
    assert "CENTRES France 6 BEL, BRE, MAR, PAR, POR, SPA" in told
    assert {"en": "Of the others you see: England F ENG", "fr": "vous voyez : Allemagne"}[language] in told
    board = told[told.index("POSITION") : told.index({"en": "Civil disorder", "fr": "En désordre"}[language])]
    assert not [gone for gone in ("Turk", "Turqu", "no unit", "aucune unité", "neutr", "HP", "PV") if gone in board]
    begins = GameStarted(parlour.SEATS, parlour.SPRING, parlour.started(parlour.SPRING, settings).deadline, OPENED)
    opening = fold_events(parlour.opening_events(settings))
    assert opening is not None
    first = " ".join(letter(opening, [begins], reader).text.split())
    assert {"en": "each nation sees", "fr": "chaque nation voit"}[language] in first
