"""The operator's settings: ``config.toml`` read into a frozen value, or a list of what is wrong with it."""

import tomllib
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

from judge.game.settings import Language


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
    """Where letters come in; port 0 takes any free one."""

    host: str = "127.0.0.1"
    port: int = 8025


@dataclass(frozen=True)
class RelayConfig:
    """The mail server that carries letters out; an empty host means Maildirs."""

    host: str = ""
    port: int = 25


@dataclass(frozen=True)
class FolderConfig:
    """Where everything is kept, relative to the folder of ``config.toml``."""

    data: Path = Path("data")
    archive: Path = Path("data/archive")
    mailboxes: Path = Path("mailboxes")


@dataclass(frozen=True)
class ClockConfig:
    """How often deadlines are looked at, in seconds, besides their own wake-ups."""

    sweep_seconds: int = 30


@dataclass(frozen=True)
class Config:
    """All settings of one judge."""

    judge: JudgeConfig = field(default_factory=JudgeConfig)
    smtp: SmtpConfig = field(default_factory=SmtpConfig)
    relay: RelayConfig = field(default_factory=RelayConfig)
    folders: FolderConfig = field(default_factory=FolderConfig)
    clock: ClockConfig = field(default_factory=ClockConfig)


def read_config(path: Path) -> Config:
    """Read a configuration file; ConfigError when it is missing, not TOML, or holds a key or value we do not know."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: {error}") from error
    known = {part.name: part for part in fields(Config)}
    sections = {name: _section(path, name, _known(path, name, known), tables[name]) for name in tables}
    folders = sections.get("folders", FolderConfig())
    base = path.parent
    anchored = FolderConfig(base / folders.data, base / folders.archive, base / folders.mailboxes)
    return Config(**{**sections, "folders": anchored})


def _known(path: Path, name: str, known: dict[str, Any]) -> Any:
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
    values = {key: _value(path, f"{name}.{key}", types[_known(path, key, known).name], table[key]) for key in table}
    return kind(**values)


def _value(path: Path, key: str, kind: Any, value: object) -> object:
    if kind is Path and isinstance(value, str):
        return Path(value)
    choices = getattr(kind, "__args__", None)
    if choices is not None and value in choices:
        return value
    if choices is None and isinstance(value, kind) and not isinstance(value, bool):
        return value
    wanted = " or ".join(f'"{choice}"' for choice in choices) if choices else {int: "a whole number"}.get(kind, "text")
    raise ConfigError(f"{path}: {key} must be {wanted}, not {value!r}")
