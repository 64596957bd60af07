"""What a master learns by any line there is: who plays, or has played, no more than players; who saw all plays no more.

In the two worlds players have written other orders, letters, votes and notes, and one's seat is the other's. The table
of lines holds every verb of the language, so that a new one is not forgotten.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from judge.desk.options import OPTIONS
from judge.game.phases.events import GameEnded, PhaseClosed
from judge.game.settings import Address
from judge.mail.vocabulary import form_of, vocabulary
from tests.asking.worlds import Worlds, difference, enter, sent, settled
from tests.fog.tables import Desk, desk_of

EDITH, IVAN = "edith@example.net", "ivan@example.net"
MASTER, STANDBY = "anna@example.org", "sofia@example.com"
OWNERS = (EDITH, IVAN)
SECRETIVE = "WAITED secret VOTES secret ABSENCES 21 ABSENTEES master"


@dataclass(frozen=True)
class Secrets:
    """What the players of England and Italy, ``who`` they are, have written and done before the deadline."""

    who: tuple[str, str] = (EDITH, IVAN)
    orders: tuple[str, str] = ("F NTH - NWY\nA YOR H", "A VEN - TYR")
    press: str = "The left bank is yours."
    voter: int = 0
    absent: int = 0
    silent: bool = False


ONE = Secrets()
WHAT_NOBODY_MAY_KNOW = replace(ONE, orders=("F NTH - DEN\nA YOR - LON", "A VEN H"), press="Nothing is yours.", voter=1)
"""Not even a master without a seat."""
ALL_OTHERWISE = replace(WHAT_NOBODY_MAY_KNOW, who=(IVAN, EDITH), absent=1, silent=True)


def begun(desk: Desk, secrets: Secrets, settings: str, *, master_plays: bool) -> None:
    """A game in its second phase, in which these have written; its master has Austria, or another one has."""
    enter(desk, MASTER, f"OPEN rome {SECRETIVE} {settings}")
    players = {"AUSTRIA": MASTER if master_plays else "otto@example.org", "ENGLAND": secrets.who[0]}
    players |= {"ITALY": secrets.who[1]}
    for power in ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY"):
        enter(desk, players.get(power, f"{power.lower()}@example.org"), f"JOIN rome {power}")
    enter(desk, STANDBY, "STANDBY rome")
    desk.write(secrets.who[0], "F LON - NTH\nA LVP - YOR\nF EDI H")
    desk.write(secrets.who[1], "A VEN H\nA ROM H\nF NAP H")
    desk.write("france@example.org", "A PAR - BUR")
    desk.let_time_pass()
    desk.later()
    _written(desk, secrets)
    desk.later()


def _written(desk: Desk, secrets: Secrets) -> None:
    others = secrets.who[secrets.voter]
    for player, orders in zip(secrets.who, secrets.orders, strict=True):
        is_silent = secrets.silent and player == secrets.who[1]
        desk.write(player, "STATUS" if is_silent else f"{orders}\nPHASE S1902M\n{orders}")
        desk.write(player, f"DIARY\n{secrets.press}\nENDDIARY")
    desk.write(secrets.who[0], f"PRESS TO ITALY\n{secrets.press}\nENDPRESS")
    desk.write(others, "VOTE DRAW\nVOTE MASTER FRANCE\nWAIT\nPREFER REMOVALS A VEN")
    desk.write(secrets.who[secrets.absent], "ABSENCE 2026-03-01 TO 2026-03-05")


def plays(desk: Desk, secrets: Secrets) -> None:
    begun(desk, secrets, "", master_plays=True)


def has_resigned(desk: Desk, secrets: Secrets) -> None:
    """The seat waits for a stand-by; its player may take it back."""
    plays(desk, secrets)
    desk.write(MASTER, "RESIGN rome NOW")
    desk.later()


def has_been_replaced(desk: Desk, secrets: Secrets) -> None:
    has_resigned(desk, secrets)
    desk.write(STANDBY, "TAKEOVER rome AUSTRIA")
    desk.later()


def never_played(desk: Desk, secrets: Secrets) -> None:
    begun(desk, secrets, "MASTER arbiter", master_plays=False)


SHOWS = "REPORT\nSTATUS\nSUMMARY\nHISTORY PRESS\nTERMS"

LINES: Mapping[str, Sequence[str]] = {
    "open": ("OPEN rome", "OPEN milan"),
    "join": ("JOIN rome", "JOIN rome ENGLAND"),
    "sign_on": ("SIGNON ?rome", "SIGNON erome"),
    "standby": ("STANDBY rome",),
    "leave": ("LEAVE rome",),
    "take_over": ("TAKEOVER rome", "TAKEOVER rome AUSTRIA", "TAKEOVER rome ENGLAND"),
    "decline": ("DECLINE",),
    "come_back": ("RETURN",),
    "resign": ("RESIGN rome", "RESIGN rome NOW"),
    "eject": ("EJECT ENGLAND", "EJECT ITALY", "EJECT AUSTRIA"),
    "strategist": ("STRATEGIST", f"STRATEGIST {EDITH}"),
    "replace": (f"REPLACE ENGLAND BY {EDITH}", f"REPLACE ITALY BY {STANDBY}", "REPLACE ENGLAND BY new@example.org"),
    "record": ("RECORD", "RECORD rome"),
    "player": ("PLAYER", f"PLAYER {EDITH}"),
    "standings": ("STANDINGS",),
    "gazette": ("GAZETTE",),
    "here": ("HERE",),
    "approve": (f"INVITE {EDITH}", f"APPROVE {STANDBY}"),
    "reject": (f"REJECT {EDITH}",),
    "seat": (f"SEAT {EDITH} ENGLAND",),
    "start": ("START",),
    "press": ("PRESS TO ENGLAND FROM MASTER\nHello.\nENDPRESS", "PRESS TO MASTER\nHello.\nENDPRESS"),
    "broadcast": ("BROADCAST FROM MASTER\nHello.\nENDBROADCAST",),
    "diary": ("DIARY\nHello.\nENDDIARY",),
    "watch": ("WATCH rome",),
    "unwatch": ("UNWATCH rome",),
    "status": ("STATUS rome",),
    "terms": ("TERMS rome",),
    "list": ("LIST",),
    "history": ("HISTORY rome", "HISTORY rome PRESS", "HISTORY rome F1901M"),
    "summary": ("SUMMARY rome",),
    "help": ("HELP", "HELP MASTER"),
    "why": ("WHY F LON", "WHY F1901M A VEN", "WHY F1901M F NTH"),
    "whatif": ("WHATIF\nENGLAND: F NTH - NWY\nA VEN - TYR\nA VIE - TYR\nENDWHATIF",),
    "reissue": ("REISSUE ENGLAND", "REISSUE AUSTRIA"),
    "resend": ("RESEND 1-3", "RESEND LAST"),
    "prefer": ("PREFER REMOVALS A VEN", "PREFER"),
    "if": ("PHASE S1902M\nIF ENGLAND F NTH\nA VIE H\nENDIF",),
    "clear": ("CLEAR", "CLEAR ALL"),
    "ready": ("READY",),
    "set": ("SET LANGUAGE fr", f"SET ADDRESS {EDITH}", "SET TOKEN NEW"),
    "phase": ("PHASE F1901M\nA VIE H", "PHASE S1902M\nA VIE H"),
    "absence": ("ABSENCE 2026-03-01 TO 2026-03-05",),
    "extend": ("EXTEND 2d",),
    "pause": ("PAUSE",),
    "resume": ("RESUME", "PAUSE\nRESUME"),
    "wait": ("WAIT",),
    "nowait": ("NOWAIT",),
    "vote": ("VOTE DRAW", "VOTE MASTER ENGLAND", "VOTE EXTEND 2d", "VOTE END"),
    "unvote": ("UNVOTE",),
    "concede": ("CONCEDE TO ENGLAND",),
    "close": ("CLOSE", "CLOSE F1901M"),
    "rollback": ("ROLLBACK S1901M", "ROLLBACK S1901M CLEAR"),
    "correct": ("CORRECT\nREMOVE A VEN\nREASON a slip\nENDCORRECT",),
    "handover": (f"HANDOVER {EDITH}", "HANDOVER new@example.org"),
    "terminate": ("TERMINATE rome nobody writes",),
    "report": ("REPORT",),
    "predict": ("PREDICT",),
    "alliance": ("ALLY ENGLAND",),
    "rupture": ("BREAK ENGLAND",),
    "enter": ("ENTER ENGLAND",),
    "barracks": ("BARRACKS A VEN",),
    "factory": ("FACTORY ENGLAND",),
    "repair": ("REPAIR A VEN",),
    "quarantine": ("QUARANTINE VEN",),
    "release": ("RELEASE VEN",),
}
"""What a master may write with each verb; where it does something, ``SHOWS`` stands below it in the same letter."""

INSIDE_BLOCKS = frozenset({"end_press", "end_diary", "end_whatif", "else_if", "else", "end_if", "end_correct", "stop"})


def every_line() -> Iterator[str]:
    """Each of these, and SET with each value of each setting that its option names."""
    yield SHOWS
    for lines in LINES.values():
        yield from lines
    for key, option in OPTIONS.items():
        yield from (f"SET {form_of('settings', key, 'en')} {value}" for value in option.examples)


def test_the_table_of_lines_holds_every_verb() -> None:
    assert set(LINES) | INSIDE_BLOCKS == set(vocabulary().printed["verbs", "en"])


@contextmanager
def worlds(folder: Path, become: Callable[[Desk, Secrets], None], other_secrets: Secrets) -> Iterator[Worlds]:
    """The two, one of them with other secrets."""
    with desk_of(folder / "one") as one, desk_of(folder / "other") as other:
        become(one, ONE)
        become(other, other_secrets)
        assert difference(sent(one), sent(other), (*OWNERS, *_may_know(one))) == ""
        yield Worlds(one, other, OWNERS)


def _may_know(desk: Desk) -> tuple[str, ...]:
    """A master without a seat was told who is away."""
    return () if desk.game.has_played(Address(MASTER)) else (MASTER,)


def _found(both: Worlds) -> list[str]:
    return [f"{line}\n{told}" for line in every_line() if (told := _told_apart(both, line))]


def _told_apart(both: Worlds, text: str) -> str:
    """Nothing is hidden any more of a phase that the line has closed, or of a game that it has ended."""
    changes = [settled(desk, MASTER, text) for desk in both.both]
    if any(change.events for change in changes):
        changes = [settled(desk, MASTER, f"{text}\n{SHOWS}") for desk in both.both]
    is_over = [any(isinstance(event, PhaseClosed | GameEnded) for event in change.events) for change in changes]
    if all(is_over):
        return ""
    one, other = ([(letter.to, letter.raw) for letter in change.outgoing] for change in changes)
    return difference(one, other, OWNERS)


@pytest.mark.parametrize("become", [plays, has_resigned, has_been_replaced])
def test_a_master_who_plays_or_has_played_learns_no_secret_by_any_line(
    tmp_path: Path, become: Callable[[Desk, Secrets], None]
) -> None:
    """No order before its deadline, no letter between others, no vote, no note, nobody's name."""
    with worlds(tmp_path, become, ALL_OTHERWISE) as both:
        found = _found(both)
    assert found == [], "\n\n".join(found)


