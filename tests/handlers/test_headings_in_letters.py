"""A heading says for which phase and which power the lines below it are, and is believed."""

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from judge.game.orders.messages import AdvanceKept, OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.handlers.headings import with_subject
from judge.handlers.letter_context import lines_of_letter
from judge.handlers.session import Held, Session
from judge.handlers.settle_letter import handle_lines
from judge.mail.letter import Letter
from judge.notation.line import OfferReason
from judge.reports.line_answers import (
    Done,
    InvalidCommand,
    LineAnswer,
    OrderAccepted,
    OrdersOffered,
    Outcome,
    TextAnswer,
    Unknown,
)
from judge.requests.governing import Governs
from judge.requests.names import NamedPhase, phase_in
from judge.requests.questions import GameInfoRequest, HelpRequest
from judge.requests.read_lines import read_lines
from judge.requests.votes import CastVoteRequest
from judge.rules.board import Power, Province
from judge.rules.position import Phase, Position
from tests.handlers.closed_phases import MOVES, WINTER
from tests.reports.parlour import AUTUMN, OPENED, SEATS, game_at, order
from tests.shared.each_case import each_case
from tests.shared.kinds import kinds_of
from tests.shared.services import context

GERMANY, ITALY = Power("GERMANY"), Power("ITALY")


def no_answer(*_: object) -> LineAnswer:
    return TextAnswer("")


def written(text: str, at: Position = AUTUMN, power: Power = GERMANY) -> Session:
    game = game_at(at)
    person = game.people[SEATS[power]]
    return handle_lines(Session(game, person), context(OPENED), read_lines(text), ())


def offered(line: str, at: Position, heading: str) -> OrdersOffered:
    return OrdersOffered((order(line, at),), OfferReason.HEADING, heading)


def answers(session: Session) -> list[LineAnswer]:
    return [answered.answer for answered in session.answers]


PAST = Refused(Refusal.OTHER_PHASE, phase=Phase.parse("S1903M"))
OF_THE_PAST = [
    "Spring 1903:",
    "Printemps 1903",
    "GERMANY, spring 1903, orders:",
    "Ordres de l'Allemagne - printemps 1903",
    "Mes ordres pour le printemps 1903 :",
    "Spring 1903 orders",
    "Spring '03",
    "Orders for the spring of 1903",
    "Ordres d'été 1903",
    "Été 1903 :",
    "S1903M",
    "S03M",
    "Summer 1903",
]


@each_case("heading", OF_THE_PAST)
def test_orders_under_the_heading_of_a_phase_that_is_over_are_refused_as_under_phase(heading: str) -> None:
    session = written(f"{heading}\nA MUN H")
    assert answers(session) == [Done(Outcome.ORDERS_HEADING), PAST]
    assert session.events == ()
    assert written("PHASE S1903M\nA MUN H").answers[-1].answer == PAST


OF_NOW = [
    "Mes ordres pour l'automne 1903 :",
    "Orders for Fall 1903",
    "Fall '03 orders",
    "F1903M",
    "A1903M",
    "Automne",
    "Ordres 1903",
    "Mouvements :",
    "Fall 1903:",
    "Automne 1903",
    "GERMANY - fall 1903 moves",
    "Moves",
    "Fall:",
    "Germany:",
]


@each_case("heading", OF_NOW)
def test_orders_under_the_heading_of_the_open_phase_count(heading: str) -> None:
    session = written(f"{heading}\nA MUN H")
    assert kinds_of(session.events) == [OrderGiven]


def test_orders_under_the_heading_of_a_phase_to_come_are_kept_for_it() -> None:
    session = written("Spring 1904:\nA MUN H\nFall 1903:\nA MUN - BUR")
    assert kinds_of(session.events) == [AdvanceKept, OrderGiven]


TO_COME = [
    "Spring 1904:",
    "Mes ordres pour le printemps 1904",
    "Été 1904",
    "S1904M :",
    "Spring '04",
    "F1903R",
    "Winter 1903",
    "Spring 1904 (for planning only)",
    "Printemps 1904 (je les renverrai en temps voulu)",
    "Spring 1904 - to be sent again",
]


@each_case("heading", TO_COME)
def test_what_stands_under_the_title_of_a_phase_to_come_is_never_taken_for_the_open_one(heading: str) -> None:
    line = "Remove A MUN" if "Winter" in heading else "A MUN D" if heading.endswith("R") else "A MUN H"
    session = written(f"{heading}\n{line}")
    assert kinds_of(session.events) == [AdvanceKept]


UNCLEAR = [
    "Spring:",
    "Ordres de printemps",
    "Mes ordres pour l'hiver :",
    "Été",
    "Retraites :",
    "Builds",
    "Orders 1902",
    "Ordres 1904",
]


