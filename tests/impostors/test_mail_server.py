"""What the operator's own mail server says of a letter, and what others write in its name."""

from collections.abc import Callable, Mapping

import pytest

from judge.shell.local_game import LocalGame
from tests.impostors.scene import MALLORY, PASS, RELAY, bring, from_edith, stamped, words
from tests.mail.domains import NameService, signed

VOUCHED = {
    "the domain": (PASS,),
    "the agent": ("dkim=pass header.i=@example.net",),
    "a second signature": ("dkim=fail header.d=list.example", PASS),
    "other things too": ("spf=fail smtp.mailfrom=x@example.com", PASS, "dmarc=pass header.from=example.net"),
}


@pytest.mark.parametrize("results", VOUCHED.values(), ids=VOUCHED)
def test_the_word_of_our_own_mail_server_counts(
    behind: LocalGame, names: NameService, results: tuple[str, ...]
) -> None:
    brought = bring(behind, stamped(signed(from_edith(behind), "example.net"), *results))
    assert brought.obeyed
    assert "Accepted as yours: our mail server has checked your mail provider’s signature" in words(brought.edith[0])
    assert not names.asked


NOT_VOUCHED: Mapping[str, Callable[[bytes], bytes]] = {
    "a stranger's server": lambda raw: stamped(raw, PASS, server="mx.example.com"),
    "a name that looks like ours": lambda raw: stamped(raw, PASS, server=f"{RELAY}.example.com"),
    "a name that begins like ours": lambda raw: stamped(raw, PASS, server="mx.judge"),
    "our name in a comment": lambda raw: stamped(raw, PASS, server=f"({RELAY}) mx.example.com"),
    "our name on a folded line": lambda raw: stamped(raw, PASS, server=f"mx.example.com;\r\n {RELAY}"),
    "our name below a stranger's": lambda raw: stamped(stamped(raw, PASS), PASS, server="mx.example.com"),
    "below our own, which says it failed": lambda raw: stamped(stamped(raw, PASS), "dkim=fail header.d=example.net"),
    "below our own, which found nothing": lambda raw: stamped(stamped(raw, PASS), "none"),
    "a verdict in a comment": lambda raw: stamped(raw, f"dkim=fail ({PASS}) header.d=example.net"),
    "a verdict in a quotation": lambda raw: stamped(raw, f'spf=pass smtp.mailfrom="a; {PASS}"@example.com'),
    "a verdict with an open comment": lambda raw: stamped(raw, f"{PASS} (and so"),
    "a verdict that says two things": lambda raw: stamped(raw, f"{PASS} header.d=example.com"),
    "a pass of another domain": lambda raw: stamped(raw, "dkim=pass header.d=example.com"),
    "a pass of another selector": lambda raw: stamped(raw, f"{PASS}2"),
    "a pass of another signature": lambda raw: stamped(raw, f"{PASS} header.b=AAAAAAAA"),
    "DMARC alone, for it may mean SPF": lambda raw: stamped(raw, "dmarc=pass (p=none) header.from=example.net"),
    "DMARC failed": lambda raw: stamped(raw, PASS, "dmarc=fail header.from=example.net"),
    "SPF alone": lambda raw: stamped(raw, "spf=pass smtp.mailfrom=edith@example.net"),
}


@pytest.mark.parametrize("forge", NOT_VOUCHED.values(), ids=NOT_VOUCHED)
def test_what_others_write_in_its_name_does_not(behind: LocalGame, forge: Callable[[bytes], bytes]) -> None:
    assert bring(behind, forge(signed(from_edith(behind), "example.net"))).is_held


UNSOUND: Mapping[str, Callable[[LocalGame], bytes]] = {
    "no signature at all": from_edith,
    "written to the forger": lambda table: signed(from_edith(table, to=MALLORY), "example.net"),
    "To not signed": lambda table: signed(from_edith(table), "example.net", ("from", "date", "message-id", "subject")),
    "a signed length": lambda table: signed(from_edith(table), "example.net", length=True),
    "one that does not cover To, made unreadable, below one that claims to": lambda table: signed(
        signed(from_edith(table), "example.net", ("from", "date", "message-id", "subject")).replace(
            b" d=", b" " * 200 + b"d="
        ),
        "example.net",
    ),
    "one that does not cover To, below one that claims to": lambda table: signed(
        signed(from_edith(table), "example.net", ("from", "date", "message-id", "subject")), "example.net"
    ),
}


@pytest.mark.parametrize("write", UNSOUND.values(), ids=UNSOUND)
def test_its_word_is_about_a_signature_that_covers_what_it_must(
    behind: LocalGame, write: Callable[[LocalGame], bytes]
) -> None:
    assert bring(behind, stamped(write(behind), PASS)).is_held


def test_where_no_mail_server_is_named_nobodys_word_counts(table: LocalGame, names: NameService) -> None:
    names.records.clear()
    assert bring(table, stamped(signed(from_edith(table), "example.net"), PASS)).is_held


def test_where_our_mail_server_says_nothing_the_judge_looks_itself(behind: LocalGame, names: NameService) -> None:
    names.publish("example.net")
    assert bring(behind, stamped(signed(from_edith(behind), "example.net"), "spf=none")).obeyed
