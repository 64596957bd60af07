"""PLAY ANY: one queue, of which the judge makes tables of people who fit together, by letters."""

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from judge.game.settings import Address, GameName
from judge.game.state import Game
from tests.asking.worlds import difference, enter, sent
from tests.fog.tables import OWN, Desk, desk_of

PEOPLE = tuple(f"{name}@example.org" for name in ("ada", "ben", "cleo", "dora", "emil", "fred", "gina", "hugo", "ines"))
WEEK = timedelta(days=7)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_of(tmp_path) as desk:
        yield desk


def tables(desk: Desk) -> list[Game]:
    found = (desk.services.game(name) for name in desk.services.store.games())
    return [game for game in found if game]


def ask(desk: Desk, who: str, *lines: str) -> str:
    """The answer to questions."""
    before = len(desk.texts(who))
    desk.write(who, "\n".join(lines), OWN)
    desk.later()
    return " ".join(desk.texts(who)[before].split())


def queue(desk: Desk, *people: str, wish: str = "") -> None:
    for who in people:
        enter(desk, who, f"PLAY ANY {wish}")


def test_seven_make_a_game_that_asks_each_whether_they_are_there(desk: Desk) -> None:
    queue(desk, *PEOPLE[:6])
    assert tables(desk) == []
    queue(desk, PEOPLE[6])
    (game,) = tables(desk)
    assert {*game.players} == {*game.mustered} == {Address(one) for one in PEOPLE[:7]}
    assert (game.master, game.position) == (PEOPLE[0], None)
    for who in PEOPLE[:7]:
        own, host = "judge", "localhost"
        desk.write(who, "HERE", f"{own}+{game.name}.{game.people[Address(who)].token}@{host}")
    assert tables(desk)[0].position is not None
    assert "You are not in the queue" in ask(desk, PEOPLE[0], "QUEUE")


def test_the_game_is_what_all_of_them_wish(desk: Desk) -> None:
    queue(desk, *PEOPLE[:3])
    queue(desk, PEOPLE[3], wish="MOVEMENT 3d RULES 1971")
    queue(desk, PEOPLE[4], wish="RULES 2023")
    queue(desk, *PEOPLE[5:8], wish="ANONYMOUS no LANGUAGE en")
    (game,) = tables(desk)
    assert Address(PEOPLE[4]) not in game.players
    settings = game.settings
    assert (settings.rulebook, settings.lengths.movement, settings.languages) == ("1971", timedelta(days=3), ("en",))
    assert not settings.access.anonymous


def test_two_of_whom_one_blocks_the_other_are_never_at_one_table(desk: Desk) -> None:
    enter(desk, PEOPLE[6], f"BLOCK {PEOPLE[0]}")
    queue(desk, *PEOPLE[:7])
    assert tables(desk) == []
    queue(desk, PEOPLE[7])
    (game,) = tables(desk)
    assert {*game.players} == {Address(one) for one in (*PEOPLE[:6], PEOPLE[7])}


def test_nor_is_who_is_blocked_as_a_power_whose_player_is_hidden(desk: Desk) -> None:
    enter(desk, PEOPLE[0], "OPEN rome", "JOIN rome")
    for who in PEOPLE[1:7]:
        enter(desk, who, "JOIN rome")
    power = desk.game.powers_of(Address(PEOPLE[6]))[0]
    desk.write(PEOPLE[0], f"BLOCK {power}")
    queue(desk, *PEOPLE[:8])
    made = [game for game in tables(desk) if game.name != "rome"]
    assert [Address(PEOPLE[6]) in game.players for game in made] == [False]


def test_after_a_week_a_smaller_table_is_offered_once_and_made_of_those_who_say_so(desk: Desk) -> None:
    queue(desk, *PEOPLE[:5])
    desk.later(WEEK)
    desk.later(WEEK)
    offers = [text for text in desk.texts(PEOPLE[0]) if "PLAY ANY SEATS 5" in text]
    assert len(offers) == 1
    queue(desk, *PEOPLE[:5], wish="SEATS 5")
    (game,) = tables(desk)
    assert (game.settings.board, len(game.players)) == ("1971-five", 5)


# --- seats that become free before a game of the queue begins


def here(desk: Desk, *people: str) -> None:
    (game,) = tables(desk)
    own, host = "judge", "localhost"
    for who in people:
        desk.write(who, "HERE", f"{own}+{game.name}.{game.people[Address(who)].token}@{host}")


def silent_at_the_muster(desk: Desk, *waiting: tuple[str, str]) -> Game:
    """Seven are at a table, the last of whom does not answer; others wait with their wishes."""
    queue(desk, *PEOPLE[:7])
    here(desk, *PEOPLE[:6])
    for who, wish in waiting:
        queue(desk, who, wish=wish)
    desk.later(timedelta(days=3))
    return tables(desk)[0]


