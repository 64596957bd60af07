"""What ``init --postfix --systemd`` makes in the folder of a judge; tests/mta has real programs use it."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from judge.cli import main
from judge.config import DkimConfig, LmtpConfig, RelayConfig, read_config
from judge.shell.new_service import lmtp_place, settings_in, unit_text
from judge.system.files import command_line

ADDRESS = "judge@play.example.net"
MADE = ("main.cf", "master.cf", "dkim.pem", "dns.txt", "judge.service", "judge-drill.service", "judge-drill.timer")


@pytest.fixture(autouse=True)
def _without_postfix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether this machine has Postfix or not, here there is none; there is openssl."""
    (tmp_path / "bin").mkdir()
    found = shutil.which("openssl")
    assert found
    (tmp_path / "bin" / "openssl").symlink_to(found)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))


def init(folder: Path, *words: str) -> Result:
    return CliRunner().invoke(main, ["init", str(folder), "--no-ask", *words], prog_name="judge")


def test_all_of_it_is_made_and_the_configuration_goes_with_it(tmp_path: Path) -> None:
    done = init(tmp_path / "judge", "--address", ADDRESS, "--postfix", "--systemd")
    deploy = tmp_path / "judge" / "deploy"
    assert [name for name in MADE if f"made: {deploy / name}\n" not in done.stdout] == []
    assert done.stderr == (
        "Error: Postfix is not installed here: install it (apt-get install postfix), then do this again\n"
    )
    config = read_config(tmp_path / "judge" / "config.toml")
    assert config.lmtp == LmtpConfig(host="127.0.0.1")
    assert config.relay == RelayConfig(host="127.0.0.1")
    assert config.dkim == DkimConfig("judge", key_file=tmp_path / "judge" / "deploy" / "dkim.pem")
    assert (deploy / "dkim.pem").stat().st_mode & 0o077 == 0, "the key is its user's alone"


def test_the_lines_of_postfix_are_those_of_the_page_for_this_domain_and_door(tmp_path: Path) -> None:
    init(tmp_path, "--address", ADDRESS, "--postfix")
    settings = settings_in((tmp_path / "deploy" / "main.cf").read_text(encoding="utf-8"))
    assert settings["relay_domains"] == "play.example.net"
    assert settings["transport_maps"] == "inline:{ play.example.net=lmtp:inet:127.0.0.1:8024 }"
    assert "example.org" not in str(settings)
    assert lmtp_place(LmtpConfig(host="::1", port=24)) == "inet:[::1]:24"
    assert lmtp_place(LmtpConfig(socket=Path("/run/judge/lmtp"))) == "unix:/run/judge/lmtp"
    assert "lmtp      unix" in (tmp_path / "deploy" / "master.cf").read_text(encoding="utf-8")


def test_the_records_hold_the_other_half_of_the_key_in_strings_that_the_dns_takes(tmp_path: Path) -> None:
    init(tmp_path, "--address", ADDRESS, "--postfix")
    text = (tmp_path / "deploy" / "dns.txt").read_text(encoding="utf-8")
    strings = re.findall(r'"([^"]*)"', text)
    assert max(map(len, strings)) <= 255
    public = ["openssl", "rsa", "-in", str(tmp_path / "deploy" / "dkim.pem"), "-pubout"]
    pem = subprocess.run(public, check=True, capture_output=True, text=True).stdout
    assert "p=" + "".join(pem.splitlines()[1:-1]) in "".join(strings)
    names = [line.split()[:2] for line in text.splitlines() if not line.startswith(";")]
    assert names == [
        ["play.example.net.", "MX"],
        ["play.example.net.", "TXT"],
        ["judge._domainkey.play.example.net.", "TXT"],
        ["_dmarc.play.example.net.", "TXT"],
    ]


def test_the_unit_runs_this_judge_as_that_user() -> None:
    state, home, place = (
        unit_text(Path(path), "alice") for path in ("/var/lib/rome", "/home/al/judge", "/srv/my judge")
    )
    program = " ".join(command_line())
    assert f"\nExecStart={program} --config /var/lib/rome/config.toml serve\n" in state
    assert "\nUser=alice\nGroup=alice\nWorkingDirectory=/var/lib/rome\n" in state
    assert "\nStateDirectory=rome\nStateDirectoryMode=0700\n" in state
    assert "\nProtectHome=read-only\n" in home
    assert "\nReadWritePaths=/home/al/judge\n" in home
    assert f'\nExecStart={program} --config "/srv/my judge/config.toml" serve\n' in place
    assert '\nReadWritePaths="/srv/my judge"\n' in place
    assert "/opt/judge" not in place


def test_a_timer_has_this_judge_drilled_as_that_user() -> None:
    drill = unit_text(Path("/srv/rome"), "alice", "judge-drill.service")
    assert f"\nExecStart={' '.join(command_line())} --config /srv/rome/config.toml drill --mail\n" in drill
    assert "\nUser=alice\n" in drill
    assert "\nReadWritePaths=/srv/rome\n" in drill
    assert "/opt/judge" not in drill
    assert "\nOnCalendar=*-*-01 04:30\n" in unit_text(Path("/srv/rome"), "alice", "judge-drill.timer")


def test_a_second_run_changes_nothing_and_what_has_changed_is_kept_beside(tmp_path: Path) -> None:
    init(tmp_path, "--address", ADDRESS, "--postfix", "--systemd")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    said = init(tmp_path, "--postfix", "--systemd").stdout
    assert "made" not in said
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before
    said = init(tmp_path, "--postfix", "--systemd", "--user", "alice").stdout
    unit = tmp_path / "deploy" / "judge.service"
    assert f"made anew: {unit}; what was there is judge.service.before\n" in said
    assert (tmp_path / "deploy" / "judge.service.before").read_bytes() == before[unit]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "nobody can write to judge@localhost from elsewhere: set judge.address (--address)"),
        (f'[judge]\naddress = "{ADDRESS}"\n', 'Postfix hands letters over by LMTP: set lmtp.host = "127.0.0.1" in'),
        (
            f'[judge]\naddress = "{ADDRESS}"\n[lmtp]\nhost = "127.0.0.1"\n',
            'Postfix carries the letters out: set relay.host = "127.0.0.1" in',
        ),
    ],
)
def test_a_configuration_that_does_not_go_with_postfix_is_told(text: str, says: str, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(text, encoding="utf-8")
    done = init(tmp_path, "--postfix")
    assert done.exit_code == 1
    assert done.stderr.startswith(f"Error: {says}")
    assert not (tmp_path / "deploy").exists()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--postfix",), "--postfix needs --address, in a mail domain of the judge's own: judge@judge.example.org"),
        (("--write",), "--write goes with --postfix, --systemd or both"),
    ],
)
def test_what_does_not_go_together_makes_nothing(words: tuple[str, ...], says: str, tmp_path: Path) -> None:
    done = init(tmp_path / "judge", *words)
    assert done.exit_code == 2
    assert done.stderr.endswith(f"Error: {says}\n")
    assert not (tmp_path / "judge").exists()


def test_without_openssl_it_is_said_what_is_missing(tmp_path: Path) -> None:
    (tmp_path / "bin" / "openssl").unlink()
    done = init(tmp_path / "judge", "--address", ADDRESS, "--postfix")
    assert done.exit_code == 1
    assert done.stderr == (
        "Error: openssl is needed for the DKIM key, and is not here; install it, then do this again\n"
    )
