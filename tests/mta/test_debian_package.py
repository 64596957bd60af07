"""The package for Debian: built, installed over what this machine has, a judge laid out, started, removed, purged."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from judge.system.files import __version__
from tests.mta.postfix import PATIENCE, until
from tests.mta.stage import HERE
from tests.shared.ports import free_port

NEEDED = ("dpkg-buildpackage", "dh", "lintian")
FAST = {"DPKG_DEB_COMPRESSOR_TYPE": "gzip", "DPKG_DEB_COMPRESSOR_LEVEL": "1"}
ACCOUNTS = ("/etc/passwd", "/etc/group", "/etc/shadow", "/etc/gshadow")

_LAID_OVER = """\
mount -t tmpfs tmpfs "$0" && cd "$0" && mkdir written work all
mount -t overlay overlay -o lowerdir=/,upperdir=written,workdir=work all
mount -t proc proc all/proc && mount --bind /dev all/dev && mount --bind "$1" all/mnt
rm -f all/var/lib/man-db/auto-update
echo ready && exec cat
"""
"""In a mount namespace: this machine under a file system that takes all that is written, and goes away."""


@pytest.fixture(scope="module")
def package() -> Iterator[Path]:
    """The package as dpkg-buildpackage makes it from the files of the checkout."""
    assert os.geteuid() == 0, "these tests install a package"
    assert [name for name in NEEDED if not shutil.which(name)] == [], "apt-get install what .ci/run installs"
    top = Path(tempfile.mkdtemp(prefix="debian-", dir="/var/tmp"))
    try:
        listed = ["git", "-C", str(HERE), "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, text=True, check=True).stdout.strip("\0").split("\0")
        for name in (name for name in names if (HERE / name).is_file() and not name.startswith(("tests/", "bench/"))):
            (top / "judge" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE / name, top / "judge" / name)
        run(["dpkg-buildpackage", "-us", "-uc", "-b"], cwd=top / "judge", env={**os.environ, **FAST})
        shutil.rmtree(top / "judge")
        yield top
    finally:
        shutil.rmtree(top)


def run(command: list[str], cwd: Path | None = None, env: dict[str, str] | None = None) -> str:
    """What a command prints; it must end well."""
    done = subprocess.run(
        command, cwd=cwd, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    assert done.returncode == 0, f"{' '.join(command)}: {done.stdout[-4000:]}"
    return done.stdout


@dataclass(frozen=True)
class Machine:
    """This machine, of which nothing is changed; whatever is written lies in ``written``."""

    process: int
    folder: Path

    def command(self, *words: str) -> list[str]:
        own = ["/usr/bin/env", "-i", "PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8", "PYTHONUNBUFFERED=1"]
        return ["nsenter", f"--target={self.process}", "--mount", "chroot", f"{self.folder}/all", *own, *words]

    def run(self, *words: str) -> str:
        return run(self.command(*words))

    def as_judge(self, *words: str) -> list[str]:
        return self.command("runuser", "-u", "judge", "--", "judge", *words)

    def written(self) -> list[str]:
        """The files of the judge that have been written, or left, anywhere."""
        found = run(
            [
                "nsenter",
                f"--target={self.process}",
                "--mount",
                "find",
                f"{self.folder}/written",
                "-name",
                "*judge*",
                "!",
                "-type",
                "c",
            ]
        )
        return [line.removeprefix(f"{self.folder}/written") for line in found.splitlines()]


@pytest.fixture
def machine(package: Path, tmp_path: Path) -> Iterator[Machine]:
    command = ["unshare", "--mount", "--propagation", "private", "sh", "-ec", _LAID_OVER, str(tmp_path), str(package)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "ready\n"
        yield Machine(process.pid, tmp_path)
        process.communicate(timeout=PATIENCE)


def test_lintian_has_nothing_to_say(package: Path) -> None:
    """Whatever it is told to pass over has its reason beside it, in debian/judge.lintian-overrides."""
    (changes,) = package.glob("*.changes")
    assert run(["lintian", "--display-info", "--quiet", "--allow-root", str(changes)]) == ""


def test_it_is_installed_serves_as_its_own_user_and_is_purged_without_a_trace(machine: Machine) -> None:
    before = machine.run("cat", *ACCOUNTS)
    assert "judge:" not in before, "a user of that name is on this machine already"
    machine.run("sh", "-c", "dpkg --install /mnt/judge_*.deb")
    told = machine.run("judge", "--version", "--verbose").splitlines()
    assert told[0] == f"judge {__version__}"
    assert told[2].startswith("Python: 3.")
    locked = set(re.findall(r"^(\S+)==(\S+)", (HERE / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE))
    assert {tuple(line.split(": ")) for line in told[4:]} <= locked
    assert {"aiosmtpd", "typst"} <= {line.split(":")[0] for line in told[4:]}
    machine.run("test", "-e", "/usr/share/man/man1/judge.1.gz")
    units = [f"/lib/systemd/system/{name}" for name in ("judge.service", "judge-drill.service", "judge-drill.timer")]
    assert machine.run("systemd-analyze", "verify", "--man=no", *units) == ""

    run(machine.as_judge("init", "/var/lib/judge", "--no-ask", "--port", str(free_port())))
    assert machine.run("stat", "--format=%U %a", "/var/lib/judge", "/var/lib/judge/data") == "judge 700\njudge 700\n"
    own = ("--config", "/var/lib/judge/config.toml")
    with subprocess.Popen(machine.as_judge(*own, "serve"), stdout=subprocess.PIPE, text=True) as judge:
        assert judge.stdout
        assert "listens on" in judge.stdout.readline()
        run(machine.as_judge(*own, "letter", "--from", "nora@example.org", "HELP"))
        until(lambda: machine.run("find", "/var/lib/judge/mailboxes", "-path", "*nora@example.org/new/*") != "")
        serving = machine.run("pgrep", "--oldest", "--euid", "judge", "--full", "config.toml serve$")
        os.kill(int(serving), signal.SIGTERM)
        assert "stopped; everything received is kept" in judge.communicate(timeout=PATIENCE)[0]

    machine.run("dpkg", "--remove", "judge")
    assert "/usr/lib/judge" not in machine.written()
    assert "/var/lib/judge" in machine.written()
    machine.run("dpkg", "--purge", "judge")
    assert machine.written() == []
    assert machine.run("cat", *ACCOUNTS) == before
