"""The doctor: each thing that can be wrong with a set-up has its line, with what to do about it."""

import sqlite3
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from sqlite_utils import Database

from judge.cli import main
from judge.config import Config, DkimConfig, FolderConfig, JudgeConfig, LmtpConfig, RelayConfig, SmtpConfig
from judge.mail.dkim_keys import DnsUnavailableError
from judge.service.app import Judge
from judge.shell.doctor import (
    Check,
    FindingState,
    Installation,
    check_database,
    check_folders,
    check_tournaments,
    length_in_words,
)
from judge.shell.operate import examine
from judge.shell.road import check_address, check_dns, check_listeners, check_relay, read_certificate, valid_until
from judge.store.records import ComposedLetter, SendFailure, Transaction
from judge.store.rows import EVERYWHERE, LetterStatus, PendingConfirmation
from judge.store.schema import migrations
from judge.store.store import Store
from judge.system.clock import SettableClock
from tests.mail.sink import Sink, listening
from tests.shared.machine import Machine
from tests.shared.ports import free_port

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)
DOMAIN = JudgeConfig("judge@judge.example.org")


def nobody_answers(_: str, __: str) -> tuple[str, ...]:
    raise DnsUnavailableError


def installation(
    config: Config, records: Mapping[str, tuple[str, ...]] | None = None, now: datetime = NOW
) -> Installation:
    lookup = nobody_answers if records is None else lambda name, kind: records.get(f"{kind} {name}", ())
    return Installation(config, now, {"PASS": "sesame"}, lookup)


def lines(check: Check, who: Installation) -> list[str]:
    return [str(finding) for finding in check(who)]


@pytest.fixture
def home(tmp_path: Path) -> Config:
    return Config(
        judge=DOMAIN,
        smtp=SmtpConfig(port=free_port()),
        folders=FolderConfig(tmp_path / "data", tmp_path / "data" / "archive", tmp_path / "mailboxes"),
    )


@pytest.fixture
def judge(home: Config) -> Iterator[Judge]:
    judge = Judge(home, SettableClock(NOW))
    judge.start()
    yield judge
    judge.stop()


def test_a_judge_at_work_is_found_well(judge: Judge) -> None:
    config = judge.services.config
    found = [finding for finding in examine(installation(config)) if finding.about not in {"clock", "relay", "dns"}]
    assert {finding.state for finding in found} <= {FindingState.OK, FindingState.NOTE}
    said = "\n".join(map(str, found))
    assert f"ok     smtp      the judge answers at 127.0.0.1:{config.smtp.port}" in said
    assert "is whole, 0 games" in said
    assert "ok     letters   all are answered" in said


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("judge", "WRONG  address   “judge” is no mail address; set judge.address"),
        ("judge@localhost", "note   address   only this machine can write to judge@localhost; set judge.address"),
        ("judge@example.org", "ok     address   judge@example.org"),
    ],
)
def test_the_address(own: str, said: str) -> None:
    (line,) = lines(check_address, installation(Config(judge=JudgeConfig(own))))
    assert line.startswith(said)


def test_folders_of_a_configuration_named_from_its_own_folder_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``--config config.toml``: the paths of its folders are relative."""
    for name in ("data", "data/archive", "mailboxes"):
        (tmp_path / name).mkdir(mode=0o700)
    monkeypatch.chdir(tmp_path)
    found = lines(check_folders, installation(Config()))
    assert [line for line in found if "will be made" in line] == []
    assert "ok     folders   mailboxes is mailboxes" in found


def test_a_door_that_is_free_or_taken_by_another(home: Config, tmp_path: Path) -> None:
    where = f"127.0.0.1:{home.smtp.port}"
    assert lines(check_listeners, installation(home)) == [
        f"note   smtp      nobody answers at {where}; start the judge with judge.py serve"
    ]
    with listening(Sink()) as port:
        config = Config(judge=DOMAIN, smtp=SmtpConfig(port=port), lmtp=LmtpConfig(tmp_path / "lmtp"))
        assert lines(check_listeners, installation(config)) == [
            f"WRONG  smtp      something else answers at 127.0.0.1:{port}; stop it, or set another smtp.port",
            f"note   lmtp      nobody answers at {tmp_path}/lmtp; start the judge with judge.py serve",
        ]


def test_a_door_at_an_address_that_is_not_ours() -> None:
    (line,) = lines(check_listeners, installation(Config(smtp=SmtpConfig("192.0.2.77", 2525))))
    assert line.startswith("WRONG  smtp      192.0.2.77:2525 cannot be opened: ")


def test_a_certificate_that_is_none(home: Config, tmp_path: Path) -> None:
    (tmp_path / "none.pem").write_text("nothing")
    config = Config(smtp=SmtpConfig(port=home.smtp.port, certificate=tmp_path / "none.pem"))
    assert lines(check_listeners, installation(config))[1].startswith(
        f"WRONG  smtp      {tmp_path}/none.pem cannot be used: "
    )


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of ten years from now on beside its key."""
    path = tmp_path_factory.mktemp("tls") / "judge.pem"
    files = ["-keyout", str(path.with_suffix(".key")), "-out", str(path)]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost", "-days", "3650"]
    subprocess.run([*command, *files], check=True, capture_output=True)
    return path


