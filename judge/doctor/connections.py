"""Checks the mail connections: the judge's address, its SMTP and LMTP listeners, the relay."""

import errno
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from judge.config import ConfigError, SmtpConfig
from judge.doctor.certificates import offered_certificate, read_certificate, valid_until
from judge.doctor.check import CheckFinding, Installation, fine, note, wrong
from judge.handlers.relay import dkim_signer, judge_domain, relay_route
from judge.mail.from_header import is_address
from judge.mail.smtp_client import Relay, Timeouts
from judge.mail.smtp_server import ListenAddress, tls_context

_PATIENCE = 5.0
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
    shown = offered_certificate(smtp.host, smtp.port)
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
    resting = note(about, f"nobody answers at {where}", "start the judge with judge.py serve")
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
