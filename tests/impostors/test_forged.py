"""Whoever writes in somebody else's name: nothing happens, the owner alone is asked, the impostor learns nothing."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from email.utils import format_datetime

import pytest

from judge.game.orders.messages import OrderGiven
from judge.game.settings import Address, GameName
from judge.mail.dkim import MOST_SIGNATURES, MOST_SIGNATURES_TRIED
from judge.shell.local_game import GAME, LocalGame
from tests.impostors.scene import EDITH, GAME_BOX, GRETA, MALLORY, ORDER, bring, from_edith
from tests.mail.domains import COVERED, NameService, letter, signed
from tests.shared.by_mail import box, happened, reply_to, send

Forger = Callable[[LocalGame, NameService], bytes]


def by_mallory(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table), "example.com")


def by_nobody(table: LocalGame, _: NameService) -> bytes:
    return from_edith(table)


def by_a_key_of_his_own(table: LocalGame, names: NameService) -> bytes:
    names.publish("example.net", bits=2048)
    return signed(from_edith(table), "example.net")


def below_her_domain(table: LocalGame, names: NameService) -> bytes:
    names.publish("shop.example.net")
    return signed(from_edith(table), "shop.example.net")


def for_a_whole_top_level_domain(table: LocalGame, names: NameService) -> bytes:
    names.publish("net")
    return signed(from_edith(table), "net")


def a_domain_that_looks_like_hers(table: LocalGame, names: NameService) -> bytes:
    names.publish("le.net")
    return signed(from_edith(table), "le.net")


def with_another_body(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table), "example.net").replace(b"F LON - NTH", b"F LON - ENG")


def with_more_text_below(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table), "example.net", length=True) + b"F LON - ENG\r\n"


def counting_its_length(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table), "example.net", length=True)


def with_another_subject(table: LocalGame, _: NameService) -> bytes:
    raw = signed(from_edith(table), "example.net", tuple(name for name in COVERED if name != "subject"))
    return raw.replace(b"Subject: orders", b"Subject: your bank")


def with_a_subject_added(table: LocalGame, _: NameService) -> bytes:
    return b"Subject: another\r\n" + signed(from_edith(table), "example.net")


def with_a_cc_added(table: LocalGame, _: NameService) -> bytes:
    to_mallory = from_edith(table, to=MALLORY)
    return f"Cc: {GAME_BOX}\r\n".encode() + signed(to_mallory, "example.net")


def with_another_from(table: LocalGame, names: NameService) -> bytes:
    names.publish("example.net")
    return signed(letter("carol@example.net", GAME_BOX, ORDER, table.clock), "example.net").replace(
        b"From: carol@", b"From: edith@"
    )


def with_a_gap_behind_from(table: LocalGame, _: NameService) -> bytes:
    return signed(letter("carol@example.net", GAME_BOX, ORDER, table.clock), "example.net").replace(
        b"From: carol@", b"From : edith@"
    )


def with_a_weak_key(table: LocalGame, names: NameService) -> bytes:
    names.publish("example.net", bits=768)
    return signed(from_edith(table), "example.net", bits=768)


def with_a_weak_hash(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table), "example.net", signature_algorithm=b"rsa-sha1")


def with_a_key_on_trial(table: LocalGame, names: NameService) -> bytes:
    names.publish("example.net", more=b"t=s:y; ")
    return signed(from_edith(table), "example.net")


def with_a_key_withdrawn(table: LocalGame, names: NameService) -> bytes:
    names.records["rome._domainkey.example.net"] = b"v=DKIM1; k=rsa; p="
    return signed(from_edith(table), "example.net")


def without_any_key(table: LocalGame, names: NameService) -> bytes:
    names.records.clear()
    return signed(from_edith(table), "example.net")


def while_the_name_service_is_silent(table: LocalGame, names: NameService) -> bytes:
    names.silent = True
    return signed(from_edith(table), "example.net")


def she_wrote_it_to_him(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table, to=MALLORY), "example.net")


def she_wrote_it_to_him_and_to_was_not_signed(table: LocalGame, _: NameService) -> bytes:
    raw = signed(from_edith(table, to=MALLORY), "example.net", tuple(name for name in COVERED if name != "to"))
    return raw.replace(f"To: {MALLORY}".encode(), f"To: {GAME_BOX}".encode())


def she_wrote_it_to_another_game(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table, to="judge+paris@localhost"), "example.net")


def she_wrote_it_to_the_game_of_another_judge(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table, to="judge+rome@elsewhere.example"), "example.net")


def written_at(span: timedelta) -> Forger:
    def old(table: LocalGame, _: NameService) -> bytes:
        date = format_datetime(table.clock.now() + span)
        return signed(from_edith(table, headers={"Date": date}), "example.net")

    return old


def of_last_year_with_a_new_date(table: LocalGame, _: NameService) -> bytes:
    date = format_datetime(table.clock.now() - timedelta(days=365))
    raw = signed(
        from_edith(table, headers={"Date": date}), "example.net", tuple(name for name in COVERED if name != "date")
    )
    return raw.replace(date.encode(), format_datetime(table.clock.now()).encode())


def without_a_date(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table, headers={"Date": ""}), "example.net")


def with_more_signatures_than_anybody_has(table: LocalGame, _: NameService) -> bytes:
    raw = signed(from_edith(table), "example.net")
    header = raw[: raw.index(b"From:")]
    return header * MOST_SIGNATURES + raw


def with_blanks_to_choke_on(table: LocalGame, _: NameService) -> bytes:
    return signed(from_edith(table, ORDER + "\n" + " " * 5_000 + "x"), "example.net")


FORGED: Mapping[str, Forger] = {
    "her From and nothing else": by_nobody,
    "signed by another domain": by_mallory,
    "signed with another key": by_a_key_of_his_own,
    "signed by a domain below hers": below_her_domain,
    "signed by a top-level domain": for_a_whole_top_level_domain,
    "signed by a domain hers ends with": a_domain_that_looks_like_hers,
    "the body altered": with_another_body,
    "text added below the signed length": with_more_text_below,
    "a signed length": counting_its_length,
    "the subject altered, which was not signed": with_another_subject,
    "a second subject": with_a_subject_added,
    "a Cc added to a letter to somebody else": with_a_cc_added,
    "somebody else's From altered": with_another_from,
    "a From that two readers take differently": with_a_gap_behind_from,
    "a short key": with_a_weak_key,
    "SHA-1": with_a_weak_hash,
    "a key on trial": with_a_key_on_trial,
    "a key withdrawn": with_a_key_withdrawn,
    "no key": without_any_key,
    "a silent name service": while_the_name_service_is_silent,
    "written to the forger": she_wrote_it_to_him,
    "written to the forger, To altered": she_wrote_it_to_him_and_to_was_not_signed,
    "written to another game": she_wrote_it_to_another_game,
    "written to another judge": she_wrote_it_to_the_game_of_another_judge,
    "of last year": written_at(timedelta(days=-365)),
    "of next year": written_at(timedelta(days=365)),
    "of last year, Date altered": of_last_year_with_a_new_date,
    "without a date": without_a_date,
    "signed by many": with_more_signatures_than_anybody_has,
    "a line of blanks": with_blanks_to_choke_on,
}


@pytest.mark.parametrize("forge", FORGED.values(), ids=FORGED)
def test_a_forged_letter_does_nothing_and_its_owner_alone_is_asked(
    table: LocalGame, names: NameService, forge: Forger
) -> None:
    assert bring(table, forge(table, names)).is_held
    assert len(names.asked) <= MOST_SIGNATURES_TRIED


def test_a_letter_nobody_could_check_counts_once_its_owner_says_so(table: LocalGame, names: NameService) -> None:
    names.silent = True
    (question,) = bring(table, signed(from_edith(table), "example.net")).edith
    send(table, EDITH, str(question["Reply-To"]), letter(EDITH, str(question["Reply-To"]), "Yes.", table.clock))
    assert happened(table, OrderGiven)


def test_a_letter_sent_again_as_it_was_is_done_once(table: LocalGame) -> None:
    raw = signed(from_edith(table), "example.net")
    assert bring(table, raw).obeyed
    assert bring(table, signed(from_edith(table, "F LON - ENG"), "example.net")).obeyed
    again = bring(table, b"Received: from mallory\r\n" + raw)
    assert not again.obeyed
    assert not (again.edith)
    assert not (again.mallory)


STOLEN = {
    "her token in a report she forwarded": (MALLORY, "example.com"),
    "her token and another player's signed letter": (GRETA, "example.org"),
}


@pytest.mark.parametrize(("sender", "signer"), STOLEN.values(), ids=STOLEN)
def test_her_token_in_other_hands_proves_nothing(table: LocalGame, sender: str, signer: str) -> None:
    to = reply_to(table, "ENGLAND")
    assert bring(table, signed(letter(sender, to, ORDER, table.clock), signer), to).is_held
    assert not [mail for mail in box(table, GRETA) if "F LON - NTH" in str(mail)]


def test_a_token_of_another_game_or_of_none_proves_nothing(table: LocalGame) -> None:
    (question,) = bring(table, from_edith(table, "OPEN paris", "judge@localhost"), "judge@localhost").edith
    code = str(question["Reply-To"])
    send(table, EDITH, code, from_edith(table, "Yes.", code))
    paris = table.judge.services.game(GameName("paris"))
    assert paris
    for number, token in enumerate((paris.people[Address(EDITH)].token, "aaaaaaaaaaaaaaaa")):
        to = f"judge+{GAME}.{token}@localhost"
        assert bring(table, from_edith(table, f"{ORDER}\n{number}", to), to).is_held


def test_her_signed_letter_to_another_powers_reply_address_is_that_players_to_confirm(table: LocalGame) -> None:
    to = reply_to(table, "GERMANY")
    before = len(box(table, GRETA))
    brought = bring(table, signed(from_edith(table, to=to), "example.net"), to)
    assert not (brought.obeyed)
    assert not (brought.edith)
    assert not (brought.mallory)
    assert len(box(table, GRETA)) == before + 1


ADDED: Mapping[str, str] = {
    "a part boundary": "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=A\r\n",
    "a type that is not read": "Content-Type: image/png\r\n",
    "another encoding": "Content-Transfer-Encoding: base64\r\n",
    "a version alone": "MIME-Version: 1.0\r\n",
}


@pytest.mark.parametrize("added", ADDED.values(), ids=ADDED)
def test_a_header_added_to_a_signed_letter_takes_its_proof_away(table: LocalGame, added: str) -> None:
    raw = signed(from_edith(table, "F LON - NTH"), "example.net")
    bring(table, added.encode() + raw)
    assert not happened(table, OrderGiven)


def test_a_signature_that_covers_how_a_letter_is_to_be_read_proves_it(table: LocalGame) -> None:
    told = {"MIME-Version": "1.0", "Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
    covered = (*COVERED, *(name.lower() for name in told))
    assert bring(table, signed(from_edith(table, headers=told), "example.net", covered)).obeyed
