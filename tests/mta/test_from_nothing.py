"""From nothing to a game: a wheel, a fresh environment, another user without the checkout, swaks for all letters."""

import gzip
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from judge.system.files import __version__
from tests.mta.postfix import PATIENCE, check_the_ground, until
from tests.shared.ports import free_port

HERE = Path(__file__).parents[2]
NOBODY = 65534
NORA = "nora@example.org"
MOST_LETTERS = 40
_HIDDEN = 'mount -t tmpfs -o size=4k,mode=0 none "$0" && exec "$@"'
_USABLE = "import sys, venv, ensurepip; open(sys.executable).close(); sys.exit(sys.version_info < (3, 11))"
_AS_NOBODY = ("setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--")


@dataclass(frozen=True)
class Newcomer:
    """Somebody on the machine with a home and an environment of their own, and no checkout of the judge."""

    home: Path

    @property
    def environment(self) -> Mapping[str, str]:
        kept = {name: value for name, value in os.environ.items() if name.startswith(("PIP_", "SSL_"))}
        path = f"{self.home / 'env' / 'bin'}:/usr/local/bin:/usr/bin:/bin"
        return {"HOME": str(self.home), "PATH": path, "LANG": "C.UTF-8", "PYTHONUNBUFFERED": "1", **kept}

    def start(self, *words: str) -> subprocess.Popen[str]:
        command = ["unshare", "--mount", "sh", "-c", _HIDDEN, str(HERE), *_AS_NOBODY, *words]
        output = subprocess.PIPE
        return subprocess.Popen(
            command, cwd=self.home, env=self.environment, stdout=output, stderr=subprocess.STDOUT, text=True
        )

    def run(self, *words: str) -> str:
        """What a command prints; it must end well."""
        process = self.start(*words)
        try:
            said, _ = process.communicate(timeout=PATIENCE)
        finally:
            process.kill()
        assert process.returncode == 0, f"{' '.join(words)}: {said}"
        return said


@pytest.fixture(scope="module")
def newcomer() -> Iterator[Newcomer]:
    """The wheel is built from the checkout, and installed with what it depends on."""
    check_the_ground()
    top = Path(tempfile.mkdtemp(prefix="newcomer-"))
    top.chmod(0o755)
    try:
        pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        subprocess.run([*pip, "--wheel-dir", str(top), str(HERE)], check=True, timeout=PATIENCE)
        (wheel,) = top.glob("judge-*.whl")
        home = top / "home"
        home.mkdir()
        os.chown(home, NOBODY, NOBODY)
        them = Newcomer(home)
        them.run(_python(), "-m", "venv", "env")
        them.run("env/bin/python", "-m", "pip", "install", "--quiet", f"{wheel}[serve]")
        yield them
    finally:
        shutil.rmtree(top)


def _python() -> str:
    """A Python that another user can run."""
    for python in (getattr(sys, "_base_executable", sys.executable), "/usr/bin/python3"):
        if subprocess.run([*_AS_NOBODY, python, "-c", _USABLE], check=False, capture_output=True).returncode == 0:
            return str(python)
    pytest.fail("every Python here is one user's own: apt-get install python3-venv")


def test_from_nothing_to_a_game(newcomer: Newcomer) -> None:
    assert newcomer.run("judge", "--version") == f"judge {__version__}\n"
    assert newcomer.run("python", "-c", "import judge; print(judge.__file__)").startswith(str(newcomer.home / "env"))
    assert newcomer.run("man", "-w", "env/share/man/man1/judge.1") if shutil.which("man") else True
    port = free_port()
    made = newcomer.run("judge", "init", "mine", "--no-ask", "--port", str(port))
    assert made.startswith("made: mine/config.toml\n")
    assert "WRONG  folders" not in newcomer.run("sh", "-c", "judge --config mine/config.toml doctor || true")
    judge = newcomer.start("judge", "--config", "mine/config.toml", "serve")
    try:
        assert judge.stdout
        assert "listens on" in judge.stdout.readline()
        letters = practise(newcomer.home / "mine", port)
        until(lambda: status(newcomer)["letters_out"]["waiting"] == 0)
        told = status(newcomer)
        assert (told["version"], told["address"], told["running"]) == (__version__, "judge@localhost", True)
        assert (told["door_running"], told["worker_running"]) == (True, True)
        assert (told["games"]["practice"], told["errors"], told["alarms_overdue"]) == (1, [], 0)
        assert (told["letters_in"]["unread"], told["letters_in"]["received"]) == (0, letters)
        shown = newcomer.run("judge", "--config", "mine/config.toml", "status")
        assert f"judge@localhost, version {__version__}" in shown
        assert "receives letters" in shown
        judge.send_signal(signal.SIGTERM)
        assert "stopped; everything received is kept" in judge.communicate(timeout=PATIENCE)[0]
    finally:
        judge.kill()
    assert newcomer.run("judge", "--config", "mine/config.toml", "fsck").count(": ok\n") == 6
    assert letters < MOST_LETTERS


