"""Lines for phases to come: kept as written, or answered at once where no position could make them orders."""

import re
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.game.apply import Trail
from judge.game.messages import Event
from judge.game.orders.messages import (
    AdvanceDropped,
    AdvanceKept,
    BuildWish,
    Choice,
    OrderGiven,
    OrdersWithdrawn,
    OrderText,
    RemovalWish,
    RetreatWish,
    Wish,
    WishesDropped,
    WishKept,
)
from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Language
from judge.game.state import Game
from judge.handlers.plans import with_plans_taken_up
from judge.handlers.session import Session
from judge.handlers.settings import read_opening_settings
from judge.handlers.settle_letter import handle_lines
from judge.notation.line import Misread, MisreadReason
from judge.reports.help import help_topics, write_help_topic
from judge.reports.line_answers import (
    Done,
    InvalidCommand,
    KeptInAdvance,
    LineAnswer,
    NotKeptInAdvance,
    OrdersOffered,
    Outcome,
    PressAccepted,
    TextAnswer,
    Unknown,
)
from judge.requests.read_lines import read_lines
from judge.requests.seats import OpenGameRequest
from judge.requests.vocabulary import fold_case
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.orders import Build, Hold
from judge.rules.position import Phase
from tests.reports.parlour import NOW, SEATS, SETTINGS, SPRING, SPRING_ORDERS, closed, game_at, speaking
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.services import context
from tests.shared.shares import drawn

FRANCE = Power("FRANCE")


def written(text: str, language: Language = "en", game: Game | None = None) -> Session:
    """What a letter of the French player brings about in spring 1903."""
    game = speaking(game or game_at(SPRING), SEATS[FRANCE], language)
    start = Session(game, game.people[SEATS[FRANCE]])
    return handle_lines(start, context(NOW), read_lines(text), ())


def no_answer(*_: object) -> LineAnswer:
    return TextAnswer("")


def answers(session: Session) -> list[LineAnswer]:
    return [answered.answer for answered in session.answers]


def only(session: Session) -> LineAnswer:
    (one,) = answers(session)
    return one


def kept(session: Session) -> list[str]:
    steps = [event.step for event in session.events if isinstance(event, AdvanceKept)]
    return [step.text for step in steps if isinstance(step, OrderText)]


PLAUSIBLE = {
    "F1903M": ["A PAR - BUR", "F BRE - MAO; A MAR S F BRE - MAO", "A XXX - PAR".replace("XXX", "Munich"), "F STP/SC H"],
    "S1903R": ["A BUR R PAR", "A BUR - PAR", "A BUR D"],
    "W1903A": ["F BRE B", "Build A PAR, F BRE", "Remove A GAS and F LYO", "A BUR D", "WAIVE"],
}


@each_case(("phase", "line"), [(phase, line) for phase, lines in PLAUSIBLE.items() for line in lines])
def test_what_may_become_an_order_is_kept_as_it_was_written(phase: str, line: str) -> None:
    session = written(f"PHASE {phase}\n{line}")
    assert kept(session) == [line]
    assert only(session) == KeptInAdvance(Phase.parse(phase))


HOPELESS = {
    ("F1903M", "A QQQ - BUR"): MisreadReason.UNKNOWN_PLACE,
    ("F1903M", "A PAR - QQQ"): MisreadReason.UNKNOWN_PLACE,
    ("F1903M", "A PAR dances BUR"): MisreadReason.UNKNOWN_WORD,
    ("F1903M", "A PAR -"): MisreadReason.INCOMPLETE,
    ("F1903M", "A PAR R BUR"): MisreadReason.WRONG_PHASE,
    ("F1903R", "F BRE B"): MisreadReason.WRONG_PHASE,
    ("W1903A", "A PAR - BUR"): MisreadReason.WRONG_PHASE,
    ("F1903M", "A PAR - BUR else A PAR H"): MisreadReason.CONDITIONAL,
}


@each_case(("what", "why"), HOPELESS.items(), ids=[" ".join(what) for what in HOPELESS])
def test_what_no_position_could_make_an_order_is_answered_at_once(what: tuple[str, str], why: MisreadReason) -> None:
    session = written(f"PHASE {what[0]}\n{what[1]}")
    unkept = only(session)
    assert isinstance(unkept, NotKeptInAdvance)
    assert isinstance(unkept.why, Misread)
    assert unkept.why.why is why
    assert session.events == ()


def test_the_good_orders_of_a_line_are_kept_without_the_bad_one() -> None:
    session = written("PHASE F1903M\nA PAR - BUR; A QQQ H; A MAR H")
    assert kept(session) == ["A PAR - BUR", "A MAR H"]
    assert kinds_of(answers(session)) == [KeptInAdvance, NotKeptInAdvance, KeptInAdvance]


