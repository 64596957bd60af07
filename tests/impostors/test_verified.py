"""What speaks for a letter, said in its answer and on the operator's sheet."""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from judge.config import IdentityConfig
from judge.paths.receive import settle_letter
from judge.shell.by_hand import read_file
from judge.shell.local_game import GAME, LocalGame, no_dkim_keys
from tests.impostors.scene import EDITH, GAME_BOX, MALLORY, ORDER, PASS, bring, from_edith, laid, stamped, words
from tests.mail.domains import NameService, letter, signed
from tests.shared.by_mail import box, reply_to, send


def test_a_letter_her_mail_domain_has_signed_needs_no_reply_address(table: LocalGame, names: NameService) -> None:
    brought = bring(table, signed(from_edith(table), "example.net"))
    assert brought.obeyed
    (answer,) = brought.edith
    assert "Accepted as yours: your mail provider has signed it as coming from your own address." in words(answer)
    assert answer["Reply-To"] == reply_to(table, "ENGLAND")
    assert names.asked == ["rome._domainkey.example.net"]


def test_in_french_it_is_said_in_french(table: LocalGame) -> None:
    florence = "florence@example.com"
    send(table, MALLORY, GAME_BOX, signed(letter(florence, GAME_BOX, "A PAR-BOU", table.clock), "example.com"))
    (answer,) = [words(mail) for mail in box(table, florence) if "fournisseur" in words(mail)]
    assert "Reconnue comme vôtre : votre fournisseur de messagerie l’a signée comme venant de" in answer


def test_a_reply_asks_no_name_service(table: LocalGame, names: NameService) -> None:
    to = reply_to(table, "ENGLAND")
    assert bring(table, signed(from_edith(table, to=to), "example.net"), to).obeyed
    assert bring(table, from_edith(table, ORDER + "\nhello", to), to).obeyed
    assert not names.asked


def test_where_the_operator_wants_it_a_signed_letter_is_confirmed_all_the_same(
    tmp_path: Path, names: NameService
) -> None:
    for table in laid(tmp_path, names, IdentityConfig(verified_from="asked")):
        assert bring(table, signed(from_edith(table), "example.net")).is_held
        assert not names.asked


def test_a_newcomer_shows_that_the_mailbox_is_read_whoever_signs(table: LocalGame) -> None:
    own = "judge@localhost"
    send(table, MALLORY, own, signed(letter(MALLORY, own, "WATCH rome", table.clock), "example.com"))
    assert "Did you write this?" in str(box(table, MALLORY)[-1]["Subject"])


HELD = f"Not proven: {EDITH} is asked to confirm it, and nothing happens before. From is not verified:"
SHEETS: Mapping[str, tuple[str | None, str]] = {
    "her own domain": ("example.net", f"Proven (signed by example.net): it speaks for {EDITH}."),
    "nobody": (None, f"{HELD} no signature."),
    "a stranger": ("example.com", f"{HELD} signature of example.com: it is of another domain than From."),
}


@pytest.mark.parametrize(("signer", "said"), SHEETS.values(), ids=SHEETS)
def test_the_sheet_on_a_letter_says_who_signed_it(
    table: LocalGame, names: NameService, tmp_path: Path, signer: str | None, said: str
) -> None:
    raw = from_edith(table)
    assert f"  proof         {said}" in sheet(table, tmp_path, signed(raw, signer) if signer else raw, names)


def sheet(table: LocalGame, folder: Path, raw: bytes, names: NameService | None = None) -> list[str]:
    (folder / "letter.eml").write_bytes(raw)
    keys = names.keys if names else no_dkim_keys
    services = replace(table.judge.services, keys=keys)  # as the command has them, which waits for an answer
    return read_file(folder / "letter.eml", services, table.clock.now(), settle_letter).splitlines()


def test_the_sheet_says_that_nobody_told_the_key(table: LocalGame, names: NameService, tmp_path: Path) -> None:
    names.silent = True
    raw = signed(from_edith(table), "example.net")
    assert f"  proof         {HELD} nobody told us the key of example.net." in sheet(table, tmp_path, raw, names)


