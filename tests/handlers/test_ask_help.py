"""Help and vocabulary are level: every word, reason and example of the judge has its help, in both languages."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from judge.game.people.messages import Person
from judge.game.refusals import Refusal
from judge.game.settings import Address, Language, Token
from judge.handlers.books import answer_help, find_topic
from judge.handlers.settle_letter import MOST_EFFORT
from judge.languages import LANGUAGES
from judge.notation.effort import bounded_effort
from judge.notation.errands import read_errand
from judge.notation.line import Misread, MisreadReason
from judge.notation.read import read_heading
from judge.notation.several_orders import read_orders
from judge.notation.tables import OrderPart, load_notation, notation_names
from judge.reports.help import help_topics, topic_for_key, write_help_first_page, write_help_topic
from judge.reports.language import phrasebook, say
from judge.reports.layout import WIDTH, plain_spaces
from judge.reports.line_answers import Outcome, Unknown, UnreadableReason
from judge.reports.order_examples import CAMPAIGN_BOARD as WAR_BOARD
from judge.reports.order_examples import campaign_position, example_position
from judge.reports.order_examples import order_examples as board_examples
from judge.reports.own_texts import templates_of
from judge.reports.phrasing import USUAL_NOTATIONS
from judge.requests.questions import HelpRequest
from judge.requests.read_lines import read_lines
from judge.requests.requests import MOST_LINES_OF_LETTER, MOST_PRESS_OF_LETTER, MOST_QUESTIONS_OF_LETTER
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import fold_case, form_of, keys_of, vocabulary
from judge.rules.board import Board, Location, Power, Province, Unit, UnitKind
from judge.rules.board_file import board_names, load_board, own_board
from judge.rules.position import Dislodged, Phase, PhaseKind, Position
from judge.rules.verdicts import Illegal
from judge.rules.war.scouts import ScoutOrder
from tests.shared.each_case import each_case
from tests.shared.shares import in_turn

BOTH: tuple[Language, ...] = ("en", "fr")
BOARD = load_board("standard")
PAGES = Path(__file__).parents[2] / "docs"
READERS = [
    *product(BOTH, notation_names()),
    *((one, USUAL_NOTATIONS[one]) for one in LANGUAGES if one not in BOTH),
]
SCREEN = 25
"""Lines of a screen."""


def reader(language: Language = "en", notation: str = "standard") -> Person:
    return Person(Address("asker@example.org"), Token("t"), language, notation)


def told(line: str, who: Person) -> str:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, HelpRequest)
    return answer_help(piece.request, who, BOARD).text


# --- the results of a report -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("language", "notation"), READERS)
def test_the_page_on_results_has_every_mark_and_sign_of_the_reader_s_own_reports_and_no_other(
    language: Language, notation: str
) -> None:
    page = plain_spaces(told("HELP RESULTS", reader(language, notation)))
    tables = load_notation(notation)
    marks = {*filter(None, tables.marks[language].values())}
    printed = {
        mark
        for all_marks in re.findall(r"^  \S.* \((\w[^()]+)\)$", page, re.MULTILINE)
        for mark in all_marks.split(", ")
    }
    assert printed - {"rien"} == marks
    assert all(f" {sign} " in page for sign in tables.report.values())


@pytest.mark.parametrize("asked", ["=", ":", "(retraite...)", "bloquée", "convoy broken"])
def test_a_mark_or_sign_of_a_report_asks_for_the_page_on_results(asked: str) -> None:
    assert "RÉSULTATS" in told(f"HELP {asked}", reader("fr", "18centres"))


# --- every word has its topic ----------------------------------------------------------------------------------


def explained() -> Iterator[str]:
    """Every key that must have its help: the vocabulary, all that can be refused or judged, the parts of an order."""
    yield from {key for _, key, _ in vocabulary().words}
    yield from (f"refusal.{one.value}" for one in Refusal)
    yield from (f"misreading.{one.value}" for one in MisreadReason)
    yield from (f"illegal.{one.value}" for one in Illegal)
    yield from (f"unknown.{one.value}" for one in Unknown)
    yield from (f"trouble.{one.value}" for one in UnreadableReason)
    yield from (f"outcome.{one.value}" for one in Outcome if one.is_problem)
    yield from (f"part.{one.value}" for one in OrderPart)
    told = (key.removesuffix(".one").removesuffix(".many") for key in phrasebook("en").sentences)
    yield from (key for key in dict.fromkeys(told) if key.startswith(("reason.", "because.")))


KEYS = sorted(explained())
WITH_HELP = [key for key in KEYS if topic_for_key(key)]


def test_every_word_and_every_reason_has_its_help() -> None:
    helped = {key for topic in help_topics() for key in topic.keys}
    assert sorted(set(KEYS) - helped) == [], "put it into judge/reports/topics.toml"


def test_no_word_or_reason_stands_under_two_topics_and_none_is_made_up() -> None:
    listed = Counter(key for topic in help_topics() for key in topic.keys)
    assert [key for key, times in listed.items() if times > 1 or key not in KEYS] == []


def test_no_two_topics_are_asked_by_the_same_word() -> None:
    words = [
        (fold_case(word), topic.name) for topic in help_topics() for words in topic.words.values() for word in words
    ]
    names = {word: {name for other, name in words if other == word} for word, _ in words}
    assert {word: found for word, found in names.items() if len(found) > 1} == {}


@pytest.mark.parametrize("language", BOTH)
def test_every_topic_has_its_text(language: Language) -> None:
    texts = {path.stem for path in (templates_of(language) / "help").glob("*.txt")}
    assert texts == {topic.name for topic in help_topics()} | {"first", "none", "topics"}


TAUGHT = ("verbs.", "settings.", "wishes.", "logic.")


@pytest.mark.parametrize("language", BOTH)
def test_the_topic_of_a_word_shows_it_as_the_judge_prints_it(language: Language) -> None:
    first, not_shown = write_help_first_page(reader(language), 1), []
    pages = {topic.name: write_help_topic(topic, reader(language)) + first for topic in help_topics()}
    for key in WITH_HELP:
        section, _, name = key.partition(".")
        topic = topic_for_key(key)
        if topic and key.startswith(TAUGHT):
            word = form_of(section, name, language)
            printed = re.escape(word).replace("'", "['’]")
            if not re.search(rf"(?<!\w){printed}(?!\w)", pages[topic.name]):
                not_shown.append((topic.name, word))
    assert not_shown == []


# --- every page ------------------------------------------------------------------------------------------------


@each_case(("language", "notation"), READERS)
def test_a_topic_fits_a_screen_in_every_notation(language: Language, notation: str) -> None:
    pages = {topic.name: write_help_topic(topic, reader(language, notation)).splitlines() for topic in help_topics()}
    assert [name for name, lines in pages.items() if len(lines) > SCREEN] == []
    assert [(name, line) for name, lines in pages.items() for line in lines if len(line) > WIDTH] == []


@pytest.mark.parametrize("language", BOTH)
def test_the_page_on_letters_tells_how_much_of_one_is_carried_out(language: Language) -> None:
    topic = next(topic for topic in help_topics() if topic.name == "letters")
    numbers = [int(number) for number in re.findall(r"\d+", write_help_topic(topic, reader(language)))]
    assert numbers == [MOST_LINES_OF_LETTER, MOST_QUESTIONS_OF_LETTER, MOST_PRESS_OF_LETTER]


@pytest.mark.parametrize("language", BOTH)
def test_the_first_page_lists_every_topic_and_tells_the_version(language: Language) -> None:
    text = told("HELP", reader(language))
    assert [topic.name for topic in help_topics() if topic.words[language][0] not in text] == []
    assert len(text.splitlines()) <= 2 * SCREEN
    assert f"version {vocabulary().version}" in text


@pytest.mark.parametrize("language", BOTH)
def test_every_board_of_the_judge_is_named_where_boards_are_explained(language: Language) -> None:
    """One with troops of its own has a page of its own."""
    pages = [write_help_topic(topic, reader(language)) for topic in help_topics() if topic.name in {"boards", "tables"}]
    told = set(" ".join(pages).split())
    names = {name: phrasebook(language).sentences[f"board.{name}"] for name in board_names()}
    assert [name for name in names if not load_board(name).war.troops and names[name] not in told] == []


# --- every example ---------------------------------------------------------------------------------------------

NO_EXAMPLES = {"results"}
"""Pages whose indented lines are a table of marks."""


def examples(text: str) -> list[str]:
    """The lines that stand at the indent of an example, without what is said beside them."""
    lines = re.findall(r"^  (?=\S)(.*)$", text, re.MULTILINE)
    return [re.split(r"\s{2,}", line.replace("\N{NO-BREAK SPACE}", " "))[0] for line in lines]


def crowded(phase: str) -> Position:
    """A French unit in every region that can take one, each dislodged in a retreat phase; fleets in the seas."""
    at_sea = {"NTH", "ENG", "MAO", "BRE"}
    units = {
        Province(code): Unit(
            Power("FRANCE"), UnitKind.FLEET if code in at_sea else UnitKind.ARMY, Location(Province(code))
        )
        for code in ("PAR", "MAR", "BRE", "MAO", "BUR", "PIE", "RUH", "GAS", "NTH", "ENG", "LON", "MUN")
    }
    if Phase.parse(phase).kind.value != "R":
        return Position(Phase.parse(phase), units)
    return Position(Phase.parse(phase), {}, {}, {code: Dislodged(unit, code, ()) for code, unit in units.items()})


STIM = load_notation("stim")
POSITIONS = tuple(map(crowded, ("S1901M", "S1901R", "W1901A")))


def is_understood(line: str, who: Person) -> bool:
    own = load_notation(who.notation)
    others = tuple(load_notation(name) for name in notation_names() if name != who.notation)
    if read_heading(line, BOARD, own, others) or fold_case(line.split(maxsplit=1)[0]) in vocabulary().settings:
        return True
    if any(
        not any(isinstance(found, Misread) for _, found in read_orders(line, at, BOARD, None, own, others))
        for at in POSITIONS
    ):
        return True
    return isinstance(read_errand(line, WAR_BOARD, STIM), ScoutOrder) or any(
        not any(
            isinstance(found, Misread)
            for _, found in read_orders(line, campaign_position(phase), WAR_BOARD, None, STIM)
        )
        for phase in ("S1M", "S1R", "W1A")
    )


@pytest.mark.parametrize(("language", "notation"), in_turn(READERS, 0, 2))
def test_every_example_is_understood(language: Language, notation: str) -> None:
    who = reader(language, notation)
    for topic in help_topics():
        lines = [] if topic.name in NO_EXAMPLES else examples(write_help_topic(topic, who))
        plain = [piece.text for piece in read_lines("\n".join(lines)) if isinstance(piece.request, PossibleOrder)]
        with bounded_effort(MOST_EFFORT * len(plain)):  # what is found out is kept, as while a letter is read
            assert [line for line in plain if not is_understood(line, who)] == [], topic.name


ISLES = own_board("isles", re.findall(r"```toml\n(.*?)```", (PAGES / "boards.md").read_text("utf-8"), re.DOTALL)[0])
OTHERS = [ISLES, *(board for board in map(load_board, board_names()) if board.map != BOARD.map)]


@each_case("board", OTHERS, ids=lambda board: board.name)
@each_case("notation", notation_names())
def test_every_example_of_an_order_can_be_read_on_the_board_of_the_game(board: Board, notation: str) -> None:
    shown, position = board_examples(reader("en", notation), board), example_position(board)
    for name, kind in {
        "attack": "M",
        "support": "M",
        "convoy": "M",
        "disband": "R",
        "build": "A",
        "waive": "A",
    }.items():
        phase = replace(position.phase, kind=PhaseKind(kind))
        driven = {at: Dislodged(unit, at, ()) for at, unit in position.units.items()} if kind == "R" else {}
        there = Position(phase, {} if driven else position.units, {}, driven)
        line = plain_spaces(str(shown[name]))
        found = read_orders(line, there, board, None, load_notation(notation), ())
        assert not any(isinstance(one, Misread) for _, one in found), line


@each_case("board", OTHERS, ids=lambda board: board.name)
@each_case("language", BOTH)
def test_no_page_names_a_region_that_the_board_of_the_game_does_not_have(board: Board, language: Language) -> None:
    asked = {word for topic in help_topics() for words in topic.words.values() for word in words}
    codes = {code for code in BOARD.regions if code not in board.regions and not keys_of(fold_case(code))}
    for topic in help_topics():
        text = write_help_topic(topic, reader(language), board) + write_help_first_page(reader(language), 1, board)
        assert (codes - asked) & set(re.findall(r"\b[A-Z]{3}\b", text)) == set(), topic.name


def test_the_page_is_of_the_game_the_letter_is_about() -> None:
    (piece,) = read_lines("HELP ORDERS")
    assert isinstance(piece.request, HelpRequest)
    text = answer_help(piece.request, reader(), ISLES).text
    assert "A ARD" in text.replace("\N{NO-BREAK SPACE}", " ")


# --- what is asked for -----------------------------------------------------------------------------------------

FOUND = {
    "orders": "orders",
    "ORDRES": "orders",
    "press": "press",
    "FIN PRESSE": "press",
    "broadcast": "press",
    "SET LANGUAGE": "notations",
    "langue": "notations",
    "hour": "opening",
    "retraites": "retreats",
    "with my orders": "orders",
    "PRESS TO ITALY": "press",
    "s’inscrire": "joining",
    "à l’avance": "advance",
    "IF": "conditions",
    "pas": "conditions",
    "sinon si": "conditions",
    "waive": "builds",
    "->": "orders",
    "XXX": "orders",
    "Munich": "regions",
    "south coast": "coasts",
    "no convoy": "results",
    "(bounce)": "results",
    "délogée": "results",
    "retraite...": "retreats",
    "too_late": "deadlines",
    "BOARD": "boards",
    "carte": "boards",
    "plateaux": "boards",
    "small tables": "tables",
    "TOO LATE": "deadlines",
    "not_adjacent": "legal",
    "Not done. It came too late: the deadline of spring 1903 was Sunday.": "deadlines",
    "There is no power called “Italia” on this board.": "press",
    "Aucune puissance ne s’appelle « Italia » sur cette carte.": "press",
    "Cet ordre ne porte pas de condition": "conditions",
}


@each_case(("asked", "name"), FOUND.items(), ids=list(FOUND))
def test_any_word_of_the_judge_finds_its_topic(asked: str, name: str) -> None:
    language: Language = "fr" if asked.startswith(("Cet", "Aucune")) else "en"
    found = find_topic(asked.strip("()."), reader(language))
    assert found
    assert found.name == name


def test_the_name_of_a_reason_and_any_form_of_a_word_find_their_help() -> None:
    words = {form for form, key, _ in vocabulary().words if topic_for_key(key)}
    worded = {key for _, key, _ in vocabulary().words}
    names = {key.partition(".")[2] for key in WITH_HELP if key not in worded}
    assert [form for form in sorted(words | names) if find_topic(form, reader()) is None] == []


@pytest.mark.parametrize("language", BOTH)
def test_a_sentence_of_ours_asked_back_finds_its_help(language: Language) -> None:
    said = {one: re.sub(r"\{\w+\}", "xxxx", text) for one, text in phrasebook(language).sentences.items()}
    for key in WITH_HELP:
        if key.startswith(("refusal.", "illegal.", "misreading.")):
            alike = [topic_for_key(one) for one, text in said.items() if text.casefold() == said[key].casefold()]
            assert find_topic(said[key], reader(language)) in alike, said[key]


NEAR = {"HELP presss": "HELP PRESS", "AIDE préferance": "AIDE PRÉFÉRENCES", "HELP retrets": "HELP RETREATS"}


@pytest.mark.parametrize(("line", "nearest"), NEAR.items(), ids=list(NEAR))
def test_an_unknown_topic_gets_the_nearest_ones(line: str, nearest: str) -> None:
    language: Language = "fr" if line.startswith("AIDE") else "en"
    first, *rows = (row for row in told(line, reader(language)).splitlines() if row)
    assert line.split()[1] in first
    assert any(row.strip().startswith(nearest) for row in rows)
    assert len(rows) < len(help_topics())


@pytest.mark.parametrize("line", ["HELP xyzzy", "HELP topics"])
def test_where_nothing_is_near_all_topics_are_named(line: str) -> None:
    text = told(line, reader())
    assert [topic.name for topic in help_topics() if topic.asked("en") not in text] == []


@pytest.mark.parametrize("language", BOTH)
def test_examples_are_in_the_askers_own_notation(language: Language) -> None:
    text = told("HELP orders", replace(reader(language), notation="18centres"))
    assert "A TOU S A PAR - BOU" in text
    assert say(language, "help.asked", word="")[:4] in text
