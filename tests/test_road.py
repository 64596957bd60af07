"""The road letter: from the judge through a relay to the judge, told in one line; nobody else can send one."""

import smtplib
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiosmtpd.smtp import SMTP, Envelope, Session
from click.testing import CliRunner

from judge.cli import main
from judge.config import Config, DkimConfig, FolderConfig, IdentityConfig, JudgeConfig, RelayConfig, SmtpConfig
from judge.mail.dkim_keys import DnsUnavailableError
from judge.mail.identity import bounce_address, road_address
from judge.mail.letter import write_bounce
from judge.service.app import Judge
from judge.shell.doctor import Installation
from judge.shell.road import try_road
from judge.store.connection import connect_read_only
from judge.store.data_folder import RoadLetter, await_road_letter, awaited_road_letter
from judge.system.clock import SettableClock
from tests.mail.domains import key_of
from tests.mail.sink import Sink, listening
from tests.shared.ports import free_port

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
OWN = "judge@judge.example.org"
TOKEN = "q3w5e7r2t2y4u6i7"
PATIENCE = 600.0


@dataclass
class Forwarding(Sink):
    """A relay that hands on what it takes to a door, below the headers it writes; ``bounces`` come back instead."""

    door: int = 0
    above: bytes = b""
    bounces: str = ""
    handed_on: list[bytes] = field(default_factory=list)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:  # noqa: N802
        said = await super().handle_DATA(server, session, envelope)
        if said.startswith("250") and self.door:
            sender, (to,), raw = self.taken[-1]
            if self.bounces:
                sender, to, raw = "", sender or "", write_bounce(OWN, to, "5.1.1", "no such user")
                raw = raw.replace(b"Status:", f"Diagnostic-Code: smtp; {self.bounces}\r\nStatus:".encode())
            with smtplib.SMTP("127.0.0.1", self.door, "mx.example.net", timeout=PATIENCE) as line:
                line.sendmail(sender or "", [to], self.above + raw)
        return said


@pytest.fixture
def home(tmp_path: Path) -> Iterator[tuple[Config, Forwarding]]:
    relay = Forwarding(door=free_port())
    with listening(relay) as port:
        yield (
            Config(
                judge=JudgeConfig(OWN),
                smtp=SmtpConfig(port=relay.door),
                relay=RelayConfig("127.0.0.1", port),
                folders=FolderConfig(tmp_path / "data", tmp_path / "data" / "archive", tmp_path / "mailboxes"),
            ),
            relay,
        )


@pytest.fixture
def judge(home: tuple[Config, Forwarding]) -> Iterator[Judge]:
    judge = Judge(home[0], SettableClock(NOW))
    judge.start()
    yield judge
    judge.stop()


def no_dns(_: str, __: str) -> tuple[str, ...]:
    raise DnsUnavailableError


def tried(config: Config, patience: float = PATIENCE, records: dict[str, bytes] | None = None) -> str:
    found = records
    lookup = no_dns if found is None else lambda name, _: (found[name].decode(),) if name in found else ()
    return str(try_road(Installation(config, NOW, {}, lookup), patience, lambda _: None))


def kept(judge: Judge) -> list[tuple[object, ...]]:
    """How each letter that came was settled; whether it counts as a stranger's; how many letters leave."""
    judge.settle(PATIENCE)
    with closing(connect_read_only(judge.services.config.folders.data / "judge.db")) as db:
        return db.execute("SELECT state, junk > 0, (SELECT count(*) FROM outbox) FROM letters ORDER BY id").fetchall()


def test_it_comes_back_and_one_line_says_by_which_way(home: tuple[Config, Forwarding], judge: Judge) -> None:
    config, relay = home
    relay.above = (
        b"Received: from mx.example.net by inner.example.org; Mon, 5 Jan 2026 09:00:00 +0000\r\n"
        b"Authentication-Results: mx.example.net; spf=pass smtp.mailfrom=judge.example.org\r\n"
        b"Received: from judge.example.org\r\n\tby mx.example.net; Mon, 5 Jan 2026 09:00:00 +0000\r\n"
    )
    said = tried(config)
    assert said.startswith("note   road      the letter came back after ")
    assert said.endswith(
        " s by mx.example.net, inner.example.org; nothing signed it; SPF pass, as mx.example.net found"
    )
    assert kept(judge) == [("robot", 0, 0)], "nobody is answered, and it counts in no limit"
    assert awaited_road_letter(config.folders.data) is None, "its token counts once"


