"""Leagues: finished games alone count, for whoever has the seat; tournaments have scorings and files of their own."""

from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from judge.game.league import (
    Tournament,
    average_score,
    player_standings,
    public_games,
    results_by_player,
    team_standings,
)
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.settings import Access, Address, GameName, Missing
from judge.game.state import Game
from judge.game.summary import summary_of
from judge.rules.board import Power
from judge.store.tournaments import TournamentError, read_tournament, read_tournaments
from tests.game.seats_of_rome import under_way
from tests.game.tables import POWERS, address
from tests.shared.changed_members import with_seats

END = datetime(2027, 1, 1, tzinfo=UTC)
SEVEN = tuple(map(Power, POWERS))
FIRST, SECOND, THIRD = (address(power) for power in POWERS[:3])


def game(
    name: str,
    *centres: int,
    ending: Ending = Ending.TERM,
    winners: tuple[Power, ...] = (),
    access: Access | None = None,
) -> Game:
    """A game in which each of the seven holds so many centres at its end; without any it is not over."""
    start = under_way(Missing())
    settings = replace(start.settings, access=access or start.settings.access)
    start = replace(start, name=GameName(name), settings=settings)
    if not centres:
        return start
    held = dict(zip(SEVEN, centres, strict=True))
    scores = scores_of("c-diplo", start.board, ending, held, winners)
    return replace(start, ended=GameEnded(ending, held, scores, winners, END))


ROME = game("rome", 12, 9, 6, 4, 2, 1, 0, winners=SEVEN[:1])
OSLO = game("oslo", 9, 12, 6, 4, 2, 1, 0, winners=SEVEN[1:2])
BOTH = [summary_of(ROME), summary_of(OSLO)]


def test_a_record_has_centres_points_and_their_average() -> None:
    found = results_by_player(BOTH)[FIRST]
    assert [(str(one.game), one.centres, float(one.score)) for one in found] == [("rome", 12, 51), ("oslo", 9, 24)]
    assert average_score(found) == Fraction(75, 2)


@pytest.mark.parametrize(
    "unfinished",
    [game("rome"), game("rome", 12, 9, 6, 4, 2, 1, 0, ending=Ending.TERMINATED)],
    ids=["open", "no result"],
)
def test_a_game_counts_once_it_has_ended_with_a_result(unfinished: Game) -> None:
    assert results_by_player([summary_of(unfinished)]) == {}


def test_a_result_is_that_of_whoever_has_the_seat_at_the_end() -> None:
    late = Address("late@example.net")
    taken = with_seats(ROME, {**ROME.seats, SEVEN[0]: late})
    assert results_by_player([summary_of(taken)])[late][0].score == 51
    assert FIRST not in results_by_player([summary_of(taken)])


def test_who_plays_several_powers_has_their_sum_as_one_result() -> None:
    of_two = with_seats(ROME, {**ROME.seats, SEVEN[1]: FIRST})
    (result,) = results_by_player([summary_of(of_two)])[FIRST]
    assert (result.centres, float(result.score)) == (21, 75)


@pytest.mark.parametrize("access", [Access(), Access(anonymous=False, hidden=True)])
def test_what_a_game_hides_stays_hidden_after_its_end(access: Access) -> None:
    hidden = game("oslo", 12, 9, 6, 4, 2, 1, 0, access=access)
    told = game("rome", 12, 9, 6, 4, 2, 1, 0, access=Access(anonymous=False))
    assert [one.name for one in public_games([summary_of(hidden), summary_of(told)])] == ["rome"]


CUP = Tournament(
    "winter",
    {"en": "Winter Cup", "fr": "Coupe d'hiver"},
    (GameName("rome"), GameName("oslo")),
    names={FIRST: "Anna", SECOND: "Bruno"},
    teams={FIRST: "Lions", THIRD: "Lions", SECOND: "Bears"},
)


def test_standings_rank_by_points_and_those_of_as_many_share_a_place() -> None:
    table = player_standings(CUP, BOTH)
    assert [(one.place, one.who, one.played, float(one.points)) for one in table[:3]] == [
        (1, "Anna", 2, 75),
        (1, "Bruno", 2, 75),
        (3, "", 2, 28),
    ]


