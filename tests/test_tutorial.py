"""The tutorial: every lesson can be solved as it is written, every mistake gets its hint, nothing leaves a mark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from judge.game.apply import Trail, fold_events, notices_of
from judge.game.decide import decide
from judge.game.orders.messages import GiveErrand, GiveOrder
from judge.game.people.messages import Person
from judge.game.phases.close import close_early
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.practice.messages import ChooseLesson, LessonOpened, LessonStep, OpenTutorial
from judge.game.practice.rules import LEARNER, WAR, Lesson, course_of, is_same_order, lesson_after, lesson_named
from judge.game.press.messages import SendPress
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, LetterForm, Settings, Token
from judge.handlers.outgoing import pictures_of_news
from judge.handlers.practice import MOST_PRACTICE_GAMES_A_DAY, MOST_PRACTICE_GAMES_OPEN, tutorial_settings
from judge.notation.line import Misread
from judge.notation.read import read_order
from judge.notation.tables import load_notation, notation_names
from judge.notation.write import write_order
from judge.requests.read_lines import read_lines
from judge.requests.setting_lists import TutorialRequest
from judge.rules.adjustments import required_orders
from judge.rules.board import Power, Province
from judge.rules.board_file import load_board
from judge.rules.orders import Order
from judge.rules.position import PhaseKind
from judge.rules.rulebook import board_in_book, rulebook_names
from judge.rules.verdicts import Verdict
from judge.rules.war.scouts import Rest
from judge.shell.local_game import Correspondent, LocalGame, text_of
from judge.store.event_json import dump_event, read_event
from tests.shared.each_case import each_case
from tests.shared.seated import lay_seated_table
from tests.stories.conversations import with_guests

NORA = Person(Address("nora@example.org"), Token("noras"), "en", "standard", "Europe/Paris")
NOON = datetime(2026, 1, 5, 12, 0, tzinfo=UTC)
BOARD = load_board("standard")
GERMANY, ITALY = Power("GERMANY"), Power("ITALY")
LESSONS = [lesson.key for lesson in course_of("")]


def begun(key: str, book: str = "2023", reader: Person = NORA) -> Trail:
    wanted = OpenTutorial(GameName("tutorial-1"), tutorial_settings(Settings(rulebook=book)), reader, key, "seed")
    events = decide(None, wanted, NOON)
    assert isinstance(events, tuple)
    return Trail(None).on(events)


def answered(trail: Trail, orders: Sequence[Order], press: Sequence[SendPress] = ()) -> Trail:
    """What a letter with press and orders leads to."""
    commands: list[SendPress | GiveOrder] = [
        *press,
        *(GiveOrder(NORA.address, order, 1, NOON, None) for order in orders),
    ]
    for command in commands:
        events = decide(trail.game, command, NOON)
        assert isinstance(events, tuple), events
        trail = trail.on(events)
    assert trail.game is not None
    return trail.on(close_early(trail.game, NOON))


def press_to(*powers: Power) -> SendPress:
    return SendPress(NORA.address, powers, "Will you?")


def press_of_solution(lesson: Lesson) -> list[SendPress]:
    return [press_to(lesson.press.to)] if lesson.press else []


def read(line: str, lesson: Lesson, notation: str = "standard") -> Order:
    others = [load_notation(name) for name in notation_names() if name != notation]
    order = read_order(line, lesson.position, BOARD, LEARNER, load_notation(notation), others)
    assert not isinstance(order, Misread), line
    return order


def last_close(trail: Trail) -> PhaseClosed:
    return [event for event in trail.events if isinstance(event, PhaseClosed)][-1]


def reasons(verdicts: Sequence[Verdict]) -> list[str]:
    return [type(verdict.reason).__name__ for verdict in verdicts]


# --- the lessons as they are written


@each_case("notation", notation_names())
@each_case("key", LESSONS)
def test_solution_and_example_of_a_lesson_are_read_as_they_are_written(key: str, notation: str) -> None:
    lesson = lesson_named(key)
    for orders, position in ((lesson.solution, lesson.position), (lesson.example.orders, lesson.example.position)):
        for order in orders:
            own = load_notation(notation)
            line = write_order(order, position, BOARD, own)
            others = [load_notation(name) for name in notation_names() if name != notation]
            found = read_order(line, position, BOARD, LEARNER, own, others)
            assert not isinstance(found, Misread), line
            assert is_same_order(found, order), line


@each_case("book", rulebook_names())
@each_case("key", LESSONS)
def test_the_solution_meets_the_task_under_every_rule_book(key: str, book: str) -> None:
    lesson = lesson_named(key)
    trail = answered(begun(key, book), lesson.solution, press_of_solution(lesson))
    later = lesson_after(key)
    last = trail.events[-1]
    if later is None:
        assert isinstance(last, GameEnded)
        assert last.ending is Ending.TAUGHT
    else:
        assert isinstance(last, LessonOpened)
        assert (last.lesson, last.step) == (later.key, LessonStep.MET)
    assert all(verdict.succeeded or key == "cut" for verdict in last_close(trail).judgement.verdicts[LEARNER])


@each_case("key", LESSONS)
def test_nobody_owes_orders_but_whoever_is_taught(key: str) -> None:
    position = lesson_named(key).position
    for power in BOARD.powers:
        owed = required_orders(BOARD, position, power)
        assert power == LEARNER or position.phase.kind is PhaseKind.MOVEMENT or not owed.is_required


def test_the_winter_begins_where_the_solution_of_the_autumn_ends() -> None:
    trail = answered(begun("season"), lesson_named("season").solution)
    assert last_close(trail).judgement.after == lesson_named("adjustments").position


def test_a_dislodged_unit_may_go_wherever_the_rules_allow() -> None:
    for lesson in course_of(""):
        for at, driven in lesson.position.dislodged.items():
            near = BOARD.neighbours(driven.unit.kind, driven.unit.at)
            free = [to for to in sorted(near) if to.province not in lesson.position.units and to.province != driven.by]
            assert (at, driven.retreats) == (driven.unit.at.province, tuple(free))


# --- what is wrong, and what is said of it


@dataclass(frozen=True)
class Wrong:
    """A wrong answer: the orders, the hint it gets, the reason of each verdict on them."""

    key: str
    orders: str
    hint: str
    reasons: str
    press: tuple[SendPress, ...] = ()


WRONG = [
    Wrong("move", "A BUR H", "hold", "Stood"),
    Wrong("move", "A BUR - PIC", "", "Moved"),
    Wrong("support", "A BUR - BEL; A PIC - BEL", "both", "Bounced Bounced"),
    Wrong("support", "A BUR - BEL; A PIC H", "alone", "Bounced Stood"),
    Wrong("support", "A PIC - BEL; A BUR H", "alone", "Stood Bounced"),
    Wrong("support", "A BUR - BEL; A PIC S A BUR", "holding", "Bounced Unmatched"),
    Wrong("support", "A PIC - BEL; A BUR S A PIC", "holding", "Unmatched Bounced"),
    Wrong("support", "A BUR H; A PIC S A BUR - BEL", "unused", "Stood Unmatched"),
    Wrong("support", "A PIC H; A BUR S A PIC - BEL", "unused", "Unmatched Stood"),
    Wrong("support", "A BUR H; A PIC H", "", "Stood Stood"),
    Wrong("cut", "A PAR - PIC; A MAR - SPA", "attack", "Moved HeadToHead"),
    Wrong("cut", "A PAR - BUR; A MAR S A PAR - BUR", "own", "Supported Moved"),
    Wrong("cut", "A PAR H; A MAR H", "idle", "Stood Stood"),
    Wrong("cut", "A PAR H; A MAR - GAS", "", "Moved Stood"),
    Wrong("convoy", "A PIC H; F ENG - LON", "fleet", "Moved Stood"),
    Wrong("convoy", "A PIC - LON; F ENG H", "army", "Stood NoConvoy"),
    Wrong("convoy", "A PIC H; F ENG C A PIC - LON", "waiting", "Unmatched Stood"),
    Wrong("convoy", "A PIC H; F ENG H", "", "Stood Stood"),
    Wrong("retreat", "A BUR D", "gone", "Disbanded"),
    Wrong("retreat", "A BUR - GAS", "", "Retreated"),
    Wrong("build", "Build A BRE", "army", "Built"),
    Wrong("build", "Build A PAR", "elsewhere", "Built"),
    Wrong("build", "Waive", "waived", "Waived"),
    Wrong("press", "A BUR - BEL", "silence", "Bounced"),
    Wrong("press", "A BUR - BEL", "open", "Bounced", (press_to(),)),
    Wrong("press", "A BUR - BEL", "open", "Bounced", (press_to(GERMANY, ITALY),)),
    Wrong("press", "A BUR H", "still", "Stood", (press_to(GERMANY),)),
    Wrong("press", "A BUR - PIC", "", "Moved", (press_to(GERMANY),)),
    Wrong(
        "season",
        "A BUR - BEL; A PIC - BEL; A GAS - SPA; A BRE - LON; F ENG C A BRE - LON",
        "both",
        "Moved Bounced Carried Moved Bounced",
    ),
    Wrong("season", "A BUR H; A PIC H; A GAS H; A BRE H; F ENG H", "", "Stood Stood Stood Stood Stood"),
    Wrong("adjustments", "Build F MAR", "fleet", "Built"),
    Wrong("adjustments", "Waive", "waived", "Waived"),
    Wrong("adjustments", "Build A PAR", "", "Built"),
]


@each_case("wrong", WRONG, ids=lambda wrong: f"{wrong.key}: {wrong.orders}")
def test_a_wrong_answer_gets_its_reasons_and_its_hint_and_the_lesson_comes_again(wrong: Wrong) -> None:
    lesson = lesson_named(wrong.key)
    orders = [read(line, lesson) for line in wrong.orders.split("; ")]
    trail = answered(begun(wrong.key), orders, wrong.press)
    assert reasons(last_close(trail).judgement.verdicts[LEARNER]) == wrong.reasons.split()
    again = trail.events[-1]
    assert isinstance(again, LessonOpened)
    assert (again.lesson, again.step, again.hint, again.tries) == (wrong.key, LessonStep.MISSED, wrong.hint, 1)
    assert trail.game is not None
    assert (trail.game.position, trail.game.orders, trail.game.press.unread) == (lesson.position, {}, {})


def test_every_hint_is_given_for_some_wrong_answer() -> None:
    """Who does not build has waived, so only a build has no hint for all the rest."""
    written = {(lesson.key, one.hint) for lesson in course_of("") for one in lesson.mistakes}
    general = {(key, "") for key in LESSONS if key != "build"}
    assert written | general == {(wrong.key, wrong.hint) for wrong in WRONG}


def test_the_log_of_all_lessons_folds_to_the_same_game() -> None:
    trail = begun("move")
    while trail.game and not trail.game.ended:
        assert trail.game.lesson is not None
        lesson = lesson_named(trail.game.lesson.key)
        trail = answered(trail, lesson.solution, press_of_solution(lesson))
    assert fold_events(read_event(dump_event(event)) for event in trail.events) == trail.game


def test_press_is_for_the_lesson_about_press_and_votes_for_none() -> None:
    assert decide(begun("move").game, press_to(GERMANY), NOON) == Refused(Refusal.CLOCKWORK_READS_NOTHING)


def test_nobody_else_chooses_lessons_and_no_other_game_has_any() -> None:
    stranger = ChooseLesson(Address("milo@example.org"), "cut")
    assert decide(begun("move").game, stranger, NOON) == Refused(Refusal.NOT_A_PLAYER)


# --- by mail


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = with_guests(lay_seated_table(tmp_path / "one"), ["nora"])
    yield table
    table.judge.stop()


def nora_at(table: LocalGame) -> Correspondent:
    return table.players[Power("NORA")]


def learn(table: LocalGame, line: str, *answers: str) -> str:
    """Lessons are asked for and confirmed, perhaps answered; the last letter that comes."""
    nora = nora_at(table)
    nora.write(table.judge.services.config.judge.address, f"{line}\n")
    table.settle()
    for answer in ("Yes", *answers):
        nora.answer(answer)
        table.settle()
    return said(nora)


def said(reader: Correspondent) -> str:
    letter = reader.read[-1]
    return f"{letter['Subject']}\n{text_of(letter)}".replace("\N{NO-BREAK SPACE}", " ")


@each_case("word", ["TUTORIAL", "Lesson", "LESSONS", "LEARN", "LEÇON", "Leçons", "TUTORIEL", "apprendre"])
def test_lessons_begin_by_any_word_one_would_try(word: str) -> None:
    for line in (word, f"{word} 3", f"{word} NOTATION standard"):
        (one,) = read_lines(line)
        assert isinstance(one.request, TutorialRequest), line


def test_prose_begins_no_lesson() -> None:
    for line in (
        "Lesson learnt: never trust Italy.",
        "Learn to live with it",
        "Leçon apprise !",
        "Apprendre est une joie",
    ):
        (one,) = read_lines(line)
        assert not isinstance(one.request, TutorialRequest), line


def test_lessons_take_a_number_a_notation_and_a_rule_book(table: LocalGame) -> None:
    for line in ("TUTORIAL 2 1971", "LESSON 2 NOTATION 1971 RULES 1971"):
        second = learn(table, line)
        assert "Lesson 2 of 8" in second
        for order in lesson_named("support").example.orders:
            shown = write_order(order, lesson_named("support").example.position, BOARD, load_notation("1971"))
            assert shown in " ".join(second.split())


def test_whoever_plays_is_taught_in_their_own_notation(table: LocalGame) -> None:
    france = table.players[LEARNER]
    france.answer("SET NOTATION 1971")
    table.settle()
    france.write(table.judge.services.config.judge.address, "TUTORIAL\n")
    table.settle()
    france.answer("Yes")
    table.settle()
    lesson = lesson_named("move")
    assert write_order(lesson.example.orders[0], lesson.example.position, BOARD, load_notation("1971")) in said(france)


def test_the_notation_of_the_lessons_can_be_changed_on_the_way(table: LocalGame) -> None:
    told = learn(table, "TUTORIAL", "SET NOTATION 18centres", "LESSON AGAIN")
    assert "A BOU  the army in Burgundy" in told


def test_one_can_skip_repeat_and_stop(table: LocalGame) -> None:
    learn(table, "TUTORIAL")
    steps = {"LESSON NEXT": "Lesson 2 of 8", "LESSON 6": "Lesson 6 of 8", "LESSON": "Lesson 6 of 8"}
    for answer, subject in {**steps, "LEÇON SUIVANTE": "Lesson 7 of 8", "LESSON STOP": "The lessons are over"}.items():
        nora_at(table).answer(answer)
        table.settle()
        assert subject in said(nora_at(table)).partition("\n")[0]


def test_a_line_that_names_no_lesson_is_answered_with_what_would(table: LocalGame) -> None:
    told = " ".join(learn(table, "TUTORIAL", "LESSON 9\nLESSON BOARD duel").split())
    assert told.count("a number from 1 to 8") == 2


def test_a_letter_about_another_game_begins_no_lessons(table: LocalGame) -> None:
    france = table.players[LEARNER]
    france.answer("TUTORIAL")
    table.settle()
    assert "Cette lettre parle d’une autre partie" in " ".join(said(france).split())


def test_a_map_of_its_position_comes_with_a_lesson_where_its_reader_has_pages() -> None:
    for form, numbers in ((LetterForm.HTML, [len(begun("move").events)]), (LetterForm.TEXT, [])):
        trail = begun("move", reader=replace(NORA, letters=form))
        (notice,) = notices_of(trail)
        assert [one.number for one in pictures_of_news(trail, notice)] == numbers


def test_lessons_count_as_practice_games(table: LocalGame) -> None:
    nora = nora_at(table)
    for number in range(MOST_PRACTICE_GAMES_A_DAY):
        learn(table, "TUTORIAL")
        if number >= MOST_PRACTICE_GAMES_OPEN - 1:
            nora.write(table.judge.services.config.judge.address, "TUTORIAL\n")
            table.settle()
            assert f"You have {MOST_PRACTICE_GAMES_OPEN} practice games or tutorials" in " ".join(said(nora).split())
            nora.read.pop()
            nora.answer("LESSON STOP")
            table.settle()
    nora.write(table.judge.services.config.judge.address, "TUTORIAL\n")
    table.settle()
    assert f"You have begun {MOST_PRACTICE_GAMES_A_DAY} practice games or tutorials" in " ".join(said(nora).split())
    table.clock.advance_to(table.clock.now() + timedelta(days=1, minutes=1))
    assert "Lesson 1 of 8" in learn(table, "TUTORIAL")


@pytest.mark.parametrize(("book", "adjective"), [("2023", "britanniques"), ("faf", "anglaises"), ("1971", "anglaises")])
def test_english_units_are_called_as_the_book_calls_england(table: LocalGame, book: str, adjective: str) -> None:
    number = LESSONS.index("build") + 1
    assert f"Des flottes {adjective} approchent." in " ".join(learn(table, f"LEÇON {number} RÈGLES {book}").split())


# --- the lessons of a war

WAR_LESSONS = course_of(WAR)
WEST = Power("AADLERON")
FIELD = board_in_book(load_board("seuil"), "stim")
WAR_SETTINGS = replace(tutorial_settings(Settings()), board="seuil", rulebook="stim", notation="stim")


def at_war(lesson: Lesson) -> Trail:
    reader = replace(NORA, notation="stim")
    events = decide(None, OpenTutorial(GameName("tutorial-1"), WAR_SETTINGS, reader, lesson.key, "seed"), NOON)
    assert isinstance(events, tuple)
    return Trail(None).on(events)


def with_errands(trail: Trail, lesson: Lesson) -> Trail:
    for errand in lesson.errands or (Rest(Province("PON")),):
        events = decide(trail.game, GiveErrand(NORA.address, errand, 1, NOON), NOON) if lesson.posts else ()
        assert isinstance(events, tuple), events
        trail = trail.on(events)
    return trail


@each_case("lesson", WAR_LESSONS, ids=lambda lesson: lesson.key)
def test_the_solution_of_a_lesson_of_a_war_meets_its_task(lesson: Lesson) -> None:
    for order in lesson.solution:
        line = write_order(order, lesson.position, FIELD, load_notation("stim"))
        assert read_order(line, lesson.position, FIELD, WEST, load_notation("stim"), ()) == order
    trail = answered(with_errands(at_war(lesson), lesson), lesson.solution)
    last, later = trail.events[-1], lesson_after(lesson.key)
    if later is None:
        assert isinstance(last, GameEnded)
    else:
        assert isinstance(last, LessonOpened)
        assert (last.lesson, last.step) == (later.key, LessonStep.MET)
    assert fold_events(read_event(dump_event(event)) for event in trail.events) == trail.game


WRONG_AT_WAR = [
    ("river", "I GUE A FUR; I BRU S I GUE A FUR", "across"),
    ("river", "I GUE A FUR; I BRU A FUR", "both"),
    ("river", "I BRU A FUR; I GUE T", "alone"),
    ("river", "I BRU T; I GUE T", ""),
    ("scout", "I PON A BRU", "attack"),
    ("scout", "I PON T", ""),
    ("power", "W PON T", "hold"),
    ("power", "W PON A AAD", ""),
    ("town", "+ rien", "waived"),
    ("town", "+I VAL", "elsewhere"),
    ("town", "+I FOR", ""),
]


@each_case(("key", "orders", "hint"), WRONG_AT_WAR, ids=[row[1] for row in WRONG_AT_WAR])
def test_a_wrong_answer_in_a_war_gets_its_hint(key: str, orders: str, hint: str) -> None:
    lesson = lesson_named(key)
    given = [read_order(one, lesson.position, FIELD, WEST, load_notation("stim"), ()) for one in orders.split("; ")]
    trail = with_errands(at_war(lesson), replace(lesson, errands=()))
    again = answered(trail, [one for one in given if not isinstance(one, Misread)]).events[-1]
    assert isinstance(again, LessonOpened)
    assert (again.lesson, again.step, again.hint) == (key, LessonStep.MISSED, hint)


def test_every_hint_of_a_war_is_given_for_some_wrong_answer() -> None:
    written = {(lesson.key, one.hint) for lesson in WAR_LESSONS for one in lesson.mistakes}
    assert {(key, hint) for key, _, hint in WRONG_AT_WAR if hint} == written


def test_the_lessons_of_a_war_by_mail(table: LocalGame) -> None:
    first = learn(table, "TUTORIAL WAR")
    assert "Lesson 1 of 4" in first
    assert "You are Aadleron" in " ".join(first.split())
    nora = nora_at(table)
    steps = {
        "I BRU A FUR\nI GUE S I BRU A FUR": "Lesson 2 of 4",
        "I PON T\nE PON A BRU": "Lesson 3 of 4",
        "W PON A BRU": "Lesson 4 of 4",
    }
    told = []
    for letter, subject in steps.items():
        nora.answer(letter)
        table.settle()
        told.append(" ".join(said(nora).split()))
        assert subject in told[-1]
    assert "? BRU" in told[0], "in the fog"
    assert "knights" in told[1]
    nora.answer("+I AAD")
    table.settle()
    assert "PRACTICE SEUIL Aadleron" in said(nora)


def test_the_lessons_of_a_war_in_french(table: LocalGame) -> None:
    told = " ".join(learn(table, "LEÇON GUERRE 2").split())
    assert "Un éclaireur qui finit sur la région d’une unité inconnue" in told
    assert "? BRU" in told
