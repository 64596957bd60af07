"""The doctor on the roads of mail: DNS records, listeners, certificates, relay; a letter from the judge to itself."""

import base64
import binascii
import errno
import re
import smtplib
import socket
import sqlite3
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from threading import Event

from judge.config import ConfigError, SmtpConfig
from judge.handlers.services import dkim_signer, fresh_secret, judge_domain, relay_route
from judge.mail.compose import MessageFields, compose
from judge.mail.dkim import ExpectedLetter, FromVerified, TrustedCheckers, read_authentication_results, verify_from
from judge.mail.dkim_keys import DnsUnavailableError
from judge.mail.headers import Headers, headers_of, is_address
from judge.mail.identity import Proof, Recipient, bounce_address, road_address
from judge.mail.smtp_client import Relay, RelayAccepted, SendOutcome, Timeouts
from judge.mail.smtp_session import ListenAddress, tls_context
from judge.shell.doctor import CheckFinding, FindingState, Installation, closed, fine, note, wrong
from judge.store.connection import connect_read_only
from judge.store.data_folder import RoadLetter, await_road_letter, door_lock_path, forget_road_letter, is_locked
from judge.store.spool import arrived_letters, spool_path
from judge.system.files import PROGRAM
from judge.system.log import printable_line

_BEGIN, _END = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_VERSION, _UTC_TIME = 0xA0, 0x17
_LONG = 0x80
_PATIENCE = 5.0


def read_certificate(path: Path) -> bytes:
    """Return the first certificate of a PEM file, its holder's own, as DER; ValueError if there is none."""
    text = path.read_text(encoding="ascii", errors="replace")
    _, begin, rest = text.partition(_BEGIN)
    body, end, _ = rest.partition(_END)
    if not (begin and end):
        raise ValueError(f"no certificate in {path}")
    return ssl.PEM_cert_to_DER_cert(begin + body + end)


def _offered_certificate(host: str, port: int) -> bytes | None:
    """Return the certificate that a server offers after STARTTLS, as DER; None if it offers none."""
    anyones = ssl.create_default_context()
    anyones.check_hostname, anyones.verify_mode = False, ssl.CERT_NONE
    try:
        with smtplib.SMTP(host, port, timeout=_PATIENCE) as line:
            line.starttls(context=anyones)
            encrypted = line.sock
            return encrypted.getpeercert(binary_form=True) if isinstance(encrypted, ssl.SSLSocket) else None
    except (smtplib.SMTPException, OSError):
        return None


def valid_until(certificate: bytes) -> datetime:
    """Return the end of validity, the second time of the fourth field after the version (RFC 5280 4.1).

    ValueError if the bytes are no certificate.
    """
    try:
        return _not_after(certificate)
    except (IndexError, ValueError) as error:
        raise ValueError("no certificate can be read there") from error


def _not_after(certificate: bytes) -> datetime:
    (_, whole), *_ = _values(certificate)
    (_, signed), *_ = _values(whole)
    fields = [(tag, value) for tag, value in _values(signed) if tag != _VERSION]
    _, (tag, written) = _values(fields[3][1])
    digits = written.decode("ascii")
    if tag == _UTC_TIME:  # of the years 1950 to 2049 (RFC 5280 4.1.2.5.1)
        digits = ("19" if digits[:2] >= "50" else "20") + digits
    return datetime.strptime(digits, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC)


def _values(raw: bytes) -> list[tuple[int, bytes]]:
    """Return the consecutive DER values (X.690 8.1), each with its tag."""
    values = []
    while raw:
        tag, length, start = raw[0], raw[1], 2
        if length & _LONG:
            start += length & ~_LONG
            length = int.from_bytes(raw[2:start])
        if len(raw) < start + length:
            raise ValueError("a value breaks off")
        values.append((tag, raw[start : start + length]))
        raw = raw[start + length :]
    return values


_GREETING = 30.0
_SOON = timedelta(days=14)
_PAIR = "set smtp.certificate and smtp.key to PEM files of one pair that the judge's user can read"
_RENEW = "renew it, then restart the judge"


