"""What a rule book says of a game besides its rules comes with it, and the answer says so."""

from collections.abc import Iterator

import pytest

from judge.game.settings import DrawRule, GameName, OnrRule, Settings
from judge.handlers.settings import read_settings_on_board
from judge.requests.read_lines import read_lines
from judge.requests.seats import OpenGameRequest
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, start_local_game, text_of
from tests.shared.each_case import each_case

FAF = (1907, OnrRule.ANY, DrawRule.NONE, True, "c-diplo")
USUAL = (None, OnrRule.ALL, DrawRule.DIAS, True, "c-diplo")

OPENINGS: dict[str, tuple[object, ...]] = {
    "OPEN rome": USUAL,
    "OPEN rome RULES faf": FAF,
    "OUVRIR rome\nRÈGLES faf": FAF,
    "OPEN rome LAST 1912 RULES faf": (1912, *FAF[1:]),
    "OPEN rome RULES faf LAST never": (None, *FAF[1:]),
    "OUVRIR rome RÈGLES faf TERME jamais NULLES survivants": (None, *FAF[1:2], DrawRule.DIAS, *FAF[3:]),
    "OPEN rome RULES faf ONR all": (1907, OnrRule.ALL, *FAF[2:]),
    "OPEN rome RULES faf DRAWS dias": (*FAF[:2], DrawRule.DIAS, *FAF[3:]),
    "OPEN rome RULES faf SCORING draw-size": (*FAF[:4], "draw-size"),
    "OPEN rome RULES faf MISSING secret": (*FAF[:3], False, "c-diplo"),
    "OPEN rome blitz RULES faf": FAF,
    "OPEN rome judge RULES faf": FAF,
    "OPEN rome RULES faf BOARD duel": (1407, *FAF[1:]),
    "OPEN rome RULES 18centres": USUAL,
    "OPEN rome RULES 1971": USUAL,
    "OPEN rome RULES soop": USUAL,
    "OPEN rome zine": USUAL,
}


def opened(text: str) -> Settings:
    (line,) = read_lines(text)
    assert isinstance(line.request, OpenGameRequest)
    read = read_settings_on_board(line.request.settings, line.text, "Europe/Paris", dict)
    assert not read.faults
    return read.settings


@each_case(("text", "terms"), OPENINGS.items(), ids=list(OPENINGS))
def test_a_rule_book_brings_its_terms_and_what_is_named_comes_before_them(text: str, terms: tuple[object, ...]) -> None:
    """002 4.1 and 7.1: seven years; 5.1: who is ONR, and is told; 7.1: who ties has lost; C-Diplo."""
    settings = opened(text)
    missing, votes = settings.missing, settings.votes
    assert (settings.last_year, missing.counts, votes.draws, missing.published, settings.scoring) == terms


@pytest.fixture
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    table = start_local_game(tmp_path_factory.mktemp("terms"))
    yield table
    table.judge.stop()


SAID = {
    "ENGLAND": (
        "OPEN rome RULES faf DRAWS dias",
        (
            "These terms come with the rule book faf, because your letter names no others: "
            "LAST 1907, ONR any, MISSING public and SCORING c-diplo."
        ),
    ),
    "FRANCE": (
        "OUVRIR rome RÈGLES faf",
        (
            "Le règlement faf apporte ce que votre lettre ne règle pas : "
            "DERNIÈRE 1907, ONR partiel, MANQUANTS public, NULLES non et BARÈME c-diplo."
        ),
    ),
}


@pytest.mark.parametrize("power", SAID)
def test_the_answer_says_what_came_with_the_book_and_the_terms_hold_it(table: LocalGame, power: str) -> None:
    opener, (text, said) = table.players[Power(power)], SAID[power]
    opener.write("judge@localhost", text)
    table.settle()
    opener.answer("Yes.")
    table.settle()
    answer, opened = (" ".join(text_of(one).replace("\N{NO-BREAK SPACE}", " ").split()) for one in opener.read[-2:])
    assert said in answer.replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert "1907" in opened
    game = table.judge.services.game(GameName("rome"))
    assert game
    assert game.settings.last_year == FAF[0]
