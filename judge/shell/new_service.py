"""How ``init`` makes a service of a judge: files for Postfix and systemd, put into place if wished, then tried."""

import json
import os
import pwd
import re
import shlex
import shutil
import socket
import subprocess
import sys
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click

from judge.config import Config, LmtpConfig
from judge.handlers.services import judge_domain
from judge.mail.dkim_keys import lookup
from judge.shell.doctor import FindingState, Installation
from judge.shell.road import try_road
from judge.shell.terminal import echo
from judge.store.data_folder import door_lock_path, is_locked
from judge.system.clock import SystemClock
from judge.system.files import (
    PROGRAM,
    command_line,
    packaged,
    private_folder,
    sync_folder,
    write_private,
    write_to_stay,
)

# --- the files by which a judge becomes a service
#
# The unit and the lines are those of ``deploy/``, with what stands there for a machine replaced by what is here.


SELECTOR = "judge"
"""Under which name in the DNS the key stands that ``init`` makes."""

KEY_FILE = Path("deploy") / "dkim.pem"
"""Where that key lies, below the judge's folder."""

_HOMES = (Path("/home"), Path("/root"), Path("/run/user"))
"""What ``ProtectHome`` of systemd hides."""

_STATE = Path("/var/lib")
"""Where ``StateDirectory`` of systemd is."""

_ABOVE_RECORDS = """\
; What the judge's mail domain needs in the DNS. Each value is one text: where a field takes no quotation marks, leave
; them out, and join what stands in several. SPF says that the machine of the MX sends; with a relay elsewhere write
; what that one asks for. The address that sends wants a PTR with its own name, too.
"""

_LONGEST_STRING = 255
"""Bytes of one string of a TXT record (RFC 1035 3.3.14)."""


UNITS: Mapping[str, tuple[str, ...]] = {
    "judge.service": ("serve",),
    "judge-drill.service": ("drill", "--mail"),
    "judge-drill.timer": (),
}
"""The files for systemd, each with what the judge is called with there."""


def unit_text(folder: Path, user: str, name: str = "judge.service") -> str:
    """Return a unit for the judge of a folder, which runs as ``user``."""
    program = [*command_line(), "--config", str(folder / "config.toml"), *UNITS[name]]
    is_at_home = any(path.is_relative_to(home) for home in _HOMES for path in (Path(program[0]), folder))
    is_state = folder.parent == _STATE
    replaced = {
        "Documentation": "",  # the pages are not installed
        "User": f"User={user}",
        "Group": f"Group={user}",
        "WorkingDirectory": "WorkingDirectory=" + str(folder).replace("%", "%%"),
        "ExecStart": f"ExecStart={' '.join(map(_quoted, program))}",
        "StateDirectory": f"StateDirectory={folder.name}" if is_state else f"ReadWritePaths={_quoted(str(folder))}",
        "StateDirectoryMode": "StateDirectoryMode=0700" if is_state else "",
        "ProtectHome": f"ProtectHome={'read-only' if is_at_home else 'yes'}",
    }
    text = packaged(f"deploy/{name}").read_text(encoding="utf-8")
    return f"# Made by the judge's init for {folder}.\n\n{_with_lines(text[text.index('[Unit]') :], replaced)}"


def _with_lines(text: str, replaced: Mapping[str, str]) -> str:
    """Return a unit in which the lines of some keys are others; one that is empty is left out."""
    lines = (replaced.get(line.partition("=")[0], line) if "=" in line else line for line in text.splitlines())
    return "\n".join(line for line, old in zip(lines, text.splitlines(), strict=True) if line or not old) + "\n"


def _quoted(word: str) -> str:
    """Return a word as systemd reads it as one (systemd.service, command lines)."""
    escaped = re.sub(r'(["\\])', r"\\\1", word).replace("%", "%%").replace("$", "$$")
    return word if re.fullmatch(r"[\w./:@+-]+", word) else f'"{escaped}"'