def test_greetings_and_headings_are_not_kept() -> None:
    session = written("PHASE F1903M\nDear judge\nFRANCE:")
    assert answers(session) == [Done(Outcome.PLAIN_WORDS), Done(Outcome.ORDERS_HEADING)]
    assert session.events == ()


def test_lines_above_the_phase_and_below_the_open_one_are_orders_now() -> None:
    session = written("A PAR H\nPHASE F1903M\nA BUR H\nPHASE S1903M\nA BEL H")
    assert kinds_of(session.events) == [OrderGiven, AdvanceKept, OrderGiven]


def test_orders_for_a_phase_that_is_past_are_set_aside() -> None:
    for line in ("A PAR H", "A GAS H"):
        answer = only(written(f"PHASE F1902M\n{line}"))
        assert answer == Refused(Refusal.OTHER_PHASE, phase=Phase.parse("F1902M")), line


def test_below_a_phase_that_cannot_be_read_nothing_is_an_order() -> None:
    session = written("PHASE F1903X\nA PAR H\nIF A MUN\nA PAR H\nENDIF")
    wrong, *others = answers(session)
    assert isinstance(wrong, InvalidCommand)
    held, block = others
    assert isinstance(held, OrdersOffered)
    assert block == Refused(Refusal.GOVERNED)
    assert session.events == ()


BLOCK = "PHASE F1903M\nIF A MUN\n{then}\nELSE\nA PAR H\nENDIF"


def test_a_block_is_kept_whole() -> None:
    session = written(BLOCK.format(then="A PAR - BUR"))
    (event,) = session.events
    assert isinstance(event, AdvanceKept)
    assert isinstance(event.step, Choice)
    assert (event.step.then, event.step.otherwise) == ((OrderText("A PAR - BUR"),), (OrderText("A PAR H"),))
    assert event.notation == "standard"


WRONG_BLOCKS = {
    "a region nobody knows in the condition": "IF A QQQ\nA PAR H\nENDIF",
    "no condition": "IF\nA PAR H\nENDIF",
    "a region nobody knows in an order": BLOCK.format(then="A QQQ H"),
    "an order of another phase": BLOCK.format(then="A PAR R BUR"),
    "a word too many": "IF A MUN maybe\nA PAR H\nENDIF",
    "a command": BLOCK.format(then="CLEAR"),
    "two other cases": "IF A MUN\nA PAR H\nELSE\nA PAR H\nELSE\nA PAR H\nENDIF",
    "a wrong condition inside": BLOCK.format(then="IF A QQQ\nA PAR H\nENDIF"),
}


@each_case("text", WRONG_BLOCKS.values(), ids=WRONG_BLOCKS)
def test_of_a_block_with_anything_wrong_nothing_is_kept(text: str) -> None:
    session = written(f"PHASE F1903M\n{text}")
    assert isinstance(only(session), NotKeptInAdvance)
    assert session.events == ()


def test_the_mark_stands_under_the_wrong_word_of_the_whole_block() -> None:
    session = written("PHASE F1903M\nIF A MUN\n  A PAR H\nELSE\n  A PAR - QQQ\nENDIF")
    unkept = only(session)
    assert isinstance(unkept, NotKeptInAdvance)
    assert isinstance(unkept.why, Misread)
    assert unkept.why.line[unkept.why.start : unkept.why.end] == "QQQ"


def test_the_answer_to_such_a_block_says_that_nothing_of_it_is_kept() -> None:
    unkept = only(written("PHASE F1903M\nIF A QQQ\nA PAR H\nENDIF"))
    assert isinstance(unkept, NotKeptInAdvance)
    assert unkept.whole


@pytest.mark.parametrize("above", ["", "PHASE S1903M\n"], ids=["without a phase", "below the open phase"])
def test_conditions_are_not_for_the_open_phase(above: str) -> None:
    session = written(f"{above}IF A MUN\nA PAR - BUR\nELSE\nA PAR H\nENDIF")
    assert only(session) == Refused(Refusal.CONDITION_NOW, phase=Phase.parse("S1903M"))
    assert session.events == ()


@pytest.mark.parametrize("line", ["IF A MUN", "IF German A MUN THEN", "If not Munich"])
def test_nor_is_what_stands_below_one_without_an_end(line: str) -> None:
    session = written(f"A BUR H\n{line}\nA PAR - BUR\nBROADCAST\nHello.\nENDPRESS")
    *_, press = answers(session)
    assert answers(session)[1] == Refused(Refusal.CONDITION_NOW, phase=Phase.parse("S1903M"))
    assert isinstance(answers(session)[2], OrdersOffered)
    assert isinstance(press, PressAccepted)
    assert [event.order for event in session.events if isinstance(event, OrderGiven)] == [Hold(Province("BUR"))]


