"""The queue: whoever fits together is put at one table, and nobody else; sixty people by chance make their games."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest

from judge.game.people.messages import Person
from judge.game.queue import FULL, SMALLER, Gathered, Queue, QueuePlace, find_table, nearest_table
from judge.game.settings import Address, Token

AT = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
WISHES = {
    "movement": ("72h", "168h"),
    "rules": ("2023", "1971"),
    "languages": ("en", "fr"),
    "board": ("standard",),
    "anonymous": ("yes", "no"),
}


def who(number: int) -> Address:
    return Address(f"p{number}@example.org")


def waiting(number: int, fewest: int = FULL, reliability: int = 0, **wishes: str) -> QueuePlace:
    person = Person(who(number), Token(""))
    return QueuePlace(person, AT + timedelta(minutes=number), wishes, reliability, fewest)


def numbers(found: Gathered | None) -> list[int]:
    return sorted(int(one.person.address[1:].partition("@")[0]) for one in found.people) if found else []


def by_chance(seed: int) -> tuple[Queue, dict[Address, set[Address]], dict[Address, int]]:
    """Sixty people with a few wishes each, some of whom block some, in the order in which they came."""
    random = Random(seed)
    queue = Queue()
    for number in random.sample(range(60), 60):
        wishes = {key: random.choice(of) for key, of in WISHES.items() if random.random() < 0.2}
        fewest, least = random.choice((2, 5, *[FULL] * 8)), random.choice((0, 0, 0, 80))
        queue = queue.joined_by(waiting(number, fewest, least, **wishes))
    apart: dict[Address, set[Address]] = {who(one): set() for one in range(60)}
    for _ in range(40):
        one, other = random.sample(range(60), 2)
        apart[who(one)].add(who(other))
    return queue, apart, {who(one): random.choice((60, 90, 100)) for one in range(60)}


@pytest.mark.parametrize("seed", range(20))
def test_sixty_people_make_their_games_and_nobody_meets_whom_they_should_not(seed: int) -> None:
    queue, apart, percent = by_chance(seed)
    tables, met = [], set[Address]()
    while found := find_table(queue.waiting, apart, percent):
        people = [one.person.address for one in found.people]
        assert len({*people}) == len(people) == found.size
        assert met.isdisjoint(people)
        for one in found.people:
            assert all(found.wishes[key] == wish for key, wish in one.wishes.items())
            assert one.fewest <= found.size
            assert apart[one.person.address].isdisjoint(people)
            assert all(percent[other] >= one.reliability for other in people if other != one.person.address)
        met |= {*people}
        queue = queue.without(people)
        tables.append(found)
    assert len(tables) >= 3
    assert not find_table(queue.waiting, apart, percent)


def test_who_wishes_nothing_is_seated_by_sevens_in_the_order_they_came() -> None:
    queue = Queue(tuple(waiting(number) for number in range(60)))
    for table in range(8):
        found = find_table(queue.waiting, {}, {})
        assert numbers(found) == [*range(7 * table, 7 * table + 7)]
        assert found
        queue = queue.without([one.person.address for one in found.people])
    assert find_table(queue.waiting, {}, {}) is None


def test_one_of_two_who_are_apart_waits_for_the_next_table() -> None:
    people = [waiting(number) for number in range(8)]
    assert numbers(find_table(people[:7], {who(5): {who(0)}}, {})) == []
    assert numbers(find_table(people, {who(5): {who(0)}}, {})) == [0, 1, 2, 3, 4, 6, 7]


def test_a_smaller_table_is_made_of_those_alone_who_would_sit_at_one() -> None:
    people = [waiting(0), *(waiting(number, 5) for number in range(1, 6))]
    found = find_table(people, {}, {})
    assert numbers(found) == [1, 2, 3, 4, 5]
    assert found
    assert (found.wishes["board"], found.wishes["rules"]) == (SMALLER[5], "1971")


def test_what_is_told_of_the_next_table_knows_of_nobody_who_is_apart() -> None:
    found = nearest_table([waiting(0), waiting(1, rules="1971"), waiting(2, rules="2023"), waiting(3, rules="2023")])
    assert numbers(found) == [0, 2, 3]


def test_whoever_comes_again_keeps_their_place() -> None:
    queue = Queue((waiting(0), waiting(1))).joined_by(waiting(0, rules="1971"))
    assert [one.person.address for one in queue.waiting] == [who(0), who(1)]
    assert queue.waiting[0].wishes == {"rules": "1971"}
