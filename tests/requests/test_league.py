"""Lines that look beyond one game: what they mean, and which are prose that happens to begin so."""

import pytest

from judge.requests.asked import PlayerRequest, PlayersRequest, StandingsRequest, StatisticsRequest
from judge.requests.questions import GameInfoRequest
from judge.requests.read_lines import read_lines
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import Word
from tests.shared.each_case import each_case


@each_case(
    ("line", "meaning"),
    [
        ("PLAYER", PlayerRequest("en", None)),
        ("JOUEUR", PlayerRequest("fr", None)),
        ("player florence@example.fr", PlayerRequest("en", Word("florence@example.fr", 7))),
        ("JOUEUSE florence@example.fr", PlayerRequest("fr", Word("florence@example.fr", 8))),
        ("STANDINGS", PlayersRequest("en", ranking=True)),
        ("Standings of winter", StandingsRequest("en", Word("winter", 13))),
        ("CLASSEMENT hiver", StandingsRequest("fr", Word("hiver", 11))),
        ("CLASSEMENT", PlayersRequest("fr", ranking=True)),
        ("RANKING", PlayersRequest("en", ranking=True)),
        ("TOURNOIS", StandingsRequest("fr", None)),
        ("ÉQUIPES", StandingsRequest("fr", None, teams=True)),
        ("STATISTICS BOARD duel", StatisticsRequest("en", (Word("duel", 17),))),
        ("STATISTIQUES PUISSANCE Russie", StatisticsRequest("fr", (Word("Russie", 23),))),
        ("PLAYERS", PlayersRequest("en")),
        ("Joueurs", PlayersRequest("fr")),
        ("STATISTICS", StatisticsRequest("en", ())),
        ("STATISTIQUES de la France", StatisticsRequest("fr", (Word("France", 19),))),
        ("BATTLES", GameInfoRequest("list", "en", None)),
        ("BATAILLES 2", GameInfoRequest("list", "fr", None, 2)),
    ],
    ids=str,
)
def test_a_line_is_read(line: str, meaning: object) -> None:
    (read,) = read_lines(line)
    assert read.request == meaning


@pytest.mark.parametrize(
    "line",
    [
        "Player one moves first, as ever",
        "Joueur de flûte, va !",
        "Standings after the first round look good",
        "Players who are late annoy me",
        "Stats are for people who cannot play, if you ask me",
    ],
)
def test_prose_is_left_alone(line: str) -> None:
    (read,) = read_lines(line)
    assert read.request == PossibleOrder()
