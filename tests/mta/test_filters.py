"""OpenDKIM and rspamd between Postfix and the judge, by the files of deploy/: what they tell, sign and leave alone."""

import json
import re
import shutil
import smtplib
import subprocess
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import cycle
from pathlib import Path
from typing import Any

import dkim
import pytest

from judge.system.clock import SystemClock
from tests.mail.domains import key_of, letter, signed
from tests.mail.sink import Sink, listening
from tests.mta.letters_as_sent import letter as letter_of_kind
from tests.mta.name_server import Zone, name_server
from tests.mta.neighbours import deployed, running
from tests.mta.postfix import PATIENCE, Postfix, check_the_ground, own_folder, until
from tests.mta.stage import JUDGE, JudgeProcess, Players
from tests.reports.letters_of_all_kinds import LETTERS
from tests.reports.reasons import BOTH
from tests.shared.ports import free_port

NEEDED = "apt-get install --no-install-recommends opendkim opendkim-tools rspamd"
ALICE = "alice@example.com"
HOST = "judge.example.org"
OURS = "mx.example.org"
MOST_POINTS = 1
"""Of the 6 from which a letter is marked; letters in French have had a quarter of one."""

OUTSIDE, OF_OURS = "203.0.113.7", "192.0.2.25"
"""Where a stranger's mail server is, and where a reader's sees ours."""


@dataclass
class Road:
    """A letter's way to the judge and back, with filters on it."""

    folder: Path
    judge: JudgeProcess
    players: Players
    zone: Zone
    scanner: int

    def write(self, raw: bytes, to: str, sender: str = ALICE, machine: str = OUTSIDE) -> None:
        """Hand a letter over as a mail server elsewhere does."""
        with smtplib.SMTP("127.0.0.1", self.players.entrance, "client.example.com", timeout=PATIENCE) as line:
            line.ehlo()
            assert line.docmd("XCLIENT", f"ADDR={machine} NAME=client.example.com")[0] == 220
            line.ehlo()
            line.sendmail(sender, [to], raw)

    def key(self, name: bytes, timeout: int = 0) -> bytes | None:  # noqa: ARG002 - as the library asks
        """What the DNS has at the name of a key."""
        return self.zone.get((name.decode().rstrip("."), "TXT"), "").replace('"', "").encode() or None

    def kept(self) -> EmailMessage:
        """The last letter as the judge got it."""
        ((raw,),) = self.judge.rows("SELECT raw FROM letter_bytes ORDER BY letter DESC LIMIT 1")
        assert isinstance(raw, bytes)
        return message_from_bytes(raw, EmailMessage, policy=default)

    def arrived(self) -> Mapping[str, bytes]:
        """The last letter that came to each reader, as it came."""
        return {to: raw for _, (to,), raw in tuple(self.players.sink.taken)}

    def looked_at(self, to: str, raw: bytes) -> Mapping[str, Any]:
        """What the rspamd of a reader's mail server says of a letter that ours hands over."""
        seen = {"IP": OF_OURS, "Helo": OURS, "Hostname": OURS, "From": JUDGE, "Rcpt": to}
        asked = urllib.request.Request(f"http://127.0.0.1:{self.scanner}/checkv2", raw, seen)
        with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
            return dict(json.load(answer))


def zone_of(folder: Path) -> Zone:
    """What operators write into the DNS, by docs/operating.md, and the key of Alice's mail domain."""
    made = (folder / "keys" / "rome.txt").read_text()
    reverse = ".".join(reversed(OF_OURS.split("."))) + ".in-addr.arpa"
    return {
        (f"rome._domainkey.{HOST}", "TXT"): " ".join(re.findall(r'"[^"]*"', made)),
        ("rome._domainkey.example.com", "TXT"): " ".join(
            f'"{part}"' for part in re.findall(".{1,200}", key_of(1024)[1].decode())
        ),
        (HOST, "MX"): f"10 {OURS}.",
        (HOST, "TXT"): '"v=spf1 mx -all"',
        (f"_dmarc.{HOST}", "TXT"): '"v=DMARC1; p=reject"',
        (OURS, "A"): OF_OURS,
        (reverse, "PTR"): f"{OURS}.",
    }


def open_dkim(folder: Path, port: int, zone: Zone) -> list[str | Path]:
    """OpenDKIM by its files; what the DNS has is a file, too."""
    here = {"/etc/opendkim/": f"{folder}/keys/"}
    for name in ("key.table", "signing.table"):
        replaced = here if name == "key.table" else {}
        (folder / "keys" / name).write_text(deployed(f"opendkim/{name}", replaced))
    text = deployed("opendkim/opendkim.conf", here | {"inet:8891@": f"inet:{port}@"})
    records = {name: value.replace('" "', "").replace('"', "") for (name, kind), value in zone.items() if kind == "TXT"}
    (folder / "keys" / "dns").write_text("".join(f"{name} {value}\n" for name, value in records.items()))
    conf = folder / "opendkim.conf"
    conf.write_text(f"{text}TestDNSData file:{folder}/keys/dns\nRequireSafeKeys no\n")  # all may write to /tmp
    return ["opendkim", "-f", "-x", conf]