def check_address(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether mail can be sent to the judge's address."""
    own = installation.config.judge.address
    if not is_address(own):
        yield wrong("address", f"“{own}” is no mail address", "set judge.address")
    elif "." not in judge_domain(installation.config):
        yield note("address", f"only this machine can write to {own}", "set judge.address to go live")
    else:
        yield fine("address", own)


def check_listeners(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether letters can be received."""
    smtp, lmtp = installation.config.smtp, installation.config.lmtp
    greeting = f"220 {judge_domain(installation.config)} ESMTP"
    yield _listener("smtp", (smtp.host, smtp.port), greeting)
    if lmtp.socket or lmtp.host:
        yield _listener("lmtp", lmtp.socket or (lmtp.host, lmtp.port), greeting)
    if smtp.certificate:
        yield from _certificate(smtp, smtp.certificate, installation.now)


def _certificate(smtp: SmtpConfig, path: Path, now: datetime) -> Iterator[CheckFinding]:
    """Yield whether STARTTLS can be offered, and whether clients will accept the certificate."""
    try:
        tls_context(path, smtp.key)
        own = read_certificate(path)
        yield _lasts(valid_until(own), now)
    except (OSError, ValueError) as error:
        if isinstance(error, ssl.SSLError) and error.reason == "KEY_VALUES_MISMATCH":
            do = "set smtp.key to the key it was made with"
            yield wrong("smtp", f"the key in {smtp.key or path} is not that of {path}", do)
        else:
            yield wrong("smtp", f"{path} cannot be used: {error}", _PAIR)
        return
    shown = _offered_certificate(smtp.host, smtp.port)
    if shown and shown != own:
        ends = f"{valid_until(shown):%Y-%m-%d}"
        yield wrong("smtp", f"the judge at work still shows an older certificate, which ends on {ends}", "restart it")


def _lasts(end: datetime, now: datetime) -> CheckFinding:
    """Return how long the certificate is valid."""
    left, day = end - now, f"{end:%Y-%m-%d}"
    if left <= timedelta():
        return wrong("smtp", f"the certificate for STARTTLS ended on {day}", _RENEW)
    if left < _SOON:
        return note("smtp", f"STARTTLS is offered; its certificate ends on {day}, in {left.days} days", _RENEW)
    return fine("smtp", f"STARTTLS is offered; its certificate is good until {day}, {left.days} days")


def _listener(about: str, place: ListenAddress, greeting: str) -> CheckFinding:
    where = str(place) if isinstance(place, Path) else ":".join(map(str, place))
    try:
        said = _greeting(place)
    except OSError:
        return _could_be_opened(about, place, where)
    if said.startswith(greeting):
        return fine(about, f"the judge answers at {where}")
    if said.startswith("421 "):
        return note(about, f"the judge at {where} is busy: {said}", "look again, or raise smtp.connections")
    return wrong(about, f"something else answers at {where}", f"stop it, or set another {about}.port")


def _greeting(place: ListenAddress) -> str:
    family = socket.AF_UNIX if isinstance(place, Path) else socket.AF_INET6 if ":" in place[0] else socket.AF_INET
    with closing(socket.socket(family)) as line:
        line.settimeout(_PATIENCE)
        line.connect(str(place) if isinstance(place, Path) else place)
        with suppress(TimeoutError):
            return line.recv(512).decode("utf-8", "replace").strip()
        return ""


def _could_be_opened(about: str, place: ListenAddress, where: str) -> CheckFinding:
    resting = note(about, f"nobody answers at {where}", f"start the judge with {PROGRAM} serve")
    if isinstance(place, Path):
        return resting
    try:
        with socket.create_server(place):
            return resting
    except OSError as error:
        do = "ports below 1024 need AmbientCapabilities=CAP_NET_BIND_SERVICE" if error.errno == errno.EACCES else ""
        return wrong(about, f"{where} cannot be opened: {error.strerror}", do or f"set {about}.host and {about}.port")


def check_relay(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether letters can be sent: the relay is greeted as before a letter, and none is handed over."""
    relay = installation.config.relay
    try:
        signs = dkim_signer(installation.config, installation.environment)
        road = relay_route(installation.config, installation.environment)
    except ConfigError as error:
        yield wrong("relay", str(error), "the judge does not start without it")
        return
    if signs:
        yield fine("relay", f"letters are signed for {signs.domain}")
    if not relay.host:
        yield note(
            "relay",
            f"there is none: letters lie in {installation.config.folders.mailboxes}",
            "set relay.host to go live",
        )
        return
    with Relay(replace(road, patience=Timeouts(greeting=_GREETING, command=_GREETING))) as line:
        failed = line.greet()
    if failed:
        do = "see relay.host, relay.port, relay.tls, and relay.user with its password"
        yield wrong("relay", f"{relay.host}:{relay.port} does not take our letters: {failed.why}", do)
    else:
        yield fine("relay", f"{relay.host}:{relay.port} takes our letters")
    if relay.user and relay.tls == "none":
        yield wrong(
            "relay", "the password goes over the wire in the clear", 'set relay.tls to "starttls" or "implicit"'
        )


def check_dns(installation: Installation) -> Iterator[CheckFinding]:
    """Yield findings on MX, SPF, DKIM and DMARC of the judge's domain, if a resolver answers."""
    domain = judge_domain(installation.config)
    if "." not in domain:
        return
    try:
        yield _mx(installation, domain)
        yield _text(
            installation, domain, "v=spf1", "SPF", f'publish TXT {domain} "v=spf1 mx -all", or as your relay says'
        )
        yield from _dkim(installation)
        dmarc = f"_dmarc.{domain}"
        yield _text(installation, dmarc, "v=DMARC1", "DMARC", f'publish TXT {dmarc} "v=DMARC1; p=none"')
    except DnsUnavailableError:
        yield note("dns", "no resolver answers here, so the records were not looked at")


def _mx(installation: Installation, domain: str) -> CheckFinding:
    found = installation.lookup(domain, "MX")
    if found:
        return fine("dns", f"MX of {domain}: {', '.join(found)}")
    if installation.lookup(domain, "A") or installation.lookup(domain, "AAAA"):
        return note("dns", f"{domain} has no MX; mail goes to the machine of that name")
    return wrong("dns", f"{domain} has no MX and no address", f"publish MX {domain} with the name of your mail server")


def _text(installation: Installation, name: str, begins: str, what: str, do: str) -> CheckFinding:
    found = [record for record in installation.lookup(name, "TXT") if record.startswith(begins)]
    match found:
        case [one]:
            return fine("dns", f"{what} of {name}: {one}")
        case []:
            return wrong("dns", f"{name} has no {what}, so some will take our letters for forged", do)
        case _:
            return wrong("dns", f"{name} has {len(found)} {what} records, which count as none", "leave one")


def _dkim(installation: Installation) -> Iterator[CheckFinding]:
    """Yield whether the DNS has the public half of the judge's key."""
    try:
        signs = dkim_signer(installation.config, installation.environment)
    except ConfigError:
        return  # said where the relay is looked at
    if signs is None:
        yield note("dns", "letters are not signed here", "see that the relay signs them, or set dkim.selector")
        return
    name = f"{signs.selector}._domainkey.{signs.domain}"
    modulus = signs.modulus
    if any(modulus in _key(record) for record in installation.lookup(name, "TXT")):
        yield fine("dns", f"DKIM of {name} is the other half of our key")
    else:
        yield wrong("dns", f"{name} does not hold the other half of our key", "publish it, see docs/operating.md")


def _key(record: str) -> bytes:
    parts = dict(part.strip().partition("=")[::2] for part in record.split(";"))
    try:
        return base64.b64decode("".join(parts.get("p", "").split()))
    except binascii.Error:
        return b""


# --- sends a letter from the judge through the relay to the judge itself, and tells in one line what became of it


_LATE = timedelta(hours=1)
"""How long a road letter counts beyond the time that anybody waits for it."""

_PAUSE = 0.2
"""Seconds between two looks at what has arrived."""

_DIAGNOSIS = re.compile(rb"^Diagnostic-Code:[ \t]*((?:.*)(?:\r?\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)
"""The words of the mail server that could not deliver (RFC 3464 2.3.6)."""

_DOORS = frozenset({"smtp", "lmtp"})

_FAILED = frozenset({"fail", "softfail", "permerror"})
"""Results of SPF that make others refuse or mark a letter (RFC 7208 2.6)."""


@dataclass(frozen=True)
class _Arrival:
    """A letter at the judge: its bytes, and whether the worker has read it."""

    raw: bytes
    is_read: bool


def try_road(installation: Installation, patience: float, tell: Callable[[str], object]) -> CheckFinding:
    """Send a letter through the relay to the judge, wait ``patience`` seconds at most for it, return what became of it.

    ``tell`` is called with a line for each step that may take a while.
    """
    obstacle = _obstacle(installation)
    if obstacle:
        return obstacle
    config, token = installation.config, fresh_secret()
    data, relay = config.folders.data, config.relay
    try:
        await_road_letter(data, RoadLetter(token, installation.now + timedelta(seconds=patience) + _LATE))
    except OSError as error:
        return closed("road", error)
    begun = time.monotonic()
    try:
        tell(f"handing a letter to {relay.host}:{relay.port}")
        outcome = _sent(installation, token)
        if not isinstance(outcome, RelayAccepted):
            do = "see the line of the doctor about the relay, and the log of the mail server there"
            return wrong("road", f"{relay.host}:{relay.port} does not take it: {printable_line(outcome.why)}", do)
        tell(f"taken ({printable_line(outcome.said)}); waiting {patience:g} seconds at most for it to come back")
        return _awaited(installation, token, begun, patience, outcome)
    finally:
        forget_road_letter(data)


def _obstacle(installation: Installation) -> CheckFinding | None:
    """Return why no letter can take the road, or None."""
    config = installation.config
    if not config.relay.host:
        return wrong("road", "there is no relay, so no letter leaves this machine", "set relay.host")
    try:
        relay_route(config, installation.environment), dkim_signer(config, installation.environment)
        is_open = is_locked(door_lock_path(config.folders.data)) or _answers(installation)
    except ConfigError as error:
        return wrong("road", str(error), "the judge does not start without it")
    except OSError as error:
        return closed("road", error)
    if not is_open:
        return wrong("road", "the judge does not run, so nothing can come back", f"start it with {PROGRAM} serve")
    return None


def _answers(installation: Installation) -> bool:
    return any(found.state is FindingState.OK and found.about in _DOORS for found in check_listeners(installation))


def _sent(installation: Installation, token: str) -> SendOutcome:
    """Hand the letter over as any other of the judge: signed where those are, a bounce of it comes back here."""
    config, environment = installation.config, installation.environment
    signs = dkim_signer(config, environment)
    raw = _letter(installation, token)
    with Relay(relay_route(config, environment)) as relay:
        own = config.judge.address
        return relay.send(bounce_address(own, token), road_address(own, token), signs.sign(raw) if signs else raw)


def _letter(installation: Installation, token: str) -> bytes:
    config = installation.config
    return compose(
        MessageFields(
            sender_name=config.judge.name,
            sender_address=config.judge.address,
            reply_to=config.judge.address,
            to=road_address(config.judge.address, token),
            subject="The road from the judge to itself",
            text="Sent by the doctor of this judge, to see whether it comes back. Nobody answers it.\n",
            message_id=f"<road.{fresh_secret()}@{judge_domain(config)}>",
            date=installation.now,
            in_reply_to=None,
            references=(),
            list_id="",
            automatic="generated",
        )
    )


def _awaited(
    installation: Installation, token: str, begun: float, patience: float, taken: RelayAccepted
) -> CheckFinding:
    """Look for the letter, or its bounce, until one is there or the time is over."""
    config = installation.config
    own, end, breath = config.judge.address, time.monotonic() + patience, Event()
    while True:
        is_over = time.monotonic() >= end
        back = _arrived(installation, road_address(own, token))
        if back and back.is_read:
            return _came_back(installation, back.raw, time.monotonic() - begun)
        bounce = _arrived(installation, bounce_address(own, token))
        if bounce:
            do = "see the log of that mail server, and what hands letters for the judge to it"
            return wrong("road", f"it bounced: {_diagnosis(bounce.raw)}", do)
        if is_over:
            return _lost(installation, patience, taken, is_here=back is not None)
        breath.wait(_PAUSE)


def _lost(installation: Installation, patience: float, taken: RelayAccepted, *, is_here: bool) -> CheckFinding:
    relay = installation.config.relay
    if is_here:
        says = f"it came back to the door, and the worker has not read it within {patience:g} seconds"
        return wrong("road", says, "read the log of the judge")
    taken_by = f"{relay.host}:{relay.port} took it ({printable_line(taken.said)})"
    says = f"{taken_by} and it is not back after {patience:g} seconds"
    return wrong("road", says, "look into the queue and the log there (mailq of Postfix); --wait gives it longer")


def _arrived(installation: Installation, recipient: str) -> _Arrival | None:
    """Return the letter that has come to an address, from the database or else from the spool."""
    data = installation.config.folders.data
    query = (
        "SELECT raw, state <> 'new' FROM letters JOIN letter_bytes ON letter = id WHERE recipient = ? COLLATE NOCASE"
    )
    try:
        with closing(connect_read_only(data / "judge.db")) as db:
            row = db.execute(query, [recipient]).fetchone()
        if row:
            return _Arrival(bytes(row[0]), bool(row[1]))
        with arrived_letters(spool_path(data)) as letters:
            spooled = (letter.raw for letter in letters if letter.recipient.lower() == recipient.lower())
            return next((_Arrival(raw, is_read=False) for raw in spooled), None)
    except (FileNotFoundError, sqlite3.Error):
        return None  # the judge makes them at this moment, or has them for itself: there is a next look


def _diagnosis(raw: bytes) -> str:
    """Return what a bounce tells in its own words; its beginning where it is in no known form."""
    found = _DIAGNOSIS.search(raw)
    words = found[1] if found else raw.partition(b"\r\n\r\n")[2]
    return printable_line(" ".join(words.decode("utf-8", "replace").split())[:300])


# --- a letter that is back


def _came_back(installation: Installation, raw: bytes, seconds: float) -> CheckFinding:
    headers = headers_of(raw)
    hops = [found[1] for value in headers.all("received") if (found := re.search(r"\bby\s+([^\s;]+)", value))]
    way = f" by {', '.join(reversed(hops))}" if hops else ""
    signed, is_signed_well = _signature(installation, headers, raw)
    spf, result = _spf(headers)
    says = printable_line(f"the letter came back after {seconds:.0f} s{way}; {signed}; {spf}")
    if is_signed_well is False or result in _FAILED:
        return wrong("road", says, "see the lines of the doctor about the dns")
    return fine("road", says) if is_signed_well else note("road", says)


def _signature(installation: Installation, headers: Headers, raw: bytes) -> tuple[str, bool | None]:
    """Return what is to be said of the signature, and whether it holds; None where nobody can tell."""
    own, config = installation.config.judge.address, installation.config
    if not headers.has("dkim-signature"):
        return "nothing signed it", None
    expected = ExpectedLetter(own, Recipient(), own, installation.now)
    looked = verify_from(raw, expected, TrustedCheckers(config.identity.authserv_id, _key_lookup(installation)))
    if isinstance(looked, FromVerified):
        by = f"as {config.identity.authserv_id} found" if looked.proof is Proof.RELAY else "as the judge found"
        return f"the signature of {looked.domain} holds, {by}", True
    return looked.why, None if looked.why.startswith("nobody told") else False


def _key_lookup(installation: Installation) -> Callable[[str], bytes | None]:
    def key(name: str) -> bytes | None:
        records = installation.lookup(f"{name}.", "TXT")
        return records[0].encode() if len(records) == 1 else None

    return key


def _spf(headers: Headers) -> tuple[str, str]:
    """Return what is to be said of SPF, and its result, empty where nobody on the way has looked."""
    for server, result in _spf_results(headers):
        return f"SPF {result}, as {server} found", result
    return "nobody on the way looked at SPF", ""


def _spf_results(headers: Headers) -> Iterator[tuple[str, str]]:
    """Yield each result with who found it, the one nearest to the judge first (RFC 8601, RFC 7208 9.1)."""
    for value in headers.all("authentication-results"):
        report = read_authentication_results(value)
        for verdict in report.verdicts if report else ():
            if verdict.method == "spf":
                yield report.server if report else "", verdict.result
    for value in headers.all("received-spf"):
        yield "a mail server", value.split()[0].lower() if value.split() else ""