def status(newcomer: Newcomer) -> dict[str, Any]:
    return dict(json.loads(newcomer.run("judge", "--config", "mine/config.toml", "status", "--json")))


def practise(folder: Path, port: int) -> int:
    """Play a practice game up to 1904 by swaks; how many letters that took."""
    box = folder / "mailboxes" / NORA / "new"
    swaks(port, "judge@localhost", "Hello", "PRACTICE FRANCE")
    for number in count(1):
        assert number < MOST_LETTERS, "the practice game does not go on"
        until(lambda: len(unanswered(box)) > 0)
        last = unanswered(box)[-1]
        text = last.get_body(("plain",)).get_content()  # type: ignore[union-attr]
        if "Open now: spring 1904" in text:
            return number
        seen.update(str(one["Message-ID"]) for one in unanswered(box))
        swaks(port, str(last["Reply-To"]), f"Re: {last['Subject']}", what_to_write(text))
    raise AssertionError


seen: set[str] = set()


def unanswered(box: Path) -> list[EmailMessage]:
    """The letters that have come since the last answer, oldest first, from the judge's own or about the open phase."""
    paths = sorted(box.iterdir(), key=lambda path: path.stat().st_mtime_ns) if box.is_dir() else []
    found = [message_from_bytes(path.read_bytes(), policy=default) for path in paths]
    asking = ("Did you write this?", "Open now: ")
    return [
        one
        for one in found
        if str(one["Message-ID"]) not in seen
        and any(words in f"{one['Subject']}\n{one.get_body(('plain',)).get_content()}" for words in asking)  # type: ignore[union-attr]
    ]


def what_to_write(text: str) -> str:
    """A yes to a question, orders for every unit in a movement, else the examples that the letter gives."""
    if "Open now" not in text:
        return "Yes"
    if re.search(r"Open now: (spring|fall) \d+[,.]", text):
        return "ALL HOLD"
    return "\n".join(re.findall(r"^  ([^\n:]+): ", text.partition("may look like these")[2], re.MULTILINE))


def swaks(port: int, to: str, subject: str, body: str) -> None:
    letter = ["--header", f"Subject: {subject}", "--body", f"{body}\n"]
    way = ["--server", "127.0.0.1", "--port", str(port), "--helo", "client.example.org"]
    done = subprocess.run(
        ["swaks", *way, "--from", NORA, "--to", re.sub(r".*<(.*)>", r"\1", to), "--header", f"To: {to}", *letter],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 0, done.stdout


def test_an_upgrade_from_the_first_version_and_no_way_back(newcomer: Newcomer) -> None:
    newcomer.run("judge", "init", "old", "--no-ask", "--port", str(free_port()))
    database = newcomer.home / "old" / "data" / "judge.db"
    database.write_bytes(gzip.decompress((HERE / "tests" / "released" / "0.1.0.db.gz").read_bytes()))
    os.chown(database, NOBODY, NOBODY)
    told = newcomer.run("judge", "--config", "old/config.toml", "upgrade")
    assert told.startswith("What has changed since judge 0.1.0:\n")
    assert told.endswith(f"old/data/judge.db is now that of judge {__version__}; start the judge\n")
    assert "rome" in newcomer.run("judge", "--config", "old/config.toml", "games")
    kept = [path.name for path in database.parent.iterdir() if ".before-" in path.name]
    assert len(kept) == 1
