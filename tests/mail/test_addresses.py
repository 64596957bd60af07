"""The judge's own addresses: what stands behind the plus sign."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.settings import GameName, Token
from judge.mail.addresses import (
    Recipient,
    bounce_address,
    confirmation_address,
    game_name,
    read_recipient,
    reply_address,
)

JUDGE = "judge@example.org"

CASES = {
    "judge@example.org": Recipient(),
    "Judge@Example.ORG": Recipient(),
    "judge+rome@example.org": Recipient(game=GameName("rome")),
    "judge+rome.k7abc@example.org": Recipient(game=GameName("rome"), token=Token("k7abc")),
    "JUDGE+ROME.K7ABC@example.org": Recipient(game=GameName("rome"), token=Token("k7abc")),
    "judge+ok.k7abc@example.org": Recipient(confirms="k7abc"),
    "judge+bounce@example.org": Recipient(is_bounce=True),
    "judge+bounce.K7AAAAAAAAAAAAAA@example.org": Recipient(is_bounce=True, bounced="k7aaaaaaaaaaaaaa"),
    "judge+7rome@example.org": None,
    "judge+ro me@example.org": None,
    "judge+@example.org": None,
    "juge@example.org": None,
    "judge@example.com": None,
    "judge": None,
    "": None,
}


@pytest.mark.parametrize(("address", "expected"), CASES.items(), ids=list(CASES))
def test_an_address_says_which_game_and_which_person(address: str, expected: Recipient | None) -> None:
    assert read_recipient(address, JUDGE) == expected


NAMES = st.from_regex(r"[a-z][a-z0-9-]{1,23}", fullmatch=True).filter(lambda name: name not in {"ok", "bounce"})
SECRETS = st.from_regex(r"[a-z2-7]{16}", fullmatch=True)


@given(name=NAMES, secret=SECRETS)
def test_a_reply_address_is_read_back(name: str, secret: str) -> None:
    address = reply_address(JUDGE, GameName(name), Token(secret))
    assert read_recipient(address.upper(), JUDGE) == Recipient(GameName(name), Token(secret))
    assert len(address.partition("@")[0]) <= 64, "RFC 5321 4.5.3.1.1"


def test_the_other_addresses_are_read_back() -> None:
    assert read_recipient(confirmation_address(JUDGE, "abc"), JUDGE) == Recipient(confirms="abc")
    assert read_recipient(bounce_address(JUDGE, "k7"), JUDGE) == Recipient(is_bounce=True, bounced="k7")


@pytest.mark.parametrize("word", ["ok", "bounce", "x", "1914", "with space", "été", "a" * 25])
def test_a_game_may_not_be_called_so(word: str) -> None:
    assert game_name(word) is None
