"""What verifies From, and why the rest does not: the signature, what it covers, its key."""

from base64 import b64encode
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.game.settings import GameName
from judge.mail.dkim import (
    LARGEST_VERIFIED,
    MOST_SIGNATURES,
    ExpectedLetter,
    FromUnverified,
    FromVerified,
    TrustedCheckers,
    dkim_signatures_of,
    is_aligned,
    verify_from,
)
from judge.mail.headers import Headers
from judge.mail.identity import Proof, Recipient
from judge.system.clock import SettableClock
from tests.mail.domains import COVERED, NameService, letter, signed
from tests.shared.each_case import each_case

EDITH, JUDGE, BOX = "edith@example.net", "judge@example.org", "judge+rome@example.org"
NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
CLOCK = SettableClock(NOW)
MEANT = ExpectedLetter(EDITH, Recipient(GameName("rome")), JUDGE, NOW)
WITHOUT_TO = tuple(name for name in COVERED if name != "to")

Change = Callable[[bytes], bytes]


@pytest.fixture
def names() -> NameService:
    service = NameService()
    service.publish("example.net")
    return service


def hers(**headers: str) -> bytes:
    return letter(EDITH, BOX, "F LON - NTH", CLOCK, {name.replace("_", "-"): value for name, value in headers.items()})


def verified(
    raw: bytes, names: NameService, server: str = "", meant: ExpectedLetter = MEANT
) -> FromVerified | FromUnverified:
    return verify_from(raw, meant, TrustedCheckers(server, names.keys))


GOOD: dict[str, bytes] = {
    "as most sign": signed(hers(), "example.net"),
    "every header twice, against additions": signed(hers(), "example.net", (*COVERED, *COVERED, "cc", "reply-to")),
    "to the judge in Cc": signed(hers(To="greta@example.org", Cc=f"Judge <{BOX}>"), "example.net", (*COVERED, "cc")),
    "with a subject left out": signed(hers(Subject=""), "example.net", tuple(n for n in COVERED if n != "subject")),
    "below the signature of a list": signed(signed(hers(), "example.net"), "list.example"),
    "line ends of a Maildir": signed(hers(), "example.net").replace(b"\r\n", b"\n"),
    "a day under way": signed(hers(Date=format_datetime(NOW - timedelta(days=1))), "example.net"),
    "a longer key": signed(hers(), "example.net", bits=2048),
}


@each_case("raw", GOOD.values(), ids=GOOD)
def test_a_sound_signature_that_holds_verifies_from(raw: bytes) -> None:
    names = NameService()
    names.publish("example.net", bits=2048 if raw is GOOD["a longer key"] else 1024)
    assert verified(raw, names) == FromVerified(Proof.SIGNED, "example.net")


def plain(cover: tuple[str, ...] = COVERED, **headers: str) -> bytes:
    return signed(hers(**headers), "example.net", cover)


