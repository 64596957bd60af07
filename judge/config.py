"""The operator's settings: ``config.toml`` read into a frozen value, or an error that names what is wrong."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Literal, get_type_hints
from zoneinfo import available_timezones

from judge.game.settings import Language

Networks = tuple[IPv4Network | IPv6Network, ...]
"""Addresses of machines, single or as whole networks."""

Tls = Literal["none", "starttls", "implicit"]
"""Whether a connection is encrypted: never, after a word in the clear (RFC 3207), from its first byte (RFC 8314)."""

Weekday = Literal["never", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: Sequence[Weekday] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

VerifiedFrom = Literal["enough", "asked"]
"""Whether a letter whose From is verified counts at once, or is confirmed like any other without a reply address."""

LOOPBACK: Networks = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


class ConfigError(Exception):
    """The configuration cannot be used; the message says which key, why, and what would work."""


@dataclass(frozen=True)
class JudgeConfig:
    """Who the judge is: ``address`` is where players write."""

    address: str = "judge@localhost"
    name: str = "The Judge"
    language: Language = "en"


@dataclass(frozen=True)
class SmtpConfig:
    """Where letters are received by SMTP, and how much at a time; port 0 takes any free one."""

    host: str = "127.0.0.1"
    port: int = 8025
    certificate: Path | None = None
    key: Path | None = None
    connections: int = 20
    connections_per_client: int = 3
    trusted: Networks = LOOPBACK
    proxies: Networks = ()
    recipients: int = 10
    silence_seconds: int = 300
    longest_seconds: int = 3600


@dataclass(frozen=True)
class LmtpConfig:
    """Where a mail server on the same machine delivers by LMTP; an empty host with no socket means nowhere."""

    socket: Path | None = None
    host: str = ""
    port: int = 8024


@dataclass(frozen=True)
class RelayConfig:
    """The mail server that letters are sent through; an empty host means Maildirs.

    ``attached_bytes`` is the most that the files of one letter may make up, as they are sent.
    """

    host: str = ""
    port: int = 25
    tls: Tls = "none"
    authorities: Path | None = None
    user: str = ""
    password_file: Path | None = None
    password_variable: str = ""
    pause_seconds: int = 60
    attached_bytes: int = 5_000_000


@dataclass(frozen=True)
class DkimConfig:
    """How letters are signed; an empty selector means that they are not signed here."""

    selector: str = ""
    domain: str = ""
    key_file: Path | None = None
    key_variable: str = ""


@dataclass(frozen=True)
class IdentityConfig:
    """What proves a letter's sender besides reply addresses; an empty ``authserv_id`` trusts no mail server."""

    verified_from: VerifiedFrom = "enough"
    authserv_id: str = ""


@dataclass(frozen=True)
class FolderConfig:
    """Where everything is kept, relative to the folder of ``config.toml``."""

    data: Path = Path("data")
    archive: Path = Path("data/archive")
    mailboxes: Path = Path("mailboxes")
    tournaments: Path = Path("tournaments")
    boards: Path = Path("boards")
    templates: Path = Path("templates")
    languages: Path = Path("languages")


@dataclass(frozen=True)
class ClockConfig:
    """How often deadlines are checked, in seconds, besides their own alarms."""

    sweep_seconds: int = 30


@dataclass(frozen=True)
class MetricsConfig:
    """Where figures for Prometheus are written every minute; None means nowhere."""

    file: Path | None = None


@dataclass(frozen=True)
class GazetteConfig:
    """When the gazette goes out to its readers, in local time of ``zone``."""

    weekday: Weekday = "sunday"
    hour: int = 18
    zone: str = "Europe/Paris"


@dataclass(frozen=True)
class SharedConfig:
    """The address that several judges share behind one mail server; empty where there is but one."""

    address: str = ""
    alias_map: Path | None = None


@dataclass(frozen=True)
class Config:
    """All settings of one judge."""

    judge: JudgeConfig = field(default_factory=JudgeConfig)
    smtp: SmtpConfig = field(default_factory=SmtpConfig)
    lmtp: LmtpConfig = field(default_factory=LmtpConfig)
    relay: RelayConfig = field(default_factory=RelayConfig)
    dkim: DkimConfig = field(default_factory=DkimConfig)
    identity: IdentityConfig = field(default_factory=IdentityConfig)
    folders: FolderConfig = field(default_factory=FolderConfig)
    clock: ClockConfig = field(default_factory=ClockConfig)
    metrics: MetricsConfig = field(default_factory=MetricsConfig)
    gazette: GazetteConfig = field(default_factory=GazetteConfig)
    shared: SharedConfig = field(default_factory=SharedConfig)


def is_configured(path: Path) -> bool:
    """Whether there is a configuration file, even one that cannot be read: that is reported, not ignored."""
    try:
        path.stat()
    except OSError as error:
        return not isinstance(error, FileNotFoundError | NotADirectoryError)
    return True


