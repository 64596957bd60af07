"""No letter vanishes because another bore its Message-ID before it; the same letter twice is done once."""

from collections.abc import Mapping

import pytest

from judge.rules.board import Power
from judge.shell.local_game import LocalGame
from tests.impostors.scene import EDITH, ORDER, bring, from_edith
from tests.mail.domains import letter, signed
from tests.shared.by_mail import box, send

ID = "<2026.17@client.example>"
WITH_ID = {"Message-ID": ID}

FORGED: Mapping[str, str] = {
    "a question": "STATUS",
    "a question that the player will ask": "STATUS\nHISTORY",
    "a command": "RESIGN",
    "a game to be opened": "OPEN paris",
    "a game that there is": "OPEN rome",
    "plain words": "Good morning to you all.",
    "nothing": "",
}


def genuine(table: LocalGame, text: str = ORDER) -> bytes:
    return signed(from_edith(table, text, headers=WITH_ID), "example.net")


@pytest.mark.parametrize("text", FORGED.values(), ids=FORGED)
def test_a_forged_letter_with_the_id_of_a_coming_one_does_not_keep_it_from_being_read(
    table: LocalGame, text: str
) -> None:
    bring(table, from_edith(table, text, headers=WITH_ID))
    assert bring(table, genuine(table)).obeyed


def test_a_forged_letter_with_the_very_words_of_a_coming_one_does_not_either(table: LocalGame) -> None:
    bring(table, from_edith(table, "STATUS", headers=WITH_ID))
    assert bring(table, genuine(table, "STATUS")).edith


def test_nor_does_one_that_its_owner_has_denied(table: LocalGame) -> None:
    (question,) = bring(table, from_edith(table, "RESIGN", headers=WITH_ID)).edith
    code = str(question["Reply-To"])
    send(table, EDITH, code, letter(EDITH, code, "No.", table.clock))
    assert bring(table, genuine(table)).obeyed


def test_a_letter_of_ones_own_that_bears_a_used_id_is_read_where_it_says_something_else(table: LocalGame) -> None:
    assert bring(table, genuine(table)).obeyed
    assert bring(table, genuine(table, "F LON - ENG")).obeyed


def test_the_same_words_by_another_way_are_done_once(table: LocalGame) -> None:
    assert bring(table, genuine(table)).obeyed
    before = len(box(table, EDITH))
    assert not bring(table, b"Received: from elsewhere.example\r\nX-Scanned: yes\r\n" + genuine(table)).obeyed
    assert len(box(table, EDITH)) == before


UNCOVERED = ("In-Reply-To: <1@client.example>", "References: <1@client.example> <2@client.example>")


@pytest.mark.parametrize("added", UNCOVERED, ids=["In-Reply-To", "References"])
def test_a_signed_letter_sent_again_with_a_header_that_its_signature_does_not_cover_is_a_copy(
    table: LocalGame, added: str
) -> None:
    """Else whoever was sent a copy could have orders count again that have been changed since."""
    first = signed(from_edith(table), "example.net")
    assert bring(table, first).obeyed
    assert bring(table, signed(from_edith(table, "F LON - ENG"), "example.net")).obeyed
    assert not bring(table, f"{added}\r\n".encode() + first).obeyed


def test_a_signed_letter_that_carries_one_of_ours_is_a_copy_whatever_we_have_written_since(table: LocalGame) -> None:
    """What is cut of it is the last letter that was written to whoever writes."""
    ours = table.players[Power("ENGLAND")].read[-1].get_content()
    first = signed(from_edith(table, f"{ORDER}\r\n\r\n{ours}"), "example.net")
    assert bring(table, first).obeyed
    assert bring(table, signed(from_edith(table, "F LON - ENG"), "example.net")).obeyed
    assert not bring(table, first).obeyed
