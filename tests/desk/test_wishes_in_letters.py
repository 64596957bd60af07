"""Lines that say what is wanted in other words than the commands' are understood, or the line that works is told."""

from dataclasses import replace

import pytest

from judge.desk.carry_out import carry_out
from judge.desk.progress import Progress
from judge.game.deadlines.timing import Allowance
from judge.game.orders.messages import OrderGiven
from judge.game.refusals import Refusal, Refused
from judge.mail.ballots import Vote
from judge.mail.meanings import MaybeOrder, Meaning, Near
from judge.mail.pressing import PressText
from judge.mail.verbs import read_lines
from judge.notation.misread import Misread, Misreading
from judge.reports.acknowledge import write_acknowledgement
from judge.reports.echo import Answer, Ordered, Shown, Unknown, Wrong
from judge.rules.board import Power
from judge.rules.orders import Hold, province_of
from judge.rules.position import Position
from tests.reports.parlour import AUTUMN, MASTER, NOW, OPENED, SEATS, game_at, speaking
from tests.reports.retreats_and_winters import WINTER, retreat_scene
from tests.services import context

GERMANY = Power("GERMANY")
HERE = {unit.at.province for unit in AUTUMN.units.values() if unit.power == GERMANY}


def no_answer(*_: object) -> Answer:
    return Shown("")


def written(text: str, at: Position = AUTUMN) -> Progress:
    game = game_at(at)
    timing = replace(game.settings.timing, absences=Allowance(21))
    game = replace(game, settings=replace(game.settings, timing=timing))
    person = game.people[SEATS[GERMANY]]
    return carry_out(Progress(game, person), context(OPENED), read_lines(text), ())


ALL_HOLD = [
    "all hold",
    "ALL HOLD.",
    "All units hold",
    "All my units hold!",
    "Everybody holds",
    "Tout le monde tient",
    "Tout le monde tient.",
    "Toutes mes unités tiennent",
    "Tous tiennent",
]


@pytest.mark.parametrize("line", ALL_HOLD)
def test_all_hold_orders_every_unit_to_hold(line: str) -> None:
    given = [event.order for event in written(line).events if isinstance(event, OrderGiven)]
    assert {province_of(order) for order in given} == HERE
    assert all(isinstance(order, Hold) for order in given)


@pytest.mark.parametrize(
    "line", ["All others hold", "The other units hold.", "Les autres tiennent", "Mes autres unités tiennent"]
)
def test_the_others_are_those_without_an_order(line: str) -> None:
    progress = written(f"A MUN - BUR\n{line}")
    given = [event.order for event in progress.events if isinstance(event, OrderGiven)]
    assert len(given) == len(HERE)
    assert [order for order in given if not isinstance(order, Hold)] == given[:1]


def test_a_line_that_gave_several_orders_is_quoted_once() -> None:
    progress = written("All hold")
    words = write_acknowledgement(progress.game, progress.person, progress.answers, "", "", NOW)
    assert words.text.count("> All hold") == 1
    assert [type(answered.answer) for answered in progress.answers] == [Ordered] * len(HERE)


def test_all_hold_is_for_movements_and_for_players() -> None:
    game = speaking(game_at(WINTER["builds"]), SEATS[Power("FRANCE")], "en")
    for there, who, expected in (
        (game, SEATS[Power("FRANCE")], Misreading.WRONG_PHASE),
        (retreat_scene(), SEATS[Power("FRANCE")], Misreading.WRONG_PHASE),
        (game_at(AUTUMN), MASTER.address, Refusal.NOT_A_PLAYER),
    ):
        start = Progress(there, there.people[who])
        (told,) = carry_out(start, context(NOW), read_lines("all hold"), ()).answers
        assert isinstance(told.answer, Misread | Refused)
        assert told.answer.why is expected


def meaning(text: str) -> Meaning:
    (piece,) = read_lines(text)
    return piece.meaning


VOTES = [
    "I vote for a draw.",
    "I vote draw",
    "We vote for a draw",
    "Je vote pour la nulle.",
    "Je vote pour une nulle",
    "Je vote la nulle",
    "Nous votons pour la nulle",
]


@pytest.mark.parametrize("line", VOTES)
def test_a_vote_in_words_is_a_vote(line: str) -> None:
    vote = meaning(line)
    assert isinstance(vote, Vote)
    assert (vote.motion, vote.named) == ("draw", ())


NEAR = {
    "I would vote for a draw": "VOTE DRAW",
    "I'd like to vote for a draw.": "VOTE DRAW",
    "I propose a draw": "VOTE DRAW",
    "Je voudrais voter pour la nulle": "VOTER NULLE",
    "Je propose une nulle": "VOTER NULLE",
    "I will be away tomorrow": "ABSENCE tomorrow",
    "I'll be on holiday from 24 December to 2 January.": "ABSENCE from 24 December to 2 January",
    "Je serai absent demain": "ABSENCE demain",
    "Je serai absente du 24 décembre au 2 janvier.": "ABSENCE du 24 décembre au 2 janvier",
    "I need more time, please": "VOTE EXTEND 3d",
    "Je demande une prolongation": "VOTER PROLONGER 3j",
    "I resign.": "RESIGN",
    "Je démissionne": "DÉMISSIONNER",
    "I concede to Turkey": "CONCEDE to Turkey",
}


@pytest.mark.parametrize(("line", "command"), NEAR.items())
def test_a_wish_in_a_sentence_is_answered_with_the_command_and_counts_as_not_done(line: str, command: str) -> None:
    progress = written(line)
    assert [answered.answer for answered in progress.answers] == [Wrong(Unknown.NEAR_COMMAND, "", 0, 0, (command,))]
    assert progress.events == ()
    words = write_acknowledgement(progress.game, progress.person, progress.answers, "", "", NOW)
    assert command in words.text
    assert "OK" not in words.subject
    assert not isinstance(meaning(command), MaybeOrder | Near)


IN_PASSING = [
    "I will be there",
    "I am tired",
    "I give my best",
    "Je suis là",
    "I vote we go to the pub",
    "Je propose un verre",
]


@pytest.mark.parametrize("line", IN_PASSING)
def test_what_is_said_in_passing_wishes_for_nothing(line: str) -> None:
    assert meaning(line) == MaybeOrder()


PRESS = {
    "GREY PRESS TO ALL": (True, True),
    "Gray press to all:": (True, True),
    "ANONYMOUS PRESS TO ALL": (True, True),
    "PRESSE GRISE À TOUS": (True, True),
    "PRESSE ANONYME À TOUS": (True, True),
    "PRESSE GENERALE": (False, True),
    "Presse générale :": (False, True),
    "GENERAL PRESS": (False, True),
    "PUBLIC PRESS": (False, True),
    "GREY PRESS TO FRANCE": (True, False),
}


@pytest.mark.parametrize(("line", "meant"), PRESS.items())
def test_kinds_of_press_go_by_several_names(line: str, meant: tuple[bool, bool]) -> None:
    press = meaning(f"{line}\nHello.\nENDPRESS")
    assert isinstance(press, PressText)
    assert (press.grey, press.to.everyone, press.text) == (*meant, "Hello.")
