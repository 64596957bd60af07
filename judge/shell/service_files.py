"""The files by which a judge becomes a service: a unit for systemd, lines for Postfix, a DKIM key, records for the DNS.

The unit and the lines are those of ``deploy/``, with what stands there for a machine replaced by what is here.
"""

import re
import subprocess
from base64 import b64encode
from collections.abc import Iterator, Mapping
from pathlib import Path

from judge.config import Config, LmtpConfig
from judge.handlers.services import judge_domain
from judge.system.packaged import command_line, packaged
from judge.system.private_files import write_private

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


def unit_text(folder: Path, user: str) -> str:
    """Return the unit for the judge of a folder, which runs as ``user``."""
    program = [*command_line(), "--config", str(folder / "config.toml"), "serve"]
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
    text = packaged("deploy/judge.service").read_text(encoding="utf-8")
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
    write_private(path, _openssl("genrsa", "2048"))
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