UNSOUND: dict[str, tuple[bytes, str]] = {
    "none": (hers(), "no signature"),
    "too many": (plain()[: plain().index(b"From:")] * MOST_SIGNATURES + plain(), "no signature"),
    "a stranger's": (signed(hers(), "example.com"), "of example.com: it is of another domain than From"),
    "of a domain below": (signed(hers(), "a.example.net"), "it is of another domain than From"),
    "SHA-1": (signed(hers(), "example.net", signature_algorithm=b"rsa-sha1"), "it is not made with rsa-sha256"),
    "a length": (signed(hers(), "example.net", length=True), "it covers a part of the text only"),
    "To bare": (plain(WITHOUT_TO), "it does not cover To"),
    "a Cc put in": (b"Cc: x@example.com\r\n" + plain(), "it does not cover Cc"),
    "a second To put in": (b"To: x@example.com\r\n" + plain(), "To stands there twice"),
    "no Message-ID": (plain(Message_ID=""), "Message-Id is missing"),
    "last year": (plain(Date=format_datetime(NOW - timedelta(days=365))), "it is not of these days"),
    "no day": (plain(Date="yesterday"), "it is not of these days"),
    "another game": (plain(To="judge+paris@example.org"), "it is not addressed to this game"),
    "no game": (plain(To=JUDGE), "it is not addressed to this game"),
    "expired": (plain().replace(b" d=example.net;", b" d=example.net; x=1767600000;"), "it has expired"),
    "expiring at no time": (plain().replace(b" d=example.net;", b" d=example.net; x=soon;"), "it has expired"),
    "a tag twice": (plain().replace(b" d=example.net;", b" d=example.net; d=example.net;"), "it is not well made"),
    "no tags": (b"DKIM-Signature: yes\r\n" + hers(), "it is not well made"),
    "nothing": (b"DKIM-Signature:\r\n" + hers(), "it is not well made"),
    "another of no kind": (b"DKIM-Signature: yes\r\n" + plain(), "another signature is not well made"),
    "blanks": (plain().replace(b" d=", b" " * 200 + b"d="), "it is not well made"),
    "a gap behind a name": (plain().replace(b"Subject:", b"Subject :"), "a header is not well made"),
}


@pytest.mark.parametrize(("raw", "why"), UNSOUND.values(), ids=UNSOUND)
def test_what_would_prove_nothing_asks_nobody_for_a_key(raw: bytes, why: str, names: NameService) -> None:
    found = verified(raw, names)
    assert isinstance(found, FromUnverified)
    assert why in found.why
    assert not names.asked


DO_NOT_HOLD: dict[str, Change] = {
    "the text changed": lambda raw: raw.replace(b"NTH", b"ENG"),
    "the subject changed": lambda raw: raw.replace(b"orders", b"others"),
    "a selector without a key": lambda raw: raw.replace(b" s=rome;", b" s=rhum;"),
    "a selector of no kind": lambda raw: raw.replace(b" s=rome;", b" s=" + b"\xe9..a;"),
    "a signature of no kind": lambda raw: raw.replace(b" bh=", b" bh=!"),
    "a canonicalization of no kind": lambda raw: raw.replace(b"relaxed/relaxed", b"tight/tight"),
}


@pytest.mark.parametrize("change", DO_NOT_HOLD.values(), ids=DO_NOT_HOLD)
def test_a_signature_that_does_not_hold_verifies_nothing(change: Change, names: NameService) -> None:
    raw = plain()
    assert change(raw) != raw
    assert verified(change(raw), names) == FromUnverified("the signature of example.net does not hold")


KEYS = {
    "none": None,
    "no key": b"",
    "withdrawn": b"v=DKIM1; p=",
    "of no kind": b"v=DKIM1; k=rsa; p=AAAA",
    "not even that": b"p",
    "of another kind": b"v=DKIM1; k=ed25519; p=11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
    "of another service": b"v=DKIM1; s=tlsrpt; p=AAAA",
    "longer than any": b"v=DKIM1; p=" + b"A" * 2000,
}


@each_case("record", KEYS.values(), ids=KEYS)
def test_a_key_that_is_none_verifies_nothing(record: bytes | None) -> None:
    found = verify_from(plain(), MEANT, TrustedCheckers("", lambda _: record))
    assert found == FromUnverified("the signature of example.net does not hold")


def test_a_short_key_and_one_on_trial_verify_nothing() -> None:
    short, trial = NameService(), NameService()
    short.publish("example.net", bits=768)
    trial.publish("example.net", more=b"t = y : s;")
    assert isinstance(verified(signed(hers(), "example.net", bits=768), short), FromUnverified)
    assert isinstance(verified(plain(), trial), FromUnverified)


def test_where_nobody_answers_no_more_is_asked(names: NameService) -> None:
    names.silent = True
    twice = signed(plain(), "example.net")
    assert verified(twice, names) == FromUnverified("nobody told us the key of example.net")
    assert len(names.asked) == 1


