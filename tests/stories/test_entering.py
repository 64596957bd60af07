"""Somebody new enters a game: what is wrong is told before anything is asked, all of it at once, with what is free."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.game.settings import GameName
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game, text_of
from tests.stories.conversations import with_guests

JUDGE = "judge@localhost"
QUESTION = {"en": "Did you write this?", "fr": "Cette lettre est-elle de vous ?"}


@dataclass(frozen=True)
class Told:
    """A letter that cannot be done, and what must stand in the one answer it gets."""

    text: str
    says: tuple[str, ...]


FAULTS = {
    "a name that is taken": Told("OPEN rome", ("exists already", "rome-2", "rome-3")),
    "un nom pris": Told("OUVRIR rome", ("Une partie porte déjà ce nom", "rome-2", "rome-3")),
    "a name that is none": Told("OPEN My_Game", ("No game can be called “My_Game”", "my-game")),
    "un nom impossible": Told("OUVRIR été!", ("ne peut pas s’appeler",)),
    "no name": Told("OPEN", ("The name of the game is missing",)),
    "three faults in one line": Told(
        "OPEN oslo RULES 1972 MOVEMENT soon SPEED 3d", ("for three reasons", "1972", "1971", "soon", "36h", "SPEED")
    ),
    "trois fautes sur deux lignes": Told(
        "OUVRIR oslo RÈGLES 1972\nMOUVEMENT bientôt LANGUE latin",
        ("pour trois raisons", "1972", "bientôt", "36h", "latin"),
    ),
    "a preset and a board that there are not": Told(
        "OPEN oslo PRESET slow BOARD moon", ("slow", "postal", "moon", "standard")
    ),
    "a name taken and a value wrong": Told("OPEN rome HOUR 25:00", ("for two reasons", "exists already", "25:00")),
    "a slip for a power that is taken": Told("JOIN rome FRANSE", ("Another player asked for France", "Austria")),
    "a power that is none": Told("JOIN rome ATLANTIS", ("ATLANTIS", "Austria", "Turkey")),
    "une puissance prise": Told("JOUER rome FRANCE", ("la France", "Autriche-Hongrie", "Turquie")),
    "a power taken and a setting wrong": Told(
        "JOIN rome FRANCE LANGUAGE la", ("for two reasons", "France", "Italy", "“la” is not a value", "en", "or fr")
    ),
    "a full game": Told("JOIN pair", ("All seats of this game are taken", "STANDBY", "rome")),
    "une partie complète": Told("JOUER pair", ("rome",)),
    "an opening and a seat in it, both wrong": Told(
        "OPEN oslo HOUR soon\nJOIN oslo ATLANTIS", ("soon", "21:00", "ATLANTIS", "Austria")
    ),
    "a wrong opening and a seat that would do": Told(
        "OPEN oslo HOUR soon\nJOIN oslo FRANCE", ("soon", "21:00", "This line is right")
    ),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    """Two games: rome, where France is taken, and pair, which is full."""
    folder: Path = tmp_path_factory.mktemp("entering")
    table = with_guests(start_local_game(folder), [*map(guest, FAULTS), "mathilde", "nora", "otto", "paul", "quentin"])
    florence = table.players[Power("FRANCE")]
    enter(table, florence, "OPEN rome\nJOIN rome FRANCE")
    enter(table, florence, "OPEN pair BOARD duel\nJOIN pair")
    enter(table, table.players[Power("ENGLAND")], "JOIN pair")
    yield table
    table.judge.stop()


def guest(name: str) -> str:
    return "".join(letter if letter.isascii() and letter.isalnum() else "-" for letter in name)


def person(table: LocalGame, name: str) -> Correspondent:
    return table.players[Power(guest(name).upper())]


def write(table: LocalGame, writer: Correspondent, text: str) -> list[str]:
    """A letter to the judge; the letters it brings, with plain spaces on one line."""
    before = len(writer.read)
    writer.write(JUDGE, text)
    table.settle()
    return [f"{one['Subject']}\n{text_of(one)}".replace("\N{NO-BREAK SPACE}", " ") for one in writer.read[before:]]


def enter(table: LocalGame, writer: Correspondent, text: str) -> None:
    (question,) = write(table, writer, text)
    assert any(words in question for words in QUESTION.values())
    writer.answer("Yes.")
    table.settle()


@pytest.mark.parametrize("name", FAULTS)
def test_what_is_wrong_is_told_before_anything_is_asked(table: LocalGame, name: str) -> None:
    case = FAULTS[name]
    (answer,) = write(table, person(table, name), case.text)
    assert not any(words in answer for words in QUESTION.values())
    flat = " ".join(answer.split()).replace("\N{NARROW NO-BREAK SPACE}", " ")
    assert [words for words in case.says if words not in flat] == []
    assert {*table.judge.services.store.games()} >= {"rome", "pair"}
    assert table.judge.services.game(GameName("oslo")) is None


def test_a_letter_half_right_is_asked_about_and_told_what_will_not_be_done(table: LocalGame) -> None:
    writer = person(table, "nora")
    (question,) = write(table, writer, "OPEN turin\nJOIN turin ATLANTIS")
    assert QUESTION["en"] in question
    assert "would have no effect even then" in " ".join(question.split())
    assert "ATLANTIS" in question.partition("even then")[2]
    writer.answer("Yes.")
    table.settle()
    assert table.judge.services.game(GameName("turin"))


def test_a_seat_takes_two_letters_and_two_answers(table: LocalGame) -> None:
    """The letter and its confirmation; the question and “you have a seat”, which hangs under the letter."""
    writer = person(table, "mathilde")
    writer.write(JUDGE, "Bonjour,\n\nJOUER rome ITALIE\n\nMathilde")
    table.settle()
    (question,) = writer.read
    writer.answer("Oui.")
    table.settle()
    (_, seated) = writer.read
    assert "Inscription enregistrée" in seated["Subject"]
    assert seated["In-Reply-To"] == question["In-Reply-To"]


def test_a_newcomer_who_corrects_and_goes_on_is_never_left_without_an_answer(table: LocalGame) -> None:
    """Everything a person may write on a first evening, each letter answered at once."""
    writer = person(table, "otto")
    evening = [
        "Hello, how does this work?", "HELP", "LIST", "HELP OPENING", "OPEN rome", "OPEN rome-2 HOUR late",
        "OPEN rome-2 MOVEMENT 5m", "HELP PRESETS", "OPEN rome-2 blitz",
    ]  # fmt: skip
    assert [len(write(table, writer, text)) for text in evening] == [1] * len(evening)
    writer.answer("Yes, that was me.")
    table.settle()
    assert table.judge.services.game(GameName("rome-2"))


def test_a_second_answer_to_a_question_is_a_letter_like_any_other(table: LocalGame) -> None:
    writer = person(table, "paul")
    (question,) = write(table, writer, "JOIN rome")
    assert QUESTION["en"] in question
    asked = writer.read[-1]
    writer.answer("Yes.")
    table.settle()
    before = len(writer.read)
    writer.write(asked["Reply-To"], "HELP JOINING")
    table.settle()
    (answer,) = writer.read[before:]
    assert "JOINING" in text_of(answer)


def test_somebody_seated_who_asks_again_is_told_so_and_not_questioned(table: LocalGame) -> None:
    writer = person(table, "quentin")
    enter(table, writer, "JOIN rome RUSSIA")
    (answer,) = write(table, writer, "JOIN rome")
    assert "You have a seat in this game already" in " ".join(answer.split())
