"""Who is no player: a master without a seat sees all, who watches or waits or passes by sees nothing until the end."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from judge.game.phases.messages import PhaseClosed
from judge.game.settings import Address
from judge.paths.gazette import publish_issue
from judge.rules.board import Power
from judge.rules.position import PhaseKind
from tests.fog.reading import is_report_of, totals
from tests.fog.tables import OWN, Desk, copied, desk_of
from tests.fog.wars import PLAYERS, STANDBY, STRANGER, WATCHER, at_war, play_phase

MASTER = "meg@example.org"


@pytest.fixture(scope="module")
def four_phases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with desk_of(tmp_path_factory.mktemp("war")) as desk:
        at_war(desk)
        for _ in range(4):
            play_phase(Random("a war"), desk, complete=True)
        yield desk


@pytest.fixture
def war(four_phases: Desk, tmp_path: Path) -> Iterator[Desk]:
    """A war of four phases."""
    with copied(four_phases, tmp_path / "copy") as desk:
        yield desk


def _somebody(desk: Desk) -> tuple[Power, Address]:
    """A power that has units, and who plays it."""
    position = desk.game.position
    assert position is not None
    return next((power, player) for power, player in desk.game.seats.items() if position.units_of(power))


def _codes(desk: Desk, text: str) -> set[str]:
    return {code for code in re.findall(r"\b[A-Z]{3}\b", text) if code in desk.game.board.regions}


_SALTED = re.compile(r"^  (\S.*?) +(?:[0-9a-f]{4}-){6}[0-9a-f]{4}  s[0-9a-f]{15}\r?$", re.MULTILINE)


def test_in_the_fog_nobody_is_told_the_salts_of_others_orders(war: Desk) -> None:
    """With the salt of somebody else their orders could be guessed."""
    names = {power: {*names.values()} for power, names in war.game.board.powers.items()}
    salted: set[str] = set()
    for player in {*war.game.seats.values()}:
        war.write(player, "PROVE")
        own = {name for power in war.game.powers_of(player) for name in names[power]}
        told = {name for text in war.texts(player) for name in _SALTED.findall(text)}
        assert told <= own, player
        salted |= told
    for outsider in (WATCHER, STANDBY):
        war.write(outsider, "PROVE")
    war.write(STRANGER, "PROVE rome")
    assert [one for one in (WATCHER, STANDBY, STRANGER) for text in war.texts(one) if _SALTED.search(text)] == []
    assert len(salted) > 1


@pytest.mark.parametrize("reader", [WATCHER, STANDBY, STRANGER])
def test_outsiders_see_nothing_of_the_board(war: Desk, reader: str) -> None:
    war.write(
        reader,
        "STATUS\nHISTORY\nSUMMARY\nLIST\nBOARD\nTHREATS"
        if reader != STRANGER
        else "STATUS rome\nHISTORY rome\nSUMMARY rome\nBOARD rome\nTHREATS rome",
    )
    for text in war.texts(reader):
        assert _codes(war, text.partition("\n> ")[2] or text) == set()
        assert list(totals(war.game.board, (), text)) == []
    names = {name for region in war.game.board.regions.values() for name in region.names.values()}
    assert [name for name in sorted(names) if name in war.texts(reader)[-1]] == [], "in words neither"


def test_the_gazette_tells_no_totals_while_a_war_goes_on(war: Desk) -> None:
    war.write(STRANGER, "GAZETTE", OWN)
    war.confirm(STRANGER)
    publish_issue(war.services)
    issue = war.texts(STRANGER)[-1]
    assert "rome" in issue
    assert not re.search(r"(Aadleron|Reinheim)\s\d", issue)


def test_a_stand_by_who_is_asked_sees_nothing_before_taking_the_seat(war: Desk) -> None:
    power, player = _somebody(war)
    war.write(player, "RESIGN rome NOW")
    asked = war.texts(STANDBY)[-1]
    assert "REMPLACER" in asked
    assert _codes(war, asked) == set()
    war.write(STANDBY, "REMPLACER rome")
    position = war.game.position
    assert position is not None
    assert {unit.at.province for unit in position.units_of(power)} <= _codes(war, war.texts(STANDBY)[-1])


def test_whoever_comes_back_with_orders_is_read_by_what_they_may_come_back_to(war: Desk) -> None:
    while war.game.position and war.game.position.phase.kind is not PhaseKind.MOVEMENT:
        play_phase(Random("on"), war, complete=True)
    power, player = _somebody(war)
    war.write(player, "RESIGN rome NOW")
    position = war.game.position
    assert position is not None
    assert power not in war.game.seats
    war.write(player, f"{position.units_of(power)[0]} T")
    assert war.game.seats.get(power) == player


def _with_a_master(desk: Desk) -> None:
    """A war whose master has no seat."""
    desk.write(MASTER, "OUVRIR rome CARTE seuil\n", OWN)
    desk.confirm(MASTER)
    for player in PLAYERS:
        desk.write(player, "JOUER rome\n", OWN)
        desk.confirm(player)


def test_a_correction_out_of_sight_is_told_to_those_who_see_it(tmp_path: Path) -> None:
    with desk_of(tmp_path) as desk:
        _with_a_master(desk)
        game = desk.game
        assert game.position is not None
        aad, rei = game.seats[Power("AADLERON")], game.seats[Power("REINHEIM")]
        before = {reader: len(desk.letters(reader)) for reader in (aad, rei, MASTER)}
        desk.write(MASTER, "CORRECT\nREMOVE I WOL\nOWNER KAL nobody\nREASON a slip\nENDCORRECT")
        assert desk.game.position != game.position
        told = {reader: len(desk.letters(reader)) - number for reader, number in before.items()}
        assert told == {aad: 0, rei: 1, MASTER: 2}


def test_a_successor_is_sent_no_letter_of_the_one_before(war: Desk) -> None:
    power, player = _somebody(war)
    war.write(player, "RESIGN rome NOW")
    war.write(STANDBY, "REMPLACER rome")
    assert war.game.seats[power] == STANDBY
    number = len(war.letters(STANDBY))
    war.later()
    war.write(STANDBY, "RESEND 1-3")
    own = {text.partition("\n")[2] for text in war.texts(STANDBY)[:number]}
    again = [text for text in war.texts(STANDBY)[number:] if text.partition("\n")[2] in own]
    assert len(again) == 3


def test_what_a_scout_looks_into_is_asked_of_the_master_alone(tmp_path: Path) -> None:
    with desk_of(tmp_path) as desk:
        _with_a_master(desk)
        asker = desk.game.seats[Power("REINHEIM")]
        desk.write(asker, "E REI I A the blind miller of Wolfenau\nI REI T")
        desk.let_time_pass()
        told = {reader: " ".join(desk.texts(reader)[-1].split()) for reader in (*PLAYERS, MASTER)}
        assert {reader for reader, text in told.items() if "miller" in text} == {asker, MASTER}


def test_a_master_without_a_seat_sees_everything(tmp_path: Path) -> None:
    random = Random("the master")
    with desk_of(tmp_path) as desk:
        _with_a_master(desk)
        for _ in range(2):
            play_phase(random, desk, complete=True)
        closed = [event for event in desk.log if isinstance(event, PhaseClosed)][-1]
        told = next(text for text in reversed(desk.texts(MASTER)) if is_report_of(text, closed.before.phase))
        assert set(closed.judgement.after.units) <= _codes(desk, told)
        assert closed.scouts is not None
        assert {scout.at for scout in closed.scouts.after.scouts} <= _codes(desk, told)


def test_a_master_who_plays_sees_as_a_player(war: Desk) -> None:
    master = war.game.master
    assert war.game.powers_of(Address(master))
    before = war.game
    hidden = "\n".join(f"REMOVE {unit}" for unit in (before.position.units.values() if before.position else ()))
    war.write(master, f"CORRECT\n{hidden}\nREASON I want to know\nENDCORRECT\nCLOSE")
    assert war.game.position == before.position


@pytest.mark.parametrize("words", ["RESIGN NOW", "RESIGN NOW\nREPORT", "RESIGN NOW\nSTATUS\nRETURN"])
def test_a_master_who_gives_the_seat_up_sees_no_more_than_before(war: Desk, words: str) -> None:
    master = war.game.master
    own = set(war.game.powers_of(Address(master)))
    position = war.game.position
    assert position
    hidden = {unit for unit in position.units if position.units[unit].power not in own}
    shown = _codes(war, "".join(war.texts(master)))
    war.later()
    before = len(war.texts(master))
    war.write(master, words)
    for question in ("REPORT", "STATUS rome", "SUMMARY rome"):
        war.later()
        war.write(master, question)
    told = _codes(war, "".join(war.texts(master)[before:]))
    assert war.texts(master)[before:]
    assert not (told & hidden) - shown


def test_the_end_lifts_the_fog(war: Desk) -> None:
    random = Random("to the end")
    while not war.game.ended:
        play_phase(random, war, complete=True)
    position = war.game.position
    assert position is not None
    for reader in (*PLAYERS, WATCHER):
        results, ended = war.texts(reader)[-2:]
        assert set(position.units) <= _codes(war, results)
        war.later()
        war.write(reader, "STATUS")
        assert set(position.units) <= _codes(war, war.texts(reader)[-1])
        assert ended


def test_the_dice_of_scouts_are_nobodys(tmp_path: Path) -> None:
    with desk_of(tmp_path) as desk:
        at_war(desk, "CARTE seuil ANONYME non")
        assert desk.game.position is not None
        for reader in (*PLAYERS, WATCHER, STANDBY):
            assert not [text for text in desk.texts(reader) if desk.game.seed in text]
