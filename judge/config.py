"""The operator's settings: ``config.toml`` read into a frozen value, or an error that names what is wrong."""

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints
from zoneinfo import available_timezones

from judge.languages import FALLBACK, LANGUAGES, Language

Networks = tuple[IPv4Network | IPv6Network, ...]
"""Addresses of machines, single or as whole networks."""

Tls = Literal["none", "starttls", "implicit"]
"""Whether a connection is encrypted: never, after a word in the clear (RFC 3207), from its first byte (RFC 8314)."""

Weekday = Literal["never", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
WEEKDAYS: Sequence[Weekday] = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

Organisers = Literal["anybody", "nobody"]
"""Who may open a tournament by letter, once it is known who they are."""

Moderation = Literal["off", "held", "players"]

VerifiedFrom = Literal["enough", "asked"]
"""Whether a letter whose From is verified counts at once, or is confirmed like any other without a reply address."""


@dataclass(frozen=True)
class Span:
    """The whole numbers that a key takes, both ends among them."""

    least: int
    most: int

    def __str__(self) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def takes(self, value: object) -> bool:
        """Whether a value is one of them."""
        return isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most


@dataclass(frozen=True)
class OneOf:
    """The words that a key takes."""

    words: Sequence[str]

    def __str__(self) -> str:
        return " or ".join(f'"{word}"' for word in self.words)

    def takes(self, value: object) -> bool:
        """Whether a value is one of them."""
        return value in self.words


@dataclass(frozen=True)
class Form:
    """The texts that a key takes, all of one line; ``what`` says in an error what would do."""

    what: str
    fits: Callable[[str], object]

    def __str__(self) -> str:
        return self.what

    def takes(self, value: object) -> bool:
        """Whether a value is such a text."""
        return isinstance(value, str) and not _NOT_ON_A_LINE.search(value) and bool(self.fits(value))


_NOT_ON_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")
"""Control characters and ends of lines, which would begin another line of a letter's head, of a log, of a map."""

_ADDRESS = r"[^\s@+<>()\[\],;:\"\\]+@[\w.-]+"  # without "+", behind which the judge writes what a reply address says
_SUCH_AN_ADDRESS = "a mail address such as “judge@example.org”"

ListenPort = Annotated[int, Span(0, 65_535)]
Port = Annotated[int, Span(1, 65_535)]
Count = Annotated[int, Span(1, 10_000)]
Seconds = Annotated[int, Span(1, 86_400)]
Bytes = Annotated[int, Span(0, 100_000_000)]
Megabytes = Annotated[int, Span(32, 1_000_000)]
Hour = Annotated[int, Span(0, 23)]
Days = Annotated[int, Span(0, 36_500)]
_ANY = Form("text of one line", lambda _: True)
Text = Annotated[str, _ANY]
Folder = Annotated[Path, _ANY]
File = Annotated[Path | None, _ANY]
MailAddress = Annotated[str, Form(_SUCH_AN_ADDRESS, re.compile(_ADDRESS).fullmatch)]
SharedAddress = Annotated[str, Form(f"{_SUCH_AN_ADDRESS} or empty", re.compile(f"(?:{_ADDRESS})?").fullmatch)]
Host = Annotated[str, Form("the name or the address of a machine, or empty", re.compile(r"[\w.:%-]*").fullmatch)]
Variable = Annotated[str, Form("the name of a variable, or empty", re.compile(r"(?:[A-Za-z_]\w*)?").fullmatch)]
Url = Annotated[
    str, Form("an address such as “https://example.org/games”, or empty", re.compile(r"(?:https?://\S+)?").fullmatch)
]
Zone = Annotated[str, Form("a time zone such as “Europe/Paris” or “UTC”", lambda text: text in available_timezones())]

LOOPBACK: Networks = (ip_network("127.0.0.0/8"), ip_network("::1/128"))


class ConfigError(Exception):
    """The configuration cannot be used; the message says which key, why, and what would work."""


SiteLanguages = Annotated[str, OneOf(("both", *LANGUAGES))]
"""In which languages the site is written: in one, or in French and in English."""


@dataclass(frozen=True)
class JudgeConfig:
    """Who the judge is: ``address`` is where players write, ``zone`` that of hours where nobody has chosen another.

    ``operator`` is where WRITE TO THE ADMINS goes; empty where nobody may write there. ``run_by`` is who answers for
    it, as NOTICE tells.
    """

    address: MailAddress = "judge@localhost"
    name: Text = "The Judge"
    language: Annotated[Language, OneOf(LANGUAGES)] = FALLBACK
    zone: Zone = "Europe/Paris"
    tournaments: Organisers = "anybody"
    operator: SharedAddress = ""
    run_by: Text = ""


@dataclass(frozen=True)
class SmtpConfig:
    """Where letters are received by SMTP, and how much at a time; port 0 takes any free one."""

    host: Host = "127.0.0.1"
    port: ListenPort = 8025
    certificate: File = None
    key: File = None
    connections: Count = 20
    connections_per_client: Count = 3
    trusted: Networks = LOOPBACK
    proxies: Networks = ()
    recipients: Count = 10
    silence_seconds: Seconds = 300
    longest_seconds: Seconds = 3600


@dataclass(frozen=True)
class StrangersConfig:
    """How long letters are kept that changed nothing and that nothing proves, and how many bytes of a day."""

    kept_days: Count = 30
    bytes_a_day: Bytes = 10_000_000


@dataclass(frozen=True)
class RetentionConfig:
    """For how many days letters stay, counted from the end of their game where they have one; 0: for ever.

    The bytes of ``letters`` in and of ``answers``; what is noted of the ``envelopes`` of letters in.
    """

    letters_days: Days = 365
    answers_days: Days = 365
    envelopes_days: Days = 730


@dataclass(frozen=True)
class LmtpConfig:
    """Where a mail server on the same machine delivers by LMTP; an empty host with no socket means nowhere."""

    socket: File = None
    host: Host = ""
    port: ListenPort = 8024


@dataclass(frozen=True)
class RelayConfig:
    """The mail server that letters are sent through; an empty host means Maildirs.

    ``attached_bytes`` is the most that the files of one letter may make up, as they are sent.
    """

    host: Host = ""
    port: Port = 25
    tls: Tls = "none"
    authorities: File = None
    user: Text = ""
    password_file: File = None
    password_variable: Variable = ""
    pause_seconds: Seconds = 60
    attached_bytes: Bytes = 5_000_000


@dataclass(frozen=True)
class DkimConfig:
    """How letters are signed; an empty selector means that they are not signed here."""

    selector: Host = ""
    domain: Host = ""
    key_file: File = None
    key_variable: Variable = ""


@dataclass(frozen=True)
class IdentityConfig:
    """What proves a letter's sender besides reply addresses; an empty ``authserv_id`` trusts no mail server."""

    verified_from: VerifiedFrom = "enough"
    authserv_id: Text = ""


@dataclass(frozen=True)
class FolderConfig:
    """Where everything is kept, relative to the folder of ``config.toml``."""

    data: Folder = Path("data")
    archive: Folder = Path("data/archive")
    mailboxes: Folder = Path("mailboxes")
    tournaments: Folder = Path("tournaments")
    boards: Folder = Path("boards")
    templates: Folder = Path("templates")
    languages: Folder = Path("languages")
    zine: Folder = Path("zine")
    standing: Folder = Path("standing")


@dataclass(frozen=True)
class ClockConfig:
    """How often deadlines are checked, in seconds, besides their own alarms."""

    sweep_seconds: Seconds = 30


@dataclass(frozen=True)
class ProcessesConfig:
    """How large a process of the judge may grow, in megabytes of 2^20 bytes; it is killed past that."""

    memory_megabytes: Megabytes = 768


@dataclass(frozen=True)
class MetricsConfig:
    """Where figures for Prometheus are written every minute; None means nowhere."""

    file: File = None


@dataclass(frozen=True)
class GazetteConfig:
    """When the gazette goes out, in local time of ``zone``, and whose letters to all readers it prints."""

    weekday: Weekday = "sunday"
    hour: Hour = 18
    zone: Zone = "Europe/Paris"
    tribune: Moderation = "off"


@dataclass(frozen=True)
class SiteConfig:
    """Where the games are written as pages of the web, None for nowhere; ``url`` is where these are read.

    ``title`` is empty for the usual one. The issues of the zine in folders ``printed`` anywhere below ``zine`` stand
    there, too; None is the folder of the editor's desk.
    """

    folder: File = None
    url: Url = ""
    title: Text = ""
    languages: SiteLanguages = "both"
    zine: File = None


@dataclass(frozen=True)
class ZineConfig:
    """Who edits the zine by mail; an empty address means nobody does."""

    editor: SharedAddress = ""


@dataclass(frozen=True)
class SharedConfig:
    """The address that several judges share behind one mail server; empty where there is but one."""

    address: SharedAddress = ""
    alias_map: File = None


@dataclass(frozen=True)
class Config:
    """All settings of one judge."""

    judge: JudgeConfig = field(default_factory=JudgeConfig)
    smtp: SmtpConfig = field(default_factory=SmtpConfig)
    strangers: StrangersConfig = field(default_factory=StrangersConfig)
    retention: RetentionConfig = field(default_factory=RetentionConfig)
    lmtp: LmtpConfig = field(default_factory=LmtpConfig)
    relay: RelayConfig = field(default_factory=RelayConfig)
    dkim: DkimConfig = field(default_factory=DkimConfig)
    identity: IdentityConfig = field(default_factory=IdentityConfig)
    folders: FolderConfig = field(default_factory=FolderConfig)
    clock: ClockConfig = field(default_factory=ClockConfig)
    processes: ProcessesConfig = field(default_factory=ProcessesConfig)
    metrics: MetricsConfig = field(default_factory=MetricsConfig)
    gazette: GazetteConfig = field(default_factory=GazetteConfig)
    site: SiteConfig = field(default_factory=SiteConfig)
    zine: ZineConfig = field(default_factory=ZineConfig)
    shared: SharedConfig = field(default_factory=SharedConfig)


def is_configured(path: Path) -> bool:
    """Whether there is a configuration file, even one that cannot be read: that is reported, not ignored."""
    try:
        path.stat()
    except OSError as error:
        return not isinstance(error, FileNotFoundError | NotADirectoryError)
    return True


def read_config(path: Path) -> Config:
    """Read a configuration file; ConfigError when it is missing, not TOML, or has a key or a value that none takes."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        raise ConfigError(f"{path}: line {line} is not UTF-8; save the file with that encoding") from error
    except (ValueError, RecursionError) as error:  # no TOML; more digits, or brackets, than Python reads
        raise ConfigError(f"{path}: {error}") from error
    known = {part.name: part for part in fields(Config)}
    sections = {name: _section(path, name, _known_setting(path, name, known), tables[name]) for name in tables}
    folders = sections.get("folders", FolderConfig())
    base = path.parent
    anchored = FolderConfig(*(base / getattr(folders, folder.name) for folder in fields(FolderConfig)))
    config = Config(**{**sections, "folders": anchored})
    _check_trusted_network(path, config)
    _check_shared(path, config)
    return config


def asked_of(key: str) -> Span | Form | OneOf:
    """Return what a key takes, by its dotted name; not for lists of addresses."""
    section, _, name = key.partition(".")
    kind = next(part.default_factory for part in fields(Config) if part.name == section)
    return _asked(get_type_hints(kind, include_extras=True)[name])


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
    types = get_type_hints(kind, include_extras=True)
    values = {
        key: _value(path, f"{name}.{key}", types[_known_setting(path, key, known).name], table[key]) for key in table
    }
    return kind(**values)


def _value(path: Path, key: str, kind: Any, value: Any) -> object:
    """A value checked against the type ``kind`` of its field, and what that asks of it."""
    if kind == Networks:
        if not isinstance(value, list):
            raise ConfigError(f"{path}: {key} must be a list of addresses, not {value!r}")
        return tuple(_network(path, key, entry) for entry in value)
    asked = _asked(kind)
    if not asked.takes(value):
        raise ConfigError(f"{path}: {key} must be {asked}, not {value!r}")
    if kind == File:
        return path.parent / value if value else None
    return Path(value) if kind == Folder else value


def _asked(kind: Any) -> Span | Form | OneOf:
    """Return what a key of that type takes."""
    if get_origin(kind) is Literal:
        return OneOf(get_args(kind))
    (asked,) = kind.__metadata__
    assert isinstance(asked, Span | Form | OneOf)
    return asked


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