def test_a_master_who_plays_closes_no_phase_over_the_heads_of_others(tmp_path: Path) -> None:
    """Nor does one who has given the seat up and may take it back."""
    for name, become in {"plays": plays, "resigned": has_resigned}.items():
        with desk_of(tmp_path / name) as desk:
            become(desk, ONE)
            number = desk.game.phases_closed
            desk.write(MASTER, "CLOSE")
            assert desk.game.phases_closed == number, name


def test_nor_does_a_master_without_a_seat_learn_what_is_nobody_elses(tmp_path: Path) -> None:
    with worlds(tmp_path, never_played, WHAT_NOBODY_MAY_KNOW) as both:
        found = _found(both)
        assert found == [], "\n\n".join(found)


def test_who_is_who_is_told_a_master_without_a_seat(tmp_path: Path) -> None:
    """So the worlds do differ in something."""
    with worlds(tmp_path, never_played, ALL_OTHERWISE) as both:
        assert EDITH in _told_apart(both, "REPORT")


# --- whoever has seen all plays no more


def _begun_without_a_seat(desk: Desk) -> None:
    """The master has handed the game over to Edith, who plays; a seat is empty."""
    begun(desk, ONE, "", master_plays=False)
    desk.write(MASTER, f"HANDOVER {EDITH}")
    desk.confirm(EDITH)
    desk.write("france@example.org", "RESIGN rome NOW")
    desk.later()


