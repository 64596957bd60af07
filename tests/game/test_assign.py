"""Powers by lists of wishes: the least sum of squared places, by lots that anyone can draw again."""

from collections.abc import Mapping
from hashlib import sha256
from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from judge.game.seats.allotment import assign_by_lists
from judge.game.settings import Address
from judge.rules.board import Power
from tests.game.tables import POWERS
from tests.shared.shares import drawn

POWER_LIST = tuple(map(Power, POWERS))
Wishes = Mapping[Address, tuple[Power, ...]]


def lists(**named: str) -> Wishes:
    return {Address(f"{name}@example.org"): tuple(map(Power, listed.split())) for name, listed in named.items()}


def place(listed: tuple[Power, ...], power: Power) -> int:
    return listed.index(power) if power in listed else len(listed)


def unfairness(seats: Mapping[Power, Address], wishes: Wishes) -> int:
    return sum(place(wishes[player], power) ** 2 for power, player in seats.items())


def test_two_second_wishes_are_fairer_than_a_first_and_a_third() -> None:
    wishes = lists(a="FRANCE ITALY TURKEY", b="FRANCE TURKEY ITALY", c="ITALY FRANCE TURKEY")
    seats = assign_by_lists("seed", (Power("FRANCE"), Power("ITALY"), Power("TURKEY")), wishes)
    assert seats[Power("ITALY")] == "c@example.org"
    assert unfairness(seats, wishes) == 1


def test_a_short_list_wins_nothing_over_a_long_one() -> None:
    """Who names one power is as content with any other as with a second wish, and so gives way."""
    wishes = lists(greedy="FRANCE", patient="FRANCE ITALY TURKEY")
    powers = (Power("FRANCE"), Power("TURKEY"))
    assert assign_by_lists("seed", powers, wishes)[Power("FRANCE")] == "patient@example.org"


def test_whoever_names_nothing_takes_what_is_left() -> None:
    wishes = lists(a="", b="FRANCE", c="RUSSIA")
    seats = assign_by_lists("seed", (Power("FRANCE"), Power("ITALY"), Power("RUSSIA")), wishes)
    assert list(seats.values()) == ["b@example.org", "a@example.org", "c@example.org"]


def test_equals_are_parted_by_hashes_so_the_record_can_be_checked_by_hand() -> None:
    # printf 1914:a@example.org:FRANCE | sha256sum begins with the lot of a for France
    def lot(name: str, power: str) -> int:
        return int(sha256(f"1914:{name}@example.org:{power}".encode()).hexdigest()[:8], 16)

    straight = lot("a", "FRANCE") + lot("b", "ITALY")
    crossed = lot("a", "ITALY") + lot("b", "FRANCE")
    seats = assign_by_lists("1914", (Power("FRANCE"), Power("ITALY")), lists(a="FRANCE ITALY", b="FRANCE ITALY"))
    assert seats[Power("FRANCE")] == ("a@example.org" if straight < crossed else "b@example.org")


@drawn(60)
@given(data=st.data(), seed=st.text(max_size=8))
def test_no_other_seating_is_fairer_and_the_order_of_joining_does_not_matter(data: st.DataObject, seed: str) -> None:
    powers = POWER_LIST[:5]
    players = [Address(f"player{n}@example.org") for n in range(5)]
    wished = st.lists(st.sampled_from(powers), unique=True).map(tuple)
    wishes = {player: data.draw(wished) for player in players}
    seats = assign_by_lists(seed, powers, wishes)
    assert list(seats) == list(powers)
    assert sorted(seats.values()) == players
    every = (dict(zip(powers, seating, strict=True)) for seating in permutations(players))
    assert unfairness(seats, wishes) == min(unfairness(seating, wishes) for seating in every)
    shuffled = {player: wishes[player] for player in data.draw(st.permutations(players))}
    assert assign_by_lists(seed, powers, shuffled) == seats