HEAVY = {"a big letter": "x" * 70 + "\r\n", "blanks": " " * 60_000 + "x\r\n"}


@pytest.mark.parametrize("line", HEAVY.values(), ids=HEAVY)
def test_a_letter_that_would_take_long_is_not_checked(line: str, names: NameService) -> None:
    raw = plain() + line.encode() * (LARGEST_VERIFIED // len(line) + 1)
    assert verified(raw, names) == FromUnverified("more than we check")
    assert not names.asked


ALIGNED = {
    ("example.net", True),
    ("net", False),
    ("", False),
    (".", False),
    (".net", False),
    ("mail.example.net", False),
    ("le.net", False),
    ("example.net.example.com", False),
}


@each_case(("domain", "counts"), sorted(ALIGNED))
def test_the_domain_of_from_may_sign_and_none_beside_it(domain: str, counts: bool) -> None:
    assert is_aligned(domain, EDITH) is counts


def test_a_domain_above_that_of_from_may_sign() -> None:
    assert is_aligned("example.net", "edith@mail.example.net")
    assert is_aligned("example.net", "Edith@a.b.EXAMPLE.net")


MESSED = st.binary(max_size=60) | st.sampled_from([b"d=example.net;", b"b=;", b"h=from:to;", b"a=rsa-sha256; s=rome;"])


@given(st.lists(MESSED, max_size=6).map(b"".join), st.lists(MESSED, max_size=3).map(b"".join))
def test_whatever_a_signature_or_a_verdict_says_looking_at_it_ends(signature: bytes, verdict: bytes) -> None:
    names = NameService()
    names.publish("example.net")
    raw = b"DKIM-Signature: " + signature + b"\r\nAuthentication-Results: mx; " + verdict + b"\r\n" + hers()
    assert isinstance(verified(raw, names, server="mx"), FromUnverified)


def test_the_selector_and_the_value_are_told_for_who_names_them() -> None:
    (signature,) = dkim_signatures_of(Headers(plain().partition(b"\r\n\r\n")[0]), MEANT)
    assert (signature.place, signature.domain, signature.selector, signature.fault) == (0, "example.net", "rome", None)
    assert signature.value
    assert not any(blank in signature.value for blank in " \t\r\n")


def test_a_fault_in_asking_for_the_key_is_not_taken_for_one_of_the_signature() -> None:
    def broken(name: str) -> bytes | None:
        raise LookupError(name)

    with pytest.raises(LookupError, match=r"rome\._domainkey\.example\.net"):
        verify_from(plain(), MEANT, TrustedCheckers("", broken))


def test_a_signature_that_could_not_be_checked_is_noted_without_a_name(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "judge")
    odd = b"v=DKIM1; p=" + b64encode(bytes.fromhex("300730050600050100"))
    verify_from(plain(), MEANT, TrustedCheckers("", lambda _: odd))
    assert caplog.messages == ["a signature could not be checked: AssertionError"]


DER = st.recursive(
    st.builds(
        lambda tag, body: bytes([tag, len(body)]) + body, st.sampled_from([2, 3, 4, 5, 6, 48]), st.binary(max_size=9)
    ),
    lambda inner: st.lists(inner, max_size=3).map(b"".join).map(lambda body: bytes([48, len(body) & 0x7F]) + body),
)
TAGS = st.sampled_from([b"", b"k=rsa;", b"k=ed25519;", b"s=x;", b"v=1;", b"k=;", b"p"]) | st.binary(max_size=8)


@given(TAGS, DER | st.binary(max_size=40))
def test_whatever_a_key_record_says_looking_at_it_ends(tags: bytes, key: bytes) -> None:
    for record in (tags + b"p=" + key, tags + b"p=" + b64encode(key)):
        service = NameService({"rome._domainkey.example.net": record})
        assert isinstance(verified(plain(), service), FromUnverified)