def _named(desk: Desk) -> None:
    _begun_without_a_seat(desk)
    desk.write(EDITH, f"REPLACE FRANCE BY {MASTER}\nINVITE {MASTER}")


def _still_master(desk: Desk) -> None:
    begun(desk, ONE, "", master_plays=False)
    desk.write("france@example.org", "RESIGN rome NOW")


def _before_the_start(desk: Desk) -> None:
    """The master gives the powers out by hand, so sees who has joined; then somebody else is master, or they are."""
    enter(desk, MASTER, "OPEN rome POWERS hand")
    for player in (EDITH, IVAN):
        enter(desk, player, "JOIN rome")
    desk.write(MASTER, "SET POWERS lots")


def _handed_over_before_the_start(desk: Desk) -> None:
    _before_the_start(desk)
    desk.write(MASTER, f"HANDOVER {EDITH}")
    desk.confirm(EDITH)
    desk.write(EDITH, f"INVITE {MASTER}")


def _asked_to_share(desk: Desk) -> None:
    folder = desk.office.config.folders.boards
    folder.mkdir(exist_ok=True, parents=True)
    (folder / "pact.toml").write_text(PACT, encoding="utf-8")
    enter(desk, MASTER, "OPEN rome BOARD pact")
    for player, power in ((EDITH, "Aadleron"), (IVAN, "Reinheim"), ("milo@example.org", "Milania")):
        enter(desk, player, f"JOIN rome {power}")
    desk.write(EDITH, f"STRATEGIST {MASTER}")


