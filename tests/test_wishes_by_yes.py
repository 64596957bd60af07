"""What a sentence wishes for is offered, and a YES in reply to that answer has it done; nothing else does."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest

from judge.game.settings import Address
from judge.game.votes.messages import ForDraw
from judge.rules.board import Power
from judge.shell.local_game import GAME, Correspondent, LocalGame, text_of
from tests.shared.seated import lay_seated_table

AUSTRIA, FRANCE = Power("AUSTRIA"), Power("FRANCE")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = lay_seated_table(tmp_path, "ABSENCES 14")
    yield table
    table.judge.stop()


def write(table: LocalGame, who: Correspondent, text: str, *, to: int = -1) -> str:
    """The answer to a letter that replies to one of those that its writer has read, the last one."""
    last = who.read[to]
    above = {"In-Reply-To": last["Message-ID"], "References": last["Message-ID"]}
    who.write(str(last["Reply-To"]), text, f"Re: {last['Subject']}", above)
    table.settle()
    return " ".join(text_of(who.read[-1]).replace("\N{NO-BREAK SPACE}", " ").split())


def votes(table: LocalGame) -> int:
    game = table.judge.services.game(GAME)
    assert game is not None
    return sum(isinstance(cast.motion, ForDraw) for cast in game.ballots)


@pytest.mark.parametrize(
    ("power", "wish", "yes"),
    [
        (AUSTRIA, "I propose a draw.", "Yes, please."),
        (AUSTRIA, "I think we are all equally strong. I'd like a draw, if nobody minds.", "Yes"),
        (AUSTRIA, "A VIE - GAL\nI propose a draw.", "Hello,\n\nyes!\n\nAnton"),
        (FRANCE, "Je propose une nulle, si tout le monde est d'accord.", "Oui, s'il vous plaît."),
        (FRANCE, "Je propose la nulle.", "Oui."),
    ],
)
def test_a_yes_has_done_what_was_wished_for(table: LocalGame, power: Power, wish: str, yes: str) -> None:
    who = table.players[power]
    offered = write(table, who, wish)
    assert ("Reply YES" if power == AUSTRIA else "Répondez OUI") in offered
    assert votes(table) == 0
    write(table, who, yes)
    assert votes(table) == 1


def test_the_days_of_an_absence_are_dates_from_the_day_on_which_they_were_written(table: LocalGame) -> None:
    anton = table.players[AUSTRIA]
    assert "ABSENCE Monday 12 January 2026 to Thursday 15 January 2026" in write(
        table, anton, "I'll be away from next Monday to Thursday."
    )
    write(table, anton, "Yes")
    game = table.judge.services.game(GAME)
    assert game is not None
    assert [(one.first, one.last) for one in game.absences_of(Address(anton.address))] == [
        (date(2026, 1, 12), date(2026, 1, 15))
    ]


@pytest.mark.parametrize(
    "said", ["No.", "No, forget it.", "Thank you!", "Yes, if Italy agrees.", "What does that mean?"]
)
def test_nothing_else_does(table: LocalGame, said: str) -> None:
    anton = table.players[AUSTRIA]
    write(table, anton, "I propose a draw.")
    write(table, anton, said)
    assert votes(table) == 0


@pytest.mark.parametrize(
    ("power", "wish", "said", "told"),
    [
        (AUSTRIA, "I propose a draw.", "No.", "no longer waits for a yes: VOTE DRAW"),
        (AUSTRIA, "I propose a draw.", "No, thank you.", "no longer waits for a yes: VOTE DRAW"),
        (AUSTRIA, "I'll be away from next Monday to Thursday.", "no", "no longer waits for a yes: ABSENCE"),
        (FRANCE, "Je propose la nulle.", "Non merci.", "n'attend plus de oui : VOTER NULLE"),
        (FRANCE, "Je propose la nulle.", "Finalement non.", "n'attend plus de oui : VOTER NULLE"),
    ],
)
def test_a_no_is_told_that_it_is_not_done(table: LocalGame, power: Power, wish: str, said: str, told: str) -> None:
    who = table.players[power]
    write(table, who, wish)
    assert told.replace("'", "’") in write(table, who, said).replace("'", "’")
    write(table, who, "Yes." if power == AUSTRIA else "Oui.")
    assert votes(table) == 0


def test_what_stands_behind_the_yes_is_read_by_itself(table: LocalGame) -> None:
    anton = table.players[AUSTRIA]
    write(table, anton, "I propose a draw.")
    assert "A VIE - GAL" in write(table, anton, "Yes. Vienna to Galicia.")
    assert votes(table) == 1


def test_a_yes_to_an_offered_order_takes_that_alone(table: LocalGame) -> None:
    anton = table.players[AUSTRIA]
    offered = write(table, anton, "I propose a draw.\nDraft:\nA VIE - GAL")
    assert "VOTE DRAW" in offered
    assert "Reply YES and it counts" in offered
    assert "Reply YES and it is done" not in offered
    write(table, anton, "Yes.")
    assert votes(table) == 0


def test_a_yes_to_another_answer_does_nothing(table: LocalGame) -> None:
    anton = table.players[AUSTRIA]
    write(table, anton, "What are my units?")
    write(table, anton, "I propose a draw.")
    write(table, anton, "Yes.", to=-2)
    assert votes(table) == 0


@pytest.mark.parametrize("wish", ["I resign.", "I'd like to give up my seat.", "I concede to Italy, please."])
def test_what_cannot_be_undone_needs_its_line(table: LocalGame, wish: str) -> None:
    anton = table.players[AUSTRIA]
    assert "Reply YES" not in write(table, anton, wish)
    write(table, anton, "Yes.")
    game = table.judge.services.game(GAME)
    assert game is not None
    assert anton.address in game.players
