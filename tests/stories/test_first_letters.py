"""The first letter of somebody new, in whatever words: a kind answer in their language that shows the next step."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.settings import Language
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game, text_of
from tests.stories.conversations import with_guests


@dataclass(frozen=True)
class First:
    """A first letter, the language of its answer, what must stand in that."""

    subject: str
    text: str
    language: Language
    says: str


NOWHERE = ["[judge] No game of that name", "[arbitre] Aucune partie de ce nom"]
STEP = {"en": "\n  JOIN rome\n", "fr": "\n  JOUER rome\n"}
LETTERS = {
    "english-wish": First("", "Hello, I would like to play Diplomacy. How does it work?", "en", STEP["en"]),
    "english-subject": First("I want to play", "", "en", STEP["en"]),
    "english-one-word": First("", "Hi!", "en", STEP["en"]),
    "english-signed": First("Game?", "Hi,\nis there a game I can join?\n-- \nSent from my phone", "en", STEP["en"]),
    "english-wrong-game": First("", "JOIN paris", "en", "No game here is called paris"),
    "english-watch-wrong-game": First("", "WATCH paris", "en", "No game here is called paris"),
    "english-wait-for-wrong-game": First("", "STANDBY paris", "en", "No game here is called paris"),
    "english-wrong-game-and-list": First("", "JOIN paris\nLIST", "en", STEP["en"]),
    "english-orders": First("My orders", "A PAR - BUR\nplease move the fleet too", "en", STEP["en"]),
    "english-enough": First("unsubscribe", "unsubscribe", "en", "You are on no list of ours"),
    "english-enough-empty": First("Unsubscribe", "", "en", "You are on no list of ours"),
    "english-help": First("", "HELP", "en", "JOINING"),
    "english-list": First("", "Good morning\nLIST\nThanks", "en", STEP["en"]),
    "french-wish": First("", "Bonjour, je voudrais jouer.", "fr", STEP["fr"]),
    "french-subject": First("Comment s’inscrire ?", "", "fr", STEP["fr"]),
    "french-subject-only": First("Je veux jouer", "\n\n", "fr", STEP["fr"]),
    "french-hello": First("", "Salut !", "fr", STEP["fr"]),
    "french-long": First("Partie", "Bonsoir,\n\nj’ai trouvé votre adresse dans un fanzine. Est-ce qu’il y a\n"
        "une partie pour un débutant ? Merci d’avance,\nMathilde", "fr", STEP["fr"]),
    "french-wrong-game": First("", "JOUER lyon FRANCE", "fr", "Aucune partie ne s’appelle lyon ici"),
    "french-watch-wrong-game": First("", "OBSERVER lyon", "fr", "Aucune partie ne s’appelle lyon ici"),
    "french-prose-like-a-command": First("", "Jouer à Diplomatie me plairait beaucoup !", "fr", STEP["fr"]),
    "french-enough": First("", "Se désabonner", "fr", "Vous n’êtes sur aucune de nos listes"),
    "french-list": First("", "LISTE", "fr", STEP["fr"]),
    "french-help": First("", "AIDE\n", "fr", "PLACES"),
    "nothing-at-all": First("", "", "en", STEP["en"]),
    "only-signs": First("?", "???", "en", STEP["en"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    folder: Path = tmp_path_factory.mktemp("first")
    table = with_guests(start_local_game(folder), LETTERS)
    opener = table.players[Power("FRANCE")]
    opener.write(table.judge.services.config.judge.address, "OPEN rome\nOPEN secret HIDDEN yes")
    table.settle()
    opener.answer("Yes.")
    table.settle()
    yield table
    table.judge.stop()


def answers(table: LocalGame, name: str) -> list[str]:
    """What comes back to a first letter, with plain spaces and line ends as paragraphs have them."""
    writer: Correspondent = table.players[Power(name.upper())]
    letter = LETTERS[name]
    writer.write(table.judge.services.config.judge.address, letter.text, letter.subject)
    table.settle()
    return [text_of(one).replace("\N{NO-BREAK SPACE}", " ") for one in writer.read]


@pytest.mark.parametrize("name", LETTERS)
def test_a_first_letter_is_answered_at_once_with_the_next_step(table: LocalGame, name: str) -> None:
    (answer,) = answers(table, name)
    letter = LETTERS[name]
    assert letter.says in answer or letter.says in " ".join(answer.split())
    assert "secret" not in answer, "a hidden game is named to nobody"
    subject = str(table.players[Power(name.upper())].read[-1]["Subject"])
    assert not (letter.says.endswith(" ici") or letter.says.startswith("No game")) or subject in NOWHERE
    is_french = any(word in answer for word in ("Vous ", "vous ", "votre "))
    assert is_french == (letter.language == "fr")


def test_whoever_plays_already_is_reminded_of_their_game(table: LocalGame) -> None:
    opener = table.players[Power("FRANCE")]
    opener.write(table.judge.services.config.judge.address, "Hello, what is the deadline of my game, please?")
    table.settle()
    answer = text_of(opener.read[-1])
    assert "You have a part in rome" in answer


def test_the_judge_writes_the_same_stranger_six_times_a_day_and_no_more(table: LocalGame) -> None:
    stranger = with_guests(table, ["insistent"]).players[Power("INSISTENT")]
    table.clock.advance_to(table.clock.now() + timedelta(hours=2))  # what others have had in this hour counts as well
    for _ in range(9):
        stranger.write(table.judge.services.config.judge.address, "Hello?")
        table.settle()
        stranger.fetch()
    assert len(stranger.read) == 7, "the seventh letter says that there are no more answers for now"