PACT = 'name = "pact"\nbase = "seuil"\n\n[war.strategists]\nAADLERON = 2\n'

WAYS_IN = (
    *(
        "JOIN rome",
        "JOIN rome FRANCE",
        "SIGNON ?rome",
        "STANDBY rome",
        "TAKEOVER rome FRANCE",
        "TAKEOVER rome",
        "RETURN",
    ),
    *("STRATEGIST", "HERE", "A PAR - BUR", "SET MASTER plays\nSET POWERS choice\nJOIN rome"),
)


@pytest.mark.parametrize(
    "become",
    [_begun_without_a_seat, _named, _still_master, _before_the_start, _handed_over_before_the_start, _asked_to_share],
)
def test_whoever_has_seen_all_finds_no_way_to_a_seat(tmp_path: Path, become: Callable[[Desk], None]) -> None:
    with desk_of(tmp_path) as desk:
        become(desk)
        assert Address(MASTER) in desk.game.unveiled
        for way in WAYS_IN:
            desk.write(MASTER, way)
            if "Did you write this?" in desk.texts(MASTER)[-1]:
                desk.confirm(MASTER)
            assert Address(MASTER) not in {*desk.game.seated, *desk.game.standbys}, way
            desk.later()


def test_nobody_with_a_seat_becomes_one_who_sees_all_by_a_setting(tmp_path: Path) -> None:
    with desk_of(tmp_path) as desk:
        enter(desk, MASTER, "OPEN rome ANONYMOUS no", "JOIN rome")
        enter(desk, EDITH, "JOIN rome")
        before = desk.game.settings
        for line in ("SET MASTER arbiter", "SET ANONYMOUS yes"):
            desk.write(MASTER, line)
        assert desk.game.settings == before