def test_plain_words_that_begin_with_if_are_no_condition() -> None:
    session = written("If you agree, we are friends.\nA PAR H")
    assert kinds_of(session.events) == [OrderGiven]


# --- taking back


def test_clear_takes_back_what_it_names() -> None:
    text = "A PAR H\nPREFER BUILDS F BRE\nPHASE F1903M\nA PAR H\nPHASE S1904M\nA PAR H\n"
    cleared = {
        "CLEAR": [OrdersWithdrawn],
        "CLEAR S1903M": [OrdersWithdrawn],
        "CLEAR F1903M": [AdvanceDropped],
        "CLEAR ALL": [OrdersWithdrawn, AdvanceDropped, WishesDropped],
        "PREFER NOTHING": [WishesDropped],
    }
    for command, events in cleared.items():
        session = written(text + command)
        assert kinds_of(session.events[4:]) == events, command


def test_clear_all_needs_nothing_kept_and_clear_of_a_phase_does() -> None:
    assert answers(written("CLEAR ALL")) == [Done(Outcome.ALL_ORDERS_DROPPED)]
    assert answers(written("CLEAR F1903M")) == [Refused(Refusal.NOTHING_KEPT, phase=Phase.parse("F1903M"))]


# --- wishes


def place(text: str) -> Location:
    province, _, coast = text.partition("/")
    return Location(Province(province), coast)


def places(text: str) -> tuple[Location, ...]:
    return tuple(map(place, text.split()))


FLEET_BRE, ARMY_PAR, ARMY_MAR = (
    Build(UnitKind.FLEET, place("BRE")),
    Build(UnitKind.ARMY, place("PAR")),
    Build(UnitKind.ARMY, place("MAR")),
)
WISHES: dict[str, tuple[Language, Wish]] = {
    "PREFER RETREATS A BUR: PAR, GAS, D": ("en", RetreatWish(Province("BUR"), places("PAR GAS"), disband=True)),
    "PREFER RETREATS PAR, GAS": ("en", RetreatWish(None, places("PAR GAS"))),
    "prefer retreats Burgundy: Paris; Gascony": ("en", RetreatWish(Province("BUR"), places("PAR GAS"))),
    "PREFER RETREATS F MAO: SPA/NC, SPA/SC and POR": ("en", RetreatWish(Province("MAO"), places("SPA/NC SPA/SC POR"))),
    "PREFER RETREATS D": ("en", RetreatWish(None, (), disband=True)),
    "PREFER BUILDS F BRE, A PAR, A MAR": ("en", BuildWish((FLEET_BRE, ARMY_PAR, ARMY_MAR))),
    "PREFER BUILDS F BRE, Paris, WAIVE": ("en", BuildWish((FLEET_BRE, ARMY_PAR), waive=True)),
    "PREFER BUILDS WAIVE": ("en", BuildWish((), waive=True)),
    "PREFER REMOVALS A RUH, F NTH": ("en", RemovalWish((Province("RUH"), Province("NTH")))),
    "PRÉFÉRENCES RETRAITES A BOU : PAR, GAS, d": ("fr", RetreatWish(Province("BUR"), places("PAR GAS"), disband=True)),
    "Préférences mobilisations : F BRE, A PAR, rien": ("fr", BuildWish((FLEET_BRE, ARMY_PAR), waive=True)),
    "PRÉFÉRENCES DÉMOBILISATIONS A RHE, F NRD": ("fr", RemovalWish((Province("RUH"), Province("NTH")))),
}


@each_case(("line", "expected"), WISHES.items(), ids=list(WISHES))
def test_a_wish_is_kept(line: str, expected: tuple[Language, Wish]) -> None:
    session = written(line, expected[0])
    assert [event.wish for event in session.events if isinstance(event, WishKept)] == [expected[1]]
    assert only(session) == Done(Outcome.WISH_KEPT)


