"""Lines about votes, lines of a game master: what each does, what is answered where it cannot be read."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import time, timedelta

import pytest

from judge.game.mastery.messages import CloseForced, GameOffered, PositionCorrected, RolledBack, SettingsChanged
from judge.game.messages import Event
from judge.game.phases.messages import Ending, GameEnded, PhaseClosed
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, DrawRule, Language, Settings, VoteDuration, VoteSecrecy
from judge.game.state import Game
from judge.game.votes.messages import (
    ForConcession,
    ForDraw,
    ForEnding,
    ForExtension,
    ForMaster,
    Motion,
    VoteCast,
    VotesWithdrawn,
)
from judge.handlers.session import Session
from judge.handlers.settings import GAME_SETTINGS
from judge.handlers.settle_letter import handle_lines
from judge.reports.line_answers import CorrectionRefused, Done, InvalidCommand, Outcome, TextAnswer, Unknown
from judge.requests.read_lines import read_lines
from judge.rules.board import Location, Power, Province, UnitKind
from judge.rules.corrections import AddUnit, CorrectionError, GiveCentre, MoveUnit, RemoveUnit
from tests.reports.parlour import (
    FRANCE,
    MASTER,
    NOW,
    SEATS,
    SPRING,
    SPRING_ORDERS,
    closed,
    game_at,
    opening_events,
    person,
    speaking,
    started,
)
from tests.shared.each_case import each_case
from tests.shared.services import context

READER = SEATS[FRANCE]
ITALY, GERMANY = Power("ITALY"), Power("GERMANY")
SPRING_CLOSED = closed(SPRING, SPRING_ORDERS, number=1)


def free(game: Game) -> Game:
    """The game with draws between named powers."""
    return replace(game, settings=replace(game.settings, votes=replace(game.settings.votes, draws=DrawRule.SUBSETS)))


def carried_out(text: str, by: Address = READER, language: Language = "en", events: Sequence[Event] = ()) -> Session:
    """What becomes of a letter at the spring of 1903, after some events."""
    game = speaking(free(game_at(SPRING, *events)), by, language)
    letter = context(NOW, "rome", number=9, log=(*LOG, *events))
    return handle_lines(Session(game, game.people[by]), letter, read_lines(text), ())


STARTED = started(SPRING)
LOG: tuple[Event, ...] = (*opening_events(), STARTED)

VOTES: Sequence[tuple[Language, str, Motion]] = [
    ("en", "VOTE DRAW", ForDraw()),
    ("en", "vote for a draw", ForDraw()),
    ("en", "VOTE DRAW FRANCE ITALY", ForDraw((FRANCE, ITALY))),
    ("fr", "VOTER NULLE", ForDraw()),
    ("fr", "VOTE NUL", ForDraw()),
    ("fr", "voter la nulle : France, Italie", ForDraw((FRANCE, ITALY))),
    ("en", "CONCEDE TO ITALY", ForConcession(ITALY)),
    ("en", "VOTE CONCEDE TO ITALY", ForConcession(ITALY)),
    ("fr", "CONCÉDER À L'ITALIE", ForConcession(ITALY)),
    ("fr", "VOTER VICTOIRE ITALIE", ForConcession(ITALY)),
    ("en", "VOTE EXTEND 3d", ForExtension(timedelta(days=3))),
    ("en", "VOTE EXTENSION 36 hours", ForExtension(timedelta(hours=36))),
    ("fr", "VOTER PROLONGATION 3 jours", ForExtension(timedelta(days=3))),
    ("en", "VOTE END", ForEnding()),
    ("fr", "VOTER L'ARRÊT", ForEnding()),
    ("en", "VOTE MASTER ITALY", ForMaster(ITALY)),
    ("en", "VOTE GAME MASTER ITALY", ForMaster(ITALY)),
    ("fr", "VOTER MAÎTRE DE JEU ITALIE", ForMaster(ITALY)),
    ("fr", "VOTER MAÎTRE DE JEU : L'ITALIE", ForMaster(ITALY)),
    ("fr", "VOTER MENEUR ITALIE", ForMaster(ITALY)),
    ("fr", "VOTER ARBITRE ITALIE", ForMaster(ITALY)),
]


@each_case(("language", "line", "motion"), VOTES)
def test_a_vote_is_read_in_natural_words(language: Language, line: str, motion: Motion) -> None:
    (cast,) = carried_out(line, language=language).events
    assert isinstance(cast, VoteCast)
    assert (cast.power, cast.motion) == (FRANCE, motion)


@each_case("line", ["UNVOTE", "UNVOTE DRAW", "VOTE NO DRAW", "RETIRER VOTE", "ANNULER VOTE NULLE", "UNVOTE ALL"])
def test_a_vote_is_taken_back(line: str) -> None:
    _, withdrawn = carried_out(f"VOTE DRAW\n{line}").events
    assert isinstance(withdrawn, VotesWithdrawn)
    assert withdrawn.motions == (ForDraw(),)


@each_case(
    ("line", "what", "word"),
    [
        ("VOTE", Unknown.MOTION, ""),
        ("VOTE LUNCH", Unknown.MOTION, "LUNCH"),
        ("UNVOTE LUNCH", Unknown.MOTION, "LUNCH"),
        ("VOTE DRAW NARNIA", Unknown.POWER, "NARNIA"),
        ("CONCEDE", Unknown.POWER, ""),
        ("CONCEDE TO ITALY FRANCE", Unknown.POWER, ""),
        ("VOTE EXTEND", Unknown.VALUE, ""),
        ("VOTE EXTEND soon", Unknown.VALUE, "soon"),
    ],
)
def test_a_vote_that_cannot_be_read_changes_nothing_and_says_where(line: str, what: Unknown, word: str) -> None:
    session = carried_out(line)
    assert not session.events
    (answered,) = session.answers
    assert isinstance(answered.answer, InvalidCommand)
    assert (answered.answer.what, answered.answer.word) == (what, word)
    assert line[answered.answer.start : answered.answer.end] == word


# --- settings --------------------------------------------------------------------------------------------------


@each_case(
    ("key", "word", "field", "value"),
    [
        ("draws", "DIAS", "draws", DrawRule.DIAS),
        ("draws", "sousensembles", "draws", DrawRule.SUBSETS),
        ("draws", "no", "draws", DrawRule.NONE),
        ("concessions", "non", "concessions", False),
        ("votes", "open", "tally", VoteSecrecy.OPEN),
        ("votes", "secret", "tally", VoteSecrecy.SECRET),
        ("votes_stand", "retrait", "standing", VoteDuration.WITHDRAWN),
        ("stalemate", "3", "proposed_after", 3),
        ("draw_after", "jamais", "drawn_after", 0),
    ],
)
def test_a_setting_of_votes_is_read_in_both_languages(key: str, word: str, field: str, value: object) -> None:
    option = GAME_SETTINGS[key]
    assert getattr(option.put(Settings(), option.read(word)).votes, field) == value


def test_the_master_changes_settings_by_set() -> None:
    (changed,) = carried_out("SET HOUR 20:00 MOVEMENT 5d", MASTER.address).events
    assert isinstance(changed, SettingsChanged)
    assert (changed.settings.hour, changed.settings.lengths.movement) == (time(20), timedelta(days=5))


@each_case(
    ("by", "line", "why"),
    [
        (READER, "SET HOUR 20:00", Refusal.NOT_THE_MASTER),
        (MASTER.address, "SET RULES faf", Refusal.SETTING_FIXED),
        (MASTER.address, "SET HOUR 21:00", Refusal.SETTING_THE_SAME),
        (READER, "CLOSE NOW", Refusal.NOT_THE_MASTER),
        (READER, "REPORT", Refusal.NOT_THE_MASTER),
        (READER, "CORRECT\nREMOVE A MUN\nREASON x", Refusal.NOT_THE_MASTER),
        (READER, "HANDOVER bob@example.org", Refusal.NOT_THE_MASTER),
        (READER, "TERMINATE rome", Refusal.NOT_THE_MASTER),
        (MASTER.address, "PREDICT", Refusal.ORDERS_ARE_SEALED),
        (MASTER.address, "CORRECT\nREMOVE A MUN", Refusal.REASON_WANTED),
    ],
)
def test_what_is_refused(by: Address, line: str, why: Refusal) -> None:
    session = carried_out(line, by)
    assert not session.events
    (answered,) = session.answers
    assert isinstance(answered.answer, Refused)
    assert answered.answer.why is why


# --- what a master writes --------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["CLOSE NOW", "CLORE", "CLOSE S1903M", "CLÔTURER printemps 1903"])
def test_the_master_closes_the_open_phase(line: str) -> None:
    forced, closing, *_ = carried_out(line, MASTER.address).events
    assert isinstance(forced, CloseForced)
    assert isinstance(closing, PhaseClosed)


@pytest.mark.parametrize(("line", "kept"), [("ROLLBACK S1903M", True), ("REVENIR printemps 1903 EFFACER", False)])
def test_the_master_goes_back_to_a_phase(line: str, kept: bool) -> None:
    (back,) = carried_out(line, MASTER.address, events=(SPRING_CLOSED,)).events
    assert isinstance(back, RolledBack)
    assert (back.undone, bool(back.orders)) == ((1,), kept)


CORRECTION = """CORRECT
MOVE A BUR - GAS
ADD ITALY F NAP
REMOVE A PAR
OWNER BEL ITALY
OWNER FRANCE MUN
OWNER DEN NOBODY
REASON The report had it wrong.
ENDCORRECT
A MAR H"""
AMENDED = (
    MoveUnit(Province("BUR"), Location(Province("GAS"))),
    AddUnit(ITALY, UnitKind.FLEET, Location(Province("NAP"))),
    RemoveUnit(Province("PAR")),
    GiveCentre(Province("BEL"), ITALY),
    GiveCentre(Province("MUN"), FRANCE),
    GiveCentre(Province("DEN"), None),
)
CORRIGER = """CORRIGER
DÉPLACER A BOU - GAS
AJOUTER Italie F NAP
RETIRER A PAR
PROPRIÉTAIRE BEL Italie
PROPRIÉTAIRE France MUN
PROPRIÉTAIRE DAN personne
RAISON The report had it wrong.
FIN CORRIGER
A TOU T"""


@pytest.mark.parametrize(("language", "text"), [("en", CORRECTION), ("fr", CORRIGER)])
def test_the_master_corrects_the_position(language: Language, text: str) -> None:
    session = carried_out(text, MASTER.address, language)
    (corrected,) = session.events
    assert isinstance(corrected, PositionCorrected)
    assert (corrected.corrections, corrected.reason) == (AMENDED, "The report had it wrong.")
    assert session.answers[0].answer == Done(Outcome.POSITION_CORRECTED)
    assert len(session.answers) == 2


@each_case(
    ("line", "what"),
    [
        ("ADD A NAP", Unknown.CORRECTION),
        ("ADD ITALY NAP", Unknown.CORRECTION),
        ("ADD", Unknown.CORRECTION),
        ("MOVE A BUR", Unknown.CORRECTION),
        ("OWNER BEL", Unknown.CORRECTION),
        ("OWNER BEL NARNIA", Unknown.POWER),
        ("REMOVE A XYZ", Unknown.REGION),
        ("TRANSMUTE A PAR", Unknown.CORRECTION),
    ],
)
def test_a_line_of_a_correction_that_cannot_be_read_is_marked_and_nothing_is_done(line: str, what: Unknown) -> None:
    text = f"CORRECT\nREMOVE A MUN\n{line}\nREASON x\nENDCORRECT"
    session = carried_out(text, MASTER.address)
    assert not session.events
    (answered,) = session.answers
    assert isinstance(answered.answer, InvalidCommand)
    assert answered.answer.what is what
    assert text[answered.answer.start : answered.answer.end] in line or not answered.answer.word


def test_what_the_board_forbids_is_told_where_it_stands() -> None:
    text = "CORRECT\nREMOVE A MUN\nADD ITALY A NTH\nREASON x\nENDCORRECT"
    (answered,) = carried_out(text, MASTER.address).answers
    assert isinstance(answered.answer, CorrectionRefused)
    assert answered.answer.why is CorrectionError.OCCUPIED
    assert text[answered.answer.start : answered.answer.end] == "ADD ITALY A NTH"


@pytest.mark.parametrize("line", ["Correct.", "Correct me if I am wrong", "CORRECT"])
def test_prose_that_begins_with_the_word_swallows_no_order(line: str) -> None:
    session = carried_out(f"{line}\nA BUR H")
    assert len(session.answers) == 2
    assert len(session.events) == 1


@pytest.mark.parametrize("line", ["Close call last year!", "Revenir"])
def test_other_prose_does_nothing(line: str) -> None:
    assert not carried_out(line, MASTER.address).events


def test_a_game_is_offered_and_ended() -> None:
    (offered,) = carried_out("HANDOVER <Bob@Example.org>", MASTER.address).events
    assert isinstance(offered, GameOffered)
    assert offered.to == "bob@example.org"
    (end,) = carried_out("TERMINATE rome Too few of us are left.", MASTER.address).events
    assert isinstance(end, GameEnded)
    assert (end.ending, end.reason) == (Ending.TERMINATED, "Too few of us are left.")
    assert not carried_out("TERMINATE", MASTER.address).events
    assert not carried_out("HANDOVER bob", MASTER.address).events


def test_the_report_is_for_the_master_alone() -> None:
    (answered,) = carried_out("REPORT", MASTER.address).answers
    assert isinstance(answered.answer, TextAnswer)
    assert person(GERMANY).address in answered.answer.text
