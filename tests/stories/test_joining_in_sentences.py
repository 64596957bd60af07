"""Whoever writes in a sentence that they would join or watch a game is asked about the line that does it, or told."""

from collections.abc import Iterator

import pytest

from judge.requests.read_lines import read_lines
from judge.requests.seats import JoinGameRequest
from judge.rules.board import Power
from judge.shell.local_game import LocalGame, start_local_game, text_of
from tests.handlers.wished import sentences
from tests.stories.conversations import with_guests

JOINING = [
    (f"guest{place}", line, command)
    for place, (heading, line, command) in enumerate([*sentences("en"), *sentences("fr")])
    if heading == "joining"
]


VERBS = ("  JOIN ", "  JOUER ", "  WATCH ", "  OBSERVER ", "| JOIN ", "| JOUER ")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    table = with_guests(start_local_game(tmp_path_factory.mktemp("joining")), [name for name, _, _ in JOINING])
    opener = table.players[Power("FRANCE")]
    for name in ("abc", "bretagne"):
        opener.write(table.judge.services.config.judge.address, f"OPEN {name}")
        table.settle()
        opener.answer("Yes.")
        table.settle()
    yield table
    table.judge.stop()


@pytest.mark.parametrize(("name", "line", "command"), JOINING)
def test_the_answer_names_the_line_that_a_sentence_wishes_for(
    table: LocalGame, name: str, line: str, command: str
) -> None:
    guest = table.players[Power(name.upper())]
    guest.write(table.judge.services.config.judge.address, line)
    table.settle()
    answer = text_of(guest.read[-1]).replace("\N{NO-BREAK SPACE}", " ")
    proposed = [row.strip("| ") for row in answer.splitlines() if row.startswith(VERBS) and "bretagne" in row]
    assert proposed == ([] if command == "-" else [command])


@pytest.mark.parametrize(
    "line",
    ["Rejoindre la partie bretagne, Autriche", "S'INSCRIRE bretagne Autriche", "JOIN the game bretagne as Austria"],
)
def test_a_verb_before_the_word_game_joins_the_game_of_that_name(line: str) -> None:
    (piece,) = read_lines(line)
    assert isinstance(piece.request, JoinGameRequest)
    assert piece.request.name
    assert piece.request.name.text == "bretagne"
    assert [word.text for word in piece.request.powers] in (["Autriche"], ["Austria"])