NO_WISHES = {
    "PREFER": (Unknown.WISH, ""),
    "PREFER tea": (Unknown.WISH, "tea"),
    "PREFER RETREATS": (Unknown.REGION, ""),
    "PREFER RETREATS A BUR:": (Unknown.REGION, ""),
    "PREFER RETREATS A QQQ: PAR": (Unknown.REGION, "QQQ"),
    "PREFER RETREATS A BUR: PAR, QQQ": (Unknown.REGION, "QQQ"),
    "PREFER RETREATS A BUR: PAR, NAP": (Unknown.RETREAT, "NAP"),
    "PREFER RETREATS A BUR: PAR, D, GAS": (Unknown.BEHIND_LIST_END, "GAS"),
    "PREFER BUILDS": (Unknown.REGION, ""),
    "PREFER BUILDS BRE": (Unknown.BUILD, "BRE"),
    "PREFER BUILDS A BUR": (Unknown.BUILD, "A BUR"),
    "PREFER BUILDS F PAR": (Unknown.BUILD, "F PAR"),
    "PREFER BUILDS A LON": (Unknown.BUILD, "A LON"),
    "PREFER BUILDS WAIVE, A PAR": (Unknown.BEHIND_LIST_END, "A PAR"),
    "PREFER REMOVALS": (Unknown.REGION, ""),
    "PREFER REMOVALS A QQQ": (Unknown.REGION, "QQQ"),
}


@each_case(("line", "what"), NO_WISHES.items(), ids=list(NO_WISHES))
def test_a_wish_with_anything_wrong_is_not_kept(line: str, what: tuple[Unknown, str]) -> None:
    session = written(line)
    wrong = only(session)
    assert isinstance(wrong, InvalidCommand)
    assert (wrong.what, wrong.word) == what
    assert line[wrong.start : wrong.end] == wrong.word
    assert session.events == ()


def test_somebody_without_a_seat_keeps_nothing() -> None:
    game = game_at(SPRING)
    master: Person = game.people[game.master]
    lines = read_lines("PHASE F1903M\nA PAR H\nIF A MUN\nA PAR H\nENDIF\nPREFER BUILDS F BRE\nCLEAR ALL")
    session = handle_lines(Session(game, master), context(NOW), lines, ())
    assert answers(session) == [Refused(Refusal.NOT_A_PLAYER)] * 4
    assert no_events(session.events)


def no_events(events: tuple[Event, ...]) -> bool:
    return events == ()


# --- the setting, and the help


@pytest.mark.parametrize(
    ("line", "expected"),
    {"OPEN rome ADVANCE no": False, "OUVRIR rome AVANCE oui": True, "OPEN rome": True}.items(),
)
def test_a_game_may_be_opened_without_it(line: str, expected: object) -> None:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, OpenGameRequest)
    opened = read_opening_settings(piece.request.settings, line, "Europe/Paris").settings
    assert opened.advance is expected


def test_where_a_game_is_opened_without_it_nothing_is_kept() -> None:
    game = game_at(SPRING)
    without = replace(game, settings=replace(game.settings, advance=False))
    session = written("PHASE F1903M\nA PAR H\nPREFER BUILDS F BRE", game=without)
    assert answers(session) == [Refused(Refusal.NO_ADVANCE)] * 2


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_examples_of_the_help_are_understood(language: Language) -> None:
    game = replace(game_at(SPRING), settings=WITHOUT_AN_END)
    reader = speaking(game, SEATS[FRANCE], language).people[SEATS[FRANCE]]
    pages = [
        write_help_topic(topic, reader)
        for topic in help_topics()
        if topic.name in {"advance", "conditions", "preferences"}
    ]
    lines = [line.strip() for page in pages for line in page.splitlines() if re.match(r"  \S", line)]
    examples = [line for line in lines if fold_case(line.split()[0]) not in {"clear", "annuler"}]
    session = written("\n".join(line.replace("1902", "1904") for line in examples), language, game)
    problems = [one for one in answers(session) if not isinstance(one, KeptInAdvance | Done)]
    assert not problems
    assert set(kinds_of(session.events)) == {AdvanceKept, WishKept, WishesDropped}


WITHOUT_AN_END = replace(SETTINGS, last_year=None)


WORDS = "IF ELSE ENDIF PREFER RETREATS BUILDS A F PAR BUR MUN ( ) : , ; - S H D NOT AND OR CLEAR ALL F1903M WAIVE 7"
LINES = st.lists(st.sampled_from(WORDS.split()), max_size=7).map(" ".join)


@drawn(60)
@given(st.sampled_from(["F1903M", "S1903R", "W1903A"]), st.lists(LINES, max_size=6))
@example("F1903M", ["PAR AND"])
def test_whatever_is_written_ahead_is_answered_and_taken_up(phase: str, lines: list[str]) -> None:
    session = written("\n".join([f"PHASE {phase}", *lines]))
    assert session.game
    event = closed(SPRING, SPRING_ORDERS)
    assert with_plans_taken_up(Trail(session.game).on((event,)), NOW).events[0] == event
