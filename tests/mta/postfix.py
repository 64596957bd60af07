"""A Postfix of one's own: on free ports of loopback, with queue and configuration in a folder that goes away."""

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event

from tests.shared.ports import free_port

PATIENCE = 600.0
"""Seconds after which something must be wrong."""

NEEDED = """\
These tests drive a real mail server, as root. Install it with:
    DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends postfix swaks libnet-ssleay-perl"""

_MAIN = """\
compatibility_level = 3.6
queue_directory = {folder}/queue
data_directory = {folder}/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = {folder}/log/mail.log
maillog_file_prefixes = /
mail_owner = postfix
setgid_group = postdrop
myhostname = mx.example.net
mydestination =
mynetworks = 127.0.0.0/8
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
disable_dns_lookups = yes
smtpd_peername_lookup = no
alias_maps =
queue_run_delay = 4s
minimal_backoff_time = 3s
maximal_backoff_time = 4s
"""
"""Where things are, no name server, a queue in a hurry; how it stands beside a judge comes from deploy/.

In more of a hurry, a queue run meets a mail whose first try is still being noted, and never looks at it again.
"""

_MASTER = """\
{port} inet n - n - - smtpd
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
smtp unix - - n - - smtp
relay unix - - n - - smtp
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
local unix - n n - - local
virtual unix - n n - - virtual
lmtp unix - - n - - lmtp
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
"""


_BREATH = Event()
"""Never set: what is waited for happens in other processes, which need the processor."""


def until(found: Callable[[], object], what: Callable[[], str] = lambda: "it did not happen") -> None:
    """Come back when something has happened; fail when it takes longer than patience."""
    end = time.monotonic() + PATIENCE
    while not found():
        assert time.monotonic() < end, what()
        _BREATH.wait(0.02)


class Postfix:
    """One Postfix, started and stopped as often as a test likes; its queue stays between lives."""

    def __init__(self, folder: Path, settings: str) -> None:
        self.folder = folder
        self.port = free_port()
        self._process: subprocess.Popen[bytes] | None = None
        for name in ("queue", "data", "etc", "log"):
            (folder / name).mkdir()
        shutil.chown(folder / "data", "postfix")
        (folder / "etc" / "main.cf").write_text(_MAIN.format(folder=folder) + settings)
        (folder / "etc" / "master.cf").write_text(_MASTER.format(port=f"127.0.0.1:{self.port}"))

    def start(self) -> None:
        command = ["postfix", "-c", str(self.folder / "etc"), "start-fg"]
        with (self.folder / "log" / "stdout").open("ab") as said:
            self._process = subprocess.Popen(command, stdout=said, stderr=said, start_new_session=True)
        until(self._listens, self.log)

    def stop(self) -> None:
        """End the master, whom the others follow; its shell then ends by itself."""
        process, self._process = self._process, None
        if process is None:
            return
        try:
            os.kill(int((self.folder / "queue" / "pid" / "master.pid").read_text()), signal.SIGTERM)
            process.wait(PATIENCE)
        except (FileNotFoundError, ProcessLookupError, subprocess.TimeoutExpired):
            os.killpg(process.pid, signal.SIGKILL)  # a session of its own, so nobody else is hit
            process.wait()
            raise

    def waiting(self) -> int:
        """How many mails are in its queue."""
        return sum(
            1
            for name in ("incoming", "active", "deferred")
            for path in (self.folder / "queue" / name).rglob("*")
            if path.is_file()
        )

    def log(self) -> str:
        return "".join(path.read_text(errors="replace") for path in sorted((self.folder / "log").iterdir()))

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, "Postfix did not start:\n" + self.log()
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
                return line.recv(100).startswith(b"220 ")
        except OSError:
            return False


@contextmanager
def own_folder() -> Iterator[Path]:
    """A folder that Postfix, which is nobody in particular, may pass through."""
    with tempfile.TemporaryDirectory(prefix="judge-mta-") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """A key with a certificate for 127.0.0.1 behind it in one file, and the certificate alone."""
    chain, alone = folder / "chain.pem", folder / "alone.pem"
    names = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(chain), "-out", str(alone)]
    subprocess.run([*command, *names], check=True, capture_output=True)
    chain.write_text(chain.read_text() + alone.read_text())
    return chain, alone


def check_the_ground() -> None:
    """Fail, and say what to install, where there is no Postfix; these tests are asked for by name."""
    missing = [program for program in ("postfix", "swaks", "openssl") if shutil.which(program) is None]
    assert not missing, f"{', '.join(missing)} missing. {NEEDED}"
    assert os.geteuid() == 0, f"Postfix is started by root alone. {NEEDED}"
    assert pwd.getpwnam("postfix"), NEEDED
