"""The roads looked over: the judge's own address, the doors for letters in, the relay for letters out."""

import errno
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from judge.config import ConfigError
from judge.desk.outward import own_domain, route, signer
from judge.doctor.finding import Finding, Patient, fine, note, wrong
from judge.mail.from_header import is_address
from judge.mail.smtp_in import Place, encryption
from judge.mail.smtp_out import Failed, Relay

_PATIENCE = 5.0


def address(patient: Patient) -> Iterator[Finding]:
    """Whether anybody can write to the judge's address."""
    own = patient.config.judge.address
    if not is_address(own):
        yield wrong("address", f"“{own}” is no mail address", "set judge.address")
    elif "." not in own_domain(patient.config):
        yield note("address", f"only this machine can write to {own}", "set judge.address to go live")
    else:
        yield fine("address", own)


def doors(patient: Patient) -> Iterator[Finding]:
    """Whether letters can come in."""
    smtp, lmtp = patient.config.smtp, patient.config.lmtp
    greeting = f"220 {own_domain(patient.config)} ESMTP"
    yield _door("smtp", (smtp.host, smtp.port), greeting)
    if lmtp.socket or lmtp.host:
        yield _door("lmtp", lmtp.socket or (lmtp.host, lmtp.port), greeting)
    if smtp.certificate:
        try:
            encryption(smtp.certificate, smtp.key)
        except OSError as error:
            do = "set smtp.certificate and smtp.key to PEM files of one pair that the judge's user can read"
            yield wrong("smtp", f"{smtp.certificate} cannot be used: {error}", do)
        else:
            yield fine("smtp", "STARTTLS is offered")


def _door(about: str, place: Place, greeting: str) -> Finding:
    where = str(place) if isinstance(place, Path) else ":".join(map(str, place))
    try:
        said = _heard(place)
    except OSError:
        return _could_be_opened(about, place, where)
    if said.startswith(greeting):
        return fine(about, f"the judge answers at {where}")
    if said.startswith("421 "):
        return note(about, f"the judge at {where} is busy: {said}", "look again, or raise smtp.connections")
    return wrong(about, f"something else answers at {where}", f"stop it, or set another {about}.port")


def _heard(place: Place) -> str:
    family = socket.AF_UNIX if isinstance(place, Path) else socket.AF_INET6 if ":" in place[0] else socket.AF_INET
    with closing(socket.socket(family)) as line:
        line.settimeout(_PATIENCE)
        line.connect(str(place) if isinstance(place, Path) else place)
        with suppress(TimeoutError):
            return line.recv(512).decode("utf-8", "replace").strip()
        return ""


def _could_be_opened(about: str, place: Place, where: str) -> Finding:
    resting = note(about, f"nobody answers at {where}", "start the judge with judge.py serve")
    if isinstance(place, Path):
        return resting
    try:
        with socket.create_server(place):
            return resting
    except OSError as error:
        do = "ports below 1024 need AmbientCapabilities=CAP_NET_BIND_SERVICE" if error.errno == errno.EACCES else ""
        return wrong(about, f"{where} cannot be opened: {error.strerror}", do or f"set {about}.host and {about}.port")


def way_out(patient: Patient) -> Iterator[Finding]:
    """Whether letters can leave: the relay is greeted as for a letter, and none is handed over."""
    relay = patient.config.relay
    try:
        signs = signer(patient.config, patient.environment)
        road = route(patient.config, patient.environment)
    except ConfigError as error:
        yield wrong("relay", str(error), "the judge does not start without it")
        return
    if signs:
        yield fine("relay", f"letters are signed for {signs.domain}")
    if not relay.host:
        yield note(
            "relay", f"there is none: letters lie in {patient.config.folders.mailboxes}", "set relay.host to go live"
        )
        return
    with Relay(road) as line:
        failed = line.greet()
    if isinstance(failed, Failed):
        do = "see relay.host, relay.port, relay.tls, and relay.user with its password"
        yield wrong("relay", f"{relay.host}:{relay.port} does not take our letters: {failed.why}", do)
    else:
        yield fine("relay", f"{relay.host}:{relay.port} takes our letters")
    if relay.user and relay.tls == "none":
        yield wrong(
            "relay", "the password goes over the wire in the clear", 'set relay.tls to "starttls" or "implicit"'
        )