def starttls(certificate: Path, key: Path, now: datetime) -> str:
    smtp = SmtpConfig(port=free_port(), certificate=certificate, key=key)
    return lines(check_listeners, installation(Config(smtp=smtp), now=now))[1]


OFFERED = "STARTTLS is offered; its certificate"
BEFORE_ITS_END = {
    "a year": (timedelta(days=365, hours=1), f"ok     smtp      {OFFERED} is good until {{}}, 365 days"),
    "two weeks": (timedelta(days=14), f"ok     smtp      {OFFERED} is good until {{}}, 14 days"),
    "nearly two weeks": (
        timedelta(days=13, hours=23),
        f"note   smtp      {OFFERED} ends on {{}}, in 13 days; renew it, then restart the judge",
    ),
    "a day too late": (
        timedelta(days=-1),
        "WRONG  smtp      the certificate for STARTTLS ended on {}; renew it, then restart the judge",
    ),
}


@pytest.mark.parametrize(("before", "said"), BEFORE_ITS_END.values(), ids=BEFORE_ITS_END)
def test_how_long_a_certificate_is_good(pair: Path, before: timedelta, said: str) -> None:
    told = subprocess.run(["openssl", "x509", "-enddate", "-noout", "-in", pair], check=True, capture_output=True)
    end = datetime.strptime(told.stdout.decode().strip(), "notAfter=%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
    assert valid_until(read_certificate(pair)) == end
    assert starttls(pair, pair.with_suffix(".key"), end - before) == said.format(f"{end:%Y-%m-%d}")


def test_a_key_of_another_certificate(pair: Path, key: Path) -> None:
    said = f"WRONG  smtp      the key in {key} is not that of {pair}; set smtp.key to the key it was made with"
    assert starttls(pair, key, NOW) == said


@pytest.mark.parametrize("cut", [0, 100, 700])
def test_half_a_certificate_is_told(pair: Path, tmp_path: Path, cut: int) -> None:
    half = tmp_path / "half.pem"
    half.write_bytes(pair.read_bytes()[:cut])
    assert starttls(half, pair.with_suffix(".key"), NOW).startswith(f"WRONG  smtp      {half} cannot be used: ")
    with pytest.raises(ValueError, match="no certificate"):
        read_certificate(half)


@given(raw=st.binary(max_size=60))
def test_no_bytes_are_taken_for_a_certificate(raw: bytes) -> None:
    with pytest.raises(ValueError, match="no certificate"):
        valid_until(raw)


def test_a_judge_that_was_not_restarted_after_a_renewal_is_told(home: Config, pair: Path, tmp_path: Path) -> None:
    path = tmp_path / "judge.pem"
    path.write_bytes(pair.read_bytes())
    config = replace(home, smtp=replace(home.smtp, certificate=path, key=pair.with_suffix(".key")))
    judge = Judge(config, SettableClock(NOW))
    judge.start()
    assert [line[:6] for line in lines(check_listeners, installation(config))] == ["ok    ", "ok    "]
    key = str(pair.with_suffix(".key"))
    renewed = ["openssl", "req", "-x509", "-key", key, "-subj", "/CN=new", "-out", str(path)]
    subprocess.run(renewed, check=True, capture_output=True)
    *_, said = lines(check_listeners, installation(config))
    judge.stop()
    end = valid_until(read_certificate(pair))
    assert said == (
        f"WRONG  smtp      the judge at work still shows an older certificate, which ends on {end:%Y-%m-%d}; restart it"
    )


def test_a_certificate_nobody_can_read(pair: Path, tmp_path: Path) -> None:
    said = starttls(tmp_path / "gone.pem", pair.with_suffix(".key"), NOW)
    assert said.startswith(f"WRONG  smtp      {tmp_path}/gone.pem cannot be used: [Errno 2] No such file or directory")


def test_folders_others_may_look_into(home: Config) -> None:
    home.folders.data.mkdir(mode=0o700)
    assert not any(line.startswith("WRONG") for line in lines(check_folders, installation(home)))
    home.folders.data.chmod(0o755)
    assert f"chmod o-rwx {home.folders.data}" in "\n".join(lines(check_folders, installation(home)))


def test_a_file_where_a_folder_should_be(home: Config) -> None:
    home.folders.mailboxes.write_text("")
    said = f"WRONG  folders   {home.folders.mailboxes} is no folder; move it away, or set folders.mailboxes"
    assert said in lines(check_folders, installation(home))


def test_the_relay_is_greeted_and_given_nothing(tmp_path: Path) -> None:
    sink = Sink()
    with listening(sink) as port:
        relay = RelayConfig("127.0.0.1", port)
        assert lines(check_relay, installation(Config(relay=relay))) == [
            f"ok     relay     127.0.0.1:{port} takes our letters"
        ]
        named = RelayConfig("127.0.0.1", port, user="judge", password_variable="PASS")
        refused, clear = lines(check_relay, installation(Config(relay=named)))
    assert refused.startswith(f"WRONG  relay     127.0.0.1:{port} does not take our letters: ")
    assert clear.startswith("WRONG  relay     the password goes over the wire in the clear; ")
    assert "sesame" not in refused + clear
    assert (sink.taken, sink.greeted > 0) == ([], True)
    missing = RelayConfig("127.0.0.1", port, user="judge", password_file=tmp_path / "gone")
    (said,) = lines(check_relay, installation(Config(relay=missing)))
    assert said.startswith(f"WRONG  relay     relay.password_file: {tmp_path}/gone: No such file or directory; ")


def test_no_database_yet(home: Config) -> None:
    path = home.folders.data / "judge.db"
    assert lines(check_database, installation(home)) == [f"note   database  {path} will be made at the first start"]
    assert not path.exists(), "the doctor changes nothing"


def test_a_damaged_database(home: Config) -> None:
    home.folders.data.mkdir()
    (home.folders.data / "judge.db").write_bytes(b"no database " * 100)
    (said,) = lines(check_database, installation(home))
    assert said.startswith(f"WRONG  database  {home.folders.data}/judge.db cannot be read: file is not a database; ")


def test_a_database_of_an_older_judge(home: Config) -> None:
    home.folders.data.mkdir()
    db = Database(home.folders.data / "judge.db")
    migrations.apply(db, stop_before="destinations_paused")
    db.close()
    said = "note   database  its schema is of an older judge; judge.py upgrade brings it up to date"
    assert lines(check_database, installation(home)) == [said]


def test_a_database_whose_rows_point_to_nowhere(home: Config) -> None:
    Store(home.folders.data / "judge.db", SettableClock(NOW).now).close()
    with closing(sqlite3.connect(home.folders.data / "judge.db")) as db, db:
        db.execute("INSERT INTO letter_bytes (letter, raw) VALUES (7, x'00')")
    (said,) = lines(check_database, installation(home))
    assert said.startswith(f"WRONG  database  {home.folders.data}/judge.db is damaged: 1 rows point to nowhere; ")


def test_what_waits_and_for_how_long(home: Config) -> None:
    clock = SettableClock(NOW)
    store = Store(home.folders.data / "judge.db", clock.now)
    store.keep("smtp", "alice@example.org", "judge@judge.example.org", b"one").result()
    two = store.keep("smtp", "alice@example.org", "judge@judge.example.org", b"two").result()
    letter = ComposedLetter("<1@judge.example.org>", None, "bob@example.com", "judge@judge.example.org", b"x")
    store.commit(
        Transaction(two, LetterStatus.HELD, outgoing=(letter,), hold=PendingConfirmation("code", "alice@example.org"))
    )
    store.mark_failed(1, SendFailure("451 Later", NOW + timedelta(hours=9)))
    store.pause("example.com", NOW + timedelta(hours=9))
    later = NOW + timedelta(hours=3)
    assert lines(check_database, installation(home, now=later))[1:] == [
        "note   queue     1 letters wait, the first refused 3 hours ago; paused: example.com",
        "WRONG  letters   the oldest unanswered one came 3 hours ago; start the judge, or read its log",
        "note   letters   1 wait for their confirmation, the oldest for 3 hours",
    ]
    refused = "554 5.7.1 Relay access denied"
    store.mark_failed(1, SendFailure(refused, NOW, is_refusal=False, goes_behind=True))
    store.commit(Transaction(None, LetterStatus.DONE, outgoing=(replace(letter, message_id="<2@judge.example.org>"),)))
    store.mark_failed(2, SendFailure(refused, NOW, is_refusal=False, goes_behind=True))
    assert lines(check_database, installation(home, now=later))[2] == (
        f"WRONG  queue     1 letters wait that the relay does not carry: {refused}; "
        "see the relay's settings and relay.*; judge.py queue shows them"
    )
    store.mark_failed(2, SendFailure(refused, None))
    assert lines(check_database, installation(home, now=later))[2] == (
        "note   queue     1 letters were given up since the beginning; "
        "judge.py queue shows them, judge.py queue --again sends them once more"
    )
    store.pause(EVERYWHERE, later + timedelta(minutes=1))
    said = "WRONG  queue     nothing can leave; 1 letters wait; see the line about the relay, and the log"
    assert said in lines(check_database, installation(home, now=later))
    store.close()


def test_a_clock_that_ran_back(home: Config) -> None:
    store = Store(home.folders.data / "judge.db", SettableClock(NOW).now)
    store.keep("smtp", None, "judge@judge.example.org", b"one").result()
    store.close()
    said = "WRONG  clock     the newest letter came at 2026-01-05 09:00 UTC, which is to come; set the clock right"
    assert said in lines(check_database, installation(home, now=NOW - timedelta(days=1)))


def test_a_clock_that_was_set_right_since(home: Config) -> None:
    machine = Machine(NOW + timedelta(days=365))
    store = Store(home.folders.data / "judge.db", lambda: machine.wall)
    store.keep("smtp", None, "judge@judge.example.org", b"one").result()
    machine.leaps(-timedelta(days=365))
    store.keep("smtp", None, "judge@judge.example.org", b"two").result()
    store.close()
    assert not [line for line in lines(check_database, installation(home)) if line[7:12] == "clock"]


def test_a_clock_that_has_leapt(home: Config) -> None:
    machine = Machine(NOW)
    clock = machine.clock()
    store = Store(home.folders.data / "judge.db", clock.now)
    for leap, how in ((-timedelta(days=365), "365 days back"), (timedelta(days=366), "24 hours forward")):
        machine.leaps(leap)
        store.heartbeat(clock.heartbeat())
        assert lines(check_database, installation(home, now=machine.wall))[-1] == (
            f"WRONG  clock     that of the machine leapt {how}; the judge goes by its uptime, and it was "
            "2026-01-05 09:00 UTC; set it right; one that stands for an hour is believed"
        )
    machine.leaps(-timedelta(days=1))
    store.heartbeat(clock.heartbeat())
    assert not [line for line in lines(check_database, installation(home)) if line[7:12] == "clock"]
    store.close()


def test_letters_set_aside(home: Config) -> None:
    (home.folders.mailboxes / "set-aside" / "new").mkdir(parents=True)
    (home.folders.mailboxes / "set-aside" / "new" / "letter-7").write_text("x")
    Store(home.folders.data / "judge.db", SettableClock(NOW).now).close()
    assert lines(check_database, installation(home))[-1].startswith("WRONG  letters   1 were set aside; read those in ")


def test_letters_set_aside_without_a_file_are_told_for_a_week(home: Config) -> None:
    store = Store(home.folders.data / "judge.db", SettableClock(NOW).now)
    for text in (b"one", b"two"):
        number = store.keep("smtp", "alice@example.org", "judge@localhost", text).result()
        store.commit(Transaction(number, LetterStatus.SET_ASIDE))
    store.close()
    new = home.folders.mailboxes / "set-aside" / "new"
    new.mkdir(parents=True)
    (new / "letter-1.0123456789abcdef").write_text("x")
    (told,) = [line for line in lines(check_database, installation(home, now=NOW)) if "of the last week" in line]
    assert told.startswith("note   letters   1 of the last week were set aside, for nothing proves or tells whose they")
    assert told.endswith("; judge.py story NUMBER tells of each; the newest: 2")
    later = lines(check_database, installation(home, now=NOW + timedelta(days=8)))
    assert not [line for line in later if "of the last week" in line]


@pytest.fixture(scope="module")
def key(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("dkim") / "rome.pem"
    subprocess.run(["openssl", "genrsa", "-out", str(path), "2048"], check=True, capture_output=True)
    return path


def test_the_names_others_will_ask_for(key: Path) -> None:
    public = ["openssl", "rsa", "-in", str(key), "-pubout", "-outform", "DER"]
    half = b64encode(subprocess.run(public, check=True, capture_output=True).stdout).decode()
    config = Config(judge=DOMAIN, dkim=DkimConfig("rome", key_file=key))
    records = {
        "MX judge.example.org": ("10 mx.example.org.",),
        "TXT judge.example.org": ("v=spf1 mx -all", "some other text"),
        "TXT rome._domainkey.judge.example.org": (f"v=DKIM1; k=rsa; p={half}",),
        "TXT _dmarc.judge.example.org": ("v=DMARC1; p=none",),
    }
    assert all(line.startswith("ok ") for line in lines(check_dns, installation(config, records)))
    assert len(lines(check_dns, installation(config, records))) == 4
    bare = lines(check_dns, installation(config, {"MX judge.example.org": ("10 mx.example.org.",)}))
    assert [line.split(";")[0] for line in bare[1:]] == [
        "WRONG  dns       judge.example.org has no SPF, so some will take our letters for forged",
        "WRONG  dns       rome._domainkey.judge.example.org does not hold the other half of our key",
        "WRONG  dns       _dmarc.judge.example.org has no DMARC, so some will take our letters for forged",
    ]
    twice = records | {"TXT judge.example.org": ("v=spf1 mx -all", "v=spf1 -all")}
    assert (
        "judge.example.org has 2 SPF records, which count as none; leave one"
        in lines(check_dns, installation(config, twice))[1]
    )
    assert lines(check_dns, installation(config, {}))[0].startswith(
        "WRONG  dns       judge.example.org has no MX and no address"
    )


def test_where_no_resolver_answers_the_names_are_left_alone() -> None:
    said = "note   dns       no resolver answers here, so the records were not looked at"
    assert lines(check_dns, installation(Config(judge=DOMAIN))) == [said]


def run(config: Path, *words: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ["--config", str(config), *words])
    return done.exit_code, done.output


def test_in_the_shell_it_fails_where_something_is_wrong(tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text(f"[smtp]\nport = {free_port()}\n")
    assert run(config, "doctor")[0] == 0
    (tmp_path / "mailboxes").write_text("in the way")
    code, said = run(config, "doctor")
    assert code == 1
    assert f"WRONG  folders   {tmp_path}/mailboxes is no folder" in said
    config.write_text("[smtp]\nprot = 1\n")
    assert "the nearest is “port”" in run(config, "doctor")[1]


def test_a_backup_taken_while_the_judge_works_is_whole(judge: Judge, tmp_path: Path) -> None:
    config = tmp_path / "config.toml"
    config.write_text("")
    for number in range(50):
        judge.services.store.keep("smtp", "alice@example.org", "judge@judge.example.org", b"%d" % number)
    judge.services.store.settle()
    copy = tmp_path / "copy.db"
    assert run(config, "backup", str(copy)) == (0, f"{copy} holds everything as it stood a moment ago\n")
    with closing(sqlite3.connect(copy)) as db:
        assert db.execute("SELECT count(*) FROM letters").fetchone() == (50,)
    assert copy.stat().st_mode & 0o077 == 0, "it holds what players wrote"
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]
    assert run(config, "backup", str(copy)) == (1, f"Error: {copy} is there already\n")
    restored = Store(copy, SettableClock(NOW).now)
    assert restored.next_letter()
    restored.close()


def test_a_backup_of_nothing_is_none(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("")
    code, said = run(tmp_path / "config.toml", "backup", str(tmp_path / "copy.db"))
    assert (code, said) == (1, f"Error: there is no database at {tmp_path}/data/judge.db\n")
    assert not (tmp_path / "copy.db").exists()


# --- tournaments


def test_a_tournament_at_fault_is_named_and_the_others_count(home: Config, tmp_path: Path) -> None:
    folder = tmp_path / "tournaments"
    home = replace(home, folders=replace(home.folders, tournaments=folder))
    assert lines(check_tournaments, installation(home)) == []
    folder.mkdir()
    (folder / "summer.toml").write_text('games = ["rome"]', encoding="utf-8")
    (folder / "winter.toml").write_text("best = -1", encoding="utf-8")
    wrong, fine = lines(check_tournaments, installation(home))
    assert wrong.startswith(f"WRONG  league    {folder}/winter.toml: best must be a whole number")
    assert fine == "ok     league    tournaments: summer"


def test_what_is_noted_while_the_doctor_looks_is_now() -> None:
    lengths = (timedelta(milliseconds=-300), timedelta(seconds=59), timedelta(minutes=3), timedelta(hours=2))
    assert list(map(length_in_words, lengths)) == ["0 minutes", "0 minutes", "3 minutes", "2 hours"]
