"""What is still to be done to put a judge into its place beside Postfix and under systemd, as commands of the shell.

What is in its place already needs no command, so that doing it all once more does nothing.
"""

import os
import pwd
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from judge.config import Config
from judge.handlers.services import judge_domain
from judge.shell.new_folder import LAID_OUT
from judge.shell.service_files import MASTER_CF, settings_in

_UNIT = "judge.service"

_LISTS = {"relay_domains": -1, "transport_maps": 0, "smtpd_recipient_restrictions": 0}
"""Settings of Postfix that others may have a part in, and where ours goes: before theirs or behind."""

_OWN_DOMAINS = ("mydestination", "virtual_alias_domains", "virtual_mailbox_domains")
"""Settings that would keep letters for their mail domains from the judge."""


class PlacingError(Exception):
    """Something on the machine stands in the way; the message says what, and what to do."""


@dataclass(frozen=True)
class PlacingStep:
    """A command to be run as root; ``why`` says what it changes that was there, empty where that was nothing."""

    command: tuple[str, ...]
    why: str = ""

    def __str__(self) -> str:
        return shlex.join(self.command) + (f"    # {self.why}" if self.why else "")


def run(step: PlacingStep) -> None:
    """Run the command of a step; PlacingError when it fails."""
    try:
        done = subprocess.run(step.command, capture_output=True, text=True, check=False)  # noqa: S603
    except OSError as error:
        raise PlacingError(f"{step.command[0]}: {error.strerror}") from error
    if done.returncode:
        told = (done.stderr or done.stdout).strip() or f"it ended with {done.returncode}"
        raise PlacingError(f"“{shlex.join(step.command)}” failed: {told}")


def owner_steps(folder: Path, user: str) -> Iterator[PlacingStep]:
    """Yield what makes the user, and what ``init`` has laid out in the folder theirs."""
    try:
        number = pwd.getpwnam(user).pw_uid
    except KeyError:
        yield PlacingStep(
            ("useradd", "--system", "--user-group", "--home-dir", str(folder), "--shell", "/usr/sbin/nologin", user)
        )
        number = -1
    laid_out = [path for name in (*LAID_OUT, "deploy") if (path := folder / name).exists()]
    if any(path.lstat().st_uid != number for top in laid_out for path in (top, *top.rglob("*"))):
        yield PlacingStep(("chown", "-R", f"{user}:", *map(str, laid_out)))


def postfix_steps(config: Config, lines: str) -> Iterator[PlacingStep]:
    """Yield what gives Postfix the lines of a main.cf; PlacingError where it has the judge's mail domain for itself.

    Lists of others are kept and ours put beside; a single value that is another one already stays.
    """
    _check_domain(judge_domain(config))
    steps = [*_main_steps(settings_in(lines)), *_master_steps(uses_socket=config.lmtp.socket is not None)]
    if steps:
        main = Path(_said("postconf", "-xh", "config_directory")) / "main.cf"
        before = main.with_name("main.cf.before-judge")
        if not before.exists():
            yield PlacingStep(("cp", "-p", str(main), str(before)))
        yield from steps
        yield PlacingStep(("postfix", "start" if os.geteuid() == 0 and not _is_well("postfix", "status") else "reload"))


def _check_domain(domain: str) -> None:
    for name in _OWN_DOMAINS:
        if domain.lower() in re.split(r"[,\s]+", _said("postconf", "-xh", name).lower()):
            raise PlacingError(
                f"Postfix has {domain} in {name}, and would deliver its mail itself: take it out there "
                f"(“postconf {name}” shows it), or give the judge a mail domain of its own"
            )


def _main_steps(ours: Mapping[str, str]) -> Iterator[PlacingStep]:
    theirs = settings_in(_said("postconf", "-n", *ours))
    for name, value in ours.items():
        now = theirs.get(name, "")
        is_there = re.search(rf"(?<![\w.-]){re.escape(value)}(?![\w.-])", " ".join(now.split()))
        if is_there or (now and name not in {*_LISTS, "recipient_delimiter"}):
            continue
        both = [now, value] if _LISTS.get(name) else [value, now]
        new = ", ".join(part for part in both if part) if name in _LISTS else f"{now}{value}"
        yield PlacingStep(("postconf", "-e", f"{name} = {new}"), f"was “{now}”" if now else "")


def _master_steps(*, uses_socket: bool) -> Iterator[PlacingStep]:
    """Yield what has Postfix speak LMTP, to a Unix socket outside its chroot where the judge listens there."""
    now = _said("postconf", "-M", "lmtp/unix").split()
    if not now or (uses_socket and now[4] != "n"):
        line = MASTER_CF.splitlines()[-1]
        yield PlacingStep(("postconf", "-M", f"lmtp/unix={line}"), f"was “{' '.join(now)}”" if now else "")


def systemd_steps(unit: Path, *, is_at_work: bool) -> Iterator[PlacingStep]:
    """Yield what has systemd run the judge by a unit; nothing to start where systemd does not run the machine."""
    place = Path((os.environ.get("SYSTEMD_UNIT_PATH") or "/etc/systemd/system").split(":")[0]) / _UNIT
    text = unit.read_text(encoding="utf-8")
    is_new = not place.exists()
    is_same = not is_new and place.read_text(encoding="utf-8") == text
    if not is_same:
        if not is_new:
            yield PlacingStep(("cp", "-p", str(place), f"{place}.before"), "the unit that is there now")
        yield PlacingStep(("install", "-D", "-m", "644", str(unit), str(place)))
    if is_booted_by_systemd():
        if not is_same:
            yield PlacingStep(("systemctl", "daemon-reload"))
        if not is_same and is_at_work:
            yield PlacingStep(("systemctl", "restart", _UNIT))
        elif not is_at_work:
            yield PlacingStep(("systemctl", "enable", "--now", _UNIT))


def is_booted_by_systemd() -> bool:
    """Whether systemd runs this machine (sd_booted(3))."""
    return Path("/run/systemd/system").is_dir()


def has_postfix() -> bool:
    """Whether Postfix is installed here."""
    return shutil.which("postconf") is not None


def mail_server_name() -> str:
    """Return the name by which Postfix greets others."""
    return _said("postconf", "-xh", "myhostname")


def _is_well(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603


def _said(*command: str) -> str:
    """Return what a command prints; PlacingError when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise PlacingError(f"{shlex.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()
