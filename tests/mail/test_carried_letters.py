"""A letter of ours that a reply carries without any mark: its lines are nobody's new text, however it was wrapped."""

import textwrap
from dataclasses import replace

import pytest

from judge.mail.letter import Letter, without_carried
from tests.shared.each_case import each_case

OURS = """\
Edith, you play England in the game rome. The phase that is open now is spring 1901, and
its deadline is on Monday 12 January 2026 at 21:00, Paris time, so you have seven days.

Your units are in London, Edinburgh and Liverpool; nobody has written an order for them yet.
Write your orders as lines of a letter, such as these; any reply to this letter will do:

    F LON - NTH
    F EDI - NWG
    A LVP - YOR

Whoever writes nothing has units that hold, and the others are told that orders are missing.
HELP tells what else you can write; STATUS tells where the game stands.
"""
HEAD = "From: judge@localhost\r\nContent-Type: text/{}; charset=utf-8\r\n\r\n"
SENT = f"{HEAD.format('plain')}{OURS}".encode()
PAGE = f"{HEAD.format('html')}{OURS.replace(chr(10), '<br>')}".encode()


def read(text: str, sent: bytes = SENT) -> list[str]:
    left = without_carried(Letter(text=text), lambda: (sent,))
    return [line for line in left.text.split("\n") if line.strip()]


def wrapped(width: int) -> str:
    return "\n".join(piece for line in OURS.split("\n") for piece in textwrap.wrap(line.strip(), width) or [""])


CARRIED = {
    "as it was": OURS,
    "wrapped narrowly": wrapped(24),
    "all on long lines": " ".join(OURS.split()),
    "indented": textwrap.indent(OURS, "    "),
    "with another quote mark": textwrap.indent(OURS, "# "),
    "typeset": OURS.replace(" - ", " – ").replace("F LON", "*F LON*"),
    "only its beginning": OURS.partition("    A LVP")[0],
}


@each_case("sent", [SENT, PAGE], ids=["text", "page"])
@each_case("carried", CARRIED.values(), ids=CARRIED)
@each_case("new", ["", "F LON - ENG", "Yes, thank you!\nA LVP - WAL"])
def test_what_is_ours_is_nobodys_new_text(carried: str, new: str, sent: bytes) -> None:
    assert read(f"{new}\n\n{carried}", sent) == [line for line in new.split("\n") if line]
    assert read(f"{carried}\n\n{new}", sent) == [line for line in new.split("\n") if line]


def test_a_line_of_ours_that_was_changed_is_its_writers() -> None:
    assert read(OURS.replace("A LVP - YOR", "A LVP - WAL")) == ["    A LVP - WAL"]


@pytest.mark.parametrize(
    "copied",
    [
        "F LON - NTH\nF EDI - NWG\nA LVP - YOR",
        "any reply to this letter will do:\n\n    F LON - NTH\n    F EDI - NWG\n    A LVP - YOR",
        "F LON - NTH",
    ],
)
def test_orders_copied_from_our_letter_are_orders(copied: str) -> None:
    assert read(copied) == [line for line in copied.split("\n") if line]
    assert read(f"{copied}\n\n{OURS}") == [line for line in copied.split("\n") if line]


def test_what_was_cut_is_known_as_such() -> None:
    left = without_carried(Letter(text=f"Thanks!\n{OURS}"), lambda: (SENT,))
    assert left.text == "Thanks!"
    assert "    F LON - NTH" in left.cut


def test_a_letter_that_carries_none_is_left_as_it_is() -> None:
    letter = Letter(text="F LON - NTH\nWhat do you think of my chances against the others in this game?")
    assert without_carried(letter, tuple) == without_carried(letter, lambda: (SENT,)) == letter
    assert without_carried(replace(letter, text=""), lambda: (SENT, b"")).text == ""
