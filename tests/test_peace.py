"""Somebody's peace: a power not heard, a person not met again; nobody is told, and no refusal tells who is where."""

import atexit
import re
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default as modern
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from judge.game.settings import Address
from judge.service.timeline import Timeline
from tests.asking.worlds import difference, enter, sent
from tests.fog.tables import OWN, Desk, desk_of, go_on_from
from tests.shared.each_case import each_case

POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
EDITH, VICTOR, WALTER = "edith@example.net", "victor@example.net", "walter@example.net"
NO_SEAT = "There is no seat for you in this game as it stands."


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with desk_of(tmp_path) as desk:
        yield desk


def begun(desk: Desk, settings: str = "ANONYMOUS no", **players: str) -> None:
    """A game of seven, at a desk that nobody has written to; Austria's player is its master."""
    seated = (players.get(power.lower(), f"{power.lower()}@example.org") for power in POWERS)
    go_on_from(desk, _begun(settings, *seated))


@cache
def _begun(settings: str, *players: str) -> Desk:
    """The desk at which that game was begun, by letters; it is closed, and its files lie there to the end."""
    folder = Path(mkdtemp(prefix="begun-"))
    atexit.register(shutil.rmtree, folder)
    with desk_of(folder) as desk:
        for power, who in zip(POWERS, players, strict=True):
            enter(desk, who, *([f"OPEN rome {settings}"] if power == "AUSTRIA" else []), f"JOIN rome {power}")
        desk.later()
        return desk


def told(desk: Desk, who: str) -> str:
    return " ".join(desk.texts(who)[-1].split())


def press_to(desk: Desk, who: str) -> list[str]:
    return [text for text in desk.texts(who) if "Boo." in text]


def is_kept_out(desk: Desk, who: str, way: str) -> bool:
    """Whether a way into the game brings a bare refusal, which says nothing of a block."""
    before = len(desk.texts(who))
    desk.write(who, way, OWN)
    (answer,) = desk.texts(who)[before:]
    plain = " ".join(answer.split())
    return NO_SEAT in plain and not re.search("block|mute", plain, re.IGNORECASE)


# --- MUTE


def write_press(desk: Desk, how: str, by: str = "france@example.org") -> None:
    desk.write(by, f"PRESS {how}\nBoo.\nENDPRESS")
    desk.later()


@pytest.mark.parametrize(
    ("how", "reaches"),
    [
        pytest.param("TO ENGLAND", 0, id="signed by that power"),
        pytest.param("TO ALL", 0, id="to everyone"),
        pytest.param("TO ENGLAND GREY", 1, id="unsigned, by its writer as well"),
    ],
)
def test_press_that_names_a_muted_power_does_not_reach_who_muted_it(tmp_path: Path, how: str, reaches: int) -> None:
    """Only what a letter shows counts: else one that is missing would tell who wrote it."""
    with desk_of(tmp_path) as desk:
        begun(desk, "PRESS white/grey/black")
        desk.write("england@example.org", "MUTE FRANCE")
        write_press(desk, how)
        assert len(press_to(desk, "england@example.org")) == reaches
        assert "MUTE" not in "".join(desk.texts("france@example.org"))


def test_a_false_signature_is_muted_as_a_true_one(desk: Desk) -> None:
    begun(desk, "PRESS white/grey/black")
    desk.write("england@example.org", "MUTE FRANCE")
    write_press(desk, "TO ENGLAND FROM FRANCE", "italy@example.org")
    assert press_to(desk, "england@example.org") == []


def test_it_comes_again_after_unmute_and_history_shows_what_was_missed(desk: Desk) -> None:
    begun(desk)
    desk.write("england@example.org", "IGNORER FRANCE")
    write_press(desk, "TO ENGLAND")
    desk.write("england@example.org", "HISTORY PRESS")
    assert len(press_to(desk, "england@example.org")) == 1
    desk.write("england@example.org", "UNMUTE FRANCE")
    write_press(desk, "TO ENGLAND")
    assert len(press_to(desk, "england@example.org")) == 2


def test_the_master_hears_everybody(desk: Desk) -> None:
    begun(desk)
    desk.write("austria@example.org", "MUTE FRANCE")
    write_press(desk, "TO MASTER")
    assert len(press_to(desk, "austria@example.org")) == 1


@pytest.mark.parametrize(("settings", "told_of"), [("", 0), ("MUTES public", 1)])
def test_a_power_learns_that_it_is_not_heard_if_its_game_says_so(tmp_path: Path, settings: str, told_of: int) -> None:
    with desk_of(tmp_path) as desk:
        begun(desk, settings)
        desk.write("england@example.org", "MUTE FRANCE\nMUTE FRANCE")
        assert sum("Your press is not read: England" in text for text in desk.texts("france@example.org")) == told_of


