"""``init --postfix --systemd --write`` by real programs: Postfix as it was before, a unit, a letter that comes back."""

import os
import re
import shlex
import signal
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.shell.new_service import with_settings
from judge.system.files import command_line
from tests.mta.name_server import Zone, name_server
from tests.mta.postfix import PATIENCE, Postfix, check_the_ground, own_folder
from tests.mta.stage import JUDGE
from tests.shared.ports import free_port

DOMAIN = JUDGE.partition("@")[2]
NAMES = ("127.0.0.77", 53)
"""Where the machine's resolver is for programs that run inside ``_HERE``."""

_HERE = """\
mount --bind "$0" /etc/resolv.conf
test ! -d /run/systemd/system || mount -t tmpfs tmpfs /run/systemd
exec "$@"
"""
"""In a mount namespace of its own: names are asked of ``NAMES``, and no systemd runs the machine."""

_BEFORE = """\
relay_domains = lists.example.org, otherjudge.example.org
smtpd_recipient_restrictions = reject_unlisted_recipient
address_verify_poll_delay = 2s
"""
"""What the operator's Postfix has for others."""


@dataclass
class Machine:
    """A machine with Postfix on which an operator sets a judge up."""

    folder: Path
    postfix: Postfix

    @property
    def home(self) -> Path:
        return self.folder / "judge"

    def start(self, *command: str) -> subprocess.Popen[str]:
        own = {"MAIL_CONFIG": str(self.folder / "etc"), "SYSTEMD_UNIT_PATH": str(self.folder / "units")}
        (self.folder / "resolv.conf").write_text(f"nameserver {NAMES[0]}\n")
        inside = ["unshare", "--mount", "sh", "-ec", _HERE, str(self.folder / "resolv.conf"), *command]
        return subprocess.Popen(
            inside,
            env=os.environ | own | {"PYTHONUNBUFFERED": "1"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, *command: str) -> tuple[int, list[str]]:
        """How a command ends, and the lines it prints."""
        with self.start(*command) as process:
            said, _ = process.communicate(timeout=PATIENCE)
        return process.returncode, said.splitlines()

    def init(self, *words: str) -> tuple[int, list[str]]:
        beside = ("--no-ask", "--address", JUDGE, "--postfix", "--systemd", "--user", "root")
        return self.run(*command_line(), "init", str(self.home), *beside, *words)

    def road(self) -> tuple[int, list[str]]:
        return self.run(*command_line(), "--config", str(self.home / "config.toml"), "doctor", "--road")

    def setting(self, name: str) -> str:
        (value,) = self.run("postconf", "-h", name)[1]
        return value

    @contextmanager
    def serving(self) -> Iterator[None]:
        """The judge as its unit starts it."""
        unit = (self.folder / "units" / "judge.service").read_text()
        (command,) = re.findall("^ExecStart=(.*)$", unit, re.MULTILINE)
        with self.start(*shlex.split(command)) as process:
            assert process.stdout
            assert "listens on" in process.stdout.readline()
            yield
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0


@pytest.fixture
def machine() -> Iterator[Machine]:
    check_the_ground()
    with ExitStack() as stack:
        folder = stack.enter_context(own_folder())
        postfix = Postfix(folder, _BEFORE)
        stack.callback(postfix.stop)
        postfix.start()
        yield Machine(folder, postfix)


def zone_of(text: str) -> Zone:
    """What the operator has put into the DNS, record by record."""
    found = re.findall(r"^([^;\s]+)\.\s+([A-Z]+)\s+(.*)$", text, re.MULTILINE)
    return {(name, kind): value for name, kind, value in found}


def configured(machine: Machine) -> None:
    """Lay the folder out, with the ports that are free here."""
    _, said = machine.init()
    assert "What puts it into place, as root:" in said, said
    config = machine.home / "config.toml"
    ports = {"smtp.port": free_port(), "lmtp.port": free_port(), "relay.port": machine.postfix.port}
    config.write_text(with_settings(config.read_text(), ports))


def test_one_command_puts_it_beside_postfix_and_a_letter_comes_back(machine: Machine) -> None:
    configured(machine)
    before = (machine.folder / "etc" / "main.cf").read_text()
    code, said = machine.init("--write")
    assert code == 0, said
    assert any(line.startswith("The judge does not run yet") for line in said), said
    assert machine.setting("relay_domains") == f"lists.example.org, otherjudge.example.org, {DOMAIN}"
    assert machine.setting("smtpd_recipient_restrictions").endswith(" }, reject_unlisted_recipient")
    assert machine.setting("address_verify_poll_delay") == "2s", "a value of the operator's stays"
    assert (machine.folder / "etc" / "main.cf.before-judge").read_text() == before
    unit = machine.folder / "units" / "judge.service"
    verified = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert (verified.returncode, verified.stderr) == (0, "")

    records = zone_of((machine.home / "deploy" / "dns.txt").read_text())
    after = (machine.folder / "etc" / "main.cf").read_text()
    with name_server(records, NAMES), machine.serving():
        code, said = machine.init("--write")
        assert (code, said[-4]) == (0, "everything is in its place already"), machine.postfix.log()
        assert re.fullmatch(
            r"ok     road      the letter came back after \d+ s by mx\.example\.net; "
            r"the signature of judge\.example\.org holds, as the judge found; nobody on the way looked at SPF",
            said[-1],
        ), said
        assert (machine.folder / "etc" / "main.cf").read_text() == after, "nothing is done twice"

        machine.postfix.stop()
        assert "does not take it: [Errno 111] Connection refused; see" in machine.road()[1][-1]
        machine.run("postconf", "-e", "transport_maps =")
        machine.postfix.start()
        code, said = machine.road()
        assert (code, said[-1][:40]) == (1, f"WRONG  road      127.0.0.1:{machine.postfix.port} does no"), said
        assert JUDGE.partition("@")[0] in said[-1], "the words of Postfix are quoted"
        _, said = machine.init()
        steps = [line for line in said if line.startswith("  post")]
        assert [step.split(" = ")[0] for step in steps] == ["  postconf -e 'transport_maps", "  postfix reload"]


def test_a_postfix_that_has_the_mail_domain_for_itself_is_left_as_it_is(machine: Machine) -> None:
    configured(machine)
    machine.run("postconf", "-e", f"mydestination = localhost, {DOMAIN}")
    before = (machine.folder / "etc" / "main.cf").read_text()
    code, said = machine.init("--write")
    assert code == 1
    assert said[-1].startswith(f"Error: Postfix has {DOMAIN} in mydestination, and would deliver its mail itself: ")
    assert (machine.folder / "etc" / "main.cf").read_text() == before
    assert not (machine.folder / "units").exists()


def test_a_unix_socket_is_reached_outside_the_chroot(machine: Machine) -> None:
    configured(machine)
    config = machine.home / "config.toml"
    socket = machine.folder / "lmtp"
    config.write_text(with_settings(config.read_text(), {"lmtp.socket": str(socket)}))
    machine.run("postconf", "-F", "lmtp/unix/chroot=y")
    code, said = machine.init("--write")
    assert code == 0, said
    assert machine.run("postconf", "-M", "lmtp/unix")[1][0].split()[4] == "n"
    with name_server({}, NAMES), machine.serving():
        _, said = machine.road()
        assert "the letter came back after" in said[-1], said
