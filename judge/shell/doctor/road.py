"""Sends a letter from the judge through the relay to the judge itself, and tells in one line what became of it."""

import re
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import timedelta
from threading import Event

from judge.config import ConfigError
from judge.handlers.services import dkim_signer, fresh_secret, judge_domain, relay_route
from judge.mail.compose import MessageFields, compose
from judge.mail.dkim import ExpectedLetter, FromVerified, TrustedCheckers, read_authentication_results, verify_from
from judge.mail.headers import Headers, headers_of
from judge.mail.identity import Proof, Recipient, bounce_address, road_address
from judge.mail.smtp_client import Relay, RelayAccepted, SendOutcome
from judge.shell.doctor.check import CheckFinding, FindingState, Installation, closed, fine, note, wrong
from judge.shell.doctor.connections import check_listeners
from judge.store.connection import connect_read_only
from judge.store.data_folder import RoadLetter, await_road_letter, door_lock_path, forget_road_letter, is_locked
from judge.store.spool import arrived_letters, spool_path
from judge.system.files import PROGRAM
from judge.system.log import printable_line

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
