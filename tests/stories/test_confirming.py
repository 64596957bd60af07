"""A letter that nothing proves waits for a clear yes; a no puts it away; nothing else does anything."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.game.settings import GameName, Language
from judge.rules.board import Power
from judge.shell.local_game import Correspondent, LocalGame, start_local_game, text_of
from tests.stories.conversations import with_guests

JUDGE = "judge@localhost"

SAID: dict[Language, dict[str, tuple[str, ...]]] = {
    "en": {
        "yes": ("YES", "Yes, that was me.", "code", ""),
        "no": ("NO! I did not write that", "That wasn't me."),
        "unclear": ("I am away until Monday.", "What is this?", "LIST", "PRESS TO ALL\nHello", "maybe yes"),
    },
    "fr": {
        "yes": ("OUI", "Oui, c'est bien moi.", "code", ""),
        "no": ("NON ! Je n'ai rien écrit", "Ce n'est pas moi."),
        "unclear": ("Je suis absente jusqu'à lundi.", "Quelle lettre ?", "LISTE", "Si c'est urgent, appelez."),
    },
}
CASES = [(language, kind, reply) for language, kinds in SAID.items() for kind, said in kinds.items() for reply in said]
OPENING = {"en": "OPEN {name}", "fr": "OUVRIR {name}"}
QUESTION = {"en": "Did you write this?", "fr": "Cette lettre est-elle de vous ?"}
BOTH_WAYS = {"en": ("YES", "NO"), "fr": ("OUI", "NON")}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LocalGame]:
    folder: Path = tmp_path_factory.mktemp("confirming")
    table = with_guests(
        start_local_game(folder), [*(f"guest{number}" for number in range(len(CASES))), "victor", "wanda"]
    )
    yield table
    table.judge.stop()


def heard(table: LocalGame, writer: Correspondent) -> list[str]:
    """What has come since the last time, with plain spaces."""
    before = len(writer.read)
    table.settle()
    return [plain(f"{one['Subject']}\n{text_of(one)}") for one in writer.read[before:]]


def plain(text: str) -> str:
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").replace("\N{NARROW NO-BREAK SPACE}", " ").split())


def is_open(table: LocalGame, name: str) -> bool:
    return table.judge.services.game(GameName(name)) is not None


def code_in(question: str, language: Language) -> str:
    return question.partition("the code " if language == "en" else "le code ")[2][:6]


@pytest.mark.parametrize(("language", "kind", "reply"), CASES)
def test_only_a_clear_yes_confirms(table: LocalGame, language: Language, kind: str, reply: str) -> None:
    number = CASES.index((language, kind, reply))
    writer, name = table.players[Power(f"GUEST{number}")], f"game-{number}"
    writer.write(JUDGE, OPENING[language].format(name=name))
    (question,) = heard(table, writer)
    assert QUESTION[language] in question
    writer.answer(code_in(question, language) if reply == "code" else reply)
    answers = heard(table, writer)
    assert is_open(table, name) is (kind == "yes")
    if kind == "no":
        (told,) = answers
        assert OPENING[language].format(name=name) in told
    if kind == "unclear":
        (told,) = answers
        assert all(word in told for word in BOTH_WAYS[language])
        writer.answer(BOTH_WAYS[language][0])
        heard(table, writer)
        assert is_open(table, name), "the letter has waited"


def test_after_a_no_a_yes_comes_too_late(table: LocalGame) -> None:
    writer = table.players[Power("VICTOR")]
    writer.write(JUDGE, "OPEN oslo")
    heard(table, writer)
    question = str(writer.read[-1]["Reply-To"])
    for reply in ("NO", "YES"):
        writer.write(question, reply)
        heard(table, writer)
    assert not is_open(table, "oslo")


def test_a_question_shows_nothing_but_a_few_commands_cut_short(table: LocalGame) -> None:
    writer = table.players[Power("WANDA")]
    shouted = "Buy now at http://shop.example.com/offer and win"
    lines = [f"OPEN turin{number}" for number in range(8)]
    text = "\n".join((shouted, *lines[:2], "PRESS TO ALL", shouted, "ENDPRESS", *lines[2:], f"OPEN x {'long ' * 40}"))
    writer.write(JUDGE, text, subject=shouted)
    told = "\n".join(heard(table, writer))
    assert "shop.example.com" not in told
    assert "Buy now" not in told
    assert "long long long long long long long" not in told
    assert sum(f"| {line}" in told for line in lines) <= 5