def main_cf_text(config: Config) -> str:
    """Return the lines of Postfix's main.cf for a judge that has its mail domain to itself."""
    text = packaged("deploy/postfix/lmtp.cf").read_text(encoding="utf-8")
    own, domain = config.judge.address, judge_domain(config)
    at_place = text.replace("lmtp:inet:127.0.0.1:8024", f"lmtp:{lmtp_place(config.lmtp)}")
    return at_place.replace("judge@judge.example.org", own).replace("judge.example.org", domain)


def lmtp_place(lmtp: LmtpConfig) -> str:
    """Return where the judge listens, as Postfix writes it."""
    if lmtp.socket:
        return f"unix:{lmtp.socket.absolute()}"
    return f"inet:{f'[{lmtp.host}]' if ':' in lmtp.host else lmtp.host}:{lmtp.port}"


MASTER_CF = """\
# Postfix hands letters to the judge by this line of /etc/postfix/master.cf. It is there already in most set-ups;
# for a Unix socket (lmtp.socket) its fifth column, the chroot, must be "n".
lmtp      unix  -       -       n       -       -       lmtp
"""


def settings_in(text: str) -> Mapping[str, str]:
    """Return the settings of a main.cf by name, each on one line."""
    joined = re.sub(r"\n[ \t]+", " ", re.sub(r"(?m)^#.*\n", "", text))
    pairs = (line.partition("=") for line in joined.splitlines() if "=" in line)
    return {name.strip(): value.strip() for name, _, value in pairs}


def make_key(path: Path) -> bool:
    """Make an RSA key that only its owner may read, unless it is there; whether it was made. OSError where that fails.

    RuntimeError where ``openssl`` is not there, or fails.
    """
    if path.exists():
        return False
    write_to_stay(path, _openssl("genrsa", "2048"))
    return True


def public_half(path: Path) -> str:
    """Return the public half of a key, as it stands in the DNS; RuntimeError where there is none."""
    return b64encode(_openssl("rsa", "-in", str(path), "-pubout", "-outform", "DER")).decode("ascii")


def _openssl(*words: str) -> bytes:
    try:
        done = subprocess.run(["openssl", *words], capture_output=True, check=False)  # noqa: S603, S607
    except OSError as error:
        message = "openssl is needed for the DKIM key, and is not here; install it, then do this again"
        raise RuntimeError(message) from error
    if done.returncode:
        raise RuntimeError(f"openssl {words[0]}: {done.stderr.decode('utf-8', 'replace').strip().splitlines()[-1]}")
    return done.stdout


def dns_text(config: Config, mail_server: str, key: str) -> str:
    """Return the records that the judge's domain needs, as they stand in a zone; ``key`` is empty without a key."""
    records = tuple(_records(config, mail_server, key))
    width = max(len(name) for name, _, _ in records)
    lines = (f"{name.ljust(width)}  {kind.ljust(3)}  {value}" for name, kind, value in records)
    return _ABOVE_RECORDS + "".join(f"{line}\n" for line in lines)


def _records(config: Config, mail_server: str, key: str) -> Iterator[tuple[str, str, str]]:
    domain = judge_domain(config)
    yield f"{domain}.", "MX", f"10 {mail_server}."
    yield f"{domain}.", "TXT", '"v=spf1 mx -all"'
    if key:
        text = f"v=DKIM1; k=rsa; p={key}"
        strings = (text[at : at + _LONGEST_STRING] for at in range(0, len(text), _LONGEST_STRING))
        name = f"{config.dkim.selector}._domainkey.{config.dkim.domain or domain}."
        yield name, "TXT", " ".join(f'"{one}"' for one in strings)
    yield f"_dmarc.{domain}.", "TXT", '"v=DMARC1; p=none"'


# --- lays out the folder of a new judge: its first configuration, and a folder for all that is its own


_PRIVATE = ("data", "mailboxes")
"""What only the judge's own user may look into."""