def test_its_signature_is_checked_as_that_of_any_letter(
    home: tuple[Config, Forwarding], judge: Judge, tmp_path: Path
) -> None:
    config, relay = home
    private, record = key_of(1024)
    (tmp_path / "rome.pem").write_bytes(private)
    config = replace(config, dkim=DkimConfig("rome", key_file=tmp_path / "rome.pem"))
    published = {"rome._domainkey.judge.example.org.": record}
    said = tried(config, records=published)
    assert said.startswith("ok     road      ")
    assert "the signature of judge.example.org holds, as the judge found; nobody on the way looked at SPF" in said
    assert "nobody told us the key of judge.example.org" in tried(config)
    relay.above = b"Authentication-Results: mx.example.net; dkim=fail header.d=judge.example.org; spf=fail\r\n"
    said = tried(replace(config, identity=IdentityConfig(authserv_id="mx.example.net")), records=published)
    assert said.startswith("WRONG  road      ")
    assert "our mail server found no signature that counts; SPF fail, as mx.example.net found; see the lines" in said
    said = tried(config, records={"rome._domainkey.judge.example.org.": b"v=DKIM1; p="})
    assert "the signature of judge.example.org does not hold" in said
    assert {state for state, *_ in kept(judge)} == {"robot"}


def test_a_relay_that_refuses_it_is_quoted(home: tuple[Config, Forwarding], judge: Judge) -> None:
    config, relay = home
    relay.answers["DATA"] = "554 5.7.1 Relay access denied"
    said = tried(config)
    assert said.startswith(
        f"WRONG  road      127.0.0.1:{config.relay.port} does not take it: 554 5.7.1 Relay access denied; "
    )
    assert kept(judge) == []
    assert awaited_road_letter(config.folders.data) is None
    gone = replace(config, relay=RelayConfig("127.0.0.1", free_port()))
    assert "does not take it: [Errno 111] Connection refused" in tried(gone)


def test_a_relay_that_keeps_it_is_told_with_what_it_said(home: tuple[Config, Forwarding], judge: Judge) -> None:
    config, relay = home
    relay.door, relay.answers["DATA"] = 0, "250 2.0.0 Ok: queued as 3F2A"
    assert tried(config, patience=0) == (
        f"WRONG  road      127.0.0.1:{config.relay.port} took it (250 2.0.0 Ok: queued as 3F2A) and it is not back "
        "after 0 seconds; look into the queue and the log there (mailq of Postfix); --wait gives it longer"
    )
    assert kept(judge) == []


def test_its_bounce_is_quoted(home: tuple[Config, Forwarding], judge: Judge) -> None:
    config, relay = home
    relay.bounces = "550 5.1.1 User unknown in local recipient table"
    said = tried(config)
    assert said.startswith(
        "WRONG  road      it bounced: smtp; 550 5.1.1 User unknown in local recipient table; see the log"
    )
    assert kept(judge) == [("robot", 1, 0)]


def test_what_keeps_it_from_leaving_is_told_before_it_is_sent(home: tuple[Config, Forwarding]) -> None:
    config, relay = home
    assert tried(config) == (
        "WRONG  road      the judge does not run, so nothing can come back; start it with judge.py serve"
    )
    assert tried(replace(config, relay=RelayConfig())) == (
        "WRONG  road      there is no relay, so no letter leaves this machine; set relay.host"
    )
    unsigned = replace(config, dkim=DkimConfig("rome", key_variable="NOT_SET"))
    assert "dkim.key: nothing in the variable NOT_SET" in tried(unsigned)
    assert relay.taken == []


FORGED = {
    "another token": (RoadLetter("a" * 16, NOW + timedelta(hours=1)), "automatic"),
    "its hour is over": (RoadLetter(TOKEN, NOW - timedelta(seconds=1)), "automatic"),
    "none is awaited": (None, "automatic"),
    "none is awaited, by a person": (None, "written"),
    "the token, by a person": (RoadLetter(TOKEN, NOW + timedelta(hours=1)), "written"),
}


@pytest.mark.parametrize(("awaited", "form"), FORGED.values(), ids=list(FORGED))
def test_nobody_gets_anything_by_such_an_address(
    awaited: RoadLetter | None, form: str, home: tuple[Config, Forwarding], judge: Judge
) -> None:
    """No answer, no newcomer, no game: whatever is in it, and whether its token counts or not."""
    config, relay = home
    if awaited:
        await_road_letter(config.folders.data, awaited)
    mark = "Auto-Submitted: auto-generated\r\n" if form == "automatic" else ""
    raw = f"From: nora@example.org\r\nMessage-ID: <1@x>\r\n{mark}\r\nPRACTICE FRANCE\r\n".encode()
    with smtplib.SMTP("127.0.0.1", relay.door, "mx.example.net", timeout=PATIENCE) as line:
        line.sendmail("nora@example.org", [road_address(OWN, TOKEN), bounce_address(OWN, TOKEN)], raw)
    counts = awaited is not None and awaited.is_meant(TOKEN, NOW)
    assert kept(judge)[0] == ("robot", int(not counts), 0)
    assert judge.services.store.games() == ()


def test_in_the_shell_it_is_one_line_and_the_exit_status(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("", encoding="utf-8")
    done = CliRunner().invoke(main, ["--config", str(tmp_path / "config.toml"), "doctor", "--road"])
    said = "WRONG  road      there is no relay, so no letter leaves this machine; set relay.host\n"
    assert (done.exit_code, done.stdout) == (1, said)