CODE = re.compile(r"(?<=code)\s+[A-Z0-9]{6}\b")
"""What may be answered to a question: drawn by lot for each."""


def test_the_sheet_shows_the_question_that_would_be_asked_and_whom(table: LocalGame, tmp_path: Path) -> None:
    """The very words that then go out."""
    raw = from_edith(table)
    told = CODE.sub("", "\n".join(sheet(table, tmp_path, raw)).replace("|", ""))
    brought = bring(table, raw)
    assert brought.is_held
    (asked,) = brought.edith
    assert "  what comes    nothing happens before it is confirmed" in told
    assert f"to {EDITH}: {asked['Subject']}" in told
    assert " ".join(CODE.sub("", words(asked).replace("|", "")).split()) in " ".join(told.split())


def test_the_sheet_shows_what_a_stranger_would_be_told(table: LocalGame, tmp_path: Path) -> None:
    stranger = "nobody@example.org"
    raw = letter(stranger, GAME_BOX, "hello", table.clock)
    told = "\n".join(sheet(table, tmp_path, raw)).replace("|", "")
    send(table, stranger, GAME_BOX, raw)
    (answer,) = box(table, stranger)
    assert f"to {stranger}: {answer['Subject']}" in told
    assert " ".join(words(answer).split()) in " ".join(told.split())


def test_the_sheet_of_a_letter_that_is_followed_names_its_answer_and_leaves_the_game_alone(
    table: LocalGame, tmp_path: Path
) -> None:
    before = table.judge.services.game(GAME)
    told = sheet(table, tmp_path, from_edith(table, to=reply_to(table, "ENGLAND")))
    assert "  what comes    it is carried out and answered" in told
    assert any(line.removeprefix("  would be sent ").lstrip(" |").startswith(f"to {EDITH}: ") for line in told)
    assert table.judge.services.game(GAME) == before


def test_the_sheet_of_a_reply_names_its_token(table: LocalGame, tmp_path: Path) -> None:
    raw = signed(from_edith(table, to=reply_to(table, "ENGLAND")), "example.net")
    assert f"  proof         Proven (token): it speaks for {EDITH}." in sheet(table, tmp_path, raw)


# --- what of a letter depends on its proof


QUESTIONED = f"STATUS\n{ORDER}"
ASKED = f"waits until {EDITH} has confirmed the letter"
BY_ADDRESS, BY_SIGNATURE = "counts by the reply address, together with From", "counts by the signature of example.net"
ON: Mapping[str, tuple[Callable[[LocalGame], bytes], str, str]] = {
    "a reply address": (
        lambda table: from_edith(table, QUESTIONED, reply_to(table, "ENGLAND")),
        BY_ADDRESS,
        BY_ADDRESS,
    ),
    "a signature": (
        lambda table: signed(from_edith(table, QUESTIONED), "example.net"),
        BY_SIGNATURE,
        BY_SIGNATURE,
    ),
    "nothing": (lambda table: from_edith(table, QUESTIONED), ASKED, ASKED),
    "nothing, of a stranger": (
        lambda table: letter(MALLORY, GAME_BOX, QUESTIONED, table.clock),
        "is answered as anybody's question is",
        "does nothing: nothing shows whose it is",
    ),
}


@pytest.mark.parametrize(("write", "question", "order"), ON.values(), ids=ON)
def test_the_sheet_says_of_each_line_what_its_fate_depends_on(
    table: LocalGame,
    names: NameService,
    tmp_path: Path,
    write: Callable[[LocalGame], bytes],
    question: str,
    order: str,
) -> None:
    told = sheet(table, tmp_path, write(table), names)
    place = told.index(f"  depends       | STATUS: {question}")
    assert told[place + 1].strip() == f"| {ORDER}: {order}"


def test_the_sheet_says_what_the_word_of_our_mail_server_cannot_cover(
    behind: LocalGame, names: NameService, tmp_path: Path
) -> None:
    told = sheet(behind, tmp_path, stamped(signed(from_edith(behind), "example.net"), PASS), names)
    assert f"  depends       | {ORDER}: counts by the word of our mail server for the signature of example.net" in told
    assert any("covers nothing that was changed behind it" in line for line in told)
    assert not names.asked