_SAID_OF: Mapping[str, str] = {
    "mailboxes": """\
`in/` is a Maildir that the judge reads as incoming mail. `set-aside/` holds what a person must look at. While no relay
is set in `config.toml`, every player has a Maildir here: `mutt -f mailboxes/alice@example.org` opens one.
""",
    "boards": "Boards and scenarios of your own, one TOML file each. `judge board check FILE` looks one over.\n",
    "tournaments": "Tournaments, one TOML file each. `judge standings` shows them.\n",
    "templates": """\
A file here takes the place of the template of the same name that comes with the judge, such as `fr/all.results.txt`.
`judge text` lists them, `judge text fr/all.results.txt` prints one. `judge doctor` looks yours over.
""",
    "languages": """\
Sentences of your own: `fr.toml` and `en.toml` hold only the keys that they change.
`judge text fr.toml` prints all of them. `judge doctor` looks yours over.
""",
}
"""The folders with what each is for, in a README.md."""


LAID_OUT = ("config.toml", "data", *_SAID_OF)
"""What a folder of a judge begins with."""


def lay_out(folder: Path, settings: Mapping[str, str | int]) -> Iterator[tuple[Path, bool]]:
    """Make the folder of a judge, and yield each path with whether it was made or was there already, and stays.

    ``settings`` are values of the configuration by dotted key, the others are the defaults. OSError where a file or
    folder cannot be made.
    """
    folder.mkdir(parents=True, exist_ok=True)
    sync_folder(folder.parent)
    text = packaged("config.toml").read_text(encoding="utf-8")
    yield folder / "config.toml", _written_once(folder / "config.toml", with_settings(text, settings))
    for name in LAID_OUT[1:]:
        path = folder / name
        is_new = not path.exists()
        if name in _PRIVATE:
            private_folder(path)
        else:
            path.mkdir(exist_ok=True)
        if name in _SAID_OF:
            is_new |= _written_once(path / "README.md", f"# {name.capitalize()}\n\n{_SAID_OF[name]}")
        sync_folder(folder)
        yield path, is_new


def _written_once(path: Path, text: str) -> bool:
    """Write a file whole, unless there is one: then nothing is changed, and False is returned."""
    unfinished = path.with_name(f"{path.name}.unfinished")
    write_private(unfinished, text.encode())
    try:
        path.hardlink_to(unfinished)  # which fails where there is one, however that came
    except FileExistsError:
        return False
    finally:
        unfinished.unlink()
    path.chmod(0o644)
    sync_folder(path.parent)
    return True


def with_settings(text: str, settings: Mapping[str, str | int]) -> str:
    """Return the text of a configuration with some values changed, by dotted key; its comments stay where they are."""
    section, lines = "", []
    for line in text.splitlines():
        if heading := re.match(r"\[(\w+)\]", line):
            section = heading[1]
        found = re.match(r"(\w+) = (\S.*?)( *#.*)?$", line)
        key = f"{section}.{found[1]}" if found else ""
        lines.append(_with_value(found, settings[key]) if found and key in settings else line)
    return "\n".join(lines) + "\n"


def _with_value(line: re.Match[str], value: str | int) -> str:
    comment = (line[3] or "").lstrip()
    new = f"{line[1]} = {json.dumps(value, ensure_ascii=False)}"
    width = len(line[0]) - len(comment)
    return f"{new.ljust(max(width, len(new) + 1))}{comment}".rstrip()


# --- what a judge that has been started says of itself to its operator