def rspamd(folder: Path, port: int, scanner: int, names: int) -> list[str | Path]:
    """Rspamd as Debian sets it up but for our files and for what may not leave this machine."""
    local = folder / "rspamd" / "local.d"
    local.mkdir(parents=True)
    (local / "worker-proxy.inc").write_text(deployed("rspamd/worker-proxy.inc", {":11332": f":{port}"}))
    (local / "actions.conf").write_text(deployed("rspamd/actions.conf", {}))
    (local / "worker-normal.inc").write_text(f'bind_socket = "127.0.0.1:{scanner}";\n')
    (local / "worker-controller.inc").write_text("enabled = false;\n")
    (local / "options.inc").write_text(
        f'dns {{ nameserver = ["127.0.0.1:{names}"]; }}\ntempdir = "{folder}/rspamd";\n'
        f'url_tld = "{folder}/rspamd/domains"; disable_hyperscan = true;\n'  # or it would prepare for half a minute
        'gtube_patterns = "all";\n'
    )
    (folder / "rspamd" / "domains").write_text("com\nnet\norg\n")
    (local / "logging.inc").write_text('type = "console";\n')
    (local / "rspamd_update.conf").write_text("enabled = false;\n")
    (local / "fuzzy_check.conf").write_text("enabled = false;\n")
    shutil.chown(folder / "rspamd", "_rspamd", "_rspamd")
    places = [f"--var={name}={folder}/rspamd" for name in ("LOCAL_CONFDIR", "DBDIR", "RUNDIR", "LOGDIR")]
    return ["rspamd", "-f", "-u", "_rspamd", "-g", "_rspamd", "-c", "/etc/rspamd/rspamd.conf", *places]


@pytest.fixture(scope="module")
def road() -> Iterator[Road]:
    check_the_ground()
    assert all(map(shutil.which, ("opendkim", "opendkim-genkey", "rspamd"))), NEEDED
    with ExitStack() as stack:
        folder, sink = stack.enter_context(own_folder()), Sink()
        beyond, lmtp, signer, filters, scanner = stack.enter_context(listening(sink)), *(free_port() for _ in range(4))
        (folder / "keys").mkdir()
        (made,) = re.findall(r"^# +(opendkim-genkey .*)$", deployed("opendkim/opendkim.conf", {}), re.MULTILINE)
        subprocess.run(made.replace("/etc/opendkim", str(folder / "keys")).split(), check=True, timeout=PATIENCE)
        for path in (folder / "keys", folder / "keys" / "rome.private"):
            shutil.chown(path, "opendkim", "opendkim")
        zone = zone_of(folder)
        names = stack.enter_context(name_server(zone))
        programs = {signer: open_dkim(folder, signer, zone), filters: rspamd(folder, filters, scanner, names)}
        for port, command in programs.items():
            stack.enter_context(running(command, folder / f"{command[0]}.log", port))
        settings = deployed("postfix/lmtp.cf", {":8024": f":{lmtp}"})
        settings += deployed("postfix/filters.cf", {":8891": f":{signer}", ":11332": f":{filters}"})
        settings += f"relayhost = [127.0.0.1]:{beyond}\nsmtpd_authorized_xclient_hosts = 127.0.0.1\n"
        postfix = Postfix(folder, settings)
        judge = JudgeProcess(folder / "judge", lmtp, postfix.port, identity={"authserv_id": OURS})
        for one in (postfix, judge):
            stack.callback(one.stop)
            one.start()
        yield Road(folder, judge, Players(sink, postfix.port), zone, scanner)


def written(text: str, to: str = JUDGE) -> bytes:
    """A letter of Alice's, not signed."""
    return letter(ALICE, to, text, SystemClock())


@pytest.fixture(scope="module")
def address(road: Road) -> str:
    """The address of a practice game of Alice's, whose reply address she does not use."""
    reply_to = road.players.join(ALICE, "PRACTICE FRANCE", "The game begins")
    found = re.fullmatch(r"(judge\+[a-z0-9-]+)\.[a-z0-9]+(@.*)", reply_to)
    assert found
    return found[1] + found[2]


def questions(road: Road) -> int:
    """How often Alice was asked whether a letter is hers."""
    return road.players.count(ALICE, "Did you write this")


def test_orders_signed_by_their_writers_mail_domain_count_without_a_reply_address(road: Road, address: str) -> None:
    asked = questions(road)
    road.write(signed(written("A PAR - BUR", address), "example.com"), address)
    answer = road.players.letter(ALICE, "Spring 1901: 1 of 3 orders")
    assert "our mail server has checked" in str(answer.get_body(("plain",)))
    assert questions(road) == asked


