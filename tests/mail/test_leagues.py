"""Lines that look beyond one game: what they mean, and which are prose that happens to begin so."""

import pytest

from judge.mail.leagues import AskPlayer, AskStandings, Gazette
from judge.mail.meanings import MaybeOrder, Meaning
from judge.mail.verbs import read_lines
from judge.mail.words import Word


@pytest.mark.parametrize(
    ("line", "meaning"),
    [
        ("PLAYER", AskPlayer("en", None)),
        ("JOUEUR", AskPlayer("fr", None)),
        ("player florence@example.fr", AskPlayer("en", Word("florence@example.fr", 7))),
        ("JOUEUSE florence@example.fr", AskPlayer("fr", Word("florence@example.fr", 8))),
        ("STANDINGS", AskStandings("en", None)),
        ("Standings of winter", AskStandings("en", Word("winter", 13))),
        ("CLASSEMENT hiver", AskStandings("fr", Word("hiver", 11))),
        ("GAZETTE", Gazette(is_on=True)),
        ("THE GAZETTE", Gazette(is_on=True)),
        ("LA GAZETTE", Gazette(is_on=True)),
        ("GAZETTE OUI", Gazette(is_on=True)),
        ("GAZETTE OFF", Gazette(is_on=False)),
        ("La gazette : non", Gazette(is_on=False)),
    ],
    ids=str,
)
def test_a_line_is_read(line: str, meaning: Meaning) -> None:
    (read,) = read_lines(line)
    assert read.meaning == meaning


@pytest.mark.parametrize(
    "line",
    [
        "Player one moves first, as ever",
        "Joueur de flûte, va !",
        "Standings after the first round look good",
        "Gazette readers will have noticed",
        "La gazette de demain dira tout",
    ],
)
def test_prose_is_left_alone(line: str) -> None:
    (read,) = read_lines(line)
    assert read.meaning == MaybeOrder()
