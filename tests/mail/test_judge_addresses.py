"""The judge's own addresses: what stands behind the plus sign."""

from hypothesis import given
from hypothesis import strategies as st

from judge.game.settings import GameName, Token
from judge.mail.identity import (
    Recipient,
    bounce_address,
    confirmation_address,
    read_recipient,
    redact_addresses,
    reply_address,
)
from judge.requests.names import game_name
from tests.shared.each_case import each_case

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


@each_case(("address", "expected"), CASES.items(), ids=list(CASES))
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


@each_case("word", ["ok", "bounce", "x", "1914", "with space", "été", "a" * 25])
def test_a_game_may_not_be_called_so(word: str) -> None:
    assert game_name(word) is None


SECRET = "k7abcdefghijklmn"
WRITTEN = (
    SECRET,
    SECRET.upper(),
    f"judge+rome.{SECRET}@example.org",
    f"judge%2Brome.{SECRET}%40example.org",
    f"judge\uff0brome.{SECRET}\uff20example.org",
    "k7abc\u200bdefghijklmn",
    "k7abc\u200cdefgh\u200dijkl\u2060mn",
    "k7abcdef\u00adghijklmn",
    "k7abcdef\ufeffghijklmn",
    "k7abc\u202edefghijklmn",
    "k7abcd\u0301efghijklmn",
    "k7abcdef\nghijklmn",
    "k7abcdef=\nghijklmn",
    "> k7abcdef\n> > ghijklmn",
    "k7ab-cdef-ghij-klmn",
    " ".join(SECRET),
    "\n".join(SECRET),
    "".join(f"&#{ord(letter)};" for letter in SECRET),
    "".join(f"&#x{ord(letter):X};" for letter in SECRET),
    "k7abc&#100;efghijklmn",
    "k7abc&shy;defghijklmn",
    "k7abc%64efghijklmn",
    "".join(f"%{ord(letter):02X}" for letter in SECRET),
    "".join(f"={ord(letter):02X}" for letter in SECRET),
    "k7abc=64efghij\u200bklmn",
    "".join(chr(ord(letter) + 0xFEE0) for letter in SECRET),
    "".join(chr(0x1D41A + ord(letter) - 97) if letter.isalpha() else letter for letter in SECRET),
)
UNTOUCHED = ("k7abcdefghijklm and n", "k7abcdefghijklm", "A PAR - BUR &amp; 100% = 5&nbsp;%", "", "k" * 99)


def test_a_secret_is_left_out_however_it_is_written() -> None:
    told = redact_addresses(f"Write to judge+rome.{SECRET}@example.org, <it is {SECRET}>.", JUDGE, SECRET)
    assert told == "Write to judge+\N{HORIZONTAL ELLIPSIS}@example.org, <it is \N{HORIZONTAL ELLIPSIS}>."
    for written in WRITTEN:
        for text in (written, f"Write (to <{written}>) & fear not."):
            told = redact_addresses(text, JUDGE, SECRET)
            assert "\N{HORIZONTAL ELLIPSIS}" in told, written
            around = (
                "judge",
                "+rome.",
                "\uff0brome.",
                "%2Brome.",
                "@example.org",
                "%40example.org",
                "\uff20example.org",
            )
            for one in (*around, "+", "Write (to <", ">) & fear not.", "> ", "\N{HORIZONTAL ELLIPSIS}"):
                told = told.replace(one, "")
            assert not told, written
    for text in UNTOUCHED:
        assert redact_addresses(text, JUDGE, SECRET) == text
