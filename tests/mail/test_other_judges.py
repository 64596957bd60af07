"""The page for people from other judges is whole, and true of what is read."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.requests.read_lines import read_lines
from judge.requests.setting_lists import ChangeSettingsRequest
from judge.requests.suggestions import PossibleOrder
from judge.requests.vocabulary import fold_case, keys_of, verb_of
from tests.shared.each_case import each_case

PAGE = Path(__file__).parents[2] / "docs" / "from-other-judges.md"

COMMANDS = """
REGISTER SIGNON HELLO LOGIN OBSERVE WATCH CREATE SIGNOFF LIST SUMMARY STATUS HISTORY FROM TO LINES EXCLSTART EXCLEND
BROAD WHOGAME FULL WHOIS WHO INFOPLAYER GET SEND SENDME PACKAGE HELP VERSION MAP PRESS BROADCAST ENDPRESS ENDBROADCAST
POSTALPRESS DIARY PHASE IF ELSE ENDIF CLEAR RESIGN WITHDRAW RESUME BECOME MASTER PROMOTE EJECT PROCESS ROLLBACK UNSTART
FORCE PAUSE SUSPEND PREDICT TERMINATE SETUP ADJUST RECORD FIXID NOCONTROL
"""
"""Every command of njudge 1.7.6, in its help files and its source."""

SETTINGS = """
PASSWORD ADDRESS WAIT NOWAIT PREFERENCE DRAW NODRAW CONCEDE ABSENCE HOLIDAY VACATION ALL NORMAL MODERATED MOVE RETREAT
CLOCK MIN NEXT GRACE DELAY DAYS DEADLINE START STRICTGRACE STRICTWAIT MAXABSENCE NMR NONMR CD NOCD LATECOUNT
AUTOPROCESS MANUALPROCESS AUTOSTART MANUALSTART WHITE GREY NOPRESS PARTIAL FAKE OBSERVER BLANKPRESS MINORPRESS LATEPRESS
GRACEPRESS MUSTORDER TOUCHPRESS ACCESS LEVEL DEDICATION ONTIMERAT RESRAT ALLOW DENY APPROVAL APPROVE PRFLIST PRFBOTH
PRFRAND PLAYERS POWERS NOLIST PRIVATE PUBLIC QUIET SECRET SHOW NOREVEAL RATED UNRATED DIAS NODIAS CONCESSIONS CENTERS
ALLIEDWIN CAPTUREWIN NORESUME AUTOCREATE COMMENT INFO BN MN EP VARIANT PROXY HOMECENTRES ONECENTRE ANYCENTRE BLANKBOARD
NORMALDISBAND ANYDISBAND AUTODISBAND DISBAND STRICTCONVOY COASTALCONVOYS PORTAGE TRANSFORM ATTACKTRANSFORM HOMETRANSFER
SUMMER BCENTERS DUALITY RAILWAYS GATEWAYS HONGKONG NEUTRALS AIRLIFTS XFLAGS DICE FAMINE PLAGUE STORMS MONEY LOANS
ASSASSINS ADJACENT SPECIAL FORTRESS GARRISONS
"""
"""Every word behind its SET."""


def rows(of_settings: bool) -> Iterator[tuple[str, str, str]]:
    """The rows of the tables: theirs, ours, why."""
    before, after = PAGE.read_text(encoding="utf-8").split("## Settings")
    for line in (after if of_settings else before).splitlines():
        if line.startswith("| ") and not line.startswith("| njudge"):
            theirs, ours, why = (cell.strip() for cell in line.removesuffix("|")[1:].split("|"))
            yield theirs, ours, why


BEFORE, AFTER = [*rows(of_settings=False)], [*rows(of_settings=True)]


def test_no_command_of_theirs_is_left_out() -> None:
    told = " ".join(word for theirs, _, _ in (*BEFORE, *AFTER) for word in re.findall(r"`([^`]+)`", theirs))
    assert [word for word in (COMMANDS + SETTINGS).split() if word not in re.findall(r"[A-Z]+", told)] == []


@each_case(("theirs", "ours", "why"), [*BEFORE, *AFTER])
def test_each_has_ours_or_the_reason_why_not(theirs: str, ours: str, why: str) -> None:
    assert theirs
    assert ours
    assert ours != "–" or len(why) > 10


@each_case(("theirs", "ours"), [(theirs, ours) for theirs, ours, _ in BEFORE if "`" in ours])
def test_ours_begins_with_a_command(theirs: str, ours: str) -> None:
    assert verb_of(re.findall(r"`([^`]+)`", ours)[0])[0], theirs


@each_case(("theirs", "ours"), [(theirs, ours) for theirs, ours, _ in AFTER if "`" in ours])
def test_ours_begins_with_a_setting_or_a_command(theirs: str, ours: str) -> None:
    kinds = {key.partition(".")[0] for key in keys_of(fold_case(re.findall(r"`([^`]+)`", ours)[0]))}
    assert kinds & {"settings", "verbs"}, theirs


STILL_READ = (
    "LIST rome",
    "SIGNON ?rome",
    "SIGNON frome sesame",
    "OBSERVE rome",
    "LOGIN rome",
    "WHOGAME rome",
    "CREATE ?rome",
    "PROCESS F1901M",
    "SET WAIT",
    "SET NOWAIT",
    "SET NO WAIT",
    "SET ABSENCE 2026-07-01 TO 2026-07-05",
    "SET CONCEDE FRANCE",
    "SIGNOFF",
    "ROLLBACK F1901M",
    "EJECT ITALY",
)
"""What fingers of thirty years write: old words that need no new ones."""


@each_case("line", STILL_READ)
def test_an_old_word_is_still_read(line: str) -> None:
    (read,) = read_lines(line)
    assert not isinstance(read.request, PossibleOrder | ChangeSettingsRequest)


@pytest.mark.parametrize("line", ["SET WAIT", "SET ABSENCE 2026-07-01 TO 2026-07-05", "SET CONCEDE FRANCE"])
def test_what_is_set_elsewhere_is_the_command_of_ours(line: str) -> None:
    (read,), (ours,) = read_lines(line), read_lines(" " * 4 + line.removeprefix("SET "))
    meant: object = ours.request
    assert read.request == meant
