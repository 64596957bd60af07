"""Tournaments by mail: who may enter, how rounds are seated."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from judge.game.people.messages import Person
from judge.game.refusals import Refusal, Refused
from judge.game.settings import Address, GameName, Settings, Token
from judge.game.tournaments import Entrant, MailedTournament, Round, RoundSeating, enter, leave, seat_round


def person(number: int) -> Person:
    return Person(Address(f"player{number}@example.org"), Token(""))


def cup(players: int, teams: int = 0, seats: int = 0) -> MailedTournament:
    """A tournament that so many have entered, every fourth of one team."""
    made = MailedTournament(
        "winter", "Winter Cup", person(0), Settings(), "seed", team_size=teams, rounds=4, seats=seats
    )
    for number in range(1, players + 1):
        entered = enter(made, person(number), f"Player {number}", f"Team {number % teams}" if teams else "")
        assert isinstance(entered, MailedTournament)
        made = entered
    return made


def after(made: MailedTournament, seating: RoundSeating) -> MailedTournament:
    games = tuple(GameName(f"winter-{len(made.played) + 1}-{place}") for place, _ in enumerate(seating.tables, 1))
    return replace(made, played=(*made.played, Round(games, seating.tables, seating.reserves, made.seed, seating.cost)))


def tables_of_teams(made: MailedTournament, seating: RoundSeating) -> int:
    """How many pairs of one team sit at one table."""
    team = {one.person.address: one.team for one in made.entrants}
    pairs = (pair for table in seating.tables for pair in combinations(table.values(), 2))
    return sum(team[one] == team[other] != "" for one, other in pairs)


def test_four_rounds_of_28_keep_teams_apart_balance_powers_and_seldom_repeat_a_meeting() -> None:
    made = cup(28, teams=7)
    for _ in range(4):
        seating = seat_round(made)
        assert len(seating.tables) == 4
        assert not seating.reserves
        assert tables_of_teams(made, seating) == 0
        made = after(made, seating)
    meetings: dict[frozenset[Address], int] = {}
    powers: dict[Address, list[str]] = {}
    for table in (table for each in made.played for table in each.tables):
        for power, player in table.items():
            powers.setdefault(player, []).append(power)
        for pair in map(frozenset, combinations(table.values(), 2)):
            meetings[pair] = meetings.get(pair, 0) + 1
    assert all(len(set(had)) == len(had) == 4 for had in powers.values())
    assert max(meetings.values()) <= 3
    assert len(meetings) > 240, "of the 336 pairs of two teams"


def test_a_seating_is_the_same_whenever_it_is_searched_for_and_another_one_with_another_seed() -> None:
    made = cup(14)
    assert seat_round(made) == seat_round(made)
    assert seat_round(made) != seat_round(replace(made, seed="another"))


# --- people who are kept apart


def pairs_together(seating: RoundSeating, apart: Mapping[Address, set[Address]]) -> int:
    pairs = (pair for table in seating.tables for pair in combinations(table.values(), 2))
    return sum(other in apart.get(one, ()) or one in apart.get(other, ()) for one, other in pairs)


def parted(seed: int, players: int, blocks: int) -> dict[Address, set[Address]]:
    """Blocks by chance of which none is within one of two or more hidden groups: a draw that parts them all exists."""
    lot, apart = Random(seed), dict[Address, set[Address]]()
    places = lot.sample(range(1, players + 1), players)
    groups = {number: place % (players // 7) for place, number in enumerate(places)}
    while sum(map(len, apart.values())) < blocks:
        one, other = lot.sample(range(1, players + 1), 2)
        if groups[one] != groups[other]:
            apart.setdefault(person(one).address, set()).add(person(other).address)
    return apart


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(("players", "blocks"), [(14, 20), (14, 49), (28, 120), (70, 500)])
def test_nobody_sits_with_whom_they_block_where_a_draw_parts_them(seed: int, players: int, blocks: int) -> None:
    apart, made = parted(seed, players, blocks), cup(players, teams=9)
    first = seat_round(made, apart)
    second = seat_round(after(made, first), apart)
    assert [pairs_together(one, apart) for one in (first, second)] == [0, 0]
    assert sorted(one for table in first.tables for one in table.values()) == sorted(map(_address, made.entrants))


def _address(one: Entrant) -> Address:
    return one.person.address


def test_who_sits_and_who_waits_is_the_same_whoever_blocks_whom() -> None:
    """Else the list of those who wait would tell; where one table is all there is they sit together."""
    apart = {person(1).address: {person(2).address}}
    assert seat_round(cup(9), apart) == seat_round(cup(9))
    assert pairs_together(seat_round(cup(9), apart), apart) == 1


def test_of_draws_that_all_put_some_together_one_with_the_fewest_is_taken() -> None:
    """Three who all block each other, and two tables."""
    trio = {person(one).address for one in (1, 2, 3)}
    assert pairs_together(seat_round(cup(14), {one: trio - {one} for one in trio}), dict.fromkeys(trio, trio)) == 1


def test_a_block_of_two_whom_the_draw_parts_anyway_changes_nothing() -> None:
    plain = seat_round(cup(14))
    one, other = (next(iter(table.values())) for table in plain.tables)
    assert seat_round(cup(14), {one: {other}}) == plain


# ---


def test_who_finds_no_seat_waits_and_sits_in_the_next_round() -> None:
    made = cup(9)
    first = seat_round(made)
    assert first.reserves == (person(8).address, person(9).address)
    second = seat_round(after(made, first))
    assert {person(8).address, person(9).address} <= {*second.tables[0].values()}


def test_no_more_sit_than_there_are_seats_and_too_few_make_no_table() -> None:
    assert len(seat_round(cup(21, seats=14)).tables) == 2
    assert seat_round(cup(6)).tables == ()


def test_who_leaves_before_the_first_round_never_came_and_later_sits_no_more() -> None:
    made = leave(cup(7), person(1).address)
    assert isinstance(made, MailedTournament)
    assert len(made.entrants) == 6
    begun = leave(after(cup(7), seat_round(cup(7))), person(1).address)
    assert isinstance(begun, MailedTournament)
    assert len(begun.entrants) == 7
    assert seat_round(begun).tables == ()
    assert leave(made, person(1).address) == Refused(Refusal.NOT_ENTERED)


def test_teams_have_a_size_names_are_taken_once_and_whoever_enters_again_changes_theirs() -> None:
    made = cup(4, teams=2)
    assert enter(made, person(5), "Player 5", "team 1") == Refused(Refusal.TEAM_FULL, days=2)
    assert enter(made, person(5), "PLAYER 4", "") == Refused(Refusal.TOURNAMENT_NAME_TAKEN)
    assert enter(cup(1), person(5), "Player 5", "Lions") == Refused(Refusal.NO_TEAMS)
    again = enter(made, person(4), "Player four", "Lions")
    assert isinstance(again, MailedTournament)
    assert [one.name for one in again.entrants] == ["Player 1", "Player 2", "Player 3", "Player four"]