def read_config(path: Path) -> Config:
    """Read a configuration file; ConfigError when it is missing, not TOML, or has an unknown key or value."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    known = {part.name: part for part in fields(Config)}
    sections = {name: _section(path, name, _known_setting(path, name, known), tables[name]) for name in tables}
    folders = sections.get("folders", FolderConfig())
    base = path.parent
    anchored = FolderConfig(*(base / getattr(folders, folder.name) for folder in fields(FolderConfig)))
    config = Config(**{**sections, "folders": anchored})
    _check_trusted_network(path, config)
    _check_gazette(path, config.gazette)
    _check_shared(path, config)
    return config


def _check_gazette(path: Path, gazette: GazetteConfig) -> None:
    """ConfigError unless the gazette's hour and time zone exist."""
    if gazette.hour not in range(24):
        raise ConfigError(f"{path}: gazette.hour must be a whole number from 0 to 23, not {gazette.hour}")
    if gazette.zone not in available_timezones():
        said = f"gazette.zone: {gazette.zone!r} is no time zone; “Europe/Paris” and “UTC” are"
        raise ConfigError(f"{path}: {said}")


def _check_shared(path: Path, config: Config) -> None:
    """ConfigError unless a shared address has a map, and an address of the judge's own stands beside it."""
    shared = config.shared
    if bool(shared.address) != bool(shared.alias_map):
        raise ConfigError(f"{path}: shared.address and shared.alias_map go together; one of them is empty")
    if shared.address and shared.address.lower() == config.judge.address.lower():
        said = "shared.address is what all judges have in common; judge.address must be this one's own"
        raise ConfigError(f"{path}: {said}, such as “judge-a@{shared.address.rpartition('@')[2]}”")


def _check_trusted_network(path: Path, config: Config) -> None:
    """ConfigError where other machines could write the trusted mail server's results: only known ones may connect."""
    doors = {"smtp.host": config.smtp.host, "lmtp.host": config.lmtp.host if not config.lmtp.socket else ""}
    near = {"127.0.0.1", "::1", "localhost"}
    for key, host in doors.items():
        if config.identity.authserv_id and host not in near and (host or key == "smtp.host"):
            said = f"{key} = {host!r} is open to others than the mail server of identity.authserv_id"
            raise ConfigError(f"{path}: {said}, so they could write its verdicts; “127.0.0.1” is not")


def _known_setting(path: Path, name: str, known: dict[str, Any]) -> Any:
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=1, cutoff=0)
    raise ConfigError(f"{path}: there is no setting “{name}”; the nearest is “{near[0]}” (of {', '.join(known)})")


def _section(path: Path, name: str, part: Any, table: object) -> Any:
    """Build one section; ``part`` is its field in ``Config``."""
    if not isinstance(table, dict):
        raise ConfigError(f"{path}: [{name}] is a section: write [{name}] on a line of its own, its keys below")
    kind = part.default_factory
    known = {key.name: key for key in fields(kind)}
    types = get_type_hints(kind)
    values = {
        key: _value(path, f"{name}.{key}", types[_known_setting(path, key, known).name], table[key]) for key in table
    }
    return kind(**values)


def _value(path: Path, key: str, kind: Any, value: object) -> object:
    """A value checked against the type ``kind`` of its field."""
    choices = [choice for choice in getattr(kind, "__args__", ()) if isinstance(choice, str)]
    if kind == Path | None and isinstance(value, str):
        return path.parent / value if value else None
    if kind is Path and isinstance(value, str):
        return Path(value)
    if kind == Networks and isinstance(value, list):
        return tuple(_network(path, key, entry) for entry in value)
    if value in choices or (isinstance(kind, type) and isinstance(value, kind) and not isinstance(value, bool)):
        return value
    wanted = " or ".join(f'"{choice}"' for choice in choices) or _TYPE_NAMES.get(kind, "text")
    raise ConfigError(f"{path}: {key} must be {wanted}, not {value!r}")


_TYPE_NAMES: dict[object, str] = {int: "a whole number", Networks: "a list of addresses"}


def _network(path: Path, key: str, entry: object) -> IPv4Network | IPv6Network:
    try:
        return ip_network(str(entry))
    except ValueError as error:
        message = f"{path}: {key}: {entry!r} is no address; “192.0.2.7” and “192.0.2.0/24” are"
        raise ConfigError(message) from error


def read_secret(key: str, file: Path | None, variable: str, environment: Mapping[str, str]) -> str:
    """A secret: the text of a file, or of an environment variable.

    ConfigError, which never shows the secret, when there is none; ``key`` is the setting it is for.
    """
    if file is not None:
        try:
            text = file.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is no text"
            raise ConfigError(f"{key}_file: {file}: {reason}") from error
    else:
        text = environment.get(variable, "").strip()
    if not text:
        place = f"the file {file}" if file else f"the variable {variable or '(none named)'}"
        raise ConfigError(f"{key}: nothing in {place}; name a file in {key}_file or a variable in {key}_variable")
    return text
