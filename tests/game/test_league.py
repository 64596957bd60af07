"""Leagues: finished games alone count, for whoever has the seat; tournaments have scorings and files of their own."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

from judge.game.figures import Figures
from judge.game.league import (
    Hobby,
    Summary,
    Tournament,
    average_score,
    player_standings,
    public_games,
    public_hobby,
    ratings_of,
    results_by_player,
    summary_of,
    team_standings,
    total_of,
)
from judge.game.phases.endings import scores_of
from judge.game.phases.messages import Ending, GameEnded
from judge.game.settings import Access, Address, GameName, Missing
from judge.game.state import Game
from judge.rules.board import Power
from judge.store.issues import TournamentError, read_tournament, read_tournaments
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
    "scorign = 1": "there is no key “scorign”; the keys are title, scoring, games, best, ties, players",
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


def test_of_as_many_points_the_tie_breaks_of_the_tournament_decide_and_without_them_a_place_is_shared() -> None:
    even = summary_of(game("even", 9, 9, 6, 4, 3, 2, 1, winners=SEVEN[1:2]))
    cup = Tournament("cup", {}, (even.name,), names={FIRST: "Anna", SECOND: "Bea"})
    assert [(one.place, one.who) for one in player_standings(cup, [even])[:2]] == [(1, "Anna"), (1, "Bea")]
    alike = replace(cup, ties=("best", "centres"))
    assert [one.place for one in player_standings(alike, [even])[:3]] == [1, 1, 3]
    told_apart = replace(cup, ties=("best", "wins"))
    assert [(one.place, one.who) for one in player_standings(told_apart, [even])[:2]] == [(1, "Bea"), (2, "Anna")]
    drawn = summary_of(game("even", 9, 9, 6, 4, 3, 2, 1, ending=Ending.DRAW, winners=SEVEN[1:3]))
    wins = [one.breaks[1] for one in player_standings(told_apart, [drawn])]
    assert set(wins) == {0}, "a draw is no win"


# --- the table of finished games: all statistics are totals of its rows


def known(game: Game, figures: Mapping[Address, Figures] | None = None) -> Summary:
    """A game that says who plays."""
    settings = replace(game.settings, access=Access(anonymous=False))
    return replace(summary_of(replace(game, settings=settings)), figures=figures or {})


DRAWN = game("milan", 12, 12, 4, 3, 2, 1, 0, ending=Ending.DRAW, winners=SEVEN[:2])
SECRET = game("secret", 18, 9, 4, 2, 1, 0, 0, ending=Ending.SOLO, winners=SEVEN[:1])
HIDDEN = game(
    "hidden", 18, 9, 4, 2, 1, 0, 0, ending=Ending.SOLO, winners=SEVEN[:1], access=Access(anonymous=False, hidden=True)
)
MISSED = Figures(games=1, on_time=6, late=1, missed=3)
HOBBY = public_hobby(
    [
        known(ROME, figures={FIRST: MISSED}),
        known(OSLO),
        known(DRAWN),
        known(game("open")),
        *map(summary_of, (SECRET, HIDDEN)),
    ]
)


def test_a_total_counts_games_wins_draws_centres_points_and_deadlines() -> None:
    found = total_of([row for row in HOBBY.results if row.player == FIRST])
    assert (found.games, found.won, found.drawn, found.centres, found.average) == (3, 1, 1, 33, Fraction(125, 3))
    assert (found.due, found.figures.missed) == (10, 3)


def test_who_played_an_anonymous_game_stands_in_no_row_and_a_hidden_game_has_none() -> None:
    assert {row.game for row in HOBBY.results} == {"rome", "oslo", "milan", "secret"}
    assert {row.player for row in HOBBY.results if row.game == "secret"} == {None}
    assert HOBBY.powers["standard", SEVEN[0]].games == 4
    assert {one.tally.games for one in HOBBY.ranking} == {3}


def test_several_powers_of_one_player_are_one_game_with_one_record_of_deadlines() -> None:
    of_two = known(with_seats(ROME, {**ROME.seats, SEVEN[1]: FIRST}), figures={FIRST: MISSED})
    found = total_of([row for row in public_hobby([of_two]).results if row.player == FIRST])
    assert (found.games, found.won, found.centres, found.score, found.due) == (1, 1, 21, Fraction(75), 10)


def test_players_are_ranked_by_average_and_those_of_equal_ones_share_a_place() -> None:
    ranks = [(one.place, one.player, round(one.rating, 2)) for one in HOBBY.ranking[:3]]
    assert ranks == [(1, FIRST, 131.05), (1, SECOND, 130.43), (3, THIRD, 94.7)]


# --- the rating


def test_a_rating_pays_what_a_player_got_beyond_the_share_that_was_expected_of_them() -> None:
    """Of seven who have 100 each is expected a seventh; 51 of 100 points bring (0.51 - 1/7) * 700 / 17.5."""
    found = ratings_of([known(ROME)])
    assert found[FIRST] == pytest.approx(100 + (0.51 - 1 / 7) * 700 / 17.5)
    assert sum(found.values()) == pytest.approx(700)


def test_ratings_are_counted_in_the_order_in_which_games_ended() -> None:
    assert ROME.ended
    early, late = known(OSLO), known(replace(ROME, ended=replace(ROME.ended, at=END.replace(year=2028))))
    assert ratings_of([late, early]) == ratings_of([early, late])
    assert ratings_of([late, early])[FIRST] != ratings_of([early])[FIRST]


def test_who_is_rated_high_wins_less_and_no_rating_falls_to_nothing() -> None:
    many = [
        known(replace(game(f"game{n}", 18, 9, 4, 2, 1, 0, 0, ending=Ending.SOLO, winners=SEVEN[:1])))
        for n in range(200)
    ]
    found = ratings_of(many)
    assert found[FIRST] < 700
    assert found[FIRST] - ratings_of(many[:-1])[FIRST] < 0.01
    assert min(found.values()) > 0


def test_rankings_seats_and_figures_count_their_games_and_name_nobody() -> None:
    who = HOBBY.ranking[0].player
    without = replace(HOBBY, unlisted=frozenset({who}))
    assert {one.player for one in without.ranking} == {one.player for one in HOBBY.ranking} - {who}
    assert [one.rating for one in without.ranking] == [one.rating for one in HOBBY.ranking if one.player != who]
    assert without.who(who) == ("", ())
    assert who not in without.figures
    assert who not in without.best_players.values()
    assert without.powers.keys() == HOBBY.powers.keys()
    assert public_hobby([], (), frozenset({who})) == Hobby(unlisted=frozenset({who}))
