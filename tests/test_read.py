"""What the judge makes of a letter: a sheet for a person, a line of JSON for a program, nothing kept."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from judge.cli import main
from judge.requests.requests import MOST_LINES_OF_LETTER
from judge.shell.by_hand import ARRIVAL, read_jsonl, read_jsonl_line
from judge.system.clock import SettableClock
from tests.mail.domains import key_of, signed
from tests.mail.domains import letter as mail
from tests.shared.each_case import each_case
from tests.shared.services import context
from tests.shared.shares import drawn

SPRING = {"phase": "S1901M", "units": {"FRANCE": ["A PAR", "F BRE", "A MAR"], "GERMANY": ["A MUN"]}}
RETREAT = {
    "phase": "S1901R",
    "units": {"GERMANY": ["A BUR"]},
    "dislodged": [{"power": "FRANCE", "unit": "A BUR", "from": "MUN"}],
}
OFFICE = context(ARRIVAL).services
WINTER = {"phase": "W1901A", "units": {"FRANCE": ["A SPA"]}}
HEAD = "From: Alice <alice@example.org>\nTo: judge@example.net\nMessage-ID: <1@example.org>\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    return tmp_path / "letter.eml"


def asked(letter: Path, text: str, head: str = HEAD, **scene: Any) -> Any:
    letter.write_text(f"{head}\n{text}\n", encoding="utf-8")
    line = json.dumps({"file": str(letter), "power": "FRANCE", **SPRING, **scene})
    return json.loads(read_jsonl_line(line, OFFICE))


# --- JSON lines


def test_a_letter_is_told_whole(letter: Path) -> None:
    new = "Bonjour,\nA Paris - Burgundy\nA PAR - PIC\nA XYZ H\nSTATUS\nPRESS TO GERMANY\nHello."
    told = asked(letter, f"{new}\n\n> A MAR H\n-- \nAlice")
    assert told.pop("refused")[0]["line"] == "A XYZ H"
    assert told == {
        "file": str(letter),
        "from": "alice@example.org",
        "automatic": False,
        "bounce": False,
        "why": None,
        "text": new,
        "cut": ["> A MAR H", "--", "Alice"],
        "attachments": [],
        "orders": ["A PAR - PIC"],
        "offered": [],
        "commands": ["STATUS"],
        "press": ["Hello."],
        "proof": {"by": None, "domain": None, "why": "no signature"},
        "depends": [
            {"line": line, "on": "confirmation"}
            for line in [
                "Bonjour,",
                "A Paris - Burgundy",
                "A PAR - PIC",
                "A XYZ H",
                "STATUS",
                "PRESS TO GERMANY\nHello.",
            ]
        ],
    }


@pytest.mark.parametrize(
    ("scene", "text", "orders"),
    [
        ({}, "A PAR - BUR; F BRE - MAO", ["A PAR - BUR", "F BRE - MAO"]),
        ({}, "A PAR - BUR\nCLEAR\nF BRE H", ["F BRE H"]),
        ({}, "A PAR - BUR\nEND\nF BRE H", ["A PAR - BUR"]),
        ({}, "PHASE F1901M\nA PAR - BUR", []),
        ({"notation": "18centres"}, "A PAR-BOU", ["A PAR - BUR"]),
        (RETREAT, "A BUR - RUH", ["A BUR R RUH"]),
        (RETREAT, "A BUR D", ["A BUR D"]),
        (WINTER, "BUILD A PAR\nBUILD F BRE\nBUILD A BRE", ["A PAR B", "A BRE B"]),
        (WINTER, "WAIVE", ["WAIVE"]),
    ],
    ids=[
        "two on a line",
        "taken back",
        "below the end",
        "another phase",
        "notation",
        "retreat",
        "disband",
        "builds",
        "waive",
    ],
)
def test_the_orders_are_those_that_would_stand(
    letter: Path, scene: dict[str, Any], text: str, orders: list[str]
) -> None:
    assert asked(letter, text, **scene)["orders"] == orders


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("A XYZ H", "“XYZ” is not a region of this board."),
        ("A MUN H", "A MUN belongs to Germany"),
        ("PRESS TO ATLANTIS\nHello", "There is no power called “ATLANTIS” on this board."),
        ("A PAR H\n-- \nA MAR H", "Not read: it stands below the end of your orders."),
    ],
    ids=["misread", "refused", "wrong", "below the signature"],
)
def test_a_line_that_did_nothing_has_its_reason(letter: Path, text: str, why: str) -> None:
    (refused,) = asked(letter, text)["refused"]
    assert refused["why"].startswith(why)


ROBOTS = {
    "vacation": ("Auto-Submitted: auto-replied\n", False),
    "bounce": ("Content-Type: multipart/report; report-type=delivery-status; boundary=x\n", True),
    "bounce of an old server": ("X-Failed-Recipients: alice@example.org\n", True),
    "it was read": ("Content-Type: multipart/report; report-type=disposition-notification; boundary=x\n", False),
}


@pytest.mark.parametrize(("header", "bounce"), ROBOTS.values(), ids=ROBOTS)
def test_the_letter_of_a_machine_is_not_followed(letter: Path, header: str, bounce: bool) -> None:
    told = asked(letter, "A PAR - BUR", HEAD + header)
    assert (told["automatic"], told["bounce"], told["orders"], bool(told["why"])) == (True, bounce, [], True)


def test_a_bounce_is_known_by_its_text_too(letter: Path) -> None:
    text = "Hi. This is the qmail-send program at example.net.\nI'm afraid I wasn't able to deliver your message"
    text += " to the following addresses.\n\n<judge@example.org>:\nSorry, no mailbox here by that name.\n"
    told = asked(letter, text, "From: someone@example.net\nSubject: failure notice\n")
    assert (told["automatic"], told["bounce"]) == (True, True)


@each_case(
    ("line", "error"),
    [
        ("nonsense", "This line is not JSON"),
        ("[]", "This line is not a JSON object."),
        ({}, "file must be the name of a letter's file."),
        ({"file": "a\0b"}, "file must be the name of a letter's file."),
        ({"file": "nowhere.eml"}, "The file cannot be read: No such file or directory."),
        ({"power": "ATLANTIS"}, 'power: "ATLANTIS" is no power of this board'),
        ({"power": ["FRANCE"]}, 'power: ["FRANCE"] is no power of this board'),
        ({"phase": "Spring"}, 'phase: "Spring" is no phase'),
        ({"units": {"FRANCE": ["A XYZ"]}}, 'units.FRANCE[0]: "XYZ" is no region of this board'),
        ({"notation": "klingon"}, 'notation: There is no notation "klingon"'),
        ({"rules": "1066"}, 'rules: There is no rule book "1066"'),
        ({"judge": "nobody"}, "judge must be the address"),
        ({"authserv_id": 7}, "authserv_id must be the name of a mail server"),
        ({"keys": ["x"]}, "keys must be the TXT records"),
    ],
    ids=str,
)
def test_a_bad_line_is_answered_and_the_next_one_read(line: object, error: str) -> None:
    scene: dict[str, object] = {"file": "nowhere.eml", "power": "FRANCE", **SPRING}
    bad = json.dumps({**scene, **line} if line else {}) if isinstance(line, dict) else str(line)
    written: list[str] = []
    read_jsonl([bad, "\n", "{}"], written.append)
    first, second = map(json.loads, written)
    assert first["error"].startswith(error)
    assert second == {"file": None, "error": "file must be the name of a letter's file."}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from(["FRANCE", "A PAR", "S1901M"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
FIELDS = st.sampled_from(
    ["file", "power", "phase", "units", "centers", "dislodged", "notation", "rules", "judge", "authserv_id", "keys"]
)


@drawn(100)
@given(st.dictionaries(FIELDS, VALUES, max_size=4))
def test_no_line_makes_the_reader_fail(changes: dict[str, object]) -> None:
    line = json.dumps({"file": __file__, "power": "FRANCE", **SPRING, **changes})
    assert "file" in json.loads(read_jsonl_line(line, OFFICE))


WRAPPED = "The fleet in the English Channel convoys the army in London to\nPicardy"
ENGLISH: dict[str, Any] = {"power": "ENGLAND", "units": {"ENGLAND": ["F ENG", "A LON", "F NTH"]}}


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        (WRAPPED, ["F ENG C A LON - PIC"]),
        (f"Hello,\n{WRAPPED}\nF NTH H", ["F ENG C A LON - PIC", "F NTH H"]),
        ("F NTH H; F ENG C A LON -\nPIC; A LON H", ["F NTH H", "F ENG C A LON - PIC", "A LON H"]),
        ("F NTH -\nF ENG H", ["F ENG H"]),
        ("A LON -\nWAL\n- YOR", ["A LON - WAL"]),
    ],
    ids=["convoy", "among others", "several", "the next is whole", "no more than two"],
)
def test_an_order_broken_over_two_lines_is_made_whole(letter: Path, text: str, orders: list[str]) -> None:
    assert asked(letter, text, **ENGLISH)["orders"] == orders


def test_a_line_as_long_as_a_mail_program_makes_it_may_go_on_though_it_is_an_order(letter: Path) -> None:
    long = "F BRE - MAO; A PAR - BUR; F BRE - MAO; A PAR - BUR; A PAR - BUR; A MAR S A PAR\n- BUR"
    assert asked(letter, long)["orders"] == ["F BRE - MAO", "A PAR - BUR", "A MAR S A PAR - BUR"]
    assert asked(letter, "A MAR S A PAR\n- BUR")["orders"] == ["A MAR S A PAR"]


def test_lines_without_end_are_not_all_read(letter: Path) -> None:
    told = asked(letter, "A PAR H\n" * MOST_LINES_OF_LETTER + "A PAR - BUR\n" * 9)
    assert told["orders"] == ["A PAR H"]
    assert [refused["line"] for refused in told["refused"]] == ["A PAR - BUR"]


def test_attachments_are_named_and_orders_in_them_pointed_out(letter: Path) -> None:
    head = HEAD + "Content-Type: multipart/mixed; boundary=x\n"
    parts = ("text/plain", "A PAR H"), ("text/plain; name=a.txt", "A PAR - BUR"), ("image/png; name=b.png", "")
    told = asked(letter, "".join(f"--x\nContent-Type: {kind}\n\n{text}\n" for kind, text in parts), head)
    assert (told["orders"], told["attachments"]) == (["A PAR H"], ["a.txt", "b.png"])
    assert [refused["line"] for refused in told["refused"]] == ["a.txt"]


# --- how strongly it is proven


def proven(letter: Path, raw: bytes, **scene: Any) -> tuple[Any, list[Any]]:
    letter.write_bytes(raw)
    line = json.dumps({"file": str(letter), "power": "FRANCE", "judge": "judge@example.net", **SPRING, **scene})
    told = json.loads(read_jsonl_line(line, OFFICE))
    return told["proof"], told["depends"]


WRITER, TO, REPLY_TO = "alice@example.org", "judge+rome@example.net", "judge+rome.secret@example.net"
KEYS = {"rome._domainkey.example.org": key_of(1024)[1].decode()}
BY_OUR_SERVER = b"Authentication-Results: mx.example.net; dkim=pass header.d=example.org\r\n"


def written(to: str = TO, text: str = "STATUS\nA PAR - BUR", **headers: str) -> bytes:
    return mail(WRITER, to, text, SettableClock(ARRIVAL), headers)


def test_lines_of_json_tell_what_proves_a_letter_and_what_each_line_depends_on(letter: Path) -> None:
    signature = signed(written(), "example.org")
    both = ["STATUS", "A PAR - BUR"]
    assert proven(letter, signature, keys=KEYS) == (
        {"by": "signed", "domain": "example.org", "why": None},
        [{"line": line, "on": "proof"} for line in both],
    )
    assert proven(letter, BY_OUR_SERVER + signature, authserv_id="mx.example.net")[0]["by"] == "relay"
    assert proven(letter, written(REPLY_TO))[0] == {"by": "token", "domain": None, "why": None}
    assert proven(letter, written()) == (
        {"by": None, "domain": None, "why": "no signature"},
        [{"line": line, "on": "confirmation"} for line in both],
    )
    assert proven(letter, written(text="STATUS"))[1] == [{"line": "STATUS", "on": "anybody"}]


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"Content-Type: text/plain\r\n" + signed(written(), "example.org"), "does not cover Content-Type"),
        (signed(written(), "example.com"), "of another domain than From"),
        (signed(written(), "example.org").replace(b"BUR", b"PIC"), "does not hold"),
    ],
    ids=["uncovered", "not aligned", "changed"],
)
def test_a_signature_that_proves_nothing_says_why(letter: Path, raw: bytes, why: str) -> None:
    proof, _ = proven(letter, raw, keys=KEYS)
    assert (proof["by"], why in proof["why"]) == (None, True)


# --- the command


def test_the_command_reads_lines_of_json() -> None:
    ran = CliRunner().invoke(main, ["read", "--jsonl"], input='{"file": 3}\n')
    assert json.loads(ran.output)["file"] == 3


def test_without_a_judge_the_sheet_tells_what_may_be_orders(letter: Path, tmp_path: Path) -> None:
    letter.write_text(f"{HEAD}\nA PAR - BUR\n\n> your orders?\n", encoding="utf-8")
    ran = CliRunner().invoke(main, ["--config", str(tmp_path / "none.toml"), "read", str(letter)])
    sheet = ran.output.splitlines()
    assert "  from          alice@example.org" in sheet
    assert "  may be orders | A PAR - BUR" in sheet
    assert "  cut           | > your orders?" in sheet
    assert "  proof         No judge to ask: proofs were not weighed." in sheet