# --- BLOCK


def opening(desk: Desk, settings: str = "ANONYMOUS no") -> None:
    enter(desk, EDITH, f"OPEN rome {settings}", "JOIN rome")


WAYS_IN = ("JOIN rome", "JOIN rome FRANCE", "SIGNON ?rome")


@pytest.mark.parametrize(("blocker", "blocked"), [(EDITH, VICTOR), (VICTOR, EDITH)])
@pytest.mark.parametrize("way", WAYS_IN)
def test_neither_of_a_pair_takes_a_seat_where_the_other_has_one(
    desk: Desk, blocker: str, blocked: str, way: str
) -> None:
    enter(desk, blocker, f"BLOCK {blocked}")
    opening(desk)
    assert is_kept_out(desk, VICTOR, way)
    assert [*desk.game.players] == [EDITH]
    assert not any(blocked in text for text in desk.texts(blocked) if "block" in text.lower())
    enter(desk, blocker, f"UNBLOCK {blocked}")
    enter(desk, VICTOR, way)
    assert [*desk.game.players] == [EDITH, VICTOR]


def test_nor_waits_for_one_or_takes_one_over(desk: Desk) -> None:
    begun(desk, england=EDITH)
    enter(desk, EDITH, f"BLOCK {VICTOR}")
    desk.write("france@example.org", "RESIGN rome NOW")
    for way in ("STANDBY rome", "TAKEOVER rome FRANCE"):
        assert is_kept_out(desk, VICTOR, way)
    assert desk.game.standbys == ()
    assert "FRANCE" not in desk.game.seats


def test_a_power_stands_for_who_plays_it(desk: Desk) -> None:
    begun(desk, england=EDITH, france=VICTOR)
    desk.write(EDITH, "BLOCK FRANCE")
    assert desk.services.kept_apart(Address(VICTOR), unseen=False) == {EDITH}
    desk.write(EDITH, "BLOCKED")
    assert "You block: France (rome)." in told(desk, EDITH)
    desk.write(EDITH, "UNBLOCK FRANCE\nBLOCKED")
    assert "You block nobody." in told(desk, EDITH)


def test_who_sits_together_already_plays_on(desk: Desk) -> None:
    begun(desk, england=EDITH, france=VICTOR)
    desk.write(EDITH, "BLOCK FRANCE")
    assert desk.game.powers_of(Address(VICTOR)) == ("FRANCE",)


# --- whoever changes their address


ELSEWHERE = "elsewhere@example.org"


def moves(desk: Desk, who: str, to: str = ELSEWHERE) -> None:
    """Somebody of the game changes their address there, and says yes at both."""
    desk.write(who, f"SET ADDRESS {to}")
    desk.confirm(who)
    for one in (to, who):
        asked = BytesParser(EmailMessage, policy=modern).parsebytes(desk.letters(one)[-1])
        if "+ok." in str(asked["Reply-To"]):
            desk.write(one, "YES", str(asked["Reply-To"]))
    assert Address(to) in desk.game.people
    desk.later()


def may_not_meet(desk: Desk, one: str, other: str, *, unseen: bool = False) -> bool:
    """Whether doors keep two addresses apart, the same from either side."""
    kept = [desk.services.kept_apart(Address(who), unseen=unseen) for who in (one, other)]
    assert (other in kept[0]) == (one in kept[1])
    return other in kept[0]