def serving_lines(config: Config, port: int) -> Iterator[str]:
    """Yield where letters come in and go out, where everything lies, and how to write a first letter.

    ``port`` is the one of the SMTP server, which may have been any free one.
    """
    yield f"{config.judge.address} listens on {config.smtp.host}:{port}; SIGTERM or Ctrl-C stops it"
    boxes = config.folders.mailboxes
    doors = [f"SMTP at {config.smtp.host}:{port}", *_lmtp(config), f"the Maildir {boxes / 'in'}"]
    yield f"  letters in   {', '.join(doors)}"
    out = (
        f"through {config.relay.host}:{config.relay.port}"
        if config.relay.host
        else f"one Maildir per reader in {boxes}"
    )
    yield f"  letters out  {out}"
    yield f"  kept in      {config.folders.data / 'judge.db'}; games as plain text in {config.folders.archive}"
    yield "Write to it, in another terminal: HELP explains the commands, PRACTICE begins a game at once."
    yield f"  {PROGRAM} letter --from you@example.org HELP"


def _lmtp(config: Config) -> Iterator[str]:
    if config.lmtp.socket:
        yield f"LMTP at {config.lmtp.socket}"
    elif config.lmtp.host:
        yield f"LMTP at {config.lmtp.host}:{config.lmtp.port}"


# --- what is still to be done to put a judge into its place beside Postfix and under systemd, as commands of the shell
#
# What is in its place already needs no command, so that doing it all once more does nothing.


_UNIT, _TIMER = "judge.service", "judge-drill.timer"

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


def systemd_steps(deploy: Path, *, is_at_work: bool) -> Iterator[PlacingStep]:
    """Yield what has systemd run the judge by the units of a folder; nothing to start where it does not run here."""
    units = Path((os.environ.get("SYSTEMD_UNIT_PATH") or "/etc/systemd/system").split(":")[0])
    changed = {name for name in UNITS if _text(units / name) != _text(deploy / name)}
    for name in sorted(changed):
        if (units / name).exists():
            yield PlacingStep(("cp", "-p", str(units / name), f"{units / name}.before"), "the unit that is there now")
        yield PlacingStep(("install", "-D", "-m", "644", str(deploy / name), str(units / name)))
    if is_booted_by_systemd():
        if changed:
            yield PlacingStep(("systemctl", "daemon-reload"))
        if _UNIT in changed and is_at_work:
            yield PlacingStep(("systemctl", "restart", _UNIT))
        elif not is_at_work:
            yield PlacingStep(("systemctl", "enable", "--now", _UNIT))
        if _TIMER in changed:
            yield PlacingStep(("systemctl", "enable", "--now", _TIMER))


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else ""


def is_booted_by_systemd() -> bool:
    """Whether systemd runs this machine (sd_booted(3))."""
    return Path("/run/systemd/system").is_dir()


def has_postfix() -> bool:
    """Whether Postfix is installed here."""
    return shutil.which("postconf") is not None