def test_a_seat_lost_at_the_muster_goes_to_the_next_of_the_queue_who_fits(desk: Desk) -> None:
    game = silent_at_the_muster(desk, (PEOPLE[7], "MOVEMENT 2d"), (PEOPLE[8], ""))
    assert {*game.players} == {Address(one) for one in (*PEOPLE[:6], PEOPLE[8])}
    assert "You are not in the queue" not in ask(desk, PEOPLE[7], "QUEUE"), "who wishes something else waits on"
    assert "You are not in the queue" in ask(desk, PEOPLE[8], "QUEUE")
    assert {*game.mustered} == {*game.players}, "all are asked again, as whenever a game fills up later"
    here(desk, *PEOPLE[:6], PEOPLE[8])
    assert tables(desk)[0].position is not None


def test_nobody_else_comes_in_between(desk: Desk) -> None:
    """Whoever writes at the hour itself finds the seat taken."""
    game = silent_at_the_muster(desk, (PEOPLE[7], ""))
    enter(desk, "zoe@example.org", f"JOIN {game.name}")
    assert {*tables(desk)[0].players} == {Address(one) for one in (*PEOPLE[:6], PEOPLE[7])}


def test_where_nobody_fits_the_seat_is_anybodys(desk: Desk) -> None:
    enter(desk, PEOPLE[7], f"BLOCK {PEOPLE[0]}")
    game = silent_at_the_muster(desk, (PEOPLE[7], ""))
    assert {*game.players} == {Address(one) for one in PEOPLE[:6]}
    assert "next table of the queue has 1 of 7" in ask(desk, PEOPLE[8], "LIST")
    enter(desk, PEOPLE[7], "LEAVE QUEUE")
    assert "queue" not in ask(desk, PEOPLE[8], "LIST")
    enter(desk, "zoe@example.org", f"JOIN {game.name}")
    assert Address("zoe@example.org") in tables(desk)[0].players


def test_so_does_the_seat_of_whoever_leaves_before_the_game_begins(desk: Desk) -> None:
    queue(desk, *PEOPLE[:8])
    (game,) = tables(desk)
    own, host = "judge", "localhost"
    desk.write(PEOPLE[2], "LEAVE", f"{own}+{game.name}.{game.people[Address(PEOPLE[2])].token}@{host}")
    desk.later()
    assert Address(PEOPLE[7]) in tables(desk)[0].players


def test_who_waits_for_a_week_is_offered_clockwork_players_of_the_book_they_wish(desk: Desk) -> None:
    queue(desk, PEOPLE[0], wish="RULES 1971 MOVEMENT 3d")
    enter(desk, PEOPLE[1], "JOUER N'IMPORTE RÈGLES 1971")
    desk.later(WEEK)
    assert any("PRACTICE RULES 1971" in text for text in desk.texts(PEOPLE[0]))
    assert any("ENTRAÎNEMENT RÈGLES 1971" in text for text in desk.texts(PEOPLE[1]))
    enter(desk, PEOPLE[0], "PRACTICE RULES 1971")
    assert [game.settings.rulebook for game in tables(desk) if game.settings.practice] == ["1971"]
    assert "You are not in the queue" not in ask(desk, PEOPLE[0], "QUEUE")


# ---


def test_the_list_tells_what_starts_next_where_anybody_waits(desk: Desk) -> None:
    assert "queue" not in ask(desk, PEOPLE[8], "LIST")
    queue(desk, *PEOPLE[:2])
    assert "The next table of the queue has 2 of 7." in ask(desk, PEOPLE[8], "LIST")
    enter(desk, PEOPLE[0], "LEAVE QUEUE")
    enter(desk, PEOPLE[1], "QUITTER LA FILE")
    assert "personnes qui y attendent une table : 0" in ask(desk, PEOPLE[1], "FILE")
    assert "queue" not in ask(desk, PEOPLE[8], "LIST")


def test_whoever_writes_twice_is_at_one_table_once(desk: Desk) -> None:
    queue(desk, *PEOPLE[:6], PEOPLE[0], PEOPLE[0])
    assert tables(desk) == []


def test_what_the_queue_tells_knows_of_no_block(tmp_path: Path) -> None:
    with desk_of(tmp_path / "one") as one, desk_of(tmp_path / "other") as other:
        for desk, blocked in ((one, PEOPLE[1]), (other, "nobody@example.org")):
            enter(desk, PEOPLE[2], f"BLOCK {blocked}")
            queue(desk, *PEOPLE[:3])
            for who in PEOPLE[:3]:
                ask(desk, who, "QUEUE", "LIST")
        assert difference(sent(one), sent(other), (PEOPLE[2],)) == ""


def test_a_wish_that_nobody_can_have_is_explained(desk: Desk) -> None:
    enter(desk, PEOPLE[0], "PLAY ANY SEATS 9 MOVEMENT never DRAWS no")
    assert desk.services.store.queue() is None
    assert any("SEATS 9" in text and "The queue takes no such wish" in text for text in desk.texts(PEOPLE[0]))


def test_a_table_is_listed_under_its_own_name(desk: Desk) -> None:
    queue(desk, *PEOPLE[:7])
    (game,) = tables(desk)
    assert game.name == GameName("table-1")


def test_whoever_has_been_forgotten_takes_no_seat_at_a_table(desk: Desk) -> None:
    """What is left of them in the queue is an address of nobody's."""
    queue(desk, "former-player-1@forgotten.invalid", *PEOPLE[:6])
    assert tables(desk) == []
    assert "waiting for a table there: 6" in ask(desk, PEOPLE[8], "QUEUE")