@pytest.mark.parametrize("mover", [EDITH, VICTOR])
@pytest.mark.parametrize("name", [VICTOR, "FRANCE"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_a_block_follows_either_of_a_pair_to_a_new_address(tmp_path: Path, mover: str, name: str, when: str) -> None:
    """A block of before the move and one of after it; by an address, by a power of an anonymous game."""
    with desk_of(tmp_path) as desk:
        begun(desk, "" if name == "FRANCE" else "ANONYMOUS no", england=EDITH, france=VICTOR)
        one, other = (ELSEWHERE if who == mover else who for who in (EDITH, VICTOR))
        if when == "after":
            moves(desk, mover)
        desk.write(EDITH if when == "before" else one, f"BLOCK {name}")
        if when == "before":
            moves(desk, mover)
        assert may_not_meet(desk, one, other, unseen=True)
        assert may_not_meet(desk, one, other) == (name == VICTOR), "no door tells who plays in an anonymous game"
        desk.write(one, "BLOCKED")
        assert ("You block: France (rome)." if name == "FRANCE" else f"You block: {VICTOR}.") in told(desk, one)
        desk.write(one, f"UNBLOCK {name}\nBLOCKED")
        assert "You block nobody." in told(desk, one)
        assert not may_not_meet(desk, one, other, unseen=True)


def test_the_old_address_is_kept_apart_as_well_wherever_it_is_still_in_use(desk: Desk) -> None:
    begun(desk, england=EDITH, france=VICTOR)
    moves(desk, VICTOR)
    enter(desk, EDITH, f"BLOCK {ELSEWHERE}")
    assert may_not_meet(desk, EDITH, VICTOR)
    assert may_not_meet(desk, EDITH, ELSEWHERE)


@pytest.mark.parametrize("mover", ["england@example.org", "france@example.org"])
def test_a_muted_power_stays_so_whoever_of_the_two_changes_their_address(desk: Desk, mover: str) -> None:
    begun(desk)
    desk.write("england@example.org", "MUTE FRANCE")
    moves(desk, mover)
    at = {who: ELSEWHERE if who == mover else who for who in ("england@example.org", "france@example.org")}
    write_press(desk, "TO ENGLAND", at["france@example.org"])
    assert press_to(desk, at["england@example.org"]) == []
    desk.write(at["england@example.org"], "UNMUTE FRANCE")
    write_press(desk, "TO ENGLAND", at["france@example.org"])
    assert len(press_to(desk, at["england@example.org"])) == 1


# --- nobody learns by it who plays in an anonymous game


def _blocks_a_power(desk: Desk) -> None:
    """Edith blocks whoever plays France; then tries games where one of the two who may do so is known to sit."""
    enter(desk, VICTOR, "OPEN oslo ANONYMOUS no", "JOIN oslo")
    desk.write(EDITH, "BLOCK FRANCE")
    desk.write(EDITH, f"BLOCKED\nBLOCK {VICTOR}\nBLOCKED\nUNBLOCK {VICTOR}\nBLOCKED")
    desk.later()
    desk.write(EDITH, "JOIN oslo", OWN)


def _knocks_at_anonymous_games(desk: Desk) -> None:
    """Somebody with a list of people tries an anonymous game that one of them may sit in."""
    enter(desk, "zoe@example.org", f"BLOCK {VICTOR}")
    for way in ("STANDBY rome", "TAKEOVER rome FRANCE", "BLOCKED"):
        enter(desk, "zoe@example.org", way)


@pytest.mark.parametrize("ask", [_blocks_a_power, _knocks_at_anonymous_games])
def test_no_block_tells_who_plays_in_an_anonymous_game(tmp_path: Path, ask: Callable[[Desk], None]) -> None:
    with desk_of(tmp_path / "one") as one, desk_of(tmp_path / "other") as other:
        for desk, (france, italy) in ((one, (VICTOR, WALTER)), (other, (WALTER, VICTOR))):
            begun(desk, "", england=EDITH, france=france, italy=italy)
            ask(desk)
        assert difference(sent(one), sent(other), (VICTOR, WALTER)) == ""


# --- REPORT


OPERATOR = "operator@example.org"


@each_case(
    ("settings", "master", "to"),
    [("MASTER arbiter", "anna@example.org", "anna@example.org"), ("", "austria@example.org", OPERATOR)],
)
def test_a_complaint_goes_to_a_master_who_does_not_play_else_to_the_operator(
    tmp_path: Path, settings: str, master: str, to: str
) -> None:
    with desk_of(tmp_path / master) as desk:
        own = replace(desk.services.config, judge=replace(desk.services.config.judge, operator=OPERATOR))
        services = replace(desk.services, config=own)
        desk.services, desk.timeline = services, Timeline(services)
        enter(desk, master, f"OPEN rome {settings}")
        for power in POWERS:
            enter(desk, f"{power.lower()}@example.org", f"JOIN rome {power}")
        desk.later()
        write_press(desk, "TO ENGLAND")
        desk.write("england@example.org", "REPORT FRANCE\nHe threatens me.\nENDLETTER")
        letter = " ".join(desk.texts(to)[-1].split())
        assert "complaint about France" in letter
        assert "He threatens me." in letter
        assert re.search(r"France to England (\| )+Boo\.", letter)
        assert not any("threatens" in text for text in desk.texts("france@example.org"))


def test_a_report_without_its_end_is_no_complaint(desk: Desk) -> None:
    begun(desk)
    for text in ("REPORT FRANCE\nHe is rude.", "Report from Paris\nAll is well.\nENDLETTER"):
        desk.write("england@example.org", text)
    assert not any("complaint" in text for text in desk.texts("austria@example.org"))