def _is_well(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0  # noqa: S603


def _said(*command: str) -> str:
    """Return what a command prints; PlacingError when it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise PlacingError(f"{shlex.join(command)}: {done.stderr.strip()}")
    return done.stdout.strip()


# --- how ``init`` makes a service of a judge: files for Postfix and systemd, put into place if wished, then tried


_PATIENCE = 60.0
"""Seconds that the road letter is waited for."""


@dataclass(frozen=True)
class ServiceWish:
    """Beside what the judge of a ``folder`` is to run, as which user; whether it is put into place, or only shown."""

    folder: Path
    postfix: bool
    systemd: bool
    write: bool
    user: str


def make_service(wish: ServiceWish, config: Config, begin: str, confirm: Callable[[str], bool]) -> None:
    """Write the files, show or take the steps that put them into place, and send a letter by the road once they are.

    ``begin`` is how the judge is called, ``confirm`` is asked before anything outside the folder is changed.
    """
    try:
        _write_files(wish, config)
        steps = [*_steps(wish, config)]
        if steps:
            echo("What puts it into place, as root:")
            for step in steps:
                echo(f"  {step}")
        if steps and not (wish.write and _is_agreed(confirm)):
            echo(f"Then  {begin} doctor --road  sends a letter to the judge itself and says whether it comes back;")
            echo("or do all of it by the same command with --write.")
            return
        for step in steps:
            run(step)
    except (PlacingError, RuntimeError) as error:
        raise click.ClickException(str(error)) from error
    echo("everything is in its place" if steps else "everything is in its place already")
    _try(config, begin)


def _is_agreed(confirm: Callable[[str], bool]) -> bool:
    if os.geteuid() != 0:
        raise PlacingError("--write changes what is root's; run it as root (sudo), or do the above by hand")
    return confirm("Do all of this now?")


def _write_files(wish: ServiceWish, config: Config) -> None:
    """Write what lies in ``deploy/`` of the folder, each file with a line that says so."""
    deploy = wish.folder / "deploy"
    if wish.postfix:
        _check(config)
        _write(deploy / "main.cf", main_cf_text(config))
        _write(deploy / "master.cf", MASTER_CF)
        key = config.dkim.key_file if config.dkim.selector else None
        if key:
            echo(f"made: {key}" if make_key(key) else f"there already, and left as it is: {key}")
        name = _said("postconf", "-xh", "myhostname") if has_postfix() else socket.getfqdn()
        _write(deploy / "dns.txt", dns_text(config, name, public_half(key) if key else ""))
        echo(f"The records in {deploy / 'dns.txt'} are for whoever keeps the DNS of {judge_domain(config)}.")
    if wish.systemd:
        for name in UNITS:
            _write(deploy / name, unit_text(wish.folder, wish.user, name))


def _check(config: Config) -> None:
    """PlacingError for a configuration, perhaps an older one, that would not go with Postfix."""
    domain = judge_domain(config)
    if "." not in domain:
        raise PlacingError(f"nobody can write to {config.judge.address} from elsewhere: set judge.address (--address)")
    if not (config.lmtp.socket or config.lmtp.host):
        raise PlacingError('Postfix hands letters over by LMTP: set lmtp.host = "127.0.0.1" in config.toml')
    if not config.relay.host:
        raise PlacingError('Postfix carries the letters out: set relay.host = "127.0.0.1" in config.toml')


def _write(path: Path, text: str) -> None:
    """Write a file that follows from the configuration; one that says something else is kept beside it."""
    is_new = not path.exists()
    if not is_new and path.read_text(encoding="utf-8") == text:
        echo(f"there already, and left as it is: {path}")
        return
    if not is_new:
        path.replace(path.with_name(f"{path.name}.before"))
    write_to_stay(path, text, 0o644)
    echo(f"made: {path}" if is_new else f"made anew: {path}; what was there is {path.name}.before")


def _steps(wish: ServiceWish, config: Config) -> Iterator[PlacingStep]:
    if wish.systemd:
        yield from owner_steps(wish.folder, wish.user)
    if wish.postfix and not has_postfix():
        raise PlacingError("Postfix is not installed here: install it (apt-get install postfix), then do this again")
    if wish.postfix:
        yield from postfix_steps(config, main_cf_text(config))
    if wish.systemd:
        yield from systemd_steps(wish.folder / "deploy", is_at_work=_is_at_work(config))


def _is_at_work(config: Config) -> bool:
    try:
        return is_locked(door_lock_path(config.folders.data))
    except OSError:
        return True  # it is another user's to look: the doctor says what to do


def _try(config: Config, begin: str) -> None:
    """Send a letter by the road, and end with 1 where it does not come back; without a judge say how to."""
    if not config.relay.host:
        return
    if not (is_booted_by_systemd() or _is_at_work(config)):
        echo(f"The judge does not run yet, and systemd does not run this machine: {begin} serve")
        echo(f"Then  {begin} doctor --road  sends a letter to the judge itself and says whether it comes back.")
        return
    found = try_road(Installation(config, SystemClock().now(), os.environ, lookup), _PATIENCE, partial(echo, err=True))
    echo(str(found))
    if found.state is FindingState.WRONG:
        sys.exit(1)
