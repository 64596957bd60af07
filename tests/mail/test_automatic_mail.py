"""What mail servers write when they cannot deliver, in the shapes they do, read as soft, hard or no bounce at all."""

from hypothesis import example, given
from hypothesis import strategies as st

from judge.mail.letter import BounceReport, envelope_sender_in, read_bounce, write_bounce
from tests.shared.each_case import each_case
from tests.shared.shares import drawn

HARD, SOFT = BounceReport(hard=True), BounceReport(hard=False)
SECRET = "judge+bounce.k7aaaaaaaaaaaaaa@example.org"


def report(*recipients: str, kind: str = "message/delivery-status") -> bytes:
    """A report after RFC 3464, one block for each recipient."""
    blocks = "\n\n".join(["Reporting-MTA: dns; mx.example.net\nX-Postfix-Sender: rfc822; " + SECRET, *recipients])
    return f"""From: MAILER-DAEMON@mx.example.net
To: {SECRET}
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="here"

--here
Content-Type: text/plain

Your letter could not be delivered.

--here
Content-Type: {kind}

{blocks}

--here
Content-Type: message/rfc822

From: judge@example.org
Subject: results

--here--
""".encode()


def block(action: str, status: str, more: str = "") -> str:
    return f"Final-Recipient: rfc822; edith@example.net\nAction: {action}\nStatus: {status}{more}"


REPORTS = {
    "no such mailbox": (report(block("failed", "5.1.1")), HARD),
    "refused by policy": (report(block("failed", "5.7.1")), HARD),
    "a mailbox that is full": (report(block("failed", "5.2.2")), SOFT),
    "a server that was away for five days": (report(block("failed", "4.4.1")), SOFT),
    "a delay, still being tried": (report(block("delayed", "4.4.1")), SOFT),
    "no usable status, but a diagnostic": (
        report(block("failed", "unknown", "\nDiagnostic-Code: smtp; 452 4.2.2 over quota")),
        SOFT,
    ),
    "a failure without any status": (report("Final-Recipient: rfc822; edith@example.net\nAction: failed"), HARD),
    "an action with a remark": (report(block("failed (no such user)", "5.1.1")), HARD),
    "an action some servers invent": (report(block("error", "5.1.1")), HARD),
    "one delayed, one failed": (report(block("delayed", "4.4.1"), block("failed", "5.1.1")), HARD),
    "internationalised": (report(block("failed", "5.1.1"), kind="message/global-delivery-status"), HARD),
    "delivered after all": (report(block("delivered", "2.0.0")), None),
    "handed on to a server that reports nothing": (report(block("relayed", "2.0.0")), None),
    "our own sender's, for good": (write_bounce("judge@example.org", "edith@example.net", "5.0.0", "550 no"), HARD),
    "our own sender's, given up": (write_bounce("judge@example.org", "edith@example.net", "4.4.7", "451 no"), SOFT),
}

QMAIL = b"""From: MAILER-DAEMON@mx.example.net
Subject: failure notice

Hi. This is the qmail-send program at mx.example.net.
I'm afraid I wasn't able to deliver your message to the following addresses.
This is a permanent error; I've given up. Sorry it didn't work out.

<edith@example.net>:
Sorry, no mailbox here by that name. (#5.1.1)

--- Below this line is a copy of the message.

From: judge@example.org
"""
EXIM = b"""From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Mail delivery failed: returning message to sender
X-Failed-Recipients: edith@example.net

This message was created automatically by mail delivery software.

  edith@example.net
    Unrouteable address
"""
EXCHANGE = b"""From: System Administrator <postmaster@mx.example.net>
Subject: Undeliverable: results

Your message

  To:      edith@example.net
  Subject: results

did not reach the following recipient(s):

edith@example.net on Mon, 5 Jan 2026 10:00:00 +0100
    The recipient name is not recognized
"""
OLD_POSTFIX = b"""From: MAILER-DAEMON@mx.example.net (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="here"

--here
Content-Description: Notification
Content-Type: text/plain

This is the Postfix program at host mx.example.net.

\t\t\tThe Postfix program

<edith@example.net>: unknown user: "edith"

--here--
"""
WARNING = b"""From: Mail Delivery System <Mailer-Daemon@mx.example.net>
Subject: Warning: message delayed 24 hours

This message was created automatically by mail delivery software.
A message that you sent has not yet been delivered to one or more of its
recipients after more than 24 hours on the queue on mx.example.net.

The address to which the message has not yet been delivered is:

  edith@example.net

No action is required on your part.
"""
VACATION = b"""From: edith@example.net
Subject: Out of office
Auto-Submitted: auto-replied

I am on the lake until Monday.
"""
PERSON = b"""From: edith@example.net
Subject: Re: results

F LON - NTH
My last letter may not have reached you: the mailbox here was full.
"""

SHAPES = {
    **REPORTS,
    "qmail": (QMAIL, HARD),
    "Exim": (EXIM, HARD),
    "Exchange": (EXCHANGE, HARD),
    "Postfix of long ago": (OLD_POSTFIX, HARD),
    "a warning in plain words": (WARNING, SOFT),
    "a vacation": (VACATION, None),
    "a person": (PERSON, None),
    "nothing": (b"", None),
}


@each_case(("raw", "bounce"), SHAPES.values(), ids=SHAPES)
def test_a_bounce_is_read_whatever_its_shape(raw: bytes, bounce: BounceReport | None) -> None:
    assert read_bounce(raw) == bounce
    assert read_bounce(raw.replace(b"\n", b"\r\n").replace(b"\r\r", b"\r")) == bounce


@given(raw=st.binary(max_size=600))
@example(
    raw=b"Content-Type: multipart/report; boundary=a\n\n" + b"--a\nContent-Type: multipart/mixed; boundary=a\n\n" * 300
)
@example(raw=b"Content-Type: message/delivery-status\n\nAction: failed\nFinal-Recipient: \xff;\xfe\n\n" * 50)
@drawn(60)
def test_any_bytes_are_a_bounce_or_none(raw: bytes) -> None:  # fmt: skip
    read_bounce(raw)
    read_bounce(b"Content-Type: multipart/report; boundary=a\n\n--a\nContent-Type: message/delivery-status\n\n" + raw)
    envelope_sender_in(raw, "judge@example.org")


def test_the_envelope_sender_is_found_where_servers_put_it() -> None:
    assert envelope_sender_in(report(block("failed", "5.1.1")), "Judge@Example.org") == SECRET
    assert envelope_sender_in(report().replace(b"judge+", b"Judge+"), "judge@example.org") == SECRET
    assert envelope_sender_in(report(), "judge@example.com") is None
    assert envelope_sender_in(b"judge+bounce@example.org judge+bounce.short@example.org", "judge@example.org") is None
