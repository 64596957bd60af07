"""A player of several powers resigns, is replaced, misses deadlines, votes: one seat, one search, one letter."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from judge.game.phases.messages import Ending, GameEnded
from judge.game.replacements.messages import SeatReturned, SeatTaken, SeatVacated, StandbyAsked
from judge.game.seats.allotment import seat_to_join
from judge.game.seats.messages import PowerJoined
from judge.rules.board import Power
from judge.shell.local_game import GAME, Correspondent, LocalGame, text_of
from tests.shared.small_tables import WORDS, at_table, play_until, seat

WISHES = {"edith": "ENGLAND", "florence": "FRANCE", "anton": "GERMANY", "greta": "ITALY"}
AUSTRIA, FRANCE, ITALY, RUSSIA = map(Power, ("AUSTRIA", "FRANCE", "ITALY", "RUSSIA"))


@pytest.fixture
def table(tmp_path: Path) -> Iterator[LocalGame]:
    table = at_table(tmp_path)
    yield table
    table.judge.stop()


def four(table: LocalGame, settings: str = "") -> dict[str, Correspondent]:
    """Edith has England, Florence Austria and France, Anton Germany and Turkey, Greta Italy and Russia."""
    return dict(zip(WISHES, seat(table, f"BOARD 1971-four {settings}", list(WISHES), WISHES), strict=True))


def stranger(table: LocalGame, name: str, *lines: str) -> Correspondent:
    """Somebody who has no part in the game yet writes to it for the first time."""
    who = next(player for player in table.players.values() if player.address.startswith(name))
    who.write(table.judge.services.config.judge.address, "\n".join(lines))
    table.settle()
    who.answer(WORDS[who.language][2])
    table.settle()
    return who


def say(table: LocalGame, who: Correspondent, line: str) -> None:
    who.answer(line)
    table.settle()


def subjects(who: Correspondent) -> list[str]:
    return [str(letter["Subject"]) for letter in who.read]


def happened(table: LocalGame, kind: type) -> list[object]:
    events: Iterable[object] = table.judge.services.store.events(GAME)
    return [event for event in events if isinstance(event, kind)]


def last(who: Correspondent, subject: str) -> str:
    found = [letter for letter in who.read if subject in str(letter["Subject"])]
    return " ".join(text_of(found[-1]).split())


def test_who_resigns_gives_up_every_power_and_everyone_has_one_letter(table: LocalGame) -> None:
    people = four(table)
    say(table, people["florence"], "DÉMISSIONNER rome MAINTENANT")
    assert FRANCE not in table.game.seats
    assert AUSTRIA not in table.game.seats
    assert table.game.sought == (AUSTRIA, FRANCE)
    assert len(happened(table, SeatVacated)) == 1
    for name in ("edith", "anton", "greta"):
        assert subjects(people[name]).count("[rome] No player for Austria and France") == 1, name
    told = last(people["edith"], "No player for")
    assert "Austria and France have no player any more" in told
    assert "TAKEOVER rome AUSTRIA" in told
    assert "orders their units" in told
    assert sum("vous ne jouez plus" in subject for subject in subjects(people["florence"])) == 1


@pytest.mark.parametrize("wish", ["", "FRANCE", "AUSTRIA"])
def test_who_takes_a_seat_has_all_its_powers_by_one_letter(table: LocalGame, wish: str) -> None:
    people = four(table)
    say(table, people["florence"], "DÉMISSIONNER rome MAINTENANT")
    say(table, people["edith"], "PRESS TO FRANCE AUSTRIA FROM ENGLAND\nWho is there?\nENDPRESS")
    ivo = stranger(table, "ivo", f"TAKEOVER rome {wish}")
    assert table.game.powers_of(table.game.seats[FRANCE]) == (AUSTRIA, FRANCE)
    assert table.game.seats[FRANCE] == ivo.address
    assert len(happened(table, SeatTaken)) == 1
    assert not table.game.sought
    assert subjects(ivo).count("[rome] You play Austria and France") == 1
    assert "Austria" in last(ivo, "You play")
    assert sum("Who is there?" in text_of(letter) for letter in ivo.read) == 1
    for name in ("edith", "anton", "greta"):
        assert subjects(people[name]).count("[rome] A new player for Austria and France") == 1
    say(table, ivo, "FRANCE\nA PAR - BUR\nAUSTRIA\nA VIE - GAL")
    assert table.game.orders_of(FRANCE)
    assert table.game.orders_of(AUSTRIA)
    say(table, people["edith"], "TAKEOVER rome FRANCE")
    assert "You have a seat in this game already" in last(people["edith"], "1 line refused")


def test_who_leaves_in_good_order_is_asked_for_once_and_comes_back_to_all_of_it(table: LocalGame) -> None:
    people = four(table)
    say(table, people["florence"], "DÉMISSIONNER rome")
    ivo = stranger(table, "ivo", "STANDBY rome")
    table.judge.wake()
    table.settle()
    assert len(happened(table, StandbyAsked)) == 1
    assert subjects(ivo).count("[rome] Would you play Austria and France?") == 1
    say(table, people["florence"], "RETOUR")
    assert table.game.powers_of(table.game.seats[AUSTRIA]) == (AUSTRIA, FRANCE)
    assert not table.game.sought
    say(table, people["florence"], "DÉMISSIONNER rome MAINTENANT")
    say(table, people["florence"], "RETOUR")
    assert table.game.seats[AUSTRIA] == table.game.seats[FRANCE] == people["florence"].address
    assert len(happened(table, SeatReturned)) == 1


def test_the_master_ejects_from_and_replaces_in_a_whole_seat(table: LocalGame) -> None:
    people = four(table)
    master = people["edith"]
    say(table, master, "EJECT RUSSIA")
    assert ITALY in table.game.seats
    for name in ("anton", "florence"):
        say(table, people[name], "VOTE PROPOSAL 1")
    assert ITALY not in table.game.seats
    assert RUSSIA not in table.game.seats
    assert len(happened(table, SeatVacated)) == 1
    assert "Italy and Russia" in last(master, "Italy and Russia")
    say(table, master, "REPLACE FRANCE raisa@example.com")
    say(table, people["anton"], "VOTE PROPOSAL 2")
    assert len(happened(table, StandbyAsked)) == 1
    raisa = stranger(table, "raisa", "TAKEOVER rome")
    assert table.game.powers_of(table.game.seats[FRANCE]) == (AUSTRIA, FRANCE)
    assert table.game.seats[FRANCE] == raisa.address
    assert sum("vous ne jouez plus" in subject for subject in subjects(people["florence"])) == 1


def test_a_missed_deadline_counts_once_and_costs_the_whole_seat(table: LocalGame) -> None:
    people = four(table, "FORFEIT 1 ONR ALL")
    say(table, people["edith"], "F LON - NTH")
    deadline = table.game.deadline
    assert deadline
    for name, line in (("anton", "A BER - KIE"), ("greta", "A MOS - UKR")):
        say(table, people[name], line)
    table.clock.advance_to(deadline.at)
    table.judge.wake()
    table.settle()
    assert [event.power for event in happened(table, SeatVacated)] == [AUSTRIA]  # type: ignore[attr-defined]
    assert AUSTRIA not in table.game.seats
    assert FRANCE not in table.game.seats
    told = " ".join(" ".join(text_of(letter).split()) for letter in people["edith"].read)
    assert "Austria + France 1" in told


def test_a_draw_agreed_by_all_players_is_one_of_all_their_powers(table: LocalGame) -> None:
    people = four(table)
    for name, player in people.items():
        assert not table.game.ended, name
        say(table, player, "VOTE NULLE" if player.language == "fr" else "VOTE DRAW")
    ended = table.game.ended
    assert isinstance(ended, GameEnded)
    assert ended.ending is Ending.DRAW
    assert {*ended.winners} == {*table.game.board.powers}
    assert sum(ended.scores.values()) == 100


def two(table: LocalGame) -> tuple[Correspondent, Correspondent]:
    """The player whom the coin will give Italy, and the other."""
    people = seat(table, "BOARD 1971-two", ["edith", "raisa"], {"edith": "ENGLAND", "raisa": "TURKEY"})
    side = seat_to_join(table.game.seed, table.game.board, ITALY)
    one = next(player for player in people if player.address == table.game.seats[side[0]])
    return one, next(player for player in people if player is not one)


def test_the_power_of_the_coin_goes_to_whoever_takes_the_empty_seat(table: LocalGame) -> None:
    one, other = two(table)
    side = table.game.seat_of(seat_to_join(table.game.seed, table.game.board, ITALY)[0])
    list(play_until(table, [one, other], 1914))
    say(table, one, "RESIGN rome NOW")
    list(play_until(table, [other], 1915))
    (joined,) = happened(table, PowerJoined)
    assert joined.player is None  # type: ignore[attr-defined]
    assert ITALY not in table.game.seats
    assert table.game.sought_seats == (side[0],)
    ivo = stranger(table, "ivo", "TAKEOVER rome")
    assert {power for power, player in table.game.seats.items() if player == ivo.address} == {*side, ITALY}
    assert sum("You play" in subject for subject in subjects(ivo)) == 1


def test_the_power_of_the_coin_leaves_with_its_seat_and_comes_back_with_it(table: LocalGame) -> None:
    one, other = two(table)
    list(play_until(table, [one, other], 1915))
    assert table.game.seats[ITALY] == one.address
    say(table, one, "RESIGN rome NOW")
    assert ITALY not in table.game.seats
    assert len(happened(table, SeatVacated)) == 1
    say(table, one, "RETURN")
    assert table.game.seats[ITALY] == one.address