@each_case("heading", UNCLEAR)
def test_below_a_heading_that_fits_no_open_phase_and_names_none_nothing_is_followed(heading: str) -> None:
    session = written(f"{heading}\nBonjour,\nA MUN H\nGERMANY:\nA MUN - BUR\nFall 1903\nF DEN H")
    assert answers(session)[:5] == [
        Refused(Refusal.HEADING_UNCLEAR, phase=Phase.parse("F1903M")),
        Done(Outcome.PLAIN_WORDS),
        Refused(Refusal.SEVERAL_OFFERED, province=Province("MUN")),
        Done(Outcome.ORDERS_HEADING),
        Refused(Refusal.SEVERAL_OFFERED, province=Province("MUN")),
    ]
    assert [str(event.order) for event in session.events if isinstance(event, OrderGiven)] == [
        str(order("F DEN H", AUTUMN))
    ]


def test_orders_are_not_kept_below_a_heading_that_is_unclear_either() -> None:
    session = written("PHASE S1904M\nRetreats:\nA MUN H")
    assert session.events == ()


NAMED_BY_COMMAND = {
    "TOUR été 1903": "S1903M",
    "PHASE summer 1904": "S1904M",
    "TOUR hiver 1903": "W1903A",
    "PHASE S04M": "S1904M",
}


@pytest.mark.parametrize(("line", "phase"), NAMED_BY_COMMAND.items())
def test_the_phase_of_a_command(line: str, phase: str) -> None:
    assert written(line).phase == Phase.parse(phase)


SUBJECTS = {
    "Ordres automne 1903": None,
    "[rome] Fall 1903 orders": None,
    "Mes ordres": None,
    "Bonjour": None,
    "Re: rome S1903M: results": None,
    "RE : Ordres printemps 1903": None,
    "TR: Ordres printemps 1903": None,
    "Spring is here, 1903": None,
    "Ordres printemps 1903": "S1903M",
    "rome: spring 1903 orders": "S1903M",
    "Orders Spring 1904": "S1904M",
    "Ordres d'été 1904": "S1904M",
}


@each_case(("subject", "phase"), SUBJECTS.items())
def test_a_subject_that_its_writer_chose_heads_the_letter(subject: str, phase: str | None) -> None:
    start = with_subject(Session(game_at(AUTUMN), game_at(AUTUMN).people[SEATS[GERMANY]]), subject)
    assert start.phase == (Phase.parse(phase) if phase else None)
    assert answers(start) == ([Done(Outcome.SUBJECT_HEADING)] if phase else [])


def test_below_a_subject_that_fits_no_open_phase_nothing_is_followed() -> None:
    start = with_subject(Session(game_at(AUTUMN), game_at(AUTUMN).people[SEATS[GERMANY]]), "Retraites")
    assert start.held == Held("Retraites", Governs.HOLDS, phase_unread=True)
    assert answers(start) == [Refused(Refusal.HEADING_UNCLEAR, phase=Phase.parse("F1903M"))]


ONLY_A_SUBJECT = {
    "STATUS": GameInfoRequest,
    "État": GameInfoRequest,
    "HELP": HelpRequest,
    "aide": HelpRequest,
    "VOTE DRAW": CastVoteRequest,
    "Re: STATUS": None,
    "Bonjour": None,
    "": None,
}


@each_case(("subject", "meaning"), ONLY_A_SUBJECT.items())
def test_a_letter_without_words_says_what_its_subject_does(subject: str, meaning: type | None) -> None:
    read = lines_of_letter(Letter(subject=subject))
    assert [type(line.request) for line in read] == ([meaning] if meaning else [])
    assert [line.text for line in lines_of_letter(Letter(subject=subject, text="A PAR H"))] == ["A PAR H"]


COURTESIES = [
    "Bonjour,\n\nMerci,\nAnna",
    "Bonjour Monsieur l'arbitre,\n\nMerci d'avance pour votre réponse.\n\nBien cordialement,\nAnna de La Tour",
    "Hello judge,\n\nthank you very much!\n\nBest regards,\nanna",
    "Hi there,\nThanks in advance and see you\nA. Martin",
    "Salut ! Merci beaucoup et bonne soirée à tous\nA bientôt\nAnna",
    "Merci\n> A PAR - BUR",
    "svp",
    "Anna",
]
TELLING = [
    "Bonjour, faut-il abandonner ?",
    "Hello, should I resign?",
    "Sorry, not yet",
    "Bonjour,\nvoici mes ordres\nAnna",
    "Thanks for the game, it was a pleasure to lose it",
    "Merci\nA PAR - BUR",
    "Merci\nVOTE SOLO",
    "Hello\nno",
    "Bonjour,\n3",
]


def test_above_courtesies_alone_a_subject_that_is_a_command_is_read() -> None:
    for text in COURTESIES:
        for subject in ("STATUS", "État", "VOTE DRAW"):
            (asked, *below) = lines_of_letter(Letter(subject=subject, text=text))
            assert (asked.text, type(asked.request)) == (subject, ONLY_A_SUBJECT[subject]), text
            assert [line.text for line in below] == [line for line in text.split("\n") if line], text


def test_above_anything_else_and_in_replies_a_subject_is_no_command() -> None:
    asked = [("STATUS", text) for text in TELLING]
    asked += [(subject, COURTESIES[0]) for subject in ("Re: STATUS", "Bonjour", "Fin", "PRESSE À TOUS", "JOURNAL", "")]
    for subject, text in asked:
        read = lines_of_letter(Letter(subject=subject, text=text))
        assert [line.text for line in read] == [line for line in text.split("\n") if line], (subject, text)