def test_whoever_has_no_name_in_the_file_is_told_by_their_seats_and_by_no_address() -> None:
    third = player_standings(CUP, BOTH)[2]
    assert third.seats == ((SEVEN[2], "rome"), (SEVEN[2], "oslo"))
    assert "@" not in repr(third)


def test_a_tournament_counts_its_own_games_under_its_own_scoring() -> None:
    cup = replace(CUP, games=(GameName("rome"),), scoring="carnage")
    first, second, *_ = player_standings(cup, BOTH)
    assert (float(first.points), float(second.points)) == (7012, 6009)


def test_only_the_best_results_of_each_count() -> None:
    assert player_standings(replace(CUP, best=1), BOTH)[0].points == 51


def test_a_team_has_what_its_players_have() -> None:
    assert [(one.place, one.who, one.played, float(one.points)) for one in team_standings(CUP, BOTH)] == [
        (1, "Lions", 4, 103),
        (2, "Bears", 2, 75),
    ]


def test_before_any_game_is_over_nobody_stands_anywhere() -> None:
    assert player_standings(CUP, [summary_of(game("rome"))]) == ()


# --- the files of tournaments


def write(folder: Path, text: str, name: str = "winter") -> Path:
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder


def test_a_file_says_what_a_tournament_is(tmp_path: Path) -> None:
    text = """
title = { en = "Winter Cup", fr = "Coupe d'hiver" }
scoring = "sum-of-squares"
games = ["Rome", "oslo"]
best = 3
[players]
"Anna@example.org" = { name = "Anna", team = "Lions" }
"bruno@example.org" = "Bruno"
"""
    anna, bruno = Address("anna@example.org"), Address("bruno@example.org")
    assert read_tournament(write(tmp_path, text), "WINTER") == Tournament(
        "winter",
        {"en": "Winter Cup", "fr": "Coupe d'hiver"},
        (GameName("rome"), GameName("oslo")),
        "sum-of-squares",
        3,
        {anna: "Anna", bruno: "Bruno"},
        {anna: "Lions"},
    )


def test_a_file_needs_its_games_alone(tmp_path: Path) -> None:
    cup = read_tournament(write(tmp_path, 'games = ["rome"]'), "winter")
    assert (cup.titles["fr"], cup.scoring, cup.best, cup.names) == ("winter", "c-diplo", 0, {})


FAULTS = {
    "scorign = 1": "there is no key “scorign”; the keys are title, scoring, games, best, players",
    'scoring = "c-diplot"': "scoring must be one of c-diplo, ",
    "best = -1": "best must be a whole number",
    'games = "rome"': 'games must be a list of names, as in games = ["rome", "oslo"]',
    "title = 3": "title must be text",
    'players = ["a"]': "[players] is a section of addresses",
    "[players]\n'a@example.org' = 3": 'write "a@example.org" = { name = "Florence", team = "Lions" }',
    "[players]\n'a@example.org' = { nam = 'A' }": "there is no key “nam”; the keys are name, team",
    "games = [": "winter.toml: ",
}


@pytest.mark.parametrize(("text", "fault"), FAULTS.items(), ids=range(len(FAULTS)))
def test_a_fault_names_its_file_and_what_would_work(tmp_path: Path, text: str, fault: str) -> None:
    with pytest.raises(TournamentError) as found:
        read_tournament(write(tmp_path, text), "winter")
    assert fault in str(found.value)
    assert "winter.toml" in str(found.value)


def test_a_file_at_fault_keeps_no_other_from_counting(tmp_path: Path) -> None:
    write(tmp_path, "best = -1")
    write(tmp_path, 'games = ["rome"]', "summer")
    good, wrong = read_tournaments(tmp_path)
    assert [one.name for one in good] == ["summer"]
    assert len(wrong) == 1


def test_a_name_that_is_none_is_answered_with_those_there_are(tmp_path: Path) -> None:
    write(tmp_path, 'games = ["rome"]', "summer")
    with pytest.raises(TournamentError, match=r"no tournament “winter” in .*; those there are: summer"):
        read_tournament(tmp_path, "winter")
