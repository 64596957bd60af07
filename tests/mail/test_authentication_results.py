"""What mail servers say of a letter, as they really write it, and what strangers would like them to have said."""

from hypothesis import given
from hypothesis import strategies as st

from judge.mail.dkim import AuthenticationResults, MethodResult, read_authentication_results
from tests.shared.each_case import each_case

SHAPES = {
    "nothing": ("mx.example.org; none", AuthenticationResults("mx.example.org")),
    "a version": ("mx.example.org 1; none", AuthenticationResults("mx.example.org")),
    "a semicolon at the end": (
        "mx.example.org; spf=pass;",
        AuthenticationResults("mx.example.org", (MethodResult("spf", "pass"),)),
    ),
    "OpenDKIM": (
        (
            "mail.example.org;\tdkim=pass (2048-bit key; unprotected) header.d=example.net header.i=@example.net "
            "header.a=rsa-sha256 header.s=rome header.b=aB+/cd=="
        ),
        AuthenticationResults(
            "mail.example.org",
            (
                MethodResult(
                    "dkim",
                    "pass",
                    {
                        "header.d": "example.net",
                        "header.i": "@example.net",
                        "header.a": "rsa-sha256",
                        "header.s": "rome",
                        "header.b": "aB+/cd==",
                    },
                ),
            ),
        ),
    ),
    "several, with comments": (
        (
            "MX.example.org; dkim=pass header.i=@example.net header.s=x header.b=Ab1; spf=pass (mx: domain of "
            "a@example.net designates 192.0.2.1 as permitted sender (no; really)) smtp.mailfrom=a@example.net; "
            "dmarc=pass (p=NONE sp=NONE dis=NONE) header.from=example.net"
        ),
        AuthenticationResults(
            "mx.example.org",
            (
                MethodResult("dkim", "pass", {"header.i": "@example.net", "header.s": "x", "header.b": "Ab1"}),
                MethodResult("spf", "pass", {"smtp.mailfrom": "a@example.net"}),
                MethodResult("dmarc", "pass", {"header.from": "example.net"}),
            ),
        ),
    ),
    "with words of no kind": (
        "mx.example.org; dmarc=pass action=none",
        AuthenticationResults("mx.example.org", (MethodResult("dmarc", "pass", {"action": "none"}),)),
    ),
    "a reason": (
        'mx.example.org; dkim/1=fail reason="b; dkim=pass \\"x\\"" header.d="example.net"',
        AuthenticationResults(
            "mx.example.org",
            (MethodResult("dkim", "fail", {"reason": 'b; dkim=pass "x"', "header.d": "example.net"}),),
        ),
    ),
    "a sender in quotation marks": (
        'mx.example.org; spf=none smtp.mailfrom="a; dkim=pass header.d=b"@example.com',
        AuthenticationResults(
            "mx.example.org",
            (MethodResult("spf", "none", {"smtp.mailfrom": '"a; dkim=pass header.d=b"@example.com'}),),
        ),
    ),
    "a null sender": (
        "mx.example.org; spf=none smtp.mailfrom=",
        AuthenticationResults("mx.example.org", (MethodResult("spf", "none", {"smtp.mailfrom": ""}),)),
    ),
}


@each_case(("value", "report"), SHAPES.values(), ids=SHAPES)
def test_a_report_is_read_as_mail_servers_write_it(value: str, report: AuthenticationResults) -> None:
    assert read_authentication_results(value) == report


BROKEN = {
    "empty": "",
    "no server": "; dkim=pass",
    "no server, as Outlook writes it": "spf=pass smtp.mailfrom=example.net; dkim=pass header.d=example.net",
    "two servers": "mx.example.org mx.example.com; dkim=pass",
    "an open comment": "mx.example.org; dkim=pass (and",
    "a comment closed twice": "mx.example.org; dkim=pass )",
    "an open quotation": 'mx.example.org; dkim=pass reason="and',
    "no result": "mx.example.org; dkim= header.d=example.net",
    "a word alone": "mx.example.org; dkim=pass header.d",
    "a thing said twice": "mx.example.org; dkim=pass header.d=example.net header.D=example.com",
    "nothing, and more": "mx.example.org; none dkim=pass",
    "a backslash": "mx.example.org; dkim=pass \\",
}


@each_case("value", BROKEN.values(), ids=BROKEN)
def test_a_report_that_breaks_a_rule_says_nothing(value: str) -> None:
    assert read_authentication_results(value) is None


PIECES = st.sampled_from([*' ;=.()"\\/', "dkim", "pass", "header.d", "mx", "none", "example.net", "\t"])


@given(st.lists(PIECES, max_size=40).map("".join))
def test_whatever_stands_there_reading_it_ends(value: str) -> None:
    report = read_authentication_results(value)
    assert report is None or all(verdict.method and verdict.result for verdict in report.verdicts)


@given(st.text('a;()"= .@', max_size=30).filter(lambda text: "\\" not in text))
def test_what_a_stranger_writes_in_quotation_marks_is_never_a_verdict(text: str) -> None:
    inside = text.replace('"', '\\"')
    report = read_authentication_results(
        f'mx.example.org; spf=none smtp.mailfrom="{inside}; dkim=pass header.d=x"@example.com'
    )
    assert report is not None
    assert [verdict.method for verdict in report.verdicts] == ["spf"]