def test_a_season_alone_means_the_retreats_after_it_and_autumn_the_winter() -> None:
    retreats, winter = MOVES.judgement.after, WINTER.before
    assert kinds_of(written("Fall 1903:\nF DEN R SKA", retreats).events) == [OrderGiven]
    assert kinds_of(written("Automne 1903\nA MUN D", winter).events) == [OrderGiven]
    assert answers(written("Fall 1903 moves\nF DEN R SKA", retreats))[-1] == Refused(
        Refusal.OTHER_PHASE, phase=Phase.parse("F1903M")
    )


NAMED = {
    "FRANCE, fall 1903, orders:": ("F1903M", False),
    "Ordres pour l'automne 1903": ("F1903M", False),
    "Retraites de printemps 1903": ("S1903R", True),
    "Builds, winter 1903": ("W1903A", True),
    "Fall 1903 builds": ("W1903A", True),
    "Hiver 1903": ("W1903A", True),
    "F1903R": ("F1903R", True),
    "France:": None,
    "Spring": None,
    "A 1903": None,
    "Orders of 3 November 2026": None,
}


@each_case(("heading", "named"), NAMED.items(), ids=list(NAMED))
def test_the_phase_of_a_heading(heading: str, named: tuple[str, bool] | None) -> None:
    assert phase_in(heading) == (NamedPhase(Phase.parse(named[0]), named[1]) if named else None)


def test_a_foreign_heading_is_answered_and_the_orders_below_it_are_offered() -> None:
    session = written("FRANCE:\nA MUN H")
    assert answers(session) == [
        Refused(Refusal.NOT_YOUR_POWER, power=Power("FRANCE")),
        offered("A MUN H", AUTUMN, "FRANCE:"),
    ]
    assert session.events == ()


BELONG_TO_NOBODY_ELSE = ["WAIVE", "F KIE B", "Build A BER"]


@pytest.mark.parametrize("line", BELONG_TO_NOBODY_ELSE)
def test_what_no_unit_tells_the_power_of_is_not_followed_under_a_foreign_heading(line: str) -> None:
    winter = WINTER.before
    assert not [one for one in written(f"FRANCE:\n{line}", winter, ITALY).events if isinstance(one, OrderGiven)]
    own = written(f"FRANCE:\nITALY:\n{line}", winter, ITALY)
    assert not [one for one in answers(own) if isinstance(one, OrdersOffered)]


HINTS = {"PHASE Sprong 1903": "PHASE F1903M", "TOUR demain": "TOUR F1903M", "tour : demain": "tour F1903M"}


@pytest.mark.parametrize(("line", "hint"), HINTS.items(), ids=list(HINTS))
def test_the_hint_to_name_a_phase_bears_the_writers_own_word(line: str, hint: str) -> None:
    (wrong,) = answers(written(line))
    assert isinstance(wrong, InvalidCommand)
    assert (wrong.what, wrong.hints) == (Unknown.VALUE, (hint,))


DENYING = {
    "en": ("Ignore", "Cancel", "Please disregard", "Don't use", "These are not", "Never mind", "Scrap all"),
    "fr": (
        "Ignorez",
        "Annulez",
        "Oubliez",
        "Ne tenez pas compte de",
        "N'exécutez pas",
        "Ce ne sont pas",
        "Laissez tomber",
    ),
}
NEW_ORDERS = {
    "en": ("my orders", "my new orders", "the real orders", "the orders below", "these new orders"),
    "fr": ("mes ordres", "mes nouveaux ordres", "ces nouveaux ordres", "les ordres suivants"),
}
DENIED = [f"{verb} {them}:" for each in DENYING for verb in DENYING[each] for them in NEW_ORDERS[each]]


@each_case("title", DENIED)
def test_below_a_title_that_denies_new_orders_none_is_followed(title: str) -> None:
    told = answers(written(f"{title}\nA MUN H"))
    assert not any(isinstance(one, OrderAccepted) for one in told)


@each_case(
    "line",
    [
        "Scrap all of that, new orders:",
        "scrap ALL of that my brother sent it off my phone real orders:",
        "Oubliez tout cela, voici les bons ordres :",
        "Annulez tout, nouveaux ordres :",
    ],
)
def test_what_is_taken_back_in_front_of_a_title_is_in_force_no_longer(line: str) -> None:
    told = written(f"A BER - KIE\n{line}\nA MUN H").in_game
    assert told
    assert {one.order for one in told.given} == {order("A MUN H", AUTUMN)}


def test_no_phrase_stands_twice_in_a_list_of_what_governs() -> None:
    tables = tomllib.loads((files("judge.requests") / "governing.toml").read_text(encoding="utf-8"))
    lists = {f"{table}.{name}": said for table, rows in tables.items() for name, said in rows.items()}
    assert {name: one for name, said in lists.items() for one, times in Counter(said).items() if times > 1} == {}