GTUBE = "XJS*C4JDBQADN1.NSBN3*2IDNEN*GTUBE-STANDARD-ANTI-UBE-TEST-EMAIL*C.34X"
LIKE_SPAM = GTUBE.replace("XJS", "YJS", 1)
"""Rspamd's own form of it for what is only to be marked."""

FORGED = f"{OURS}; dkim=pass header.d=example.com header.i=@example.com header.s=rome"
"""What a stranger writes on top of a letter, for us to believe that OpenDKIM did."""


def unsigned(to: str) -> bytes:
    return f"Authentication-Results: {FORGED}\r\n".encode() + written("A MAR - SPA", to)


def signed_by_nobody(to: str) -> bytes:
    """Under the signature of another letter."""
    other = signed(written("A MAR H", to), "example.com")
    return f"Authentication-Results: {FORGED}\r\n".encode() + other.replace(b"A MAR H", b"A MAR - SPA")


def signed_by_another(to: str) -> bytes:
    raw = signed(written("A MAR - SPA", to), "example.net")
    return f"Authentication-Results: {FORGED}\r\n".encode() + raw


@pytest.mark.parametrize("machine", [OUTSIDE, "127.0.0.1"])
@pytest.mark.parametrize("forge", [unsigned, signed_by_nobody, signed_by_another])
def test_forged_authentication_results_are_taken_out_and_never_believed(
    road: Road, address: str, forge: Callable[[str], bytes], machine: str
) -> None:
    asked = questions(road)
    road.write(forge(address), address, machine=machine)
    until(lambda: questions(road) == asked + 1)
    results = road.kept().get_all("Authentication-Results", [])
    assert {one.partition(";")[0] for one in results} <= {OURS}
    assert not [one for one in results if "dkim=pass" in one]


# --- spam


@pytest.mark.parametrize("machine", [OUTSIDE, "127.0.0.1"])
def test_what_is_surely_spam_is_refused_while_its_sender_is_there(road: Road, address: str, machine: str) -> None:
    """The pattern that filters agree to take for spam (GTUBE)."""
    before = road.judge.rows("SELECT count(*) FROM letters")
    with pytest.raises(smtplib.SMTPDataError, match=r"554.*Gtube|554.*[Ss]pam"):
        road.write(written(f"A MAR H\r\n{GTUBE}", address), address, machine=machine)
    assert road.judge.rows("SELECT count(*) FROM letters") == before


def test_a_letter_marked_as_spam_is_read_like_any_other(road: Road, address: str) -> None:
    raw = b"X-Spam-Flag: YES\r\nX-Spam-Status: Yes, score=12\r\n" + signed(
        written(f"F BRE - MAO\r\n-- \r\n{LIKE_SPAM}", address), "example.com"
    )
    answers = road.players.count(ALICE, "of 3 orders")
    road.write(raw, address)
    until(lambda: road.players.count(ALICE, "of 3 orders") > answers)
    kept = road.kept()
    assert (kept["X-Spam-Flag"], kept["X-Spam"]) == ("YES", "Yes"), "somebody's mark and rspamd's own"
    assert "F BRE - MAO" in str(road.players.letter(ALICE, "of 3 orders").get_body(("plain",)))


# --- letters out


def test_every_kind_of_letter_leaves_signed_unmarked_and_otherwise_as_it_was(road: Road) -> None:
    sent = {
        f"edith+{name}.{language}@example.org": letter_of_kind(name, language, HOST)
        for name, language in zip(LETTERS, cycle(BOTH), strict=False)
    }
    with smtplib.SMTP("127.0.0.1", road.players.entrance, HOST, timeout=PATIENCE) as line:
        for to, raw in sent.items():
            line.sendmail(JUDGE, [to], raw)
    until(lambda: sent.keys() <= road.arrived().keys())
    came = road.arrived()
    assert {to for to, raw in sent.items() if not came[to].endswith(raw)} == set()
    added = {to: came[to].removesuffix(raw) for to, raw in sent.items()}
    headers = re.compile(rb"^([^\s:]+):", re.MULTILINE)
    assert {tuple(headers.findall(each)) for each in added.values()} == {(b"DKIM-Signature", b"Received")}
    assert {to for to in sent if not dkim.verify(came[to], dnsfunc=road.key)} == set()
    multipart = [to for to, raw in sent.items() if b"\r\nContent-Type: multipart/" in raw]
    assert len(multipart) > len(sent) // 2
    with ThreadPoolExecutor(4) as side_by_side:
        told = dict(zip(sent, side_by_side.map(road.looked_at, sent, (came[to] for to in sent)), strict=True))
    assert {each["action"] for each in told.values()} == {"no action"}
    assert {to: each["score"] for to, each in told.items() if each["score"] > MOST_POINTS} == {}
